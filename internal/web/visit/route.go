package visit

import (
	"net/http"

	"github.com/tandemchess/tandem/internal/access"
)

// Route is one line of the route table. An address with :event (and :section)
// is resolved before the handler runs, and Needs is asked about that event and
// section.
type Route struct {
	Method string
	Path   string
	Needs  access.Action
	Handle func(*Visit) error
}

// Get is a page.
func Get(path string, needs access.Action, handle func(*Visit) error) Route {
	return Route{Method: http.MethodGet, Path: path, Needs: needs, Handle: handle}
}

// Post is a form or a command.
func Post(path string, needs access.Action, handle func(*Visit) error) Route {
	return Route{Method: http.MethodPost, Path: path, Needs: needs, Handle: handle}
}
