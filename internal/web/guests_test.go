package web_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const kept = "/server/kept"

// letIn makes a token for another Tandem.
func (s *site) letIn(admin *browser, name string) (token string) {
	s.t.Helper()
	page := admin.post(kept, url.Values{"name": {name}}).wants(http.StatusOK).has("h2", "Token of "+name)
	return strings.TrimSpace(textOf(find(page.doc, "[role=status] code")[0]))
}

// sends posts a file as another Tandem does.
func (s *site) sends(token, name string, body io.Reader) (status int, said string) {
	s.t.Helper()
	r := expect.Must(http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+savepoint.GuestPath+"/"+name, body))(s.t)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a := expect.Must(http.DefaultClient.Do(r))(s.t)
	defer a.Body.Close()
	text := expect.Must(io.ReadAll(a.Body))(s.t)
	return a.StatusCode, string(text)
}

// One Tandem keeps the save points of another: sent by itself, proved on arrival, and
// handed out by its administrator when the other machine is lost.
func TestSavePointsAreKeptByAnotherTandem(t *testing.T) {
	t.Parallel()
	keeper, l := newSite(t), newLeague(t, 2)
	admin := keeper.person("root", "Root", "administrator")
	token := keeper.letIn(admin, "Lakeside club")

	root := l.person("root", "Root", "administrator")
	choose := func(where, token string) *answer {
		return root.post(backups+"/second", url.Values{"key": {l.key()}, "where": {where}, "token": {token}})
	}
	choose(keeper.url, "wrong").wants(http.StatusUnprocessableEntity).has(".field-error", "it says: This token is not one of this Tandem")
	choose(keeper.url+"/e/lake", token).wants(http.StatusUnprocessableEntity).has(".field-error", "is such as https://tandem.example.org")
	choose("http://tandem.example.org", token).wants(http.StatusUnprocessableEntity).has(".field-error", "has to begin with https://")
	choose(l.url, token).wants(http.StatusUnprocessableEntity).has(".field-error", "it says: This token is not one")
	choose(keeper.url, token).wants(http.StatusSeeOther)

	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); l.second.Run(ctx) }()
	root.post(backups, url.Values{"key": {l.key()}}).wants(http.StatusSeeOther)
	for l.second.Status().Latest == "" {
		now := l.second.Status()
		expect.MustTrue(t, ctx.Err() == nil && now.Trouble == "", "%+v", now)
		runtime.Gosched()
	}
	stop()
	<-ended
	root.get(backups).has("#second .tag-ok", "copied").has("#second p", "The newest copy has the state of")
	root.get(backups+"/lost").has("li", "The copies are on the Tandem at "+keeper.url)

	page := admin.get(kept).has("h2", "Lakeside club").has(".rows", "made by hand")
	file := page.value(".rows a[download]", "href")
	got := admin.get(file).wants(http.StatusOK)
	name := l.second.Status().Latest
	if mine := root.get(backups + "/" + name); mine.body != got.body || !strings.HasSuffix(got.header.Get("Content-Disposition"), `"`+name+`"`) {
		t.Errorf("what is handed out is not what was sent: %d and %d bytes, %s", len(got.body), len(mine.body), got.header.Get("Content-Disposition"))
	}

	admin.post(strings.TrimSuffix(file, "/backup/"+name)+"/close", nil).wants(http.StatusSeeOther)
	status, _ := keeper.sends(token, name, strings.NewReader(got.body))
	expect.Equal(t, status, http.StatusUnauthorized, "a token that was taken back")
	admin.get(kept).has(".tag", "closed").has(".rows", "made by hand")
}

