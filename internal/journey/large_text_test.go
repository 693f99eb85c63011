package journey_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// readLarge are the pages that are looked at with twice the size of text, where they are
// looked at anyway: nothing scrolls sideways, and no button, link, heading or sentence
// loses a part of its words (WCAG 1.4.4). A screen sizes its text to the hall.
var readLarge = slices.Concat(
	slices.DeleteFunc(slices.Clone(publicPages), func(path string) bool { return strings.Contains(path, "/hall/") }),
	[]string{
		"/e/lakeshore-demo/desk/open", "/e/lakeshore-demo/desk/open/teams", "/e/lakeshore-demo/desk/open/round/3/verify", "/e/lakeshore-demo/desk/u1600/round/3/missing",
		"/e/lakeshore-demo/desk/incidents", "/e/lakeshore-demo/desk/appeals/1", "/e/lakeshore-demo/desk/open/round/3/clock",
		"/e/lakeshore-demo/desk/open/round/3/pair", "/e/lakeshore-demo/desk/open/round/3/wall", "/e/lakeshore-demo/desk/open/round/3/wall?table=4",
		"/e/lakeshore-demo/desk/incidents/1", "/e/lakeshore-demo/desk/incidents/1/ruling", "/e/lakeshore-demo/desk/incidents/2",
	},
)

// Every page that is to be read large is on a tour that reads it so.
func TestLargeTextIsOnTheTour(t *testing.T) {
	t.Parallel()
	for _, path := range readLarge {
		expect.True(t, slices.Contains(publicPages, path) || slices.Contains(deskPages, path), "%s is read large by nobody", path)
	}
}

// doubled makes every text twice as large, as a browser does that enlarges text
// alone, and says what is too wide or cut. Of the keys below the wall those are shown that
// fit on its line; the button before them lists all.
const doubled = `(() => {
	const all = [...document.querySelectorAll("body *")].filter((e) => !e.closest("svg"));
	const sizes = all.map((e) => parseFloat(getComputedStyle(e).fontSize));
	all.forEach((e, i) => { e.style.fontSize = 2 * sizes[i] + "px"; });
	const wrong = [];
	const wide = document.documentElement.scrollWidth - innerWidth;
	if (wide > 0) {
		let worst = "", edge = innerWidth;
		for (const e of document.querySelectorAll("main *")) {
			const r = e.getBoundingClientRect();
			if (r.right > edge + 1 && !e.closest(".scroll-x")) { edge = r.right; worst = e.tagName + "." + e.className + " in " + e.parentElement.className; }
		}
		wrong.push("the page is " + wide + " pixels too wide: " + worst);
	}
	for (const e of document.querySelectorAll("main h1, main h2, main p, main a, main button, main summary, main label, main td, main th, main dd")) {
		const s = getComputedStyle(e);
		if (e.closest(".vh, .wallcol > .hints") || s.overflowX === "visible" && s.overflowY === "visible" || s.overflowX === "auto" || s.overflowX === "scroll") continue;
		if (e.clientWidth > 1 && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)) wrong.push("cut: " + e.tagName + "." + e.className + " " + e.textContent.trim().slice(0, 60));
	}
	return wrong.join("; ");
})()`

// readsLarge looks at the page that is open.
func (p *person) readsLarge(path string) {
	p.t.Helper()
	expect.Equal(p.t, p.ask(doubled), "", "%s at twice the text size", path)
	expect.Equal(p.t, p.ask(hiddenWords), "", "%s at twice the text size: words that are cut off", path)
}

// Whoever has set their browser to larger text gets it, half as large again here, on a phone: nothing
// is wider than it, and the colour of a seat is whole.
func TestTheBrowsersOwnTextSizeCounts(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	usual := v.visitor(phone)
	usual.open(smallPages[0])
	size := "parseFloat(getComputedStyle(document.body).fontSize)"
	before := usual.ask(size)

	larger := func(p *person, paths []string) {
		expect.Must(chromedp.Call(p.ctx, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: 24, Fixed: 20}}))(t)
		for _, path := range paths {
			p.open(path)
			p.noWider(path, phone)
			expect.Equal(t, p.ask(`[...document.querySelectorAll(".seatcard")].filter((e) => e.scrollWidth > e.clientWidth).length`), "0", "%s: seats whose colour is cut", path)
		}
	}
	reader := v.visitor(phone)
	larger(reader, smallPages)
	reader.fitInTurn(phone, smallPages, "de", "fr", "es", "cs")
	expect.Equal(t, reader.ask(size+" / 1.5"), before, "the size of a reader's text")
	larger(v.official("demo.chief", phone), []string{
		"/e/lakeshore-demo/desk/open/teams/2", "/e/lakeshore-demo/desk/open/round/3/wall", "/e/lakeshore-demo/desk/print", "/e/lakeshore-demo/desk/open/teams/new",
	})
}
