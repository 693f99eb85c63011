package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A record is read by statements that each find the match by themselves, so that
// they travel together.
const (
	matchByID = `select ` + matchColumns + ` from match where event_id = $1 and match_id = $2`
	matchAt   = `(select match_id from match where event_id = $1 and section_id = $2 and round_no = $3 and match_no = $5
	and pairing_no = (select pairing_no from pairing where event_id = $1 and section_id = $2 and round_no = $3 and table_no = $4))`
	matchAtPlace = `select ` + matchColumns + ` from match where event_id = $1 and match_id = ` + matchAt
)

// recordStatements read what belongs to a match; %s is its number.
var recordStatements = [...]string{
	`select ` + sectionReads + ` from section where event_id = $1 and section_id = (select section_id from match where event_id = $1 and match_id = %[1]s)`,
	`select ` + roundColumns + ` from round where event_id = $1
		and (section_id, round_no) = (select section_id, round_no from match where event_id = $1 and match_id = %[1]s)`,
	`select p.event_id, p.section_id, p.round_no, p.pairing_no, p.table_no, p.bye, p.bye_points, p.reason, p.extra_s, p.paused_at,
		p.pause_reason, p.last_seen, p.seen_by, p.runner, p.decider_slot, p.decider_how, p.decider, t1.team_id as team1, t2.team_id as team2,
		b1.team_id as partner1, b2.team_id as partner2
	from match m join pairing p using (event_id, section_id, round_no, pairing_no)
	left join pairing_team t1 on (t1.event_id, t1.section_id, t1.round_no, t1.pairing_no, t1.slot, t1.seat_order)
		= (p.event_id, p.section_id, p.round_no, p.pairing_no, 1, 1)
	left join pairing_team t2 on (t2.event_id, t2.section_id, t2.round_no, t2.pairing_no, t2.slot, t2.seat_order)
		= (p.event_id, p.section_id, p.round_no, p.pairing_no, 2, 1)
	left join pairing_team b1 on (b1.event_id, b1.section_id, b1.round_no, b1.pairing_no, b1.slot, b1.seat_order)
		= (p.event_id, p.section_id, p.round_no, p.pairing_no, 1, 2)
	left join pairing_team b2 on (b2.event_id, b2.section_id, b2.round_no, b2.pairing_no, b2.slot, b2.seat_order)
		= (p.event_id, p.section_id, p.round_no, p.pairing_no, 2, 2)
	where m.event_id = $1 and m.match_id = %[1]s`,
	`select string_agg(t.name, ' / ' order by pt.seat_order) as name, pt.slot, (select time_zone from event where event_id = $1) as time_zone
	from match m join pairing_team pt using (event_id, section_id, round_no, pairing_no)
		join team t on (t.event_id, t.team_id) = (pt.event_id, pt.team_id)
	where m.event_id = $1 and m.match_id = %[1]s group by pt.slot`,
	`select event_id, match_id, board, white_id, black_id, winner, reason from game where event_id = $1 and match_id = %[1]s order by board`,
	`select ` + reportColumns + ` from result_report where event_id = $1 and match_id = %[1]s and state in ('open', 'confirmed')`,
}

// recordBy are the statements of a record for one way to name the match.
type recordBy struct {
	match string
	rest  [len(recordStatements)]string
}

func newRecordBy(match, number string) recordBy {
	by := recordBy{match: match}
	for i, sql := range recordStatements {
		by.rest[i] = fmt.Sprintf(sql, number)
	}
	return by
}

var (
	recordByID    = newRecordBy(matchByID, `$2`)
	recordByPlace = newRecordBy(matchAtPlace, matchAt)
)

// RecordAt finds a match by its place in the hall.
func (tx *resultRows) RecordAt(ctx context.Context, sectionID int64, round, table, match int) (tournament.Record, error) {
	rec, err := tx.readRecord(ctx, recordByPlace, tx.eventID, sectionID, round, table, match)
	if fault.Is(err, fault.NotFound) {
		return rec, fault.New(fault.NotFound, "There is no match %d at table %d in round %d.", match, table, round)
	}
	return rec, err
}

// Record reads one match with its surroundings.
func (tx *resultRows) Record(ctx context.Context, matchID int64) (tournament.Record, error) {
	return tx.readRecord(ctx, recordByID, tx.eventID, matchID)
}

// readRecord reads a match with its surroundings in one round trip.
func (tx *resultRows) readRecord(ctx context.Context, by recordBy, args ...any) (tournament.Record, error) {
	var (
		rec     tournament.Record
		games   []tournament.Game
		reports []tournament.ResultReport
		teams   []struct {
			Name     string
			Slot     int
			TimeZone string
		}
		batch pgx.Batch
	)
	batch.Queue(by.match, args...).Query(single("match", &rec.Match))
	for i, read := range [len(recordStatements)]func(pgx.Rows) error{
		single("section", &rec.Section), single("round", &rec.Round), single("pairing", &rec.Pairing), all(&teams), all(&games), all(&reports),
	} {
		batch.Queue(by.rest[i], args...).Query(read)
	}
	if err := send(ctx, tx, &batch); err != nil {
		return rec, failed("read the match", err)
	}
	for _, t := range teams {
		rec.Teams[t.Slot-1], rec.TimeZone = t.Name, t.TimeZone
	}
	slices.SortFunc(reports, func(a, b tournament.ResultReport) int { return cmp.Compare(a.ReportID, b.ReportID) })
	matches := []tournament.Match{rec.Match}
	intoMatches(matches, games, reports)
	rec.Match = matches[0]
	return rec, nil
}

