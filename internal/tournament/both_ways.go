package tournament

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
)

// BothWays says how a draft depends on one open result: which tables hold other
// teams, or the same at no table at all, if the match ends in another way. It
// rests on the draft's own hand-set pairs.
type BothWays struct {
	MatchID int64 `json:"match"`
	// Paired is the outcome the draft rests on, empty where it counts a match
	// without a result as drawn.
	Paired Outcome `json:"paired,omitempty"`
	Ways   []Way   `json:"ways"`
}

// Way is the pairing after one other outcome.
type Way struct {
	Outcome Outcome          `json:"outcome"`
	Before  []PublishedTable `json:"before,omitempty"` // tables of the draft that would change
	After   []PublishedTable `json:"after,omitempty"`  // what the system would put there
	Stuck   bool             `json:"stuck,omitempty"`  // it would find no legal pairing
}

// Same reports whether the pairings are the same however the match ends.
func (w BothWays) Same() bool {
	return !slices.ContainsFunc(w.Ways, func(way Way) bool { return way.Stuck || len(way.Before) > 0 })
}

// Possible reports whether every way has a legal pairing.
func (w BothWays) Possible() bool {
	return !slices.ContainsFunc(w.Ways, func(way Way) bool { return way.Stuck })
}

// Tables are the tables that depend on the match, in order, and whether the bye of
// the pairing system does.
func (w BothWays) Tables() (tables []int, bye bool) {
	for _, way := range w.Ways {
		for _, row := range way.Before {
			if row.Table == 0 {
				bye = true
			} else if !slices.Contains(tables, row.Table) {
				tables = append(tables, row.Table)
			}
		}
	}
	slices.Sort(tables)
	return tables, bye
}

// BothWays works out how the draft of a round would look if the open match ended
// in each of the ways it was not paired by. Pairs set by hand stay in all of them.
func (b *SectionBook) BothWays(d *Draft, matchID int64) (BothWays, error) {
	p, m := b.FindMatch(matchID)
	if p == nil {
		return BothWays{}, fault.New(fault.NotFound, "There is no such match.")
	}
	out := BothWays{MatchID: matchID}
	used := Drawn
	if m.Result != nil {
		out.Paired, used = m.Result.Outcome, m.Result.Outcome
	}
	for _, outcome := range []Outcome{FirstWins, SecondWins, Drawn} {
		if outcome == used {
			continue
		}
		way, err := way(b, d, matchID, outcome)
		if err != nil {
			return BothWays{}, err
		}
		out.Ways = append(out.Ways, way)
	}
	return out, nil
}

func way(b *SectionBook, d *Draft, matchID int64, outcome Outcome) (Way, error) {
	first, second := outcome.Points()
	trial := with(b, Hypothetical{MatchID: matchID, Slot1Points: first, Slot2Points: second})
	in, err := trial.PairingInput(d.RoundNo)
	if err != nil {
		return Way{}, err
	}
	old := d.clone()
	other, err := makeDraft(trial, in, &old, MakeDraftInput{Keep: true})
	if err != nil {
		return Way{}, fmt.Errorf("pair round %d the other way: %w", d.RoundNo, err)
	}
	way := Way{Outcome: outcome, Stuck: other.NoPairing != nil}
	if !way.Stuck {
		way.Before, way.After = d.against(other), other.against(d)
		way.renumber()
	}
	return way, nil
}

// against lists the pairs of d that other does not have.
func (d *Draft) against(other *Draft) []PublishedTable {
	has := other.meetings()
	var rows []PublishedTable
	for _, t := range d.Tables {
		if t.Full() && !has[meeting(t.First.TeamID, t.Second.TeamID)] {
			rows = append(rows, PublishedTable{Table: t.Table, Team1: t.First.TeamID, Team2: t.Second.TeamID})
		}
	}
	for _, bye := range d.Byes {
		if bye.Kind == ByePairing && !has[meeting(0, bye.TeamID)] {
			rows = append(rows, PublishedTable{Team1: bye.TeamID, Bye: bye.Kind})
		}
	}
	return rows
}

// renumber puts the new pairs at the tables that the old ones leave.
func (w *Way) renumber() {
	var free []int
	for _, row := range w.Before {
		if row.Table > 0 {
			free = append(free, row.Table)
		}
	}
	for i := range w.After {
		if w.After[i].Table > 0 && len(free) > 0 {
			w.After[i].Table, free = free[0], free[1:]
		}
	}
}

// bothWays works out the prepared pairings of a publication. A match that leaves
// no legal pairing in some way is refused: then the chief waits, or counts it.
func bothWays(b *SectionBook, form *fault.Form, d *Draft, matches []int64) ([]BothWays, error) {
	var prepared []BothWays
	for _, id := range matches {
		ways, err := b.BothWays(d, id)
		if err != nil {
			return nil, err
		}
		if !ways.Possible() {
			form.Add(fmt.Sprintf("settle-%d", id), "One of the ways leaves no legal pairing. Wait, or publish with what there is.")
		}
		prepared = append(prepared, ways)
	}
	return prepared, nil
}
