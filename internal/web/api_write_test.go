package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const openAPI = "/api/v1/events/lake/sections/open"

// token lets a program in for the person and returns what it sends.
func (l *league) token(b *browser, name string, scopes ...string) string {
	l.t.Helper()
	return l.tokenFor("1", b, name, scopes...)
}

// tokenFor is token for another section, or for all where it is empty.
func (l *league) tokenFor(section string, b *browser, name string, scopes ...string) string {
	l.t.Helper()
	page := b.post("/e/lake/desk/programs", url.Values{
		"key": {l.key()}, "name": {name}, "section": {section}, "scopes": scopes, "until": {l.clock().AddDate(0, 0, 3).Format(time.DateOnly)},
	}).wants(http.StatusOK)
	page.has("h2", "Token for "+name)
	return page.text("section[role=status] code.long")
}

// secondChief is somebody else who may let programs in.
func (l *league) secondChief() *browser {
	b := l.person("kim", "Kim Oh", "none")
	l.give(b, l.event, l.section, access.SectionChief)
	return b
}

// program is a program with a token.
type program struct {
	l     *league
	token string
	sent  int
}

// call sends a request and reads the answer; a key of its own names each POST.
func (p *program) call(method, path, body string, status int) map[string]any {
	p.l.t.Helper()
	p.sent++
	return p.keyed(method, path, body, fmt.Sprintf("%s %d", p.token, p.sent), status)
}

func (p *program) keyed(method, path, body, key string, status int) map[string]any {
	p.l.t.Helper()
	r := expect.Must(http.NewRequestWithContext(p.l.t.Context(), method, p.l.url+path, strings.NewReader(body)))(p.l.t)
	r.Header.Set("Authorization", "Bearer "+p.token)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	answer := expect.Must(http.DefaultClient.Do(r))(p.l.t)
	defer answer.Body.Close()
	text := expect.Must(io.ReadAll(answer.Body))(p.l.t)
	expect.MustTrue(p.l.t, answer.StatusCode == status, "%s %s: status %d, want %d: %s", method, path, answer.StatusCode, status, text)
	var value map[string]any
	err := json.Unmarshal(text, &value)
	expect.MustTrue(p.l.t, err == nil, "%s %s: %v: %s", method, path, err, text)
	return value
}

// A program with all scopes runs a round from the entry to the last result.
func TestProgramRunsARound(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 3)
	p := &program{l: l, token: l.token(l.chief, "scoreboard", "read", "teams", "rounds", "clock", "results", "incidents")}
	desk := &program{l: l, token: l.token(l.secondChief(), "scanner", "results", "teams")}

	late := desk.call("POST", openAPI+"/teams", `{"name": "Late Knights", "players": [{"first_name": "Lee", "last_name": "Ng"}, {"first_name": "Mo", "last_name": "Ott"}]}`, 200)
	expect.True(t, late["team"] == "late-knights" && late["state"] == "entered", "entered: %v", late)
	if late = desk.call("POST", openAPI+"/teams/late-knights/check-in", `{"state": "here"}`, 200); late["state"] != "here" {
		t.Errorf("checked in: %v", late)
	}
	draft := p.call("POST", openAPI+"/rounds/1/draft", `{"revision": 0}`, 200)
	tables, ok := draft["tables"].([]any)
	expect.MustTrue(t, ok && len(tables) == 2, "draft: %v", draft)
	revision := draft["revision"]
	refused := p.call("POST", openAPI+"/rounds/1/publish", fmt.Sprintf(`{"revision": %v, "round": 2}`, revision), 422)
	expect.True(t, refused["fields"] != nil, "a wrong round number: %v", refused)
	done := p.call("POST", openAPI+"/rounds/1/publish", fmt.Sprintf(`{"revision": %v, "round": 1}`, revision), 200)
	expect.Equal(t, done["tables"], 2.0, "published: %v", done)
	p.call("POST", openAPI+"/rounds/1/clock", `{"do": "start"}`, 200)
	p.call("POST", openAPI+"/rounds/1/tables/1/clock", `{"do": "extend", "minutes": 3, "reason": "spilled tea"}`, 200)

	matches := p.call("GET", openAPI+"/rounds/1/matches?limit=3", "", 200)
	items := matches["items"].([]any)
	expect.True(t, len(items) == 3 && matches["next"] != nil, "matches: %v", matches)
	const first = openAPI + "/rounds/1/tables/1/matches/1/result"
	entered := desk.keyed("POST", first, `{"outcome": "slot1", "revision": 0, "slip": "7"}`, "slip 7", 200)
	expect.True(t, entered["kind"] == "first" && strings.Contains(entered["sentence"].(string), "beat"), "entered: %v", entered)
	again := desk.keyed("POST", first, `{"outcome": "slot1", "revision": 0, "slip": "7"}`, "slip 7", 200)
	expect.Equal(t, again["sentence"], entered["sentence"], "the same change sent again: %v", again)
	stale := desk.call("POST", first, `{"outcome": "slot2", "revision": 0, "change": true, "reason": "read wrong"}`, 409)
	expect.True(t, stale["detail"] != "", "a stale change: %v", stale)
	now := p.call("GET", openAPI+"/rounds/1/matches", "", 200)["items"].([]any)[0].(map[string]any)
	p.call("POST", first+"/verify", fmt.Sprintf(`{"revision": %v, "confirm": true}`, now["revision"]), 200)
	if now = p.call("GET", openAPI+"/rounds/1/matches", "", 200)["items"].([]any)[0].(map[string]any); now["state"] != "verified" {
		t.Errorf("after verifying: %v", now)
	}
	opened := p.call("POST", openAPI+"/rounds/1/tables/1/matches/2/incidents", `{"kind": "flag", "summary": "Flag claimed"}`, 200)
	expect.Equal(t, opened["incident_id"], 1.0, "opened: %v", opened)
	l.chief.get("/e/lake/desk/journal").has("main", "Dana Holt (program scoreboard)").has("main", "Kim Oh (program scanner)")
}

