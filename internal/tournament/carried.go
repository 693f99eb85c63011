package tournament

import (
	"cmp"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/standings"
)

// CarriedOf are the results that came along and count: not those of a team that left before it
// played here, as nobody else has met it in the section then.
func CarriedOf(b *SectionBook) []CarriedResult {
	if len(b.Carried) == 0 {
		return nil
	}
	neverPlays := map[int64]bool{}
	for _, t := range b.Teams {
		neverPlays[t.TeamID] = t.LeftBy(1)
	}
	return slices.DeleteFunc(slices.Clone(b.Carried), func(r CarriedResult) bool { return neverPlays[r.TeamID] || neverPlays[r.OpponentID] })
}

// carriedRounds are the rounds of sections before whose results count here too. In the
// standings they come before the rounds of the section.
type carriedRounds struct {
	rounds []carriedRound
	of     map[int64]map[carriedRound]CarriedResult // team id → round → result
	points map[int64]int                            // team id → half points of all of them
}

// carriedRound is a round of another section.
type carriedRound struct {
	section int64
	round   int
}

func carriedRoundsOf(b *SectionBook) carriedRounds {
	c := carriedRounds{of: map[int64]map[carriedRound]CarriedResult{}, points: map[int64]int{}}
	known := map[carriedRound]bool{}
	for _, r := range CarriedOf(b) {
		at := carriedRound{r.FromSection, r.RoundNo}
		if !known[at] {
			known[at] = true
			c.rounds = append(c.rounds, at)
		}
		if c.of[r.TeamID] == nil {
			c.of[r.TeamID] = map[carriedRound]CarriedResult{}
		}
		c.of[r.TeamID][at] = r
		c.points[r.TeamID] += r.Points
	}
	slices.SortFunc(c.rounds, func(x, y carriedRound) int {
		return cmp.Or(cmp.Compare(x.section, y.section), cmp.Compare(x.round, y.round))
	})
	return c
}

// carriedRecords are the results that a team brought along, as tie-breaks see them. A round in
// which it met nobody who came in is left out of everything.
func (s *Standings) carriedRecords(teamID int64) []standings.Record {
	records := make([]standings.Record, len(s.carried.rounds), len(s.carried.rounds)+s.counts)
	for i, at := range s.carried.rounds {
		r, ok := s.carried.of[teamID][at]
		if !ok {
			records[i] = standings.Record{Kind: standings.Pending}
			continue
		}
		records[i] = standings.Record{
			Kind: standings.Played, Opponent: s.number[r.OpponentID], Colour: standings.Black, Outcome: standings.Draw, Points: r.Points, GamePoints: r.Games,
		}
		if r.White {
			records[i].Colour = standings.White
		}
		switch {
		case r.Points > r.Against:
			records[i].Outcome = standings.Win
		case r.Points < r.Against || r.Points == 0:
			records[i].Outcome = standings.Loss
		}
		if r.Forfeit {
			records[i].Kind, records[i].Outcome = standings.ForfeitLoss, standings.NoOutcome
			if r.Points > r.Against {
				records[i].Kind = standings.ForfeitWin
			}
		}
	}
	return records
}

// carry tells the pairing what teams brought along: their points, and whom they have met.
func (in *PairingInput) carry(b *SectionBook, at map[int64]*pairing.Participant) {
	for _, r := range CarriedOf(b) {
		team := at[r.TeamID]
		if team == nil {
			continue
		}
		if team.Adjusted == nil {
			team.Adjusted = make([]int, in.Tournament.Round)
		}
		team.Adjusted[0] += r.Points
		if b.Section.System.Swiss() && r.TeamID < r.OpponentID && !r.Forfeit && at[r.OpponentID] != nil {
			in.Tournament.Forbidden = append(in.Tournament.Forbidden, pairing.Forbidden{
				Numbers: []int{in.number[r.TeamID], in.number[r.OpponentID]}, First: 1, Last: b.Section.Rounds, Why: metBefore(b, r),
			})
		}
	}
}

// metBefore says where a result that came along was played.
func metBefore(b *SectionBook, r CarriedResult) phrase.Sentence {
	return phrase.Of("they met in round %d of %s, and the result counts here", r.RoundNo, sourceName(b, r.FromSection))
}

// sourceName is the name of a section that feeds another one of the event.
func sourceName(b *SectionBook, sectionID int64) string {
	for _, s := range b.Path {
		switch sectionID {
		case s.FromSection:
			return s.FromName
		case s.SectionID:
			return s.SectionName
		}
	}
	return ""
}

// carriedPair finds the result that two teams brought along.
func carriedPair(b *SectionBook, one, other int64) (CarriedResult, bool) {
	i := slices.IndexFunc(b.Carried, func(r CarriedResult) bool { return r.TeamID == one && r.OpponentID == other })
	if i < 0 {
		return CarriedResult{}, false
	}
	return b.Carried[i], true
}

// metAlready says of two teams of a round robin that brought the result of their meeting
// along that they do not meet again: neither plays in the round.
func metAlready(b *SectionBook, one, other int64, points map[int64]int) ([]DraftBye, bool) {
	if !b.Section.System.Robin() || b.Section.Cycles() > 1 {
		return nil, false
	}
	r, met := carriedPair(b, one, other)
	if !met {
		return nil, false
	}
	bye := func(id, opponent int64) DraftBye {
		said := phrase.Of("Does not play %s again: %s.", b.Team(opponent).Name, metBefore(b, r))
		return DraftBye{DraftSeat: DraftSeat{id, points[id]}, Kind: ByeZero, Reason: said.String(), Said: said, Met: opponent}
	}
	return []DraftBye{bye(one, other), bye(other, one)}, true
}
