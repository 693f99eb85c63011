package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

const correct = "/e/lake/desk/open/round/1/table/1/match/1/correct"

// played is a league with round 1 played and round 2 published.
func played(t *testing.T, teams int) *league {
	t.Helper()
	l := seated(t, teams)
	l.play(1)
	l.pair(2)
	return l
}

func (l *league) read() *tournament.SectionBook {
	l.t.Helper()
	b := expect.Must(l.tournament.Reader().Book(l.t.Context(), l.event, l.section))(l.t)
	return b
}

func TestCorrectionShowsHistoryAndEffect(t *testing.T) {
	t.Parallel()
	l := played(t, 8)
	l.chief.get("/e/lake/desk/open/round/1/wall?table=1&match=1").has("a[href="+correct+"]", "Correct it")
	page := l.chief.get(correct).wants(http.StatusOK)
	page.has("h2", "Correct Open, round 1, table 1, match 1").has(".rows li", "Team 0001 beat").has(".rows li", "counts").has("p", "Choose the new result and press")
	page.has(".note", "Round 2 is published").hasNot("button", "Propose").has("button", "Sign the correction")
	l.chief.get(correct+"?outcome=slot2").wants(http.StatusOK).has(".mini td", "Team 0001").has(".note", "would pair table").has("input[checked=]", "")
	l.chief.get(correct+"?outcome=king").wants(http.StatusUnprocessableEntity).has("#e-outcome", "from the list")
	l.chief.get(correct+"?winner_a=1&reason_a=stalemate").wants(http.StatusUnprocessableEntity).has("#e-winner_a", "nobody won")
	l.chief.get(correct+"?winner_a=2&reason_a=checkmate").wants(http.StatusOK).has("strong", "beat Team 0001 on board A")

	form := url.Values{"revision": {page.value("input[name=revision]", "value")}, "outcome": {"slot2"}, "then": {"count"}, "key": {l.key()}}
	l.chief.post(correct, form).wants(http.StatusUnprocessableEntity).has("#e-reason", "Say why").has(".mini td", "Team 0001")
	set(form, "reason", "The slip was read upside down.", "slip", "slip 14")
	done := l.chief.post(correct, form).wants(http.StatusSeeOther)
	again := l.chief.post(correct, form).wants(http.StatusSeeOther)
	expect.True(t, again.to() == done.to(), "a repeat leads to %s, the first to %s", again.to(), done.to())
	l.chief.get(done.to()).has(".said", "a second official signs too").has(".note", "waits for a second official")
	form.Set("key", l.key())
	l.chief.post(correct, form).wants(http.StatusConflict).has("[role=alert]", "waits for a second official already")

	// The first signer cannot sign twice; another official can.
	l.chief.get("/e/lake/desk/open").has("h2", "Corrections that wait").has(".rows a", "round 1, table 1, match 1")
	sign := url.Values{"do": {"sign"}, "key": {l.key()}}
	waiting := "/e/lake/desk/open/corrections/1"
	l.chief.get(waiting).wants(http.StatusOK).hasNot("button", "Sign as second official").has("button", "Withdraw it")
	l.chief.post(waiting, sign).wants(http.StatusForbidden)
	second := l.person("ana", "Ana Ruiz", "none")
	l.give(second, l.event, l.section, access.Director)
	second.get(waiting).wants(http.StatusOK).has("h2", "beat Team 0001").has(".mini td", "Team 0001").has("p", "The slip was read upside down.")
	second.post(waiting, url.Values{"key": {l.key()}}).wants(http.StatusUnprocessableEntity).has("main", "Choose to sign the correction or to refuse it.")
	to := second.post(waiting, url.Values{"do": {"sign"}, "key": {l.key()}}).wants(http.StatusSeeOther).to()
	expect.True(t, strings.HasPrefix(to, correct+"?"), "a director who signed second goes on at %s, want the match with its notice to print", to)
	second.get(correct).has("a", "Print the notice")
	second.post(waiting, url.Values{"do": {"sign"}, "key": {l.key()}}).wants(http.StatusConflict).has("[role=alert]", "was signed by Ana Ruiz already")
	l.chief.get(correct).has(".rows li", "correction: The slip was read upside down. (signed first by Dana Holt)").has(".rows li", "replaced")
	l.chief.get(correct+"/notice").wants(http.StatusOK).has(".ptable td", "Team 0001 beat").has(".ptable td", "beat Team 0001").hasNot(".paper", "upside down")
	l.chief.get(strings.Replace(correct, "table/1", "table/2", 1) + "/notice").wants(http.StatusNotFound)
	form.Set("key", l.key())
	l.chief.post(correct, form).wants(http.StatusConflict).has("[role=alert]", "changed since").has("[role=alert]", "You entered")
}

