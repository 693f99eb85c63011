package tournament

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/standings"
)

// Standings are the places of a section after some round.
type Standings struct {
	Round int // the last round counted, 0 before round 1
	Codes []standings.Code
	Rows  []Standing // in order of place
	// Groups are the tables of a section played in groups; with one of a knockout
	// behind them they count the rounds of the groups alone.
	Groups      []GroupStanding
	UnderReview int // matches whose result may still change
	Open        int // matches of the rounds counted that have no result

	tables []*standings.Table // one, or one per group
	of     map[int64]int      // team id → index in tables
	counts int                // rounds that count for points and tie-breaks
	by     use                // of the results
	book   *SectionBook
	// ordered are the teams that a decision put in order beyond the tie-breaks.
	ordered map[int64]TieOrder
	carried carriedRounds
	number  map[int64]int
	byNo    map[int]int64 // the reverse
	at      map[int64]int // team id → index in Rows
}

// Counted is how many rounds count for points and tie-breaks: where a knockout follows
// groups, those of the groups alone.
func (s *Standings) Counted() int { return s.counts }

// Standing is one team in the standings. Points are half points.
type Standing struct {
	TeamID int64
	Place  int
	// Shared is how many share the place, 1 for nobody else. While a knockout is
	// played it is how many places the team still plays for, Place the best of them.
	Shared      int
	Points      int
	Adjusted    int               // penalties and bonuses that are part of Points
	Carried     int               // of results that came along from a section before, part of Points
	Values      []standings.Value // by code
	Provisional bool              // a result under review could change the row
	Rounds      []StandingRound   // by round
}

// Last is the last of the places that the team shares or plays for.
func (s Standing) Last() int { return s.Place + max(s.Shared, 1) - 1 }

// StandingRound is what a team did in one round.
type StandingRound struct {
	OpponentID int64 // 0 for none; with rotating partners the one on the same board
	Opponents  []int64
	PartnerID  int64 // rotating partners: who sat on the same side
	Bye        ByeKind
	White      bool // had White on board A in the first match
	Points     int  // half points so far
	Against    int  // the opponent's
	Open       bool // a match has no result yet
	Forfeit    bool // no board was played
	Review     bool
	Absent     bool // not paired
}

// Waits reports whether the round brought nobody a point yet, and still may.
func (r StandingRound) Waits() bool { return r.Open && r.Points == 0 && r.Against == 0 }

var standingKinds = map[pairing.Kind]standings.Kind{
	pairing.Played: standings.Played, pairing.ForfeitWin: standings.ForfeitWin, pairing.ForfeitLoss: standings.ForfeitLoss,
	pairing.DoubleForfeit: standings.ForfeitLoss, pairing.AllocatedBye: standings.AllocatedBye, pairing.FullBye: standings.FullBye,
	pairing.HalfBye: standings.HalfBye, pairing.ZeroBye: standings.ZeroBye,
}

// Standings computes the places after round through; 0 means the last published
// round. A pairing counts from its first match result on where matches score,
// and once it is finished where pairings score.
func (b *SectionBook) Standings(through int) (*Standings, error) {
	return standingsFor(b, through, forStandings)
}

func standingsFor(b *SectionBook, through int, by use) (*Standings, error) {
	if current := b.Current(); through == 0 && current != nil {
		through = current.RoundNo
	}
	codes, err := standings.ParseCodes(b.Section.TieBreaks)
	if err != nil {
		return nil, fmt.Errorf("tie-breaks of %s: %w", b.Section.Name, err)
	}
	s := &Standings{Round: through, Codes: codes, book: b, number: b.Numbers(renumberUntil + 1), at: map[int64]int{}, of: map[int64]int{}, counts: through, by: by}
	s.byNo = make(map[int]int64, len(s.number))
	for id, n := range s.number {
		s.byNo[n] = id
	}
	s.carried = carriedRoundsOf(b)
	history := s.history(through)
	groups := tablesToMake(b, history)
	if b.Section.System == GroupsKnockout {
		s.counts = min(through, groupRounds(b, groups))
	}
	for _, g := range groups {
		rows, err := s.compute(g, history)
		if err != nil {
			return nil, fmt.Errorf("standings of %s: %w", b.Section.Name, err)
		}
		if b.Section.InGroups() && s.Round > 0 {
			s.Groups = append(s.Groups, groupStanding(b, g, rows, s.counts))
			rows = s.Groups[len(s.Groups)-1].Rows
		}
		if !b.Section.System.Bracket() {
			s.orderLevel(rows)
		}
		s.Rows = append(s.Rows, rows...)
	}
	s.rankAcross()
	if b.Section.System == Knockout {
		s.orderLevel(s.Rows)
	}
	for i, row := range s.Rows {
		s.at[row.TeamID] = i
	}
	return s, nil
}

