package demo

import (
	"context"

	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// cupTeams play a knockout beside the two Swiss sections, the strongest first.
var cupTeams = []string{"Night Forks", "Double Check Mates", "Board Room", "Pocket Rockets", "Hammer and Tongs", "Second Wind", "Loose Cannons", "Late Bloomers"}

// cupRating is that of the best team; each next one has cupStep less.
const (
	cupRating = 1905
	cupStep   = 45
)

// cupQuarterfinals plays the first round of the cup to its end.
func (b *builder) cupQuarterfinals(ctx context.Context) error {
	b.clock.before(92)
	if err := b.begin(ctx, b.cup, 1); err != nil {
		return err
	}
	b.clock.before(78)
	return b.playCup(ctx, 1, len(cupTeams)/2)
}

// playCup enters and verifies the first ties of a round. The stronger team wins
// all but one.
func (b *builder) playCup(ctx context.Context, round, ties int) error {
	book, err := b.Tournament.Reader().Book(ctx, b.eventID, b.cup.SectionID)
	if err != nil {
		return err
	}
	for i, p := range book.Round(round).Pairings[:ties] {
		winner := 1
		if book.Team(p.TeamID(2)).Strength > book.Team(p.TeamID(1)).Strength {
			winner = 2
		}
		if round == 1 && i == 1 {
			winner = 3 - winner
		}
		won := entry{ends: livegame.Ends{B: livegame.BoardEnd{Winner: winner, Reason: rulebook.ReasonCheckmate}}}
		for _, desk := range []string{"demo.desk", "demo.desk2"} {
			if err := b.enter(ctx, desk, book, p, 1, won); err != nil {
				return err
			}
		}
	}
	return nil
}
