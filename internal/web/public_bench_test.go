package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"
)

// discard is an answer nobody reads.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
func (d *discard) WriteHeader(int)             {}

// BenchmarkCachedPage measures what the program itself does for a page in memory,
// against plain echo with a constant page.
func BenchmarkCachedPage(b *testing.B) {
	s := newSite(b)
	if _, err := s.pool.Exec(b.Context(), `insert into event (event_id, slug, name, time_zone, starts_on, ends_on, state, version, created_at)
		values (1, 'bench', 'Bench', 'UTC', '2026-05-02', '2026-05-02', 'live', 0, now())`); err != nil {
		b.Fatal(err)
	}
	plain := echo.New()
	page := make([]byte, 4200)
	plain.GET("/e/:event", func(c echo.Context) error { return c.HTMLBlob(http.StatusOK, page) })
	for name, handler := range map[string]http.Handler{"tandem": s.server, "constant": plain} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodGet, "/e/bench", nil)
				r.RemoteAddr = "127.0.0.1:1"
				handler.ServeHTTP(&discard{http.Header{}}, r)
			}
		})
	}
}

// BenchmarkPublicPages builds every public page of a section of 1,000 teams from
// rows, with nothing in memory, after the first round and after three.
func BenchmarkPublicPages(b *testing.B) {
	l := newLeague(b, 1000)
	for round := 1; round <= 3; round++ {
		l.draft(round)
		l.publish(round)
		l.play(round)
		l.exec(`analyze`)
		if round == 2 {
			continue
		}
		for _, address := range publicPages {
			b.Run(fmt.Sprintf("rounds=%d%s", round, address), func(b *testing.B) {
				size := 0
				for b.Loop() {
					l.hub.Resync()
					size = len(l.page(address))
				}
				b.ReportMetric(float64(size)/1000, "KB")
			})
		}
	}
}
