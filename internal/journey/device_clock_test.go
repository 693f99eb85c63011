package journey_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// clockOff opens every page of the person on a device whose clock is that much ahead.
func (p *person) clockOff(by time.Duration) {
	p.t.Helper()
	set := fmt.Sprintf(`(() => { const now = Date.now.bind(Date); Date.now = () => now() + %d; })()`, by.Milliseconds())
	expect.Must(chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: set}))(p.t)
}

// A device whose clock is three hours fast or slow says how long somebody waits and what time it is in the hall as every other does.
func TestDevicesWithAWrongClockCountRight(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	for _, off := range []time.Duration{3 * time.Hour, -3 * time.Hour} {
		p := v.official("demo.chief", desktop)
		p.clockOff(off)
		p.open("/e/lakeshore-demo/desk/incidents")
		p.until(`(() => {
			const waits = document.querySelector("[data-since]");
			const minutes = Math.floor((new Date().getTime() / 1000 - waits.dataset.since) / 60); // only Date.now is off
			return [minutes, minutes - 1].includes(Number.parseInt(waits.textContent)) && waits.textContent.endsWith("min");
		})()`)

		hall := v.visitor(desktop)
		hall.clockOff(off)
		hall.open("/e/lakeshore-demo/hall/main")
		hall.until(`(() => {
			const clock = document.querySelector("[data-clock]");
			const said = (ms) => new Date(ms).toLocaleTimeString("en", { hour: "numeric", minute: "2-digit", timeZone: clock.dataset.clock }).toLowerCase();
			const now = new Date().getTime();
			return [said(now), said(now - 60_000)].includes(clock.textContent);
		})()`)
	}
}
