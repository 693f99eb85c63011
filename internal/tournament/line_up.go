package tournament

import (
	"cmp"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// LineUpHour is until when the line-ups of a section may be changed.
type LineUpHour string

const (
	// UntilPublication is the default: a line-up is named before the pairings are out.
	UntilPublication LineUpHour = "publication"
	// UntilClock lets teams see whom they meet, until the round clock starts.
	UntilClock LineUpHour = "clock"
	// UntilMatch lets a team change between two matches of a round.
	UntilMatch LineUpHour = "match"
)

// LineUp is who plays for a team from a match of a round on, until another one stands.
type LineUp struct {
	TeamID   int64
	RoundNo  int
	MatchNo  int
	FirstID  int64 // board A, before seats turn from match to match
	SecondID int64 // board B
	SetBy    string
	SetAt    time.Time
}

// players are the two in the order of the boards.
func (l LineUp) players() [2]int64 { return [2]int64{l.FirstID, l.SecondID} }

// by orders line-ups by the match from which on they stand.
func (l LineUp) by(o LineUp) int {
	return cmp.Or(cmp.Compare(l.RoundNo, o.RoundNo), cmp.Compare(l.MatchNo, o.MatchNo))
}

// Squad is how many players a team may have. Two of them play a match.
func (s Section) Squad() int {
	if s.EntrySize() == 1 {
		return 1
	}
	return max(s.SquadSize, 2)
}

// Reserves reports whether teams may have more players than play.
func (s Section) Reserves() bool { return s.Squad() > 2 }

// checkSquad refuses players who could never play: where nobody may be substituted, everybody
// plays who is entered.
func (n NewSection) checkSquad(form *fault.Form, at func(string) string, book *rulebook.Rulebook) {
	if n.SquadSize <= 2 || book.Boards() == 1 || n.System == Rotating {
		return
	}
	rules, err := parseHouseRules(n.HouseRules)
	if err != nil {
		return // the house rules have their own message
	}
	book, err = book.WithHouseRules(rules)
	if err != nil {
		return
	}
	if cell := book.Cell(rulebook.Substitution); cell.Value.String() == "no" {
		form.Add(at("squad_size"), "%s: nobody is substituted, so a third player could never play. Leave two, or answer the house rule about substitution with yes.", cite(book, cell.Articles))
	}
}

// LineUpOf is who plays for a team in a match: as was said last for this match or one before, else
// the first two of the team. Who has left the team since is replaced by the first player who
// waits. An empty seat is 0.
func LineUpOf(b *SectionBook, teamID int64, round, match int) [2]int64 {
	members := b.Members(teamID)
	var playing [2]int64
	if said := lineUpAt(b, teamID, round, match); said != nil {
		playing = said.players()
	} else {
		for _, p := range members {
			if p.SeatOrder != nil && *p.SeatOrder <= 2 {
				playing[*p.SeatOrder-1] = p.PlayerID
			}
		}
	}
	for i, id := range playing {
		if !slices.ContainsFunc(members, func(p Player) bool { return p.PlayerID == id }) {
			playing[i] = 0
		}
	}
	for i := range playing {
		if playing[i] == 0 {
			playing[i] = waiting(members, playing)
		}
	}
	return playing
}

// waiting is the first of a team's players who does not play, 0 for none.
func waiting(members []Player, playing [2]int64) int64 {
	for _, p := range members {
		if p.PlayerID != playing[0] && p.PlayerID != playing[1] {
			return p.PlayerID
		}
	}
	return 0
}

// lineUpAt is the line-up that was said last for a match or one before it.
func lineUpAt(b *SectionBook, teamID int64, round, match int) *LineUp {
	said := b.lineUps[teamID]
	for i := range slices.Backward(said) {
		if said[i].by(LineUp{RoundNo: round, MatchNo: match}) <= 0 {
			return &said[i]
		}
	}
	return nil
}

// NamedLineUp is the line-up that was said for this very match of a round.
func NamedLineUp(b *SectionBook, teamID int64, round, match int) (LineUp, bool) {
	said := lineUpAt(b, teamID, round, match)
	if said == nil || said.RoundNo != round || said.MatchNo != match {
		return LineUp{}, false
	}
	return *said, true
}

// ChangedLineUp is when a team named another line-up after its round was published; false when
// it did not.
func ChangedLineUp(b *SectionBook, r *Round, teamID int64) (at time.Time, changed bool) {
	published := r.FirstPublishedAt
	if published == nil {
		published = r.PublishedAt
	}
	for _, l := range b.lineUps[teamID] {
		if l.RoundNo == r.RoundNo && published != nil && l.SetAt.After(*published) {
			at, changed = l.SetAt, true
		}
	}
	return at, changed
}

// NextLineUp is the first match whose line-up the team may still name: of the round that is out,
// before its hour, else of the next one. What is recorded of a live match is not in the book, so
// who changes a line-up looks there too.
func NextLineUp(b *SectionBook, teamID int64) (round, match int) {
	current := b.Current()
	if current == nil {
		return 1, 1
	}
	next := current.RoundNo + 1
	p := current.PairingOf(teamID)
	if p == nil || p.Bye != nil {
		return next, 1
	}
	switch b.Section.LineUpHour {
	case UntilClock:
		if current.ClockStarted == nil && p.firstUntouched() == 1 {
			return current.RoundNo, 1
		}
	case UntilMatch:
		first := max(p.firstUntouched(), len(current.MatchStarts)+1)
		if first <= len(p.Matches) {
			return current.RoundNo, first
		}
	}
	return next, 1
}

// firstUntouched is the first match of a pairing from which on nothing is on record, one more
// than there are when there is none.
func (p Pairing) firstUntouched() int {
	first := len(p.Matches) + 1
	for _, m := range slices.Backward(p.Matches) {
		if m.State != MatchOpen || m.last() != nil || len(m.Reports) > 0 || m.UnderReview {
			break
		}
		first = m.MatchNo
	}
	return first
}

// Substitutions is how many players came into a team's line-up after its first match, or in during
// a match, each time counted. more is a line-up that is to be said, nil for none.
func Substitutions(b *SectionBook, teamID int64, more *LineUp) int {
	said := slices.Clone(b.lineUps[teamID])
	if more != nil {
		said = slices.DeleteFunc(said, func(l LineUp) bool { return l.by(*more) == 0 })
		said = append(said, *more)
		slices.SortFunc(said, LineUp.by)
	}
	begins := LineUp{RoundNo: max(1, b.Team(teamID).ArrivesRound), MatchNo: 1}
	playing, count := firstTwo(b.Members(teamID)), 0
	for _, l := range said {
		if l.by(begins) > 0 {
			count += l.newcomers(playing)
		}
		playing = l.players()
	}
	for _, s := range b.Substituted {
		if s.TeamID == teamID {
			count++
		}
	}
	return count
}

// newcomers is how many players of a line-up did not play before.
func (l LineUp) newcomers(before [2]int64) int {
	count := 0
	for _, id := range l.players() {
		if id != before[0] && id != before[1] {
			count++
		}
	}
	return count
}

func firstTwo(members []Player) (ids [2]int64) {
	for i, p := range members[:min(2, len(members))] {
		ids[i] = p.PlayerID
	}
	return ids
}
