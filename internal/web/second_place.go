package web

import (
	"cmp"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

// secondPlace is where copies of the save points go, as this person may know it.
func (v *visit) secondPlace(may bool) pages.SecondPlace {
	now := v.server.Second.Status()
	place := pages.SecondPlace{
		None: now.Where == "" && !now.Waived, Waived: now.Waived, Fixed: now.Fixed, Trouble: now.Trouble, TroubleAt: now.At,
		Slow: now.Slow(v.now), Since: now.Copying, Beside: now.Beside, Is: now.Where != "",
	}
	if may {
		place.Where = now.Where
	}
	if !now.TakenAt.IsZero() {
		place.Age, place.TakenAt = age(v.now.Sub(now.TakenAt)), now.TakenAt
	}
	return place
}

// chooseSecond makes a folder or another Tandem the place where copies go.
func (s *Server) chooseSecond(v *visit) error {
	where := v.formText("where")
	if v.FormValue("none") != "" {
		where = savepoint.NoSecond
	}
	err := s.Second.Choose(v.Request().Context(), where, v.formText("token"))
	if err != nil {
		if !refusable(err) {
			return err
		}
		page, viewErr := s.backupPage(v)
		if viewErr != nil {
			return viewErr
		}
		page.Second.Where, page.Second.Problem = where, cmp.Or(fault.Fields(err)["where"], fault.Fields(err)["token"], fault.Message(err))
		return v.again(err, pages.BackupPage(v.frame(layout.Desk, "Backup", page.Version), page))
	}
	said := fmt.Sprintf("Copies go to %s from now on. The first one is on its way.", where)
	switch where {
	case "":
		said = "There is no second place now."
	case savepoint.NoSecond:
		said = "There is no second place, and Tandem does not ask for one any more."
	}
	return v.say("/e/"+v.event.Slug+"/desk/backup", said)
}
