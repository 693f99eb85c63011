package journey_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// smallPages are those that readers meet, one of each kind.
var smallPages = []string{
	"/e/lakeshore-demo", "/e/lakeshore-demo/find?team=knight-shift", "/e/lakeshore-demo/find?q=pawn", "/e/lakeshore-demo/team/knight-shift", "/e/lakeshore-demo/player/3",
	"/e/lakeshore-demo/open/pairings", "/e/lakeshore-demo/open/pairings?by=table", "/e/lakeshore-demo/open/standings", "/e/lakeshore-demo/open/crosstable",
	"/e/lakeshore-demo/open/table/3", "/e/lakeshore-demo/open/round/3/table/1/match/1", "/e/lakeshore-demo/open/rules", "/e/lakeshore-demo/open/status",
	"/e/lakeshore-demo/cup/standings",
}

// stuck is the height that bars take which do not scroll with the page, in the middle of it.
const stuck = `(() => {
	scrollTo(0, document.documentElement.scrollHeight / 2);
	const taken = new Array(innerHeight).fill(false);
	for (const e of document.querySelectorAll("body *")) {
		if (!["sticky", "fixed"].includes(getComputedStyle(e).position) || e.closest("table") || !e.checkVisibility()) continue;
		const r = e.getBoundingClientRect();
		const atEdge = r.top <= 1 || r.bottom >= innerHeight - 1 || getComputedStyle(e).position === "fixed";
		if (!atEdge || r.bottom <= 0 || r.top >= innerHeight || r.width < 2) continue;
		for (let y = Math.max(0, Math.floor(r.top)); y < Math.min(innerHeight, r.bottom); y++) taken[y] = true;
	}
	return taken.filter(Boolean).length;
})()`

// tooSmall names what is to be hit and is smaller than 24 pixels either way. Links inside
// a sentence are as high as its lines (WCAG 2.5.8); .entry-open is for keys alone, and
// large once it has the focus.
const tooSmall = `(() => {
	const small = [];
	for (const e of document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, [tabindex='0'][role]")) {
		if (!e.checkVisibility() || e.closest(".vh, .skip, .entry-open, svg")) continue;
		const target = e.matches("[type=checkbox], [type=radio]") && e.closest("label") || e; // which is hit as well
		const r = target.getBoundingClientRect();
		if (r.width >= 23.5 && r.height >= 23.5) continue;
		const line = e.parentElement;
		const own = e.textContent.trim();
		if (e.matches("a") && line.matches("p, li, dd, td, span, .v") && line.textContent.trim().length > own.length + 12) continue;
		small.push(e.tagName + "." + e.className + " in " + line.tagName + "." + line.className + " “" + own.slice(0, 30) + "” " + Math.round(r.width) + "×" + Math.round(r.height));
	}
	return [...new Set(small)].slice(0, 8).join("; ");
})()`

// A page at four times its size, which is a window of 320 by 256, leaves two thirds of
// its height for reading, in every language nothing scrolls sideways, and whatever is to
// be hit is 24 pixels large.
func TestSmallScreensLeaveRoomToRead(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(phone)
	const height = 256
	for _, path := range smallPages {
		p.do("make the window small", chromedp.EmulateViewport(narrowest, height))
		p.open(path)
		p.until("document.documentElement.dataset.ready !== undefined")
		p.noWider(path, narrowest)
		taken := p.ask(stuck + " * 3 > innerHeight ? " + stuck + " : 0")
		expect.True(p.t, taken == "0", "%s: bars take %s of %d pixels", path, taken, height)
		expect.Equal(p.t, p.ask(tooSmall), "", "%s: hard to hit", path)
		p.shoot("small" + strings.NewReplacer("/", "-", "?", "-").Replace(path))
	}
}

// bright names large parts that stay light in the dark theme. A board and a seat of White
// are light by their nature.
const bright = `(() => {
	const light = [];
	for (const e of document.querySelectorAll("body, body *")) {
		if (!e.checkVisibility() || e.closest("svg, .board, .seatcard.w, .seat-w, .stock, .btn-main, .execute, .on, .sec, .poster, [aria-current]")) continue;
		const [r, g, b, alpha = 1] = getComputedStyle(e).backgroundColor.match(/[\d.]+/g).map(Number);
		const area = e.getBoundingClientRect();
		if (alpha > 0.5 && (r + g + b) / 3 > 128 && area.width * area.height > 900) light.push(e.tagName + "." + e.className);
	}
	return [...new Set(light)].slice(0, 6).join("; ");
})()`

// Who reads in the dark is not dazzled: a device that asks for a dark page gets one,
// whole.
func TestDarkPagesAreDarkAsAWhole(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(phone)
	expect.Must(chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}))(t)
	for _, path := range smallPages {
		p.open(path)
		expect.Equal(t, p.ask(bright), "", "%s: light in the dark", path)
		p.shoot("dark" + strings.NewReplacer("/", "-", "?", "-").Replace(path))
	}
}
