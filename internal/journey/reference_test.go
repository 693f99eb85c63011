package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// The reference is drawn whole under the policy of all pages, and what it tries out
// is answered.
func TestReferenceIsDrawnAndAnswers(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(desktop)
	p.open("/api#stale")
	p.until("document.documentElement.dataset.drawn !== undefined && document.querySelectorAll('.swagger-ui .opblock').length > 20")
	top := p.ask("Math.abs(document.getElementById('stale').getBoundingClientRect().top) < innerHeight")
	expect.Equal(t, top, "true", "the row that the address names is not in sight once the reference is drawn")
	expect.Equal(t, p.ask("document.querySelectorAll('main:not([role=presentation])').length"), "1", "parts of the page say that they are its main one")
	expect.Equal(t, p.ask("document.querySelector('.opblock').offsetWidth > 900"), "true", "the addresses do not have the width of the page")
	p.ask("scrollTo(0, 700)")
	p.shoot("reference")
	p.ask(`document.querySelector("#operations-reading-listEvents .opblock-summary-control").click()`)
	p.until("!!document.querySelector('.try-out__btn')")
	p.ask(`document.querySelector(".try-out__btn").click()`)
	p.until("!!document.querySelector('.btn.execute')")
	p.ask(`document.querySelector(".btn.execute").click()`)
	p.until(`[...document.querySelectorAll(".live-responses-table .response-col_status")].some((e) => e.textContent.includes("200"))`)
	p.ask(`document.querySelector(".live-responses-table").scrollIntoView()`)
	p.shoot("reference-answer")
	expect.Equal(t, p.ask(foreign), "", "in letters of its own")
	p.size(phone)
	p.ask(`scrollTo(0, document.querySelector(".opblock.is-open").offsetTop - 80)`)
	p.noWider("/api", phone)
	p.shoot("reference-phone")
	p.ask("document.documentElement.dataset.theme = 'dark'")
	expect.Equal(t, p.ask(bright), "", "light in the dark")
	p.shoot("reference-phone-dark")
	p.size(desktop)
	p.shoot("reference-dark")
	p.content()
}

// foreign names what is neither in the letters of the page nor in those of code.
const foreign = `(() => {
	const ours = getComputedStyle(document.body).fontFamily;
	const wrong = [];
	for (const e of document.querySelectorAll(".swagger-ui *")) {
		const own = getComputedStyle(e).fontFamily;
		if (own !== ours && !own.includes("monospace") && e.checkVisibility()) wrong.push(e.tagName + "." + e.className + " " + own);
	}
	return [...new Set(wrong)].slice(0, 6).join("; ");
})()`
