package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
)

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
	var on visit.RedirectTo
	if errors.As(err, &on) {
		status := http.StatusMovedPermanently
		if c.Request().Method == http.MethodPost {
			status = http.StatusPermanentRedirect // 301 would have it come back as a GET
		}
		c.Redirect(status, on.URL)
		return
	}
	c.Response().Header().Set("Cache-Control", "no-store") // what is refused now may be there the next moment
	words := s.wordsOf(c)
	status, message := visit.StatusOf[fault.Of(err)], visit.SaidIn(words, err)
	if status == http.StatusServiceUnavailable && !errors.Is(err, context.Canceled) { // not whoever left by himself
		s.Saving.Failed.Store(true)
	}
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		c.Response().Header().Set("Retry-After", visit.RetryIn)
	}
	var he *echo.HTTPError
	if errors.As(err, &he) {
		status, message = he.Code, words.Say(httpMessages[he.Code])
	}
	if status == http.StatusTooManyRequests && c.Response().Header().Get(visit.RateLimitHeader) == "" {
		c.Response().Header().Set(visit.RateLimitHeader, addressPolicy)
	}
	if c.Request().Method == http.MethodHead {
		c.NoContent(status)
		return
	}
	if visit.IsAPI(c) || visit.TakesActs(c) {
		if own, ok := apiMessages[status]; ok {
			message = own
		}
		if err := visit.AnswerProblem(c, err, status, message); err != nil {
			s.Log.Error("the error answer failed", "error", err)
		}
		return
	}
	if visit.SentInBackground(c) {
		if err := c.JSON(status, visit.Refusal{Problem: message, Fields: visit.FieldsIn(words, err)}); err != nil {
			s.Log.Error("the error answer failed", "error", err)
		}
		return
	}
	p := layout.Problem{
		Status:  status,
		Title:   words.Say(titleOf(status, c.Request().Method)),
		Message: message,
		Request: c.Response().Header().Get(visit.RequestIDHeader),
		Back:    s.Before(c.Request()),
	}
	said := visit.FieldsIn(words, err)
	for field := range fault.Each(err) {
		if said[field] != message {
			p.Fields = append(p.Fields, said[field])
		}
	}
	frame := layout.Frame{Kind: layout.Plain, Title: p.Title, Asset: s.Asset, Words: words, Program: s.deps.Machine.Program}
	c.Response().Header().Set("Content-Language", words.Code())
	if v := s.visitOf(c, status); v != nil {
		frame.Theme, frame.TextSize = v.Who.Account.Theme, v.Who.Account.TextSize
		if v.Event.EventID != 0 {
			frame.EventName, frame.EventSlug = v.Event.Name, v.Event.Slug
			p.Desk = deskOnward(v)
		}
	}
	if err := s.Render(c, status, layout.ProblemPage(frame, p)); err != nil {
		s.Log.Error("the error page failed", "error", err)
	}
}

// wordsOf is the language of an error: that of the reader, English for programs.
func (s *Server) wordsOf(c echo.Context) text.Words {
	if visit.IsAPI(c) || visit.TakesActs(c) {
		return text.Words{}
	}
	if v := visit.Of(c); v != nil {
		return v.Words
	}
	return s.WordsFor(c)
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

// titleOf heads the page of a refusal. Whoever only reads has saved nothing and changed nothing.
func titleOf(status int, method string) text.Message {
	if title, differs := readingTitles[status]; differs && method == http.MethodGet {
		return title
	}
	return problemTitles[status]
}

var readingTitles = map[int]text.Message{
	http.StatusConflict:           text.Message("Not possible now"),
	http.StatusServiceUnavailable: text.Message("Cannot be shown right now"),
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
