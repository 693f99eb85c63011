package public

import (
	"net/http"

	"github.com/tandemchess/tandem/docs"
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (h *Handlers) referenceRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Reference, access.ReadPublic, h.reference),
		visit.Get(address.Description, access.ReadPublic, h.description),
	}
}

// reference is the page where programmers read the interface and try it out. It is
// English in every language, as the interface is.
func (h *Handlers) reference(v *visit.Visit) error {
	p := pages.ReferencePage{Description: address.Description}
	for _, t := range visit.ProblemTypes {
		p.Problems = append(p.Problems, t.ProblemType)
	}
	frame := v.Frame(layout.Public, "Programming interface", 0)
	frame.Words, frame.Extra, frame.Wide = text.Words{}, "reference", true
	return v.Page(pages.Reference(frame, p))
}

// description is docs/openapi.yaml as this program was built with it.
func (h *Handlers) description(v *visit.Visit) error {
	return v.Blob(http.StatusOK, "application/yaml", docs.OpenAPI)
}
