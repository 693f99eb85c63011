package journey_test

import (
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// wholeWords checks the page that is open: no wider than the window, no word on two lines
// or cut.
func (p *person) wholeWords(what string) {
	p.t.Helper()
	p.until(settled)
	expect.Equal(p.t, p.ask(brokenWords+"([document.body])"), "", "%s at %d: words on two lines", what, p.width)
	expect.Equal(p.t, p.ask(hiddenWords), "", "%s at %d: words cut", what, p.width)
	p.noWider(what, p.width)
}

// Nine matches of a pairing, tables from 1001 on and as many tie-breaks as there may be
// stand whole in every window and on paper.
func TestManyMatchesAndTieBreaksFit(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).publishedHall(12, func(h *hall) {
		h.exec(`update section set matches_per_pairing = 9, first_table = 1001, tie_breaks = 'PTS,DE,BH/C1,BH,SB,WIN,BPG,KS,PS,FB,AOB,MPvGP' where event_id = $1`, h.event)
	})
	h.Play(1)
	h.Draft(2)
	h.Publish(2)
	for _, width := range []int64{phone, 1024, desktop} {
		p := h.official("hall.desk", width)
		p.open("/e/lake/desk/open/round/2/wall")
		p.wholeWords("the wall")
		p.press("1003\r")
		p.sees("[data-echo]", "table 1003, match 1")
		p.wholeWords("the wall with a table open")
		expect.Equal(t, p.ask(`((box) => box.scrollWidth <= box.clientWidth)(document.querySelector("[data-find] [name=table]"))`), "true", "the box holds the number at %d", width)
		p.shoot("many-matches-" + itoa(int(width)))
		for _, path := range []string{"/e/lake/open/standings", "/e/lake/open/pairings", "/e/lake/team/team-1", "/e/lake/find?team=team-1"} {
			p.open(path)
			p.wholeWords(path)
		}
	}
	p := h.official("hall.chief", desktop)
	for _, paper := range []string{"names", "tables", "slips", "chart", "standings", "missing", "cards", "blank"} {
		p.open("/e/lake/desk/print/open/round/2?paper=" + paper)
		expect.Equal(t, p.ask(cutOff)+p.ask(runsOn), "", "the paper %s", paper)
	}
	p.content()
}

// Every one of many sections is within reach: in the menu of the desk, which is no longer
// than the window, and in the row above public pages, whose chips stay on one line.
func TestManySectionsAreWithinReach(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).publishedHall(2, func(h *hall) {
		for n := 2; n <= 24; n++ {
			h.Section(h.event, int64(n), fmt.Sprintf("Under %d00", n), testkit.Row{"slug": fmt.Sprintf("under-%d", n), "letter": string(rune('@' + n))})
		}
	})
	for _, width := range []int64{phone, desktop} {
		p := h.official("hall.chief", width)
		p.open(h.wall)
		p.click(".deskbar > .pick-menu summary")
		p.until(`((list) => list.getBoundingClientRect().bottom <= innerHeight && list.querySelectorAll("li").length === 25)(document.querySelector(".deskbar > .pick-menu ul"))`)
		p.shoot("many-sections-" + itoa(int(width)))
		p.click(`.deskbar > .pick-menu li:last-child a`)
		p.until("location.pathname === '/e/lake/desk/under-24'")
		p.open("/e/lake/open/pairings")
		p.wholeWords("pairings beside many sections")
		expect.Equal(t, p.ask(`Math.max(...[...document.querySelectorAll("nav.scroll .chip")].map((e) => { const text = document.createRange(); text.selectNodeContents(e); return text.getClientRects().length; }))`), "1", "lines of the chips at %d", width)
	}
}

// A bracket of seven rounds has narrow columns: the score stands beside the name, where it
// is no seed.
func TestABracketOfManyRoundsIsRead(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).publishedHall(64, func(h *hall) {
		h.exec(`update section set system = 'knockout', rounds = 7 where event_id = $1`, h.event)
	})
	h.Play(1)
	h.Draft(2)
	h.Publish(2)
	for _, width := range []int64{phone, 1024, desktop} {
		p := h.visitor(width)
		p.open("/e/lake/open/standings")
		p.wholeWords("the bracket")
		expect.Equal(t, p.ask(`[...document.querySelectorAll(".tie-side:has(.tag)")].filter((side) => side.querySelector("strong").getBoundingClientRect().left < side.querySelector("a").getBoundingClientRect().right || side.querySelector("strong").getBoundingClientRect().top > side.querySelector("a").getBoundingClientRect().bottom).length`),
			"0", "scores below the names at %d", width)
		p.shoot("bracket-of-128-" + itoa(int(width)))
	}
}

// The clocks of long games are read whole on the card of an incident.
func TestLongClocksAreReadWhole(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	for _, width := range []int64{phone, desktop} {
		p := v.official("demo.director", width)
		p.open(event + "/desk/incidents/1")
		p.fill("[name=clock_WA]", "59:59")
		expect.Equal(t, p.ask(`((field) => field.scrollWidth <= field.clientWidth)(document.querySelector("[name=clock_WA]"))`), "true", "the field holds the clock at %d", width)
		p.wholeWords("the card")
	}
}

// The forecast needs no scrolling on a phone: of rounds of four hours, and with the times
// that were planned.
func TestForecastsOfLongRoundsFitAPhone(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).publishedHall(6, func(h *hall) {
		h.exec(`update section set round_minutes = 240 where event_id = $1`, h.event)
	})
	h.OK(h.tournament.StartClock(t.Context(), h.event, h.command(), h.section, 1))
	for path, p := range map[string]*person{"/e/lake/desk/open/pace": h.official("hall.chief", phone), event + "/desk/open/pace": newShow(t).official("demo.chief", phone)} {
		p.open(path)
		p.wholeWords(path)
		forecast := `document.querySelector(".scroll-x table")`
		expect.Contains(t, p.ask(forecast+".textContent"), "Starts", "the forecast of %s", path)
		expect.Equal(t, p.ask(`((part) => part.scrollWidth > part.clientWidth)(`+forecast+`.parentElement)`), "false", "%s: the forecast scrolls", path)
		p.shoot("pace")
	}
}

// A sheet is wider than a phone; what is done with it stands in the window, also when the
// sheet is scrolled.
func TestPapersAreHandledOnAPhone(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(4)
	for _, width := range []int64{narrowest, phone, desktop} {
		p := h.official("hall.chief", width)
		p.open("/e/lake/desk/print/open/round/1?paper=crosstable")
		p.leaves("scroll", `document.querySelector(".papers").scrollLeft = 200`)
		expect.Equal(t, p.ask(`[...document.querySelectorAll(".papers-bar :is(a, button, span)")].filter((e) => { const r = e.getBoundingClientRect(), seen = document.querySelector(".papers").getBoundingClientRect(); return r.left < seen.left || r.right > seen.right; }).map((e) => e.textContent.trim()).join("; ")`),
			"", "out of the window at %d", width)
		p.shoot("paper-bar-" + itoa(int(width)))
	}
}
