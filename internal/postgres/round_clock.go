package postgres

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/tournament"
)

const saveRoundClock = `update round set clock_s = $4, clock_started = $5, clock_paused_s = $6, match_starts = coalesce($7::timestamptz[], '{}'),
	clock_held_at = $8, clock_jump_ms = $9, revision = revision + 1
	where event_id = $1 and section_id = $2 and round_no = $3`

// SaveRoundClock writes the clock of a round and raises the round's revision.
func (tx *roundRows) SaveRoundClock(ctx context.Context, r tournament.Round) error {
	_, err := exec(ctx, tx, "save the round clock", saveRoundClock, tx.eventID, r.SectionID, r.RoundNo, r.ClockS, r.ClockStarted, r.ClockPausedS,
		r.MatchStarts, r.ClockHeldAt, r.ClockJumpMS)
	return err
}

const runningClocks = `select event_id, section_id, round_no,
		(select j.at from journal j where j.event_id = round.event_id order by j.seq desc limit 1) as last_entry
	from round where state in ('published', 'in-play') and clock_started is not null and clock_paused_s is null order by event_id, section_id, round_no`

// RunningClocks lists the rounds of all events whose clock runs or is held.
func (s Tournament) RunningClocks(ctx context.Context) ([]tournament.ClockPlace, error) {
	return list[tournament.ClockPlace](ctx, s.pool, "find the running clocks", runningClocks)
}

const saveTableClocks = `update pairing p set extra_s = n.extra_s, paused_at = n.paused_at, pause_reason = n.reason
	from unnest($4::int[], $5::int[], $6::timestamptz[], $7::text[]) as n (pairing_no, extra_s, paused_at, reason)
	where p.event_id = $1 and p.section_id = $2 and p.round_no = $3 and p.pairing_no = n.pairing_no`

// SaveTableClocks writes the extra time and the pauses of pairings of one round.
func (tx *roundRows) SaveTableClocks(ctx context.Context, sectionID int64, round int, pairings []tournament.Pairing) error {
	if len(pairings) == 0 {
		return nil
	}
	numbers, extra := make([]int, len(pairings)), make([]int, len(pairings))
	paused, reasons := make([]*time.Time, len(pairings)), make([]string, len(pairings))
	for i, p := range pairings {
		numbers[i], extra[i], paused[i], reasons[i] = p.PairingNo, p.ExtraS, p.PausedAt, p.PauseReason
	}
	_, err := exec(ctx, tx, "save the time of tables", saveTableClocks, tx.eventID, sectionID, round, numbers, extra, paused, reasons)
	return err
}
