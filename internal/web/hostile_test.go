package web_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// names that stand in an address where a number or a name belongs, as they are sent.
var hostileNames = []string{
	"99999999999999999999", "9223372036854775807", "2147483648", "-1", "0", "1e9", "+1", "%00", "%FF", "%F0%9F", "a%2Fb", "..%2f..%2f", "%20", "%25",
	"%27%3B--", "%E2%80%AE", strings.Repeat("x", 3000),
}

// values that stand in a field, besides those that a form would send.
var hostileValues = []string{
	"", " ", "99999999999999999999", "9223372036854775807", "-9223372036854775808", "2147483648", "-1", "0", "0.5", "1e400", "NaN", "a\x00b", "\xff\xfe",
	"\xf0\x9f", "\u202e", "\r\nSet-Cookie: a=b", "' or 1=1 --", "<script>", "{", "2026-13-45", "0000-00-00", "9999-12-31T99:99", "25:61", "//elsewhere.example", "../../etc/passwd",
	strings.Repeat("ä", 20_000),
}

// values that a form might send, so that what stands behind the first check is reached too.
var likelyValues = []string{"1", "2", "3", "open", "lake", "slot1", "slot2", "draw", "on", "yes", "true", "team-1", "2026-05-02", "2026-05-02T10:00", "10:00", "Oak", "FIDEX", "PTS", "desk", "A", "B"}

// fieldNames are those that handlers read, from their source.
func fieldNames(t *testing.T) []string {
	t.Helper()
	files := expect.Must(filepath.Glob("*/*.go"))(t)
	read := regexp.MustCompile(`(?:QueryParam|FormValue|FormFile|FormText|FormNumber|FormID|sectionField|formTime|formDay)\((?:&?\w+, )?"([\w-]+)"`)
	var names []string
	for _, name := range files {
		source := expect.Must(os.ReadFile(name))(t)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, found := range read.FindAllStringSubmatch(string(source), -1) {
			names = append(names, found[1])
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) < 80 {
		t.Fatalf("only %d field names are read from the source", len(names))
	}
	return names
}

// attack sends what no browser of ours sends and holds every answer to the same rules:
// never a failure of the server, an error page with a way forward and the number of
// the request, and nothing changed by what was refused.
type attack struct {
	*league
	b      *browser
	bearer string
	as     string
	chance *rand.Rand
	fields []string
	broken map[string]bool // "POST /path 500" once
	seen   map[int]int     // answers by status
}

// saved counts all that was ever recorded.
func (a *attack) saved() (acts int) {
	a.t.Helper()
	return testkit.Stored[int](a.t, a.pool, `select coalesce(sum(version), 0) + (select count(*) from event) from event`)
}

func (a *attack) send(route, method, target string, body io.Reader, contentType string) {
	a.t.Helper()
	req := expect.Must(http.NewRequestWithContext(a.t.Context(), method, a.url, body))(a.t)
	path, query, _ := strings.Cut(target, "?")
	req.URL.Opaque, req.URL.RawQuery = "//"+req.URL.Host+path, query // as written, not as Go would write it
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	api := strings.Contains(route, " /api/")
	bare := strings.Contains(route, "/static/") || strings.Contains(route, "/kept/") || strings.HasSuffix(route, "/acts") || strings.HasSuffix(route, "/account/here") // no reader's eyes see these
	if api && a.bearer != "" {
		req.Header.Set("Authorization", "Bearer "+a.bearer)
		req.Header.Set("Idempotency-Key", a.key())
	}
	before := 0
	if method != http.MethodGet && method != http.MethodHead {
		before = a.saved()
	}
	res, err := a.b.client.Do(req)
	if err != nil {
		a.t.Errorf("%s as %s: %s: %v", route, a.as, clip(target), err)
		return
	}
	defer res.Body.Close()
	said, err := io.ReadAll(res.Body)
	if err != nil {
		a.t.Errorf("%s as %s: %s: %v", route, a.as, clip(target), err)
		return
	}
	wrong := func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !a.broken[route+text] {
			a.broken[route+text] = true
			a.t.Errorf("%s as %s: %s: %s", route, a.as, clip(target), text)
		}
	}
	a.seen[res.StatusCode]++
	if res.StatusCode >= 500 {
		wrong("status %d", res.StatusCode)
	}
	if res.StatusCode < 400 {
		return
	}
	if method != http.MethodGet && method != http.MethodHead && a.saved() != before {
		wrong("refused with %d, and something was saved", res.StatusCode)
	}
	id := res.Header.Get("X-Request-Id")
	switch {
	case id == "":
		wrong("status %d has no request number", res.StatusCode)
	case method == http.MethodHead || bare:
	case api:
		if kind := res.Header.Get("Content-Type"); kind != "application/problem+json" || !bytes.Contains(said, []byte(id)) {
			wrong("status %d is %q: %s", res.StatusCode, kind, clip(string(said)))
		}
	case !bytes.Contains(said, []byte("<a ")):
		wrong("status %d shows no way forward: %s", res.StatusCode, clip(string(said)))
	}
	if method == http.MethodHead && len(said) > 0 {
		wrong("an answer to HEAD has a body")
	}
}

func clip(s string) string {
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return fmt.Sprintf("%q", s)
}

// form fills every field with something: likely in most, hostile in some.
func (a *attack) form() url.Values {
	form := url.Values{}
	polite := a.chance.IntN(4) > 0 // no text that is refused before any handler sees it
	for _, name := range a.fields {
		switch n := a.chance.IntN(10); {
		case n < 2:
			if value := hostileValues[a.chance.IntN(len(hostileValues))]; !polite || limit.Text(name, value) == nil {
				form.Set(name, value)
			}
		case n < 9:
			form.Set(name, likelyValues[a.chance.IntN(len(likelyValues))])
		}
	}
	form.Set("key", a.key())
	if a.chance.IntN(8) == 0 {
		form.Set("key", hostileValues[a.chance.IntN(len(hostileValues))])
	}
	return form
}

