package journey_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Sizes of paper in inches, and in the points of a PDF.
var sheetSizes = map[string][2]float64{"A4": {8.27, 11.69}, "Letter": {8.5, 11}}

// pdf prints the page that is open as a browser does: no backgrounds, the size of
// paper that lies in the printer.
func (p *person) pdf(size string) []byte {
	p.t.Helper()
	own := true
	printed, err := chromedp.Call(p.ctx, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: sheetSizes[size][0], PaperHeight: sheetSizes[size][1], PreferCSSPageSize: &own})
	expect.MustTrue(p.t, err == nil, "print: %v", err)
	if dir := os.Getenv("TANDEM_SHOTS"); dir != "" {
		p.t.Log(os.WriteFile(filepath.Join(dir, "paper.pdf"), printed.Data, 0o644))
	}
	return printed.Data
}

var (
	pdfPage = regexp.MustCompile(`/Type\s*/Page\b`)
	pdfBox  = regexp.MustCompile(`/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)`)
)

// cutOff names what of the sheets on a page is not wholly on them.
const cutOff = `(() => { const bad = []; const add = (e, why) => bad.push(why + " " + e.className + ": " + e.textContent.trim().slice(0, 60));
	for (const sheet of document.querySelectorAll(".paper")) {
		const edge = sheet.getBoundingClientRect(), foot = sheet.querySelector(".paper-foot").getBoundingClientRect();
		for (const e of sheet.querySelectorAll(".paper-body *:not(.vh)")) {
			const r = e.getBoundingClientRect();
			if (r.bottom > foot.top + 1) { add(e, "under the foot"); break; }
			if (r.right > edge.right + 1 || r.left < edge.left - 1) { add(e, "over the edge"); break; }
			if (getComputedStyle(e).overflow === "hidden" && (e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2)) { add(e, "cut off"); break; }
		}
	}
	return bad.slice(0, 3).join("; "); })()`

// longNames make every name of the event as long as a name may be.
const longNames = `update %s set %s = left(%s || ' Šachový kroužek Základní školy Příbram pod Svatou Horou a Donaudampfschifffahrt', 80) where event_id = $1`

// The papers of a round come out of the printer whole: as many sheets as they say,
// of the right size, each with its foot, and nothing is cut off, however long the
// names are.
func TestPapersComeOutWhole(t *testing.T) {
	inBrowser(t)
	v := newVenue(t)
	h := v.newHall(23)
	desk := v.official("hall.chief", desktop)
	desk.do("turn the lights off", chromedp.Evaluate[chromedp.Void]("document.documentElement.dataset.theme = 'dark';undefined"))
	papers := []string{"names", "tables", "slips", "chart", "standings", "crosstable", "missing", "cards", "teams", "badges", "rules", "forms", "blank"}
	for _, long := range []bool{false, true} {
		if long {
			h.exec(fmt.Sprintf(longNames, "team", "name", "name"), h.event)
			h.exec(fmt.Sprintf(longNames, "section", "name", "name"), h.event)
			h.exec(`update player set first_name = 'Bartoloměj Maxmilián ' || player_id, last_name = 'Hrušovský-Nepomucký' where event_id = $1`, h.event)
			h.exec(`update event set version = version + 1 where event_id = $1`, h.event)
		}
		for i, name := range papers {
			desk.open("/e/lake/desk/print/open/round/1?paper=" + name)
			expect.Equal(t, desk.ask(cutOff), "", "%s, long names %v", name, long)
			if long != (i < 3) || i > 4 {
				continue // one printing of those on walls and tables is enough
			}
			size := []string{"A4", "Letter"}[i%2]
			sheets, err := strconv.Atoi(desk.ask("document.querySelectorAll('.paper').length"))
			if err != nil || sheets == 0 {
				t.Errorf("%s: no sheets (%v)", name, err)
				continue
			}
			printed := desk.pdf(size)
			n := len(pdfPage.FindAll(printed, -1))
			expect.True(t, n == sheets, "%s, long names %v: %d sheets came out of the printer, want %d", name, long, n, sheets)
			wide := desk.ask("!!document.querySelector('.paper-wide')") == "true"
			for _, box := range pdfBox.FindAllSubmatch(printed, -1) {
				w, _ := strconv.ParseFloat(string(box[1]), 64)
				want := sheetSizes[size][map[bool]int{true: 1}[wide]] * 72
				expect.True(t, w >= want-2 && w <= want+2, "%s: a sheet of %s is %.0f points wide, want %.0f", name, size, w, want)
			}
			if name == "names" {
				desk.readsBack(printed, sheets)
			}
		}
	}
	desk.content()
}

// What readers print of the standings stays on one sheet where it fits there, and the
// comparison of the rulebooks has the width of the window.
func TestReadersPrintStandingsOnOneSheet(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	reader := v.visitor(desktop)
	for _, section := range []string{"open", "u1600"} {
		reader.open(event + "/" + section + "/standings")
		reader.until(settled)
		rows := reader.ask("document.querySelectorAll('.ranking tbody tr').length")
		n := len(pdfPage.FindAll(reader.pdf("A4"), -1))
		expect.True(t, n == 1, "%s: %s rows on %d sheets, want 1", section, rows, n)
	}
	reader.open("/rules")
	wide, err := strconv.ParseFloat(reader.ask("document.querySelector('main').getBoundingClientRect().width"), 64)
	expect.True(t, err == nil && wide >= 1200, "the comparison of the rulebooks is %v pixels wide in a window of %d, %v", wide, desktop, err)
	reader.shoot("rules-wide")
	reader.content()
}

// readsBack checks the words on the sheets of the list by name.
func (p *person) readsBack(printed []byte, sheets int) {
	p.t.Helper()
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		p.t.Log("no pdftotext on this machine: the words on paper are not read back")
		return
	}
	read := exec.CommandContext(p.t.Context(), tool, "-layout", "-", "-")
	read.Stdin = bytes.NewReader(printed)
	words, err := read.Output()
	expect.MustTrue(p.t, err == nil, "read the print: %v", err)
	pages := strings.Split(strings.TrimRight(string(words), "\f\n"), "\f")
	for i, text := range pages {
		for _, want := range []string{"Pairings by name", "round 1", "version 1", "printed ", "seal ", fmt.Sprintf("page %d of %d", i+1, sheets)} {
			expect.Contains(p.t, text, want, "sheet %d does not say", i+1)
		}
		for _, not := range []string{"Print centre", "Live", "Sign in"} {
			expect.True(p.t, !strings.Contains(text, not), "sheet %d carries %q of the screen", i+1, not)
		}
	}
}
