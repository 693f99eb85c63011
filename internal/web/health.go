package web

import (
	"context"
	"net/http"
)

// healthz is for machines: 200 when the database answers and this node hears of changes,
// 503 with the reason when not. A proxy that asks it sends readers to a node that knows
// what is new.
func (s *Server) healthz(v *visit) error {
	ctx, cancel := context.WithTimeout(v.Request().Context(), askLimit)
	defer cancel()
	v.Response().Header().Set("Cache-Control", "no-store")
	if err := s.Ready(ctx); err != nil {
		s.Log.Warn("not ready", "error", err)
		return v.String(http.StatusServiceUnavailable, "not ok: the database does not answer\n")
	}
	if err := s.deaf(); err != nil {
		s.Log.Warn("not ready", "error", err)
		return v.String(http.StatusServiceUnavailable, "not ok: "+notHearing+"\n")
	}
	return v.String(http.StatusOK, "ok\n")
}

// notHearing is what anybody may know of it; the log says more.
const notHearing = "this node does not hear of changes, see News on /server/health"

// deaf is why this node does not hear of changes; nil: it does.
func (s *Server) deaf() error {
	if s.Hears == nil {
		return nil
	}
	return s.Hears()
}

// static serves the built browser files.
func (s *Server) static(v *visit) error {
	s.Static.ServeHTTP(v.Response(), v.Request())
	return nil
}
