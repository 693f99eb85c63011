package visit

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/web/address"
	pages "github.com/tandemchess/tandem/templates/public"
)

// problem is an error as RFC 9457 writes it.
type problem struct {
	Type    string `json:"type"`
	Title   string `json:"title"`
	Status  int    `json:"status"`
	Detail  string `json:"detail"`
	Request string `json:"request"`         // number of the request in the server's log
	Error   string `json:"error,omitempty"` // Detail once more, as board systems have always read it

	Fields map[string]string `json:"fields,omitempty"` // field of the body, or parameter → what is wrong with it
	Errors []wrong           `json:"errors,omitempty"` // the same, with where it stands
}

// wrong is one thing that a request has to be changed in.
type wrong struct {
	Detail    string `json:"detail"`
	Pointer   string `json:"pointer,omitempty"`   // into the body, RFC 6901 section 6
	Parameter string `json:"parameter,omitempty"` // of the address or the header
}

// ProblemTypes are the kinds of problem that programs can tell apart. Each name is
// also the end of its address, which leads to its row on the reference page.
var ProblemTypes = []struct {
	pages.ProblemType
	kind   fault.Kind // empty: not of a fault but of HTTP
	status int
}{
	{pages.ProblemType{Name: "invalid", Title: "Something in the request is not right", Means: "errors says which field of the body or which parameter, and what is expected. Correct it and send it under a new Idempotency-Key or the old one: nothing was changed."}, fault.Invalid, 422},
	{pages.ProblemType{Name: "sign-in", Title: "A token is needed", Means: "Send Authorization: Bearer TOKEN. A token that was stopped or has expired is like none."}, fault.SignIn, 401},
	{pages.ProblemType{Name: "forbidden", Title: "The token may not do this", Means: "It lacks the scope, its owner lacks the role, or it is for another event or section."}, fault.Forbidden, 403},
	{pages.ProblemType{Name: "not-found", Title: "There is no such thing", Means: "Or it is not published yet."}, fault.NotFound, 404},
	{pages.ProblemType{Name: "stale", Title: "Somebody changed it meanwhile", Means: "The revision is not the newest. Read again, decide again, send again."}, fault.Stale, 409},
	{pages.ProblemType{Name: "conflict", Title: "The state of things does not allow it", Means: "detail says what stands against it; or the Idempotency-Key was used for another change."}, fault.Conflict, 409},
	{pages.ProblemType{Name: "too-many", Title: "Too many requests", Means: "Wait for Retry-After and send the same again."}, fault.TooMany, 429},
	{pages.ProblemType{Name: "unavailable", Title: "The database cannot be reached or written", Means: "Nothing was changed. Wait for Retry-After and send the same again, under the same Idempotency-Key."}, fault.Unavailable, 503},
	{pages.ProblemType{Name: "internal", Title: "Something failed on the server", Means: "The number in request finds it in the server's log."}, fault.Internal, 500},
	{pages.ProblemType{Name: "method", Title: "The address does not take that method", Means: "The description names the methods of each address."}, "", http.StatusMethodNotAllowed},
	{pages.ProblemType{Name: "too-large", Title: "The body is too large", Means: "No change needs more than 1 MB."}, "", http.StatusRequestEntityTooLarge},
	{pages.ProblemType{Name: "not-json", Title: "The body is not JSON", Means: "Send Content-Type: application/json."}, "", http.StatusUnsupportedMediaType},
	{pages.ProblemType{Name: "unreadable", Title: "The request cannot be read", Means: "It is not what HTTP allows."}, "", http.StatusBadRequest},
}

// problemType is the address of the kind of problem that an error is.
func problemType(err error, status int) string {
	var he *echo.HTTPError
	ofHTTP := errors.As(err, &he)
	for _, t := range ProblemTypes {
		if t.status == status && (ofHTTP || t.kind == fault.Of(err)) {
			return address.Reference + "#" + t.Name
		}
	}
	return "about:blank" // RFC 9457 section 4.2.1: the status says all
}

// parameters are the fields of refusals that are not in the body.
var parameters = []string{"limit", "cursor", IdempotencyHeader}

// wrongs says where each field stands. A field is named by its path in the body, with
// points in between.
func wrongs(err error) []wrong {
	var all []wrong
	for field, detail := range fault.Each(err) {
		w := wrong{Detail: detail}
		if slices.Contains(parameters, field) {
			w.Parameter = field
		} else {
			w.Pointer = "#/" + strings.ReplaceAll(strings.NewReplacer("~", "~0", "/", "~1").Replace(field), ".", "/")
		}
		all = append(all, w)
	}
	return all
}

func AnswerProblem(c echo.Context, err error, status int, message string) error {
	p := problem{
		Type: problemType(err, status), Title: http.StatusText(status), Status: status, Detail: message,
		Request: c.Response().Header().Get(RequestIDHeader), Fields: fault.Fields(err), Errors: wrongs(err),
	}
	if TakesActs(c) {
		p.Error = p.Detail
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return c.Blob(status, "application/problem+json", data)
}
