package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	matchByID = `select ` + matchColumns + ` from match where event_id = $1 and match_id = $2`
	matchAt   = `select match_id from match m join pairing p using (event_id, section_id, round_no, pairing_no)
	where m.event_id = $1 and m.section_id = $2 and m.round_no = $3 and p.table_no = $4 and m.match_no = $5`
)

// RecordAt finds a match by its place in the hall.
func (tx *Tx) RecordAt(ctx context.Context, sectionID int64, round, table, match int) (tournament.Record, error) {
	var id int64
	err := tx.QueryRow(ctx, matchAt, tx.eventID, sectionID, round, table, match).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return tournament.Record{}, fault.New(fault.NotFound, "There is no match %d at table %d in round %d.", match, table, round)
	}
	if err != nil {
		return tournament.Record{}, failed("find the match", err)
	}
	return tx.Record(ctx, id)
}

const (
	recordSection = `select ` + sectionColumns + ` from section where event_id = $1 and section_id = $2`
	recordRound   = `select ` + roundColumns + ` from round where event_id = $1 and section_id = $2 and round_no = $3`
	recordPairing = `select p.event_id, p.section_id, p.round_no, p.pairing_no, p.table_no, p.bye, p.bye_points, p.reason, p.extra_s, p.paused_at,
		p.pause_reason, p.last_seen, p.seen_by, t1.team_id as team1, t2.team_id as team2
	from pairing p
	left join pairing_team t1 on (t1.event_id, t1.section_id, t1.round_no, t1.pairing_no, t1.slot) = (p.event_id, p.section_id, p.round_no, p.pairing_no, 1)
	left join pairing_team t2 on (t2.event_id, t2.section_id, t2.round_no, t2.pairing_no, t2.slot) = (p.event_id, p.section_id, p.round_no, p.pairing_no, 2)
	where p.event_id = $1 and p.section_id = $2 and p.round_no = $3 and p.pairing_no = $4`
	recordTeams = `select t.name, pt.slot from pairing_team pt join team t on (t.event_id, t.team_id) = (pt.event_id, pt.team_id)
	where pt.event_id = $1 and pt.section_id = $2 and pt.round_no = $3 and pt.pairing_no = $4`
	recordGames   = `select event_id, match_id, board, white_id, black_id, winner, reason from game where event_id = $1 and match_id = $2 order by board`
	recordReports = `select ` + reportColumns + ` from result_report where event_id = $1 and match_id = $2 and state in ('open', 'confirmed') order by report_id`
)

// Record reads one match with its surroundings in two round trips.
func (tx *Tx) Record(ctx context.Context, matchID int64) (tournament.Record, error) {
	var rec tournament.Record
	var err error
	if rec.Match, err = one[tournament.Match](ctx, tx, "match", matchByID, tx.eventID, matchID); err != nil {
		return rec, err
	}
	m := rec.Match
	var (
		games   []tournament.Game
		reports []tournament.Report
		teams   []struct {
			Name string
			Slot int
		}
		batch pgx.Batch
	)
	batch.Queue(recordSection, tx.eventID, m.SectionID).Query(single("section", &rec.Section))
	batch.Queue(recordRound, tx.eventID, m.SectionID, m.RoundNo).Query(single("round", &rec.Round))
	batch.Queue(recordPairing, tx.eventID, m.SectionID, m.RoundNo, m.PairingNo).Query(single("pairing", &rec.Pairing))
	batch.Queue(recordTeams, tx.eventID, m.SectionID, m.RoundNo, m.PairingNo).Query(all(&teams))
	batch.Queue(recordGames, tx.eventID, matchID).Query(all(&games))
	batch.Queue(recordReports, tx.eventID, matchID).Query(all(&reports))
	if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
		return rec, failed("read the match", err)
	}
	for _, t := range teams {
		rec.Teams[t.Slot-1] = t.Name
	}
	matches := []tournament.Match{m}
	hangOnMatches(matches, games, reports)
	rec.Match = matches[0]
	return rec, nil
}

const insertReport = `insert into result_report (` + reportColumns + `)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`

