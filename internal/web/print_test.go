package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/print"
)

func TestPapersOfARound(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 24)
	desk := l.person("kim", "Kim Osei", "none")
	l.give(desk, l.event, l.section, access.Scorekeeper)
	const papers = "/e/lake/desk/print/open/round/1?paper="

	desk.get("/e/lake/desk/print").wants(http.StatusOK).has("h2", "Open").has("main", "Blank fallback set").hasNot("main", "Round set")
	desk.get(papers+"names").wants(http.StatusNotFound).has("main", "not published")
	desk.post(papers+"names", url.Values{"key": {l.key()}}).wants(http.StatusNotFound).has("main", "not published")
	desk.get(papers+"blank").wants(http.StatusOK).has(".claimform", "Illegal move").has(".slip", "Match 2")

	l.draft(1)
	desk.get("/e/lake/desk/print").hasNot("main", "draft")
	desk.get(papers + "names").wants(http.StatusNotFound)
	l.chief.get("/e/lake/desk/print").has("main", "draft, for the pairing desk only")
	expect.Equal(t, l.chief.get(papers+"tables").wants(http.StatusOK).has(".paper", "Team 0024").count(".paper-draft"), 2, "DRAFT bands on one sheet")
	l.chief.get(papers + "slips").wants(http.StatusNotFound)

	l.publish(1)
	desk.get("/e/lake/desk/print").has("main", "Round set").has("main", "version 1")
	names := desk.get(papers+"names").wants(http.StatusOK).has(".paper-foot", "version 1").has(".paper-foot", "page 1 of 1").hasNot("main", "DRAFT")
	head := expect.Must(postgres.Journal{DB: l.db}.Head(t.Context(), l.event))(t)
	names.has(".paper-foot", "seal "+head.Groups())
	expect.Equal(t, names.count(".pend"), 24, "teams on the list by name")
	slips := desk.get(papers+"slips").wants(http.StatusOK).has(".slip", "Zoé")
	sheets, n, boxes := slips.count(".paper"), slips.count(".slip"), slips.count(".slip .slip-boxes span")
	expect.True(t, sheets == 3 && n == 12 && boxes == 12*2*3, "%d sheets with %d slips and %d boxes, want 3 with 12 and 72", sheets, n, boxes)
	desk.get(papers+"standings").wants(http.StatusOK).has(".paper-head", "24 results open")
	desk.get(papers+"crosstable").wants(http.StatusOK).has(".ptable", "R1")
	desk.get(papers+"cards").wants(http.StatusOK).has(".tcard-code", "/e/lake/find")
	desk.get(papers+"missing").wants(http.StatusOK).has(".ptable", "match 1, 2")
	desk.get(papers+"set").wants(http.StatusOK).has("h2", "Pairings by name").has("h2", "Pairings by table").has("h2", "Standings").has(".slip", "Table")
	desk.get(papers+"poster").wants(http.StatusNotFound).has("main", "no paper")

	l.send("/e/lake/desk/open/round/1/clock", nil).wants(http.StatusSeeOther)
	l.wait(2 * time.Hour)
	desk.get(papers+"missing").has(".ptable", "min")
	l.play(1)
	desk.get(papers+"missing").has(".ptable", "Nothing is missing.")
}

func TestCutSheetsStackInTableOrder(t *testing.T) {
	t.Parallel()
	for n := range 30 {
		tables := make([]int, n)
		for i := range tables {
			tables[i] = i + 1
		}
		sheets := print.CutAndStack(tables, 4)
		var stacked []int
		for quarter := range 4 {
			for _, sheet := range sheets {
				if quarter < len(sheet) {
					stacked = append(stacked, sheet[quarter])
				}
			}
		}
		expect.True(t, slices.Equal(stacked, tables), "%d slips: the stacks hold %v", n, stacked)
	}
}

