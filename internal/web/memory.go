package web

import (
	"net/http"
	"strings"

	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// A page that is in memory is answered here, before any middleware runs: the
// address is looked up in the event's snapshot and the finished bytes go out with
// headers that were made together with them. Everything else takes the long way,
// with the same headers and limits. Nothing is logged for a page that was
// found, as for every reading that went well.
func (s *Server) fromMemory(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.ContentLength != 0 {
		return false
	}
	snap, part := s.snapshotAt(r.URL.Path)
	if snap == nil || strings.Contains(r.URL.RawQuery, "lang=") {
		return false
	}
	wanted := live.Address{Host: s.KeptFor(r), URI: r.RequestURI}
	if !strings.HasPrefix(r.URL.Path, address.API) {
		wanted.Language = s.LanguageOf(r)
	}
	page := pageAt(snap, part, wanted)
	if page == nil || s.limitCrowd(r.URL.Path, s.echo.IPExtractor(r)) != nil {
		return false
	}
	visit.Send(w, r, page)
	return true
}

// snapshotAt finds the snapshot that an address leads to, and the name behind that of
// the event: a section's, or that of a page of the event.
func (s *Server) snapshotAt(path string) (snap *publicpages.Snapshot, name string) {
	rest, api := strings.CutPrefix(path, address.API+"/events/")
	if !api {
		var found bool
		if rest, found = strings.CutPrefix(path, "/e/"); !found {
			return nil, ""
		}
	}
	slug, rest, _ := strings.Cut(rest, "/")
	if api {
		rest = strings.TrimPrefix(rest, "sections/")
	}
	name, _, _ = strings.Cut(rest, "/")
	return s.Snapshots.Now(slug), name
}

// pageAt finds a page in memory. Those about a team or a player are kept with the
// section, which their address does not name.
func pageAt(s *publicpages.Snapshot, name string, a live.Address) *live.Page {
	if p := s.Parts[name]; p != nil {
		return p.Pages.At(a)
	}
	if page := s.Pages.At(a); page != nil {
		return page
	}
	switch name {
	case "find", "team", "player":
		for _, p := range s.Parts {
			if page := p.Pages.At(a); page != nil {
				return page
			}
		}
	}
	return nil
}
