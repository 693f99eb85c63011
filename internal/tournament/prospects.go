package tournament

import (
	"fmt"

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

// Goal is a number of first places that means something.
type Goal struct {
	Places int
	Kind   GoalKind
}

// GoalKind says what the places are.
type GoalKind string

// What places can mean.
const (
	ForTitle    GoalKind = "title"    // the first place of the section
	ForGroup    GoalKind = "group"    // that of a group
	ForKnockout GoalKind = "knockout" // those of a group that go through
	ForPrize    GoalKind = "prize"    // those with a prize that everybody can win
)

// TeamProspect is what one team can still reach.
type TeamProspect struct {
	TeamID int64
	Place  int // now
	Points int // now, in half points
	prospect.Range
}

// ProspectsFrom is the first round after which prospects are told: before the last third of
// the rounds everybody can still reach everything.
func ProspectsFrom(b *SectionBook) int { return b.LastRound() - b.LastRound()/3 }

// ProspectsOf computes what each team can still reach after the rounds that are published.
func ProspectsOf(b *SectionBook) (Prospects, error) { return prospects(b, nil) }

// ProspectsIf is ProspectsOf once a match whose result may still change has come to an
// outcome.
func ProspectsIf(b *SectionBook, matchID int64, outcome Outcome) (Prospects, error) {
	one, two := outcome.Points()
	return prospects(b, map[int64][2]int{matchID: {one, two}})
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

// prospects takes the matches of supposed as decided, with the half points of each slot.
func prospects(b *SectionBook, supposed map[int64][2]int) (Prospects, error) {
	s, err := b.Standings(0)
	if err != nil {
		return Prospects{}, fmt.Errorf("prospects of %s: %w", b.Section.Name, err)
	}
	return prospectsFrom(b, s, supposed), nil
}

// prospectsFrom is prospects with standings that are known.
func prospectsFrom(b *SectionBook, s *Standings, supposed map[int64][2]int) Prospects {
	p := Prospects{Goals: goals(b, s)}
	p.Over = s.Round >= b.LastRound() && s.Open == 0 && s.UnderReview == 0
	switch grouped := b.Section.InGroups() && b.GroupStage(max(s.Round, 1)); {
	case grouped && p.Over:
		for _, g := range s.Groups {
			p.Groups = append(p.Groups, GroupProspects{g.Letter, placesPlayedFor(g.Rows)})
		}
	case grouped:
		for _, g := range s.Groups {
			p.Groups = append(p.Groups, GroupProspects{g.Letter, inTable(b, s, g.Rows, supposed)})
		}
	case p.Over || b.Section.System.Bracket():
		p.Groups = []GroupProspects{{Teams: placesPlayedFor(s.Rows)}}
	default:
		p.Groups = []GroupProspects{{Teams: inTable(b, s, s.Rows, supposed)}}
	}
	return p
}

// goals are what the places are played for now.
func goals(b *SectionBook, s *Standings) []Goal {
	if b.Section.System == GroupsKnockout && b.GroupStage(max(s.Round, 1)) {
		return []Goal{{b.Section.Advance, ForKnockout}}
	}
	first := ForTitle
	if b.Section.InGroups() && b.Section.System != GroupsKnockout {
		first = ForGroup
	}
	goals, prizes := []Goal{{1, first}}, 0
	for _, p := range b.Prizes.Prizes {
		if p.Category == "" {
			prizes = max(prizes, p.Place)
		}
	}
	if prizes > 1 && !b.Section.InGroups() {
		goals = append(goals, Goal{prizes, ForPrize})
	}
	return goals
}

// placesPlayedFor takes over what the standings of a bracket say already: a team that is in
// a tie plays for all places that it decides, and no other result changes that.
func placesPlayedFor(rows []Standing) (list []TeamProspect) {
	for _, row := range rows {
		list = append(list, TeamProspect{row.TeamID, row.Place, row.Points, prospect.Range{Best: row.Place, Worst: row.Last(), Exact: true}})
	}
	return list
}

// inTable computes the ranges of teams that play in one table. Where everybody meets
// everybody the meetings to come are known; elsewhere, and where the rounds end before
// everybody has, only those that are paired.
func inTable(b *SectionBook, s *Standings, rows []Standing, supposed map[int64][2]int) []TeamProspect {
	f := prospect.Field{Points: make([]int, len(rows)), Extra: make([]int, len(rows))}
	at := make(map[int64]int, len(rows))
	for i, row := range rows {
		at[row.TeamID], f.Points[i] = i, row.Points
	}
	met := openPairings(b, &f, at, supposed)
	if b.GroupStage(max(s.Round, 1)) && b.Section.Rounds >= groupRounds(b, b.Groups()) {
		meetingsToCome(b, &f, rows, met, s.Round)
	} else {
		for i, row := range rows {
			if b.Team(row.TeamID).State != TeamWithdrawn {
				f.Extra[i] += max(b.LastRound()-s.Round, 0) * b.Section.MaxPairingPoints()
			}
		}
	}
	ranges := prospect.Places(f)
	list := make([]TeamProspect, len(rows))
	for i, row := range rows {
		list[i] = TeamProspect{row.TeamID, row.Place, row.Points, ranges[i]}
	}
	return list
}

// openPairings takes back what pairings that may still change have brought, and makes
// meetings of them. It returns how often each two of the table have met.
func openPairings(b *SectionBook, f *prospect.Field, at map[int64]int, supposed map[int64][2]int) map[[2]int64]int {
	met := map[[2]int64]int{}
	for _, c := range b.Carried {
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
			score, least, left := b.Section.open(p, supposed)
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
func (s Section) open(p Pairing, supposed map[int64][2]int) (score, least [2]int, left int) {
	now := s.Score(p)
	score = now.Points
	for i := range p.Matches {
		m := &p.Matches[i]
		if !m.UnderReview || m.Result == nil {
			continue
		}
		points, known := supposed[m.MatchID]
		now.Matches[0] += points[0] - m.Result.Slot1Points
		now.Matches[1] += points[1] - m.Result.Slot2Points
		if !known {
			now.Missing++
		}
	}
	first, second := now.Matches, now.Matches // the worst for each slot
	first[1] += 2 * now.Missing
	second[0] += 2 * now.Missing
	if s.Scoring == "pairing" {
		first, second = pairingResult(first), pairingResult(second)
	}
	return score, [2]int{first[0], second[1]}, second[0] - first[0]
}

// meetingsToCome adds the meetings of a table in which everybody meets everybody. Who has
// nobody to play in a round gets what a bye is worth; that a withdrawn team leaves such
// rounds makes the ranges bounds.
func meetingsToCome(b *SectionBook, f *prospect.Field, rows []Standing, met map[[2]int64]int, round int) {
	playing := func(i int) bool { return b.Team(rows[i].TeamID).State != TeamWithdrawn }
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
				if playing(i) && playing(k) {
					f.Meetings = append(f.Meetings, prospect.Meeting{One: i, Other: k, Left: b.Section.MaxPairingPoints()})
					free[i]--
					free[k]--
				}
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
