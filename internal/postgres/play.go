package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

// The play of one round, by the index of its matches. The laterals keep it one look
// into the index for each match, whatever is known of the tables: a round that was
// just published has no statistics, and a join reads the whole section.
const (
	ofRound      = ` where event_id = $1 and section_id = $2 and round_no = $3`
	playPairings = pairingReads + ofRound
	playSlots    = slotReads + ofRound
	playMatches  = `select ` + matchColumns + ` from match` + ofRound
	playGames    = `select found.* from match m cross join lateral (
		select ` + gameColumns + ` from game g where (g.event_id, g.match_id) = (m.event_id, m.match_id) offset 0) found` + ofRoundOfMatch
	playReports = `select found.* from match m cross join lateral (
		select ` + publicReportColumns + ` from result_report r where (r.event_id, r.match_id) = (m.event_id, m.match_id)
		and (r.state in ('open', 'confirmed') or exists (select from result_report c
			where (c.event_id, c.match_id, c.replaces) = (r.event_id, r.match_id, r.report_id))) offset 0) found` + ofRoundOfMatch
	ofRoundOfMatch = ` where m.event_id = $1 and m.section_id = $2 and m.round_no = $3`
)

// readPlay is a known book with the play of some rounds read again, in one round trip.
func readPlay(ctx context.Context, q querier, known tournament.SectionNews, e tournament.Event, s tournament.Section) (*tournament.Book, error) {
	var (
		rounds []tournament.Round
		batch  pgx.Batch
		played = make([]play, len(known.Rounds))
	)
	batch.Queue(bookRounds, e.EventID, s.SectionID).Query(all(&rounds))
	for i, round := range known.Rounds {
		p := &played[i]
		batch.Queue(playPairings, e.EventID, s.SectionID, round).Query(all(&p.pairings))
		batch.Queue(playSlots, e.EventID, s.SectionID, round).Query(all(&p.slots))
		batch.Queue(playMatches, e.EventID, s.SectionID, round).Query(all(&p.matches))
		batch.Queue(playGames, e.EventID, s.SectionID, round).Query(all(&p.games))
		batch.Queue(playReports, e.EventID, s.SectionID, round).Query(publicReports(&p.reports, func() int { return len(p.matches) }))
	}
	if err := q.SendBatch(ctx, &batch).Close(); err != nil {
		return nil, failed("read the rounds that are played", err)
	}
	book := known.Book.WithPlay(e, s, rounds, known.Rounds)
	for _, p := range played {
		p.hang(map[int64]*tournament.Book{s.SectionID: book})
	}
	return book, nil
}
