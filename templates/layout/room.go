package layout

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/limit"
)

// Limits are the attributes of a text field that keep what is typed within the limit of
// its use. The field is known by its name, as where its form is read.
func Limits(name string) templ.Attributes { return LimitsOf(limit.Of(name)) }

// LimitsOf is Limits for a field that holds less than others of its name.
func LimitsOf(k limit.Kind) templ.Attributes {
	return templ.Attributes{"maxlength": strconv.Itoa(k.Most)}
}

// kind is what an input holds.
func (in Field) kind() limit.Kind {
	if in.Limit.Most > 0 {
		return in.Limit
	}
	return limit.Of(in.Name)
}

// limits are the attributes of an input in which people write; browsers bound the
// others themselves.
func (in Field) limits() templ.Attributes {
	switch in.Type {
	case "date", "datetime-local", "time", "number":
		return nil
	}
	return LimitsOf(in.kind())
}
