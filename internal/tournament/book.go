package tournament

import (
	"slices"
	"strings"
)

// SectionBook is everything of one section at one version of the event, read in one
// snapshot: what pages, pairings and standings are made of. Draft pairings are
// never in it.
type SectionBook struct {
	Event   Event
	Section Section
	Teams   []Team   // by number, then name
	Players []Player // by team and seat order, pool last
	Rounds  []Round  // ascending, each with its published pairings
	// Byes and Apart are wishes, which only the pairing desk may see.
	Byes  []RequestedBye
	Apart []ForbiddenPair
	// Points are penalties and bonuses, in the order they were given.
	Points []TeamPoints
	// Ties are orders of level teams that were drawn by lot or set by an official.
	Ties   []TieOrder
	Prizes PrizePlan
	// Planned are the starts of rounds that were planned for the section; see PlannedStarts.
	Planned []PlannedStart
	// Held are the rulings that are not announced, see ForEverybody.
	Held []HeldRuling
	// Moves of planned times that stand, of the section and of the whole event, oldest first.
	Moves []TimeMove
	// Path are the phases of the whole event, Entered the teams that came into this section
	// or went on from it, Carried the results that came along.
	Path    []PathStep
	Entered []PhaseEntry
	Carried []CarriedResult
	// PlayOffs for places of this section, the oldest first. Of a play-off For is the section
	// that it decides in, where the desk reads it.
	PlayOffs []*SectionBook
	For      *SectionBook
	// LineUps that were said, by the match from which on they stand.
	LineUps []LineUp
	// Substituted are the players who came in during matches.
	Substituted []Substitution

	byTeam   map[int64]int
	bySlug   map[string]int
	byPlayer map[int64]int
	members  map[int64][]Player
	lineUps  map[int64][]LineUp // by team
}

// Index prepares the look-ups and says of every team what it is in the next round; the
// Store calls it once after loading.
func (b *SectionBook) Index() {
	tellPresence(b)
	b.byTeam, b.bySlug = make(map[int64]int, len(b.Teams)), make(map[string]int, len(b.Teams))
	for i, t := range b.Teams {
		b.byTeam[t.TeamID], b.bySlug[t.Slug] = i, i
	}
	b.byPlayer, b.members = make(map[int64]int, len(b.Players)), make(map[int64][]Player, len(b.Teams))
	for i := range b.Players {
		p := &b.Players[i]
		b.byPlayer[p.PlayerID] = i
		if p.TeamID == nil {
			continue
		}
		members := b.members[*p.TeamID]
		if n := len(members); n == 0 || i >= n && &members[0] == &b.Players[i-n] { // they stand beside each other, as the Store reads them
			members = b.Players[i-n : i+1 : i+1]
		} else {
			members = append(members, *p)
		}
		b.members[*p.TeamID] = members
	}
	b.lineUps = make(map[int64][]LineUp, len(b.LineUps))
	for _, l := range b.LineUps {
		b.lineUps[l.TeamID] = append(b.lineUps[l.TeamID], l)
	}
}

// WithPlay is the book after the play of some rounds. rounds are all rounds of the
// section: those that were played on with their pairings, which the others keep from
// this book. The two share what did not change, so neither may be written to.
func (b *SectionBook) WithPlay(e Event, s Section, rounds []Round, played []int) *SectionBook {
	next := *b
	next.Event, next.Section, next.Rounds = e, s, rounds
	for i := range rounds {
		if before := b.Round(rounds[i].RoundNo); before != nil && !slices.Contains(played, rounds[i].RoundNo) {
			rounds[i].Pairings = before.Pairings
		}
	}
	if next.NextRound() != b.NextRound() {
		next.Teams = slices.Clone(b.Teams)
		tellPresence(&next)
	}
	return &next
}

// tellPresence says of every team what it is in the next round to be paired.
func tellPresence(b *SectionBook) {
	next := b.NextRound()
	for i, t := range b.Teams {
		b.Teams[i] = t.in(next)
	}
}

// Team returns the team with that id; the zero Team when there is none.
func (b *SectionBook) Team(id int64) Team {
	if i, ok := b.byTeam[id]; ok {
		return b.Teams[i]
	}
	return Team{}
}

// TeamBySlug returns the team with that address.
func (b *SectionBook) TeamBySlug(slug string) (Team, bool) {
	if i, ok := b.bySlug[slug]; ok {
		return b.Teams[i], true
	}
	return Team{}, false
}

// PointsOf sums a team's penalties and bonuses that count after round through.
func (b *SectionBook) PointsOf(teamID int64, through int) (match, game int) {
	for _, p := range b.Points {
		if p.TeamID == teamID && p.RoundNo <= through {
			match += p.MatchPoints
			game += p.GamePoints
		}
	}
	return match, game
}

// Members returns the players of a team in seat order.
func (b *SectionBook) Members(teamID int64) []Player { return b.members[teamID] }

// SlotName names one side of a pairing: the team, or the two partners.
func (b *SectionBook) SlotName(p Pairing, slot int) string {
	var names []string
	for _, id := range p.InSlot(slot) {
		names = append(names, b.Team(id).Name)
	}
	return strings.Join(names, " / ")
}

// SlotMembers returns the players of one side of a pairing, board A first.
func (b *SectionBook) SlotMembers(p Pairing, slot int) []Player {
	var players []Player
	for _, id := range p.InSlot(slot) {
		players = append(players, b.Members(id)...)
	}
	return players
}

// Player returns the player with that id.
func (b *SectionBook) Player(id int64) (Player, bool) {
	if i, ok := b.byPlayer[id]; ok {
		return b.Players[i], true
	}
	return Player{}, false
}

// Pool returns the players without a team.
func (b *SectionBook) Pool() []Player {
	var pool []Player
	for _, p := range b.Players {
		if p.TeamID == nil {
			pool = append(pool, p)
		}
	}
	return pool
}

// Round returns round n, nil when it does not exist yet.
func (b *SectionBook) Round(n int) *Round {
	for i := range b.Rounds {
		if b.Rounds[i].RoundNo == n {
			return &b.Rounds[i]
		}
	}
	return nil
}

// MatchesOf are the matches of a team in published rounds, by id.
func (b *SectionBook) MatchesOf(teamID int64) []int64 {
	var ids []int64
	for i := range b.Rounds {
		if p := b.Rounds[i].PairingOf(teamID); p != nil {
			for _, m := range p.Matches {
				ids = append(ids, m.MatchID)
			}
		}
	}
	return ids
}

// Current is the last published round, nil before round 1 is published.
func (b *SectionBook) Current() *Round {
	for i := len(b.Rounds) - 1; i >= 0; i-- {
		if b.Rounds[i].Public() {
			return &b.Rounds[i]
		}
	}
	return nil
}

// PairingOf returns a team's pairing in a round.
func (r *Round) PairingOf(teamID int64) *Pairing {
	for i := range r.Pairings {
		if r.Pairings[i].Slot(teamID) != 0 {
			return &r.Pairings[i]
		}
	}
	return nil
}

// AtTable returns the pairing at a table.
func (r *Round) AtTable(table int) *Pairing {
	for i := range r.Pairings {
		if r.Pairings[i].Table() == table && table != 0 {
			return &r.Pairings[i]
		}
	}
	return nil
}
