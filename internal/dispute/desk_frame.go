package dispute

import (
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// DeskFrame is what stands around every page of an event's desk, read in one go.
type DeskFrame struct {
	Seal     journal.Hash             // of the journal's last entry
	Messages []tournament.DeskMessage // that the reader has not dismissed
	Alerts   []Alert                  // at most MostAlerts, oldest first; none where nobody asked for them
}
