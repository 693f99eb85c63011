package visit

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/text"
)

// CheckForm reads the form of a request and refuses it when a field holds more than its
// use allows, or bytes that are no text: nothing of that reaches a handler, also where
// the field is no text of a command. Browsers keep people within the limits while they
// type; this is for what else sends forms. A number may be typed in the digits of any script.
func (v *Visit) CheckForm() error {
	r := v.Request()
	if r.Method == http.MethodGet || r.Method == http.MethodHead || IsAPI(v) || strings.HasSuffix(v.Path(), "/acts") {
		return nil // no form
	}
	sent, err := v.FormParams()
	var tooLarge *echo.HTTPError
	switch {
	case errors.As(err, &tooLarge):
		return tooLarge
	case err != nil:
		return fault.Wrap(fault.Invalid, err, "The form did not arrive whole. Send it again.")
	}
	var form fault.Form
	for name, values := range sent {
		limit.Address.Check(&form, "field", name)
		kind := limit.Of(name)
		for i, value := range values {
			kind.Check(&form, name, value)
			if kind == limit.Choice {
				values[i] = text.PlainDigits(value)
			}
		}
	}
	if err := form.Err(); err != nil {
		name, _, _ := fault.First(err)
		return fault.Field(name, "“%s”: %s", name, FieldsIn(v.Words, err)[name])
	}
	return nil
}
