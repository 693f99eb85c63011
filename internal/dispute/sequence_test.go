package dispute_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// bothMated is a card on which both boards ended, with the lines in some order.
func (f *floor) bothMated(lines string) int64 {
	f.t.Helper()
	acts, err := dispute.ParseActs(lines)
	f.must(err)
	facts := dispute.Facts{BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Clocks: [4]int64{-1, -1, -1, -1}, Acts: acts}
	o, err := f.service.Open(f.t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1, Facts: &facts})
	f.must(err)
	return o.IncidentID
}

// The order of the lines on a card decides nothing: it asks, and the answer decides.
func TestACardAsksWhichBoardEndedFirst(t *testing.T) {
	t.Parallel()
	for _, lines := range []string{"A end W checkmate\nB end W checkmate", "B end W checkmate\nA end W checkmate", "A end W checkmate\nB end W checkmate\norder-unknown"} {
		f := newFloor(t)
		id := f.bothMated(lines)
		p, err := f.file(id).Propose()
		f.must(err)
		expect.MustTrue(t, p.Outcome == "" && p.Ruling.Lacks == rulebook.LacksOrder && !p.Ends.Known(), "%q: %s, %+v lacking %b", lines, p.Outcome, p.Ends, p.Ruling.Lacks)
		expect.Equal(t, f.file(id).Headline(p).String(), "The match is open: nobody has said which board ended first.", "the headline")
		_, err = f.sign(id, dispute.Sign{Choice: dispute.Follow})
		refused(t, err, fault.Invalid, "choose an outcome")

		q, ok, err := ruling.NextQuestion(p.Incident)
		f.must(err)
		expect.MustTrue(t, ok && q.Fact.Kind == ruling.FactEndedFirst, "the card asks %q, %v", q.Text, ok)
		f.must(f.service.AnswerQuestion(t.Context(), event, as(f.director), dispute.AnswerQuestion{
			IncidentID: id, Revision: f.file(id).Incident.Revision, Fact: q.Fact.String(), Number: 1,
		}))
		_, err = f.sign(id, dispute.Sign{Choice: dispute.Follow})
		f.must(err)
		r := f.match(1).Result
		expect.True(t, r != nil && r.Outcome == tournament.SecondWins && r.EndsOf().A.Reason == "", "after board B was said to be first: %+v", r)
	}
}

// A time on both lines says what their order does not.
func TestTimesOnACardSayWhichBoardEndedFirst(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	p, err := f.file(f.bothMated("t=1000 A end W checkmate\nt=2000 B end W checkmate")).Propose()
	f.must(err)
	expect.True(t, p.Outcome == tournament.FirstWins && p.Ends.B.Reason == "", "%s, %+v", p.Outcome, p.Ends)
}

// A penalty that would take the match away is the director's to give once the match
// has its result; saving the card does not forget that it had.
func TestAPenaltyAfterTheResultIsTheDirectors(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`update section set house_rules = '{"rules": [{"setting": "on-move-partner", "value": "match-loss"}]}'`)
	_, err := f.desk.EnterResult(t.Context(), event, as(f.director), tournament.TypedResult{
		SectionID: 1, Round: 1, Table: 14, Match: 1, Source: "desk", Ends: livegame.Ends{A: livegame.BoardEnd{Winner: 1, Reason: rulebook.ReasonCheckmate}},
	})
	f.must(err)
	facts := dispute.Facts{
		BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Clocks: [4]int64{-1, -1, -1, -1},
		Acts: []dispute.Act{{"act": "partner-board", "by": "WA", "how": "move"}}, Claim: dispute.Claim{By: "BA", Kind: "conduct"},
	}
	o, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1, Kind: "conduct", Facts: &facts})
	f.must(err)
	f.must(f.service.SaveFacts(t.Context(), event, as(f.director), dispute.SaveFacts{IncidentID: o.IncidentID, Revision: f.file(o.IncidentID).Incident.Revision, Facts: facts}))
	p, err := f.file(o.IncidentID).Propose()
	f.must(err)
	expect.True(t, p.Ruling.Verdict == rulebook.Discretion && p.Outcome == "" && strings.Contains(p.Ruling.Explain.String(), "came too late"),
		"%s, %s: %s", p.Ruling.Verdict, p.Outcome, p.Ruling.Explain)
	_, err = f.sign(o.IncidentID, dispute.Sign{Choice: dispute.Otherwise, Decision: dispute.Decision{Outcome: tournament.SecondWins, Clocks: [4]int64{-1, -1, -1, -1}}, Reason: "Moved a partner's piece twice after a warning."})
	f.must(err)
	r := f.match(1).Result
	expect.True(t, r != nil && r.Outcome == tournament.SecondWins, "the director acted openly, yet %+v", r)
}

// The act without an actor is written and read as a line of its own.
func TestOrderUnknownIsALine(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"order-unknown", "match order-unknown", "WA order-unknown"} {
		acts := expect.Must(dispute.ParseActs(line))(t)
		expect.NoDiff(t, cmp.Diff("match order-unknown\n", dispute.FormatActs(acts)), "%q", line)
		_, by := acts[0]["by"]
		expect.True(t, !by && acts[0].Actor() == "", "%q has an actor: %v", line, acts[0])
	}
}
