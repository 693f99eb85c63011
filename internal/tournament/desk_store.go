package tournament

import "context"

// deskReader reads what the desk keeps beside results.
type deskReader interface {
	// Printed lists the last printing of every paper of an event.
	Printed(ctx context.Context, eventID int64) ([]Printing, error)
	// SlipKey is the secret that the codes on an event's slips are made of.
	SlipKey(ctx context.Context, eventID int64) ([]byte, error)
	// TeamAtTable is the team of a slot at a table while its round is not locked.
	TeamAtTable(ctx context.Context, eventID, sectionID int64, round, table, slot int) (LinkedTeam, error)
}

// deskTx writes what the desk keeps beside results.
type deskTx interface {
	SetHallRows(ctx context.Context, sectionID int64, tablesPerRow int) error
	SetDecider(ctx context.Context, p Pairing) error // who goes on from it, and how that was decided
	SetRunner(ctx context.Context, p Pairing, runner string) error
	SavePrinting(ctx context.Context, p Printing) error // replaces the one before of the same paper
}
