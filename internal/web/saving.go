package web

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
)

// notices is what stands above every desk page, for pages with nothing else that is
// live: an open page asks for it alone.
func (s *Server) notices(v *visit.Visit) error {
	return v.Page(layout.NoticesPage(v.Frame(layout.Desk, "Notices", 0)))
}

const lookAtSaving = 3 * time.Second

// WatchSaving looks until ctx ends whether changes can be saved.
func (s *Server) WatchSaving(ctx context.Context) {
	tick := time.NewTicker(lookAtSaving)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.LookAtSaving(ctx)
		}
	}
}

// LookAtSaving finds out whether changes can be saved, and tells open desk pages when
// that is no longer as it was. After a failure only a trial counts: a full disk still
// answers every question.
func (s *Server) LookAtSaving(ctx context.Context) {
	if s.deps.CanSave == nil {
		return
	}
	looking, cancel := context.WithTimeout(ctx, lookAtSaving)
	defer cancel()
	failed := s.Saving.Failed.Swap(false)
	err := s.deps.CanSave(looking, failed || s.Saving.Off.Load())
	if ctx.Err() != nil || s.Saving.Off.Swap(err != nil) == (err != nil) {
		return
	}
	if err != nil {
		s.Log.Error("changes cannot be saved", "error", err)
	} else {
		s.Log.Info("changes can be saved again")
	}
	s.deps.Hub.TellDesks(live.Frame(0, ""))
}
