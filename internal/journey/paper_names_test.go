package journey_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// onPaper reads the sheets as they are printed: what of a text lies outside of what
// clips it, or under the foot, is not on the paper and stands in cut.
const onPaper = `(() => {
	const cut = [], read = [];
	const clips = (e) => { const s = getComputedStyle(e); return s.overflowX !== "visible" || s.overflowY !== "visible"; };
	for (const sheet of document.querySelectorAll(".paper")) {
		const foot = sheet.querySelector(".paper-foot").getBoundingClientRect();
		const walk = document.createTreeWalker(sheet.querySelector(".paper-body"), NodeFilter.SHOW_TEXT);
		for (let node; (node = walk.nextNode());) {
			if (!node.data.trim() || node.parentElement.closest("svg")) continue;
			const range = document.createRange();
			range.selectNodeContents(node);
			let whole = getComputedStyle(node.parentElement).visibility === "visible";
			for (const r of range.getClientRects()) {
				if (r.bottom - 3 > foot.top) whole = false;
				for (let e = node.parentElement; e && e !== sheet.parentElement; e = e.parentElement) {
					if (!clips(e)) continue;
					const c = e.getBoundingClientRect();
					// A line box is higher than its letters: a fifth of it may lie outside.
					if (r.left < c.left - 1 || r.right > c.right + 1 || r.top < c.top - r.height / 5 - 1 || r.bottom > c.bottom + r.height / 5 + 1) whole = false;
				}
			}
			(whole ? read : cut).push(node.data.replace(/\s+/g, " ").trim());
		}
	}
	return JSON.stringify({cut, read});
})()`

// Every name stands whole on every list and slip, however long it is and however late it
// differs from the others: a hundred and seventy teams, whose
// names differ in their number alone, which is a list in three columns.
func TestNamesOnPaperAreNeverCutToSameness(t *testing.T) {
	inBrowser(t)
	v := newVenue(t)
	h := v.newHall(85)
	desk := v.official("hall.chief", desktop)
	expect.Must(chromedp.Call(desk.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))(t)
	for _, stem := range []string{"Fork Bishops", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten Nr."} {
		h.exec(`update team set name = $2 || ' ' || team_id, name_key = $2 || team_id where event_id = $1`, h.event, stem)
		h.exec(`update player set first_name = 'Bartoloměj ' || player_id, last_name = $2 || ' ' || player_id where event_id = $1`, h.event, stem)
		h.exec(`update event set version = version + 1 where event_id = $1`, h.event)
		for paper, players := range map[string]bool{
			"names": false, "tables": false, "slips": false, "chart": false, "standings": false, "crosstable": false, "missing": false, "teams": true, "badges": true,
		} {
			desk.open("/e/lake/desk/print/open/round/1?paper=" + paper)
			var found struct{ Cut, Read []string }
			expect.OK(t, json.Unmarshal([]byte(desk.ask(onPaper)), &found))
			if len(found.Cut) > 0 {
				t.Errorf("%s, %s: %d texts are cut off, the first is %q", paper, stem, len(found.Cut), found.Cut[0])
			}
			if paper == "slips" {
				desk.shoot("paper-slips-" + strings.Fields(stem)[0])
			}
			all := strings.Join(found.Read, "\n") + "\n"
			lost := func(what string, n int) {
				if name := fmt.Sprintf("%s %d", stem, n); !strings.Contains(all, name+"\n") && !strings.Contains(all, name+" ") && !strings.Contains(all, name+",") {
					t.Errorf("%s: the %s %q cannot be read", paper, what, name)
				}
			}
			for n := 1; n <= 170; n++ {
				lost("team", n)
			}
			for n := 1; players && n <= 340; n++ {
				lost("player", n)
			}
		}
	}
}
