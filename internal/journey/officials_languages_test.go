package journey_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	words "github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// chooses sets the language of a person's own pages, on the page of their account.
func (p *person) chooses(code string) {
	p.t.Helper()
	p.open("/account")
	p.ask("document.querySelector('form[action=\"/account\"] [name=language]').value = '" + code + "'")
	p.click("form[action='/account'] .btn-main")
	p.until("document.documentElement.lang === '" + code + "'")
}

// An official reads and works in the language they chose, another one beside them in
// theirs: results in, a match by hand, the clock of the round, an incident, the people.
func TestOfficialsWorkInTheirLanguage(t *testing.T) {
	inBrowser(t)
	for _, c := range []struct{ code, wall, saved, entered, paused, goesOn, incident, conflict string }{
		{"de", "Tischübersicht der Runde 1", "2 Zeilen gespeichert, 1 nicht", "Gespeichert. Open, Runde 1, Tisch 6, Match 1: Pawn Please schlägt Knight Check.", "Runde 1 ist angehalten", "Runde 1 geht weiter", "Neuer Vorfall", "Widerspruch"},
		{"cs", "Přehled stolů 1. kola", "2 řádky uloženy, 1 ne", "Uloženo. Open, 1. kolo, stůl 6, zápas 1: Pawn Please poráží Knight Check.", "1. kolo je pozastaveno", "1. kolo pokračuje", "Nový incident", "Rozpor"},
	} {
		t.Run(c.code, func(t *testing.T) {
			h := newVenue(t).newHall(8)
			desk, chief, english := h.official("hall.desk", desktop), h.official("hall.chief", desktop), h.official("hall.director", desktop)
			desk.chooses(c.code)
			chief.chooses(c.code)
			english.open(h.wall)
			desk.open(h.wall)
			desk.until("document.documentElement.lang === '" + c.code + "'")
			desk.open(lakeRound + "/bulk")
			desk.tab("#f-lines")
			desk.press("7 1 2\r8 1 1\r99 1 1")
			desk.tab("form[action$='/bulk'] .btn-main")
			desk.next("\r", "[role=status]", c.saved)
			desk.comes(h, 7, 1, tournament.MatchReported, tournament.SecondWins)
			english.sees(".tile[data-table='7']", "reported")
			desk.open(h.wall)
			desk.press("6\r1\r")
			desk.sees("main", c.entered)

			chief.open(lakeRound + "/clock")
			chief.tab("form[action$='/clock/pause'] button")
			chief.next("\r", ".said", c.paused)
			chief.tab("form[action$='/clock/pause'] button")
			chief.next("\r", ".said", c.goesOn)
			desk.open("/e/lake/desk/incidents/new")
			desk.sees("h1", c.incident)
			desk.content()
			chief.content()
		})
	}
}

func forMachines(path string) bool { return path == "/server/health" }

// englishDay is a day as English has it, such as "Fri 27 Nov".
var englishDay = regexp.MustCompile(`\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w* \d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)`)

// No page of officials says a sentence in English that their language has: each text
// that stands alone on a page is looked for among the English of the catalogues. German
// has the longest words. Its pages are opened, so that what scripts write is read as well;
// which words scripts have to write comes with the page in every language.
func TestDeskPagesSpeakOneLanguage(t *testing.T) {
	inBrowser(t)
	newShow(t).speakOneLanguage("de", func(p *person, paths []string, speaks func(path, page string)) {
		for _, path := range paths {
			p.open(path)
			speaks(path, p.ask(spokenPage))
			p.noWider(path, desktop)
		}
	})
}

// TestSoakDeskPagesInEveryLanguage reads the same pages in the others.
func TestSoakDeskPagesInEveryLanguage(t *testing.T) {
	atLength(t)
	v := newShow(t)
	for _, code := range []string{"fr", "es", "cs"} {
		t.Run(code, func(t *testing.T) { // one after the other: the language is that of an account
			v.in(t).speakOneLanguage(code, func(p *person, paths []string, speaks func(path, page string)) {
				for i, page := range p.fit("same-origin", desktop, paths, []string{code}, spokenPage) {
					speaks(paths[i], page)
				}
			})
		})
	}
}

// speakOneLanguage reads all pages of officials in a language, those of the desk in the way that is given.
func (v *venue) speakOneLanguage(code string, read func(p *person, paths []string, speaks func(path, page string))) {
	v.t.Helper()
	paths := slices.DeleteFunc(slices.Clone(deskPages), forMachines)
	english := saidOtherwise(v.t, code)
	p := v.official("demo.chief", desktop).keepsNothing()
	p.chooses(code)
	read(p, paths, func(path, page string) { p.speaks(path, code, page, english) })
	p.size(phone)
	p.fit("same-origin", phone, paths, []string{code}, "''")
	organizer := v.official("demo.organizer", phone)
	organizer.chooses(code)
	for i, page := range organizer.fit("same-origin", phone, organizerPages, []string{code}, spokenPage) {
		organizer.speaks(organizerPages[i], code, page, english)
	}
}

// speaks checks what stands on a page.
func (p *person) speaks(path, code, page string, english map[string]string) {
	p.t.Helper()
	var stands struct {
		Lang, Lines string
		Texts       []string
	}
	expect.OK(p.t, json.Unmarshal([]byte(page), &stands))
	expect.True(p.t, stands.Lang == code && len(stands.Texts) > 0, "%s is in %q, with %d texts", path, stands.Lang, len(stands.Texts))
	slices.Sort(stands.Texts)
	for _, said := range slices.Compact(stands.Texts) {
		other, ok := english[said]
		expect.True(p.t, !ok, "%s says %q and not %q", path, said, other)
		expect.True(p.t, !englishDay.MatchString(said), "%s has a day in English: %q", path, said)
	}
	expect.True(p.t, stands.Lines == "", "%s breaks into lines in its bar: %s", path, stands.Lines)
}

// spokenPage is the language of a page, its texts, each as it stands between two tags, and
// what needs more than one line of the bar.
const spokenPage = `JSON.stringify((() => {
	const walk = document.createTreeWalker(document.querySelector("body"), NodeFilter.SHOW_TEXT), texts = [];
	while (walk.nextNode()) {
		if (walk.currentNode.parentElement.closest("script, style, template, body [lang], code, textarea, option")) continue;
		const said = walk.currentNode.data.trim();
		if (/[A-Za-z]{3}/.test(said)) texts.push(said);
	}
	const high = [...document.querySelectorAll(".deskmenu, .deskbar h1, .deskbar > .pick-menu > summary")].filter((e) => e.offsetHeight > 48);
	return {Lang: document.documentElement.lang, Lines: String(high.map((e) => e.textContent)), Texts: texts};
})())`

// saidOtherwise are the sentences without parts that a language says in another way than
// English does, with what it says.
func saidOtherwise(t testing.TB, code string) map[string]string {
	t.Helper()
	said := map[string]string{}
	for m, e := range expect.Must(words.Catalogue(code))(t) {
		if e.Forms == nil && e.Plain != string(m) && !strings.ContainsAny(string(m), "%{") && strings.Contains(string(m), " ") {
			said[string(m)] = e.Plain
		}
	}
	expect.MustTrue(t, len(said) >= 500, "only %d sentences of %s are known", len(said), code)
	return said
}