// The preview is right: what it says is what happens when it is done.
func TestCorrectionEffectComesTrue(t *testing.T) {
	t.Parallel()
	for _, outcome := range []tournament.Outcome{tournament.SecondWins, tournament.Drawn, tournament.DoubleLoss} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			l := played(t, 9)
			before := l.read()
			match := before.Round(1).AtTable(2).Matches[0]
			in := tournament.Correction{MatchID: match.MatchID, Revision: match.Revision, Outcome: outcome, Reason: "test"}
			effect := expect.Must(before.CorrectionEffect(in))(t)
			expect.MustEqual(t, before.Round(1).AtTable(2).Matches[0].Result.Outcome, match.Result.Outcome, "the preview changed the book")
			l.corrects(in)
			after := l.read()
			was := expect.Must(before.Standings(0))(t)
			is := expect.Must(after.Standings(0))(t)
			said := map[int64]tournament.PlaceChange{}
			for _, m := range effect.Moved {
				said[m.TeamID] = m
			}
			for _, old := range was.Rows {
				now, _ := is.Of(old.TeamID)
				want := [2]int{old.Place, old.Points}
				if m, ok := said[old.TeamID]; ok {
					want = [2]int{m.After.Place, m.After.Points}
				}
				got := [2]int{now.Place, now.Points}
				expect.True(t, got == want, "team %d has place and points %v, the preview said %v", old.TeamID, got, want)
			}
			expect.MustTrue(t, effect.Paired != nil && effect.Paired.RoundNo == 2, "round 2 was not compared: %+v", effect.Paired)
			expect.NoDiff(t, cmp.Diff(l.movedTables(after.Round(2)), effect.Paired.Tables), "tables of round 2 paired differently (- really + said)")
		})
	}
}

// corrects signs a correction with two officials.
func (l *league) corrects(in tournament.Correction) {
	l.t.Helper()
	done := expect.Must(l.tournament.CorrectResult(l.t.Context(), l.event, l.command(), in))(l.t)
	if done.Kind != tournament.ReportWaits {
		return
	}
	book := l.read()
	waiting, err := l.tournament.Reader().WaitingCorrections(l.t.Context(), l.event, book.Section.SectionID)
	expect.MustTrue(l.t, err == nil && len(waiting) == 1, "%+v, %v", waiting, err)
	second := l.command()
	l.exec(`insert into account (account_id, login, name, password_hash, created_at) values (9999, 'second', 'Ana Ruiz', '-', $1) on conflict do nothing`, l.clock())
	second.Actor = journal.Actor{AccountID: 9999, Name: "Ana Ruiz"}
	expect.Must(l.tournament.Countersign(l.t.Context(), l.event, second, waiting[0].CorrectionID, false))(l.t)
}

