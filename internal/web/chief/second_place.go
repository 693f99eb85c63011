package chief

import (
	"cmp"

	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

// secondPlace is where copies of the save points go, as this person may know it.
func (h *machineHandlers) secondPlace(v *visit.Visit, may bool) pages.SecondPlace {
	now := h.Second.Status()
	place := pages.SecondPlace{
		None: now.Where == "" && !now.Waived, Waived: now.Waived, Fixed: now.Fixed, Trouble: now.Trouble, TroubleAt: now.At,
		Slow: now.Slow(v.Now), Since: now.Copying, Beside: now.Beside, Is: now.Where != "",
	}
	if may {
		place.Where = now.Where
	}
	if !now.TakenAt.IsZero() {
		place.Age, place.TakenAt = wording.Age(v.Words, v.Now.Sub(now.TakenAt)), now.TakenAt
	}
	return place
}

// chooseSecond makes a folder or another Tandem the place where copies go.
func (h *machineHandlers) chooseSecond(v *visit.Visit) error {
	where := v.FormText("where")
	if v.FormValue("none") != "" {
		where = savepoint.NoSecond
	}
	err := h.Second.Choose(v.Request().Context(), where, v.FormText("token"))
	if err != nil {
		if !visit.Refusable(err) {
			return err
		}
		page, viewErr := h.backupPage(v)
		if viewErr != nil {
			return viewErr
		}
		page.Second.Where, page.Second.Problem = where, cmp.Or(visit.FieldsIn(v.Words, err)["where"], visit.FieldsIn(v.Words, err)["token"], visit.SaidIn(v.Words, err))
		return v.Again(err, pages.BackupPage(v.Frame(layout.Desk, v.Words.Say("Backup"), page.Version), page))
	}
	said := v.Words.Say("Copies go to %s from now on. The first one is on its way.", where)
	switch where {
	case "":
		said = v.Words.Say("There is no second place now.")
	case savepoint.NoSecond:
		said = v.Words.Say("There is no second place, and Tandem does not ask for one any more.")
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/backup", said)
}