func TestNamesKeepLettersWithTheirTeams(t *testing.T) {
	t.Parallel()
	var lines []print.Line
	for _, letter := range strings.Split("A B C D E F G H I J K L M N O", " ") {
		lines = append(lines, print.Line{Heading: letter})
		for range 4 {
			lines = append(lines, print.Line{Main: letter, End: "1"})
		}
	}
	sheets := print.Names("Pairings", "", lines)
	expect.MustTrue(t, len(sheets) == 2 && sheets[1].No == 2 && sheets[1].Of == 2, "%d sheets, want 2", len(sheets))
	for _, s := range sheets {
		var b strings.Builder
		expect.OK(t, s.Body.Render(t.Context(), &b))
		for column := range strings.SplitSeq(b.String(), "<div>") {
			if at := strings.LastIndex(column, "pline-h"); at >= 0 && strings.LastIndex(column, "pend") < at {
				t.Errorf("a letter ends a column: …%s", column[max(0, len(column)-120):])
			}
		}
	}
}

// What was printed is noted with what it showed; a change of that makes the paper
// outdated.
func TestPapersSayWhatBecameOfThem(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	const papers = "/e/lake/desk/print/open/round/1?paper="
	centre := func() *answer { return l.chief.get("/e/lake/desk/print").wants(http.StatusOK) }
	centre().has(".paper-never", "Pairings by name").has("main", "4 papers for the walls and the tables.").hasNot("main", "outdated:")

	l.send(papers+"set", nil).wants(http.StatusSeeOther)
	centre().has(".paper-printed", "version 1 printed").has("main", "All 4 papers of round 1 are printed.").has(".paper-never", "Cross table")
	l.send("/e/lake/desk/open/round/1/entry", url.Values{"table": {"1"}, "match": {"1"}, "revision": {"0"}, "outcome": {"slot1"}}).wants(http.StatusSeeOther)
	centre().has(".paper-outdated", "Standings").hasNot(".paper-outdated", "Pairings by name").has("main", "1 of 4 papers is to be printed.")
	l.send(papers+"standings", nil).wants(http.StatusSeeOther)
	centre().hasNot("main", "outdated:")

	for _, paper := range []string{"chart", "teams", "badges", "rules", "forms"} {
		l.chief.get(papers+paper).wants(http.StatusOK).has(".paper-foot", "page 1 of")
	}
	// The rules are for players, in the language in which they are asked for.
	l.chief.get(papers+"rules&in=de").wants(http.StatusOK).has("main", "Regeln Open spielt nach diesem Text.").has("main", "Wo der Text schweigt oder offen ist, gilt hier").has("main", "nicht ausdrücklich im Text").has(".paper-foot", "gedruckt Sa").has(".paper-foot", "Seite 1 von").
		has("main", "Regelwidrige Züge").hasNot("main", "not explicit").hasNot("main", "Illegal moves").hasNot("main", "in our own words")
	expect.Equal(t, l.chief.get(papers+"slips&table=2&lang=en").wants(http.StatusOK).hasNot("main", "Noted").count(".slip"), 1, "slips for one table")
	l.chief.get(papers + "slips&table=99").wants(http.StatusNotFound)
	l.send(papers+"nothing", nil).wants(http.StatusNotFound)
}

// Papers speak the language of the event, the page around them that of whoever prints them,
// and a copy the one that the address asks for.
func TestPapersSpeakTheEventsLanguage(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	l.exec(`update event set paper_language = 'cs'`)
	const papers = "/e/lake/desk/print/open/round/1?paper="
	l.chief.get(papers+"names").wants(http.StatusOK).has(".paper[lang=cs] h2", "Los podle jmen").has(".papers-bar", "On paper: Čeština").has(".papers-bar a", "Print centre")
	l.chief.get(papers+"slips").wants(http.StatusOK).has(".slip", "Stůl").has(".slip", "vítězí").hasNot(".slip", "wins")
	l.chief.get(papers+"names&in=de").wants(http.StatusOK).has(".paper[lang=de] h2", "Paarungen nach Namen").has(".paper-foot", "gedruckt")
	l.chief.get(papers+"forms").wants(http.StatusOK).has(".claimform", "Co říká reklamující").hasNot(".claimform", "claimant")
}

