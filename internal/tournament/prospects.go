package tournament

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/prospect"
)

// Prospects say who can still win a section, or a group of it: what each team can still
// reach. Matches without a result and those whose result may still change count as not
// played.
type Prospects struct {
	Groups []GroupProspects // one, or one per group while groups are played
	Goals  []Goal           // what is played for, in this order in every line
	Over   bool             // nothing is left to play: the places stand
}

// GroupProspects are those of the teams that are ranked among each other.
type GroupProspects struct {
	Letter string // "" for the whole section
	Teams  []TeamProspect
}

// Goal is a number of first places that means something, to everybody or to the teams of a
// category, who are ranked among each other.
type Goal struct {
	Places   int // the last of them
	Kind     GoalKind
	Category string // of a prize; empty for everybody
	Phase    string // the name of the later phase; empty for what is no place in one
}

// GoalKind says what the places are.
type GoalKind string

// What places can mean.
const (
	ForTitle    GoalKind = "title"    // the first place of the section
	ForGroup    GoalKind = "group"    // that of a group
	ForKnockout GoalKind = "knockout" // those of a group that go through
	ForPhase    GoalKind = "phase"    // those that go on to a later phase
	ForPrize    GoalKind = "prize"    // those with a prize, of everybody or of a category
)

// TeamProspect is what one team can still reach.
type TeamProspect struct {
	TeamID int64
	Place  int // now
	Points int // now, in half points
	prospect.Range
	Chances []Chance // by goal
}

// Out reports whether everything that is played for is out of reach.
func (t TeamProspect) Out() bool {
	return !slices.ContainsFunc(t.Chances, func(c Chance) bool { return c.State == prospect.Open || c.State == prospect.Certain })
}

// SeveralPrizes reports whether the prizes of more than one category are played for.
func (p Prospects) SeveralPrizes() bool {
	n := 0
	for _, goal := range p.Goals {
		if goal.Kind == ForPrize {
			n++
		}
	}
	return n > 1
}

// ProspectsFrom is the first round after which prospects are told: before the last third of
// the rounds everybody can still reach everything.
func ProspectsFrom(b *SectionBook) int { return b.LastRound() - b.LastRound()/3 }

// ProspectsOf computes what each team can still reach after the rounds that are published.
func ProspectsOf(b *SectionBook) (Prospects, error) {
	s, err := b.Standings(0)
	if err != nil {
		return Prospects{}, fmt.Errorf("prospects of %s: %w", b.Section.Name, err)
	}
	return s.Prospects(), nil
}

// ProspectsIf is what teams, and players at the boards with prizes, can still reach once a match
// whose result may still change has come to an outcome. Which games would be won in it nobody
// knows, so at the boards who is level then stays open.
func ProspectsIf(b *SectionBook, matchID int64, outcome Outcome) (Prospects, []BoardProspects, error) {
	one, two := outcome.Points()
	s, err := with(b, Hypothetical{MatchID: matchID, Slot1Points: one, Slot2Points: two}).Standings(0)
	if err != nil {
		return Prospects{}, nil, fmt.Errorf("prospects of %s if a match ends %s: %w", b.Section.Name, outcome, err)
	}
	return s.Prospects(), s.boardProspects(false), nil
}

// Contested lists the matches whose result may still change.
func Contested(b *SectionBook) (list []*Match) {
	for r := range b.Rounds {
		for p := range b.Rounds[r].Pairings {
			matches := b.Rounds[r].Pairings[p].Matches
			for m := range matches {
				if matches[m].UnderReview && matches[m].Result != nil && b.Rounds[r].Public() {
					list = append(list, &matches[m])
				}
			}
		}
	}
	return list
}

// Prospects is ProspectsOf with the last standings of the section, which are known.
func (s *Standings) Prospects() Prospects {
	p := s.reach()
	s.qualification(&p)
	return p
}

// reach is what each team can still reach in the section itself.
func (s *Standings) reach() Prospects {
	p := Prospects{Over: s.Round >= s.book.LastRound() && s.Open == 0 && s.UnderReview == 0}
	inBracket := s.book.Section.System.Bracket() && !s.book.GroupStage(max(s.Round, 1))
	exact := true
	if inBracket {
		s, exact = s.reopened()
	}
	b := s.book
	in := func(rows []Standing) (list []TeamProspect) {
		var contests []contest
		if p.Over || inBracket {
			list, contests = placesPlayedFor(b, s, rows, exact)
		} else {
			list, contests = inTable(b, s, rows)
		}
		if awards, err := s.Awards(); p.Over && err == nil { // a plan that cannot be divided leaves the places
			whenOver(list, contests, awards)
		}
		p.Goals = nil
		for _, c := range contests {
			p.Goals = append(p.Goals, c.Goal)
		}
		return list
	}
	if b.Section.InGroups() && b.GroupStage(max(s.Round, 1)) {
		for _, g := range s.Groups {
			p.Groups = append(p.Groups, GroupProspects{g.Letter, in(g.Rows)})
		}
	} else {
		p.Groups = []GroupProspects{{Teams: in(s.Rows)}}
	}
	return p
}

