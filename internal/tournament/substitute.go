package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Substitution is a player who came in while a match was played. The game names who sits at the
// seat since; OutID sat there before.
type Substitution struct {
	MatchID int64
	Number  int // in the match, from 1
	TeamID  int64
	Seat    string // WA, BA, WB or BB
	OutID   int64
	InID    int64
	ByName  string
	Reason  string
	At      time.Time
}

// Substitute lets a player come in for another one of the team who sits at the match.
type Substitute struct {
	TeamID  int64
	MatchID int64
	Out, In int64
}

// substituteTx seats another player in a match.
type substituteTx interface {
	LineUpRows
	Now() time.Time
	Team(ctx context.Context, teamID int64) (Team, error)
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
}

// Substitute notes that a third player came in while a match is played, where the house rules of
// the section let one. It is for this match alone: the line-up stays. Before a match begins the
// line-up says who plays, and once it has a result who played stands.
func (s *EntryCommands) Substitute(ctx context.Context, eventID int64, cmd journal.Command, in Substitute) (Substitution, error) {
	if err := limit.Check(in); err != nil {
		return Substitution{}, err
	}
	return change(ctx, s.substitutes, eventID, cmd, func(tx substituteTx) (Substitution, journal.Change, error) {
		none := func(err error) (Substitution, journal.Change, error) { return Substitution{}, journal.Change{}, err }
		team, err := tx.Team(ctx, in.TeamID)
		if err != nil {
			return none(err)
		}
		book, err := tx.Book(ctx, team.SectionID)
		if err != nil {
			return none(err)
		}
		p, m, err := in.mayComeIn(book, team, cmd)
		if err != nil {
			return none(err)
		}
		done := Substitution{
			MatchID: m.MatchID, Number: 1, TeamID: team.TeamID, OutID: in.Out, InID: in.In, ByName: cmd.Actor.Name, Reason: strings.TrimSpace(cmd.Reason), At: tx.Now(),
		}
		for _, earlier := range book.Substituted {
			if earlier.MatchID == m.MatchID {
				done.Number = max(done.Number, earlier.Number+1)
			}
		}
		var game Game
		if game, done.Seat = m.seatTaken(in.Out, in.In); done.Seat == "" {
			return none(fault.New(fault.Stale, "Somebody else sits there by now. Nothing was saved; look at the match, then try again."))
		}
		if err := tx.SaveSeats(ctx, []Game{game}); err != nil {
			return none(err)
		}
		leaves, _ := book.Player(in.Out)
		comes, _ := book.Player(in.In)
		return done, journal.Change{
			Reach: journal.InSection(team.SectionID), Action: "substitute in a match",
			Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", p.RoundNo), fmt.Sprintf("table %d", p.Table()), fmt.Sprintf("match %d", m.MatchNo)),
			Before:  leaves.Name(), After: map[string]any{"team": team.Name, "seat": done.Seat, "number": done.Number, "plays": comes.Name()}, Reason: done.Reason,
		}, tx.InsertSubstitution(ctx, done)
	})
}

// mayComeIn decides whether the player may come in now, and returns the pairing and the match.
func (in Substitute) mayComeIn(b *SectionBook, team Team, cmd journal.Command) (*Pairing, *Match, error) {
	if !b.Section.Reserves() || !b.Section.MidMatch {
		return nil, nil, fault.New(fault.Conflict, "In %s nobody comes in during a match. A house rule of the section's match template would allow it.", b.Section.Name)
	}
	rules, err := b.Section.Rules()
	if err != nil {
		return nil, nil, err
	}
	if cell := rules.Cell(rulebook.Substitution); cell.Value.String() == "no" {
		return nil, nil, fault.New(fault.Conflict, "%s: nobody is substituted.", cite(rules, cell.Articles))
	}
	p, m := b.FindMatch(in.MatchID)
	if p == nil || p.Slot(team.TeamID) == 0 {
		return nil, nil, fault.New(fault.NotFound, "This is no match of %s.", team.Name)
	}
	if m.State != MatchOpen || m.last() != nil || len(m.Reports) > 0 {
		return nil, nil, fault.New(fault.Conflict, "Match %d at table %d has a report of its result. Who played it stands.", m.MatchNo, p.Table())
	}
	var form fault.Form
	sits := func(id int64) bool {
		return slices.ContainsFunc(m.Games[:], func(g Game) bool { return is(g.WhiteID, id) || is(g.BlackID, id) })
	}
	if leaves, _ := b.Player(in.Out); !sits(in.Out) || !is(leaves.TeamID, team.TeamID) {
		form.Add("out", "Choose a player of %s who sits at the match.", team.Name)
	}
	if comes, known := b.Player(in.In); !known || !is(comes.TeamID, team.TeamID) || sits(in.In) {
		form.Add("in", "Choose a player of %s who does not play.", team.Name)
	}
	if cmd.Unexplained() {
		form.Add("reason", "Say why, such as ill or called away. It is kept with the match.")
	}
	if err := form.Err(); err != nil {
		return nil, nil, err
	}
	if most := b.Section.SubstitutionLimit; most != nil && Substitutions(b, team.TeamID, nil) >= *most {
		return nil, nil, fault.New(fault.Conflict, "%s has brought in %d players. In %s a team may bring in %d.", team.Name, Substitutions(b, team.TeamID, nil), b.Section.Name, *most)
	}
	return p, m, nil
}

// seatTaken is the game in which one player takes the seat of another, and that seat.
func (m Match) seatTaken(leaves, comes int64) (Game, string) {
	for _, g := range m.Games {
		switch {
		case is(g.WhiteID, leaves):
			g.WhiteID = &comes
			return g, "W" + g.Board
		case is(g.BlackID, leaves):
			g.BlackID = &comes
			return g, "B" + g.Board
		}
	}
	return Game{}, ""
}

// SubstitutedIn are the players who came in during a match, in their order.
func SubstitutedIn(b *SectionBook, matchID int64) []Substitution {
	var list []Substitution
	for _, s := range b.Substituted {
		if s.MatchID == matchID {
			list = append(list, s)
		}
	}
	return list
}
