package web

import (
	"context"
	"net/http"

	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/publicpages"
)

// buildPage asks for a page of a snapshot that nobody sees yet, as a reader would.
func (s *Server) buildPage(next *publicpages.Snapshot, a live.Address) {
	ctx := context.WithValue(context.Background(), publicpages.Preparing{}, next)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URI, nil)
	if err != nil {
		return // whoever asked like this asks again
	}
	r.Host, r.RequestURI, r.RemoteAddr = a.Host, a.URI, "127.0.0.1:0"
	r.Header.Set("Accept-Language", a.Language)
	r.Header.Set("Accept-Encoding", "gzip") // the form that is kept
	s.echo.ServeHTTP(unread{http.Header{}}, r)
}

// unread is an answer that is only kept.
type unread struct{ header http.Header }

func (u unread) Header() http.Header         { return u.header }
func (u unread) Write(b []byte) (int, error) { return len(b), nil }
func (u unread) WriteHeader(int)             {}
