package tournament

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// DeciderHow is how it was decided who goes on from a level tie, as every reader is told.
type DeciderHow string

// The ways to decide a level tie.
const (
	DecidedByGame    DeciderHow = "game"  // one more game, which counts for nothing else
	DecidedByLot     DeciderHow = "lot"   // drawn by lot
	DecidedByRules   DeciderHow = "rules" // as the rules of the event say, such as the better seed
	DecidedOtherwise DeciderHow = "other" // in a way that only the official's words tell
)

// DeciderWays are the ways in the order in which they are offered.
var DeciderWays = []DeciderHow{DecidedByGame, DecidedByLot, DecidedByRules, DecidedOtherwise}

// said tells who goes on, empty where there is no such way to decide it.
func (how DeciderHow) said(team string) fault.Clause {
	switch how {
	case DecidedByGame:
		return fault.Part("%s go on, decided by one more game", team)
	case DecidedByLot:
		return fault.Part("%s go on, decided by lot", team)
	case DecidedByRules:
		return fault.Part("%s go on, decided by the rules of the event", team)
	case DecidedOtherwise:
		return fault.Part("%s go on, decided otherwise", team)
	}
	return fault.Clause{}
}

// Decider says which slot of a level tie of a knockout goes on, and how that was decided.
// Slot 0 takes the decision back.
type Decider struct {
	SectionID int64
	RoundNo   int
	Table     int
	Slot      int
	How       DeciderHow
	Reason    string // more about how it was decided; needed where How is DecidedOtherwise
}

// deciderTx writes down who goes on from a level pairing.
type deciderTx interface {
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	DraftRound(ctx context.Context, sectionID int64, round int) (DraftRound, error)
	SetDecider(ctx context.Context, p Pairing) error
}

// SetDecider records who goes on from a level tie. Its matches and the points stay as they
// were played. It is refused where the tie is not level, and where a tie of a later round is being
// played without the team; a later table that has not begun is paired again.
func (s *RoundCommands) SetDecider(ctx context.Context, eventID int64, cmd journal.Command, in Decider) (fault.Clause, error) {
	return change(ctx, s.deciders, eventID, cmd.With(in), func(tx deciderTx) (fault.Clause, journal.Change, error) {
		none := func(err error) (fault.Clause, journal.Change, error) { return fault.Clause{}, journal.Change{}, err }
		book, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return none(err)
		}
		round := book.Round(in.RoundNo)
		if round == nil || !round.Public() || round.AtTable(in.Table) == nil {
			return none(fault.New(fault.NotFound, "There is no table %d in round %d of %s.", in.Table, in.RoundNo, book.Section.Name))
		}
		p := *round.AtTable(in.Table)
		in.Reason = tidy(in.Reason)
		if err := in.check(book, round, p); err != nil {
			return none(err)
		}
		draft, err := tx.DraftRound(ctx, in.SectionID, in.RoundNo+1)
		if err != nil {
			return none(err)
		}
		if next := book.Round(in.RoundNo + 1); draft.Draft != nil && (next == nil || !next.Public()) {
			return none(fault.New(fault.Conflict, "The draft of round %d was made on this decision. Discard it first.", in.RoundNo+1))
		}
		before, after := deciderWords(book, p), fault.Clause{}
		p.DeciderSlot, p.DeciderHow, p.Decider = nil, "", ""
		if in.Slot != 0 {
			p.DeciderSlot, p.DeciderHow, p.Decider = &in.Slot, in.How, in.Reason
			after = deciderWords(book, p)
		}
		said := fault.Part("Round %d, table %d: nobody goes on yet.", in.RoundNo, in.Table)
		if in.Slot != 0 {
			said = fault.Part("Round %d, table %d: %s.", in.RoundNo, in.Table, after)
		}
		if before.String() == after.String() {
			return said, journal.Change{}, nil
		}
		return said, journal.Change{
			Reach: journal.InSection(in.SectionID), Action: "decide a level tie", Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.RoundNo), fmt.Sprintf("table %d", in.Table)),
			Before: before.String(), After: map[string]any{"decision": after.String(), "slot": in.Slot, "how": p.DeciderHow, "words": p.Decider},
		}, tx.SetDecider(ctx, p)
	})
}

