package limit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/tandemchess/tandem/internal/fault"
)

// numbers are the bounds of the numbers that name a thing, or say which state of it somebody saw;
// every other number is checked where it is used.
var numbers = map[string][2]int64{"revision": {0, 1 << 30}, "after": {0, 1 << 30}, "last": {0, 1 << 30}, "ruling": {0, 1 << 30}}

// Check returns an Invalid fault that names every text of the values that is too long
// or no text, however deep it lies ("players.0.first_name"), and every revision that
// nobody can have seen. Fields are named as in JSON; the tag limit:"name" lets a field
// go by another name, and limit:"-" leaves it out. Texts of a type of their own are
// choices whatever their name.
func Check(values ...any) error {
	var form fault.Form
	for _, v := range values {
		walk(&form, "", "", reflect.ValueOf(v))
	}
	return form.Err()
}

// Collect is Check for part of a form: the problems of the value go to form, their names
// behind prefix.
func Collect(form *fault.Form, prefix string, value any) {
	walk(form, strings.TrimSuffix(prefix, "."), "", reflect.ValueOf(value))
}

// Text is Check for one text.
func Text(field, text string) error {
	var form fault.Form
	Of(field).Check(&form, field, text)
	return form.Err()
}

var (
	plainString = reflect.TypeFor[string]()
	rawJSON     = reflect.TypeFor[json.RawMessage]()
	moment      = reflect.TypeFor[time.Time]()
)

// walk checks v, which stands at the path and goes by the name.
func walk(form *fault.Form, path, name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			walk(form, path, name, v.Elem())
		}
	case reflect.String:
		kind := Choice
		if v.Type() == plainString {
			kind = Of(name)
		}
		kind.Check(form, path, v.String())
	case reflect.Struct:
		if v.Type() != moment {
			walkFields(form, path, v)
		}
	case reflect.Slice, reflect.Array:
		switch {
		case v.Type() == rawJSON:
			Of(name).Check(form, path, string(v.Bytes()))
		case v.Type().Elem().Kind() != reflect.Uint8: // digests and keys are no texts
			for i := range v.Len() {
				walk(form, join(path, strconv.Itoa(i)), name, v.Index(i))
			}
		}
	case reflect.Map:
		for at := v.MapRange(); at.Next(); {
			walk(form, path, "", at.Key())
			called := fmt.Sprint(at.Key().Interface()) // of an object, the name of the field
			walk(form, join(path, called), called, at.Value())
		}
	case reflect.Int, reflect.Int64:
		if bounds, ok := numbers[name]; ok && (v.Int() < bounds[0] || v.Int() > bounds[1]) {
			form.Add(path, "Enter a whole number from %d to %d.", bounds[0], bounds[1])
		}
	}
}

func walkFields(form *fault.Form, path string, v reflect.Value) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		tag := field.Tag.Get("limit")
		switch {
		case tag == "-" || !field.IsExported():
		case field.Anonymous:
			walk(form, path, "", v.Field(i))
		default:
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" {
				name = snake(field.Name)
			}
			called := name
			if tag != "" {
				called = tag
			}
			walk(form, join(path, name), called, v.Field(i))
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// snake writes a name as JSON has it: FirstName as first_name, ExternalID as external_id.
func snake(name string) string {
	var b strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		begins := unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if begins {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
