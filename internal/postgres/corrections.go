package postgres

import (
	"context"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	correctionColumns = `c.correction_id, c.match_id, c.input, c.sentence, c.asked_by, c.asked_name, c.asked_at, c.state, c.decided_name, c.decided_at`
	waitingOf         = `select ` + correctionColumns + ` from correction c join match m using (event_id, match_id)
	where c.event_id = $1 and m.section_id = $2 and c.state = 'waiting' order by c.correction_id`
	correctionOf = `select ` + correctionColumns + ` from correction c join match m using (event_id, match_id)
	where c.event_id = $1 and m.section_id = $2 and c.correction_id = $3`
	correctionByID = `select ` + correctionColumns + ` from correction c where c.event_id = $1 and c.correction_id = $2`
)

// WaitingCorrections lists what waits for a second official.
func (s Tournament) WaitingCorrections(ctx context.Context, eventID, sectionID int64) ([]tournament.WaitingCorrection, error) {
	return list[tournament.WaitingCorrection](ctx, s.pool, "list waiting corrections", waitingOf, eventID, sectionID)
}

// CorrectionOf reads one correction of a section.
func (s Tournament) CorrectionOf(ctx context.Context, eventID, sectionID, correctionID int64) (tournament.WaitingCorrection, error) {
	return one[tournament.WaitingCorrection](ctx, s.pool, "correction", correctionOf, eventID, sectionID, correctionID)
}

// LockCorrection reads one correction of the event being changed.
func (tx *resultRows) LockCorrection(ctx context.Context, correctionID int64) (tournament.WaitingCorrection, error) {
	return one[tournament.WaitingCorrection](ctx, tx, "correction", correctionByID, tx.eventID, correctionID)
}

// CorrectionWaits reports whether one of the match waits already.
func (tx *resultRows) CorrectionWaits(ctx context.Context, matchID int64) (bool, error) {
	var waits bool
	err := tx.QueryRow(ctx, `select exists (select from correction where event_id = $1 and match_id = $2 and state = 'waiting')`, tx.eventID, matchID).Scan(&waits)
	return waits, failed("look for a waiting correction", err)
}

// InsertCorrection writes a correction that waits.
func (tx *resultRows) InsertCorrection(ctx context.Context, w tournament.WaitingCorrection) error {
	return tx.write(ctx, "keep the correction", "correction", "correction", `insert into correction (event_id, correction_id, match_id, input, sentence, asked_by, asked_name, asked_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`, tx.eventID, w.CorrectionID, w.MatchID, string(w.Input), w.Sentence, w.AskedBy, w.AskedName, w.AskedAt)
}

// DecideCorrection notes what became of a correction.
func (tx *resultRows) DecideCorrection(ctx context.Context, correctionID int64, state string, by journal.Actor) error {
	return tx.write(ctx, "decide the correction", "correction", "correction", `update correction set state = $3, decided_by = $4, decided_name = $5, decided_at = $6
		where event_id = $1 and correction_id = $2`, tx.eventID, correctionID, state, by.AccountID, by.Name, tx.now)
}
