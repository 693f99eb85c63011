package journey_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// On the screens that halls have, a wall of forty tables shows every name whole, the
// number box gives its room to the wall until a table is open, and Save is in sight.
func TestTheWallIsReadable(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(40)
	h.exec(`update team set name = 'The Fork Bishops of Harbour ' || team_id where event_id = $1 and team_id % 7 = 0`, h.event)
	desk := h.official("hall.desk", desktop)
	for _, screen := range [][2]int64{{1024, 768}, {1366, 768}, {1440, 900}} {
		size := fmt.Sprintf("%d", screen[0])
		desk.do("size the window", chromedp.EmulateViewport(screen[0], screen[1]))
		desk.open(h.wall)
		desk.until(settled + " && document.activeElement.name === 'table'")
		names := func(when string) {
			cut := desk.ask(`[...document.querySelectorAll(".tile .t")].filter((t) => t.scrollWidth > t.clientWidth + 1 || t.scrollHeight > t.clientHeight + 2 || t.getBoundingClientRect().bottom > t.closest(".tile").getBoundingClientRect().bottom).map((t) => t.textContent).join()`)
			expect.Equal(t, cut, "", "at %s, %s, names are cut", size, when)
			small := desk.ask(`[...document.querySelectorAll(".tile .t")].filter((t) => parseFloat(getComputedStyle(t).fontSize) < 13).length`)
			expect.True(t, small == "0", "at %s, %s, %s names are too small", size, when, small)
			desk.noWider(h.wall, screen[0])
		}
		names("without a table")
		desk.shoot("wall-" + size)
		room := desk.ask("document.querySelector('.wallcol').clientWidth")
		desk.press("6\r")
		desk.until(settled + " && document.activeElement.name === 'outcome'")
		names("with a table open")
		desk.shoot("wall-entry-" + size)
		more := desk.ask(room + " - document.querySelector('.wallcol').clientWidth >= 60")
		expect.Equal(t, more, "true", "at %s the number box takes as much room as an open table", size)
		below := desk.ask(`[...document.querySelectorAll("[data-entry-form] .btn-main")].filter((b) => b.checkVisibility() && b.getBoundingClientRect().bottom > innerHeight).length`)
		expect.Equal(t, below, "0", "at %s Save is below the fold", size)
		for _, field := range []string{"find", "tables"} {
			label := desk.ask(fmt.Sprintf(`[...document.querySelector("[data-wall-find] [name=%s]").labels].some((l) => [...l.children].some((s) => s.matches("span") && s.textContent.trim() && s.getBoundingClientRect().width > 10))`, field))
			expect.Equal(t, label, "true", "at %s nothing in sight says what %s", size, field)
		}
	}
	desk.content()
}

// The longest name that may be entered, with no place to break it, takes no column its
// room and pushes nothing out of the window.
func TestLongNamesCrushNoTable(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(3)
	h.exec(`update team set name = repeat('Fork', 18) || team_id where event_id = $1 and team_id < 4`, h.event)
	h.exec(`update player set last_name = repeat('Castle', 12) where event_id = $1 and team_id < 3`, h.event)
	for table := 1; table <= 3; table++ {
		h.enters(table, 1, tournament.FirstWins)
	}
	chief := h.official("hall.chief", desktop)
	for _, width := range []int64{phone, 1024} {
		chief.size(width)
		for _, path := range []string{"/e/lake/desk/open/teams", "/e/lake/desk/open", lakeRound + "/pair", h.wall + "?table=1", lakeRound + "/verify", "/e/lake/open/standings", "/e/lake/open/crosstable"} {
			chief.open(path)
			chief.noWider(path, width)
			crushed := chief.ask(`[...document.querySelectorAll("table td, table th")].filter((c) => c.checkVisibility() && !c.matches(".vh") && c.textContent.trim().length > 7 && c.clientWidth < 40 && getComputedStyle(c).position !== "absolute").map((c) => c.textContent.trim().slice(0, 20) + " " + c.clientWidth).join("; ")`)
			expect.Equal(t, crushed, "", "%s at %d: crushed", path, width)
			if strings.Contains(path, "/desk/") {
				aside := chief.ask(`[...document.querySelectorAll("main table")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth).length`)
				expect.Equal(t, aside, "0", "%s at %d: a table is wider than its place", path, width)
			}
			chief.shoot(fmt.Sprintf("long-%d%s", width, strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(path)))
		}
	}
	chief.content()
}

// A result that another desk enters is marked at its table, not around the whole wall.
func TestTheTileThatChangedIsMarkedAlone(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(12)
	reader, other := h.official("hall.desk", desktop), h.official("hall.desk2", desktop)
	reader.open(h.wall)
	reader.until(settled)
	reader.ask(`(() => {
		window.marks = [];
		new MutationObserver(() => {
			const marked = [...document.querySelectorAll(".changed")];
			window.marks.push(...marked.map((e) => (e.dataset.table ?? e.dataset.live ?? e.tagName) + (e.querySelector(".changed") ? " around others" : "")));
		}).observe(document.body, {subtree: true, attributes: true, attributeFilter: ["class"]});
		return "";
	})()`)
	other.open(h.wall)
	other.until(settled + " && document.activeElement.name === 'table'")
	other.press("4\r1\r2\r")
	reader.until("window.marks.includes('4')")
	expect.Equal(t, reader.ask("window.marks.filter((m) => m.includes('around others')).join()"), "", "marks around other marks")
}
