package tournament

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/phrase"
)

// TieOrder is the position of a team among level teams, as one decision about
// all of them set it.
type TieOrder struct {
	TeamID        int64
	DecisionNo    int64
	Position      int
	How           TieDecision
	Seed          string // of the lot
	Reason        string // of the official
	DecidedByName string
	DecidedAt     time.Time
}

// TieDecision says where an order of level teams comes from.
type TieDecision string

// The ways to order teams that the tie-breaks leave level.
const (
	ByLot      TieDecision = "lot"
	ByOfficial TieDecision = "official"
	ByPlayOff  TieDecision = "play-off" // they played for it; the matches count for nothing else
)

// DecideTie orders the teams that share a place of a finished group, or that are level across
// a line to a later phase. With a Seed the order is drawn by lot; otherwise Teams is the
// order, the first first, and the command has the reason: of a play-off its results.
type DecideTie struct {
	SectionID int64
	Teams     []int64
	Seed      string // of a lot: what the caller drew
	PlayOff   bool   // the order was played for
	Was       int64  // the decision that it takes the place of, which was shown; 0 while they are level
}

// lot is what decides a drawn order: the smaller one comes first. Anybody can
// compute it again from the seed and the code on the badge.
func lot(seed, code string) string {
	sum := sha256.Sum256([]byte(seed + " " + code))
	return hex.EncodeToString(sum[:])
}

// tieTx orders level teams.
type tieTx interface {
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	SaveTieOrder(ctx context.Context, sectionID int64, order []TieOrder) error
}

// DecideTie puts teams in an order that the tie-breaks of the section leave
// level where it decides who goes on, or who meets whom (C.07: drawing of lots
// comes last). An order that an official set wrongly is set once more. It is refused when the
// teams are not level, when their group is not finished, and where the knockout that is out was
// drawn by another order.
func (s *RoundCommands) DecideTie(ctx context.Context, eventID int64, cmd journal.Command, in DecideTie) (fault.Clause, error) {
	return change(ctx, s.ties, eventID, cmd.With(in), func(tx tieTx) (fault.Clause, journal.Change, error) {
		none := func(err error) (fault.Clause, journal.Change, error) { return fault.Clause{}, journal.Change{}, err }
		book, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return none(err)
		}
		where, err := mayDecide(book, in)
		if err != nil {
			return none(err)
		}
		how, order := ByOfficial, slices.Clone(in.Teams)
		if in.PlayOff {
			how = ByPlayOff
		}
		if in.Seed != "" {
			how = ByLot
			slices.SortFunc(order, func(x, y int64) int {
				return cmp.Compare(lot(in.Seed, book.Team(x).Code), lot(in.Seed, book.Team(y).Code))
			})
		} else if cmd.Unexplained() {
			var form fault.Form
			form.Add("reason", "Say why this is the order, or how the play-off ended. The reason is shown with it.")
			return none(form.Err())
		}
		number, err := tx.NextID(ctx, "tie order")
		if err != nil {
			return none(err)
		}
		rows, names := make([]TieOrder, len(order)), make([]string, len(order))
		for i, id := range order {
			rows[i] = TieOrder{
				TeamID: id, DecisionNo: number, Position: i + 1, How: how, Seed: in.Seed, DecidedByName: cmd.Actor.Name, DecidedAt: tx.Now(),
			}
			if how != ByLot {
				rows[i].Reason = tidy(cmd.Reason)
			}
			names[i] = book.Team(id).Name
		}
		if err := keepsBracket(book, rows); err != nil {
			return none(err)
		}
		return fault.Part("%s: the order is %s.", phrase.Capital{Sayable: where}, fault.List(names...)), journal.Change{
			Action: "order level teams", Subject: journal.Subject(book.Section.Slug, where.String()),
			After: map[string]any{"how": how, "seed": in.Seed, "order": names},
		}, tx.SaveTieOrder(ctx, in.SectionID, rows)
	})
}

// decided are the teams whose order that decision of an official set. A lot that was drawn stands.
func (g GroupStanding) decided(decision int64) [][]int64 {
	var all [][]int64
	for _, order := range g.Ordered {
		if order[0].How == ByLot || order[0].DecisionNo != decision {
			continue
		}
		var ids []int64
		for _, t := range order {
			ids = append(ids, t.TeamID)
		}
		all = append(all, ids)
	}
	return all
}

