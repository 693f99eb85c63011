package visit

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
)

// refuseProgram says what a program lacks.
func refuseProgram(v *Visit, needs access.Action) error {
	scope := access.ScopeOf(needs)
	switch {
	case !v.Who.Actor.Program && !v.Who.SignedIn():
		v.Response().Header().Set("WWW-Authenticate", "Bearer")
		return fault.New(fault.SignIn, "Send a token in the header Authorization: Bearer TOKEN. The page Programs of the event's desk makes one.")
	case v.Who.Actor.Program && scope != "":
		return fault.New(fault.Forbidden, "To %s here the token needs the scope %q, and its owner the role of %s.", fault.Word(needs), scope, rolesFor(needs))
	}
	return fault.New(fault.Forbidden, "To %s here you need to be %s.", fault.Word(needs), rolesFor(needs))
}

// StatusOf is the one table from failures to answers.
var StatusOf = map[fault.Kind]int{
	fault.Invalid:     http.StatusUnprocessableEntity,
	fault.NotFound:    http.StatusNotFound,
	fault.Forbidden:   http.StatusForbidden,
	fault.SignIn:      http.StatusUnauthorized,
	fault.Stale:       http.StatusConflict,
	fault.Conflict:    http.StatusConflict,
	fault.TooMany:     http.StatusTooManyRequests,
	fault.Unavailable: http.StatusServiceUnavailable,
	fault.Internal:    http.StatusInternalServerError,
}

// RetryIn is in how many seconds it is worth sending the same again: a connection
// is back, or an address may ask for many pages more.
const RetryIn = "5"

// Saying says the sentences of faults and their parts in a language.
func Saying(w text.Words) fault.Say { return w.Told }

// SaidIn is what people may read about a failure, in their language as far as
// that has the sentence.
func SaidIn(w text.Words, err error) string {
	return fault.MessageIn(err, Saying(w))
}

// Why is what an error says that is a part of a sentence, such as why a move is illegal.
func Why(w text.Words, err error) string {
	if err == nil {
		return ""
	}
	return fault.List(err).In(Saying(w))
}

// Renamed names what is wrong by the fields of another form, where those of the service go by
// other names.
func Renamed(err error, names map[string]string) error {
	var form fault.Form
	for field, problem := range fault.Each(err) {
		form.Add(cmp.Or(names[field], field), "%s", problem)
	}
	if form.Err() == nil {
		return err
	}
	return form.Err()
}

// FieldsIn is the same for the messages beside the fields of a form.
func FieldsIn(w text.Words, err error) map[string]string {
	return fault.FieldsIn(err, Saying(w))
}

// FirstSaidIn is the message beside the field that was noted first, and SaidIn of a
// failure without fields: for a page with one place for it.
func FirstSaidIn(w text.Words, err error) string {
	if field, _, ok := fault.First(err); ok {
		return FieldsIn(w, err)[field]
	}
	return SaidIn(w, err)
}

// Refused is a failure whose sentence the catalogues hold.
func Refused(kind fault.Kind, m text.Message, parts ...any) error {
	return fault.New(kind, string(m), parts...)
}

// Refuse answers somebody who lacks the permission: visitors are asked to sign
// in, officials are told which role is needed.
func (s *Site) Refuse(v *Visit, needs access.Action) error {
	if needs == access.ActForTeam {
		return Refused(fault.Forbidden, text.Message("This page opens with the private link of the team. Scan the code on the badge once more, or ask at the desk."))
	}
	if IsAPI(v) {
		return refuseProgram(v, needs)
	}
	if !v.Who.SignedIn() {
		if v.Request().Method == http.MethodGet {
			return v.Redirect(http.StatusSeeOther, "/sign-in?next="+url.QueryEscape(v.Request().URL.RequestURI()))
		}
		return fault.New(fault.SignIn, "You are signed out. Sign in again in another tab, then send this form once more; nothing you typed is lost.")
	}
	return fault.New(fault.Forbidden, "To %s here you need to be %s. %s", fault.Word(needs), rolesFor(needs), whoMay(v, needs))
}

// rolesFor lists the roles that may do something: "director or section chief".
func rolesFor(needs access.Action) fault.Clause {
	var roles []fault.Word
	for _, r := range access.Needs(needs) {
		roles = append(roles, fault.Word(r.Words()))
	}
	return fault.Or(roles...)
}

// Refusable reports whether a form with this error is shown again, values kept.
func Refusable(err error) bool {
	switch fault.Of(err) {
	case fault.Invalid, fault.Stale, fault.Conflict, fault.Forbidden:
		return err != nil
	}
	return false
}

// Told is what a command says of its subject, in the visit's language.
func Told(v *Visit, said interface{ In(say fault.Say) string }) string {
	return said.In(Saying(v.Words))
}
