package setup

import (
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// hideSection puts a section that nobody entered out of sight, or brings one back; the
// page it leads to offers the way back.
func (h *Handlers) hideSection(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditSetup); err != nil {
		return err
	}
	ctx, id := v.Request().Context(), v.FormID("section")
	var section tournament.Section
	var err error
	said := v.Words.Say(" is out of sight. Its settings are kept; it can be shown again below.")
	switch v.FormValue("do") {
	case "hide":
		section, err = h.Setup.HideSection(ctx, v.Event.EventID, v.Command(), id)
	case "show":
		section, err = h.Setup.ShowSection(ctx, v.Event.EventID, v.Command(), id)
		said = v.Words.Say(" is in sight again, as it was.")
	default:
		err = fault.New(fault.Invalid, "Choose to hide the section or to show it again.")
	}
	if err != nil {
		return err
	}
	h.Saved(v.Event.EventID)
	return v.Onward("/e/"+v.Event.Slug+"/desk/setup", section.Name+said)
}
