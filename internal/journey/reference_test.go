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
	p.until("!!document.querySelector('.swagger-ui .opblock-tag')")
	p.shoot("reference")
	p.ask(`document.querySelector("#operations-reading-listEvents button, [id$=listEvents] button").click()`)
	p.until("!!document.querySelector('.try-out__btn')")
	p.ask(`document.querySelector(".try-out__btn").click()`)
	p.until("!!document.querySelector('.btn.execute')")
	p.ask(`document.querySelector(".btn.execute").click()`)
	p.until(`document.querySelector(".live-responses-table .response-col_status")?.textContent.includes("200")`)
	p.shoot("reference-answer")
	p.content()
}
