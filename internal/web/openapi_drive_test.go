package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// interview asks the site what docs/openapi.yaml describes and holds every answer
// against it.
type interview struct {
	*league
	*description
	narrow  string // token that may only read
	foreign string // token of another event
	keys    int
	first   map[string]string // token → Idempotency-Key of its first change
}

// ask sends one request and returns its checked answer, which has to have the status.
func (i *interview) ask(method, address, body string, status int, header ...string) (http.Header, []byte) {
	i.t.Helper()
	res, text := i.try(method, address, body, header...)
	if res.StatusCode != status {
		i.t.Fatalf("%s %s %s: status %d, want %d: %s", method, address, clip(body), res.StatusCode, status, text)
	}
	return res.Header, text
}

// try sends one request and returns its answer, checked against the file.
func (i *interview) try(method, address, body string, header ...string) (*http.Response, []byte) {
	i.t.Helper()
	r := expect.Must(http.NewRequestWithContext(i.t.Context(), method, i.url+address, strings.NewReader(body)))(i.t)
	for n := 0; n < len(header); n += 2 {
		if header[n+1] != "" {
			r.Header.Add(header[n], header[n+1])
		}
	}
	res := expect.Must(http.DefaultClient.Do(r))(i.t)
	defer res.Body.Close()
	text := expect.Must(io.ReadAll(res.Body))(i.t)
	i.checks(i.t, method, address, res, text)
	i.points(method, address, body, text)
	return res, text
}

// points wants each place of a refusal to be one of the request: a field that the file
// describes, one that was sent, or a parameter.
func (i *interview) points(method, address, sent string, answer []byte) {
	i.t.Helper()
	var problem struct {
		Fields map[string]string
		Errors []struct{ Pointer, Parameter, Detail string }
	}
	if json.Unmarshal(answer, &problem) != nil {
		return // unchanged, or no object
	}
	expect.Equal(i.t, len(problem.Fields), len(problem.Errors), "%s %s: fields and errors differ: %s", method, address, answer)
	path, verb := i.operation(i.t, method, address)
	for _, e := range problem.Errors {
		node := i.part(i.doc, "paths", path, verb, "requestBody", "content", "application/json", "schema")
		var value any
		inSent := json.Unmarshal([]byte(sent), &value) == nil
		for _, name := range strings.Split(strings.TrimPrefix(e.Pointer, "#/"), "/") {
			if _, err := strconv.Atoi(name); err == nil {
				node = i.part(node, "items")
				list, _ := value.([]any)
				inSent = inSent && len(list) > 0
				if inSent {
					value = list[0]
				}
				continue
			}
			node = i.part(node, "properties", name)
			object, _ := value.(map[string]any)
			value, inSent = object[name], inSent && object[name] != nil
		}
		if e.Parameter == "" && node == nil && !inSent && !strings.Contains(e.Detail, "there is no field") && !strings.Contains(e.Detail, "duplicate") {
			i.t.Errorf("%s %s: %q is no field of %s: %s", method, address, e.Pointer, clip(sent), e.Detail)
		}
		expect.True(i.t, e.Parameter == "" || strings.Contains(fmt.Sprint(i.resolved(path, verb)), "name:"+e.Parameter),
			"%s %s: %q is no parameter: %s", method, address, e.Parameter, e.Detail)
	}
}

// resolved are the parameters of an operation, references followed.
func (i *interview) resolved(path, verb string) []map[string]any {
	var all []map[string]any
	list, _ := i.part(i.doc, "paths", path, verb)["parameters"].([]any)
	for _, p := range list {
		all = append(all, i.part(p))
	}
	return all
}

// reads asks for something everybody may read, in all the ways the file names.
func (i *interview) reads(address string) map[string]any {
	i.t.Helper()
	h, text := i.ask(http.MethodGet, address, "", http.StatusOK)
	etag := h.Get("ETag")
	for _, known := range []string{etag, "W/" + etag, `"other", ` + etag, "*"} {
		again, body := i.ask(http.MethodGet, address, "", http.StatusNotModified, "If-None-Match", known)
		expect.True(i.t, again.Get("ETag") != "" && len(body) == 0, "%s, known %s: 304 with %q and the ETag %q", address, known, body, again.Get("ETag"))
	}
	i.ask(http.MethodGet, address, "", http.StatusNotModified, "If-None-Match", `"other"`, "If-None-Match", etag)
	for _, other := range []string{`"other"`, strings.Trim(etag, `"`), `"` + strings.Trim(etag, `"`), "\"*\"", ","} {
		i.ask(http.MethodGet, address, "", http.StatusOK, "If-None-Match", other)
	}
	i.refusesAddress(http.MethodGet, address, "")
	i.refusesWindow(address)
	return object(i.t, text)
}

