package web

import (
	"context"
	"net/http"

	"github.com/tandemchess/tandem/internal/web/chief"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// healthz is for machines: 200 when the database answers and this node hears of changes,
// 503 with the reason when not; either with the version of the program. A proxy that asks it sends readers to a node that knows
// what is new.
func (s *Server) healthz(v *visit.Visit) error {
	ctx, cancel := context.WithTimeout(v.Request().Context(), chief.AskLimit)
	defer cancel()
	v.Response().Header().Set("Cache-Control", "no-store")
	if err := s.deps.Ready(ctx); err != nil {
		s.Log.Warn("not ready", "error", err)
		if s.deps.Machine.Outgrown() {
			return v.String(http.StatusServiceUnavailable, "not ok: "+outgrown+"\n")
		}
		return v.String(http.StatusServiceUnavailable, "not ok: the database does not answer\n")
	}
	if err := s.Deaf(); err != nil {
		s.Log.Warn("not ready", "error", err)
		return v.String(http.StatusServiceUnavailable, "not ok: "+notHearing+"\n")
	}
	return v.String(http.StatusOK, "ok\nTandem "+s.deps.Machine.Program+"\n")
}

// What anybody may know of it; the log says more.
const (
	notHearing = "this node does not hear of changes, see News on /server/health"
	outgrown   = "a newer Tandem has changed the database in a way that this node does not know, replace it, see Program on /server/health"
)

// static serves the built browser files.
func (s *Server) static(v *visit.Visit) error {
	s.deps.Static.ServeHTTP(v.Response(), v.Request())
	return nil
}
