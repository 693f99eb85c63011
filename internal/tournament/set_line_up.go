package tournament

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// SetLineUp says who plays for a team from a match of a round on. Was is the line-up that the
// form showed, or zero for who does not ask whether it changed meanwhile.
type SetLineUp struct {
	TeamID  int64
	RoundNo int
	MatchNo int
	First   int64 // plays board A, before seats turn
	Second  int64 // plays board B
	Was     [2]int64
}

// lineUpTx changes who plays.
type lineUpTx interface {
	LineUpRows
	Now() time.Time
	Team(ctx context.Context, teamID int64) (Team, error)
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	LiveActs(ctx context.Context, matchID int64) ([]livegame.StoredAct, error)
}

// SetLineUp names who plays for a team, before the hour of the section: the team says it by its
// link, or the desk for it. It stands until another one is said. Where the pairings are out
// already, the seats of the matches that have not begun follow.
func (s *EntryCommands) SetLineUp(ctx context.Context, eventID int64, cmd journal.Command, in SetLineUp) (LineUp, error) {
	if err := limit.Check(in); err != nil {
		return LineUp{}, err
	}
	return change(ctx, s.lineUps, eventID, cmd, func(tx lineUpTx) (LineUp, journal.Change, error) {
		none := func(err error) (LineUp, journal.Change, error) { return LineUp{}, journal.Change{}, err }
		team, book, err := teamBook(ctx, tx, in.TeamID)
		if err != nil {
			return none(err)
		}
		if err := in.mayName(book, team); err != nil {
			return none(err)
		}
		before := LineUpOf(book, team.TeamID, in.RoundNo, in.MatchNo)
		said := LineUp{
			TeamID: team.TeamID, RoundNo: in.RoundNo, MatchNo: in.MatchNo, FirstID: in.First, SecondID: in.Second, SetBy: cmd.Actor.Name, SetAt: tx.Now(),
		}
		if before == said.players() {
			return said, journal.Change{}, nil
		}
		if err := maySubstituteTo(book, team, said, before); err != nil {
			return none(err)
		}
		seats, err := reseat(ctx, tx, book, said)
		if err != nil {
			return none(err)
		}
		told := journal.Change{
			Reach: journal.DeskOnly, Action: "set line-up",
			Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.RoundNo), "team "+team.Name),
			Before:  lineUpWords(book, before, in.MatchNo), After: lineUpWords(book, said.players(), in.MatchNo), Back: before,
		}
		if len(seats) > 0 {
			told.Reach = journal.InSection(book.Section.SectionID)
			if err := tx.SaveSeats(ctx, seats); err != nil {
				return none(err)
			}
		}
		return said, told, tx.SaveLineUp(ctx, book.Section.SectionID, said)
	})
}

// lineUpJournal is a line-up as the journal keeps it.
type lineUpJournal struct {
	FromMatch int      `json:"from match"`
	Players   []string `json:"players"` // board A, board B
}

func lineUpWords(b *SectionBook, players [2]int64, match int) lineUpJournal {
	told := lineUpJournal{FromMatch: match}
	for _, id := range players {
		p, _ := b.Player(id)
		told.Players = append(told.Players, p.Name())
	}
	return told
}

// mayName decides whether the team may name this line-up now.
func (in SetLineUp) mayName(b *SectionBook, team Team) error {
	switch {
	case !b.Section.Reserves():
		return fault.New(fault.Conflict, "In %s a team has %s, and all of them play: there is no line-up to name.", b.Section.Name, playerCount(b.Section))
	case team.State == TeamWithdrawn:
		return fault.New(fault.Conflict, "%s is withdrawn.", team.Name)
	}
	if round, match := NextLineUp(b, team.TeamID); in.RoundNo != round || in.MatchNo != match {
		return in.afterHour(b, round, match)
	}
	members := b.Members(team.TeamID)
	var form fault.Form
	for field, id := range map[string]int64{"first": in.First, "second": in.Second} {
		if !slices.ContainsFunc(members, func(p Player) bool { return p.PlayerID == id }) {
			form.Add(field, "Choose a player of %s.", team.Name)
		}
	}
	if in.First == in.Second {
		form.Add("second", "Choose two different players, one for each board.")
	}
	if err := form.Err(); err != nil {
		return err
	}
	if now := LineUpOf(b, team.TeamID, in.RoundNo, in.MatchNo); in.Was != [2]int64{} && in.Was != now {
		return fault.New(fault.Stale, "Somebody changed the line-up of %s since you opened the page: it is now %s. You chose %s. Nothing was saved. Look at both, then save again.",
			team.Name, pairNames(b, now), pairNames(b, [2]int64{in.First, in.Second}))
	}
	return nil
}

