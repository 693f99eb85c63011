package journey_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// runsOn names cells of tables that do not hold what stands in them: numbers that run into
// the next look like others.
const runsOn = `[...document.querySelectorAll("table :is(th, td)")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim()).slice(0, 5).join("; ")`

// playThrough plays as many rounds, of which the first is published.
func (h *hall) playThrough(rounds int) {
	h.t.Helper()
	for n := 1; n <= rounds; n++ {
		if n > 1 {
			h.Draft(n)
			h.Publish(n)
		}
		h.Play(n)
	}
}

// A double round robin has more rounds than a window or a sheet has room for columns. On
// the page the names stay beside what is scrolled; a sheet has a column for each opponent.
func TestACrossTableOfManyRoundsIsWhole(t *testing.T) {
	inBrowser(t)
	const rounds = 22
	h := newVenue(t).publishedHall(6, func(h *hall) {
		h.exec(`update section set system = 'double-round-robin', rounds = $2 where event_id = $1`, h.event, rounds)
	})
	h.playThrough(rounds)
	h.crossTableOnPaper(rounds, "Place Team 1 2 3 4 5 6 7 8 9 10 11 12 Points")

	const sheetOnItsSide = 1032 // pixels between the margins of A4
	const byRound = `document.querySelector(".scroll-x:has(.cross:not(.robin))")`
	for _, width := range []int64{phone, 1024} {
		reader := h.visitor(width)
		reader.open("/e/lake/open/crosstable")
		reader.leaves("scroll", byRound+`.scrollIntoView({block: "center", behavior: "instant"}); `+byRound+`.scrollLeft = 300`)
		reader.until(byRound + `.scrollLeft === 300`)
		expect.Equal(t, reader.ask(`document.elementFromPoint(60, `+byRound+`.querySelector("tbody tr").getBoundingClientRect().top + 12)?.closest("th, td")?.textContent.trim()`),
			"Knight Riders", "what stands at the edge of a window of %d when the rounds are scrolled", width)
		reader.shoot("crosstable-scrolled-" + strconv.Itoa(int(width)))
		if width == phone {
			continue
		}
		printed := reader.pdf("A4")
		for _, box := range pdfBox.FindAllSubmatch(printed, -1) {
			across, _ := strconv.ParseFloat(string(box[1]), 64)
			down, _ := strconv.ParseFloat(string(box[2]), 64)
			expect.True(t, across > down, "the cross table is printed on a sheet of %.0f by %.0f points", across, down)
		}
		reader.do("lay the window out as a sheet", chromedp.EmulateViewport(sheetOnItsSide, 720))
		expect.Must(chromedp.Call(reader.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))(t)
		reader.until(`getComputedStyle(document.querySelector(".scroll-x")).overflowX === "visible"`)
		reader.noWider("the printed cross table", sheetOnItsSide)
		reader.content()
	}
}

// The columns of 24 opponents are narrow, and hold their numbers all the same; the lines go
// on on a second sheet.
func TestACrossTableOfManyTeamsIsWhole(t *testing.T) {
	inBrowser(t)
	const rounds = 2
	h := newVenue(t).publishedHall(12, func(h *hall) {
		h.exec(`update section set system = 'round-robin', rounds = 23 where event_id = $1`, h.event)
	})
	h.playThrough(rounds)
	const columns = "Line Team 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 Points Place"
	h.crossTableOnPaper(rounds, columns+" | "+columns)
}

// crossTableOnPaper has those columns, sheet by sheet, and every number is whole.
func (h *hall) crossTableOnPaper(round int, columns string) {
	h.t.Helper()
	desk := h.official("hall.chief", desktop)
	desk.open("/e/lake/desk/print/open/round/" + strconv.Itoa(round) + "?paper=crosstable")
	expect.Equal(h.t, desk.ask(runsOn), "", "cells of the paper run into the next")
	expect.Equal(h.t, desk.ask(cutOff), "", "the paper")
	expect.Equal(h.t, desk.ask(`[...document.querySelectorAll(".paper")].map((sheet) => [...sheet.querySelectorAll("th")].map((e) => e.textContent.trim()).join(" ")).join(" | ")`),
		columns, "columns of the sheets")
	desk.content()
}

