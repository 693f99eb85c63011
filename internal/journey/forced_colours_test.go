package journey_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Where the reader's own colours are forced, as Windows does for contrast, what is chosen and where
// one stands is still told from the others beside it.
func TestForcedColoursKeepWhatIsChosen(t *testing.T) {
	inBrowser(t)
	p := newShow(t).official("demo.chief", desktop)
	forced := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}}
	expect.Must(chromedp.Call(p.ctx, emulation.SetEmulatedMedia, forced))(t)
	for _, at := range []struct{ path, chosen, other string }{
		{"/e/lakeshore-demo/desk/incidents/2", ".chip:has(input:checked)", ".chip:not(:has(input:checked))"},
		{"/e/lakeshore-demo/desk/open/round/3/wall", ".filters .chip.on", ".filters .chip:not(.on)"},
		{"/e/lakeshore-demo/desk/open/round/3/wall", ".steps .now .pip", ".steps .done .pip"},
		{"/e/lakeshore-demo/desk/open/round/3/wall", ".steps .now .pip", ".steps li:not(.now, .done) .pip"},
		{"/e/lakeshore-demo/open/round/3/table/1/match/1", ".lm-move[aria-current]", ".lm-move:not([aria-current])"},
	} {
		p.open(at.path)
		p.until(fmt.Sprintf(`(() => {
			const colour = (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor;
			return matchMedia("(forced-colors: active)").matches && colour(%q) !== colour(%q);
		})()`, at.chosen, at.other))
	}
}