// InsertReport writes what a source said.
func (tx *Tx) InsertReport(ctx context.Context, r tournament.Report) error {
	_, err := exec(ctx, tx, "file the report", insertReport, tx.eventID, r.ReportID, r.MatchID, r.Source, r.ByAccount, r.ByTeam, r.ByName, r.Outcome,
		r.Slot1Points, r.Slot2Points, r.Forfeit, string(r.Ends), r.Articles, r.Basis, r.Slip, r.Reason, r.State, r.VerifiedBy, r.At)
	return err
}

// SetReportState moves a report on.
func (tx *Tx) SetReportState(ctx context.Context, reportID int64, state tournament.ReportState, verifiedBy *int64) error {
	_, err := exec(ctx, tx, "change the report", `update result_report set state = $3, verified_by = $4 where event_id = $1 and report_id = $2`,
		tx.eventID, reportID, state, verifiedBy)
	return err
}

const lastSuperseded = `select ` + reportColumns + ` from result_report
	where event_id = $1 and match_id = $2 and state = 'superseded' order by report_id desc limit 1`

// LastSuperseded is the report that counted before the present one, nil for none.
func (tx *Tx) LastSuperseded(ctx context.Context, matchID int64) (*tournament.Report, error) {
	found, err := list[tournament.Report](ctx, tx, "read the earlier report", lastSuperseded, tx.eventID, matchID)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

const reportsOf = `select ` + reportColumns + ` from result_report where event_id = $1 and match_id = $2 order by report_id`

// Reports lists everything that was said about a match, oldest first.
func (s Tournament) Reports(ctx context.Context, eventID, matchID int64) ([]tournament.Report, error) {
	return list[tournament.Report](ctx, s.pool, "read the reports", reportsOf, eventID, matchID)
}

// UpdateMatch saves the state of a match and raises its revision.
func (tx *Tx) UpdateMatch(ctx context.Context, m tournament.Match) error {
	_, err := exec(ctx, tx, "save the match", `update match set state = $3, under_review = $4, revision = revision + 1 where event_id = $1 and match_id = $2`,
		tx.eventID, m.MatchID, m.State, m.UnderReview)
	return err
}

// SaveGameEnds writes how both boards ended.
func (tx *Tx) SaveGameEnds(ctx context.Context, matchID int64, games [2]tournament.Game) error {
	var batch pgx.Batch
	for _, g := range games {
		batch.Queue(`update game set winner = $4, reason = $5 where event_id = $1 and match_id = $2 and board = $3`, tx.eventID, matchID, g.Board, g.Winner, g.Reason)
	}
	return failed("save how the boards ended", tx.SendBatch(ctx, &batch).Close())
}

const stampSeen = `update pairing set last_seen = $5, seen_by = $6 where event_id = $1 and section_id = $2 and round_no = $3 and pairing_no = $4`

// StampSeen notes who saw a table playing last.
func (tx *Tx) StampSeen(ctx context.Context, p tournament.Pairing, by string) error {
	_, err := exec(ctx, tx, "stamp the table", stampSeen, tx.eventID, p.SectionID, p.RoundNo, p.PairingNo, tx.now, by)
	return err
}

// A round with any entry is in play; one whose matches all have a result is
// complete; one whose only entry was taken back waits as published. Locked
// rounds stay locked.
const settleRound = `with count as (
		select count(*) filter (where m.state in ('open', 'conflict')) as waiting, count(*) filter (where m.state <> 'open') as begun
		from match m where m.event_id = $1 and m.section_id = $2 and m.round_no = $3
	)
	update round r set
		state = case when count.waiting = 0 then 'complete' when count.begun > 0 or r.clock_started is not null then 'in-play' else 'published' end,
		completed_at = case when count.waiting = 0 then coalesce(r.completed_at, $4) end
	from count
	where r.event_id = $1 and r.section_id = $2 and r.round_no = $3 and r.state in ('published', 'in-play', 'complete')`

// SettleRound moves a round between published, in play and complete.
func (tx *Tx) SettleRound(ctx context.Context, sectionID int64, round int) error {
	_, err := exec(ctx, tx, "settle the round", settleRound, tx.eventID, sectionID, round, tx.now)
	return err
}
