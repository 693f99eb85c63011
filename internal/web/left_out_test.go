package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A team that did not come is left out where the section says so: desk, workbench and the team
// read why, and one press lets it in again.
func TestTheDeskLetsATeamInAgain(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.draft(1)
	l.publish(1)
	l.play(1)
	gone, _ := l.tableOne()
	l.exec(`update result_report set outcome = 'slot2', slot1_points = 0, slot2_points = 2, forfeit = true where match_id in (
		select m.match_id from match m join pairing p using (event_id, section_id, round_no, pairing_no) where p.event_id = $1 and p.round_no = 1 and p.table_no = 1)`, l.event)
	l.exec(`update section set leave_out_after = 1 where event_id = $1`, l.event)
	l.hub.Resync()
	l.settle()
	page := path("/e/lake/desk/open/teams/%d", gone)
	phone := l.phone(gone)
	phone.get(own(gone)).wants(http.StatusOK).has("[data-left-out]", "Your team did not come and is left out of the next pairings.")
	phone.get(own(gone)+"?lang=de").wants(http.StatusOK).has("[data-left-out]", "Meldet euch am Pult")
	l.chief.get("/e/lake/desk/open/teams").wants(http.StatusOK).has(".tag-warn", "Left out: did not come in round 1.")
	l.draft(2)
	l.chief.get("/e/lake/desk/open/round/2/pair").wants(http.StatusOK).has("table.draft", "Left out: did not come in round 1. The page of the team lets it in again.")
	body := l.visitor().get("/api/v1/events/lake/sections/open/teams").wants(http.StatusOK).body
	expect.True(t, strings.Count(body, `"left_out":true`) == 1, "the interface says of %d teams that they are left out", strings.Count(body, `"left_out":true`))
	form := func() url.Values { return fields(t, l.chief.get(page).wants(http.StatusOK), page+"/let-in") }
	l.chief.get(l.chief.post(page+"/let-in", form()).wants(http.StatusSeeOther).to()).has(".said", "is paired again from the next round on.").has("[data-let-in]", "Let in again after a default.")
	l.draft(2)
	expect.Lacks(t, l.chief.get("/e/lake/desk/open/round/2/pair").wants(http.StatusOK).text("main"), "Left out", "let in and still left out of the draft")
	l.chief.post(page+"/let-in", form()).wants(http.StatusSeeOther)
	l.chief.get(page).has("[data-let-in]", "Left out: did not come in round 1.")
	l.chief.get("/e/lake/desk/journal").has("main", "let team in again").has("main", "leave team out again")
}

// The set-up of a knockout does not ask about byes on request, refuses in words what a form asks
// all the same, and keeps what stood there for another system.
func TestTheSetUpOfAKnockoutAsksForNoByes(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set requested_bye_limit = 3 where event_id = $1`, l.event)
	l.hub.Resync()
	const path = "/e/lake/desk/setup/open/scoring"
	asked := "input[name=no_half_in_last], input[name=bye_limit], select[name=bye_kinds], input[name=byes_stay]"
	if n := l.chief.get(path).wants(http.StatusOK).count(asked); n != 4 {
		t.Errorf("a Swiss is asked %d questions about byes", n)
	}
	l.exec(`update section set system = 'knockout', rounds = 2, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.hub.Resync()
	page := l.chief.get(path).wants(http.StatusOK)
	if n := page.count(asked); n != 0 || page.count("input[name=leave_out_after]") != 1 {
		t.Errorf("a knockout is asked %d questions about byes", n)
	}
	form := with(fields(t, page, path), "do", "save")
	l.chief.post(path, with(form, "no_half_in_last", "2")).wants(http.StatusUnprocessableEntity).has(".field-error", "A knockout has no byes on request, in no round")
	l.chief.post(path, with(form, "leave_out_after", "1", "no_half_in_last", "")).wants(http.StatusSeeOther)
	book := expect.Must(l.tournament.Reader().Book(t.Context(), l.event, l.section))(t)
	expect.True(t, book.Section.RequestedByeLimit == 3 && book.Section.LeaveOutAfter == 1,
		"saved: %d byes, left out after %d", book.Section.RequestedByeLimit, book.Section.LeaveOutAfter)
	l.chief.get("/e/lake/desk/open/teams/1").wants(http.StatusOK).has("main", "A knockout has no byes on request").hasNot("button", "Request the bye")
	l.exec(`update team set state = 'entered' where event_id = $1`, l.event)
	l.hub.Resync()
	closing := l.chief.get("/e/lake/desk/open/teams/close").wants(http.StatusOK).has("main", "A knockout has no byes on request")
	if closing.count("input[value=keep]") == 0 || closing.count("input[value=bye]") != 0 {
		t.Error("closing check-in offers a bye in a knockout")
	}
	if page := l.phone(1).get(own(1)); page.count("[data-byes]") != 0 {
		t.Error("a team of a knockout is offered byes")
	}
	l.chief.get("/e/lake/desk/setup/open/paper").wants(http.StatusOK).hasNot("body", "No half-point byes")
}

