package tournament

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
)

// moveTx moves entries into another section, and what they asked for out of the first.
type moveTx interface {
	registerTx
	publishedRounds
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	DraftRound(ctx context.Context, sectionID int64, round int) (DraftRound, error)
	Team(ctx context.Context, teamID int64) (Team, error)
	MoveEntries(ctx context.Context, teams []Team, players []Player) error
	SetRequestedBye(ctx context.Context, sectionID int64, b RequestedBye) error
	SetForbiddenPair(ctx context.Context, sectionID int64, p ForbiddenPair) error
	DeleteForbiddenPairs(ctx context.Context, sectionID int64, pairs []ForbiddenPair) error
}

// departure is the section that entries are to leave: those it has paired, or is about to, stay.
type departure struct {
	*SectionBook
	next   int
	draft  *Draft
	paired map[int64]bool // teams
	came   map[int64]bool // teams that came from another section by their places, or went on to one
	given  map[int64]bool // teams with points that no match brought
	sat    map[int64]bool // players who have sat at a board
}

func departFrom(ctx context.Context, tx moveTx, book *SectionBook) (departure, error) {
	d := newDeparture(book)
	round, err := tx.DraftRound(ctx, book.Section.SectionID, d.next)
	d.draft = round.Draft
	return d, err
}

func newDeparture(book *SectionBook) departure {
	d := departure{SectionBook: book, next: 1, paired: map[int64]bool{}, came: map[int64]bool{}, given: map[int64]bool{}, sat: map[int64]bool{}}
	if current := book.Current(); current != nil {
		d.next = current.RoundNo + 1
	}
	for _, r := range book.Rounds {
		for _, p := range r.Pairings {
			for _, id := range slices.Concat(p.InSlot(1), p.InSlot(2)) {
				d.paired[id] = true
			}
			for _, m := range p.Matches {
				d.seat(m)
			}
		}
	}
	for _, e := range book.Entered {
		switch book.Section.SectionID {
		case e.SectionID:
			d.came[e.TeamID] = true
		case e.FromSection:
			d.came[e.FromTeam] = true
		}
	}
	for _, p := range book.Points {
		d.given[p.TeamID] = true
	}
	return d
}

// Movable are the teams of a section, and the players who wait for a partner, that can be moved
// to another one; where a draft stands, those in it cannot before it is discarded.
func Movable(b *SectionBook) (teams []Team, alone []Player) {
	d := newDeparture(b)
	for _, t := range b.Teams {
		if d.team(t) == nil {
			teams = append(teams, t)
		}
	}
	for _, p := range b.Pool() {
		if d.player(p) == nil {
			alone = append(alone, p)
		}
	}
	return teams, alone
}

// seat notes who sat at the boards of a match.
func (d departure) seat(m Match) {
	for _, g := range m.Games {
		for _, id := range []*int64{g.WhiteID, g.BlackID} {
			if id != nil {
				d.sat[*id] = true
			}
		}
	}
}

// team refuses one that has to stay.
func (d departure) team(team Team) error {
	switch {
	case team.LeavesRound != nil:
		return fault.New(fault.Conflict, "%s is withdrawn. Let it return first, then move it.", team.Name)
	case d.paired[team.TeamID]:
		return fault.New(fault.Conflict, "%s has been paired in %s, and its results stay there. Withdraw it here and enter it in the other section.", team.Name, d.Section.Name)
	case d.came[team.TeamID]:
		return fault.New(fault.Conflict, "%s came from one section into another by its places, and stays in both. Withdraw it, or take the start of the later section back.", team.Name)
	case d.given[team.TeamID]:
		return fault.New(fault.Conflict, "%s has points in %s without a match. Withdraw it here and enter it in the other section.", team.Name, d.Section.Name)
	case d.draft != nil && d.draft.has(team.TeamID):
		return fault.New(fault.Conflict, "%s stands in the draft of round %d. Discard the draft, move the team, then make the draft again.", team.Name, d.next)
	}
	for _, p := range d.Members(team.TeamID) {
		if err := d.player(p); err != nil {
			return err
		}
	}
	return nil
}

// player refuses one who has sat at a board of the section: its records name him.
func (d departure) player(p Player) error {
	if d.sat[p.PlayerID] {
		return fault.New(fault.Conflict, "%s has played in %s, and the games stay there. Enter the player in the other section once more.", p.Name(), d.Section.Name)
	}
	return nil
}

// has reports whether a team stands anywhere in a draft.
func (d *Draft) has(teamID int64) bool {
	for _, t := range d.Tables {
		if slices.Contains(t.Entries(), teamID) {
			return true
		}
	}
	return slices.ContainsFunc(d.Byes, func(b DraftBye) bool { return b.TeamID == teamID }) ||
		slices.ContainsFunc(d.Loose, func(seat DraftSeat) bool { return seat.TeamID == teamID })
}

