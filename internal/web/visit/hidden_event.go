package visit

import (
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
)

// RefuseHiddenEvent refuses the pages of an event that was hidden: its desk alone is left, where it
// is brought back.
func RefuseHiddenEvent(v *Visit) error {
	if v.Event.State != tournament.EventHidden || strings.HasPrefix(v.Path(), address.Desk) {
		return nil
	}
	return Refused(fault.NotFound, text.Message("There is no event at this address."))
}
