package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

// The play of one round, by the index of its matches. The laterals keep it one look
// into the index for each match, whatever is known of the tables: a round that was
// just published has no statistics, and a join reads the whole section.
var publicRoundPlay = playStatements{ // of one round: event, section, round
	public: true, pairings: publicPairings + ofRound, slots: slotReads + ofRound, matches: publicMatches + ofRound,
	games: `select found.* from match m cross join lateral (
		select ` + publicGameColumns + ` from game g where (g.event_id, g.match_id) = (m.event_id, m.match_id) offset 0) found` + ofRoundOfMatch,
	reports: `select found.* from match m cross join lateral (
		select ` + publicReportColumns + ` from result_report r where (r.event_id, r.match_id) = (m.event_id, m.match_id)
		and (r.state in ('open', 'confirmed') or exists (select from result_report c
			where (c.event_id, c.match_id, c.replaces) = (r.event_id, r.match_id, r.report_id))) offset 0) found` + ofRoundOfMatch,
}

const (
	ofRound        = ` where event_id = $1 and section_id = $2 and round_no = $3`
	ofRoundOfMatch = ` where m.event_id = $1 and m.section_id = $2 and m.round_no = $3`
)

// readPlay is a known book with the play of some rounds read again, in one round trip.
func readPlay(ctx context.Context, q querier, known tournament.SectionNews, e tournament.Event, s tournament.Section) (*tournament.SectionBook, error) {
	var (
		rounds []tournament.Round
		batch  pgx.Batch
		played = make([]play, len(known.Rounds))
	)
	batch.Queue(bookRounds, e.EventID, s.SectionID).Query(all(&rounds))
	for i, round := range known.Rounds {
		tables := func() int { return len(known.Book.Teams)/2 + 1 }
		matches := func() int { return s.MatchesPerPairing * len(played[i].pairings) }
		played[i].read(&batch, publicRoundPlay, e.EventID, tables, matches, e.EventID, s.SectionID, round)
	}
	if err := send(ctx, q, &batch); err != nil {
		return nil, failed("read the rounds that are played", err)
	}
	book := known.Book.WithPlay(e, s, rounds, known.Rounds)
	for _, p := range played {
		p.assemble(map[int64]*tournament.SectionBook{s.SectionID: book})
	}
	return book, nil
}
