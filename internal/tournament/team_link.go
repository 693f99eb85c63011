package tournament

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/tandemchess/tandem/internal/journal"
)

// RenewTeamLinks gives teams new private links: team number to the SHA-256 of
// the link's token. The old links stop working at once. It reports false for a
// repeat of the command, which changes nothing.
func (s *EntryCommands) RenewTeamLinks(ctx context.Context, eventID int64, cmd journal.Command, hashes map[int64][]byte) (renewed bool, err error) {
	receipt, err := s.squads(ctx, eventID, cmd, func(tx squadTx) (journal.Change, error) {
		var teams []Team
		for _, id := range slices.Sorted(maps.Keys(hashes)) {
			t, err := tx.Team(ctx, id)
			if err != nil {
				return journal.Change{}, err
			}
			t.LinkHash = hashes[id]
			t.Revision++
			teams = append(teams, t)
		}
		if len(teams) == 0 {
			return journal.Change{}, nil
		}
		subject := "team " + teams[0].Name
		if len(teams) > 1 {
			subject = fmt.Sprintf("%d teams", len(teams))
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "renew private link", Subject: subject}, tx.UpdateTeams(ctx, teams)
	})
	return err == nil && !receipt.Repeated, err
}
