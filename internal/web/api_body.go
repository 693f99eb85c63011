package web

import (
	"bytes"
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
)

// deepest is how far objects and lists of a body may be inside each other; what
// docs/openapi.yaml describes needs four.
const deepest = 16

// readBody decodes a JSON object with only the fields that are known, each once
// and of its kind; an empty body is an empty object. Two programs that read the
// same bytes must not see two different requests, so nothing is passed over.
func (v *visit) readBody(into any) error {
	if err := v.sentAsJSON(); err != nil {
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
	err = plainJSON(body)
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
func (v *visit) sentAsJSON() error {
	sent := v.Request().Header.Get(echo.HeaderContentType)
	if sent == "" {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(sent); err != nil || kind != echo.MIMEApplicationJSON {
		return echo.NewHTTPError(http.StatusUnsupportedMediaType)
	}
	return nil
}

// plainJSON refuses what JSON allows, or nearly allows, and no request needs:
// repeated names, bytes that are not UTF-8, NUL, deep nesting, a second value.
func plainJSON(body []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case d.StackDepth() > deepest:
			return fmt.Errorf("more than %d objects and lists are inside each other", deepest)
		case token.Kind() == '"' && strings.ContainsRune(token.String(), 0):
			return fmt.Errorf("a text holds the character NUL%s", within(d.StackPointer()))
		case d.StackDepth() == 0 && len(bytes.TrimSpace(body[d.InputOffset():])) > 0:
			return errors.New("something follows the object")
		}
	}
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
		return fmt.Sprintf("there is no field%s", within(wrong.JSONPointer))
	case wrong.JSONKind == 0 && wrong.Err != nil:
		return wrong.Err.Error() + within(wrong.JSONPointer)
	}
	return fmt.Sprintf("%s is not a value for%s", kindWords[wrong.JSONKind], within(wrong.JSONPointer))
}

var kindWords = map[jsontext.Kind]string{'n': "null", 't': "true", 'f': "false", '"': "a text", '0': "this number", '{': "an object", '[': "a list"}

// within is where in a body something is.
func within(at jsontext.Pointer) string {
	if at == "" {
		return " the body itself"
	}
	return fmt.Sprintf(" %q", string(at))
}
