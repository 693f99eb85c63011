package tournament

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
)

// CorrectionEffect is what a corrected result would change, before anybody
// signs it.
type CorrectionEffect struct {
	Outcome Outcome       // as given, or as it follows from the ends of the boards
	Moved   []PlaceChange // teams whose place or points change, in order of the new place
	Ties    []TieChange   // pairings of a knockout that change, round by round
	// Overtaken says that a later round has played a tie that the result takes out of the
	// bracket: it must not count for the pairings.
	Overtaken bool
	Prizes    []PrizeChange
	Paired    *PairingChange
	Phases    []QualifierChange // who would come into later phases, where that changes
}

// PlaceChange is one team's standing before and after.
type PlaceChange struct {
	TeamID        int64
	Before, After Standing
}

// PairingChange compares what the system pairs for the last published round, which
// comes after the corrected one, on the stored and on the corrected results. What
// officials changed by hand is in neither. Rounds between the two are played.
type PairingChange struct {
	RoundNo int
	Tables  []int   // published tables that would hold other teams, in order
	Byes    []int64 // teams whose bye for an odd number comes or goes
	Stuck   bool    // the system finds no legal pairing on the corrected results
}

// CorrectionEffect works out what in would change, and decides nothing. Ends
// that contradict the outcome are refused as CorrectResult refuses them.
func (b *SectionBook) CorrectionEffect(in Correction) (CorrectionEffect, error) {
	p, m := b.FindMatch(in.MatchID)
	if p == nil {
		return CorrectionEffect{}, fault.New(fault.NotFound, "There is no such match.")
	}
	e := CorrectionEffect{Outcome: in.Outcome}
	if in.Ends.Known() && !in.Forfeit {
		var form fault.Form
		if checkEnds(&form, in.Ends); form.Err() != nil {
			return e, form.Err()
		}
		derived, err := Derive(b.Section, *m, in.Ends)
		if err != nil {
			return e, err
		}
		e.Outcome = derived.Outcome
	}
	first, second := e.Outcome.Points()
	result := Hypothetical{MatchID: in.MatchID, Slot1Points: first, Slot2Points: second, Forfeit: in.Forfeit}
	now, err := b.Standings(0)
	if err != nil {
		return e, err
	}
	after, err := now.After(result)
	if err != nil {
		return e, err
	}
	for _, before := range now.Rows {
		moved := PlaceChange{TeamID: before.TeamID, Before: before}
		if moved.After, err = after.Of(before.TeamID); err != nil {
			return e, err
		}
		if moved.After.Place != before.Place || moved.After.Points != before.Points {
			e.Moved = append(e.Moved, moved)
		}
	}
	slices.SortStableFunc(e.Moved, func(x, y PlaceChange) int { return x.After.Place - y.After.Place })
	e.Ties, e.Overtaken = tiesMoved(b, result), overtaken(b, result)
	if e.Prizes, err = prizesMoved(b, now, result); err != nil {
		return e, err
	}
	if e.Phases, err = qualifiersMoved(b, result); err != nil {
		return e, err
	}
	if last := b.Current(); last != nil && last.RoundNo > p.RoundNo {
		e.Paired, err = pairingChange(b, *last, result)
	}
	return e, err
}

// prizesMoved compares who wins what now and with result in place.
func prizesMoved(b *SectionBook, now *Standings, result Hypothetical) ([]PrizeChange, error) {
	if len(b.Prizes.Prizes) == 0 {
		return nil, nil
	}
	before, err := now.Awards()
	if err != nil {
		return nil, err
	}
	corrected, err := with(b, result).Standings(0)
	if err != nil {
		return nil, err
	}
	after, err := corrected.Awards()
	return prizeChanges(before, after), err
}

// pairingChange pairs a published round twice, on the stored results and with result
// in place of one, and finds the published tables that only the first gives.
func pairingChange(b *SectionBook, round Round, result Hypothetical) (*PairingChange, error) {
	if b.Section.System == Rotating {
		return nil, nil // results never decide who plays whom
	}
	stored, err := systemPairing(b, round.RoundNo)
	if err != nil {
		return nil, err
	}
	corrected, err := systemPairing(with(b, result), round.RoundNo)
	if fault.Is(err, fault.Conflict) { // a knockout that would have no winner
		return &PairingChange{RoundNo: round.RoundNo, Stuck: true}, nil
	}
	if err != nil {
		return nil, err
	}
	out := &PairingChange{RoundNo: round.RoundNo, Stuck: corrected.NoPairing != nil && stored.NoPairing == nil}
	if out.Stuck {
		return out, nil
	}
	was, is := stored.meetings(), corrected.meetings()
	for _, p := range round.Pairings {
		pair := meeting(p.TeamID(1), p.TeamID(2))
		if p.Bye == nil && was[pair] && !is[pair] {
			out.Tables = append(out.Tables, p.Table())
		}
	}
	for pair := range was {
		if pair[0] == 0 && !is[pair] {
			out.Byes = append(out.Byes, pair[1])
		}
	}
	for pair := range is {
		if pair[0] == 0 && !was[pair] {
			out.Byes = append(out.Byes, pair[1])
		}
	}
	slices.Sort(out.Tables)
	slices.Sort(out.Byes)
	return out, nil
}

func systemPairing(b *SectionBook, round int) (*Draft, error) {
	in, err := b.PairingInput(round)
	if err != nil {
		return nil, err
	}
	d, err := draftRound(b, in, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("pair round %d for comparison: %w", round, err)
	}
	return d, nil
}

// with is the book with one result replaced; b itself stays as it is.
func with(b *SectionBook, result Hypothetical) *SectionBook {
	return changed(b, result.MatchID, func(m *Match) {
		m.State, m.UnderReview = MatchVerified, false
		m.Result = &ResultReport{Slot1Points: result.Slot1Points, Slot2Points: result.Slot2Points, Forfeit: result.Forfeit}
	})
}

// changed is the book with another state of one match.
func changed(b *SectionBook, matchID int64, to func(m *Match)) *SectionBook {
	trial := *b
	trial.Rounds = slices.Clone(b.Rounds)
	p, _ := b.FindMatch(matchID)
	for i := range trial.Rounds {
		r := &trial.Rounds[i]
		if r.RoundNo != p.RoundNo {
			continue
		}
		r.Pairings = slices.Clone(r.Pairings)
		k := slices.IndexFunc(r.Pairings, func(q Pairing) bool { return q.PairingNo == p.PairingNo })
		matches := slices.Clone(r.Pairings[k].Matches)
		to(&matches[slices.IndexFunc(matches, func(m Match) bool { return m.MatchID == matchID })])
		r.Pairings[k].Matches = matches
	}
	return &trial
}

// meeting names two teams whatever their order; a bye is team 0 and the team.
func meeting(a, b int64) [2]int64 { return [2]int64{min(a, b), max(a, b)} }

// meetings are all pairs of a draft, and the byes for an odd number.
func (d *Draft) meetings() map[[2]int64]bool {
	all := make(map[[2]int64]bool, len(d.Tables))
	for _, t := range d.Tables {
		all[meeting(t.First.TeamID, t.Second.TeamID)] = true
	}
	for _, bye := range d.Byes {
		if bye.Kind == ByePairing {
			all[meeting(0, bye.TeamID)] = true
		}
	}
	return all
}
