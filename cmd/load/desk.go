package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/tournament"
)

// desk is one person at the desk who works through the pages as a browser does:
// signed in, with the key and the revision of the form that was shown.
type desk struct {
	client *http.Client
	round  string // address of the round at the desk
}

// openDesks signs everybody in.
func (h *hall) openDesks(ctx context.Context) ([]*desk, error) {
	var all []*desk
	for range h.desks {
		jar, err := cookiejar.New(nil)
		if err != nil {
			return nil, err
		}
		d := &desk{round: h.url + "/e/" + h.Slug + "/desk/open/round/1", client: &http.Client{
			Jar: jar, Timeout: answerTime, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			Transport: &http.Transport{DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
				return dial(ctx, &net.Dialer{}, address)
			}},
		}}
		to, err := d.post(ctx, h.url+"/sign-in", url.Values{"login": {h.Slug}, "password": {h.Password}})
		if err != nil {
			return nil, err
		}
		if strings.Contains(to, "sign-in") {
			return nil, fmt.Errorf("the password was refused")
		}
		all = append(all, d)
	}
	return all, nil
}

var (
	formKey      = regexp.MustCompile(`name="key" value="([^"]+)"`)
	formRevision = regexp.MustCompile(`name="revision" value="([0-9]+)"`)
)

// enter opens the form of a match and sends a result. It returns how long both
// took.
func (d *desk) enter(ctx context.Context, in tournament.TypedResult) (form, saved time.Duration, err error) {
	began := time.Now()
	page, err := d.get(ctx, fmt.Sprintf("%s/wall?table=%d&match=%d", d.round, in.Table, in.Match))
	if err != nil {
		return 0, 0, err
	}
	form = time.Since(began)
	_, entry, _ := strings.Cut(page, "/round/1/entry\"")
	key, revision := formKey.FindStringSubmatch(entry), formRevision.FindStringSubmatch(entry)
	if key == nil || revision == nil {
		return 0, 0, fmt.Errorf("the wall shows no form for table %d", in.Table)
	}
	began = time.Now()
	to, err := d.post(ctx, d.round+"/entry", url.Values{
		"key": {key[1]}, "revision": {revision[1]}, "table": {strconv.Itoa(in.Table)}, "match": {strconv.Itoa(in.Match)}, "outcome": {string(in.Outcome)},
	})
	if err == nil && !strings.Contains(to, "said=Saved") {
		err = fmt.Errorf("table %d leads to %s", in.Table, to)
	}
	return form, time.Since(began), err
}

func (d *desk) get(ctx context.Context, address string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	answer, err := d.client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s", address, answer.Status)
	}
	return string(body), err
}

// post sends a form and returns where the answer leads.
func (d *desk) post(ctx context.Context, address string, form url.Values) (to string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := d.client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return "", err
	}
	if answer.StatusCode != http.StatusSeeOther {
		return "", fmt.Errorf("%s answers %s", address, answer.Status)
	}
	return answer.Header.Get("Location"), nil
}
