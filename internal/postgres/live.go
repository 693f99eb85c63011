package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/tournament"
)

const liveActs = `select event_id, match_id, seq, at, by_name, act, clocks, source, outer_id from match_act
	where event_id = $1 and match_id = $2 order by seq`

var sectionOfMatch = `select ` + sectionReads + ` from section where event_id = $1
	and section_id = (select section_id from match where event_id = $1 and match_id = $2)`

// LiveRecord reads the acts of a match and the section it belongs to.
func (s Tournament) LiveRecord(ctx context.Context, eventID, matchID int64) (tournament.Section, []livegame.StoredAct, error) {
	var section tournament.Section
	var stored []livegame.StoredAct
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) error {
		var batch pgx.Batch
		batch.Queue(sectionOfMatch, eventID, matchID).Query(single("match", &section))
		batch.Queue(liveActs, eventID, matchID).Query(all(&stored))
		return send(ctx, tx, &batch)
	})
	return section, stored, failed("read the live record", err)
}

const lastLiveSeq = `select coalesce(min(seq) filter (where at > $3) - 1, max(seq), 0) from match_act where event_id = $1 and match_id = $2`

// LastLiveSeq is the last act before the first one that came in after a time.
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

// LiveActs reads the acts of a match.
func (tx *resultRows) LiveActs(ctx context.Context, matchID int64) ([]livegame.StoredAct, error) {
	return list[livegame.StoredAct](ctx, tx, "read the live record", liveActs, tx.eventID, matchID)
}

const appendLive = `insert into match_act (event_id, match_id, seq, at, by_name, act, clocks, source, outer_id)
	select $1, $2, $3 + n, $4, by_name, act::json, nullif(clocks, '')::json, source, outer_id
	from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) with ordinality as e (by_name, act, clocks, source, outer_id, n)`

// AppendLive adds acts behind the last one.
func (tx *resultRows) AppendLive(ctx context.Context, matchID int64, after int, more []livegame.StoredAct) error {
	var names, acts, clocks, sources []string
	var outer []*string
	for _, a := range more {
		act, err := json.Marshal(a.Act)
		if err != nil {
			return fmt.Errorf("write the act: %w", err)
		}
		var told []byte
		if a.Clocks != nil {
			if told, err = json.Marshal(a.Clocks); err != nil {
				return fmt.Errorf("write the clocks: %w", err)
			}
		}
		names, acts, clocks = append(names, a.ByName), append(acts, string(act)), append(clocks, string(told))
		sources, outer = append(sources, a.Source), append(outer, a.OuterID)
	}
	return tx.write(ctx, "write the live record", "match_act", "match_act", appendLive, tx.eventID, matchID, after, tx.now, names, acts, clocks, sources, outer)
}
