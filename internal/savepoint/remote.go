package savepoint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"
)

// GuestPath is where a Tandem takes save points of others: a list with GET, one more
// with POST and its name behind a slash.
const GuestPath = "/kept/backup"

const (
	listWithin = 20 * time.Second
	sendWithin = 10 * time.Minute // a few megabytes over a hall's uplink
)

// tandemPlace is another Tandem, which keeps copies for those who show a token.
type tandemPlace struct {
	address string
	token   string
	client  *http.Client
}

// newTandemPlace checks the address. A save point holds what passwords are checked
// against, so it travels in the open only inside a house.
func newTandemPlace(set setting, client *http.Client) (place, error) {
	u, err := url.Parse(set.Where)
	switch {
	case err != nil || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil:
		return nil, errors.New("the address of another Tandem is such as https://tandem.example.org")
	case u.Scheme == "http" && !inHouse(u.Hostname()):
		return nil, errors.New("a save point holds passwords: outside your own network the address has to begin with https://")
	}
	return tandemPlace{address: u.Scheme + "://" + u.Host, token: set.Token, client: client}, nil
}

// inHouse reports whether a host is this machine or one of a private network.
func inHouse(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast())
}

func (p tandemPlace) prepare(ctx context.Context) error {
	_, err := p.list(ctx)
	return err
}

func (p tandemPlace) list(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, listWithin)
	defer cancel()
	var answer struct {
		Names []string `json:"names"`
	}
	err := p.ask(ctx, http.MethodGet, "", nil, 0, &answer)
	var names []string
	for _, name := range answer.Names {
		if named.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, err
}

func (p tandemPlace) put(ctx context.Context, name string, f *os.File) error {
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return p.ask(ctx, http.MethodPost, "/"+name, f, info.Size(), nil)
}

// remove leaves clearing away to the other Tandem.
func (p tandemPlace) remove(context.Context, string) error { return nil }

func (p tandemPlace) beside(string) bool { return false }

// longestAnswer is how many bytes of an answer are read.
const longestAnswer = 64 << 10

func (p tandemPlace) ask(ctx context.Context, method, path string, body io.Reader, size int64, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, p.address+GuestPath+path, body)
	if err != nil {
		return err
	}
	r.ContentLength = size
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Content-Type", "application/octet-stream")
	answer, err := p.client.Do(r)
	if err != nil {
		return unreachable(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, longestAnswer))
	if err != nil {
		return unreachable(err)
	}
	if answer.StatusCode != http.StatusOK {
		return refusedBy(answer.StatusCode, text)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return errors.New("at that address is no Tandem that keeps save points")
	}
	return nil
}

func unreachable(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err // without the address, which people see beside it
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("it cannot be reached (%w)", err)
}

// refusedBy says what the other Tandem said.
func refusedBy(status int, text []byte) error {
	var said struct {
		Error string `json:"error"`
	}
	switch {
	case json.Unmarshal(text, &said) == nil && said.Error != "":
		return fmt.Errorf("it says: %s", strings.TrimSuffix(said.Error, "."))
	case status == http.StatusNotFound:
		return errors.New("at that address is no Tandem that keeps save points")
	}
	return fmt.Errorf("it answers %d %s", status, http.StatusText(status))
}
