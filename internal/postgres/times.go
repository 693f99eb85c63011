package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	moveColumns = `move_id, section_id, minutes, moved, schedule_was, moved_at, moved_by, moved_name, taken_back_at`

	roundTimes = `select section_id, round_no, starts_at, (state not in ('draft', 'published') or clock_started is not null) as begun
	from round where event_id = $1 and publication > 0 order by section_id, round_no`
	plannedStarts = `select section_id, round_no, starts_at from planned_start where event_id = $1 order by section_id, round_no`
	timeMoves     = `select ` + moveColumns + ` from time_move where event_id = $1 and taken_back_at is null order by move_id`
	insertMove    = `insert into time_move (event_id, ` + moveColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

	saveRoundStarts = `update round r set starts_at = n.starts_at, revision = revision + 1
	from unnest($2::bigint[], $3::int[], $4::timestamptz[]) as n (section_id, round_no, starts_at)
	where r.event_id = $1 and r.section_id = n.section_id and r.round_no = n.round_no`
	savePlannedStarts = `insert into planned_start (event_id, section_id, round_no, starts_at)
	select $1, * from unnest($2::bigint[], $3::int[], $4::timestamptz[])
	on conflict (event_id, section_id, round_no) do update set starts_at = excluded.starts_at`
	dropPlannedStarts = `delete from planned_start p using unnest($2::bigint[], $3::int[]) as n (section_id, round_no)
	where p.event_id = $1 and p.section_id = n.section_id and p.round_no = n.round_no`
)

// RoundTimes lists the published rounds with what says whether they can be moved.
func (tx *roundRows) RoundTimes(ctx context.Context) ([]tournament.RoundTimes, error) {
	return list[tournament.RoundTimes](ctx, tx, "read the times of the rounds", roundTimes, tx.eventID)
}

// PlannedStarts lists what was planned for sections.
func (tx *roundRows) PlannedStarts(ctx context.Context) ([]tournament.PlannedStart, error) {
	return list[tournament.PlannedStart](ctx, tx, "read the planned times", plannedStarts, tx.eventID)
}

// TimeMoves lists the moves of planned times that stand, oldest first.
func (s Tournament) TimeMoves(ctx context.Context, eventID int64) ([]tournament.TimeMove, error) {
	return list[tournament.TimeMove](ctx, s.pool, "read how times were moved", timeMoves, eventID)
}

// TimeMoves lists the moves of planned times that stand, oldest first.
func (tx *roundRows) TimeMoves(ctx context.Context) ([]tournament.TimeMove, error) {
	return list[tournament.TimeMove](ctx, tx, "read how times were moved", timeMoves, tx.eventID)
}

// SaveRoundStarts writes when published rounds start.
func (tx *roundRows) SaveRoundStarts(ctx context.Context, rounds []tournament.RoundTimes) error {
	if len(rounds) == 0 {
		return nil
	}
	sections, numbers, starts := make([]int64, len(rounds)), make([]int, len(rounds)), make([]*time.Time, len(rounds))
	for i, r := range rounds {
		sections[i], numbers[i], starts[i] = r.SectionID, r.RoundNo, r.StartsAt
	}
	_, err := exec(ctx, tx, "save when rounds start", saveRoundStarts, tx.eventID, sections, numbers, starts)
	return err
}

// SavePlannedStarts writes what is planned for sections, and forgets it where no time is said.
func (tx *roundRows) SavePlannedStarts(ctx context.Context, planned []tournament.PlannedStart) error {
	if len(planned) == 0 {
		return nil
	}
	var saved, dropped startColumns
	for _, p := range planned {
		if p.StartsAt.IsZero() {
			dropped.add(p)
		} else {
			saved.add(p)
		}
	}
	var batch pgx.Batch
	batch.Queue(savePlannedStarts, tx.eventID, saved.sections, saved.rounds, saved.starts)
	batch.Queue(dropPlannedStarts, tx.eventID, dropped.sections, dropped.rounds)
	return failed("save the planned times", send(ctx, tx, &batch))
}

// startColumns are planned starts as columns.
type startColumns struct {
	sections []int64
	rounds   []int
	starts   []time.Time
}

func (c *startColumns) add(p tournament.PlannedStart) {
	c.sections, c.rounds, c.starts = append(c.sections, p.SectionID), append(c.rounds, p.RoundNo), append(c.starts, p.StartsAt)
}

// InsertTimeMove notes that planned times were moved.
func (tx *roundRows) InsertTimeMove(ctx context.Context, m tournament.TimeMove) error {
	moved, err := json.Marshal(m.Moved)
	if err != nil {
		return fmt.Errorf("encode the times that moved: %w", err)
	}
	_, err = exec(ctx, tx, "note the move of the times", insertMove, tx.eventID, m.MoveID, m.SectionID, m.Minutes, string(moved), m.ScheduleWas,
		m.MovedAt, m.MovedBy, m.MovedName, m.TakenBackAt)
	return err
}

// EndTimeMove notes that a move was taken back.
func (tx *roundRows) EndTimeMove(ctx context.Context, moveID int64) error {
	_, err := exec(ctx, tx, "take the move back", `update time_move set taken_back_at = $3 where event_id = $1 and move_id = $2`, tx.eventID, moveID, tx.now)
	return err
}
