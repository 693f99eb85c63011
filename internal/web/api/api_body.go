package api

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// readBody decodes a JSON object with only the fields that are known, each once
// and of its kind; an empty body is an empty object. Two programs that read the
// same bytes must not see two different requests, so nothing is passed over.
func readBody(v *visit.Visit, into any) error {
	if err := sentAsJSON(v); err != nil {
		return err
	}
	body, err := io.ReadAll(v.Request().Body)
	var tooLarge *echo.HTTPError
	switch {
	case errors.As(err, &tooLarge):
		return tooLarge // 413, also for a body that did not tell its length
	case err != nil:
		return fault.Wrap(fault.Invalid, err, "The body did not arrive whole. Send it again.")
	case len(body) == 0:
		return nil
	}
	err = visit.PlainJSON(body)
	if err == nil {
		err = json.Unmarshal(body, into, json.RejectUnknownMembers(true), json.WithUnmarshalers(refuseNull))
	}
	if err != nil {
		return unreadable(err)
	}
	return limit.Check(into)
}

// unreadable says what is wrong with a body, and at which field where it is one.
func unreadable(err error) error {
	refused := fault.Wrap(fault.Invalid, err, "The body is not the JSON object expected here: %s.", whyNot(err))
	var wrong *json.SemanticError
	var syntax *jsontext.SyntacticError
	var at jsontext.Pointer
	switch {
	case errors.As(err, &wrong):
		at = wrong.JSONPointer
	case errors.As(err, &syntax):
		at = syntax.JSONPointer
	}
	if at != "" {
		refused.At(strings.Join(slices.Collect(at.Tokens()), "."))
	}
	return refused
}

// sentAsJSON refuses a body that says it is something else, such as a form.
func sentAsJSON(v *visit.Visit) error {
	sent := v.Request().Header.Get(echo.HeaderContentType)
	if sent == "" {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(sent); err != nil || kind != echo.MIMEApplicationJSON {
		return echo.NewHTTPError(http.StatusUnsupportedMediaType)
	}
	return nil
}

// refuseNull takes null only where a field may be without a value.
var refuseNull = json.UnmarshalFromFunc(func(d *jsontext.Decoder, value any) error {
	if d.PeekKind() == 'n' && reflect.TypeOf(value).Elem().Kind() != reflect.Pointer {
		return errors.New("null stands where a value belongs")
	}
	return json.SkipFunc
})

// whyNot says what is wrong with a body and where, without words of Go.
func whyNot(err error) string {
	var wrong *json.SemanticError
	if !errors.As(err, &wrong) {
		return strings.TrimPrefix(err.Error(), "jsontext: ")
	}
	switch {
	case errors.Is(err, json.ErrUnknownName):
		return fmt.Sprintf("there is no field%s", visit.PlaceInBody(wrong.JSONPointer))
	case wrong.JSONKind == 0 && wrong.Err != nil:
		return wrong.Err.Error() + visit.PlaceInBody(wrong.JSONPointer)
	}
	return fmt.Sprintf("%s is not a value for%s", kindWords[wrong.JSONKind], visit.PlaceInBody(wrong.JSONPointer))
}

var kindWords = map[jsontext.Kind]string{'n': "null", 't': "true", 'f': "false", '"': "a text", '0': "this number", '{': "an object", '[': "a list"}
