package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// The screen of a knockout shows its bracket: what is played and what comes, and
// nothing that is over and stands on a later page. A team's page says whom it meets.
func TestKnockoutOnScreensAndForItsTeams(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 16)
	l.exec(`update section set system = 'knockout', third_place = true, consolation = true, rounds = 4, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.send("/e/lake/desk/screens", url.Values{"name": {"Cup"}, "programme": {"standings"}}).wants(http.StatusSeeOther)
	everybody := l.visitor()
	screen := func() *answer { return everybody.get("/e/lake/hall/cup").wants(http.StatusOK) }
	l.send("/e/lake/desk/screens", url.Values{"name": {"Draws"}, "programme": {"bracket"}}).wants(http.StatusSeeOther)
	screen().has(".hall-big", "Pairings are not out yet.")

	l.pair(1)
	page := screen().has(".hall-title p", "Knockout").has(".hcol h2", "Round of 16").has(".hcol h2", "Semifinal").has(".hside", "Team 0016").has(".hside", "winner of table 1").has(".htable", "1").
		hasNot("main", "Final").hasNot(".hbeside", "").has(".hall-title p", "Consolation bracket").has(".hside", "loser of table 1")
	if sheets, ties := page.count(".hall-sheet"), page.count(".htie-in"); sheets != 3 || ties != 2*(4+2+1)+4+2+1 {
		t.Errorf("round 1: %d sheets with %d ties", sheets, ties)
	}
	everybody.get("/e/lake/team/team-1").wants(http.StatusOK).has(".answer-table", "1").hasNot(".note", "Next")
	everybody.get("/e/lake/hall/draws").wants(http.StatusOK).has(".hcol h2", "Round of 16")

	l.play(1)
	page = screen().hasNot(".hcol h2", "Round of 16").has(".hcol h2", "Quarterfinal").has(".hcol h2", "Final").has(".hbeside h2", "Match for third place")
	expect.Equal(t, page.count(".hall-sheet"), 2, "after round 1: sheets, want the bracket and the consolation")
	everybody.get("/e/lake/team/team-1").has(".answer", "Won").has(".note", "Next: Quarterfinal, against Team 0008. Round 2 pairings are not out.").has(".last", "place 1–8")
	everybody.get("/e/lake/team/team-16").has(".note", "Next: Consolation bracket, round 1, against Team 0009.").has(".last", "place 9–16")

	for round := 2; round <= 3; round++ {
		l.pair(round)
		if round == 2 {
			everybody.get("/e/lake/open/standings").has(".tie", "winner of table 1").has(".tie-table", "table 1")
		}
		l.play(round)
	}
	everybody.get("/e/lake/team/team-16").wants(http.StatusOK).has(".answer-say", "Out of the knockout, place 13–16.").has(".answer", "Round 3")
	everybody.get("/e/lake/team/team-3").has(".note", "Next: Match for third place, against Team 0004.")
	l.pair(4)
	l.play(4)
	everybody.get("/e/lake/team/team-1").has(".note", "Winner of the knockout.").has(".last", "place 1")
	everybody.get("/e/lake/team/team-4").has(".note", "Out of the knockout, place 4.").has(".last", "place 4")
	everybody.get("/e/lake/team/team-3").has(".note", "Winner of the match for third place.")
	everybody.get("/e/lake/team/team-9").wants(http.StatusOK).has("main", "Winner of the consolation bracket, place 9.")
	screen().has(".hside.won", "Team 0001").has(".hbeside .hside.lost", "Team 0004")

	paper := l.chief.get("/e/lake/desk/print/open/round/4?paper=standings").wants(http.StatusOK).has(".paper-head h2", "Bracket").has(".paper-head h2", "Consolation bracket").has(".paper-head h2", "Standings").
		has(".pround h3", "Round of 16").has(".pround h3", "Final").has(".pround-beside h3", "Match for third place").has(".ptie-won", "Team 0001").hasNot(".ptie-table", "")
	if sheets, ties := paper.count(".pbracket"), paper.count(".ptie-in"); sheets != 2 || ties != 8+4+2+1+1+4+2+1 {
		t.Errorf("the paper has %d brackets with %d ties", sheets, ties)
	}
	open := l.chief.get("/e/lake/desk/print/open/round/1?paper=standings").wants(http.StatusOK).count(".ptie-open")
	expect.True(t, open == 4+2+2+4+2, "after round 1 the brackets have %d places to be filled in", open)
}

// The preview of a correction says which pairings of the bracket change.
func TestACorrectionSaysWhoMeetsWhomInTheBracket(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'knockout', third_place = true, rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.pair(1)
	l.play(1)
	l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/correct?outcome=slot2").wants(http.StatusOK).
		has(".bracket-moves li", "Final: Team 0004 – Team 0002 instead of Team 0001 – Team 0002").has(".bracket-moves li", "Match for third place: Team 0001 – Team 0003 instead of Team 0004 – Team 0003")
	l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/correct?outcome=slot1").wants(http.StatusOK).hasNot(".bracket-moves", "")
}

// A correction that sends another team on leads to the table of the round that is out, which is
// paired again; once a tie is played the page says before signing what the bracket cannot bear.
func TestACorrectionPairsATableOfTheBracketAgain(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'knockout', rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS', one_official = true where event_id = $1`, l.event)
	l.pair(1)
	l.play(1)
	l.pair(2)
	correct := "/e/lake/desk/open/round/1/table/1/match/1/correct"
	page := l.chief.get(correct+"?outcome=slot2&then=count").wants(http.StatusOK).has("[name=then][value=pair][checked]", "").hasNot("[data-overtaken]", "")
	again := l.send(correct, url.Values{"outcome": {"slot2"}, "revision": {page.value("[name=revision]", "value")}, "reason": {"the slip was misread"}, "then": {"pair"}}).wants(http.StatusSeeOther).header.Get("Location")
	shown := l.chief.get(again).wants(http.StatusOK).has("main", "Team 0004")
	l.chief.get("/e/lake/desk/open").has("a.btn-next[href=/e/lake/desk/open/round/2/pair/tables?tables=1]", "Pair tables of round 2 again").has(".next", "is not part of the bracket as the results are now")
	l.send("/e/lake/desk/open/round/2/pair/tables", url.Values{"tables": {"1"}, "revision": {shown.value("[name=revision]", "value")}, "reason": {"the slip was misread"}}).wants(http.StatusSeeOther)
	l.settle()
	l.visitor().get("/e/lake/open/round/2/pairings").wants(http.StatusOK).has("main", "Team 0004").hasNot("main tr", "Team 0001")
	l.play(2)
	l.chief.get("/e/lake/desk/open").has("a.btn-next", "Final standings")
	page = l.chief.get(correct+"?outcome=slot1&then=count").wants(http.StatusOK).has("[data-overtaken]", "count in the standings only").has("[name=then][value=standings][checked]", "")
	l.send(correct, url.Values{"outcome": {"slot1"}, "revision": {page.value("[name=revision]", "value")}, "reason": {"misread after all"}, "then": {"count"}}).wants(http.StatusConflict).has("[role=alert]", "Look at what this changes")
	l.exec(`update result_report set outcome = 'slot1', slot1_points = 2, slot2_points = 0 where match_id in (select match_id from match where round_no = 1 and pairing_no = 1)`)
	l.exec(`update event set version = version + 1`)
	l.chief.get("/e/lake/desk/open").has("a.btn-next[href=/e/lake/desk/open/round/1/wall]", "Look at round 1").has(".next", "if it was played, correct the earlier result once more")
}

