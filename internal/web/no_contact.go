package web

import (
	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

var noContactRoutes = []route{
	{get, "/no-contact", access.ReadPublic, (*Server).noContact},
}

// noContact is the page that a phone shows for an address that it did not keep
// (sw.js): it says so, and leads to what was kept.
func (s *Server) noContact(v *visit) error {
	return v.public("no contact", func() (templ.Component, int64, error) {
		return pages.NoContact(v.frame(layout.Public, v.words.Say("No contact"), 0)), 0, nil
	})
}