// crowds asks from one address of the internet until it is told to wait, whether or
// not the answer is in memory already.
func (i *interview) crowds(address string) {
	i.t.Helper()
	for range 200_000 {
		r := httptest.NewRequest(http.MethodGet, address, nil)
		r.RemoteAddr = "192.0.2.9:1234"
		w := httptest.NewRecorder()
		i.server.ServeHTTP(w, r)
		if w.Code == http.StatusOK {
			continue
		}
		answer := w.Result()
		i.checks(i.t, http.MethodGet, address, answer, w.Body.Bytes())
		problem := object(i.t, w.Body.Bytes())
		wait, err := strconv.Atoi(answer.Header.Get("Retry-After"))
		switch {
		case w.Code != http.StatusTooManyRequests || problem["status"] != 429.0:
			i.t.Errorf("a flood of %s is answered with %d: %s", address, w.Code, w.Body)
		case answer.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(fmt.Sprint(problem["detail"]), "Too many requests"):
			i.t.Errorf("a flood of %s is refused as %s: %s", address, answer.Header.Get("Content-Type"), w.Body)
		case err != nil || wait < 1:
			i.t.Errorf("a flood of %s is told to wait %q seconds", address, answer.Header.Get("Retry-After"))
		case answer.Header.Get("ETag") != "" || !strings.Contains(answer.Header.Get("Cache-Control"), "no-store"):
			i.t.Errorf("the refusal of %s may be kept: %v", address, answer.Header)
		}
		return
	}
	i.t.Errorf("a flood of %s is never refused", address)
}

// refusesAddress asks the same of an event that is not there.
func (i *interview) refusesAddress(method, address, body string, header ...string) {
	i.t.Helper()
	if strings.Contains(address, "/events/lake") {
		i.ask(method, strings.Replace(address, "/events/lake", "/events/no-such", 1), body, http.StatusNotFound, header...)
	}
}

// refusesWindow asks a list for pages that it does not have.
func (i *interview) refusesWindow(address string, header ...string) {
	i.t.Helper()
	path, verb := i.operation(i.t, http.MethodGet, address)
	parameters := fmt.Sprint(i.part(i.doc, "paths", path, verb)["parameters"])
	for _, name := range []string{"limit", "cursor"} {
		if !strings.Contains(parameters, "/"+name+"]") {
			continue
		}
		_, text := i.ask(http.MethodGet, address+"?"+name+"=-1", "", http.StatusUnprocessableEntity, header...)
		problem := object(i.t, text)
		fields, _ := problem["fields"].(map[string]any)
		expect.True(i.t, fields[name] != nil && strings.Contains(problem["detail"].(string), name), "%s: a wrong %s is refused with %s", address, name, text)
	}
}

func object(t testing.TB, text []byte) map[string]any {
	t.Helper()
	var value map[string]any
	err := json.Unmarshal(text, &value)
	expect.MustTrue(t, err == nil, "%v: %s", err, text)
	return value
}

// key names a change that nothing else has named.
func (i *interview) key() string {
	i.keys++
	return fmt.Sprintf("interview %d", i.keys)
}

func bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

// scoped refuses those who may not: no token, one without the scope, one of another event.
func (i *interview) scoped(method, address, body string) {
	i.t.Helper()
	path, verb := i.operation(i.t, method, address)
	scope := i.part(i.doc, "paths", path, verb)["x-scope"]
	keyed := func(token string) []string { return append(bearer(token), "Idempotency-Key", i.key()) }
	i.ask(method, address, body, http.StatusUnauthorized, "Idempotency-Key", i.key())
	if scope != string(access.ScopeRead) { // every token has that
		i.ask(method, address, body, http.StatusForbidden, keyed(i.narrow)...)
	}
	i.ask(method, address, body, http.StatusForbidden, keyed(i.foreign)...)
}