// tablesToMake are the groups of teams that are ranked among each other: those
// of the section, or everybody who takes part.
func tablesToMake(b *SectionBook, history map[int64][]*scoredPairing) []Group {
	if b.Section.InGroups() {
		return b.Groups()
	}
	var all Group
	for _, t := range b.Teams {
		if _, ok := history[t.TeamID]; ok {
			all.Teams = append(all.Teams, t.TeamID)
		}
	}
	return []Group{all}
}

// compute makes the table of one group.
func (s *Standings) compute(g Group, history map[int64][]*scoredPairing) ([]Standing, error) {
	input := standingsInput(s.book)
	team := map[int]int64{}
	for _, id := range g.Teams {
		rounds, ok := history[id]
		if !ok {
			rounds = make([]*scoredPairing, s.Round)
		}
		t := s.book.Team(id)
		p := standings.Participant{Number: s.number[id], Rating: t.Strength, Records: s.carriedRecords(id)}
		p.Penalty, p.GamePenalty = s.book.PointsOf(id, s.counts)
		for r := range s.counts {
			record := s.blank(t, r+1)
			if rounds[r] != nil {
				record = s.record(rounds[r], id)
			}
			p.Records = append(p.Records, record)
		}
		team[p.Number], s.of[id] = id, len(s.tables)
		input.Participants = append(input.Participants, p)
	}
	table, err := standings.Compute(input, s.Codes)
	if err != nil {
		return nil, err
	}
	s.tables = append(s.tables, table)
	var rows []Standing
	for _, row := range table.Rows() {
		id := team[row.Number]
		rounds := history[id]
		if rounds == nil {
			rounds = make([]*scoredPairing, s.Round)
		}
		rows = append(rows, s.standing(id, row, rounds))
	}
	return rows, nil
}

func standingsInput(b *SectionBook) standings.Input {
	win := b.Section.MaxPairingPoints()
	return standings.Input{
		Match: standings.Scores{Win: win, Draw: win / 2}, Game: standings.Scores{Win: 2, Draw: 1}, Boards: b.Section.MatchesPerPairing,
		Edition:    standings.Edition(b.Section.TieBreakEdition),
		RoundRobin: b.Section.System.Robin(),
	}
}

// history finds the pairings of every team that takes part, by round, and counts
// what is open.
func (s *Standings) history(through int) map[int64][]*scoredPairing {
	history := make(map[int64][]*scoredPairing, len(s.book.Teams))
	counted := through
	if s.by == forPairing {
		counted = through + 1
	}
	for _, t := range s.book.Teams {
		if t.ArrivesRound <= max(through, 1) && t.State != TeamWithdrawn {
			history[t.TeamID] = make([]*scoredPairing, through)
		}
	}
	for i := range s.book.Rounds {
		round := &s.book.Rounds[i]
		if !round.Public() || round.RoundNo > through {
			continue
		}
		for k := range round.Pairings {
			c := scored(s.book, round.Pairings[k].counting(s.by, counted))
			for _, side := range c.sides {
				for _, id := range side {
					if history[id] == nil {
						history[id] = make([]*scoredPairing, through)
					}
					history[id][round.RoundNo-1] = c
				}
			}
			for i := range c.Matches {
				if c.Matches[i].Result == nil {
					s.Open++
				}
				if c.Matches[i].UnderReview {
					s.UnderReview++
				}
			}
		}
	}
	return history
}

// Records are the rounds of every team that takes part, up to the round of the
// standings, as tie-breaks see them.
func (s *Standings) Records() map[int64][]standings.Record {
	counting := *s // what is open was counted before
	records := map[int64][]standings.Record{}
	for id, rounds := range counting.history(s.Round) {
		list, team := make([]standings.Record, len(rounds)), s.book.Team(id)
		for i, p := range rounds {
			if list[i] = s.blank(team, i+1); p != nil {
				list[i] = s.record(p, id)
			}
		}
		records[id] = list
	}
	return records
}

// Number is the number of a team in the standings.
func (s *Standings) Number(teamID int64) int { return s.number[teamID] }

// scoredPairing is a pairing with its score, which is added up once for all its teams.
type scoredPairing struct {
	Pairing
	score Score
	sides [2][]int64
}

