package tournament

import "context"

// DeskReader reads what the desk keeps beside results.
type DeskReader interface {
	// Printed lists the last printing of every paper of an event.
	Printed(ctx context.Context, eventID int64) ([]Printing, error)
	// SlipKey is the secret that the codes on an event's slips are made of.
	SlipKey(ctx context.Context, eventID int64) ([]byte, error)
	// TeamAtTable is the team of a slot at a table while its round is not locked.
	TeamAtTable(ctx context.Context, eventID, sectionID int64, round, table, slot int) (LinkedTeam, error)
}