// desk reads what needs a token.
func (i *interview) desk(token, address string) map[string]any {
	i.t.Helper()
	i.scoped(http.MethodGet, address, "")
	i.refusesAddress(http.MethodGet, address, "", bearer(token)...)
	i.refusesWindow(address, bearer(token)...)
	_, text := i.ask(http.MethodGet, address, "", http.StatusOK, bearer(token)...)
	return object(i.t, text)
}

// does carries a change out, after every way to ask for it wrongly was refused, and
// sends it again.
func (i *interview) does(token, address, body string) map[string]any {
	i.t.Helper()
	i.scoped(http.MethodPost, address, body)
	before := i.version()
	keyed := func(key string) []string { return append(bearer(token), "Idempotency-Key", key) }
	i.refusesAddress(http.MethodPost, address, body, keyed(i.key())...)
	i.ask(http.MethodPost, address, body, http.StatusUnprocessableEntity, bearer(token)...)
	i.ask(http.MethodPost, address, body, http.StatusUnprocessableEntity, keyed(strings.Repeat("k", 201))...)
	i.ask(http.MethodPost, address, "who=me", http.StatusUnsupportedMediaType, append(keyed(i.key()), "Content-Type", "application/x-www-form-urlencoded")...)
	for _, wrong := range i.spoilt(address, body) {
		// A revision left out is that of something new, which this is not.
		if res, text := i.try(http.MethodPost, address, wrong, keyed(i.key())...); res.StatusCode != 422 && (res.StatusCode != 409 || strings.Contains(wrong, "revision")) {
			i.t.Errorf("POST %s %s: status %d, want a refusal: %s", address, wrong, res.StatusCode, text)
		}
	}
	if _, node := i.requestSchema(i.t, http.MethodPost, address); node != nil {
		for field, wrong := range i.beyond(node, object(i.t, []byte(body))) {
			res, text := i.try(http.MethodPost, address, wrong, keyed(i.key())...)
			field, _, _ = strings.Cut(field, " ")
			named := strings.Contains(fmt.Sprint(object(i.t, text)["fields"]), field)
			if res.StatusCode != 422 && res.StatusCode != 409 || !named && strings.Contains(wrong, "xxx") {
				i.t.Errorf("POST %s %s: status %d, want a refusal that names %s: %s", address, clip(wrong), res.StatusCode, field, text)
			}
		}
	}
	after := i.version()
	expect.MustTrue(i.t, after == before, "%s: what was refused changed the event from version %d to %d", address, before, after)

	key := i.key()
	_, text := i.ask(http.MethodPost, address, body, http.StatusOK, append(keyed(key), "Content-Type", "application/json; charset=utf-8")...)
	done := i.version()
	_, again := i.ask(http.MethodPost, address, body, http.StatusOK, keyed(key)...)
	expect.True(i.t, bytes.Equal(again, text), "%s: sent again, the answer is %s instead of %s", address, again, text)
	if i.first[token] == "" {
		i.first[token] = key
	} else if _, text := i.ask(http.MethodPost, address, body, http.StatusConflict, keyed(i.first[token])...); !strings.Contains(string(text), "with something else in it") {
		i.t.Errorf("%s under the name of another change: %s", address, text)
	}
	expect.Equal(i.t, i.version(), done, "%s: sent again, it changed something", address)
	return object(i.t, text)
}

