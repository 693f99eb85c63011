package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Without contact a decision is not lost and not made behind anybody's back; and who
// was slower is told what was not taken.
func TestADecisionWithoutContactAndARace(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	first, second := v.official("demo.section", desktop), v.official("demo.section", desktop)
	const appeal = event + "/desk/appeals/1"
	first.open(appeal)
	second.open(appeal)
	for _, p := range []*person{first, second} {
		p.click("[name=state][value=upheld]")
		for _, who := range []string{"claimant", "opponent", "official"} {
			p.click("[name=heard_" + who + "]")
		}
	}
	first.ask("window.fetch = () => Promise.reject(new TypeError('no contact'))")
	first.types("#f-reason", "The clock was stopped in time.")
	first.click("[data-sign-button]")
	first.until("!document.querySelector('[data-not-sent]').hidden")
	first.until("document.activeElement.textContent === 'Send again'")
	first.shoot("appeal-no-contact")
	first.open(appeal)
	first.holds("#f-reason", "The clock was stopped in time.")
	first.click("[name=state][value=upheld]")
	for _, who := range []string{"claimant", "opponent", "official"} {
		first.click("[name=heard_" + who + "]")
	}
	// The next post finds no answer, the one after it does, by the same key.
	first.ask("(() => { const real = window.fetch; window.fetch = async (...a) => { if (a[1]?.method === 'POST') { await real(...a); window.fetch = real; throw new TypeError('lost'); } return real(...a); }; })()")
	first.click("[data-sign-button]")
	first.until("!document.querySelector('[data-not-sent]').hidden")
	first.press("\r")
	first.sees(".decision .headline", "Upheld: the ruling stands.")
	first.sees(".decision .quote", "The clock was stopped in time.")
	first.gone("[data-unsigned]:not([hidden])", "")

	second.types("#f-reason", "I heard the flag fall before.")
	second.click("[data-sign-button]")
	second.sees("[role=alert]", "decided already")
	second.sees("[data-not-taken]", "I heard the flag fall before.")
	expect.Equal(t, second.ask("document.querySelector('[data-not-taken]').getBoundingClientRect().bottom < innerHeight"),
		"true", "what was not taken is told out of sight")
	second.sees("[data-not-taken]", "Uphold")
	second.sees(".decision .quote", "The clock was stopped in time.")
	second.shoot("appeal-not-taken")
	second.open(appeal)
	second.sees("[data-unsigned] [data-words]", "I heard the flag fall before.")
	second.says("Drop it")
	second.open(appeal)
	second.gone("[data-unsigned]:not([hidden])", "")
}