// What a correction does not count for keeps the old result.
func TestScopeOfACorrection(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		counts           tournament.CountsFor
		from             int
		standings, pairs bool // change now
	}{
		"all": {standings: true, pairs: true}, "standings": {counts: tournament.CountsStandings, standings: true}, "record": {counts: tournament.CountsRecord},
		"from round 3": {from: 3, pairs: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := played(t, 8)
			l.play(2)
			before := l.read()
			match := before.Round(1).AtTable(1).Matches[0]
			l.corrects(tournament.Correction{MatchID: match.MatchID, Revision: match.Revision, Outcome: tournament.SecondWins, Reason: "test", Counts: c.counts, From: c.from})
			after := l.read()
			expect.Equal(t, after.Round(1).AtTable(1).Matches[0].Result.Outcome, tournament.SecondWins, "the record does not show the correction")
			winner := before.Round(1).AtTable(1).TeamID(2)
			was, is := standingOf(t, before, winner), standingOf(t, after, winner)
			expect.Equal(t, (was.Points != is.Points), c.standings, "points %d → %d", was.Points, is.Points)
			old := expect.Must(before.PairingInput(3))(t)
			fresh := expect.Must(after.PairingInput(3))(t)
			expect.Equal(t, (old.Basis != fresh.Basis), c.pairs, "the results that round 3 is paired by changed, or did not, against the scope")
			// A second correction over a limited one: what counts is never lost.
			match = after.Round(1).AtTable(1).Matches[0]
			l.corrects(tournament.Correction{MatchID: match.MatchID, Revision: match.Revision, Outcome: tournament.Drawn, Reason: "again", Counts: tournament.CountsRecord})
			again := standingOf(t, l.read(), winner)
			expect.True(t, again.Points == is.Points, "a later note on the record moved the points from %d to %d", is.Points, again.Points)
		})
	}
}

func standingOf(t *testing.T, b *tournament.SectionBook, team int64) tournament.Standing {
	t.Helper()
	s := expect.Must(b.Standings(0))(t)
	row, _ := s.Of(team)
	return row
}

// movedTables withdraws the round, pairs it again and lists the tables that are
// not met any more.
func (l *league) movedTables(was *tournament.Round) []int {
	l.t.Helper()
	cmd := l.command()
	cmd.Reason = "a result was corrected"
	expect.Must(l.tournament.Unpublish(l.t.Context(), l.event, cmd, tournament.UnpublishInput{DraftInput: l.at(2), Typed: 2}))(l.t)
	expect.Must(l.tournament.MakeDraft(l.t.Context(), l.event, l.command(), tournament.MakeDraftInput{DraftInput: l.at(2)}))(l.t)
	r := expect.Must(l.tournament.Reader().DraftRound(l.t.Context(), l.event, l.section, 2))(l.t)
	var moved []int
	for _, p := range was.Pairings {
		met := slices.ContainsFunc(r.Draft.Tables, func(d tournament.DraftTable) bool {
			return p.Slot(d.First.TeamID) != 0 && p.Slot(d.Second.TeamID) != 0
		})
		if p.Bye == nil && !met {
			moved = append(moved, p.Table())
		}
	}
	slices.Sort(moved)
	return moved
}

func TestCorrectionPairsADraftAgain(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	l.play(1)
	l.draft(2)
	page := l.chief.get(correct).wants(http.StatusOK).has(".note", "has a draft").has(".opt", "round 2 is paired again")
	form := url.Values{
		"revision": {page.value("input[name=revision]", "value")}, "outcome": {"draw"}, "then": {"pair"}, "reason": {"Both signed a draw."}, "key": {l.key()},
	}
	to := l.chief.post(correct, form).wants(http.StatusSeeOther).to()
	expect.Contains(t, to, "/round/2/pair", "leads to")
	l.chief.get(to).has(".said", "The draft of round 2 is discarded")
	r, err := l.tournament.Reader().DraftRound(t.Context(), l.event, l.section, 2)
	expect.True(t, err == nil && r.Draft == nil, "draft %+v, %v", r.Draft, err)
	set(form, "key", l.key(), "outcome", "slot1", "revision", l.chief.get(correct).value("input[name=revision]", "value"))
	l.chief.post(correct, form).wants(http.StatusConflict).has("[role=alert]", "cannot be paired again")
	l.chief.get(correct).has(".echo", "drew")
}

