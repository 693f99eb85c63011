package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// loud says every sentence of ours between exclamation marks.
func loud(format string, parts ...any) string { return fmt.Sprintf("¡"+format+"!", parts...) }

type lost struct{ at string }

func (l lost) Error() string             { return "lost at " + l.at }
func (l lost) Sentence() (string, []any) { return "lost at %s", []any{l.at} }

func TestPartsAreSaidInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		part          any
		english, said string
	}{
		{"Ana", "Ana", "Ana"},
		{fault.Word("director"), "director", "¡director!"},
		{fault.Word(""), "", ""},
		{fault.Part("%s of %s", fault.Word("director"), "Ana"), "director of Ana", "¡¡director! of Ana!"},
		{fault.Sentences(fault.Part("One."), fault.Part("Two.")), "One. Two.", "¡One.! ¡Two.!"},
		{fault.List("Ana", "Bo"), "Ana, Bo", "Ana, Bo"},
		{fault.And("Ana"), "Ana", "¡Ana!"},
		{fault.And[string](), "", ""},
		{fault.And("Ana", "Bo", "Cy"), "Ana, Bo and Cy", "¡Ana, Bo and Cy!"},
		{fault.Or("Ana", "Bo", "Cy"), "Ana or Bo or Cy", "¡¡¡Ana! or Bo! or Cy!"},
		{fault.New(fault.Conflict, "%s is over", fault.Word("round")), "round is over", "¡¡round! is over!"},
		{fmt.Errorf("read: %w", lost{"sea"}), "read: lost at sea", "¡lost at sea!"},
		{errors.New("broken"), "broken", "broken"},
		{7, "7", "7"},
	} {
		err := fault.New(fault.Conflict, "%v", c.part)
		expect.Equal(t, fault.Message(err), c.english, "in English")
		expect.Equal(t, fault.MessageIn(err, loud), "¡"+c.said+"!", "said")
	}
	var form fault.Form
	form.Add("place", "%s", fault.Word("director"))
	expect.Equal(t, fault.FieldsIn(form.Err(), loud)["place"], "¡¡director!!", "the field")
}
