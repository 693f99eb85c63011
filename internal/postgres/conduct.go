package postgres

import (
	"context"

	"github.com/tandemchess/tandem/internal/dispute"
)

const (
	conductColumns = `event_id, conduct_id, section_id, person, person_key, role, team_id, club, offence, step, measure, reason, given_name, given_at, ended_at, ended_name, ended_reason`
	listConduct    = `select ` + conductColumns + ` from conduct where event_id = $1 order by conduct_id desc limit 5000`
	insertConduct  = `insert into conduct (` + conductColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`
	endConduct     = `update conduct set ended_at = $3, ended_name = $4, ended_reason = $5 where event_id = $1 and conduct_id = $2`
)

// Conducts lists what the register says of people who do not play, newest first.
func (s Disputes) Conducts(ctx context.Context, eventID int64) ([]dispute.Conduct, error) {
	return list[dispute.Conduct](ctx, s.pool, "list conduct", listConduct, eventID)
}

// Conducts lists what the register says of people who do not play, newest first.
func (tx disputeTx) Conducts(ctx context.Context) ([]dispute.Conduct, error) {
	return list[dispute.Conduct](ctx, tx, "list conduct", listConduct, tx.eventID)
}

// InsertConduct writes an entry.
func (tx disputeTx) InsertConduct(ctx context.Context, c dispute.Conduct) error {
	return tx.write(ctx, "register the measure", "conduct", "conduct", insertConduct, tx.eventID, c.ConductID, c.SectionID, c.Person, c.PersonKey, c.Role, c.TeamID, c.Club,
		c.Offence, c.Step, c.Measure, c.Reason, c.GivenName, c.GivenAt, c.EndedAt, c.EndedName, c.EndedReason)
}

// EndConduct notes that an entry counts no more.
func (tx disputeTx) EndConduct(ctx context.Context, c dispute.Conduct) error {
	return tx.write(ctx, "end the measure", "conduct", "conduct", endConduct, tx.eventID, c.ConductID, c.EndedAt, c.EndedName, c.EndedReason)
}
