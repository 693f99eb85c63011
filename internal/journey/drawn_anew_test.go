package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestSoakPagesDrawnAnew opens every page of the demonstration and has its live parts drawn once more as
// the server sends them: what scripts offered, filled in or marked when the page was opened is there
// again. (A button that a script shows, and nobody shows again, goes with the first change of anybody.)
func TestSoakPagesDrawnAnew(t *testing.T) {
	atLength(t)
	inBrowser(t)
	v := newShow(t)
	drawn := 0
	for _, w := range []walk{{"desk", "demo.chief", deskPages}, {"public", "", publicPages}, {"organizer", "demo.organizer", organizerPages}} {
		p := v.visitor(desktop)
		if w.login != "" {
			p = v.official(w.login, desktop)
		}
		for _, path := range w.pages {
			p.open(path)
			p.settles()
			if p.ask("document.querySelector('[data-live]') !== null && document.body.dataset.version > 0") != "true" {
				continue
			}
			p.ask("(window.differs = undefined, (" + drawAgain + ")(), true)")
			p.until("window.differs !== undefined")
			expect.Equal(t, p.ask("window.differs"), "", "%s, drawn anew", path)
			drawn++
		}
	}
	expect.True(t, drawn >= 60, "only %d pages were drawn anew", drawn)
}

// drawAgain has the live parts of a page drawn with nothing but a remark in them that is new, and tells
// what is otherwise than before.
const drawAgain = `async () => {
	const state = () => {
		const lines = [];
		for (const e of document.querySelectorAll("#main, #main *")) {
			if (e.name === "key") continue; // each look has keys of its own
			const attributes = [...e.attributes].map((a) => [a.name, a.value.replace(/[\w-]{20,}/g, "")]).filter(([name, value]) => !(name === "class" && value === "") && !(name === "id" && value.startsWith("row-")));
			const filled = "value" in e && e.type !== "hidden" ? e.value + e.checked : "";
			const text = e.children.length === 0 ? e.textContent.replace(/\d+/g, "0").trim() : "";
			lines.push([e.tagName, ...attributes.map((a) => a.join("=")).sort(), filled, text].join(" "));
		}
		return lines;
	};
	const before = state();
	const asked = window.fetch;
	window.fetch = async (...wanted) => {
		const answer = await asked(...wanted);
		const text = (await answer.text()).replace(/<[a-z]+[^>]* data-live="[^>]*>/g, "$&<!-- drawn anew -->");
		return new Response(text, { status: answer.status, headers: answer.headers });
	};
	await new Promise((fresh) => {
		document.addEventListener("tandem:fresh", fresh, { once: true });
		document.dispatchEvent(new CustomEvent("tandem:look"));
	});
	window.fetch = asked;
	await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
	for (const e of document.querySelectorAll(".changed")) e.classList.remove("changed");
	const after = state();
	window.differs = [...before.filter((line) => !after.includes(line)).map((line) => "gone: " + line), ...after.filter((line) => !before.includes(line)).map((line) => "new: " + line)].join("\n");
}`
