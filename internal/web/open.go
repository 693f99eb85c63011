package web

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// openRequests are those that are being answered, so that a program that cannot end can
// say what it waits for.
type openRequests struct {
	mu    sync.Mutex
	since map[*echo.Response]openRequest
}

type openRequest struct {
	route string
	since time.Time
}

// begin notes a request until the function it returns is called.
func (o *openRequests) begin(c echo.Context, at time.Time) (end func()) {
	key := c.Response()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since == nil {
		o.since = map[*echo.Response]openRequest{}
	}
	o.since[key] = openRequest{c.Request().Method + " " + c.Path(), at}
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		delete(o.since, key)
	}
}

// Open lists the requests that are being answered, oldest first: what each asked for and
// since when.
func (s *Server) Open() []string {
	s.open.mu.Lock()
	defer s.open.mu.Unlock()
	var open []openRequest
	for _, r := range s.open.since {
		open = append(open, r)
	}
	slices.SortFunc(open, func(a, b openRequest) int {
		if order := a.since.Compare(b.since); order != 0 {
			return order
		}
		return strings.Compare(a.route, b.route)
	})
	said := make([]string, len(open))
	for i, r := range open {
		said[i] = fmt.Sprintf("%s since %s", r.route, r.since.Format(time.TimeOnly))
	}
	return said
}
