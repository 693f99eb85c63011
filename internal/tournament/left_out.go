package tournament

import (
	"context"
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phrase"
)

// LeftOut is a team that is not paired because it did not come to its tables.
type LeftOut struct {
	TeamID   int64
	Defaults []int // the rounds in which no board of its pairing was played and it lost
}

// Why says it for the desk: "Left out: did not come in round 2."
func (l LeftOut) Why() phrase.Sentence {
	if len(l.Defaults) == 1 {
		return phrase.Of("Left out: did not come in round %d.", l.Defaults[0])
	}
	rounds := make([]string, len(l.Defaults))
	for i, n := range l.Defaults {
		rounds[i] = strconv.Itoa(n)
	}
	return phrase.Of("Left out: did not come in rounds %s.", fault.And(rounds...))
}

// DefaultedRounds are the rounds before one in which each team lost its whole pairing by forfeit.
func DefaultedRounds(b *SectionBook, before int) map[int64][]int {
	found := map[int64][]int{}
	for i := range b.Rounds {
		r := &b.Rounds[i]
		if !r.Public() || r.RoundNo >= before {
			continue
		}
		for k := range r.Pairings {
			p := r.Pairings[k].counting(forPairing, before)
			score := b.Section.Score(p)
			if p.Bye != nil || score.Played || score.Missing > 0 || len(p.Matches) == 0 {
				continue
			}
			for slot, kind := range forfeitKinds(score.Points) {
				if !kind.Defaulted() {
					continue
				}
				for _, id := range p.InSlot(slot + 1) {
					found[id] = append(found[id], r.RoundNo)
				}
			}
		}
	}
	return found
}

// LeftOutOf are the teams that the section leaves out of the pairing of a round, with why:
// those with as many defaults as it says since they were let in last. Those that have left
// are not among them. In a table their opponents are free, in a bracket they go through.
func LeftOutOf(b *SectionBook, round int) map[int64]LeftOut {
	out := map[int64]LeftOut{}
	if b.Section.LeaveOutAfter == 0 || b.Section.System == Rotating {
		return out
	}
	for id, rounds := range DefaultedRounds(b, round) {
		t := b.Team(id)
		if t.LeftBy(round) || len(rounds)-t.DefaultsForgiven < b.Section.LeaveOutAfter {
			continue
		}
		out[id] = LeftOut{TeamID: id, Defaults: rounds}
	}
	return out
}

// LetIn lets a team that was left out after a default be paired again, from the next round on.
func (s *EntryCommands) LetIn(ctx context.Context, eventID int64, cmd journal.Command, teamID int64) (Team, error) {
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Team, journal.Change, error) {
		t, b, err := teamBook(ctx, tx, teamID)
		if err != nil {
			return t, journal.Change{}, err
		}
		out, ok := LeftOutOf(b, b.NextRound())[teamID]
		if !ok {
			return t, journal.Change{}, fault.New(fault.Conflict, "%s is not left out of the pairings.", t.Name)
		}
		before := t.DefaultsForgiven
		t.DefaultsForgiven = len(out.Defaults)
		t.Revision++
		return t, journal.Change{
			Reach: journal.InSection(t.SectionID), Action: "let team in again", Subject: journal.Subject(b.Section.Slug, "team "+t.Name),
			Before: map[string]any{"left out": out.Why().String(), "defaults forgiven": before}, After: map[string]any{"defaults forgiven": t.DefaultsForgiven}, Reason: cmd.Reason,
		}, tx.UpdateTeams(ctx, []Team{t})
	})
}

// LeaveOutAgain takes back that a team was let in: all its defaults count again.
func (s *EntryCommands) LeaveOutAgain(ctx context.Context, eventID int64, cmd journal.Command, teamID int64) (Team, error) {
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Team, journal.Change, error) {
		t, err := tx.Team(ctx, teamID)
		if err != nil {
			return t, journal.Change{}, err
		}
		section, err := tx.Section(ctx, t.SectionID)
		if err != nil {
			return t, journal.Change{}, err
		}
		if t.DefaultsForgiven == 0 {
			return t, journal.Change{}, fault.New(fault.Conflict, "%s was not let in after a default, so nothing can be taken back.", t.Name)
		}
		before := t.DefaultsForgiven
		t.DefaultsForgiven = 0
		t.Revision++
		return t, journal.Change{
			Reach: journal.InSection(t.SectionID), Action: "leave team out again", Subject: journal.Subject(section.Slug, "team "+t.Name),
			Before: map[string]any{"defaults forgiven": before}, After: map[string]any{"defaults forgiven": 0}, Reason: cmd.Reason,
		}, tx.UpdateTeams(ctx, []Team{t})
	})
}