// The code on a slip opens the team's own page while its round lasts, to report
// and to call; a changed code opens nothing.
func TestSlipCodesReportResults(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	key, err := l.tournament.Reader().SlipKey(t.Context(), l.event)
	expect.MustTrue(t, err == nil && len(key) == 16, "the key of the slips: %x, %v", key, err)
	codes := l.chief.get("/e/lake/desk/print/open/round/1?paper=slips")
	expect.MustEqual(t, codes.count(".slip-codes svg.qr"), 4, "codes on two slips")
	code := visit.SlipCode(key, l.section, 1, 1, 2)
	phone := l.visitor()
	opened := phone.get("/e/lake/slip/" + code).wants(http.StatusSeeOther)
	own := opened.header.Get("Location")
	phone.get(own).wants(http.StatusOK).has("main", "Match 1")
	phone.get("/e/lake/slip/" + code + "x").wants(http.StatusNotFound)
	l.visitor().get("/e/lake/slip/" + strings.Replace(code, "-2-", "-1-", 1)).wants(http.StatusNotFound)
	phone.post(own+"/check-in", url.Values{"key": {l.key()}}).wants(http.StatusForbidden)

	match := l.matchID(1, 1)
	phone.post(own+"/report", url.Values{"key": {l.key()}, "match": {match}, "revision": {"0"}, "outcome": {"slot2"}}).wants(http.StatusSeeOther)
	l.settle()
	other := l.visitor()
	own = other.get("/e/lake/slip/" + visit.SlipCode(key, l.section, 1, 1, 1)).header.Get("Location")
	other.post(own+"/report", url.Values{"key": {l.key()}, "match": {match}, "revision": {"1"}, "outcome": {"slot2"}}).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get("/e/lake/desk/open/round/1/wall").has(".log", "V")

	l.exec(`update round set state = 'locked' where event_id = $1`, l.event)
	l.visitor().get("/e/lake/slip/"+code).wants(http.StatusNotFound).has("main", "its round is over")
	l.visitor().get("/e/lake/slip/"+code+"?lang=de").wants(http.StatusNotFound).has("main", "seine Runde ist vorbei")
	phone.get(own).wants(http.StatusForbidden)
}

func (l *league) matchID(table, match int) string {
	l.t.Helper()
	book := expect.Must(l.tournament.Reader().Book(l.t.Context(), l.event, l.section))(l.t)
	return strconv.FormatInt(book.Round(1).AtTable(table).Matches[match-1].MatchID, 10)
}

// The slips of a large hall, codes for both teams of every table included, are one page
// of at most a megabyte, which is on its way while it is still being drawn.
func TestSlipsOfALargeHall(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 500)
	l.exec(`update section set verify_teams = true where event_id = $1`, l.event)
	// The longest names there are, on two matches a table.
	l.exec(`update team set name = rpad(name || ' ', 75, 'Rooks and Knights of the Long Road ') where event_id = $1`, l.event)
	l.exec(`update player set first_name = rpad(first_name, 35, 'abcdefg '), last_name = rpad(last_name, 39, 'opqrst ') where event_id = $1`, l.event)
	l.pair(1)
	slips := l.chief.get("/e/lake/desk/print/open/round/1?paper=slips").wants(http.StatusOK)
	n, codes := slips.count(".slip"), slips.count("svg.qr")
	expect.True(t, n == 250 && codes == 500, "%d slips with %d codes", n, codes)
	if dir := os.Getenv("TANDEM_SHOTS"); dir != "" {
		t.Log(os.WriteFile(dir+"/slips.html", []byte(slips.body), 0o644))
	}
	size := len(slips.body)
	expect.True(t, size <= 1<<20, "the page has %d bytes", size)
	parts := &pieces{ResponseRecorder: httptest.NewRecorder()}
	r := httptest.NewRequest(http.MethodGet, "/e/lake/desk/print/open/round/1?paper=slips", nil)
	for _, c := range l.chief.client.Jar.Cookies(must(url.Parse(l.url))) {
		r.AddCookie(c)
	}
	l.server.ServeHTTP(parts, r)
	expect.True(t, parts.Code == http.StatusOK && parts.most <= 64<<10, "status %d; the page comes in pieces of up to %d bytes", parts.Code, parts.most)
}

// pieces notes how large the largest piece of an answer is.
type pieces struct {
	*httptest.ResponseRecorder
	most int
}

func (p *pieces) Write(b []byte) (int, error) {
	p.most = max(p.most, len(b))
	return p.ResponseRecorder.Write(b)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
