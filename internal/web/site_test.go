package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web"
	"github.com/tandemchess/tandem/internal/web/chief"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/webhook"
)

// site is the whole application on a database of its own, with a clock that
// tests set.
type site struct {
	t          testing.TB
	world      *testkit.World
	url        string
	server     *web.Server
	pool       *pgxpool.Pool
	db         *postgres.DB
	accounts   *account.Service
	tournament *tournament.Service
	hub        *live.Hub
	log        *bytes.Buffer
	backups    *savepoint.Keeper
	second     *savepoint.Second
	free       uint64 // bytes on the disk
	secure     bool   // whoever starts another node may want it for https:// alone
	address    string // of another node, where people reach it
	replica    chief.Replica
	late       atomic.Int64 // nanoseconds by which news comes late to this node, as on a busy machine

	mu    sync.Mutex
	now   time.Time
	drift time.Duration
	deaf  error
}

// hears is what the node says of its listening.
func (s *site) hears() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.deaf
}

func (s *site) deafen(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deaf = why
}

// healthToken lets a machine see the health of a site.
const healthToken = "a token of more than twenty letters"

func newSite(t testing.TB, tune ...func(*pgxpool.Config)) *site {
	t.Helper()
	return newSiteOn(t, testdb.New(t, tune...))
}

func newSiteOn(t testing.TB, pool *pgxpool.Pool) *site {
	t.Helper()
	s := &site{t: t, now: testkit.Morning, hub: live.NewHub(), log: &bytes.Buffer{}, pool: pool}
	s.world = testkit.On(t, pool, s.clock)
	s.db, s.accounts, s.tournament = s.world.DB, s.world.Accounts, s.world.Tournament
	s.free = 50 << 30
	s.replica = chief.Replica{Following: true}
	s.backups = savepoint.New(savepoint.Options{
		Dir: t.TempDir(), Keep: 3, Now: s.clock, Log: slog.New(slog.DiscardHandler), Milestones: s.db.Milestones,
		Write: func(ctx context.Context, w io.Writer) error {
			_, err := postgres.Backup(ctx, s.pool, w, s.clock())
			return err
		},
		Try: func(ctx context.Context, r io.Reader) error {
			_, err := postgres.TryRestore(ctx, s.pool, r)
			return err
		},
	})
	s.second = savepoint.NewSecond(savepoint.SecondOptions{Keeper: s.backups, Client: http.DefaultClient, Now: s.clock, Log: slog.New(slog.DiscardHandler)})
	s.hub.OnChange(func(int64, int64, journal.Reach) { time.Sleep(time.Duration(s.late.Load())) })
	s.server = s.start()
	stop := s.world.Hear(s.hub)
	ts := listen(s.server)
	s.url = ts.URL
	t.Cleanup(func() {
		s.hub.Close()
		ts.Close()
		stop()
		if t.Failed() && s.log.Len() > 0 {
			t.Logf("server log:\n%s", s.log)
		}
	})
	return s
}

// programName is the version at the foot of every page.
const programName = "1.0 (0123456789ab of 2026-05-02)"

// start is a node over the site's database, as after each start of the program.
func (s *site) start() *web.Server {
	return web.New(web.Deps{
		Log: slog.New(slog.NewTextHandler(&lockedWriter{w: s.log}, nil)), Now: s.clock, ClockDrift: s.drifted, Founding: s.world.Founding, Tournament: s.tournament, Public: s.tournament.Reader(), Dispute: s.world.Disputes, Accounts: s.accounts, Journal: postgres.Journal{DB: s.db},
		Hub: s.hub, Secure: s.secure, URL: s.address, Asset: func(name string) string { return "/static/" + name },
		Static: http.NotFoundHandler(), Ready: s.db.Ping, Hears: s.hears, HealthToken: healthToken, RulebookTexts: filepath.Join(s.backups.Dir, "rulebooks"), RefusesHook: webhook.Refuses(false), CanSave: s.db.CanSave, Backups: s.backups, Second: s.second,
		Guests: &savepoint.Guests{Dir: filepath.Join(s.backups.Dir, "guests"), Now: s.clock, Free: func(string) (uint64, uint64, error) { return s.free, 100 << 30, nil }},
		Machine: chief.Machine{
			Build: "devel", Program: programName, DataDir: "/", Ahead: func() chief.Ahead { return chief.Ahead(s.db.Ahead()) }, Database: s.db.About, Queue: s.db.Waiting, Free: func(string) (uint64, uint64, error) { return s.free, 100 << 30, nil },
			Replica: func(context.Context) (chief.Replica, error) { return s.replica, nil },
		},
	})
}

// listen serves as the program does.
func listen(server *web.Server) *httptest.Server {
	ts := httptest.NewUnstartedServer(server)
	ts.Listener = visit.Listen(ts.Config, ts.Listener)
	ts.Start()
	return ts
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// drifted is by how much the server's clock was set in the test.
func (s *site) drifted() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.drift
}

// setClock sets the server's clock forward or back, as an operator does.
func (s *site) setClock(by time.Duration) {
	s.wait(by)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drift += by
}

// wait moves the clock forward.
func (s *site) wait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

const testPassword = "four words in a row"

// person makes an account and a browser that is signed in with it. Site roles
// are "none", "organizer" and "administrator".
func (s *site) person(login, name, siteRole string) *browser {
	s.t.Helper()
	b := s.visitor()
	b.accountID = expect.Must(s.accounts.Create(s.t.Context(), account.NewPerson{Login: login, Name: name, Password: testPassword}, siteRole))(s.t).AccountID
	b.post("/sign-in", url.Values{"login": {login}, "password": {testPassword}}).wants(http.StatusSeeOther)
	return b
}

