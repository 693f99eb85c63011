package web

import (
	"context"
	"net/http"
	"time"
)

// healthz is for machines: 200 when the database answers, 503 when not.
func (s *Server) healthz(v *visit) error {
	ctx, cancel := context.WithTimeout(v.Request().Context(), 2*time.Second)
	defer cancel()
	v.Response().Header().Set("Cache-Control", "no-store")
	if err := s.Ready(ctx); err != nil {
		s.Log.Warn("not ready", "error", err)
		return v.String(http.StatusServiceUnavailable, "not ok\n")
	}
	return v.String(http.StatusOK, "ok\n")
}

// static serves the built browser files.
func (s *Server) static(v *visit) error {
	s.Static.ServeHTTP(v.Response(), v.Request())
	return nil
}
