package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// lateClaim is a league whose round 2 is published, with money for the first two
// places, and the card of an incident at a table of round 1 that is ready to be
// ruled on. Team 1 has won that match.
func lateClaim(t *testing.T) (l *league, director *browser, ruling string) {
	t.Helper()
	l = played(t, 8)
	l.send(prizeEdit, prizesOf("0")).wants(http.StatusSeeOther)
	director = l.person("ana", "Ana Ruiz", "none")
	l.give(director, l.event, l.section, access.Director)
	open := url.Values{"section": {"open"}, "round": {"1"}, "table": {"1"}, "match": {"1"}, "kind": {"illegal-move"}, "key": {l.key()}}
	card := director.post("/e/lake/desk/incidents/new", open).wants(http.StatusSeeOther).to()
	director.post(card, filled(director.get(card).value("input[name=revision]", "value"))).wants(http.StatusSeeOther)
	return l, director, card + "/ruling"
}

// turned decides that the other team has won the match.
func turned(b *browser, ruling string, more url.Values) url.Values {
	form := decision(b.get(ruling), "other")
	form.Set("outcome", "slot2")
	for k, v := range more {
		form[k] = v
	}
	return form
}

func TestARulingOnAnEarlierRoundShowsWhatItMoves(t *testing.T) {
	t.Parallel()
	l, director, ruling := lateClaim(t)
	page := l.chief.get(ruling + "?choice=other&outcome=slot2").wants(http.StatusOK)
	page.has("[data-effect] .mini td", "Team 0001").has("[data-effect] .note", "Round 2 is published: its tables stay").has("[data-effect] .note", "would pair table")
	page.has("[data-effect] th", "Prizes").has("[data-effect=then] .opt", "for the record only").has("input[name=then][value=pair]", "").has(".field", "Needed, because a later round is published")
	l.chief.get(ruling+"?choice=deny").wants(http.StatusOK).hasNot("input[name=then]", "")

	// Who publishes no rounds chooses everything else, and knows whom to tell.
	page = director.get(ruling + "?choice=other&outcome=slot2").wants(http.StatusOK)
	page.hasNot("input[name=then][value=pair]", "").has("[data-effect] .note", "The section chief may pair them again")
	refused := director.post(ruling, turned(director, ruling, url.Values{"reason": {"Heard both."}, "then": {"pair"}}))
	refused.wants(http.StatusUnprocessableEntity).has(".field-error", "No table of a later round can be paired again by you")
	if m := l.read().Round(1).AtTable(1).Matches[0]; m.Result.Outcome != tournament.FirstWins {
		t.Errorf("a refused signature changed the result to %s", m.Result.Outcome)
	}

	director.post(ruling, turned(director, ruling, url.Values{"reason": {"Heard both."}, "then": {"from"}, "from": {"1"}})).
		wants(http.StatusUnprocessableEntity).has(".field-error", "Enter a round from 2")
	// A reason of the official's own, even where the proposal is followed.
	follow := decision(director.get(ruling), "follow")
	follow.Del("reason")
	director.post(ruling, follow).wants(http.StatusUnprocessableEntity).has(".field-error", "A later round is published")
	director.post(ruling, turned(director, ruling, url.Values{"reason": {"Heard both."}, "then": {"record"}})).wants(http.StatusSeeOther)
	signed := director.get(ruling).has(".headline", "It counts for the record only.").hasNot("input[name=then]", "")
	signed.has(".note", "The tables of later rounds and the standings stay as they are.").hasNot(".read-aloud", "until round 2 is published")
	m := l.read().Round(1).AtTable(1).Matches[0]
	expect.True(t, m.Result.Source == "ruling" && m.Result.Outcome == tournament.SecondWins && m.Result.Counts == tournament.CountsRecord,
		"the record shows %+v", m.Result)
}

func TestTheScopeOfARulingWaitsWithIt(t *testing.T) {
	t.Parallel()
	l, director, ruling := lateClaim(t)
	l.exec(`update section set heavy_penalties = 'second-official' where event_id = $1`, l.event)
	form := turned(director, ruling, url.Values{
		"reason": {"Heard both."}, "then": {"standings"}, "penalty_seat": {"BA"}, "penalty_offence": {"insult"}, "penalty": {"game-loss"},
	})
	director.post(ruling, form).wants(http.StatusSeeOther)
	if m := l.read().Round(1).AtTable(1).Matches[0]; m.Result.Source == "ruling" {
		t.Fatal("the ruling counts before the second official confirmed it")
	}
	page := l.chief.get(ruling).wants(http.StatusOK).has(".headline", "It counts in the standings only.")
	revision := page.value("input[name=revision]", "value")
	l.send(strings.TrimSuffix(ruling, "/ruling")+"/second", url.Values{"revision": {revision}, "do": {"confirm"}}).wants(http.StatusSeeOther)
	if m := l.read().Round(1).AtTable(1).Matches[0]; m.Result.Source != "ruling" || m.Result.Counts != tournament.CountsStandings {
		t.Errorf("confirmed, the record shows %+v", m.Result)
	}
}