// Groups stand under each other on a sheet, none of them in two parts. On a screen of the hall
// the names stay whole beside the mark of those who go on, in every language.
func TestManyGroupsAreWhole(t *testing.T) {
	inBrowser(t)
	const rounds = 5
	h := newVenue(t).publishedHall(20, func(h *hall) {
		h.exec(`update section set system = 'groups-knockout', group_count = 9, advance = 2, rounds = 10 where event_id = $1`, h.event)
	})
	h.playThrough(rounds)
	desk := h.official("hall.chief", desktop)
	for paper, want := range map[string]string{"standings": "A B C D|E F G H I", "crosstable": "A B C D|E F G H I"} {
		desk.open("/e/lake/desk/print/open/round/5?paper=" + paper)
		expect.Equal(t, desk.ask(cutOff), "", "the paper %s", paper)
		expect.Equal(t, desk.ask(runsOn), "", "cells of the paper %s run into the next", paper)
		expect.Equal(t, desk.ask(`[...document.querySelectorAll(".paper")].map((sheet) => [...sheet.querySelectorAll(".ppart")].map((e) => e.textContent.trim().slice(-1)).join(" ")).join("|")`),
			want, "groups on the sheets of the paper %s", paper)
		desk.shoot("groups-" + paper)
	}
	desk.open("/e/lake/desk/screens")
	desk.fill("#f-name", "Main")
	desk.fill("#f-programme", "standings")
	desk.says("Add the screen")
	desk.sees(".said", "Main")
	desk.content()
	screen := h.visitor(1920)
	for _, language := range []string{"en", "de", "fr", "es", "cs"} {
		screen.open("/e/lake/hall/main?lang=" + language)
		screen.sees(".hrow .tag-ok", "→")
		expect.Equal(t, screen.ask(`[...document.querySelectorAll(".hrow .clip")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim()).join("; ")`), "", "names cut on the screen in %s", language)
		screen.shoot("groups-hall-" + language)
	}
	screen.content()
}

// Single players with a new partner every round have longer cells: who played with them and
// against them. On paper they are players, and the sheet says how its cells are read.
func TestPapersOfRotatingPartnersAreWhole(t *testing.T) {
	inBrowser(t)
	const rounds = 13
	h := newVenue(t).publishedHall(14, func(h *hall) {
		h.exec(`delete from player where event_id = $1 and seat_order = 2`, h.event)
		h.exec(`update team set name = (select first_name || ' ' || last_name from player p where p.team_id = team.team_id) where event_id = $1`, h.event)
		h.exec(`update section set system = 'rotating-partners', rounds = $2, tie_breaks = 'PTS,WIN,WON,PS,REP,BPG,BWG,RTNG,TPN' where event_id = $1`, h.event, rounds)
	})
	h.playThrough(rounds)
	desk := h.official("hall.chief", desktop)
	for _, paper := range []string{"standings", "crosstable", "teams", "names", "tables", "slips"} {
		desk.open("/e/lake/desk/print/open/round/" + strconv.Itoa(rounds) + "?paper=" + paper)
		expect.Equal(t, desk.ask(cutOff)+desk.ask(runsOn), "", "the paper %s", paper)
		switch paper {
		case "crosstable":
			desk.sees(".paper", "+ place of the partner")
			fallthrough
		case "standings", "teams":
			heads := desk.ask(`[...document.querySelector(".paper table").querySelectorAll("th")].map((e) => e.textContent.trim()).join(" ")`)
			expect.Contains(t, heads, "Player", "heads of the paper %s", paper)
			expect.Lacks(t, heads, "Team", "heads of the paper %s", paper)
		}
		desk.shoot("rotating-" + paper)
	}
}
