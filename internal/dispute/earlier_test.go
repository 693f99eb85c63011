package dispute_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// The same player hides stock in both matches of one table. The register knows of
// the first attempt, so nobody is asked; over what it counts is the book's open
// point until the section answers it.
func TestTwoMatchesOfOneTableAreCountedAsTheSectionSays(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	_, err := f.sign(f.hiding(), dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	facts := dispute.Facts{ // Black of the first match is White of the second
		BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Clocks: [4]int64{200000, 200000, 200000, 200000},
		Acts: []dispute.Act{{"act": "hide-stock", "by": "WA"}}, Claim: dispute.Claim{By: "BA", Kind: "conduct"},
	}
	o, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 2, Kind: "conduct", Facts: &facts})
	f.must(err)
	propose := func() dispute.Proposal {
		p, err := f.file(o.IncidentID).Propose()
		f.must(err)
		expect.True(t, !slices.ContainsFunc(p.Incident.Unknown, func(u ruling.Fact) bool { return u.Kind == ruling.FactPriors }), "it is asked what the register knows")
		return p
	}
	p := propose()
	expect.True(t, p.Ruling.Remedies[0].Kind == rulebook.Warning && p.Ruling.Basis == rulebook.Default && slices.Equal(p.Ruling.Open, []int{35}),
		"counted over the match: %v, %s, open %v", p.Ruling.Remedies, p.Ruling.Basis, p.Ruling.Open)
	if !strings.Contains(p.Ruling.Explain.String(), "number 1 in the match") || !strings.Contains(p.Ruling.Explain.String(), "not counting 1 in other matches of the event") {
		t.Errorf("the ruling does not say over what it counts: %s", p.Ruling.Explain)
	}
	for _, rules := range []string{`{"rules": [{"setting": "count-over", "value": "event"}]}`, `{"perEvent": true}`} {
		f.exec(`update section set house_rules = $1`, rules)
		p := propose()
		expect.True(t, p.Ruling.Remedies[0].Kind == rulebook.GameLoss && len(p.Ruling.Open) == 0, "%s: %v, open %v", rules, p.Ruling.Remedies, p.Ruling.Open)
		next := f.file(o.IncidentID).NextStep("WA", "hide-stock")
		expect.True(t, slices.Equal(next, []rulebook.RemedyKind{rulebook.GameLoss}), "%s: the next step is %v", rules, next)
	}
}

// A ladder that only the house has is counted from the register like any other.
func TestAHouseLadderClimbsByTheRegister(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`update section set house_rules = '{"rules": [{"setting": "on-telephone", "value": "warning → game-loss"}]}'`)
	ring := func() dispute.Proposal {
		facts := dispute.Facts{
			BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Clocks: [4]int64{200000, 200000, 200000, 200000},
			Acts: []dispute.Act{{"act": "telephone", "by": "BA"}}, Claim: dispute.Claim{By: "WA", Kind: "conduct"},
		}
		o, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1, Kind: "conduct", Facts: &facts})
		f.must(err)
		p, err := f.file(o.IncidentID).Propose()
		f.must(err)
		_, err = f.sign(o.IncidentID, dispute.Sign{Choice: dispute.Follow})
		f.must(err)
		return p
	}
	if p := ring(); p.Ruling.Remedies[0].Kind != rulebook.Warning || len(p.Incident.Unknown) != 0 {
		t.Errorf("first: %v, asked %v", p.Ruling.Remedies, p.Incident.Unknown)
	}
	if p := ring(); p.Ruling.Remedies[0].Kind != rulebook.GameLoss {
		t.Errorf("second: %v", p.Ruling.Remedies)
	}
}

// A penalty that an official gave without a proposal counts like one that was
// proposed, as the offence is written in the register.
func TestAPenaltyWrittenByHandIsCounted(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	_, err := f.sign(f.hiding(), dispute.Sign{Choice: dispute.Otherwise, Reason: "Seen by both teams.", Decision: dispute.Decision{
		Penalties: []dispute.PersonPenalty{{Seat: "BA", Offence: "Hide stock", Kind: rulebook.Warning}},
	}})
	f.must(err)
	p, err := f.file(f.hiding()).Propose()
	f.must(err)
	expect.Equal(t, p.Ruling.Remedies[0].Kind, rulebook.GameLoss, "after a warning written by hand: %v", p.Ruling.Remedies)
}

// A complaint about conduct that names no act is not answered.
func TestAComplaintWithoutAnActProposesNothing(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	facts := dispute.Facts{
		BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Clocks: [4]int64{200000, 200000, 200000, 200000}, Claim: dispute.Claim{By: "WA", Kind: "conduct"},
	}
	o, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1, Kind: "conduct", Facts: &facts})
	f.must(err)
	p, err := f.file(o.IncidentID).Propose()
	f.must(err)
	expect.True(t, len(p.Missing) == 1 && strings.Contains(p.Missing[0].String(), "What was done?") && len(p.Ruling.Remedies) == 0 && p.Outcome == "",
		"proposed %+v, missing %q", p.Ruling, p.Missing)
	if _, err := f.sign(o.IncidentID, dispute.Sign{Choice: dispute.Follow}); err == nil {
		t.Error("a proposal that does not exist was signed")
	}
}