// reopened are the standings of a bracket in which the ties whose result may still change are
// not decided. They are exact unless a round is drawn that they do not lead to, or the groups may
// still change: the bracket stays as it was drawn.
func (s *Standings) reopened() (open *Standings, exact bool) {
	book, exact := s.book, true
	for _, m := range Contested(book) {
		if m.RoundNo < book.FirstKnockout() {
			exact = false
			continue
		}
		book = changed(book, m.MatchID, func(m *Match) { m.State, m.UnderReview, m.Result = MatchOpen, false, nil })
	}
	k, _ := book.Bracket(s.Round + 1) // the bracket is good up to where it ends
	exact = exact && k != nil && len(k.off(book, s.Round)) == 0
	if book == s.book {
		return s, exact
	}
	open, err := book.Standings(s.Round)
	if err != nil { // whoever made the standings as they are has met it
		return s, false
	}
	return open, exact
}

// contests are what the places of rows are played for now. Prizes go by the places of the whole
// section, which groups do not tell.
func contests(b *SectionBook, s *Standings, rows []Standing, spans []span) []contest {
	grouped := b.Section.InGroups() && b.GroupStage(max(s.Round, 1))
	switch {
	case grouped && b.Section.System == GroupsKnockout:
		return []contest{inFirst(b.Section.Advance, ForKnockout)}
	case grouped:
		return []contest{inFirst(1, ForGroup)}
	}
	return append([]contest{inFirst(1, ForTitle)}, prizeContests(b, rows, spans)...)
}

// placesPlayedFor takes over what standings say already once all is played, and those of a
// bracket before: a team that is in a tie plays for all places that it decides, and no other result changes that.
func placesPlayedFor(b *SectionBook, s *Standings, rows []Standing, exact bool) (list []TeamProspect, played []contest) {
	spans := make([]span, len(rows))
	for i, r := range rangesAmong(rows, nil) {
		r.Exact = exact
		list = append(list, TeamProspect{TeamID: rows[i].TeamID, Place: rows[i].Place, Points: rows[i].Points, Range: r})
		spans[i] = span{r.Best, r.Worst}
	}
	played = contests(b, s, rows, spans)
	return chances(list, played, func(among []bool) []prospect.Range { return rangesAmong(rows, among) }), played
}

// inTable computes the ranges of teams that play in one table. Where everybody meets
// everybody the meetings to come are known; elsewhere, and where the rounds end before
// everybody has, only those that are paired.
func inTable(b *SectionBook, s *Standings, rows []Standing) (list []TeamProspect, played []contest) {
	f := prospect.Field{Points: make([]int, len(rows)), Extra: make([]int, len(rows))}
	at := make(map[int64]int, len(rows))
	for i, row := range rows {
		at[row.TeamID], f.Points[i] = i, row.Points
	}
	met := openPairings(b, &f, at)
	if b.GroupStage(max(s.Round, 1)) && b.Section.Rounds >= groupRounds(b, b.Groups()) {
		meetingsToCome(b, &f, rows, met, s.Round)
	} else {
		for i, row := range rows {
			f.Extra[i] += roundsLeft(b, row.TeamID, s.Round) * b.Section.MaxPairingPoints()
		}
	}
	for i, r := range prospect.Places(f) {
		list = append(list, TeamProspect{TeamID: rows[i].TeamID, Place: rows[i].Place, Points: rows[i].Points, Range: r})
	}
	played = contests(b, s, rows, pointSpans(f))
	return chances(list, played, func(among []bool) []prospect.Range {
		f.Among = among
		return prospect.Places(f)
	}), played
}

// pointSpans are the half points that each team of a field can end on.
func pointSpans(f prospect.Field) []span {
	spans := make([]span, len(f.Points))
	for i, n := range f.Points {
		spans[i] = span{n, n + f.Extra[i]}
	}
	for _, m := range f.Meetings {
		spans[m.One].high += m.Left
		spans[m.Other].high += m.Left
	}
	return spans
}