// The second official goes on at the tables that depend on the ruling.
func TestTheSecondOfficialGoesOnAtTheTables(t *testing.T) {
	t.Parallel()
	l, director, ruling := lateClaim(t)
	l.exec(`update section set heavy_penalties = 'second-official' where event_id = $1`, l.event)
	director.post(ruling, turned(director, ruling, url.Values{
		"reason": {"Heard both."}, "penalty_seat": {"BA"}, "penalty_offence": {"insult"}, "penalty": {"game-loss"},
	})).wants(http.StatusSeeOther)
	revision := l.chief.get(ruling).value("input[name=revision]", "value")
	to := l.send(strings.TrimSuffix(ruling, "/ruling")+"/second", url.Values{"revision": {revision}, "do": {"confirm"}}).wants(http.StatusSeeOther).to()
	expect.MustTrue(t, strings.Contains(to, "/round/2/pair/tables?tables="), "leads to %s", to)
	l.chief.get(to).wants(http.StatusOK).has(".said", "the tables that hang on it").has("button", "Publish version 2")
}

// From the ruling over the tables it moves to a second version of the round.
func TestARulingPairsTablesAgain(t *testing.T) {
	t.Parallel()
	l, _, ruling := lateClaim(t)
	was := l.read().Round(2)
	same := turned(l.chief, ruling, url.Values{"outcome": {"slot1"}, "reason": {"As played."}, "then": {"pair"}, "key": {l.key()}})
	l.chief.post(ruling, same).wants(http.StatusUnprocessableEntity).has(".field-error", "No table of a later round can be paired again")

	signed := l.send(ruling, turned(l.chief, ruling, url.Values{"reason": {"The move was illegal."}, "then": {"pair"}})).wants(http.StatusSeeOther)
	expect.MustTrue(t, strings.Contains(signed.to(), "/round/2/pair/tables?"), "leads to %s", signed.to())
	page := l.chief.get(signed.to()).wants(http.StatusOK).has(".said", "Here are the tables to pair again")
	form := url.Values{"revision": {page.value("input[name=revision]", "value")}}
	to := expect.Must(url.Parse(signed.to()))(t)
	form["tables"] = strings.Split(to.Query().Get("tables"), ",")
	if to.Query().Get("bye") != "" {
		form.Set("bye", "yes")
	}
	l.send("/e/lake/desk/open/round/2/pair/tables", form).wants(http.StatusUnprocessableEntity).has(".field-error", "")
	set(form, "reason", "Ruling on table 1 of round 1.", "key", l.key())
	l.send("/e/lake/desk/open/round/2/pair/tables", form).wants(http.StatusSeeOther)

	now := l.read().Round(2)
	expect.MustEqual(t, now.Publication, 2, "round 2 is at version")
	named := map[string]bool{}
	for _, table := range form["tables"] {
		named[table] = true
	}
	for _, p := range was.Pairings {
		again := now.AtTable(p.Table())
		if !named[strconv.Itoa(p.Table())] && (again.TeamID(1) != p.TeamID(1) || again.TeamID(2) != p.TeamID(2)) {
			t.Errorf("table %d changed though it was not named", p.Table())
		}
	}
	// What is out now is what the system pairs on the result of the ruling.
	expect.NoDiff(t, cmp.Diff([]int(nil), l.movedTables(now)), "tables that the system would still pair otherwise (- none + these)")
}

// A review leads to the same tables.
func TestAReviewPairsTablesAgain(t *testing.T) {
	t.Parallel()
	l, director, ruling := lateClaim(t)
	follow := decision(director.get(ruling), "follow")
	follow.Set("reason", "Both players agree on the position.")
	director.post(ruling, follow).wants(http.StatusSeeOther)
	card := strings.TrimSuffix(ruling, "/ruling")
	team := director.get(ruling).value("select[name=team] option", "value")
	director.post(card+"/appeal", url.Values{"team": {team}, "grounds": {"The clock was not pressed."}}).wants(http.StatusSeeOther)
	l.chief.get(firstAppeal+"?state=modified&outcome=slot2").has("[data-effect] th", "Prizes").has("[data-effect=then] .opt", "are paired again")
	form := l.review("modified", url.Values{"outcome": {"slot2"}, "then": {"pair"}, "key": {l.key()}})
	signed := l.chief.post(firstAppeal, form).wants(http.StatusSeeOther)
	l.settle()
	expect.MustTrue(t, strings.Contains(signed.to(), "/round/2/pair/tables?"), "leads to %s", signed.to())
	l.chief.get(signed.to()).wants(http.StatusOK).has("input[name=tables][checked=]", "").has("button", "Publish version 2")
	l.chief.post(firstAppeal, form).wants(http.StatusSeeOther) // once more, and nothing twice
}

// With rounds in between the last one that is out is compared, not a played one.
func TestTheRoundThatIsOutIsCompared(t *testing.T) {
	t.Parallel()
	l, _, ruling := lateClaim(t)
	l.play(2)
	l.draft(3)
	match := l.read().Round(1).AtTable(1).Matches[0]
	expect.Must(l.tournament.PublishRound(t.Context(), l.event, l.command(), tournament.PublishRound{DraftInput: l.at(3), Typed: 3, Settled: []int64{match.MatchID}}))(t)
	l.chief.get(ruling+"?choice=other&outcome=slot2").wants(http.StatusOK).has("[data-effect] .note", "Round 3 is published: its tables stay")
	effect, err := l.read().CorrectionEffect(tournament.Correction{MatchID: match.MatchID, Outcome: tournament.SecondWins})
	expect.True(t, err == nil && effect.Paired != nil && effect.Paired.RoundNo == 3, "compared %+v, %v; want round 3", effect.Paired, err)
}