// What another Tandem sends is bounded and proved; whatever else comes leaves nothing.
func TestWhatIsKeptOfOthersIsProved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin := s.person("root", "Root", "administrator")
	token := s.letIn(admin, "One")
	point := expect.Must(s.backups.Make(t.Context(), savepoint.ByHand))(t)
	f := expect.Must(s.backups.Open(point.Name))(t)
	defer f.Close()
	file := expect.Must(io.ReadAll(f))(t)
	altered := bytes.Clone(file)
	altered[len(altered)/2] ^= 1
	for what, c := range map[string]struct {
		token, name string
		body        []byte
		status      int
		says        string
	}{
		"no token":     {"", point.Name, file, http.StatusUnauthorized, "Show the token"},
		"wrong token":  {token + "x", point.Name, file, http.StatusUnauthorized, "works no more"},
		"wrong name":   {token, "passwords.tandem", file, http.StatusUnprocessableEntity, "not the name of a save point"},
		"path in name": {token, "..%2f..%2f" + point.Name, file, http.StatusUnprocessableEntity, "not the name of a save point"},
		"nothing":      {token, point.Name, nil, http.StatusUnprocessableEntity, "no whole save point"},
		"cut off":      {token, point.Name, file[:len(file)-10], http.StatusUnprocessableEntity, "no whole save point"},
		"altered":      {token, point.Name, altered, http.StatusUnprocessableEntity, "no whole save point"},
		"another kind": {token, strings.Replace(point.Name, "-hand", "-part", 1), file, http.StatusUnprocessableEntity, "does not fit"},
	} {
		status, said := s.sends(c.token, c.name, bytes.NewReader(c.body))
		expect.True(t, status == c.status && strings.Contains(said, c.says), "%s: %d %s, want %d and %q", what, status, said, c.status, c.says)
	}
	admin.get(kept).has("p", "Nothing has come yet.")
	s.free = 1 << 30
	if status, said := s.sends(token, point.Name, bytes.NewReader(file)); status != http.StatusServiceUnavailable || !strings.Contains(said, "nearly full") {
		t.Errorf("on a full disk: %d %s", status, said)
	}
	s.free = 50 << 30
	for range 2 { // sent again it is there already
		status, said := s.sends(token, point.Name, bytes.NewReader(file))
		expect.Equal(t, status, http.StatusOK, "%s", said)
	}
	// One guest sees nothing of another.
	other := s.letIn(admin, "Other")
	r := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+savepoint.GuestPath, nil))(t)
	r.Header.Set("Authorization", "Bearer "+other)
	a := expect.Must(http.DefaultClient.Do(r))(t)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	expect.True(t, err == nil && !strings.Contains(string(text), point.Name), "another one is told %s, %v", text, err)
	admin.post(kept, url.Values{"name": {"One"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "one of that name already")
	admin.post(kept, url.Values{"name": {" "}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Name the other Tandem")
}

// A Tandem that takes a request and never answers holds up no save point, is said to be
// slow, and does not keep the program from ending.
func TestASecondPlaceThatHangs(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	release := make(chan struct{})
	hangs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			io.WriteString(w, `{"names":[]}`)
			return
		}
		<-release
	}))
	t.Cleanup(func() { close(release); hangs.Close() })
	second := savepoint.NewSecond(savepoint.SecondOptions{
		Keeper: s.backups, Fixed: hangs.URL, Client: http.DefaultClient, Now: s.clock, Log: slog.New(slog.DiscardHandler),
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); second.Run(ctx) }()
	for range 3 {
		expect.Must(s.backups.Make(t.Context(), savepoint.Automatic))(t)
	}
	for second.Status().Copying.IsZero() {
		expect.MustTrue(t, t.Context().Err() == nil, "no copy was begun")
		runtime.Gosched()
	}
	_, err := s.backups.Make(t.Context(), savepoint.Automatic)
	expect.True(t, err == nil, "a save point beside a copy that hangs: %v", err)
	now := second.Status()
	expect.True(t, !now.Slow(now.Copying) && now.Slow(now.Copying.Add(savepoint.SlowCopy+1)), "%+v", now)
	stop()
	<-ended
}