func scored(b *SectionBook, p Pairing) *scoredPairing {
	return &scoredPairing{Pairing: p, score: b.Section.Score(p), sides: [2][]int64{p.InSlot(1), p.InSlot(2)}}
}

// blank is a round without a pairing.
func (s *Standings) blank(t Team, round int) standings.Record {
	if round < t.ArrivesRound {
		return standings.Record{Kind: standings.NotArrived}
	}
	return standings.Record{Kind: standings.ZeroBye}
}

// record is a pairing as the standings see it from one of its teams.
func (s *Standings) record(p *scoredPairing, teamID int64) standings.Record {
	section, score := &s.book.Section, &p.score
	if p.Bye != nil {
		return standings.Record{Kind: standingKinds[byeKinds[*p.Bye]], Points: score.Points[0], GamePoints: score.Matches[0]}
	}
	me := p.Slot(teamID) - 1
	r := standings.Record{
		Kind: standings.Played, Opponent: s.number[p.opposite(teamID)], Points: score.Points[me], GamePoints: score.Matches[me], UnderReview: score.UnderReview,
		Colour: standings.Black,
	}
	second := slices.Index(p.sides[me], teamID) == 1 // a rotating partner, on board B
	if (whiteSlot(p.Pairing) == me+1) != second {
		r.Colour = standings.White
	}
	started := score.Missing < len(p.Matches)
	switch {
	case !started, section.Scoring == "pairing" && score.Missing > 0:
		return standings.Record{Kind: standings.Pending, Opponent: r.Opponent, Colour: r.Colour, UnderReview: score.UnderReview}
	case !score.Played && score.Missing == 0:
		r.Kind = standingKinds[forfeitKinds(score.Points)[me]]
	case score.Points[me] > score.Points[1-me]:
		r.Outcome = standings.Win
	case score.Points[me] < score.Points[1-me]:
		r.Outcome = standings.Loss
	case score.Points[me] == 0:
		r.Outcome = standings.Loss // both teams lost
	default:
		r.Outcome = standings.Draw
	}
	return r
}

// whiteSlot is the team that has White on board A in the first match.
func whiteSlot(p Pairing) int {
	if len(p.Matches) > 0 {
		return p.Matches[0].Side1Slot
	}
	return 1
}

func (s *Standings) standing(id int64, row standings.Row, rounds []*scoredPairing) Standing {
	out := Standing{TeamID: id, Place: row.Place, Shared: row.Shared, Values: row.Values, Provisional: row.Provisional, Rounds: make([]StandingRound, len(rounds))}
	for i, p := range rounds {
		if p == nil {
			out.Rounds[i].Absent = true
			continue
		}
		cell := p.of(id)
		if i < s.counts {
			out.Points += cell.Points
		}
		out.Rounds[i] = cell
	}
	out.Adjusted, _ = s.book.PointsOf(id, s.counts)
	out.Carried = s.carried.points[id]
	out.Points += out.Adjusted + out.Carried
	return out
}

// RoundOf tells a pairing from one of its teams.
func (b *SectionBook) RoundOf(p Pairing, teamID int64) StandingRound {
	return scored(b, p).of(teamID)
}

func (p *scoredPairing) of(teamID int64) StandingRound {
	score := &p.score
	if p.Bye != nil {
		return StandingRound{Bye: *p.Bye, Points: score.Points[0]}
	}
	me := p.Slot(teamID) - 1
	return StandingRound{
		OpponentID: p.opposite(teamID), Opponents: p.sides[1-me], PartnerID: p.PartnerOf(teamID), White: whiteSlot(p.Pairing) == me+1, Points: score.Points[me], Against: score.Points[1-me],
		Open: score.Missing > 0, Forfeit: score.Missing == 0 && !score.Played, Review: score.UnderReview,
	}
}

// opposite is the opponent of an entry, with rotating partners the one on the
// same board.
func (p Pairing) opposite(teamID int64) int64 {
	others := []*int64{p.Team2, p.Partner2}
	if p.Slot(teamID) == 2 {
		others = []*int64{p.Team1, p.Partner1}
	}
	if is(p.Partner1, teamID) || is(p.Partner2, teamID) {
		slices.Reverse(others)
	}
	for _, id := range others {
		if id != nil {
			return *id
		}
	}
	return 0
}

// Of returns the row of a team.
func (s *Standings) Of(teamID int64) (Standing, bool) {
	i, ok := s.at[teamID]
	if !ok {
		return Standing{}, false
	}
	return s.Rows[i], true
}