// A screen of brackets leaves out the sections that have none, and says so when no
// section has one.
func TestAScreenOfBracketsShowsKnockoutsAlone(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.send("/e/lake/desk/screens", url.Values{"name": {"Draws"}, "programme": {"bracket"}}).wants(http.StatusSeeOther)
	l.pair(1)
	l.visitor().get("/e/lake/hall/draws").wants(http.StatusOK).has(".hall-big", "No section here plays a knockout.").hasNot("main", "Standings")
}

// Where a result of a group was taken back after the knockout came out, the overview says so.
func TestTheOverviewSaysThatGroupsLeadNowhere(t *testing.T) {
	t.Parallel()
	l := groupsOfTwo(t)
	l.pair(2)
	l.chief.get("/e/lake/desk/open").has("a.btn-next", "Print round 2")
	l.levelAGroup()
	l.chief.get("/e/lake/desk/open").has("a.btn-next[href=/e/lake/desk/open/round/2/pair]", "Look at round 2").has(".next", "are level, and it decides who goes on or who meets whom. The knockout is out")

	// They are put into the order that the knockout was drawn by, and no other.
	const pair = "/e/lake/desk/open/round/2/pair"
	page := l.chief.get(pair).wants(http.StatusOK).has(".trouble", "The knockout is out. Set the order that it was drawn by").hasNot(".trouble button", "Draw lots")
	form := page.shown(pair)
	first, second, _ := strings.Cut(form.Get("tie"), "-")
	plays := func(team string) bool {
		id, _ := strconv.ParseInt(team, 10, 64)
		return l.read().Round(2).PairingOf(id).Bye == nil
	}
	if !plays(first) {
		first, second = second, first
	}
	form.Set("do", "order")
	form.Set("reason", "As it was drawn.")
	form.Set("place-"+first, "2")
	form.Set("place-"+second, "1")
	l.send(pair, form).wants(http.StatusConflict).has("[role=alert]", "by this order its table 1 is not part of the bracket")
	form.Set("place-"+first, "1")
	form.Set("place-"+second, "2")
	form.Del("key")
	l.send(pair, form).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get("/e/lake/desk/open").hasNot("a.btn-next", "Look at round 2")
}

