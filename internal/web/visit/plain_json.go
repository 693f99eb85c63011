package visit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// deepest is how far objects and lists of a body may be inside each other; what
// docs/openapi.yaml describes needs four.
const deepest = 16

// PlainJSON refuses what JSON allows, or nearly allows, and no request needs:
// repeated names, bytes that are not UTF-8, NUL, deep nesting, a second value.
func PlainJSON(body []byte) error {
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
			return fmt.Errorf("a text holds the character NUL%s", PlaceInBody(d.StackPointer()))
		case d.StackDepth() == 0 && len(bytes.TrimSpace(body[d.InputOffset():])) > 0:
			return errors.New("something follows the object")
		}
	}
}

// PlaceInBody is where in a body something is.
func PlaceInBody(at jsontext.Pointer) string {
	if at == "" {
		return " the body itself"
	}
	return fmt.Sprintf(" %q", string(at))
}
