package web

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Order matters: request id → recover → log → secure headers → body limit →
// cross-origin check; session and permission follow in admit.
func (s *Server) use() {
	s.echo.Use(requestID, s.recoverAndLog, s.secureHeaders, visit.LetSitesRead)
	s.echo.Use(middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: "1M", Skipper: func(c echo.Context) bool { return isImport(c) || isGuest(c) || s.isCarried(c) }}))
	s.echo.Use(middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: "10M", Skipper: func(c echo.Context) bool { return !isImport(c) }}))
	s.echo.Use(middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: "65M", Skipper: func(c echo.Context) bool { return !s.isCarried(c) }}))
	s.echo.Use(s.ownPages())
	s.echo.Use(middleware.RemoveTrailingSlashWithConfig(middleware.TrailingSlashConfig{Skipper: isExact, RedirectCode: http.StatusMovedPermanently}))
}

// ownPages refuses what a page of another site sends. What people reach Tandem by (TANDEM_URL)
// is its own, also where a proxy names another host.
func (s *Server) ownPages() echo.MiddlewareFunc {
	guard := http.NewCrossOriginProtection()
	if s.URL != "" {
		if err := guard.AddTrustedOrigin(s.URL); err != nil {
			panic(err) // the settings know what an address of a site is
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := guard.Check(c.Request()); err != nil {
				return visit.Refused(fault.Forbidden, text.Message("Nothing was saved: this came from a page of another address. Open the page here and send it again. When that does not help, whoever looks after the server puts this page’s address into TANDEM_URL, or has its proxy hand on the Host of each request."))
			}
			return next(c)
		}
	}
}

// isExact reports whether a slash at the end of the address is not somebody's who typed it.
func isExact(c echo.Context) bool {
	return c.Request().Method != http.MethodGet || strings.HasPrefix(c.Request().URL.Path, "/static/")
}

// isImport reports whether the request may carry a file.
func isImport(c echo.Context) bool { return strings.HasSuffix(c.Request().URL.Path, "/import") }

// isCarried reports whether the request may carry a save point to go on with: only while the one-time
// link of an empty server is in its address.
func (s *Server) isCarried(c echo.Context) bool {
	path, found := strings.CutSuffix(c.Request().URL.Path, "/continue/file")
	token, links := strings.CutPrefix(path, "/join/")
	if !found || !links || s.deps.Carry == nil || c.Request().Method != http.MethodPost {
		return false
	}
	i, err := s.deps.Accounts.Invitation(c.Request().Context(), token)
	return err == nil && i.EventID == nil
}

// isGuest reports whether the request may carry a save point of another Tandem, which is
// bounded where it is received.
func isGuest(c echo.Context) bool {
	return strings.HasPrefix(c.Request().URL.Path, savepoint.GuestPath+"/")
}

func requestID(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		var raw [5]byte
		rand.Read(raw[:])
		c.Response().Header().Set(visit.RequestIDHeader, hex.EncodeToString(raw[:]))
		return next(c)
	}
}

// recoverAndLog writes one line per request that changed something or failed,
// and turns a panic into an error with its place.
func (s *Server) recoverAndLog(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		start := time.Now()
		asked := c.Request().Context() // of whoever asks, before it gets a limit of ours
		defer s.open.begin(c, start)()
		defer func() {
			if r := recover(); r != nil {
				if r == http.ErrAbortHandler {
					panic(r)
				}
				err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			}
			if err != nil {
				c.Error(err)
			}
			if !visit.LongWork(c.Path()) {
				s.slowest.Note(c.Request().Method+" "+c.Path(), time.Since(start), s.Now())
			}
			if asked.Err() != nil && errors.Is(err, context.Canceled) {
				s.requestLog(c, start).Info("whoever asked left before the answer")
			} else {
				s.logRequest(c, start, err)
			}
			err = nil
		}()
		return next(c)
	}
}

func (s *Server) logRequest(c echo.Context, start time.Time, err error) {
	status, r := c.Response().Status, c.Request()
	if status < 500 && r.Method == http.MethodGet {
		return
	}
	log := s.requestLog(c, start).With("status", status)
	if status >= 500 {
		log.Error("request failed", "error", err)
		return
	}
	log.Info("request")
}

func (s *Server) requestLog(c echo.Context, start time.Time) *slog.Logger {
	return s.Log.With("request", c.Response().Header().Get(visit.RequestIDHeader), "method", c.Request().Method, "route", c.Path(),
		"ms", time.Since(start).Milliseconds())
}

func (s *Server) secureHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		for _, f := range s.FixedHeaders() {
			h.Set(f.Name, f.Value[0])
		}
		return next(c)
	}
}
