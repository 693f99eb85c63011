package web_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A cursor opens the list that gave it and no other, whatever is made of it.
func TestCursorsBelongToTheirList(t *testing.T) {
	t.Parallel()
	i, all, _ := newInterview(t)
	i.draft(1)
	i.publish(1)
	given := func(address string, header ...string) string {
		_, text := i.ask(http.MethodGet, address+"?limit=1", "", http.StatusOK, header...)
		next := expect.Must(url.Parse(object(t, text)["next"].(string)))(t)
		return next.Query().Get("cursor")
	}
	raw := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	own := given(openAPI + "/teams")
	plain := expect.Must(base64.RawURLEncoding.DecodeString(own))(t)
	list := string(plain[:len(plain)-len("2.1")])
	wrong := map[string]string{
		"another list": given(openAPI + "/standings"), "the desk's list": given(openAPI+"/rounds/1/matches", bearer(all)...), "cut": own[:len(own)-1], "longer": own + "A", "twice": own + own,
		"padded": own + "==", "an older kind": raw("1.1"), "no number": raw(list + "2."), "zero": raw(list + "2.0"), "negative": raw(list + "2.-1"),
		"signed": raw(list + "2.+1"), "zeros before": raw(list + "2.01"), "past the end": raw(list + "2.7"), "huge": raw(list + "2.9223372036854775807"),
		"too huge": raw(list + "2.99999999999999999999"), "another event's": raw("hill00" + "2.1"), "NUL": "\x00", "not UTF-8": "\xff", "SQL": "' or 1=1 --", "long": strings.Repeat("A", 8000),
	}
	for what, cursor := range wrong {
		_, text := i.ask(http.MethodGet, openAPI+"/teams?cursor="+url.QueryEscape(cursor), "", http.StatusUnprocessableEntity)
		problem := object(t, text)
		expect.True(t, len(text) <= 1000 && fmt.Sprint(problem["fields"]) == fmt.Sprintf("map[cursor:%s]", problem["detail"]), "%s: %s", what, text)
	}
	for _, list := range []string{"teams", "rounds", "standings"} {
		i.ask(http.MethodGet, "/api/v1/events/hill/sections/open/"+list+"?cursor="+own, "", http.StatusUnprocessableEntity)
	}
	for _, limit := range []string{"0", "-1", "1001", "1e3", "1.0", " 1", "99999999999999999999", "x"} {
		i.ask(http.MethodGet, openAPI+"/teams?limit="+url.QueryEscape(limit), "", http.StatusUnprocessableEntity)
	}
	i.ask(http.MethodGet, openAPI+"/teams?limit=1&cursor="+own, "", http.StatusOK)
}

// Bodies that no program of good faith sends are refused with 413, 415 or 422, and
// nothing is saved.
func TestHostileBodiesAreRefused(t *testing.T) {
	t.Parallel()
	i, all, second := newInterview(t)
	i.draft(1)
	i.publish(1)
	const result = openAPI + "/rounds/1/tables/1/matches/1/result"
	before := i.version()
	for what, body := range map[string]string{
		"garbage after": `{"outcome": "slot1"} x`, "another after": `{"outcome": "slot1"}{}`, "a brace after": `{"outcome": "slot1"}}`, "twice": `{"outcome": "slot1", "outcome": "slot2"}`,
		"in other letters": `{"outcome": "slot1", "OUTCOME": "slot2"}`, "escaped twice": `{"outcome": "slot1", "outcom\u0065": "slot2"}`, "a text for a number": `{"outcome": "slot1", "revision": "0"}`,
		"a broken number": `{"outcome": "slot1", "revision": 0.5}`, "a huge number": `{"outcome": "slot1", "revision": 1e99}`, "no number": `{"outcome": "slot1", "revision": NaN}`,
		"null": `{"outcome": null}`, "null inside": `{"outcome": "slot1", "ends": {"a": null}}`, "only null": `null`, "a list": `[{"outcome": "slot1"}]`, "true": `true`, "cut": `{"outcome": "slo`,
		"not UTF-8": "{\"outcome\": \"slot1\", \"slip\": \"\xff\"}", "half a pair": `{"outcome": "slot1", "slip": "\ud800"}`, "NUL": `{"outcome": "slot1", "slip": "\u0000"}`, "a bare NUL": "{\"outcome\": \"slot1\", \"slip\": \"\x00\"}",
		"UTF-16": "\xff\xfe{\x00}\x00", "a comment": `{"outcome": "slot1" /* mine */}`, "a comma more": `{"outcome": "slot1",}`, "deep": strings.Repeat(`{"ends":`, 100_000), "deep lists": strings.Repeat(`[`, 500_000),
		"deep and whole": `{"outcome": "slot1", "ends": ` + strings.Repeat(`{"a":`, 20) + `{}` + strings.Repeat(`}`, 21), "nothing": "", "blanks": "  \n", "a form": "outcome=slot1",
	} {
		res, text := i.try(http.MethodPost, result, body, append(bearer(second), "Idempotency-Key", i.key())...)
		if res.StatusCode != http.StatusUnprocessableEntity || len(text) > 1000 {
			t.Errorf("%s: status %d: %s", what, res.StatusCode, clip(string(text)))
		}
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml", "application/json; charset", "/"} {
		i.ask(http.MethodPost, result, `{"outcome": "slot1"}`, http.StatusUnsupportedMediaType, append(bearer(second), "Idempotency-Key", i.key(), "Content-Type", kind)...)
	}
	large := `{"outcome": "slot1", "slip": "` + strings.Repeat("7", 10<<20) + `"}`
	for what, body := range map[string]io.Reader{"told": strings.NewReader(large), "in chunks": io.MultiReader(strings.NewReader(large))} {
		r := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodPost, "/", body))(t)
		r.URL = expect.Must(url.Parse(i.url + result))(t)
		r.Header.Set("Authorization", "Bearer "+second)
		r.Header.Set("Idempotency-Key", i.key())
		w := httptest.NewRecorder() // a connection would be closed under who still writes
		i.server.ServeHTTP(w, r)
		answer := w.Result()
		expect.True(t, answer.StatusCode == http.StatusRequestEntityTooLarge && answer.Header.Get("Content-Type") == "application/problem+json",
			"10 MB, %s: status %d as %s", what, answer.StatusCode, answer.Header.Get("Content-Type"))
	}
	for _, address := range []string{openAPI + "/teams/%00/check-in", openAPI + "/teams/%ff/check-in", openAPI + "/rounds/99999999999999999999/clock", openAPI + "/rounds/-1/clock", openAPI + "/rounds/1/tables/0/clock"} {
		body := `{"do": "start"}`
		if strings.HasSuffix(address, "check-in") {
			body = `{"state": "here"}`
		}
		res, text := i.try(http.MethodPost, address, body, append(bearer(all), "Idempotency-Key", i.key())...)
		expect.True(t, res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusUnprocessableEntity, "%s: status %d: %s", address, res.StatusCode, text)
	}
	for _, address := range []string{"/api/v1/events/%00", "/api/v1/events/%ff", "/api/v1/events/%00/path", "/api/v1/events/lake/sections/%00/status"} {
		res, text := i.try(http.MethodGet, address, "")
		expect.True(t, res.StatusCode == http.StatusNotFound, "%s: status %d: %s", address, res.StatusCode, text)
	}
	after := i.version()
	expect.True(t, after == before, "what was refused changed the event from version %d to %d", before, after)
	i.ask(http.MethodPost, result, `{"outcome": "slot1"}`, http.StatusOK, append([]string{"Authorization", "bearer " + second, "Idempotency-Key", i.key()}, "Content-Type", "Application/JSON")...)
}

