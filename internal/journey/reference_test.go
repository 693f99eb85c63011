package journey_test

import (
	"testing"
)

// The reference is drawn whole under the policy of all pages, and what it tries out
// is answered.
func TestReferenceIsDrawnAndAnswers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	v := newShow(t)
	p := v.visitor(desktop)
	p.open("/api#stale")
	p.until("document.documentElement.dataset.drawn !== undefined && document.querySelectorAll('.swagger-ui .opblock').length > 20")
	if top := p.ask("Math.abs(document.getElementById('stale').getBoundingClientRect().top) < innerHeight"); top != "true" {
		t.Error("the row that the address names is not in sight once the reference is drawn")
	}
	p.ask("scrollTo(0, 0)")
	p.shoot("reference")
	p.ask(`document.querySelector("#operations-reading-listEvents .opblock-summary-control").click()`)
	p.until("!!document.querySelector('.try-out__btn')")
	p.ask(`document.querySelector(".try-out__btn").click()`)
	p.until("!!document.querySelector('.btn.execute')")
	p.ask(`document.querySelector(".btn.execute").click()`)
	p.until(`[...document.querySelectorAll(".live-responses-table .response-col_status")].some((e) => e.textContent.includes("200"))`)
	p.shoot("reference-answer")
	p.content()
}