// give gives a role in an event; sectionID 0 means all sections.
func (s *site) give(b *browser, eventID, sectionID int64, role access.Role) {
	s.t.Helper()
	root := access.Actor{AccountID: b.accountID, Grants: []access.Grant{{EventID: eventID, Role: access.Organizer}}}
	expect.OK(s.t, s.accounts.GiveRole(s.t.Context(), journal.Command{Actor: journal.Actor{AccountID: b.accountID, Name: "Test"}}, root,
		account.GiveRole{EventID: eventID, AccountID: b.accountID, SectionID: sectionID, Role: role}))
}

// browser is one person's browser: it keeps cookies and does not follow
// redirects, so that tests see them.
type browser struct {
	t         testing.TB
	url       string
	client    *http.Client
	accountID int64
}

func (s *site) visitor() *browser {
	jar := expect.Must(cookiejar.New(nil))(s.t)
	return &browser{t: s.t, url: s.url, client: &http.Client{
		Jar: jar, Timeout: 30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// answer is a response whose body has been read.
type answer struct {
	t      testing.TB
	what   string
	status int
	header http.Header
	body   string
	doc    *html.Node
}

func (b *browser) get(path string) *answer {
	b.t.Helper()
	req := expect.Must(http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.url+path, nil))(b.t)
	req.Header.Set("Sec-Fetch-Site", "same-origin") // as a browser says of a link on our pages
	return b.do(req)
}

func (b *browser) post(path string, form url.Values) *answer {
	b.t.Helper()
	req := expect.Must(http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.url+path, strings.NewReader(form.Encode())))(b.t)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a := b.do(req)
	a.keepsTyped(path, form)
	return a
}

func (b *browser) do(req *http.Request) *answer {
	b.t.Helper()
	res, err := b.client.Do(req)
	if err != nil {
		b.t.Fatalf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatalf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	a := &answer{t: b.t, what: req.Method + " " + req.URL.RequestURI(), status: res.StatusCode, header: res.Header, body: string(body)}
	a.doc, err = html.Parse(bytes.NewReader(body))
	expect.MustTrue(b.t, err == nil, "%s: %v", a.what, err)
	if strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
		a.keepsMarkup()
	}
	return a
}

// wants fails the test unless the status is as expected.
func (a *answer) wants(status int) *answer {
	a.t.Helper()
	expect.MustTrue(a.t, a.status == status, "%s: status %d, want %d\n%s", a.what, a.status, status, a.text("main"))
	return a
}

// to returns where a redirect leads.
func (a *answer) to() string { return a.header.Get("Location") }

// has fails the test unless some element of the selector holds the text. The
// selector is a tag, .class, #id or [attribute=value], or several of them in one
// word ("li.mine"), descending at spaces.
func (a *answer) has(selector, text string) *answer {
	a.t.Helper()
	for _, n := range find(a.doc, selector) {
		if strings.Contains(textOf(n), text) {
			return a
		}
	}
	a.t.Errorf("%s: no %q contains %q; the page says:\n%s", a.what, selector, text, a.text("main"))
	return a
}

// hasNot fails the test when some element of the selector holds the text.
func (a *answer) hasNot(selector, text string) *answer {
	a.t.Helper()
	for _, n := range find(a.doc, selector) {
		expect.Lacks(a.t, textOf(n), text, "%s: %q contains", a.what, selector)
	}
	return a
}

// count returns how many elements the selector finds.
func (a *answer) count(selector string) int { return len(find(a.doc, selector)) }

// text returns the words of everything the selector finds.
func (a *answer) text(selector string) string {
	var parts []string
	for _, n := range find(a.doc, selector) {
		parts = append(parts, textOf(n))
	}
	return strings.Join(parts, "\n")
}

// value returns an attribute of the first element the selector finds.
func (a *answer) value(selector, attribute string) string {
	a.t.Helper()
	found := find(a.doc, selector)
	expect.MustTrue(a.t, len(found) != 0, "%s: nothing matches %q", a.what, selector)
	return attr(found[0], attribute)
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(b.String(), text.To, "–")), " ")
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// find lists what a selector finds; several, with commas between them, find what each of them does.
func find(root *html.Node, selector string) []*html.Node {
	if one, rest, several := strings.Cut(selector, ", "); several {
		return append(find(root, one), find(root, rest)...)
	}
	nodes := []*html.Node{root}
	for _, part := range strings.Fields(selector) {
		var next []*html.Node
		seen := map[*html.Node]bool{}
		for _, n := range nodes {
			for d := range n.Descendants() {
				if d.Type == html.ElementNode && !seen[d] && matches(d, part) {
					seen[d] = true
					next = append(next, d)
				}
			}
		}
		nodes = next
	}
	return nodes
}

// matches checks one compound selector; [name=] asks for the attribute, whatever
// its value.
func matches(n *html.Node, part string) bool {
	for part != "" {
		end := strings.IndexAny(part[1:], ".#[")
		token := part
		if end >= 0 {
			token = part[:end+1]
		}
		part = part[len(token):]
		switch token[0] {
		case '.':
			if !strings.Contains(" "+attr(n, "class")+" ", " "+token[1:]+" ") {
				return false
			}
		case '#':
			if attr(n, "id") != token[1:] {
				return false
			}
		case '[':
			name, value, _ := strings.Cut(strings.Trim(token, "[]"), "=")
			has := slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
			if value = strings.Trim(value, `"`); !has || value != "" && attr(n, name) != value {
				return false
			}
		default:
			if n.Data != token {
				return false
			}
		}
	}
	return true
}

func path(format string, args ...any) string { return fmt.Sprintf(format, args...) }
