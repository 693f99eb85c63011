package tournament

import "context"

// Drafted is a round that has a draft.
type Drafted struct {
	SectionID int64
	RoundNo   int
}

// DeskReader reads what the desk keeps beside results.
type DeskReader interface {
	// Printed lists the last printing of every paper of an event.
	Printed(ctx context.Context, eventID int64) ([]Printing, error)
	// Drafted lists the rounds of an event that have a draft.
	Drafted(ctx context.Context, eventID int64) ([]Drafted, error)
	// SlipKey is the secret that the codes on an event's slips are made of.
	SlipKey(ctx context.Context, eventID int64) ([]byte, error)
	// TeamAtTable is the team of a slot at a table while its round is not locked.
	TeamAtTable(ctx context.Context, eventID, sectionID int64, round, table, slot int) (LinkedTeam, error)
}
