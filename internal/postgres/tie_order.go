package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const saveTieOrder = `insert into tie_order (event_id, section_id, team_id, decision_no, position, how, seed, reason, decided_by_name, decided_at)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
	on conflict (event_id, section_id, team_id) do update
	set decision_no = excluded.decision_no, position = excluded.position, how = excluded.how, seed = excluded.seed, reason = excluded.reason,
		decided_by_name = excluded.decided_by_name, decided_at = excluded.decided_at`

// SaveTieOrder writes one decision about level teams; it replaces what was
// decided about them before.
func (tx *setupRows) SaveTieOrder(ctx context.Context, sectionID int64, order []tournament.TieOrder) error {
	var batch pgx.Batch
	for _, t := range order {
		batch.Queue(saveTieOrder+returning("tie_order", "tie_order"), tx.eventID, sectionID, t.TeamID, t.DecisionNo, t.Position, t.How, t.Seed, t.Reason,
			t.DecidedByName, t.DecidedAt).Query(tx.keeping("tie_order"))
	}
	return tx.send(ctx, "save the order", &batch)
}
