package setup

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
)

func (h *entryHandlers) reportRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/report.trf", access.SeeDesk, h.reportFile),
	}
}

// reportFile gives the section out as a tournament report file, which other
// programs read and "tandem check" replays. It is for officials: it names the
// pairs that must not meet.
func (h *entryHandlers) reportFile(v *visit.Visit) error {
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return err
	}
	file, err := reportfile.Of(book)
	if err != nil {
		return fmt.Errorf("write the report of %s: %w", v.Section.Slug, err)
	}
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		return fmt.Errorf("write the report of %s: %w", v.Section.Slug, err)
	}
	v.Response().Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s.trf"`, v.Event.Slug, v.Section.Slug))
	return v.Blob(http.StatusOK, "text/plain; charset=utf-8", out.Bytes())
}
