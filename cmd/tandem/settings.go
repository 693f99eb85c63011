package main

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/savepoint"
)

// settings is everything the environment decides. Nothing else in the program
// reads environment variables of Tandem.
type settings struct {
	addr        string       // TANDEM_ADDR: host:port of the pages; an empty host is every address of the machine
	dataDir     string       // TANDEM_DATA_DIR: where the embedded PostgreSQL keeps its data
	backupDir   string       // TANDEM_BACKUP_DIR: where save points go; empty makes none
	rulebooks   string       // TANDEM_RULEBOOKS: the folder of the rulebooks' own texts; empty has none
	secondPlace string       // TANDEM_BACKUP_SECOND: where copies of them go; empty: as chosen on the page Backup
	databaseURL string       // DATABASE_URL: use this PostgreSQL; empty starts the embedded one
	listenURL   string       // DATABASE_LISTEN_URL: the same database past a connection pooler, may be empty
	replicaURL  string       // DATABASE_REPLICA_URL: a read replica for public pages, may be empty
	publicURL   string       // TANDEM_URL: where people reach the pages, when that is another address; no slash at the end
	proxies     []*net.IPNet // TANDEM_PROXIES: who is believed about the address a request came from

	clockFile string // TANDEM_CLOCK: turns the program's clock, for trials; empty is the machine's own

	healthToken string // TANDEM_HEALTH_TOKEN: lets a machine see /server/health; empty lets none

	privateHooks bool // TANDEM_WEBHOOKS=private: webhooks may call addresses inside the operator's network
}

// leastHealthToken keeps a token from being guessed.
const leastHealthToken = 20

// defaultAddr lets phones in the hall in.
const defaultAddr = ":8080"

// readSettings reads the environment through lookup (os.LookupEnv). Its errors
// are mistakes of the caller: exit code 2.
func readSettings(lookup func(string) (string, bool)) (settings, error) {
	get := func(name string) string { v, _ := lookup(name); return v }
	s := settings{
		addr:        get("TANDEM_ADDR"),
		dataDir:     get("TANDEM_DATA_DIR"),
		backupDir:   get("TANDEM_BACKUP_DIR"),
		rulebooks:   get("TANDEM_RULEBOOKS"),
		secondPlace: get("TANDEM_BACKUP_SECOND"),
		databaseURL: get("DATABASE_URL"),
		listenURL:   get("DATABASE_LISTEN_URL"),
		replicaURL:  get("DATABASE_REPLICA_URL"),
		healthToken: get("TANDEM_HEALTH_TOKEN"),
		publicURL:   strings.TrimSuffix(get("TANDEM_URL"), "/"),
		clockFile:   get("TANDEM_CLOCK"),
	}
	if s.addr == "" {
		s.addr = defaultAddr
	}
	if err := checkAddr(s.addr); err != nil {
		return settings{}, fmt.Errorf("TANDEM_ADDR: %w", err)
	}
	if s.dataDir == "" && s.databaseURL == "" {
		dir, err := ownDataDir()
		if err != nil {
			return settings{}, err
		}
		s.dataDir = dir
	}
	if s.dataDir != "" {
		s = s.at(s.dataDir)
	}
	if err := checkSecondPlace(s); err != nil {
		return settings{}, fmt.Errorf("TANDEM_BACKUP_SECOND: %w", err)
	}
	if s.replicaURL != "" && s.databaseURL == "" {
		return settings{}, fmt.Errorf("DATABASE_REPLICA_URL is set without DATABASE_URL: the embedded PostgreSQL has no replica")
	}
	if s.listenURL != "" && s.databaseURL == "" {
		return settings{}, fmt.Errorf("DATABASE_LISTEN_URL is set without DATABASE_URL: no pooler is between Tandem and the embedded PostgreSQL")
	}
	if n := len(s.healthToken); n > 0 && n < leastHealthToken {
		return settings{}, fmt.Errorf("TANDEM_HEALTH_TOKEN has %d letters: give it %d or more (for example those of openssl rand -hex 24)", n, leastHealthToken)
	}
	if err := checkPublicURL(s.publicURL); err != nil {
		return settings{}, fmt.Errorf("TANDEM_URL: %w", err)
	}
	switch hooks := get("TANDEM_WEBHOOKS"); hooks {
	case "", "public":
	case "private":
		s.privateHooks = true
	default:
		return settings{}, fmt.Errorf("TANDEM_WEBHOOKS is %q: leave it out, or say private to let webhooks call addresses inside your network", hooks)
	}
	proxies, err := parseProxies(get("TANDEM_PROXIES"))
	if err != nil {
		return settings{}, fmt.Errorf("TANDEM_PROXIES: %w", err)
	}
	s.proxies = proxies
	return s, nil
}

// ownDataDir is beside the program when somebody marked its folder so, else where the system
// keeps data.
func ownDataDir() (string, error) {
	if folder, err := besideProgram(); err == nil {
		if dir := portableDir(folder); dir != "" {
			return dir, nil
		}
	}
	return localpg.DefaultDataDir()
}

// at keeps the data in a folder, and in it what has no folder of its own by another setting.
func (s settings) at(dir string) settings {
	below := func(folder, name string) string {
		if folder == "" || folder == filepath.Join(s.dataDir, name) {
			return filepath.Join(dir, name)
		}
		return folder
	}
	s.backupDir, s.rulebooks = below(s.backupDir, "backups"), below(s.rulebooks, "rulebooks")
	s.dataDir = dir
	return s
}

// direct is the way to the database past a connection pooler, for what takes a connection
// of its own: listening, migrating, restoring.
func (s settings) direct() string { return cmp.Or(s.listenURL, s.databaseURL) }

// checkSecondPlace lets a folder pass. Another Tandem needs a token, which has no place in
// an environment: the command second-place takes both.
func checkSecondPlace(s settings) error {
	switch {
	case s.secondPlace == "", s.secondPlace == savepoint.NoSecond && s.backupDir != "":
		return nil
	case s.backupDir == "":
		return fmt.Errorf("there are no save points to copy: set TANDEM_BACKUP_DIR as well")
	case !filepath.IsAbs(s.secondPlace):
		return fmt.Errorf("%q is no folder (for example /media/usb) and not none; for another Tandem use tandem second-place", s.secondPlace)
	}
	return nil
}

// secure reports whether people reach the pages through TLS.
func (s settings) secure() bool { return strings.HasPrefix(s.publicURL, "https://") }

func checkPublicURL(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.User != nil {
		return fmt.Errorf("%q is not the address of a site (for example https://tandem.example.org)", address)
	}
	return nil
}

// parseProxies reads addresses and networks separated by commas.
func parseProxies(list string) ([]*net.IPNet, error) {
	var proxies []*net.IPNet
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		if ip := net.ParseIP(item); ip != nil {
			item = fmt.Sprintf("%s/%d", item, 8*len(shortest(ip)))
		}
		_, network, err := net.ParseCIDR(item)
		if err != nil {
			return nil, fmt.Errorf("%q is neither an address nor a network (for example 10.0.0.5 or 10.0.0.0/24)", item)
		}
		proxies = append(proxies, network)
	}
	return proxies, nil
}

// shortest is ip in four bytes when it has so few.
func shortest(ip net.IP) net.IP {
	if four := ip.To4(); four != nil {
		return four
	}
	return ip
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