// What a token may do is bounded by its scopes, its owner's roles, its day and
// being taken back.
func TestTokenIsBounded(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	const first = openAPI + "/rounds/1/tables/1/matches/1/result"
	results := &program{l: l, token: l.token(l.chief, "scanner", "results")}
	if no := results.call("POST", openAPI+"/rounds/1/clock", `{"do": "start"}`, 403); !strings.Contains(no["detail"].(string), `scope "clock"`) {
		t.Errorf("refused with %v", no)
	}
	for body, says := range map[string]string{
		`{"outcome": "slot3", "revision": 0}`: "outcome", `{"outcome": "slot1", "revison": 0}`: "revison", `{"outcome"`: "JSON", `[]`: "JSON", `{"outcome": "slot1"} {}`: "follows",
	} {
		no := results.call("POST", first, body, 422)
		expect.True(t, strings.Contains(fmt.Sprint(no), says), "%s: refused with %v, want %q", body, no, says)
	}
	if no := results.keyed("POST", first, `{"outcome": "slot1"}`, "", 422); !strings.Contains(no["detail"].(string), "Idempotency-Key") {
		t.Errorf("a change without a name: %v", no)
	}
	results.call("POST", openAPI+"/rounds/1/tables/9/matches/1/result", `{"outcome": "slot1"}`, 404)
	(&program{l: l, token: "made-up"}).call("POST", first, `{"outcome": "slot1"}`, 401)
	(&program{l: l, token: "made-up"}).call("GET", openAPI+"/rounds/1/matches", "", 401)

	// The owner loses the role, and the token with it.
	own := &program{l: l, token: l.token(l.chief, "other", "results")}
	l.exec(`update role_grant set revoked_at = granted_at where account_id = (select account_id from account where login = 'dana')`)
	own.call("POST", first, `{"outcome": "slot1"}`, 403)
	l.exec(`update role_grant set revoked_at = null where account_id = (select account_id from account where login = 'dana')`)
	own.call("POST", first, `{"outcome": "slot1"}`, 200)

	l.chief.post("/e/lake/desk/programs/stop", url.Values{"key": {l.key()}, "token": {"1"}}).wants(http.StatusSeeOther)
	results.call("POST", first, `{"outcome": "slot1"}`, 401)
	l.wait(5 * 24 * time.Hour)
	own.call("POST", first, `{"outcome": "slot1"}`, 401)
}

// A program that has lost its way is refused, and changes nothing then; another one
// and the desk go on.
func TestOneTokenCannotCrowdTheDesk(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.server.LimitTokens()
	lost := l.token(l.chief, "lost", "read", "teams")
	other := &program{l: l, token: l.token(l.secondChief(), "other", "read", "teams")}
	absent := func(key string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, openAPI+"/teams/team-1/check-in", strings.NewReader(`{"state": "absent"}`))
		r.Header.Set("Authorization", "Bearer "+lost)
		r.Header.Set("Idempotency-Key", key)
		w := httptest.NewRecorder()
		l.server.ServeHTTP(w, r)
		return w
	}
	absent("the first time")
	other.call("POST", openAPI+"/teams/team-1/check-in", `{"state": "here"}`, 200)
	refused := func() *httptest.ResponseRecorder {
		for range 500 {
			if w := absent("the first time"); w.Code != http.StatusOK {
				return w
			}
		}
		return absent("the first time")
	}()
	var problem struct {
		Status int
		Detail string
	}
	expect.OK(t, json.Unmarshal(refused.Body.Bytes(), &problem))
	if h := refused.Header(); problem.Status != http.StatusTooManyRequests || h.Get("Retry-After") == "" || h.Get("Content-Type") != "application/problem+json" {
		t.Errorf("refused with %v: %s", h, refused.Body)
	}
	entries := func() (n int) {
		return testkit.Stored[int](t, l.pool, "select count(*) from journal")
	}
	for n := 0; ; n++ { // one gets through now and then
		before := entries()
		if absent(fmt.Sprintf("something new %d", n)).Code != http.StatusTooManyRequests {
			continue
		}
		after := entries()
		expect.True(t, after == before, "%d changes were made by a request that was refused", after-before)
		break
	}
	other.call("POST", openAPI+"/teams/team-1/check-in", `{"state": "here"}`, 200)
	l.chief.get("/e/lake/desk/open/teams").wants(http.StatusOK)
}

