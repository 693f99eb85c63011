package web_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const conductPath = "/e/lake/desk/conduct"

// A parent is sent out: the desks of all sections read who must not come in, and no public
// page, stream or answer of the interface says the name, the description or what happened.
func TestWhoIsSentOutIsKnownToDesksAlone(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.draft(1)
	l.publish(1)
	l.play(1)
	td := l.person("tess", "Tess Roe", "none")
	l.give(td, l.event, l.section, access.Director)
	secrets := []string{"Zephyrine Quill", "Quillon Academy", "shouting-at-tables", "shouting at tables", "Threw a clock"}

	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	stream, err := http.NewRequestWithContext(ctx, http.MethodGet, l.visitor().url+"/e/lake/stream", nil)
	expect.OK(t, err)
	open := expect.Must(http.DefaultClient.Do(stream))(t)
	defer open.Body.Close()
	heard := make(chan string, 1000)
	go func() {
		for lines := bufio.NewScanner(open.Body); lines.Scan(); {
			heard <- lines.Text()
		}
		close(heard)
	}()

	form := func(measure string) url.Values {
		return url.Values{
			"key": {l.key()}, "person": {secrets[0]}, "role": {"parent"}, "team": {"1"}, "school": {secrets[1]}, "section": {"1"}, "penalty_offence": {secrets[3]},
			"measure": {measure}, "reason": {secrets[4]},
		}
	}
	bad := form("banned")
	bad.Set("reason", "")
	td.post(conductPath, bad).wants(http.StatusUnprocessableEntity).has(".field-error", "Choose a warning, moved, or sent out.").has(".field-error", "Say what happened.")
	td.get(td.post(conductPath, form("warning")).wants(http.StatusSeeOther).to()).has("[data-conduct]", "warning for shouting at tables, step 1")
	td.post(conductPath, form("sent-out")).wants(http.StatusSeeOther)
	td.get(conductPath).has("[data-conduct]", "sent out of the hall for shouting at tables, step 2").has("[data-must-not-come-in]", "Zephyrine Quill parent, Team 0001, Quillon Academy")
	td.get("/e/lake/desk/penalties").wants(http.StatusOK).has("[data-must-not-come-in]", secrets[0])
	l.chief.get("/e/lake/desk/floor").wants(http.StatusOK).has("[data-must-not-come-in]", "Zephyrine Quill, parent")
	desk := l.person("kim", "Kim Lee", "none")
	l.give(desk, l.event, l.section, access.Scorekeeper)
	desk.get("/e/lake/desk/open").wants(http.StatusOK).has("[data-must-not-come-in]", "Zephyrine Quill, parent")
	if page := desk.get(conductPath).wants(http.StatusOK).has("[data-must-not-come-in]", secrets[0]); page.count("[data-conduct], form[action="+conductPath+"]") != 0 {
		t.Error("a scorekeeper reads the whole register")
	}
	l.settle()
	const programs = "/api/v1/events/lake/conduct"
	floor, board := &program{l: l, token: l.token(l.chief, "floor", "incidents")}, &program{l: l, token: l.token(l.chief, "board", "read", "results")}
	items := floor.call(http.MethodGet, programs, "", http.StatusOK)["items"].([]any)
	if newest := items[0].(map[string]any); len(items) != 2 || newest["person"] != secrets[0] || newest["team"] != "team-1" || newest["step"] != 2.0 || newest["must_not_come_in"] != true {
		t.Errorf("a program of the floor reads %v", items)
	}
	keeps(t, "the interface", fmt.Sprint(board.call(http.MethodGet, programs, "", http.StatusForbidden)), secrets)
	own := l.phone(1)

	everybody, seen := l.visitor(), 0
	at := strings.NewReplacer(":event", "lake", ":section", "open", ":round", "1", ":table", "1", ":match", "1", ":team", "team-1", ":player", "1", ":screen", "main")
	for key, who := range matrix {
		method, pattern, _ := strings.Cut(key, " ")
		if method != http.MethodGet || who != pub || strings.HasSuffix(pattern, "/stream") {
			continue
		}
		expect.Lacks(t, pattern, "conduct", "is public")
		for _, language := range []string{"en", "de"} {
			answer := everybody.get(at.Replace(pattern) + "?lang=" + language)
			if answer.status == http.StatusOK {
				seen++
			}
			keeps(t, pattern, answer.body, secrets)
		}
	}
	for _, address := range []string{programs, conductPath, "/e/lake/desk/penalties", "/e/lake/team/team-1/own"} {
		keeps(t, "a visitor at "+address, everybody.get(address).body, secrets)
		keeps(t, "the team's phone at "+address, own.get(address).body, secrets)
	}
	expect.True(t, seen >= 60, "only %d public answers were read", seen)
	l.streamKept(stop, heard, secrets)

	id := td.get(conductPath).value("[data-conduct]", "data-conduct")
	end := url.Values{"key": {l.key()}, "conduct": {id}, "reason": {"Apologised"}}
	l.exec(`insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes)
		values ($1, 99, 'other', 'Other', 'X', 9, 'FIDEX', 'team-swiss', 5, 2, 2, 'PTS', 300000, 25)`, l.event)
	elsewhere := l.person("ola", "Ola Berg", "none")
	l.give(elsewhere, l.event, 99, access.Director)
	l.hub.Resync()
	l.settle()
	elsewhere.get("/e/lake/desk/other").wants(http.StatusOK).has("[data-must-not-come-in]", "Zephyrine Quill, parent")
	elsewhere.post(conductPath+"/end", url.Values{"key": {l.key()}, "conduct": {id}, "reason": {"I know them"}}).wants(http.StatusForbidden).has("[role=alert]", "signs in that section")
	td.get(td.post(conductPath+"/end", end).wants(http.StatusSeeOther).to()).has("[data-conduct]", "Counts no more: Tess Roe")
	if page := desk.get(conductPath); page.count("[data-must-not-come-in]") != 0 {
		t.Error("who may come in again still stands on the list")
	}
	end.Set("key", l.key())
	td.post(conductPath+"/end", end).wants(http.StatusConflict).has("[role=alert]", "Tess Roe ended this already: Apologised")
}

// keeps looks for secrets in what was answered.
func keeps(t *testing.T, where, body string, secrets []string) {
	t.Helper()
	for _, secret := range secrets {
		expect.Lacks(t, body, secret, "%s", where)
	}
}

// streamKept closes a stream and looks for secrets in what it said.
func (l *league) streamKept(stop func(), heard <-chan string, secrets []string) {
	l.t.Helper()
	stop()
	for line := range heard {
		for _, secret := range secrets {
			expect.Lacks(l.t, line, secret, "the stream")
		}
	}
}