const insertReport = `insert into result_report (` + reportColumns + `)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, coalesce(nullif($20, ''), 'all'), $21, $22, $23, $24)`

// What the statements of a result write, as it is kept: see decisiveTables.
var (
	wholeReport   = decisiveByName("result_report").names()
	stateOfReport = []string{"report_id", "state", "verified_by"}
	stateOfMatch  = []string{"match_id", "state", "under_review"}
	endOfGame     = []string{"match_id", "board", "winner", "reason"}
)

// InsertReport writes what a source said.
func (tx *resultRows) InsertReport(_ context.Context, r tournament.ResultReport) error {
	tx.later(insertReport, tx.eventID, r.ReportID, r.MatchID, r.Source, r.ByAccount, r.ByTeam, r.ByName, r.Outcome,
		r.Slot1Points, r.Slot2Points, r.Forfeit, string(r.Ends), r.Articles, r.Basis, r.Slip, r.Reason, r.State, r.VerifiedBy, r.At, r.Counts,
		r.CountsFrom, r.Replaces, r.ReplacedVerified, r.RulingID)
	tx.keep("result_report", wholeReport, r.ReportID, r.MatchID, r.Source, r.ByAccount, r.ByTeam, r.Outcome, r.Slot1Points, r.Slot2Points, r.Forfeit, string(r.Ends),
		r.Articles, r.Basis, r.Slip, r.State, r.VerifiedBy, cmp.Or(r.Counts, tournament.CountsAll), r.CountsFrom, r.Replaces, r.ReplacedVerified, r.RulingID)
	return nil
}

// SetReportState moves a report on.
func (tx *resultRows) SetReportState(_ context.Context, reportID int64, state tournament.ReportState, verifiedBy *int64) error {
	tx.later(`update result_report set state = $3, verified_by = $4 where event_id = $1 and report_id = $2`,
		tx.eventID, reportID, state, verifiedBy)
	tx.keep("result_report", stateOfReport, reportID, state, verifiedBy)
	return nil
}

const reportsOf = `select ` + reportColumns + ` from result_report where event_id = $1 and match_id = $2 order by report_id`

// History lists everything that was said about a match, oldest first.
func (tx *resultRows) History(ctx context.Context, matchID int64) ([]tournament.ResultReport, error) {
	return list[tournament.ResultReport](ctx, tx, "read the earlier reports", reportsOf, tx.eventID, matchID)
}

// Reports lists everything that was said about a match, oldest first.
func (s Tournament) Reports(ctx context.Context, eventID, matchID int64) ([]tournament.ResultReport, error) {
	return list[tournament.ResultReport](ctx, s.pool, "read the reports", reportsOf, eventID, matchID)
}

// UpdateMatch saves the state of a match and raises its revision.
func (tx *resultRows) UpdateMatch(_ context.Context, m tournament.Match) error {
	tx.later(`update match set state = $3, under_review = $4, revision = revision + 1,
		verified_at = case when $3 = 'verified' then coalesce(verified_at, $5) end where event_id = $1 and match_id = $2`,
		tx.eventID, m.MatchID, m.State, m.UnderReview, tx.now)
	tx.keep("match", stateOfMatch, m.MatchID, m.State, m.UnderReview)
	return nil
}

// SaveGameEnds writes how both boards ended.
func (tx *resultRows) SaveGameEnds(_ context.Context, matchID int64, games [2]tournament.Game) error {
	tx.later(`update game set winner = ends.winner, reason = ends.reason from unnest($3::text[], $4::text[], $5::text[]) ends(board, winner, reason)
		where event_id = $1 and match_id = $2 and game.board = ends.board`, tx.eventID, matchID,
		[]string{games[0].Board, games[1].Board}, []*string{games[0].Winner, games[1].Winner}, []string{games[0].Reason, games[1].Reason})
	for _, g := range games {
		if g.Board != "" {
			tx.keep("game", endOfGame, matchID, g.Board, g.Winner, g.Reason)
		}
	}
	return nil
}

const stampSeen = `update pairing set last_seen = $5, seen_by = $6 where event_id = $1 and section_id = $2 and round_no = $3 and pairing_no = $4`

// StampSeen notes who saw a table playing last.
func (tx *resultRows) StampSeen(_ context.Context, p tournament.Pairing, by string) error {
	tx.later(stampSeen, tx.eventID, p.SectionID, p.RoundNo, p.PairingNo, tx.now, by)
	return nil
}

// A round with any report is in play; one whose matches all have a result is
// complete; one whose only report was taken back waits as published. Locked
// rounds stay locked.
//
// A round in play that stays so is not written again: that is nearly every result.
const settleRound = `with has as (
		select exists (select from match m where m.event_id = $1 and m.section_id = $2 and m.round_no = $3 and m.state in ('open', 'conflict')) as waiting
	), becomes as (
		select waiting, case when not waiting then 'complete'
			when exists (select from match m where m.event_id = $1 and m.section_id = $2 and m.round_no = $3 and m.state <> 'open') then 'in-play' end as state
		from has
	)
	update round r set
		state = coalesce(becomes.state, case when r.clock_started is not null then 'in-play' else 'published' end),
		completed_at = case when not becomes.waiting then coalesce(r.completed_at, $4) end
	from becomes
	where r.state is distinct from becomes.state and r.event_id = $1 and r.section_id = $2 and r.round_no = $3 and r.state in ('published', 'in-play', 'complete')`

// SettleRound moves a round between published, in play and complete.
func (tx *resultRows) SettleRound(_ context.Context, sectionID int64, round int) error {
	tx.later(settleRound, tx.eventID, sectionID, round, tx.now)
	return nil
}