func TestProgramsPageRefuses(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	const page = "/e/lake/desk/programs"
	empty := l.chief.post(page, url.Values{"key": {l.key()}, "section": {"77"}, "until": {"2020-01-01"}})
	empty.wants(http.StatusUnprocessableEntity).has(".field-error", "section that you look after")
	l.chief.post(page, url.Values{"key": {l.key()}, "section": {"1"}, "until": {"2020-01-01"}, "scopes": {"everything"}}).
		wants(http.StatusUnprocessableEntity).has(".field-error", "what the program is").has(".field-error", "Choose what the program may do").has(".field-error", "Choose a day")
	// An organizer enters teams and no results, and so do programs of an organizer's.
	olga := l.person("olga", "Olga Hall", "none")
	l.give(olga, l.event, 0, access.Organizer)
	offered := olga.get(page)
	expect.True(t, offered.count("[name=scopes][value=teams]") == 1 && offered.count("[name=scopes][value=results]") == 0,
		"the organizer is not offered what she may do and nothing else")
	olga.post(page, url.Values{"key": {l.key()}, "name": {"scanner"}, "section": {"1"}, "until": {l.clock().AddDate(0, 0, 3).Format(time.DateOnly)}, "scopes": {"read", "results"}}).
		wants(http.StatusUnprocessableEntity).has(".field-error", "does not let you enter and verify results")
	l.chief.post(page+"/webhooks", url.Values{"key": {l.key()}, "hook_section": {"1"}, "url": {"ftp://example.org"}}).
		wants(http.StatusUnprocessableEntity).has(".field-error", "whole address").has(".field-error", "told of")
	l.chief.post(page+"/stop", url.Values{"key": {l.key()}, "token": {"9"}}).wants(http.StatusNotFound)
	l.chief.post(page+"/webhooks/close", url.Values{"key": {l.key()}, "webhook": {"9"}}).wants(http.StatusNotFound)

	l.chief.get(page).has("input[name=kinds][value=line-up][checked]", "").hasNot("input[name=scopes][checked]", "")
	made := l.chief.post(page+"/webhooks", url.Values{"key": {l.key()}, "hook_section": {"1"}, "url": {"https://example.org/tandem"}, "kinds": {"publish", "result"}})
	made.wants(http.StatusOK).has("h2", "Secret that signs").has(".rows", "https://example.org/tandem")
	l.chief.post(page+"/webhooks/close", url.Values{"key": {l.key()}, "webhook": {"1"}}).wants(http.StatusSeeOther)
	l.chief.get(page).has("p", "No address outside is told")
}

// A club shows the standings inside its own page, which no other page allows.
func TestStandingsCanBeEmbedded(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.play(1)
	page := l.visitor().get("/e/lake/open/standings/embed").wants(http.StatusOK)
	page.has("th", "Team 0001").has("caption", "Open").hasNot("caption", "under review")
	again := l.visitor().get("/e/lake/open/standings/embed") // from memory
	for _, header := range []http.Header{page.header, again.header} {
		policies := header.Values("Content-Security-Policy")
		expect.True(t, len(policies) == 1 && strings.Contains(policies[0], "frame-ancestors *"), "the policies are %q", policies)
	}
	expect.Contains(t, l.visitor().get("/e/lake/open/standings").header.Get("Content-Security-Policy"), "frame-ancestors 'none'", "the full page's policy")
	l.exec(`update match set under_review = true where event_id = $1 and match_id = 1`, l.event)
	l.hub.Resync()
	for _, address := range []string{"/e/lake/open/standings/embed", "/e/lake/open/standings"} {
		page := l.visitor().get(address).has(".note", "1 result under review")
		marked := page.count("tbody th .s-review")
		expect.True(t, marked == 2, "%s marks %d rows, want the two teams of the match", address, marked)
	}
}