// leftBehind is what teams had asked for in the section they left: in words for the journal,
// and the names of the teams; and the pairs of them that stay apart where they come.
type leftBehind struct {
	wishes, teams []string
	apart         []ForbiddenPair
}

func (l *leftBehind) note(team Team, wish string) {
	l.wishes = append(l.wishes, wish)
	if !slices.Contains(l.teams, team.Name) {
		l.teams = append(l.teams, team.Name)
	}
}

// leaveWishes takes back what the teams asked for in the section they leave, but for two that
// go together and must not meet.
func (d departure) leaveWishes(ctx context.Context, tx moveTx, to arrival, teams []Team) (left leftBehind, err error) {
	goes := map[int64]bool{}
	for _, t := range teams {
		goes[t.TeamID] = true
	}
	for _, bye := range d.Byes {
		if !goes[bye.TeamID] {
			continue
		}
		team := d.Team(bye.TeamID)
		left.note(team, fmt.Sprintf("%s: %s bye in round %d", team.Name, bye.Kind, bye.RoundNo))
		bye.Kind = ""
		if err := tx.SetRequestedBye(ctx, d.Section.SectionID, bye); err != nil {
			return left, err
		}
	}
	var gone []ForbiddenPair
	for _, pair := range d.Apart {
		first, second := d.Team(pair.TeamID), d.Team(pair.OtherID)
		if !goes[first.TeamID] && !goes[second.TeamID] {
			continue
		}
		gone = append(gone, pair)
		both := goes[first.TeamID] && goes[second.TeamID]
		switch pair.LastRound = min(pair.LastRound, to.section.Rounds); {
		case both && pair.FirstRound <= pair.LastRound:
			left.apart = append(left.apart, pair)
		case goes[first.TeamID]:
			left.note(first, pair.words(first, second))
		default:
			left.note(second, pair.words(first, second))
		}
	}
	if len(gone) == 0 {
		return left, nil
	}
	return left, tx.DeleteForbiddenPairs(ctx, d.Section.SectionID, gone)
}

// keepApart lets the teams that came together and must not meet stay apart.
func (l leftBehind) keepApart(ctx context.Context, tx moveTx, section Section) error {
	for _, pair := range l.apart {
		if err := tx.SetForbiddenPair(ctx, section.SectionID, pair); err != nil {
			return err
		}
	}
	return nil
}

// arrival is the section that entries come into, with the names that are taken there.
type arrival struct {
	section  Section
	names    *register
	first    int // the round that is paired next
	sameName bool
}

// arriveIn reads the section that entries of another one are to come into.
func arriveIn(ctx context.Context, tx moveTx, from departure, sectionID int64, sameName bool) (arrival, error) {
	names, err := loadRegister(ctx, tx)
	if err != nil {
		return arrival{}, err
	}
	section, known := names.sections[sectionID]
	if !known || sectionID == from.Section.SectionID {
		return arrival{}, notThere(ctx, tx, sectionID)
	}
	last, err := tx.LastPublished(ctx, sectionID)
	return arrival{section, names, last + 1, sameName}, err
}

// notThere says why nobody can come into a section.
func notThere(ctx context.Context, tx moveTx, sectionID int64) error {
	sections, err := tx.Sections(ctx)
	if err != nil {
		return err
	}
	var form fault.Form
	for _, s := range sections {
		if s.SectionID == sectionID && s.Hidden {
			form.Add("section", "%s is out of sight. The set-up can show it again.", s.Name)
		}
	}
	form.Add("section", "Choose another section of the event.")
	return form.Err()
}

// over reports whether nobody who comes now can play.
func (a arrival) over() bool { return a.first > a.section.Rounds }

// team is a team as it plays there; what is wrong with it the register has under its line.
func (a arrival) team(line int, from departure, team Team) Team {
	entry := NewTeam{
		SectionID: a.section.SectionID, Name: team.Name, School: team.School, Categories: team.Categories, SameName: a.sameName, Players: newPlayers(from.Members(team.TeamID)),
	}
	if isMade(team.Name, madeName(from.Section, entry.Players, HidesNames(from.SectionBook))) {
		entry.Name = "" // it is made anew, as short as the other section asks for
	}
	entry = a.names.team(line, entry)
	team.SectionID, team.Number, team.GroupNo, team.ArrivesRound = a.section.SectionID, nil, nil, a.first
	team.Name, team.NameKey = entry.Name, NameKey(entry.Name)
	team.Revision++
	return team
}
