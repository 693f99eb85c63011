package postgres

import "context"

const startRoundClock = `update round set clock_s = $4, clock_started = $5, clock_paused_s = null, revision = revision + 1
	where event_id = $1 and section_id = $2 and round_no = $3`

// StartRoundClock starts the clock of a round now.
func (tx *Tx) StartRoundClock(ctx context.Context, sectionID int64, round, seconds int) error {
	_, err := exec(ctx, tx, "start the round clock", startRoundClock, tx.eventID, sectionID, round, seconds, tx.now)
	return err
}
