package journey_test

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// publicPages and deskPages are the pages of the demonstration; {table} is one
// in the middle of the list.
var (
	publicPages = []string{
		"/", "/e/lakeshore-demo", "/e/lakeshore-demo/find", "/e/lakeshore-demo/find?q=pawn", "/e/lakeshore-demo/find?team=knight-shift", "/e/lakeshore-demo/team/knight-shift",
		"/e/lakeshore-demo/open/pairings", "/e/lakeshore-demo/open/pairings?by=name", "/e/lakeshore-demo/u1600/pairings", "/e/lakeshore-demo/open/standings",
		"/e/lakeshore-demo/open/crosstable", "/e/lakeshore-demo/open/status", "/e/lakeshore-demo/open/rules", "/sign-in", "/e/lakeshore-demo/open/standings/embed",
		"/e/lakeshore-demo/player/3", "/e/lakeshore-demo/poster", "/e/lakeshore-demo/open/round/3/table/1/match/1", "/e/lakeshore-demo/open/pairings?by=table",
		"/e/lakeshore-demo/open/prizes",
		"/no-contact",
		"/e/lakeshore-demo/open/table/3",
		"/e/lakeshore-demo/cup/standings", "/e/lakeshore-demo/hall/cup",
		"/e/lakeshore-demo/hall/main", "/e/lakeshore-demo/find?q=knigth+shfit", "/rules",
	}
	deskPages = []string{
		"/account", "/account/devices", "/e/lakeshore-demo/desk/setup", "/e/lakeshore-demo/desk/open", "/e/lakeshore-demo/desk/open/teams",
		"/e/lakeshore-demo/desk/open/prizes", "/e/lakeshore-demo/desk/open/prospects", "/e/lakeshore-demo/desk/cup/prospects", "/e/lakeshore-demo/desk/open/announcements", "/e/lakeshore-demo/desk/open/prizes/edit", "/e/lakeshore-demo/desk/open/report/import",
		"/e/lakeshore-demo/desk/people", "/e/lakeshore-demo/desk/open/round/3/wall", "/e/lakeshore-demo/desk/u1600/round/3/wall",
		"/e/lakeshore-demo/desk/open/round/3/wall?table=4", "/e/lakeshore-demo/desk/open/round/3/verify", "/e/lakeshore-demo/desk/open/round/3/verify?mode=rekey", "/e/lakeshore-demo/desk/open/round/2/verify/sample?seed=7",
		"/e/lakeshore-demo/desk/open/round/5/wall", "/e/lakeshore-demo/desk/u1600/round/3/missing",
		"/e/lakeshore-demo/desk/open/round/4/pair", "/e/lakeshore-demo/desk/open/round/3/pair", "/e/lakeshore-demo/desk/open/round/3/table/5/match/1/resolve",
		"/e/lakeshore-demo/desk/open/round/2/table/2/match/1/correct", "/e/lakeshore-demo/desk/incidents", "/e/lakeshore-demo/desk/incidents/1",
		"/e/lakeshore-demo/desk/incidents/1/ruling", "/e/lakeshore-demo/desk/incidents/2", "/e/lakeshore-demo/desk/appeals", "/e/lakeshore-demo/desk/appeals/1",
		"/e/lakeshore-demo/desk/penalties", "/e/lakeshore-demo/desk/print", "/e/lakeshore-demo/desk/open/round/3/clock",
		"/e/lakeshore-demo/desk/print/open/round/3?paper=set", "/e/lakeshore-demo/desk/journal", "/e/lakeshore-demo/desk/floor", "/e/lakeshore-demo/desk/backup", "/e/lakeshore-demo/desk/programs", "/e/lakeshore-demo/desk/rules", "/server/health",
		"/e/lakeshore-demo/desk/open/round/2/table/2/match/1/correct?outcome=draw", "/e/lakeshore-demo/desk/open/round/3/table/1/match/1",
		"/e/lakeshore-demo/desk/setup/open", "/e/lakeshore-demo/desk/setup/open/paper", "/account/phone", "/e/lakeshore-demo/desk/people/paper", "/e/lakeshore-demo/desk/journal/seals", "/e/lakeshore-demo/desk/journal?table=3",
		"/e/lakeshore-demo/desk/open/round/3/pair/tables", "/e/lakeshore-demo/desk/open/round/3/bulk", "/desk", "/e/lakeshore-demo/desk",
		"/e/lakeshore-demo/desk/setup/event", "/e/lakeshore-demo/desk/setup/new", "/e/lakeshore-demo/desk/setup/check", "/e/lakeshore-demo/desk/setup/open/system",
		"/e/lakeshore-demo/desk/setup/open/template", "/e/lakeshore-demo/desk/setup/open/rulebook", "/e/lakeshore-demo/desk/setup/open/scoring", "/e/lakeshore-demo/desk/setup/open/tie-breaks", "/e/lakeshore-demo/desk/setup/open/tables",
		"/e/lakeshore-demo/desk/incidents/new", "/e/lakeshore-demo/desk/screens", "/e/lakeshore-demo/desk/open/pace", "/e/lakeshore-demo/desk/pace", "/e/lakeshore-demo/desk/open/boards",
		"/e/lakeshore-demo/desk/open/round/3/table/1/match/1/score", "/e/lakeshore-demo/desk/open/round/3/table/1/match/1/score?at=10",
	}
	// organizerPages are not for a chief.
	organizerPages = []string{"/e/lakeshore-demo/desk/import", "/e/lakeshore-demo/desk/open/teams/new", "/e/lakeshore-demo/desk/open/teams/close", "/e/lakeshore-demo/desk/open/teams/move?all=yes"}
	// draftPages are there once round 4 has a draft.
	draftPages = []string{
		"/e/lakeshore-demo/desk/open/round/4/pair", "/e/lakeshore-demo/desk/open/round/4/pair?columns=yes",
		"/e/lakeshore-demo/desk/open/round/4/pair/paper", "/e/lakeshore-demo/desk/open/round/4/pair/publish",
	}
)