// keepsBracket refuses an order by which a knockout that is out has tables that are none of its
// ties: level teams of a group whose result was changed since stand as the bracket was drawn.
func keepsBracket(b *SectionBook, order []TieOrder) error {
	if b.Section.System != GroupsKnockout {
		return nil
	}
	ordered := *b
	ordered.Ties = slices.Concat(order, b.Ties)
	off := OffBracket(&ordered)
	if len(off) == 0 {
		return nil
	}
	return fault.New(fault.Conflict, "Round %d is out, and by this order its table %d is not part of the bracket. Set the order that it was drawn by; where there is none, correct the result of the group once more and let it count in the standings only.",
		off[0].RoundNo, off[0].Table())
}

// mayDecide finds the group in which exactly these teams are level, or the line to a phase
// that has not started.
func mayDecide(b *SectionBook, in DecideTie) (where fault.Clause, err error) {
	if leads := LaterPhases(b); len(leads) > 0 && (b.Section.System != GroupsKnockout || b.Current() != nil && !b.GroupStage(b.Current().RoundNo)) {
		return mayDecideLine(b, leads, in)
	}
	if b.Section.System != GroupsKnockout {
		return fault.Clause{}, fault.New(fault.Conflict, "%s has no groups that lead to a knockout.", b.Section.Name)
	}
	s, err := GroupTables(b)
	if err != nil {
		return fault.Clause{}, err
	}
	wanted := slices.Sorted(slices.Values(in.Teams))
	for _, g := range s.Groups {
		for _, tied := range slices.Concat(g.Level, g.decided(in.Was)) {
			if !slices.Equal(slices.Sorted(slices.Values(tied)), wanted) {
				continue
			}
			if in.Seed != "" && !slices.ContainsFunc(g.Level, func(level []int64) bool { return slices.Equal(level, tied) }) {
				return fault.Clause{}, fault.New(fault.Conflict, "The order of these teams is decided, and no lot is drawn about it again. Set another order, with the reason.")
			}
			if !g.Complete {
				return fault.Clause{}, fault.New(fault.Conflict, "Group %s has matches without a result. The order is decided when all are in.", g.Letter)
			}
			return fault.Part("group %s", g.Letter), nil
		}
	}
	return fault.Clause{}, fault.New(fault.Conflict, "These teams are not level in their group, or not any more. Look at the table of the group again.")
}

// mayDecideLine says of which line exactly these teams are level on both sides.
func mayDecideLine(b *SectionBook, leads []Phase, in DecideTie) (fault.Clause, error) {
	line, err := levelLine(b, leads, in.Teams)
	if err != nil {
		return fault.Clause{}, err
	}
	if p := PlayOffAbout(b, in.Teams); p != nil && !PlayOffOver(p) {
		return fault.Clause{}, fault.New(fault.Conflict, "These teams play off in %s. Take the play-off back first, or let them play.", p.Section.Name)
	}
	if line.Table != "" {
		return fault.Part("group %s, line after place %d", line.Table, line.After), nil
	}
	return fault.Part("line after place %d", line.After), nil
}

// levelLine finds the line to a later phase that has not started, on both sides of which exactly
// these teams are level.
func levelLine(b *SectionBook, leads []Phase, teams []int64) (phase.Line, error) {
	wanted := slices.Sorted(slices.Values(teams))
	for _, p := range leads {
		field, err := Qualifiers(b, p)
		if err != nil {
			return phase.Line{}, err
		}
		for _, line := range field.Lines {
			if !line.Over || !slices.Equal(slices.Sorted(slices.Values(line.Level)), wanted) {
				continue
			}
			if p.StartedAt != nil {
				return phase.Line{}, fault.New(fault.Conflict, "%s has started. Who came in stays.", p.Name)
			}
			return line, nil
		}
	}
	return phase.Line{}, fault.New(fault.Conflict, "These teams are not level across a line of %s, or not any more, or rounds are still played. Look at its standings again.", b.Section.Name)
}

// decided puts level teams in their order when one decision covers them all.
func decided(b *SectionBook, level []int64) (order []TieOrder, ok bool) {
	for _, id := range level {
		i := slices.IndexFunc(b.Ties, func(t TieOrder) bool { return t.TeamID == id })
		if i < 0 {
			return nil, false
		}
		order = append(order, b.Ties[i])
	}
	slices.SortFunc(order, func(x, y TieOrder) int { return cmp.Compare(x.Position, y.Position) })
	same := !slices.ContainsFunc(order, func(t TieOrder) bool { return t.DecisionNo != order[0].DecisionNo })
	return order, same
}