// A token counts for what its person may do at the moment of the call: between two
// calls it may be taken back, pass its day, or lose the role behind it.
func TestTokensEndBetweenTwoCalls(t *testing.T) {
	t.Parallel()
	i, all, second := newInterview(t)
	const here, page = openAPI + "/teams/team-1/check-in", openAPI + "/rounds/1/matches"
	checkIn := func(token string, status int) {
		t.Helper()
		i.ask(http.MethodPost, here, `{"state": "absent"}`, status, append(bearer(token), "Idempotency-Key", i.key())...)
	}
	checkIn(second, http.StatusOK)
	checkIn(i.foreign, http.StatusForbidden)
	checkIn(i.narrow, http.StatusForbidden)
	for _, token := range []string{"", " ", all + "x", all[:len(all)-1], strings.ToUpper(all), strings.Repeat("x", 4000), "' or true --"} {
		checkIn(token, http.StatusUnauthorized)
	}
	i.ask(http.MethodPost, here, `{"state": "absent"}`, http.StatusUnauthorized, "Authorization", "Basic "+all, "Idempotency-Key", i.key())

	i.exec(`update role_grant set revoked_at = granted_at where account_id = (select account_id from account where login = 'kim')`)
	checkIn(second, http.StatusForbidden)
	i.ask(http.MethodGet, page, "", http.StatusForbidden, bearer(second)...)
	checkIn(all, http.StatusOK) // the other person's token goes on
	i.exec(`update role_grant set revoked_at = null where account_id = (select account_id from account where login = 'kim')`)
	checkIn(second, http.StatusOK)

	i.chief.post("/e/lake/desk/programs/stop", url.Values{"key": {"stop-the-scoreboard"}, "token": {"1"}}).wants(http.StatusSeeOther)
	checkIn(all, http.StatusUnauthorized)
	i.wait(5 * 24 * time.Hour)
	checkIn(second, http.StatusUnauthorized)
	i.ask(http.MethodGet, openAPI+"/teams", "", http.StatusOK, bearer(second)...) // what everybody may read needs none
}

// A renamed event leads programs to its new address, and a change stays a change.
func TestRenamedEventLeadsOn(t *testing.T) {
	t.Parallel()
	i, _, second := newInterview(t)
	i.exec(`insert into event_slug (slug, event_id) select 'pond', event_id from event where slug = 'lake'`)
	key := []string{"Authorization", "Bearer " + second, "Idempotency-Key", i.key()}
	i.ask(http.MethodPost, strings.Replace(openAPI, "lake", "pond", 1)+"/teams/team-1/check-in", `{"state": "absent"}`, http.StatusOK, key...)
	_, text := i.ask(http.MethodGet, "/api/v1/events/pond", "", http.StatusOK)
	expect.Equal(t, object(t, text)["slug"], "lake", "the former address leads to %s", text)
}
