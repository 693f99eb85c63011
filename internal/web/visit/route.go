package visit

import (
	"net/http"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
)

// Route is one line of the route table. An address with :event (and :section)
// is resolved before the handler runs, and Needs is asked about that event and
// section.
type Route struct {
	Method string
	Path   string
	Needs  access.Action
	Handle func(*Visit) error

	// Hides: the act puts the section of the address out of sight. Sent again, it still finds it.
	Hides bool
}

// Get is a page.
func Get(path string, needs access.Action, handle func(*Visit) error) Route {
	return Route{Method: http.MethodGet, Path: path, Needs: needs, Handle: handle}
}

// Post is a form or a command.
func Post(path string, needs access.Action, handle func(*Visit) error) Route {
	return Route{Method: http.MethodPost, Path: path, Needs: needs, Handle: handle}
}

// Hiding is a command that puts the section of its address out of sight.
func (r Route) Hiding() Route {
	r.Hides = true
	return r
}

// With is a handler that works on something: what find reads by the address comes first, and a
// handler never begins with it missing.
func With[T any](find func(*Visit) (T, error), handle func(*Visit, T) error) func(*Visit) error {
	return func(v *Visit) error {
		found, err := find(v)
		if err != nil {
			return err
		}
		return handle(v, found)
	}
}

// WithBook is [With] for the section as it is now.
func WithBook(handle func(*Visit, *publicpages.SectionView) error) func(*Visit) error {
	return With((*Visit).FreshBook, handle)
}

// WithBoth is [With] for two things that are read together, such as a round and its section.
func WithBoth[T, U any](find func(*Visit) (T, U, error), handle func(*Visit, T, U) error) func(*Visit) error {
	return func(v *Visit) error {
		first, second, err := find(v)
		if err != nil {
			return err
		}
		return handle(v, first, second)
	}
}