// drafts makes the pairings of round 4.
func (p *person) drafts() {
	p.t.Helper()
	p.open("/e/lakeshore-demo/desk/open/round/4/pair")
	p.click("button[value=make]")
	p.sees(".draft .why", "group of")
}

// looksAt opens a page, which has to fit the window and please the browser.
func (p *person) looksAt(path string, width int64) {
	p.t.Helper()
	p.open(path)
	p.pleases(path, width)
}

// pleases looks at the page that is open.
func (p *person) pleases(path string, width int64) {
	p.t.Helper()
	p.shoot(map[int64]string{phone: "phone", desktop: "desk"}[width] + strings.NewReplacer("/", "-", "?", "-", "=", "-", "lakeshore-demo", "").Replace(path))
	title := p.ask("document.title")
	expect.True(p.t, title != "", "%s has no title", path)
	p.noWider(path, width)
	expect.Equal(p.t, p.ask(tooSmall), "", "%s at %d: hard to hit", path, width)
	expect.Equal(p.t, p.ask(wrongWords), "", "%s at %d", path, width)
	expect.Equal(p.t, p.ask(largerThanAbove), "", "%s at %d: headings larger than the one they stand under", path, width)
	if strings.Contains(path, "/desk/") && width == desktop {
		expect.Equal(p.t, p.ask(calledAlike), "", "%s: more than one is called", path)
	}
	expect.Equal(p.t, p.ask("performance.getEntriesByType('navigation')[0].responseStatus"), "200", "%s: status", path)
	p.content()
}

// noWider checks that the page that is open does not scroll sideways and that no box cuts a
// word off. A phone widens
// its window to a page that is too wide, so innerWidth says nothing.
func (p *person) noWider(path string, width int64) {
	p.t.Helper()
	if wide := p.ask(fmt.Sprintf("Math.max(0, document.documentElement.scrollWidth - %d)", width)); wide != "0" {
		p.t.Errorf("%s at %d pixels is %s too wide: %s", path, width, wide, p.ask(fmt.Sprintf(widest, width)))
	}
	expect.Equal(p.t, p.ask(hiddenWords), "", "%s at %d pixels: words that are cut off", path, width)
}

