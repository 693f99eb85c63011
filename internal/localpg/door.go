package localpg

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// door is how Tandem comes to its server: a socket in a closed folder, where the system
// tells a server who connects; elsewhere a port of the loopback address, and a password.
type door struct {
	sockets  string // folder of the socket; empty: the loopback address
	removes  string // a short folder outside the data for the socket, removed at the end; may be empty
	port     string
	password string // empty for a socket
}

const (
	loopback       = "127.0.0.1"
	passwordLength = 64 // hexadecimal digits
)

// openDoor prepares the way to a server that is about to start.
func openDoor(lay layout, acc account, throughLoopback bool) (door, error) {
	if !throughLoopback {
		sockets, removes, err := socketDirectory(lay, acc)
		return door{sockets: sockets, removes: removes, port: socketPort}, err
	}
	password, err := readPassword(lay)
	if err != nil {
		return door{}, err
	}
	port, err := freePort()
	return door{port: port, password: password}, err
}

// url is a connection string through the door.
func (d door) url(database string) string {
	u := url.URL{Scheme: "postgres", User: url.User(roleName), Path: "/" + database}
	if d.sockets != "" {
		u.RawQuery = Parameters(url.Values{"host": {d.sockets}, "port": {d.port}})
		return u.String()
	}
	u.User = url.UserPassword(roleName, d.password)
	u.Host = net.JoinHostPort(loopback, d.port)
	u.RawQuery = "sslmode=disable" // nothing leaves the machine
	return u.String()
}

// Parameters is what follows the question mark of a connection string. Forms write a blank
// as a plus, which pgx and libpq take for what it is: a folder has another name then.
func Parameters(values url.Values) string {
	return strings.ReplaceAll(values.Encode(), "+", "%20")
}

// settings are those of the server that the door decides.
func (d door) settings() []string {
	if d.sockets != "" {
		return []string{"listen_addresses=", "port=" + d.port, "unix_socket_directories=" + quoteList(d.sockets), "unix_socket_permissions=0700"}
	}
	return []string{"listen_addresses=" + loopback, "port=" + d.port, "unix_socket_directories=", "password_encryption=scram-sha-256"}
}

// rules say who may connect: through a socket the few operating system users who run
// Tandem, elsewhere whoever knows the password.
func (d door) rules(acc account) (hba, ident string) {
	if d.sockets == "" {
		return "host all " + roleName + " " + loopback + "/32 scram-sha-256\n", ""
	}
	users := []string{acc.name}
	if acc.switched {
		users = append(users, "root") // "postgres" and "nobody" go before it
	}
	var names strings.Builder
	for _, name := range users {
		fmt.Fprintf(&names, "app \"%s\" %s\n", strings.ReplaceAll(name, `"`, `""`), roleName)
	}
	return "local all all peer map=app\n", names.String()
}

// remove takes away what lies outside the data.
func (d door) remove() {
	if d.removes != "" {
		os.RemoveAll(d.removes)
	}
}

// taken reports whether a server could not start because another program got the port
// between the look at it and the start.
func (d door) taken(startFailed error) bool {
	return d.sockets == "" && strings.Contains(startFailed.Error(), "could not bind")
}

// move takes another port.
func (d *door) move() (err error) {
	d.port, err = freePort()
	return err
}

// doorOf is the way to the server that wrote a process file.
func doorOf(lay layout, pid pidFile) (door, error) {
	if pid.sockets != "" {
		return door{sockets: pid.sockets, port: pid.port}, nil
	}
	password, err := readPassword(lay)
	return door{port: pid.port, password: password}, err
}

// createPassword writes a new password for data that is about to be created. The server's
// account reads it once, then. One that is there stays: older data beside may have it.
func createPassword(lay layout, acc account) error {
	if there, err := readPassword(lay); err == nil && len(there) == passwordLength {
		return nil
	}
	secret := make([]byte, passwordLength/2)
	rand.Read(secret) // never fails
	err := os.WriteFile(lay.password, []byte(hex.EncodeToString(secret)+"\n"), 0o600)
	if err == nil {
		err = closeToOthers(lay.password)
	}
	if err == nil {
		err = acc.own(lay.password)
	}
	if err != nil {
		return fmt.Errorf("writing the password of the database: %w", err)
	}
	return nil
}

func readPassword(lay layout) (string, error) {
	text, err := os.ReadFile(lay.password)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf(`the data in %s was made on a system of another kind, or its file %s is gone, and nobody else knows the password of the database.
Put the file back, or restore the last save point into another TANDEM_DATA_DIR`, lay.root, filepath.Base(lay.password))
	}
	if err != nil {
		return "", fmt.Errorf("reading the password of the database: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// freePort is a port of the loopback address that nobody has at this moment.
func freePort() (string, error) {
	listener, err := net.Listen("tcp4", net.JoinHostPort(loopback, "0"))
	if err != nil {
		return "", fmt.Errorf("looking for a free port for the database: %w", err)
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port), nil
}
