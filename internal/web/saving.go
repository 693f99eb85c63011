package web

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/templates/layout"
)

var noticeRoutes = []route{
	{get, deskPath + "/notices", access.UseAccount, (*Server).notices},
}

// notices is what stands above every desk page, for pages with nothing else that is
// live: an open page asks for it alone.
func (s *Server) notices(v *visit) error {
	return v.page(layout.NoticesPage(v.frame(layout.Desk, "Notices", 0)))
}

// saving knows whether changes can be saved at present. While they cannot, desk pages
// say so and their save buttons are off; reading goes on.
type saving struct {
	off    atomic.Bool
	failed atomic.Bool // a change since the last look
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
	if s.CanSave == nil {
		return
	}
	looking, cancel := context.WithTimeout(ctx, lookAtSaving)
	defer cancel()
	failed := s.saving.failed.Swap(false)
	err := s.CanSave(looking, failed || s.saving.off.Load())
	if ctx.Err() != nil || s.saving.off.Swap(err != nil) == (err != nil) {
		return
	}
	if err != nil {
		s.Log.Error("changes cannot be saved", "error", err)
	} else {
		s.Log.Info("changes can be saved again")
	}
	s.Hub.TellDesks(live.Frame(0, ""))
}

// asOff switches the save buttons of a page off; what was typed stays.
func asOff(page []byte) []byte {
	var out bytes.Buffer
	z := html.NewTokenizer(bytes.NewReader(page))
	posts := false
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return out.Bytes()
		}
		raw := bytes.Clone(z.Raw())
		token := z.Token()
		switch {
		case token.Data == "form":
			posts = kind == html.StartTagToken && strings.EqualFold(attribute(token, "method"), "post")
		case kind == html.StartTagToken && token.Data == "button" && saves(token, posts):
			raw = append(bytes.TrimSuffix(raw, []byte(">")), " disabled data-off>"...)
		}
		out.Write(raw)
	}
}

// saves reports whether a button sends a form that changes something.
func saves(button html.Token, inside bool) bool {
	for _, a := range button.Attr {
		if a.Key == "disabled" {
			return false
		}
	}
	return attribute(button, "type") != "button" && (inside || attribute(button, "form") != "")
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
