// Package limit says how long every text may be that people and programs send, by its
// use: one table of kinds and one of the names of fields. Commands check themselves
// through it, forms say it beside the field, and the description of the API repeats it.
// A field that the table does not name holds a choice or a number, so that no text can
// be added without a limit. It must never cut a text off, and it knows nothing of what
// a text means.
package limit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tandemchess/tandem/internal/fault"
)

// Kind is a use of text.
type Kind struct {
	Name string
	Most int // characters; the end of a line counts as one
	// Raw texts are files in a form, read by a reader that has limits of its own.
	Raw bool
}

// The kinds, from short to long.
var (
	Sign        = Kind{Name: "sign", Most: 4}           // a currency, the letter of a section
	Name        = Kind{Name: "name", Most: 80}          // of a person, a team, an event, a prize, a place in the hall
	Choice      = Kind{Name: "choice", Most: 100}       // one of a list, a number, a time, a code, the slip's number
	HallMessage = Kind{Name: "hall message", Most: 200} // what a hall reads at once
	Line        = Kind{Name: "line", Most: 200}         // an address, a school, a title
	Message     = Kind{Name: "message", Most: 300}      // what fits above a page
	Position    = Kind{Name: "position", Most: 300}     // one board with its stocks
	Link        = Kind{Name: "link", Most: 500}         // an address of the internet
	Note        = Kind{Name: "note", Most: 500}         // beside a setting
	Summary     = Kind{Name: "summary", Most: 500}      // an incident in a few words
	Password    = Kind{Name: "password", Most: 1000}
	Question    = Kind{Name: "question", Most: 1000}  // what an appeal leaves open
	Reason      = Kind{Name: "reason", Most: 2000}    // why something was done
	Address     = Kind{Name: "address", Most: 2000}   // of a page of ours, with what it shows
	Statement   = Kind{Name: "statement", Most: 4000} // what somebody said, and the grounds of an appeal
	Schedule    = Kind{Name: "schedule", Most: 8000}  // of an event, a line for each thing that happens
	Acts        = Kind{Name: "acts", Most: 20_000}    // of an incident, a line for each
	Results     = Kind{Name: "results", Most: 20_000} // pasted, a line for each
	State       = Kind{Name: "state", Most: 50_000}   // what a page carries from one form to the next
	File        = Kind{Name: "file", Most: 10 << 20, Raw: true}
)

// fields are the names of all fields that hold no choice: those of forms, of the API
// and of commands, which call one thing by one name.
var fields = map[string]Kind{
	"name": Name, "first_name": Name, "last_name": Name, "player": Name, "invite_name": Name, "speaker": Name, "owner": Name, "other_owner": Name,
	"asked": Name, "runner": Name, "place": Name, "club": Name, "letter": Sign, "currency": Sign,

	"venue": Line, "address": Line, "contact": Line, "hall": Line, "school": Line, "person": Line, "categories": Line, "category": Line, "grade": Line, "external_id": Line,
	"id": Line, "appeal_deposit": Line, "tie_breaks": Line, "photo": Line, "offence": Line, "penalty_offence": Line, "source": Line, "point": Line,
	"time_zone": Line, "key": Line, "find": Line, "section": Line, "default": Line,
	"fact": Line, "answer": Line, "tie": State, "relax": State, "url": Link, "map_link": Link, "where": Link, "next": Address, "view": Address,

	"summary": Summary, "reason": Reason, "late": Reason, "aside": Reason, "withdrawal": Reason, "note": Note, "question": Question,
	"body": Statement, "grounds": Statement, "message": HallMessage, "schedule": Schedule, "house_rules": State, "seen": State,
	"a": Position, "b": Position, "other_a": Position, "other_b": Position, "acts": Acts, "lines": Results, "cell": {Name: "cell", Most: 400},
	"password": Password, "old": Password, "new": Password,

	"text": File, "list": File, "report": File,
}

// Of is the kind of the field of this name. Numbers in a name say which one of several
// is meant ("player2", "prizes.3.name"), and what stands behind the dot of a setting or
// a cell says of which ("note.claim-time", "cell.12.3").
func Of(field string) Kind {
	first, _, dotted := strings.Cut(field, ".")
	if kind, ok := fields[first]; ok && dotted {
		return kind
	}
	last := field[strings.LastIndexByte(field, '.')+1:]
	for _, name := range []string{last, strings.TrimRight(last, "0123456789")} {
		if kind, ok := fields[name]; ok {
			return kind
		}
	}
	return Choice
}

// Long reports whether a text of the kind is written rather than filled in: people then
// want to know how much room there is.
func (k Kind) Long() bool {
	return k.Most >= Message.Most && k != Link && k != Position && k != Password && k != Address && k != State && !k.Raw
}

// Check notes what is wrong with a text, under the name of its field.
func (k Kind) Check(form *fault.Form, field, text string) {
	n := Count(text)
	switch {
	case n > k.Most:
		form.Add(field, tooLong, k.Most, n)
	case !k.Raw && !plain(text):
		form.Add(field, notPlain)
	}
}

// The sentences people may read; the pages of a team say them in its language.
const (
	tooLong  = "Use at most %d characters; this has %d. Nothing was saved."
	notPlain = "Use letters, digits and signs only: this holds control characters, or bytes that are no text. Nothing was saved."
)

// Count is how many characters a text has. Browsers send two for the end of a line and
// count one.
func Count(text string) int {
	return utf8.RuneCountInString(text) - strings.Count(text, "\r\n")
}

// plain reports whether a text can be shown: valid UTF-8 without control characters,
// white space aside, and without those that turn the direction of what follows, by
// which one result can be made to look like another.
func plain(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for _, r := range text {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return false
		}
	}
	return true
}
