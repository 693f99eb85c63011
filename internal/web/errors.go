package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/templates/layout"
)

// statusOf is the one table from failures to answers.
var statusOf = map[fault.Kind]int{
	fault.Invalid:     http.StatusUnprocessableEntity,
	fault.NotFound:    http.StatusNotFound,
	fault.Forbidden:   http.StatusForbidden,
	fault.SignIn:      http.StatusUnauthorized,
	fault.Stale:       http.StatusConflict,
	fault.Conflict:    http.StatusConflict,
	fault.TooMany:     http.StatusTooManyRequests,
	fault.Unavailable: http.StatusServiceUnavailable,
	fault.Internal:    http.StatusInternalServerError,
}

// answerError turns any error into a page with a way forward.
func (s *Server) answerError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	var on redirectTo
	if errors.As(err, &on) {
		c.Redirect(http.StatusMovedPermanently, on.url)
		return
	}
	status, message := statusOf[fault.Of(err)], fault.Message(err)
	var he *echo.HTTPError
	if errors.As(err, &he) {
		status, message = he.Code, httpMessages[he.Code]
	}
	if c.Request().Method == http.MethodHead {
		c.NoContent(status)
		return
	}
	if isAPI(c) {
		if err := answerProblem(c, status, message); err != nil {
			s.Log.Error("the error answer failed", "error", err)
		}
		return
	}
	p := layout.Problem{
		Status:  status,
		Title:   problemTitles[status],
		Message: message,
		Request: c.Response().Header().Get(requestIDHeader),
		Back:    backTo(c),
	}
	frame := layout.Frame{Kind: layout.Plain, Title: p.Title, Asset: s.Asset}
	if v, ok := c.Get(visitKey).(*visit); ok && v.event.EventID != 0 {
		frame.EventName, frame.EventSlug = v.event.Name, v.event.Slug
	}
	if err := s.render(c, status, layout.ProblemPage(frame, p)); err != nil {
		s.Log.Error("the error page failed", "error", err)
	}
}

var httpMessages = map[int]string{
	http.StatusNotFound:              "There is no page at this address.",
	http.StatusMethodNotAllowed:      "This address does not take that kind of request.",
	http.StatusRequestEntityTooLarge: "The file or form is too large. Entry lists may have up to 10 MB.",
}

var problemTitles = map[int]string{
	http.StatusBadRequest:            "This request cannot be read",
	http.StatusUnauthorized:          "Sign in first",
	http.StatusForbidden:             "Not yours to do",
	http.StatusNotFound:              "Nothing here",
	http.StatusMethodNotAllowed:      "Not possible here",
	http.StatusConflict:              "Something changed meanwhile",
	http.StatusRequestEntityTooLarge: "Too large",
	http.StatusUnprocessableEntity:   "Some entries need a correction",
	http.StatusTooManyRequests:       "Slow down",
	http.StatusServiceUnavailable:    "Cannot be saved right now",
	http.StatusInternalServerError:   "Something failed",
}

func backTo(c echo.Context) string {
	if from, err := url.Parse(c.Request().Referer()); err == nil && from.Path != "" && from.Host == c.Request().Host {
		return from.RequestURI()
	}
	return ""
}

// refuse answers somebody who lacks the permission: visitors are asked to sign
// in, officials are told which role is needed.
func (s *Server) refuse(v *visit, needs access.Action) error {
	if needs == access.ActForTeam {
		return fault.New(fault.Forbidden, "This page opens with the private link of the team. Scan the code on the badge once more, or ask at the desk.")
	}
	if !v.who.SignedIn() {
		if v.Request().Method == get {
			return v.Redirect(http.StatusSeeOther, "/sign-in?next="+url.QueryEscape(v.Request().URL.RequestURI()))
		}
		return fault.New(fault.SignIn, "You are signed out. Sign in again in another tab, then send this form once more; nothing you typed is lost.")
	}
	var roles []string
	for _, r := range access.Needs(needs) {
		roles = append(roles, roleNames[r])
	}
	return fault.New(fault.Forbidden, "To %s here you need to be %s. The organizer gives roles on the page People.", needs, strings.Join(roles, " or "))
}

// roleNames are the roles as people say them.
var roleNames = map[access.Role]string{
	access.TeamLink: "on the team's private link", access.Scorekeeper: "scorekeeper", access.Director: "director", access.SectionChief: "section chief",
	access.Chief: "chief floor director", access.Organizer: "organizer", access.Administrator: "administrator",
}