// Each page for other sites opens there and nowhere else, as it was asked for; a
// language that a site chose for it is no choice of the reader.
func TestPagesForOtherSites(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	l.play(1)
	for address, want := range map[string]string{
		"/e/lake/open/standings/embed?rows=3": "tbody tr", "/e/lake/open/pairings/embed?rows=3": "tbody tr", "/e/lake/team/team-1/embed?rows=1": ".rows li",
	} {
		page := l.visitor().get(address + "&theme=dark").wants(http.StatusOK)
		rows := page.count(want)
		expect.True(t, (rows == 3 || want != "tbody tr") && (rows == 1 || want == "tbody tr"), "%s shows %d rows", address, rows)
		expect.True(t, page.count("html[data-theme=dark]") == 1 && page.count("base[target=_top]") == 1, "%s is not dark, or its links stay in the frame", address)
		expect.Contains(t, page.header.Get("Content-Security-Policy"), "frame-ancestors *", "%s: the policy", address)
		german := l.visitor().get(address + "&lang=de").wants(http.StatusOK)
		expect.True(t, german.count("html[lang=de]") == 1 && german.header.Get("Set-Cookie") == "", "%s: language kept as %q", address, german.header.Get("Set-Cookie"))
	}
	l.visitor().get("/e/lake/open/bracket/embed").wants(http.StatusOK).has("p", "as soon as its first round")
	refused := l.visitor().get("/e/lake/open/standings/embed?rows=0").wants(http.StatusUnprocessableEntity)
	expect.Contains(t, refused.header.Get("Content-Security-Policy"), "frame-ancestors *", "a refusal cannot be read in the frame")
	maker := l.visitor().get("/e/lake/embed?what=team&section=open&team=team-2&rows=5&theme=light&in=fr").wants(http.StatusOK)
	if lines := maker.text("textarea"); !strings.Contains(lines, "/e/lake/team/team-2/embed?lang=fr&amp;rows=5&amp;theme=light") || !strings.Contains(lines, "/embed.js") {
		t.Errorf("to be copied: %s", lines)
	}
	expect.Contains(t, maker.header.Get("Content-Security-Policy"), "frame-ancestors 'none'", "the page that makes the lines")
	l.visitor().get("/e/lake/embed?what=%3Cscript%3E&section=none&rows=7&in=xx").wants(http.StatusOK)
}

// The scripts of any site may read what needs no token, refusals too, and nothing else.
func TestOtherSitesMayReadWhatIsPublic(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	ask := func(method, path string, header ...string) *http.Response {
		r := expect.Must(http.NewRequestWithContext(t.Context(), method, l.url+path, nil))(t)
		r.Header.Set("Origin", "https://club.example")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		res := expect.Must(http.DefaultTransport.RoundTrip(r))(t)
		res.Body.Close()
		return res
	}
	open := []string{
		"/api/v1/events", openAPI + "/standings", openAPI + "/standings", // once made, once from memory
		openAPI + "/standings?limit=0", "/api/v1/events/nowhere", "/api/v1/nowhere", openAPI + "/rounds/1/matches",
		"/e/lake/open/standings.csv", "/e/lake/open/standings.csv?round=9", "/e/lake/stream", "/e/lake/stream?section=open", "/e/nowhere/stream", "/openapi.yaml",
	}
	for _, path := range open {
		res := ask(http.MethodGet, path)
		if got := res.Header.Values("Access-Control-Allow-Origin"); len(got) != 1 || got[0] != "*" {
			t.Errorf("%s (%s): open to %q", path, res.Status, got)
		}
		if got := res.Header.Get("Access-Control-Expose-Headers"); !strings.Contains(got, "ETag") || !strings.Contains(got, "Retry-After") {
			t.Errorf("%s shows the headers %q", path, got)
		}
		before := ask(http.MethodOptions, path, "Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "if-none-match")
		if before.StatusCode != http.StatusNoContent || !strings.Contains(before.Header.Get("Access-Control-Allow-Headers"), "If-None-Match") || before.Header.Get("Access-Control-Max-Age") == "" {
			t.Errorf("asked before %s: %s, %v", path, before.Status, before.Header)
		}
		may := before.Header.Get("Access-Control-Allow-Methods") + before.Header.Get("Access-Control-Allow-Headers")
		expect.True(t, !strings.Contains(may, "POST") && !strings.Contains(may, "Authorization"), "%s lets other sites do more than read: %s", path, may)
	}
	if res := ask(http.MethodGet, openAPI+"/standings", "If-None-Match", ask(http.MethodGet, openAPI+"/standings").Header.Get("ETag")); res.StatusCode != http.StatusNotModified || res.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("unchanged: %s, %v", res.Status, res.Header)
	}
	for _, path := range []string{"/e/lake", "/e/lake/open/standings", "/e/lake/desk/stream", "/e/lake/desk/open/standings.csv", "/e/lake/desk/standings.csv", "/sign-in", "/account"} {
		res := ask(http.MethodGet, path)
		expect.Equal(t, res.Header.Get("Access-Control-Allow-Origin"), "", "%s is open to other sites", path)
	}
}
