package postgres

import (
	"context"

	"github.com/tandemchess/tandem/internal/tournament"
)

// SetHallRows says how many tables stand in a row of a section's hall.
func (tx *resultRows) SetHallRows(ctx context.Context, sectionID int64, tablesPerRow int) error {
	_, err := exec(ctx, tx, "save the rows of the hall", `update section set tables_per_row = $3 where event_id = $1 and section_id = $2`,
		tx.eventID, sectionID, tablesPerRow)
	return err
}

const setDecider = `update pairing p set decider_slot = $5, decider_how = $6, decider = $7 where event_id = $1 and section_id = $2 and round_no = $3 and pairing_no = $4`

// SetDecider writes who goes on from a level tie.
func (tx *resultRows) SetDecider(ctx context.Context, p tournament.Pairing) error {
	return tx.write(ctx, "decide the tie", "pairing", "p", setDecider, tx.eventID, p.SectionID, p.RoundNo, p.PairingNo, p.DeciderSlot, p.DeciderHow, p.Decider)
}

const setRunner = `update pairing set runner = $5 where event_id = $1 and section_id = $2 and round_no = $3 and pairing_no = $4`

// SetRunner notes who looks for a table's result.
func (tx *resultRows) SetRunner(ctx context.Context, p tournament.Pairing, runner string) error {
	_, err := exec(ctx, tx, "note the runner", setRunner, tx.eventID, p.SectionID, p.RoundNo, p.PairingNo, runner)
	return err
}

const savePrinting = `insert into printed_paper (event_id, section_id, round_no, paper, content, label, printed_at, printed_by)
	values ($1, $2, $3, $4, $5, $6, $7, $8)
	on conflict (event_id, section_id, round_no, paper) do update
	set content = excluded.content, label = excluded.label, printed_at = excluded.printed_at, printed_by = excluded.printed_by`

// SavePrinting keeps the last printing of a paper.
func (tx *resultRows) SavePrinting(ctx context.Context, p tournament.Printing) error {
	_, err := exec(ctx, tx, "note the printing", savePrinting, tx.eventID, p.SectionID, p.RoundNo, p.Paper, p.Content, p.Label, p.PrintedAt, p.PrintedBy)
	return err
}

const printedOf = `select section_id, round_no, paper, content, label, printed_at, printed_by from printed_paper where event_id = $1
	order by section_id, round_no, paper`

// Printed lists the last printing of every paper of an event.
func (s Tournament) Printed(ctx context.Context, eventID int64) ([]tournament.Printing, error) {
	return list[tournament.Printing](ctx, s.pool, "list printed papers", printedOf, eventID)
}

// Drafted lists the rounds of an event that have a draft.
func (s Tournament) Drafted(ctx context.Context, eventID int64) ([]tournament.Drafted, error) {
	return list[tournament.Drafted](ctx, s.pool, "list drafts", `select section_id, round_no from round where event_id = $1 and draft is not null`, eventID)
}

// SlipKey is the secret that the codes on an event's slips are made of.
func (s Tournament) SlipKey(ctx context.Context, eventID int64) ([]byte, error) {
	var key [16]byte
	err := s.pool.QueryRow(ctx, `select slip_key from event where event_id = $1`, eventID).Scan(&key)
	return key[:], notFound("event", err)
}

const teamAtTable = `select e.event_id, e.slug as event_slug, t.team_id, t.section_id, t.slug, t.name
	from pairing p
	join pairing_team pt using (event_id, section_id, round_no, pairing_no)
	join round r using (event_id, section_id, round_no)
	join team t on (t.event_id, t.team_id) = (pt.event_id, pt.team_id)
	join event e on e.event_id = p.event_id
	where p.event_id = $1 and p.section_id = $2 and p.round_no = $3 and p.table_no = $4 and pt.slot = $5 and r.state <> 'locked'`

// TeamAtTable is the team of a slot at a table while its round is not locked.
func (s Tournament) TeamAtTable(ctx context.Context, eventID, sectionID int64, round, table, slot int) (tournament.LinkedTeam, error) {
	return one[tournament.LinkedTeam](ctx, s.pool, "team", teamAtTable, eventID, sectionID, round, table, slot)
}
