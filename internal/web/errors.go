package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
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

// retryIn is in how many seconds it is worth sending the same again: a connection
// is back, or an address may ask for many pages more.
const retryIn = "5"

// answerError turns any error into a page with a way forward.
func (s *Server) answerError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	// The time of the request may be over; what came of it is said all the same.
	c.SetRequest(c.Request().WithContext(context.WithoutCancel(c.Request().Context())))
	if fault.Of(err) == fault.Internal && errors.Is(err, context.DeadlineExceeded) {
		err = fault.Wrap(fault.Unavailable, err, "The database takes too long to answer. Look again in a moment.")
	}
	var on redirectTo
	if errors.As(err, &on) {
		status := http.StatusMovedPermanently
		if c.Request().Method == http.MethodPost {
			status = http.StatusPermanentRedirect // 301 would have it come back as a GET
		}
		c.Redirect(status, on.url)
		return
	}
	c.Response().Header().Set("Cache-Control", "no-store") // what is refused now may be there the next moment
	words := s.wordsOf(c)
	status, message := statusOf[fault.Of(err)], saidIn(words, err)
	if status == http.StatusServiceUnavailable && !errors.Is(err, context.Canceled) { // not whoever left by himself
		s.saving.failed.Store(true)
	}
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		c.Response().Header().Set("Retry-After", retryIn)
	}
	var he *echo.HTTPError
	if errors.As(err, &he) {
		status, message = he.Code, words.Say(httpMessages[he.Code])
	}
	if status == http.StatusTooManyRequests && c.Response().Header().Get(rateLimitHeader) == "" {
		c.Response().Header().Set(rateLimitHeader, addressPolicy)
	}
	if c.Request().Method == http.MethodHead {
		c.NoContent(status)
		return
	}
	if isAPI(c) || takesActs(c) {
		if own, ok := apiMessages[status]; ok {
			message = own
		}
		if err := answerProblem(c, err, status, message); err != nil {
			s.Log.Error("the error answer failed", "error", err)
		}
		return
	}
	if sentInBackground(c) {
		if err := c.JSON(status, map[string]any{"problem": message, "fields": fieldsIn(words, err)}); err != nil {
			s.Log.Error("the error answer failed", "error", err)
		}
		return
	}
	p := layout.Problem{
		Status:  status,
		Title:   words.Say(problemTitles[status]),
		Message: message,
		Request: c.Response().Header().Get(requestIDHeader),
		Back:    backTo(c),
	}
	frame := layout.Frame{Kind: layout.Plain, Title: p.Title, Asset: s.Asset, Words: words}
	c.Response().Header().Set("Content-Language", words.Code())
	if v := s.visitOf(c, status); v != nil {
		frame.Theme, frame.TextSize = v.who.Account.Theme, v.who.Account.TextSize
		if v.event.EventID != 0 {
			frame.EventName, frame.EventSlug = v.event.Name, v.event.Slug
			p.Desk = v.deskOnward()
		}
	}
	if err := s.render(c, status, layout.ProblemPage(frame, p)); err != nil {
		s.Log.Error("the error page failed", "error", err)
	}
}

// wordsOf is the language of an error: that of the reader, English at the desk
// and for programs.
func (s *Server) wordsOf(c echo.Context) text.Words {
	if deskOf(c) != "" {
		return text.Words{}
	}
	for _, stem := range []string{"/account", "/server", "/new-event", "/api"} {
		if strings.HasPrefix(c.Path(), stem) {
			return text.Words{}
		}
	}
	if v, ok := c.Get(visitKey).(*visit); ok {
		return v.words
	}
	return s.language(&visit{Context: c, server: s})
}

// saidIn is what people may read about a failure, in their language as far as
// that has the sentence.
func saidIn(w text.Words, err error) string {
	return fault.MessageIn(err, func(format string, parts ...any) string { return w.Say(text.Message(format), parts...) })
}

// fieldsIn is the same for the messages beside the fields of a form.
func fieldsIn(w text.Words, err error) map[string]string {
	return fault.FieldsIn(err, func(format string, parts ...any) string { return w.Say(text.Message(format), parts...) })
}

// refused is a failure whose sentence the catalogues hold.
func refused(kind fault.Kind, m text.Message, parts ...any) error {
	return fault.New(kind, string(m), parts...)
}

var httpMessages = map[int]text.Message{
	http.StatusNotFound:              text.Message("There is no page at this address."),
	http.StatusMethodNotAllowed:      text.Message("This address does not take that kind of request."),
	http.StatusRequestEntityTooLarge: text.Message("The file or form is too large. Entry lists may have up to 10 MB."),
}

// apiMessages tell programs what the pages say otherwise.
var apiMessages = map[int]string{
	http.StatusRequestEntityTooLarge: "The body is too large. No change needs more than 1 MB.",
	http.StatusUnsupportedMediaType:  "Send the body as JSON, with Content-Type: application/json.",
}

var problemTitles = map[int]text.Message{
	http.StatusBadRequest:            text.Message("This request cannot be read"),
	http.StatusUnauthorized:          text.Message("Sign in first"),
	http.StatusForbidden:             text.Message("Not yours to do"),
	http.StatusNotFound:              text.Message("Nothing here"),
	http.StatusMethodNotAllowed:      text.Message("Not possible here"),
	http.StatusConflict:              text.Message("Something changed meanwhile"),
	http.StatusRequestEntityTooLarge: text.Message("Too large"),
	http.StatusUnprocessableEntity:   text.Message("Some entries need a correction"),
	http.StatusTooManyRequests:       text.Message("Slow down"),
	http.StatusServiceUnavailable:    text.Message("Cannot be saved right now"),
	http.StatusInternalServerError:   text.Message("Something failed"),
}

func backTo(c echo.Context) string {
	if from, err := url.Parse(c.Request().Referer()); err == nil && from.Path != "" && from.Host == c.Request().Host {
		return local(from.RequestURI())
	}
	return ""
}

// refuse answers somebody who lacks the permission: visitors are asked to sign
// in, officials are told which role is needed.
func (s *Server) refuse(v *visit, needs access.Action) error {
	if needs == access.ActForTeam {
		return refused(fault.Forbidden, text.Message("This page opens with the private link of the team. Scan the code on the badge once more, or ask at the desk."))
	}
	if isAPI(v) {
		return v.refuseProgram(needs)
	}
	if !v.who.SignedIn() {
		if v.Request().Method == get {
			return v.Redirect(http.StatusSeeOther, "/sign-in?next="+url.QueryEscape(v.Request().URL.RequestURI()))
		}
		return fault.New(fault.SignIn, "You are signed out. Sign in again in another tab, then send this form once more; nothing you typed is lost.")
	}
	return fault.New(fault.Forbidden, "To %s here you need to be %s. %s", needs, rolesFor(needs), v.whoMay(needs))
}

// rolesFor lists the roles that may do something: "director or section chief".
func rolesFor(needs access.Action) string {
	var roles []string
	for _, r := range access.Needs(needs) {
		roles = append(roles, roleNames[r])
	}
	return strings.Join(roles, " or ")
}

// roleNames are the roles as people say them.
var roleNames = map[access.Role]string{
	access.TeamLink: "on the team's private link", access.Scorekeeper: "scorekeeper", access.Director: "director", access.SectionChief: "section chief",
	access.Chief: "chief floor director", access.Organizer: "organizer", access.Administrator: "administrator",
}