// boards tells what an electronic board saw, rightly and wrongly.
func (i *interview) boards(address string) {
	i.t.Helper()
	token := i.feed("Tables 1 to 8")
	example := i.part(i.doc, "components", "schemas", "Acts")["examples"].([]any)[0]
	acts := expect.Must(json.Marshal(example))(i.t)
	i.ask(http.MethodPost, address, string(acts), http.StatusUnauthorized)
	i.ask(http.MethodPost, address, string(acts), http.StatusUnauthorized, bearer(i.narrow)...)
	i.ask(http.MethodPost, strings.Replace(address, "/table/3/", "/table/33/", 1), string(acts), http.StatusNotFound, bearer(token)...)
	for _, wrong := range []string{`{"acts": 7}`, `{"acts": [`, `{"acts": [{"id": "", "n": 0, "act": "jump", "by": "XX", "move": "e9"}]}`, `{"acts": [{"id": "1", "n": 1, "by": "WA", "move": "e9"}]}`} {
		i.ask(http.MethodPost, address, wrong, http.StatusUnprocessableEntity, bearer(token)...)
	}
	_, text := i.ask(http.MethodPost, address, `{"acts": [{"id": "1", "n": 1, "act": "pass", "by": "WA", "piece": "K"}]}`, http.StatusUnprocessableEntity, bearer(token)...)
	problem := object(i.t, text)
	expect.True(i.t, problem["error"] == problem["detail"] && strings.Contains(string(text), `"pointer":"#/acts/0/piece"`), "a wrong act is refused with %s", text)
	taken := object(i.t, i.post(address, string(acts), token))
	expect.Equal(i.t, taken["taken"], 3.0, "the example is taken as %v", taken)
	again := object(i.t, i.post(address, string(acts), token))
	expect.Equal(i.t, again["repeated"], 3.0, "told again, the example is taken as %v", again)
}

// post sends what has to be taken.
func (i *interview) post(address, body, token string) []byte {
	i.t.Helper()
	_, text := i.ask(http.MethodPost, address, body, http.StatusOK, bearer(token)...)
	return text
}

// spoilt makes requests out of a right one that break the file's rules for it.
func (i *interview) spoilt(address, body string) []string {
	i.t.Helper()
	schema, node := i.requestSchema(i.t, http.MethodPost, address)
	if schema == nil {
		return []string{`{"surplus": 1}`}
	}
	right := object(i.t, []byte(body))
	err := schema.Validate(right)
	expect.MustTrue(i.t, err == nil, "%s: the test's own request: %v", address, err)
	var wrong []string
	spoil := func(change func(map[string]any)) {
		spoilt := maps.Clone(right)
		change(spoilt)
		expect.MustTrue(i.t, schema.Validate(spoilt) != nil, "%s: docs/openapi.yaml allows %v", address, spoilt)
		text := expect.Must(json.Marshal(spoilt))(i.t)
		wrong = append(wrong, string(text))
	}
	spoil(func(o map[string]any) { o["surplus"] = 1 })
	for name := range i.part(node, "properties") {
		kind := fmt.Sprint(i.part(node, "properties", name)["type"])
		if !strings.Contains(kind, "null") {
			spoil(func(o map[string]any) { o[name] = nil })
		}
		var other any = "7"
		if strings.Contains(kind, "string") {
			other = 7
		}
		spoil(func(o map[string]any) { o[name] = other })
		spoil(func(o map[string]any) { o[strings.ToUpper(name)] = o[name] })
	}
	required, _ := node["required"].([]any)
	for _, name := range required {
		spoil(func(o map[string]any) { delete(o, name.(string)) })
	}
	return append(wrong, body+body, body[:len(body)-1], `[]`, `"text"`, strings.Replace(body, "{", `{"`+slices.Sorted(maps.Keys(right))[0]+`": null, `, 1))
}

func newInterview(t *testing.T) (i *interview, all, second string) {
	t.Helper()
	l := newLeague(t, 6)
	i = &interview{league: l, first: map[string]string{}, description: readDescription(t)}
	all = l.token(l.chief, "scoreboard", "read", "teams", "rounds", "clock", "results", "incidents")
	second = l.token(l.secondChief(), "scanner", "results", "teams")
	i.narrow = l.token(l.chief, "reader", "read")

	e := expect.Must(l.tournament.CreateEvent(t.Context(), journal.Command{Actor: testActor, Key: "create-the-other"}, tournament.NewEvent{
		Name: "Hill", Slug: "hill", TimeZone: "UTC", StartsOn: l.now, Sections: []tournament.NewSection{{Name: "Open", Rulebook: "FIDEX"}},
	}))(t)
	guest := l.person("gus", "Gus Hill", "none")
	l.give(guest, e.EventID, 1, access.SectionChief)
	page := guest.post("/e/hill/desk/programs", url.Values{
		"key": {l.key()}, "name": {"hill"}, "section": {"1"}, "scopes": {"read", "teams", "rounds", "clock", "results", "incidents"}, "until": {l.clock().AddDate(0, 0, 3).Format(time.DateOnly)},
	}).wants(http.StatusOK)
	i.foreign = page.text("section[role=status] code.long")
	return i, all, second
}

