package journey_test

import (
	"testing"
)

// A correction with fingers alone: two officials on phones, and the notice for the
// wall. The second official's page is there only while a correction waits, so it is
// checked here and not on the tour.
func TestCorrectionByTouchAlone(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	chief, director := v.official("demo.chief", phone), v.official("demo.director", phone)
	const match = chiefDesk + "/round/2/table/2/match/1/correct"
	chief.open(match)
	chief.tap("[name=outcome][value=draw]")
	chief.fill("[name=reason]", "The slip was read upside down.")
	chief.tap("button[formmethod=get]")
	chief.sees(".mini th", "Standing")
	chief.tap("[name=then][value=count]")
	chief.tap("main form .actions .btn-main")
	chief.sees(".said", "a second official signs too")
	chief.open(chiefDesk + "/corrections/1")
	chief.sees(".note", "You signed it first.")

	director.fits(chiefDesk + "/corrections/1")
	director.sees("main", "Signed first by")
	director.tap("button[value=sign]")
	director.sees(".said", "Corrected")
	director.fits(match + "/notice")
	director.sees("main", "drew")
	chief.open(match)
	chief.sees(".echo", "drew")
	chief.content()
	director.content()
}

// fits looks at a page on a phone: it is not too wide and keeps the rules of WCAG
// that a machine can check.
func (p *person) fits(path string) {
	p.t.Helper()
	p.tall()
	p.looksAt(path, phone)
	p.keepsWCAG(path, "light", "dark")
}
