package web

import (
	"net/http"

	"github.com/tandemchess/tandem/docs"
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

const (
	referencePath   = "/api"
	descriptionPath = "/openapi.yaml"
)

var referenceRoutes = []route{
	{get, referencePath, access.ReadPublic, (*Server).reference},
	{get, descriptionPath, access.ReadPublic, (*Server).description},
}

// reference is the page where programmers read the interface and try it out. It is
// English in every language, as the interface is.
func (s *Server) reference(v *visit) error {
	p := pages.ReferencePage{Description: descriptionPath}
	for _, t := range problemTypes {
		p.Problems = append(p.Problems, t.ProblemType)
	}
	frame := v.frame(layout.Public, "Programming interface", 0)
	frame.Words, frame.Extra, frame.Wide = text.Words{}, "reference", true
	return v.page(pages.Reference(frame, p))
}

// description is docs/openapi.yaml as this program was built with it.
func (s *Server) description(v *visit) error {
	v.Response().Header().Set("Cache-Control", "no-cache")
	return v.Blob(http.StatusOK, "application/yaml", docs.OpenAPI)
}