// largerThanAbove are the headings that are larger than one of a higher level before them.
const largerThanAbove = `(() => {
	const wrong = [], above = {};
	for (const h of document.querySelectorAll("main :is(h1, h2, h3)")) {
		if (h.closest(".vh, dialog") || !h.checkVisibility()) continue;
		const size = parseFloat(getComputedStyle(h).fontSize), level = Number(h.tagName[1]);
		for (let l = 1; l < level; l++) if (above[l] < size) wrong.push(h.tagName + " " + h.textContent.trim().slice(0, 40) + " " + size + " over " + above[l]);
		above[level] = size;
	}
	return wrong.join("; ");
})()`

// hiddenWords names words that a box around them cuts off without a sign. Signs are an ellipsis, also of the
// last line that a name may have, and a bar to scroll by; of the keys below the wall those
// are shown that fit on its line.
const hiddenWords = `(() => {
	const wrong = new Set();
	const signed = (e) => { const s = getComputedStyle(e); return s.textOverflow === "ellipsis" || s.webkitLineClamp !== "none" || /auto|scroll/.test(s.overflow); };
	const range = document.createRange();
	for (const box of document.querySelectorAll("main, main *")) {
		const s = getComputedStyle(box), across = /hidden|clip/.test(s.overflowX), down = /hidden|clip/.test(s.overflowY);
		if (!across && !down || signed(box) || box.closest(".vh, .hints, svg")) continue;
		const edge = box.getBoundingClientRect();
		if (edge.width < 3) continue;
		const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
		for (let text; (text = words.nextNode());) {
			range.selectNodeContents(text);
			const r = range.getBoundingClientRect();
			if (!(across && (r.right > edge.right + 1 || r.left < edge.left - 1) || down && (r.bottom > edge.bottom + 3 || r.top < edge.top - 3))) continue;
			let inner = text.parentElement;
			if (!text.data.trim() || inner.closest(".vh, svg, select, textarea") || !inner.checkVisibility({visibilityProperty: true})) continue;
			while (inner !== box && !signed(inner)) inner = inner.parentElement;
			if (inner === box) wrong.add(text.data.trim().slice(0, 60) + " by " + box.tagName + "." + box.className);
		}
	}
	return [...wrong].join("; ");
})()`

// widest names the element that sticks out furthest.
const widest = `(() => { let worst = "", edge = %d;
	for (const e of document.querySelectorAll("main *")) { const r = e.getBoundingClientRect(); if (r.right > edge + 1) { edge = r.right; worst = e.tagName + "." + e.className; } }
	return worst; })()`

// wrongWords are counts without their plural, and times as programs count them, in the
// text and the fields of the page that is open.
const wrongWords = `(() => {
	const fields = [...document.querySelectorAll("main input:not([type=hidden]), main option")].map((e) => e.matches("option") ? e.text : e.value);
	const said = [document.querySelector("main").textContent, ...fields].join(" ").replace(/\s+/g, " ");
	return [...new Set(said.match(/(?<![\d.,:½–-])1 (times|minutes|seconds|rounds|teams|players|results|matches|tables|rows|points|officials)\b|\b\d+00000\b|[Mm]illisecond\w*/g))].join(", ");
})()`

// calledAlike are names that two buttons have, or two links that lead to different places.
const calledAlike = `(() => {
	const leads = new Map();
	const alike = new Set();
	for (const e of document.querySelectorAll("a[href], button")) {
		if (!e.checkVisibility() || e.closest("svg")) continue;
		const name = (e.getAttribute("aria-label") || e.textContent).replace(/\s+/g, " ").trim();
		const called = (e.matches("a") ? "link “" : "button “") + name + "”";
		if (!name || leads.has(called) && (e.matches("button") || leads.get(called) !== e.href)) alike.add(called);
		leads.set(called, e.href);
	}
	return [...alike].join(", ");
})()`