// addressOf writes an address; the names it does not know stay hostile.
func addressOf(pattern string, known map[string]string) string {
	parts := strings.Split(pattern, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok {
			parts[i] = cmp.Or(known[name], "1")
		} else if p == "*" {
			parts[i] = known["*"]
		}
	}
	return strings.Join(parts, "/")
}

var params = regexp.MustCompile(`:(\w+)|\*`)

// addresses are those of a route with one part hostile at a time.
func addresses(pattern string, good map[string]string) []string {
	var all []string
	for _, found := range params.FindAllString(pattern, -1) {
		name := strings.TrimPrefix(found, ":")
		for _, hostile := range hostileNames {
			bad := map[string]string{}
			for k, v := range good {
				bad[k] = v
			}
			bad[name] = hostile
			all = append(all, addressOf(pattern, bad))
		}
	}
	return all
}

// spared are routes whose answers end what the test stands on, or never end.
func spared(key string) bool {
	method, pattern, _ := strings.Cut(key, " ")
	return strings.HasSuffix(pattern, "/stream") || method == "POST" && (pattern == "/sign-out" || strings.HasPrefix(pattern, "/account") || strings.HasSuffix(pattern, "/people/sign-out") || strings.HasSuffix(pattern, "/people/take"))
}

func TestHostileRequests(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("thousands of requests")
	}
	l := seated(t, 8)
	boss := l.person("boss", "Boss", "administrator")
	for _, role := range []access.Role{access.Chief, access.Organizer} {
		l.give(boss, l.event, 0, role)
	}
	for _, role := range []access.Role{access.Scorekeeper, access.Director, access.SectionChief} {
		l.give(boss, l.event, l.section, role)
	}
	bearer := l.token(boss, "Hostile", "read", "results", "teams", "rounds", "incidents")
	good := map[string]string{
		"event": "lake", "section": "open", "round": "1", "table": "1", "match": "1", "team": "team-1", "incident": "1", "appeal": "1", "screen": "main",
		"token": "none", "code": "none", "file": "none", "player": "1", "message": "1", "*": "none",
	}
	for _, a := range []*attack{
		{league: l, b: l.visitor(), as: "nobody"},
		{league: l, b: boss, as: "chief", bearer: bearer},
	} {
		a.broken, a.seen, a.fields, a.chance = map[string]bool{}, map[int]int{}, fieldNames(t), rand.New(rand.NewPCG(1, 2))
		forms, every := 6, 4
		if a.as == "nobody" {
			forms, every = 1, 12
		}
		for r, key := range l.server.RouteKeys() {
			if spared(key) {
				continue
			}
			method, pattern, _ := strings.Cut(key, " ")
			at := addressOf(pattern, good)
			if method == http.MethodGet {
				a.send(key, http.MethodHead, at, nil, "")
				a.send(key, method, at+"/", nil, "")
				for range forms {
					a.send(key, method, at+"?"+a.form().Encode(), nil, "")
				}
				a.send(key, method, at+"?%zz=%&;=&=%00&a=%ff", nil, "")
			}
			for _, other := range []string{http.MethodPut, http.MethodDelete, "PROPFIND"} {
				a.sendUnknown(key, other, at)
			}
			for i, bad := range addresses(pattern, good) {
				if (i+r)%every == 0 {
					a.send(key, method, bad, strings.NewReader("key="+a.key()), formType)
				}
			}
			if method != http.MethodPost {
				continue
			}
			for range forms {
				form := a.form()
				a.send(key, method, at, strings.NewReader(form.Encode()), formType)
			}
			a.sendBodies(key, method, at)
		}
		expect.True(t, a.seen[200] != 0 && a.seen[404] != 0 && (a.as != "chief" || a.seen[422] != 0), "as %s: %v: the requests reach too little", a.as, a.seen)
	}
}

// sendUnknown uses a method that no address takes: 405 says which it does.
func (a *attack) sendUnknown(route, method, at string) {
	a.t.Helper()
	req := expect.Must(http.NewRequestWithContext(a.t.Context(), method, a.url+at, nil))(a.t)
	res := a.b.do(req)
	if own, _, _ := strings.Cut(route, " "); res.status != http.StatusMethodNotAllowed || !strings.Contains(res.header.Get("Allow"), own) {
		a.t.Errorf("%s as %s: %s is answered with %d, Allow %q", route, a.as, method, res.status, res.header.Get("Allow"))
	}
}

const formType = "application/x-www-form-urlencoded"

// sendBodies sends bodies that are no form, or no JSON.
func (a *attack) sendBodies(key, method, at string) {
	a.t.Helper()
	for kind, bodies := range map[string][]string{
		formType: {"", "%", "%zz=1", "a=%ff&key=%00", ";;;&&&===", strings.Repeat("a=1&", 50_000)},
		"multipart/form-data; boundary=x": {
			"", "--x", "--x\r\n\r\n--x--", "--x\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nunfinished",
			"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\x00b\"\r\n\r\n\xff\xfe\r\n--x--\r\n",
		},
		"multipart/form-data": {"--x--"},
		"application/json":    {"", "{", "null", "[]", "7", `{"key":1}`, `{"a":` + strings.Repeat("[", 20_000), "{\"name\":\"\x00\"}", `{"outcome":"\ud800","name":"\u0000","round":1e999}`},
		"text/plain":          {"key=1"},
		"nonsense; ;;=":       {"key=1"},
	} {
		for _, body := range bodies {
			a.send(key, method, at, strings.NewReader(body), kind)
		}
	}
}
