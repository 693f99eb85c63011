package publicpages

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/public"
)

// Watched lists the matches that spectators may look at: those that have a record, of
// whatever round. Nil where the section is not broadcast.
func (s *SectionView) Watched(ctx context.Context) (map[int64]bool, error) {
	if !s.Section.Broadcast {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.recorded != nil {
		return s.recorded, nil
	}
	ids, err := s.books.Reader.RecordedMatches(ctx, s.Event.EventID, s.Section.SectionID)
	if err != nil {
		return nil, err
	}
	s.recorded = map[int64]bool{}
	for _, id := range ids {
		s.recorded[id] = true
	}
	return s.recorded, nil
}

// Unwatched reports whether the boards of a match are kept from spectators: who sees how it ends
// knows what is not announced.
func (s *SectionView) Unwatched(r *tournament.Round, m tournament.Match) bool {
	return m.Held || s.FinalHeld() && r == s.Current()
}

// WatchLinks lead to the spectators' pages of a pairing.
func (s *SectionView) WatchLinks(w text.Words, r *tournament.Round, p *tournament.Pairing, recorded map[int64]bool) []pages.WatchLink {
	var links []pages.WatchLink
	for _, m := range p.Matches {
		if to := s.WatchAddress(r, p, m, recorded); to != "" {
			links = append(links, pages.WatchLink{Label: w.Say("Match %d", m.MatchNo), To: to})
		}
	}
	return links
}

// WatchAddress is the spectators' page of a match, empty where there is none.
func (s *SectionView) WatchAddress(r *tournament.Round, p *tournament.Pairing, m tournament.Match, recorded map[int64]bool) string {
	if !recorded[m.MatchID] || s.Unwatched(r, m) {
		return ""
	}
	return fmt.Sprintf("/e/%s/%s/round/%d/table/%d/match/%d", s.Event.Slug, s.Section.Slug, r.RoundNo, p.Table(), m.MatchNo)
}