// Every operation of docs/openapi.yaml does what the file says, refuses what the
// file does not allow, and answers with nothing that the file does not name.
func TestDescriptionIsTrue(t *testing.T) {
	t.Parallel()
	i, all, second := newInterview(t)
	revision := func(o map[string]any) int { return int(o["revision"].(float64)) }

	i.does(second, openAPI+"/teams", `{"name": "Late Knights", "school": "Elm Street", "missed_half": false, "same_name": false,
		"players": [{"first_name": "Lee", "last_name": "Ng", "rating": 1450, "grade": "7", "school": "", "external_id": "n-1"}, {"first_name": "Mo", "last_name": "Ott", "rating": null}]}`)
	i.does(second, openAPI+"/teams/late-knights/check-in", `{"state": "here"}`)
	i.does(second, openAPI+"/teams/team-6/withdraw", `{"from_round": 1, "reason": "Went home"}`)
	i.does(second, openAPI+"/teams/team-6/return", "")
	i.does(second, openAPI+"/teams/team-6/bye", `{"round": 2, "kind": "half"}`)
	i.exec(`update section set squad_size = 3`)
	said := i.does(second, openAPI+"/teams/team-6/line-up", `{"round": 1, "match": 1, "board_a": 2, "board_b": 1}`)
	expect.Equal(t, fmt.Sprint(said["players"]), "[Zoé6 Behind Zoé6 Ahead]", "the line-up is %v", said)

	i.does(second, openAPI+"/points", `{"team": "late-knights", "round": 0, "match_points": -1, "game_points": -1, "ruling": 0, "reason": "Late twice", "last": 0}`)
	i.does(second, openAPI+"/points/1/take-back", `{"reason": "The clock was wrong"}`)
	if items := i.desk(all, openAPI+"/points")["items"].([]any); len(items) != 1 || items[0].(map[string]any)["taken_back_reason"] != "The clock was wrong" {
		t.Errorf("points outside the rounds: %v", items)
	}

	i.chief.post(conductPath, url.Values{
		"key": {i.key()}, "person": {"man in a red coat"}, "role": {"parent"}, "team": {"6"}, "section": {"1"}, "penalty_offence": {"unsporting conduct"}, "measure": {"sent-out"}, "reason": {"Shouted moves"},
	}).wants(http.StatusSeeOther)
	if items := i.desk(all, "/api/v1/events/lake/conduct")["items"].([]any); len(items) != 1 || items[0].(map[string]any)["must_not_come_in"] != true || items[0].(map[string]any)["team"] != "team-6" {
		t.Errorf("the register: %v", items)
	}

	i.does(all, openAPI+"/rounds/1/draft", `{"revision": 0, "keep": false, "reason": ""}`)
	draft := i.desk(all, openAPI+"/rounds/1/draft")
	expect.MustTrue(t, len(draft["tables"].([]any)) == 3 && len(draft["byes"].([]any)) == 1, "draft: %v", draft)
	i.does(all, openAPI+"/rounds/1/publish", fmt.Sprintf(`{"revision": %d, "round": 1, "starts_at": null, "count": [], "reason": ""}`, revision(draft)))
	i.exec(`update section set leave_out_after = 1 where slug = 'open'`)
	i.exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, forfeit, state, at)
		select m.event_id, 900 + m.match_id, m.match_id, 'desk', (select min(account_id) from account), 'Dana Holt', 'slot2', 0, 2, true, 'confirmed', $1 from match m join pairing p using (event_id, section_id, round_no, pairing_no) where p.table_no = 3`, i.now)
	absent := ""
	i.settle()
	i.hub.Resync()
	i.settle()
	for _, item := range i.reads(openAPI + "/teams")["items"].([]any) {
		if team := item.(map[string]any); team["left_out"] == true {
			absent = team["slug"].(string)
		}
	}
	i.does(second, openAPI+"/teams/"+absent+"/let-in", "")
	i.exec(`delete from result_report where report_id > 900`)
	i.does(all, openAPI+"/rounds/1/clock", `{"do": "start", "revision": 0}`)
	i.does(all, openAPI+"/rounds/1/tables/1/clock", `{"do": "extend", "minutes": 3, "reason": "spilled tea"}`)
	i.does(second, openAPI+"/rounds/1/tables/1/matches/1/result", `{"outcome": "slot1", "revision": 0, "forfeit": false, "slip": "7", "change": false, "reason": "",
		"ends": {"a": {"winner": 1, "reason": "checkmate"}}}`)
	match := func(n int) map[string]any {
		return i.desk(all, openAPI+"/rounds/1/matches")["items"].([]any)[n].(map[string]any)
	}
	i.does(all, openAPI+"/rounds/1/tables/1/matches/1/result/verify", fmt.Sprintf(`{"revision": %d, "confirm": true, "reason": ""}`, revision(match(0))))
	i.does(second, openAPI+"/rounds/1/tables/1/matches/2/result", `{"outcome": "draw"}`)
	i.does(second, openAPI+"/rounds/1/tables/1/matches/2/result/undo", "")
	i.does(second, openAPI+"/rounds/1/tables/2/matches/1/result", `{"outcome": "slot1"}`)
	other, _ := json.Marshal(map[string]any{"outcome": "slot2", "revision": revision(match(2))})
	i.does(all, openAPI+"/rounds/1/tables/2/matches/1/result", string(other))
	m := match(2)
	expect.True(t, m["state"] == "conflict" && len(m["reports"].([]any)) == 2, "two sources that differ: %v", m)
	i.does(all, openAPI+"/rounds/1/tables/1/matches/2/incidents", `{"kind": "flag", "summary": "Flag claimed"}`)
	i.boards("/e/lake/open/round/1/table/3/match/1/acts")
	i.phases()
	i.settle()

	i.reads("/api/v1/events")
	i.reads("/api/v1/events/lake")
	for _, list := range []string{"/teams", "/rounds", "/rounds/1/pairings", "/rounds/1/line-ups", "/standings", "/rounds/1/standings"} {
		items := i.reads(openAPI + list)["items"].([]any)
		expect.True(t, len(items) != 0, "%s is empty: nothing was compared", list)
	}
	i.reads(openAPI + "/status")
	rounds := i.reads(openAPI + "/pace")["rounds"].([]any)
	expect.True(t, len(rounds) != 0, "no round is forecast: nothing was compared")
	expect.Equal(t, i.reads(openAPI + "/prospects")["public"], false, "who can still win is public before anybody said so")

	for _, address := range []string{
		"/api/v1/events", "/api/v1/events/lake", openAPI + "/teams", openAPI + "/rounds", openAPI + "/rounds/1/pairings", openAPI + "/rounds/1/line-ups", openAPI + "/standings",
		openAPI + "/rounds/1/standings", openAPI + "/status", openAPI + "/pace", openAPI + "/prospects", "/api/v1/events/lake/path",
	} {
		i.crowds(address)
	}

	// The first change of each program, asked for under its own name with something else in it.
	i.ask(http.MethodPost, openAPI+"/teams", `{"players": []}`, http.StatusConflict, append(bearer(second), "Idempotency-Key", i.first[second])...)
	i.ask(http.MethodPost, openAPI+"/rounds/1/draft", `{"revision": 9}`, http.StatusConflict, append(bearer(all), "Idempotency-Key", i.first[all])...)
	missing := i.undriven(func(o map[string]any) []int {
		var wanted []int
		for status := range o["responses"].(map[string]any) {
			n, err := strconv.Atoi(status)
			token := o["x-scope"] != nil
			switch {
			case err != nil || n == 413 || n == 503: // default; a body too large and a database that cannot be written are alike everywhere
			case n == 429 && (token || o["operationId"] == "tellActs"): // see TestATokenHasItsShare
			case n == 422 && !token && !strings.Contains(fmt.Sprint(o["parameters"]), "/limit]") && o["requestBody"] == nil:
			default:
				wanted = append(wanted, n)
			}
		}
		return wanted
	})
	if len(missing) > 0 {
		t.Errorf("never driven:\n%s", strings.Join(missing, "\n"))
	}

	i.shut("on")
	h, _ := i.ask(http.MethodPost, openAPI+"/teams/team-6/check-in", `{"state": "absent"}`, http.StatusServiceUnavailable, append(bearer(second), "Idempotency-Key", i.key())...)
	expect.True(t, h.Get("Retry-After") != "", "nothing says when to send the change again")
}