// The second official sees what a correction does to the bracket, as the first one did.
func TestTheSecondOfficialSeesTheBracket(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'knockout', rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.pair(1)
	l.play(1)
	l.pair(2)
	m := l.read().Round(1).AtTable(1).Matches[0]
	expect.Must(l.tournament.CorrectResult(t.Context(), l.event, l.command(), tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: tournament.SecondWins, Reason: "the slip was misread"}))(t)
	const waits = "/e/lake/desk/open/corrections/1"
	l.chief.get(waits).wants(http.StatusOK).has(".bracket-moves li", "Final: Team 0004 – Team 0002 instead of Team 0001 – Team 0002").hasNot("[data-overtaken]", "")
	l.play(2)
	l.chief.get(waits).has("[data-overtaken]", "count in the standings only")
}

// An order of level teams that was typed wrong is set once more before the knockout is out; who
// has the page of before is told that it was.
func TestAnOrderOfLevelTeamsIsSetOnceMore(t *testing.T) {
	t.Parallel()
	l := groupsOfTwo(t)
	l.levelAGroup()
	const pair = "/e/lake/desk/open/round/2/pair"
	form := l.chief.get(pair).has(".trouble button", "Draw lots").shown(pair)
	form.Set("do", "order")
	form.Set("reason", "Blitz.")
	l.send(pair, form).wants(http.StatusSeeOther)
	l.settle()
	page := l.chief.get(pair).has("main", "ordered by an official: Team 0001, Team 0004. Blitz.").hasNot("main button", "Draw lots")
	again := page.shown(pair)
	first, second, _ := strings.Cut(again.Get("tie"), "-")
	again.Set("do", "order")
	again.Set("reason", "Typed wrong.")
	again.Set("place-"+first, "2")
	again.Set("place-"+second, "1")
	l.send(pair, again).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get(pair).has("main", "ordered by an official: Team 0004, Team 0001. Typed wrong.")
	again.Del("key")
	l.send(pair, again).wants(http.StatusConflict).has("[role=alert]", "not level in their group, or not any more")
}
