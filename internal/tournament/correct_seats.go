package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// CorrectSeats says who of a team really sat at the boards of a match that has a result. Was are
// those that the form showed, or zero for who does not ask whether it changed meanwhile.
type CorrectSeats struct {
	MatchID int64
	TeamID  int64
	First   int64 // who sat at board A of this match when it ended
	Second  int64 // at board B
	Was     [2]int64
}

// seatTx corrects who sat at a match.
type seatTx interface {
	LineUpRows
	Team(ctx context.Context, teamID int64) (Team, error)
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
}

// CorrectSeats puts on record who really sat at the boards of a match, when somebody finds out
// after its result. It is for that match alone: result and line-ups stay, and it counts as no
// substitution. Records, board prizes and report files follow the seats by themselves; penalties
// that were given for the match go over to whoever sat there.
func (s *ResultCommands) CorrectSeats(ctx context.Context, eventID int64, cmd journal.Command, in CorrectSeats) error {
	if err := limit.Check(in); err != nil {
		return err
	}
	_, err := s.seats(ctx, eventID, cmd, func(tx seatTx) (journal.Change, error) {
		team, err := tx.Team(ctx, in.TeamID)
		if err != nil {
			return journal.Change{}, err
		}
		book, err := tx.Book(ctx, team.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		p, m, err := in.find(book, team)
		if err != nil {
			return journal.Change{}, err
		}
		before, now := m.Sat(p.Slot(team.TeamID)), [2]int64{in.First, in.Second}
		if before == now {
			return journal.Change{}, nil
		}
		if err := in.check(book, team, before, cmd); err != nil {
			return journal.Change{}, err
		}
		if err := tx.SaveSeats(ctx, m.reseated(p.Slot(team.TeamID), now)); err != nil {
			return journal.Change{}, err
		}
		back := in
		back.First, back.Second, back.Was = before[0], before[1], [2]int64{}
		return journal.Change{
			Reach: journal.InSection(team.SectionID), Action: "correct who sat", Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", p.RoundNo), fmt.Sprintf("table %d", p.Table()), fmt.Sprintf("match %d", m.MatchNo), "team "+team.Name),
			Before: lineUpWords(book, before, m.MatchNo).Players, After: lineUpWords(book, now, m.MatchNo).Players, Reason: strings.TrimSpace(cmd.Reason), Back: back,
		}, tx.MovePenalties(ctx, m.MatchID, before, now)
	})
	return err
}

// find is the match of the team, which must have a result.
func (in CorrectSeats) find(b *SectionBook, team Team) (*Pairing, *Match, error) {
	p, m := b.FindMatch(in.MatchID)
	switch {
	case p == nil || p.Slot(team.TeamID) == 0:
		return nil, nil, fault.New(fault.NotFound, "This is no match of %s.", team.Name)
	case b.Section.EntrySize() == 1:
		return nil, nil, fault.New(fault.Conflict, "In %s everybody plays alone: who sat there is who is paired.", b.Section.Name)
	case m.last() == nil && len(m.Reports) == 0:
		return nil, nil, fault.New(fault.Conflict, "Match %d at table %d has no result yet. Before it begins the line-up says who plays, and while it is played a substitution does.", m.MatchNo, p.Table())
	}
	return p, m, nil
}

// check refuses seats that cannot be, and a form that shows others than are stored.
func (in CorrectSeats) check(b *SectionBook, team Team, before [2]int64, cmd journal.Command) error {
	var form fault.Form
	may := MayHaveSat(b, team.TeamID)
	for field, id := range map[string]int64{"first": in.First, "second": in.Second} {
		if !slices.ContainsFunc(may, func(p Player) bool { return p.PlayerID == id }) {
			form.Add(field, "Choose a player of %s.", team.Name)
		}
	}
	if in.First == in.Second {
		form.Add("second", "Choose two different players, one for each board.")
	}
	if cmd.Unexplained() {
		form.Add("reason", "Say how you know who sat there. It is kept with the match.")
	}
	if err := form.Err(); err != nil {
		return err
	}
	if in.Was != [2]int64{} && in.Was != before {
		return fault.New(fault.Stale, "Somebody changed who sat there for %s since you opened the page: it is now %s. You chose %s. Nothing was saved. Look at both, then save again.",
			team.Name, pairNames(b, before), pairNames(b, [2]int64{in.First, in.Second}))
	}
	return nil
}

// MayHaveSat are the players of a team, and then those who played for it and have left.
func MayHaveSat(b *SectionBook, teamID int64) []Player {
	list := slices.Clone(b.Members(teamID))
	add := func(id int64) {
		if p, ok := b.Player(id); ok && !slices.ContainsFunc(list, func(o Player) bool { return o.PlayerID == id }) {
			list = append(list, p)
		}
	}
	for _, r := range b.Rounds {
		p := r.PairingOf(teamID)
		if p == nil {
			continue
		}
		for _, m := range p.Matches {
			for _, id := range m.Sat(p.Slot(teamID)) {
				add(id)
			}
		}
	}
	for _, s := range b.Substituted {
		if s.TeamID == teamID {
			add(s.OutID)
			add(s.InID)
		}
	}
	return list
}

// Sat is who sits at board A and board B of a match for the team in a slot, 0 for nobody.
func (m Match) Sat(slot int) (players [2]int64) {
	for i, g := range m.Games {
		id := g.BlackID
		if m.SlotOf("W"+g.Board) == slot {
			id = g.WhiteID
		}
		if id != nil {
			players[i] = *id
		}
	}
	return players
}

// reseated are the games of a match with others on the seats of a slot, at board A and B.
func (m Match) reseated(slot int, players [2]int64) []Game {
	games := slices.Clone(m.Games[:])
	for i := range games {
		if m.SlotOf("W"+games[i].Board) == slot {
			games[i].WhiteID = &players[i]
		} else {
			games[i].BlackID = &players[i]
		}
	}
	return games
}
