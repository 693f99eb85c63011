package visit

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// FormNumber reads a whole number of a form field and notes what is wrong.
func (v *Visit) FormNumber(form *fault.Form, field string, least, most int) int {
	text := strings.TrimSpace(v.FormValue(field))
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		form.Add(field, "Enter a whole number from %d to %d.", least, most)
	}
	return n
}

// FormText reads a line of text without surrounding space.
func (v *Visit) FormText(field string) string { return strings.TrimSpace(v.FormValue(field)) }

// FormID reads an id of a form field, 0 when there is none.
func (v *Visit) FormID(field string) int64 {
	id, err := strconv.ParseInt(v.FormValue(field), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

func (v *Visit) FormRevision() int {
	n, err := strconv.Atoi(v.FormValue("revision"))
	if err != nil {
		return -1 // no round has it: the form counts as stale
	}
	return n
}

// MadeFrom is the revision that a form goes on from when it is shown again: the one it was made
// from where something in it is wrong, so that what others changed meanwhile is noticed when it is
// sent once more. Every other refusal tells what stands now, and the form goes on from there.
func MadeFrom(v *Visit, refused error, now int) int {
	made, err := strconv.Atoi(v.FormValue("revision"))
	if err != nil || made < 0 || refused != nil && !fault.Is(refused, fault.Invalid) {
		return now
	}
	return made
}

func Outcome(v *Visit, form *fault.Form, field string) tournament.Outcome {
	o, err := tournament.ParseOutcome(v.FormValue(field))
	if err != nil {
		form.Add(field, "Choose a result from the list.")
	}
	return o
}
