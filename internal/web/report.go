package web

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
)

var reportRoutes = []route{
	{get, deskSection + "/report.trf", access.SeeDesk, (*Server).reportFile},
}

// reportFile gives the section out as a tournament report file, which other
// programs read and "tandem check" replays. It is for officials: it names the
// pairs that must not meet.
func (s *Server) reportFile(v *visit) error {
	book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, v.section.SectionID)
	if err != nil {
		return err
	}
	file, err := reportfile.Of(book)
	if err != nil {
		return fmt.Errorf("write the report of %s: %w", v.section.Slug, err)
	}
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		return fmt.Errorf("write the report of %s: %w", v.section.Slug, err)
	}
	v.Response().Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s.trf"`, v.event.Slug, v.section.Slug))
	return v.Blob(http.StatusOK, "text/plain; charset=utf-8", out.Bytes())
}