// openPairings takes back what pairings that may still change have brought, and makes
// meetings of them. It returns how often each two of the table have met.
func openPairings(b *SectionBook, f *prospect.Field, at map[int64]int) map[[2]int64]int {
	met := map[[2]int64]int{}
	for _, c := range CarriedOf(b) {
		if c.TeamID < c.OpponentID {
			met[meeting(c.TeamID, c.OpponentID)]++
		}
	}
	for r := range b.Rounds {
		if !b.Rounds[r].Public() {
			continue
		}
		for _, p := range b.Rounds[r].Pairings {
			if p.Bye != nil || p.Team1 == nil || p.Team2 == nil {
				continue
			}
			met[meeting(*p.Team1, *p.Team2)]++
			score, least, left := b.Section.open(p)
			if left == 0 && score == least {
				continue
			}
			one, first := at[*p.Team1]
			other, second := at[*p.Team2]
			if p.Partner1 != nil || !first || !second {
				for slot, teams := range [2][]int64{p.InSlot(1), p.InSlot(2)} {
					for _, id := range teams {
						if i, ok := at[id]; ok {
							f.Points[i] += least[slot] - score[slot]
							f.Extra[i] += left
						}
					}
				}
				continue
			}
			f.Points[one] += least[0] - score[0]
			f.Points[other] += least[1] - score[1]
			if left > 0 {
				f.Meetings = append(f.Meetings, prospect.Meeting{One: one, Other: other, Left: left})
			}
		}
	}
	return met
}

// open says what a pairing has brought so far, the least that it can bring each slot, and
// how many half points the two still share; none when it is settled.
func (s Section) open(p Pairing) (score, least [2]int, left int) {
	now := s.Score(p)
	score = now.Points
	for i := range p.Matches {
		m := &p.Matches[i]
		if !m.UnderReview || m.Result == nil {
			continue
		}
		now.Matches[0] -= m.Result.Slot1Points
		now.Matches[1] -= m.Result.Slot2Points
		now.Missing++
	}
	first, second := now.Matches, now.Matches // the worst for each slot
	first[1] += 2 * now.Missing
	second[0] += 2 * now.Missing
	if s.Scoring == "pairing" {
		first, second = pairingResult(first), pairingResult(second)
	}
	return score, [2]int{first[0], second[1]}, second[0] - first[0]
}

// skippers are the teams that may not play rounds to come although they have not left: because
// they are left out, or asked not to.
func skippers(b *SectionBook, round int) map[int64]bool {
	skips := map[int64]bool{}
	for id := range LeftOutOf(b, b.NextRound()) {
		skips[id] = true
	}
	for _, bye := range b.Byes {
		skips[bye.TeamID] = skips[bye.TeamID] || bye.RoundNo > round
	}
	return skips
}

// meetingsToCome adds the meetings of a table in which everybody meets everybody. Who has
// nobody to play in a round gets what a bye is worth; that a withdrawn team leaves such
// rounds makes the ranges bounds.
func meetingsToCome(b *SectionBook, f *prospect.Field, rows []Standing, met map[[2]int64]int, round int) {
	playing := func(i int) bool { return b.Team(rows[i].TeamID).State != TeamWithdrawn }
	skips := skippers(b, round)
	group := Group{}
	for _, row := range rows {
		group.Teams = append(group.Teams, row.TeamID)
	}
	free := make([]int, len(rows)) // rounds without an opponent
	for i := range free {
		free[i] = max(groupRounds(b, []Group{group})-round, 0)
	}
	for i := range rows {
		for k := i + 1; k < len(rows); k++ {
			times := b.Section.Cycles() - met[meeting(rows[i].TeamID, rows[k].TeamID)]
			for range times {
				if !playing(i) || !playing(k) {
					continue
				}
				if skips[rows[i].TeamID] || skips[rows[k].TeamID] { // it may not take place
					f.Extra[i] += b.Section.MaxPairingPoints()
					f.Extra[k] += b.Section.MaxPairingPoints()
				} else {
					f.Meetings = append(f.Meetings, prospect.Meeting{One: i, Other: k, Left: b.Section.MaxPairingPoints()})
				}
				free[i]--
				free[k]--
			}
		}
	}
	rest := len(rows) % 2 * b.Section.Cycles()
	for i := range free {
		switch {
		case !playing(i) || free[i] <= 0:
		case free[i] <= rest:
			f.Points[i] += free[i] * b.Section.ByePoints
		default:
			f.Extra[i] += free[i] * b.Section.MaxPairingPoints()
		}
	}
}
