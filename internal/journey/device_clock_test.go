package journey_test

import (
	"testing"
	"time"
)

// A device whose clock is three hours fast or slow says how long somebody waits, in how long something
// begins or ends, and what time it is in the hall as every other does.
func TestDevicesWithAWrongClockCountRight(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	for _, off := range []time.Duration{3 * time.Hour, -3 * time.Hour} {
		p := v.official("demo.chief", desktop)
		p.setsClock(off)
		p.open("/e/lakeshore-demo/desk/incidents")
		p.until(`(() => {
			const waits = document.querySelector("[data-since]");
			const minutes = Math.floor((new Date().getTime() / 1000 - waits.dataset.since) / 60); // only Date.now is off
			return [minutes, minutes - 1].includes(Number.parseInt(waits.textContent)) && waits.textContent.endsWith("min");
		})()`)

		p.ask(`document.querySelector("main").insertAdjacentHTML("beforeend", "<b data-countdown='" + (new Date().getTime() / 1000 + 3600) + "' data-in='in {n} min' data-over='over'></b>")`)
		p.until(`(() => {
			const begins = document.querySelector("main > [data-countdown]:last-child");
			const minutes = Math.ceil((begins.dataset.countdown - new Date().getTime() / 1000) / 60);
			return ["in " + minutes + " min", "in " + (minutes + 1) + " min"].includes(begins.textContent);
		})()`)

		hall := v.visitor(desktop)
		hall.setsClock(off)
		hall.open("/e/lakeshore-demo/hall/main")
		hall.until(`(() => {
			const clock = document.querySelector("[data-clock]");
			const said = (ms) => new Date(ms).toLocaleTimeString("en", { hour: "numeric", minute: "2-digit", timeZone: clock.dataset.clock }).toLowerCase();
			const now = new Date().getTime();
			return [said(now), said(now - 60_000)].includes(clock.textContent);
		})()`)
	}
}