func TestDirectorProposesACorrection(t *testing.T) {
	t.Parallel()
	l := played(t, 4)
	director := l.person("ana", "Ana Ruiz", "none")
	l.give(director, l.event, l.section, access.Director)
	page := director.get(correct).wants(http.StatusOK).has("button", "Propose to the chief").hasNot("button", "Sign")
	form := url.Values{"revision": {page.value("input[name=revision]", "value")}, "outcome": {"draw"}, "key": {l.key()}}
	director.post(correct, form).wants(http.StatusUnprocessableEntity).has("#e-reason", "Say why")
	set(form, "reason", "Both captains say so", "revision", "7")
	director.post(correct, form).wants(http.StatusConflict).has("[role=alert]", "You proposed")
	form.Set("revision", page.value("input[name=revision]", "value"))
	to := director.post(correct, form).wants(http.StatusSeeOther).to()
	l.chief.get(to).wants(http.StatusOK)
	l.chief.get("/e/lake/desk/incidents").has("main", "Correction proposed by Ana Ruiz")
	m := l.read().Round(1).AtTable(1).Matches[0]
	expect.True(t, m.Result.Outcome == tournament.FirstWins && m.UnderReview, "the proposal changed the result: %+v", m.Result)
	set(form, "key", l.key(), "revision", director.get(correct).value("input[name=revision]", "value"))
	director.post(correct, form).wants(http.StatusConflict).has("[role=alert]", "Incident 1 is open")
	director.get(fmt.Sprintf("/e/lake/desk/open/round/%d/table/1/match/1/correct", 9)).wants(http.StatusNotFound)
}

// A result that belongs to another table is taken back where its history stands.
func TestAResultOfAnotherTableIsTakenBack(t *testing.T) {
	t.Parallel()
	l := seated(t, 6)
	l.play(1)
	const back = "/e/lake/desk/open/round/1/table/1/match/1/take-back"
	page := l.chief.get(correct).has("p a", "no result yet").has("#take-back button", "Take the result back")
	form := url.Values{"revision": {page.value("#take-back input[name=revision]", "value")}, "key": {l.key()}}
	l.chief.post(back, form).wants(http.StatusUnprocessableEntity).has("#e-taken", "Say why")
	form.Set("taken", "It was the slip of table 2.")
	done := l.chief.post(back, form).wants(http.StatusSeeOther)
	again := l.chief.post(back, form).wants(http.StatusSeeOther)
	expect.True(t, again.to() == done.to(), "a repeat leads to %s, the first to %s", again.to(), done.to())
	l.chief.get(done.to()).has(".said", "Taken back: Open, round 1, table 1, match 1: “Team 0001 beat Team 0004”, entered by Dana Holt")
	l.chief.get(correct).has(".rows li", "taken back").hasNot("main", "Take the result back")
	form.Set("key", l.key())
	l.chief.post(back, form).wants(http.StatusConflict).has("[role=alert]", "no result that could be taken back")
	l.chief.get("/e/lake/desk/journal").has("tr", "It was the slip of table 2.")

	// Of two values that contradict each other none may be right.
	const resolve = "/e/lake/desk/open/round/1/table/2/match/1/resolve"
	at := func() tournament.Match { return l.read().Round(1).AtTable(2).Matches[0] }
	l.secondChief().post("/e/lake/desk/open/round/1/verify", url.Values{"match": {fmt.Sprint(at().MatchID)}, "revision": {fmt.Sprint(at().Revision)}, "verdict": {"reject"}, "reason": {"the slip says otherwise"}, "key": {l.key()}})
	expect.MustEqual(t, at().State, tournament.MatchConflict, "rejected")
	l.chief.get(correct[:len(correct)-len("1/match/1/correct")]+"2/match/1/correct").has("#take-back button", "Take the result back")
	form = url.Values{"revision": {l.chief.get(resolve).has("label", "None of these: the match has no result yet").value("input[name=revision]", "value")}, "choice": {"none"}, "key": {l.key()}}
	l.chief.post(resolve, form).wants(http.StatusUnprocessableEntity).has("#e-reason", "Say why").has("input[checked=]", "")
	form.Set("reason", "It is still played.")
	l.chief.post(resolve, form).wants(http.StatusSeeOther)
	l.chief.post(resolve, form).wants(http.StatusSeeOther) // sent twice
	l.chief.get(resolve).wants(http.StatusConflict).has("main", "no conflict any more")
	form.Set("key", l.key())
	l.chief.post(resolve, form).wants(http.StatusConflict).has("main", "no conflict any more")
	expect.True(t, at().State == tournament.MatchOpen && at().Result == nil, "the match is %+v", at())
}