func (in Decider) check(b *SectionBook, round *Round, p Pairing) error {
	last := b.Current()
	switch {
	case in.RoundNo < b.FirstKnockout() || !b.Section.System.Bracket():
		return fault.New(fault.Conflict, "Round %d of %s is no knockout. Nobody has to go on from a tie.", in.RoundNo, b.Section.Name)
	case last != nil && last.RoundNo > in.RoundNo && (in.Slot == 0 || in.overtaken(b, p)):
		return fault.New(fault.Conflict, "Round %d is published already: round %d is decided.", last.RoundNo, in.RoundNo)
	case !b.Section.levelTie(p.counting(forPairing, in.RoundNo+1)):
		return fault.New(fault.Conflict, "Round %d, table %d is not level, or a match of it has no result yet.", in.RoundNo, in.Table)
	}
	var form fault.Form
	if in.Slot < 0 || in.Slot > 2 {
		form.Add("decider", "Choose the team that goes on.")
	}
	switch {
	case in.Slot == 0:
	case in.How.said("").String() == "":
		form.Add("how", "Choose how it was decided.")
	case in.How == DecidedOtherwise && in.Reason == "":
		form.Add("reason", "Say how it was decided.")
	}
	return form.Err()
}

// overtaken reports whether a later round has played a tie without the team that goes on by in.
func (in Decider) overtaken(b *SectionBook, p Pairing) bool {
	p.DeciderSlot = &in.Slot
	trial := *b
	trial.Rounds = slices.Clone(b.Rounds)
	for i := range trial.Rounds {
		r := &trial.Rounds[i]
		if r.RoundNo != p.RoundNo {
			continue
		}
		r.Pairings = slices.Clone(r.Pairings)
		for k := range r.Pairings {
			if r.Pairings[k].PairingNo == p.PairingNo {
				r.Pairings[k] = p
			}
		}
	}
	return slices.ContainsFunc(offBracket(&trial), func(off Pairing) bool { return off.RoundNo > p.RoundNo && off.Begun() })
}

func deciderWords(b *SectionBook, p Pairing) fault.Clause {
	if p.DeciderSlot == nil {
		return fault.Clause{}
	}
	said := p.DeciderHow.said(b.SlotName(p, *p.DeciderSlot))
	if p.Decider != "" {
		said = fault.Part("%s (%s)", said, p.Decider)
	}
	return said
}

// levelTie reports whether all matches of a pairing have a result and both teams have
// scored the same.
func (s Section) levelTie(p Pairing) bool {
	if p.Bye != nil {
		return false
	}
	score := s.Score(p)
	return score.Missing == 0 && score.Matches[0] == score.Matches[1]
}

// DecidedLevel says who goes on from a tie that ended level, and how that was decided; empty for
// every other table.
func DecidedLevel(b *SectionBook, p Pairing) fault.Clause {
	if p.DeciderSlot == nil || !b.Section.levelTie(p) {
		return fault.Clause{}
	}
	return p.DeciderHow.said(b.SlotName(p, *p.DeciderSlot))
}

// LevelTies are the tables of a knockout that ended level, with or without a decider, round by
// round.
func (b *SectionBook) LevelTies() []Pairing {
	if !b.Section.System.Bracket() {
		return nil
	}
	var level []Pairing
	for _, round := range b.Rounds {
		if round.RoundNo < b.FirstKnockout() || !round.Public() {
			continue
		}
		for _, p := range round.Pairings {
			if b.Section.levelTie(p.counting(forPairing, round.RoundNo+1)) {
				level = append(level, p)
			}
		}
	}
	return level
}

// MayEndLevel reports whether a tie of a knockout can end level by the matches it has: any
// even number of them, and any number where a match can be drawn.
func (s Section) MayEndLevel() bool { return s.System.Bracket() && s.MatchesPerPairing%2 == 0 }
