package journey_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// turnedRound finds names in Hebrew that turn round what stands beside them: parts of a
// line that stand before one another in the page and behind one another on the screen, and
// sentences in which a name is not set apart from a number or a name after it.
const turnedRound = `JSON.stringify((() => {
	const hebrew = /[\u0590-\u05ff]/, apart = /\u2068[^\u2068\u2069]*\u2069/g, found = new Set();
	const box = (e) => { while (/^(inline|contents)$/.test(getComputedStyle(e).display)) e = e.parentElement; return e; };
	const boxes = new Map();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let names = 0;
	for (let node; (node = walk.nextNode());) {
		if (!node.data.trim() || node.parentElement.closest("script, style, template, svg")) continue;
		const within = box(node.parentElement);
		boxes.set(within, [...(boxes.get(within) ?? []), node]);
	}
	for (const [within, nodes] of boxes) {
		if (!nodes.some((node) => hebrew.test(node.data))) continue;
		let before = [];
		for (const node of nodes) {
			names += hebrew.test(node.data);
			const range = document.createRange();
			range.setStart(node, node.data.search(/\S/));
			range.setEnd(node, node.data.trimEnd().length);
			const here = [...range.getClientRects()].filter((r) => r.width > 0);
			if (before.some((a) => here.some((b) => Math.abs(a.top - b.top) < 6 && a.right > b.left + 1))) found.add(within.innerText);
			if (here.length) before = here;
			let said = node.data;
			while (apart.test(said)) said = said.replace(apart, "");
			if (/[\u0590-\u05ff] ?\d* *(?:[:,(–-] *)+[\d½\u0590-\u05ff]/.test(said)) found.add(node.data.trim());
		}
	}
	return {Names: names, Found: [...found]};
})())`

// Names in Hebrew or Arabic stand among Latin words, numbers and scores: none of them
// takes the place of another.
func TestNamesWrittenFromTheRightTurnNothingRound(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(8)
	h.exec(`update team set name = (array['מלכים', 'פרשים', 'צריחים'])[1 + team_id % 3] || ' ' || team_id where event_id = $1`, h.event)
	h.exec(`update player set first_name = (array['דוד', 'רות'])[1 + player_id % 2], last_name = (array['כהן', 'לוי'])[1 + player_id / 2 % 2] where event_id = $1`, h.event)
	h.exec(`update event set version = version + 1 where event_id = $1`, h.event)
	desk, chief := h.official("hall.desk", desktop), h.official("hall.chief", desktop)
	desk.open(h.wall)
	desk.press("6\r1\r")
	desk.sees("main", "\u2069 beat \u2068")
	desk.settles() // the page says it before it is saved
	desk.comes(h, 6, 1, tournament.MatchReported, tournament.FirstWins)
	for path, p := range map[string]*person{
		h.wall: desk, lakeRound + "/verify": chief, "/e/lake/desk/open/teams": chief, "/e/lake/desk/floor": chief, "/e/lake/desk/open": chief,
		"/e/lake/open/pairings": desk, "/e/lake/open/round/1/table/6": desk, "/e/lake/open/standings": desk, "/e/lake/open/crosstable": desk,
		"/e/lake/desk/print/open/round/1?paper=slips": chief, "/e/lake/desk/print/open/round/1?paper=missing": chief,
	} {
		p.open(path)
		var turned struct {
			Names int
			Found []string
		}
		expect.OK(t, json.Unmarshal([]byte(fmt.Sprint(p.ask(turnedRound))), &turned))
		expect.True(t, turned.Names > 0, "%s has no name in Hebrew", path)
		for _, text := range turned.Found {
			t.Errorf("%s: a name turns round what stands beside it: %q", path, text)
		}
	}
}