// Explain tells where the value of one code (from 0) comes from; opponents in it
// are team ids.
func (s *Standings) Explain(teamID int64, code int) (standings.Explanation, error) {
	i, ok := s.of[teamID]
	if !ok {
		return standings.Explanation{}, fmt.Errorf("explain a standing: team %d does not take part", teamID)
	}
	x, err := s.tables[i].Explain(s.number[teamID], code)
	if err != nil {
		return x, fmt.Errorf("explain a standing: %w", err)
	}
	for i := range x.Contributions {
		x.Contributions[i].Opponent = int(s.byNo[x.Contributions[i].Opponent])
		x.Contributions[i].Round = max(x.Contributions[i].Round-len(s.carried.rounds), 0)
	}
	return x, nil
}

// Hypothetical is a result that a match might get, in half points by slot.
type Hypothetical struct {
	MatchID                  int64
	Slot1Points, Slot2Points int
	Forfeit                  bool // no board was played
}

// StandingsPreview answers what places would be with some results replaced.
type StandingsPreview struct {
	standings *Standings
	previews  []*standings.Preview // by table
	points    map[int64]int
}

// After prepares the standings as they would be with these results. The matches
// must belong to rounds the standings count.
func (s *Standings) After(results ...Hypothetical) (*StandingsPreview, error) {
	p := &StandingsPreview{standings: s, points: map[int64]int{}}
	changes := make([][]standings.Change, len(s.tables))
	for _, p2 := range s.replaced(results) {
		if p2.RoundNo > s.counts {
			continue // a knockout behind groups: no points change
		}
		for _, id := range slices.Concat(p2.InSlot(1), p2.InSlot(2)) {
			old, ok := s.Of(id)
			if !ok {
				return nil, fmt.Errorf("preview the standings: team %d does not take part", id)
			}
			now := s.record(scored(s.book, p2), id)
			changes[s.of[id]] = append(changes[s.of[id]], standings.Change{Number: s.number[id], Round: len(s.carried.rounds) + p2.RoundNo, Record: now})
			p.points[id] += s.book.RoundOf(p2, id).Points - old.Rounds[p2.RoundNo-1].Points
		}
	}
	for i, table := range s.tables {
		preview, err := table.WhatIf(changes[i]...)
		if err != nil {
			return nil, fmt.Errorf("preview the standings: %w", err)
		}
		p.previews = append(p.previews, preview)
	}
	return p, nil
}

// replaced are the pairings of the results with those results in place.
func (s *Standings) replaced(results []Hypothetical) map[[2]int]Pairing {
	pairings := map[[2]int]Pairing{}
	for _, h := range results {
		p, m := s.book.FindMatch(h.MatchID)
		if p == nil || p.RoundNo > s.Round {
			continue
		}
		key := [2]int{p.RoundNo, p.PairingNo}
		trial, begun := pairings[key]
		if !begun {
			trial = p.counting(forStandings, s.Round)
			trial.Matches = append([]Match(nil), trial.Matches...)
		}
		for i := range trial.Matches {
			if trial.Matches[i].MatchID == m.MatchID {
				trial.Matches[i].Result = &ResultReport{Slot1Points: h.Slot1Points, Slot2Points: h.Slot2Points, Forfeit: h.Forfeit}
			}
		}
		pairings[key] = trial
	}
	return pairings
}

// Of returns the place and values a team would have. Its Rounds stay as they are.
func (p *StandingsPreview) Of(teamID int64) (Standing, error) {
	old, ok := p.standings.Of(teamID)
	if !ok {
		return Standing{}, fmt.Errorf("preview the standings: team %d does not take part", teamID)
	}
	row, err := p.previews[p.standings.of[teamID]].Row(p.standings.number[teamID])
	if err != nil {
		return Standing{}, fmt.Errorf("preview the standings: %w", err)
	}
	if !p.standings.book.Section.System.Bracket() && len(p.standings.tables) == 1 {
		old.Place, old.Shared = row.Place, row.Shared
	}
	old.Values, old.Provisional = row.Values, row.Provisional
	old.Points += p.points[teamID]
	return old, nil
}

// FindMatch returns a match and its pairing, nil when there is none.
func (b *SectionBook) FindMatch(matchID int64) (*Pairing, *Match) {
	for i := range b.Rounds {
		for k := range b.Rounds[i].Pairings {
			p := &b.Rounds[i].Pairings[k]
			for m := range p.Matches {
				if p.Matches[m].MatchID == matchID {
					return p, &p.Matches[m]
				}
			}
		}
	}
	return nil, nil
}