// A team asks for a round off on its own page, and reads in its language why one is refused.
func TestATeamAsksForABye(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.draft(1)
	l.publish(1)
	l.exec(`update section set no_half_in_last = 1 where event_id = $1`, l.event)
	phone := l.phone(1)
	ask := func(round, kind string) *answer {
		return phone.post(own(1)+"/bye", url.Values{"key": {l.key()}, "round": {round}, "kind": {kind}})
	}
	if page := phone.get(own(1)).wants(http.StatusOK); page.count("[data-byes] select[name=round] option") != 4 || page.count("[data-byes] select[name=kind] option") != 2 {
		t.Errorf("offered: %s", page.text("[data-byes]"))
	}
	phone.get(ask("2", "half").wants(http.StatusSeeOther).to()).has(".said", "You do not play round 2.").has("[data-byes]", "Round 2: half the points of a round")
	if page := phone.get(own(1)).has("#h-kind", "Your team has had all its byes with points (1)."); page.count("[data-byes] select[name=kind] option") != 1 || page.count("[data-byes] select[name=round] option") != 3 {
		t.Errorf("offered although the limit is used: %s", page.text("[data-byes]"))
	}
	for _, refused := range []struct{ round, kind, words string }{
		{"1", "half", "Round 1 is published already. Choose round 2 or a later one."},
		{"9", "half", "Open has 5 rounds."},
		{"3", "half", "Your team has had all its byes with points (1)."},
		{"3", "full", "Ask at the desk for a bye worth all points."},
		{"3", "gold", "Choose what the bye is worth."},
	} {
		ask(refused.round, refused.kind).wants(http.StatusUnprocessableEntity).has("[data-byes] .field-error", refused.words)
	}
	phone.get(ask("2", "").wants(http.StatusSeeOther).to()).has(".said", "You play round 2 again.")
	ask("5", "half").wants(http.StatusUnprocessableEntity).has("[data-byes] .field-error", "Byes with points are not given in round 5.")
	ask("5", "zero").wants(http.StatusSeeOther)
	l.exec(`update section set byes_stay = true, bye_kinds = 'zero' where event_id = $1`, l.event)
	ask("5", "").wants(http.StatusUnprocessableEntity).has("[data-byes] .field-error", "is not taken back or changed")
	ask("4", "half").wants(http.StatusUnprocessableEntity).has("[data-byes] .field-error", "Byes of this kind are not given here.")
	if page := phone.get(own(1)).wants(http.StatusOK).has("[data-byes]", "Once asked for, it stays."); strings.Contains(page.text("[data-byes]"), "Take it back") {
		t.Error("offers to take back what stays")
	}
	book := expect.Must(l.tournament.Reader().Book(t.Context(), l.event, l.section))(t)
	expect.True(t, len(book.Byes) == 1 && book.Byes[0] == (tournament.RequestedBye{RoundNo: 5, TeamID: 1, Kind: tournament.ByeZero}), "stored: %+v", book.Byes)
}
