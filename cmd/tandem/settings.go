package main

import (
	"fmt"
	"net"
	"net/url"
	"strconv"

	"github.com/tandemchess/tandem/internal/localpg"
)

// settings is everything the environment decides. Nothing else in the program
// reads environment variables of Tandem.
type settings struct {
	addr        string // TANDEM_ADDR: host:port of the pages; an empty host is every address of the machine
	dataDir     string // TANDEM_DATA_DIR: where the embedded PostgreSQL keeps its data
	databaseURL string // DATABASE_URL: use this PostgreSQL; empty starts the embedded one
	replicaURL  string // DATABASE_REPLICA_URL: a read replica for public pages, may be empty
}

// defaultAddr lets phones in the hall in.
const defaultAddr = ":8080"

// readSettings reads the environment through lookup (os.LookupEnv). Its errors
// are mistakes of the caller: exit code 2.
func readSettings(lookup func(string) (string, bool)) (settings, error) {
	get := func(name string) string { v, _ := lookup(name); return v }
	s := settings{
		addr:        get("TANDEM_ADDR"),
		dataDir:     get("TANDEM_DATA_DIR"),
		databaseURL: get("DATABASE_URL"),
		replicaURL:  get("DATABASE_REPLICA_URL"),
	}
	if s.addr == "" {
		s.addr = defaultAddr
	}
	if err := checkAddr(s.addr); err != nil {
		return settings{}, fmt.Errorf("TANDEM_ADDR: %w", err)
	}
	if s.dataDir == "" && s.databaseURL == "" {
		dir, err := localpg.DefaultDataDir()
		if err != nil {
			return settings{}, err
		}
		s.dataDir = dir
	}
	if s.replicaURL != "" && s.databaseURL == "" {
		return settings{}, fmt.Errorf("DATABASE_REPLICA_URL is set without DATABASE_URL: the embedded PostgreSQL has no replica")
	}
	return s, nil
}

func checkAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%q is not host:port (for example localhost:8080 or :8080)", addr)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("%q: the port has to be a number from 0 to 65535", addr)
	}
	return nil
}

// pageURL is the address to print for a person on this machine, given the
// address the server listens on.
func pageURL(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "http://" + listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}
	return u.String()
}
