package web

import (
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// hideSection puts a section that nobody entered out of sight, or brings one back; the
// page it leads to offers the way back.
func (s *Server) hideSection(v *visit) error {
	if err := v.needWholeEvent(access.EditSetup); err != nil {
		return err
	}
	ctx, id := v.Request().Context(), v.formID("section")
	var section tournament.Section
	var err error
	said := " is out of sight. Its settings are kept; it can be shown again below."
	switch v.FormValue("do") {
	case "hide":
		section, err = s.Tournament.HideSection(ctx, v.event.EventID, v.command(), id)
	case "show":
		section, err = s.Tournament.ShowSection(ctx, v.event.EventID, v.command(), id)
		said = " is in sight again, as it was."
	default:
		err = fault.New(fault.Invalid, "Choose to hide the section or to show it again.")
	}
	if err != nil {
		return err
	}
	s.saved(v.event.EventID)
	return v.say("/e/"+v.event.Slug+"/desk/setup", section.Name+said)
}

// inSight refuses the pages of an event that was hidden: its desk alone is left, where it
// is brought back.
func (v *visit) inSight() error {
	if v.event.State != tournament.EventHidden || strings.HasPrefix(v.Path(), deskPath) {
		return nil
	}
	return refused(fault.NotFound, text.Message("There is no event at this address."))
}
