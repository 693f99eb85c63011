package journey_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What was typed into a form of the set-up is there again after a reload, and after
// "back" from a refusal, which never ends at a page of the browser; it is gone once it
// was taken, or put aside.
func TestFormsKeepWhatWasTyped(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.official("demo.organizer", desktop)
	const form, again = "/e/" + demo.Slug + "/desk/setup/event", "[data-typed-again]"
	says := func(when, want string) {
		t.Helper()
		p.until(settled)
		expect.MustEqual(t, p.ask("document.querySelector('[name=venue]')?.value ?? document.body.innerText.slice(0, 200)"), want, "%s the venue", when)
	}
	p.open(form)
	p.until(settled)
	before := p.ask("document.querySelector('[name=venue]').value")
	p.types("[name=venue]", "x")
	typed := p.ask("document.querySelector('[name=venue]').value")
	p.do("reload", chromedp.Reload())
	p.sees(again, "not saved yet")
	says("after a reload", typed)
	p.shoot("typed-again")

	p.fill("[name=time_zone]", "Nowhere/Land")
	p.click("main form button.btn-main")
	p.until(settled + " && document.querySelector('#e-time_zone, .field-error') !== null")
	p.click(".setup-steps a[href$='/desk/people']")
	p.until(settled + " && location.pathname.endsWith('/desk/people')")
	p.leaves("go back", "history.back()")
	p.until(settled + " && location.pathname.endsWith('/desk/setup/event')")
	says("back from where the refusal led", typed)
	p.sees(again, "not saved yet")

	p.fill("[name=time_zone]", "Europe/Prague")
	p.click("main form button.btn-main")
	p.until(settled + " && !location.pathname.endsWith('/setup/event')")
	p.open(form)
	says("once it was taken", typed)
	p.until("!document.querySelector('" + again + "')")

	p.types("[name=venue]", "y")
	p.open(form)
	p.sees(again, "not saved yet")
	p.says("Start anew")
	says("put aside", typed)
	p.open(form)
	says("put aside before", typed)
	expect.True(t, typed != before, "nothing was typed")
	p.content()
}