// afterHour says why the match of the form has its line-up, and which is the next to be named.
func (in SetLineUp) afterHour(b *SectionBook, round, match int) error {
	hour := map[LineUpHour]fault.Word{
		UntilPublication: fault.Word("before the round is published"), UntilClock: fault.Word("before the round clock starts"), UntilMatch: fault.Word("before the match starts"),
	}[b.Section.LineUpHour]
	next := fault.Part("round %d", round)
	if match > 1 {
		next = fault.Part("match %d of round %d", match, round)
	}
	return fault.New(fault.Conflict, "In %s line-ups are named %s. That of round %d, match %d stands; the next one that can be named is that of %s. Nothing was saved.",
		b.Section.Name, hour, in.RoundNo, in.MatchNo, next)
}

// pairNames are two players by name: "Ana Ruiz and Bo Lind".
func pairNames(b *SectionBook, players [2]int64) fault.Clause {
	return fault.And(lineUpWords(b, players, 0).Players...)
}

// maySubstituteTo refuses a player who comes in where the rulebook lets nobody, or beyond the
// limit of the section. Until the first publication everybody may.
func maySubstituteTo(b *SectionBook, team Team, said LineUp, before [2]int64) error {
	if b.Current() == nil || said.newcomers(before) == 0 {
		return nil
	}
	rules, err := b.Section.Rules()
	if err != nil {
		return err
	}
	if cell := rules.Cell(rulebook.Substitution); cell.Value.String() == "no" {
		return fault.New(fault.Conflict, "Round 1 is published, and %s: nobody is substituted. The two may change boards.", cite(rules, cell.Articles))
	}
	most := b.Section.SubstitutionLimit
	if most == nil {
		return nil
	}
	if count := Substitutions(b, team.TeamID, &said); count > *most {
		return fault.New(fault.Conflict, "%s would have brought in %d players after its first match. In %s a team may bring in %d. Nothing was saved.", team.Name, count, b.Section.Name, *most)
	}
	return nil
}

// reseat is who sits at the boards of the matches of the round that is out, from the match of a
// line-up on. It refuses a match of which moves are recorded: it has begun.
func reseat(ctx context.Context, tx lineUpTx, b *SectionBook, said LineUp) ([]Game, error) {
	r := b.Round(said.RoundNo)
	if r == nil || !r.Public() {
		return nil, nil
	}
	p := r.PairingOf(said.TeamID)
	if p == nil || p.Bye != nil {
		return nil, nil
	}
	var games []Game
	for _, m := range p.Matches {
		if m.MatchNo < said.MatchNo {
			continue
		}
		moves, err := tx.LiveActs(ctx, m.MatchID) // one to nine matches
		if err != nil {
			return nil, err
		}
		if len(moves) > 0 {
			return nil, fault.New(fault.Conflict, "Moves of match %d at table %d are on record: it has begun with who sits there. Nothing was saved.", m.MatchNo, p.Table())
		}
		games = append(games, m.seatsFor(said, p.Slot(said.TeamID), b.Section.SeatRotation)...)
	}
	return games, nil
}

// seatsFor are the games of a match with the players of a line-up on the seats of their team.
func (m Match) seatsFor(said LineUp, slot int, rotation SeatRotation) []Game {
	seating := rotation.Seating(m.MatchNo)
	games := slices.Clone(m.Games[:])
	for i := range games {
		player := &said.FirstID
		if seating.Player(slot, i+1) == 2 {
			player = &said.SecondID
		}
		if m.SlotOf("W"+games[i].Board) == slot {
			games[i].WhiteID = player
		} else {
			games[i].BlackID = player
		}
	}
	return games
}
