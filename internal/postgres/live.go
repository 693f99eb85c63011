package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	liveEntries = `select event_id, match_id, seq, at, by_name, act, clocks, source, outer_id from match_act
		where event_id = $1 and match_id = $2 order by seq`
	sectionOfMatch = `select ` + sectionReads + ` from section where event_id = $1
		and section_id = (select section_id from match where event_id = $1 and match_id = $2)`
)

// LiveRecord reads the entries of a match and the section it belongs to.
func (s Tournament) LiveRecord(ctx context.Context, eventID, matchID int64) (tournament.Section, []tournament.LiveEntry, error) {
	var section tournament.Section
	var entries []tournament.LiveEntry
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) error {
		var batch pgx.Batch
		batch.Queue(sectionOfMatch, eventID, matchID).Query(single("match", &section))
		batch.Queue(liveEntries, eventID, matchID).Query(all(&entries))
		return send(ctx, tx, &batch)
	})
	return section, entries, failed("read the live record", err)
}

const lastLiveSeq = `select coalesce(min(seq) filter (where at > $3) - 1, max(seq), 0) from match_act where event_id = $1 and match_id = $2`

// LastLiveSeq is the last entry before the first one that came in after a time.
func (s Tournament) LastLiveSeq(ctx context.Context, eventID, matchID int64, until time.Time) (int, error) {
	var seq int
	err := s.pool.QueryRow(ctx, lastLiveSeq, eventID, matchID, until).Scan(&seq)
	return seq, failed("read the live record", err)
}

const recordedMatches = `select m.match_id from match m where m.event_id = $1 and m.section_id = $2
	and exists (select from match_act a where a.event_id = m.event_id and a.match_id = m.match_id) order by m.match_id`

// RecordedMatches lists the matches of a section that have a record.
func (s Tournament) RecordedMatches(ctx context.Context, eventID, sectionID int64) ([]int64, error) {
	rows, err := s.pool.Query(ctx, recordedMatches, eventID, sectionID)
	if err != nil {
		return nil, failed("list the recorded matches", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return ids, failed("list the recorded matches", err)
}

// LiveEntries reads the entries of a match.
func (tx *Tx) LiveEntries(ctx context.Context, matchID int64) ([]tournament.LiveEntry, error) {
	return list[tournament.LiveEntry](ctx, tx, "read the live record", liveEntries, tx.eventID, matchID)
}

const appendLive = `insert into match_act (event_id, match_id, seq, at, by_name, act, clocks, source, outer_id)
	select $1, $2, $3 + n, $4, by_name, act::json, nullif(clocks, '')::json, source, outer_id
	from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) with ordinality as e (by_name, act, clocks, source, outer_id, n)`

// AppendLive adds entries behind the last one.
func (tx *Tx) AppendLive(ctx context.Context, matchID int64, after int, entries []tournament.LiveEntry) error {
	var names, acts, clocks, sources []string
	var outer []*string
	for _, e := range entries {
		names, acts, clocks = append(names, e.ByName), append(acts, string(e.Act)), append(clocks, string(e.Clocks))
		sources, outer = append(sources, e.Source), append(outer, e.OuterID)
	}
	return tx.write(ctx, "write the live record", "match_act", "match_act", appendLive, tx.eventID, matchID, after, tx.now, names, acts, clocks, sources, outer)
}
