package web_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/plaintext"
	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

const importAddress = "/e/lakeshore-2026/desk/import"

// upload sends a file of the entry lists as the first form does.
func upload(t *testing.T, b *browser, name string) *answer {
	t.Helper()
	data := expect.Must(os.ReadFile(testdata.Path(t, "rosters", name)))(t)
	return b.sendFile(importAddress, name, data)
}

// sendFile posts a file in a form, with fields beside it: name, value, name, value.
func (b *browser) sendFile(to, name string, data []byte, fields ...string) *answer {
	t := b.t
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(fields); i += 2 {
		expect.OK(t, form.WriteField(fields[i], fields[i+1]))
	}
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(data)
	}
	if err == nil {
		err = form.Close()
	}
	expect.OK(t, err)
	req := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+to, &body))(t)
	req.Header.Set("Content-Type", form.FormDataContentType())
	return b.do(req)
}

func (s *site) entries(event int64) (teams, players int) {
	s.t.Helper()
	e := expect.Must(s.tournament.Reader().Entries(s.t.Context(), event))(s.t)
	return len(e.Teams), len(e.Players)
}

// What an online form gives, in which everybody signs up for themselves, is saved as it is: one team
// of two rows, called after its players.
func TestAListOfSingleSignUpsMakesTeams(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	list := "Timestamp,Your first and last name,Your rating,Partner,Section\n1,Kim Park,1500,Lee Chan,Open\n2,Ada Abara,1700,Ben Castillo,Open\n3,Lee Chan,1400,Kim Park,Open\n"
	review := b.sendFile(importAddress, "form.csv", []byte(list)).wants(http.StatusOK).has("strong", "No problem").has("summary", "2 entries").
		has(".note", "1 team stands in the list twice").has(".note", "No column holds names of teams")
	said := b.post(importAddress, with(fields(t, review, importAddress), "do", "save")).wants(http.StatusSeeOther)
	expect.Contains(t, said.to(), "2+teams+and+4+players", "said")
	entries := expect.Must(s.tournament.Reader().Entries(t.Context(), 1))(t)
	ratings := map[string]int{}
	for _, p := range entries.Players {
		if p.Rating != nil {
			ratings[p.Name()] = *p.Rating
		}
	}
	expect.NoDiff(t, cmp.Diff(map[string]int{"Kim Park": 1500, "Lee Chan": 1400, "Ada Abara": 1700}, ratings), "ratings")

	below := "Team,Player\nForks,Cleo Rossi (1300)\n,Mei Xu (unr.)\n"
	b.sendFile(importAddress, "teams.csv", []byte(below), "default", "Open").wants(http.StatusOK).has("strong", "No problem").has("summary", "1 entry").
		has(".note", "1 row names no team and is read as a player of the team above it").hasNot(".note", "No column holds ratings")
}

func TestImportSavesNothingBeforeItIsConfirmed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	review := upload(t, b, "teams-24.csv").wants(http.StatusOK).has("strong", "24 rows").has("strong", "No problem").has("summary", "24 entries")
	form := fields(t, review, importAddress)
	for i, want := range []string{"team", "player1", "rating1", "player2", "rating2", "school", "section"} {
		expect.Equal(t, form.Get("map."+string(rune('0'+i))), want, "column %d is read as", i)
	}
	if teams, _ := s.entries(1); teams != 0 {
		t.Fatalf("%d teams before the confirmation", teams)
	}
	said := b.post(importAddress, with(form, "do", "save")).wants(http.StatusSeeOther)
	expect.Contains(t, said.to(), "24+teams+and+48+players", "said")
	b.post(importAddress, with(form, "do", "save")).wants(http.StatusSeeOther)                                  // sent twice: applied once
	b.post(importAddress, with(form, "key", "another-key", "do", "save")).wants(http.StatusUnprocessableEntity) // every team is there already
	upload(t, b, "teams-24.csv").wants(http.StatusOK).has("summary", "24 entries are in the event already").has("summary", "Nothing is new").has("strong", "No problem").hasNot("button", "Save")
	if teams, players := s.entries(1); teams != 24 || players != 48 {
		t.Errorf("%d teams, %d players", teams, players)
	}
	b.get("/e/lakeshore-2026/desk/setup").has("li", "12 teams")
}

func TestADownloadedListCanBeReadBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	b.post(importAddress, with(fields(t, upload(t, b, "teams-24.csv"), importAddress), "do", "save")).wants(http.StatusSeeOther)
	form := fields(t, b.get(openTeams+"/new?pool=yes"), openTeams+"/new")
	b.post(openTeams+"/new", with(form, "player", "=Otto Weiß")).wants(http.StatusSeeOther)
	list := b.get(openTeams + ".csv").wants(http.StatusOK)
	expect.True(t, strings.Contains(list.header.Get("Content-Disposition"), "lakeshore-2026-open-teams.csv") && strings.Contains(list.body, "'=Otto Weiß"),
		"the list is not ready for spreadsheets:\n%.200s", list.body)
	table := expect.Must(roster.Read(t.Context(), []byte(list.body), plaintext.Windows1252))(t)
	sections := expect.Must(s.tournament.Reader().Sections(t.Context(), 1))(t)
	review := roster.Look(table, roster.Choices{Mapping: roster.Guess(table.Columns), Rows: map[int]roster.Decision{14: roster.Pool}}, sections, tournament.Entries{})
	expect.True(t, len(review.Entries) == 13 && len(review.Problems) == 0, "%d entries, %v", len(review.Entries), review.Problems)
}

// What office programs write as CSV does not say its alphabet: the language tells the common
// one, anybody may choose another, and what was corrected meanwhile stays.
func TestImportOfAListInAnotherAlphabet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	list := []byte("Team,Player 1,Player 2,Section\nJezdci,Ji\xf8\xed Dvo\xf8\xe1k,\xc8en\xeck R\xf9\x9ei\xe8ka,Open\nStrelci,Eva Novak,=Jan Mal\xfd,Open\n")
	western := b.sendFile(importAddress, "list.csv", list).wants(http.StatusOK).has(".note", "does not say in which alphabet").has("td", "Jiøí Dvoøák")
	form := fields(t, western, importAddress)
	expect.Equal(t, form.Get("letters"), plaintext.Windows1252, "read as")
	central := b.post(importAddress, with(form, "letters", plaintext.Windows1250, "cell.3.2", "Jan Malý", "do", "check")).wants(http.StatusOK).
		has("td", "Jiří Dvořák").has("td", "Čeněk Růžička").has("td", "Jan Malý").has("strong", "No problem")
	expect.Equal(t, fields(t, central, importAddress).Get("letters"), plaintext.Windows1250, "read as")
	b.post(importAddress, with(fields(t, central, importAddress), "letters", "klingon", "do", "check")).wants(http.StatusOK).has("td", "Jiří Dvořák")

	unread := b.sendFile(importAddress, "list.csv", []byte("T\xfdm,Hr\xe1\xe8 1,Hr\xe1\xe8 2\nJezdci,Ji\xf8\xed,Eva\n")).wants(http.StatusOK).has("[role=alert]", "Choose which columns").
		has(".note", "still to be decided what the columns hold").hasNot("strong", "No problem")
	read := b.post(importAddress, with(fields(t, unread, importAddress), "letters", plaintext.Windows1250, "do", "check")).wants(http.StatusOK).hasNot("[role=alert]", "Choose which columns")
	expect.Equal(t, fields(t, read, importAddress).Get("map.2"), "player2", "a column whose name has become legible is read as")

	b.post("/account", with(fields(t, b.get("/account"), "/account"), "language", "cs")).wants(http.StatusSeeOther)
	b.sendFile(importAddress, "list.csv", list).wants(http.StatusOK).has("td", "Čeněk Růžička").has(".note", "Soubor neříká").has("[role=status]", "přečteno: ").
		has("option", "hráč 1: křestní jméno").hasNot("option", "player")
	without := strings.Replace(string(list), "Player", "Person", 2)
	b.sendFile(importAddress, "list.csv", []byte(without)).wants(http.StatusOK).has("[role=alert]", "Zvolte, které sloupce obsahují jména hráčů.")
}

func TestImportWithAColumnCorrected(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	form := fields(t, upload(t, b, "teams-24.csv"), importAddress)
	swapped := b.post(importAddress, with(form, "map.0", "school", "map.5", "team", "do", "check")).wants(http.StatusOK).
		has(".import-row", "The section has a team")
	twice := b.post(importAddress, with(fields(t, swapped, importAddress), "map.0", "team", "do", "save")).wants(http.StatusUnprocessableEntity).
		has(".field-error", "cannot both hold the same")
	b.post(importAddress, with(fields(t, twice, importAddress), "map.5", "school", "do", "save")).wants(http.StatusSeeOther)
}

func TestImportOfABrokenList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	review := upload(t, b, "broken.csv").wants(http.StatusOK).has("strong", "12 problems")
	for row, words := range map[string]string{
		"Row 3": "Team The section has a team “Knight Riders” already", "Row 4": "Player 2 Otto Weiß has no partner", "Row 5": "Rating 1 “fourteen” is no rating",
		"Row 6": "Player 1 Ada Abara already plays for Knight Riders", "Row 7": "Team A quote opens in this cell and is never closed",
		"Row 8": "column G The row has more cells", "Row 9": "Team The cell begins like a formula", "Row 10": "Team The cell contains markup",
		"Row 11": "Section The event has no section “Closed”", "Row 12": "Rating 2 A rating of 99999 is impossible", "Row 13": "Team The team has no name",
	} {
		found := false
		for _, n := range find(review.doc, "li.import-row") {
			text := textOf(n)
			found = found || strings.HasPrefix(text, row+" ") && strings.Contains(text, words)
		}
		expect.True(t, found, "%s: nothing says %q", row, words)
	}
	refused := b.post(importAddress, with(fields(t, review, importAddress), "do", "save")).wants(http.StatusUnprocessableEntity).has(".note", "still to be decided")
	if teams, _ := s.entries(1); teams != 0 {
		t.Fatalf("%d teams of a list with problems", teams)
	}
	form := with(fields(t, refused, importAddress), "cell.3.0", "Knight Errants", "row.4", "pool", "cell.5.2", "1400", "row.6", "accept", "row.7", "accept",
		"row.8", "accept", "row.9", "leave", "row.10", "accept", "section.Closed", "+FIDEX", "row.12", "leave", "cell.13.0", "Nameless no more", "do", "check")
	settled := b.post(importAddress, form).wants(http.StatusOK).has("strong", "No problem").has("p", "2 rows left out")
	b.post(importAddress, with(fields(t, settled, importAddress), "do", "save")).wants(http.StatusSeeOther)
	if teams, players := s.entries(1); teams != 9 || players != 19 {
		t.Errorf("%d teams, %d players", teams, players)
	}
	b.get("/e/lakeshore-2026/desk/setup").has("li", "Closed FIDEX")
	b.get(openTeams).has("#pool", "Otto Weiß").has("th", "<b>Bold</b> & Co")
	upload(t, b, "broken.csv").wants(http.StatusOK).has("summary", "10 entries are in the event already").hasNot(".import-row", "Row 8").has("li", "Knight Errants is called “knight riders” in the list.")
	other := lakeshore(t, newSite(t))
	other.speaks("Olga", "de")
	german := upload(t, other, "broken.csv").wants(http.StatusOK).has(".import-row .tag", "Spalte G")
	expect.True(t, !strings.Contains(german.body, "column G"), "a column without a name has an English one")
}

func TestImportOfPlayersMakesSectionsAndFillsThePool(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	review := upload(t, b, "players-scholastic.csv").wants(http.StatusOK)
	form := fields(t, review, importAddress)
	for _, name := range []string{"K-3", "K-5", "K-8", "K-12"} {
		form.Set("section."+name, "+USCF-R")
	}
	settled := b.post(importAddress, with(form, "do", "check")).wants(http.StatusOK).has("strong", "No problem")
	b.post(importAddress, with(fields(t, settled, importAddress), "do", "save")).wants(http.StatusSeeOther)
	teams, players := s.entries(1)
	expect.True(t, teams == 61 && players == 129, "%d teams, %d players", teams, players)
	b.get("/e/lakeshore-2026/desk/k-5/teams").has("#pool", "3 players").has("#pool", "Xu")
}

func TestImportRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	b.post(importAddress, url.Values{"text": {"  "}}).wants(http.StatusUnprocessableEntity).has(".note", "The file is empty")
	pasted := b.post(importAddress, url.Values{"text": {"Team;Player 1;Player 2\nAsh;Ana Ruiz;Bo Lee"}}).wants(http.StatusOK).has(".import-row", "names no section")
	b.post(importAddress, with(fields(t, pasted, importAddress), "list", "{}")).wants(http.StatusUnprocessableEntity).has(".note", "damaged")
	desk := s.person("di", "Di May", "none")
	s.give(desk, 1, 1, access.Scorekeeper)
	theirs := desk.post(importAddress, url.Values{"text": {"Team;Player 1;Player 2;Section\nAsh;Ana Ruiz;Bo Lee;U1600"}}).wants(http.StatusOK)
	desk.post(importAddress, with(fields(t, theirs, importAddress), "do", "save")).wants(http.StatusForbidden).has(".note", "you have no role")
	own := desk.post(importAddress, url.Values{"text": {"Team;Player 1;Player 2\nAsh;Ana Ruiz;Bo Lee"}, "default": {"Open"}}).wants(http.StatusOK)
	desk.post(importAddress, with(fields(t, own, importAddress), "do", "save")).wants(http.StatusSeeOther)
}

// A list of which every row has a problem, or every row a section of its own, is shown
// in pages that a browser can hold.
func TestHugeListsAreShownInParts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	paste := func(text string) *answer {
		t.Helper()
		return b.post(importAddress, url.Values{"text": {text}, "default": {"Open"}, "do": {"read"}}).wants(http.StatusOK)
	}
	var nameless, everywhere strings.Builder
	nameless.WriteString("Team,Player 1,Player 2\n")
	everywhere.WriteString("Team,Player 1,Player 2,Section\n")
	for i := range 20_000 {
		fmt.Fprintf(&nameless, ",Ana %d,Bo %d\n", i, i)
		fmt.Fprintf(&everywhere, "T%d,Ana %d,Bo %d,S%d\n", i, i, i, i)
	}
	page := paste(nameless.String())
	page.has("strong", "20,000 problems").has("p", "19,800 more rows to decide")
	if n := page.count("ul.rows > li"); n > 0 && n != 200 || len(page.body) > 20<<20 {
		t.Errorf("%d rows are shown in %d bytes", n, len(page.body))
	}
	page = paste(everywhere.String()).has("main", "names more than 50 sections")
	if n := page.count("select"); n > 100 {
		t.Errorf("%d choices are shown", n)
	}
}

// What is not used is said, above all when it leaves everybody unrated; a row that was
// left out can be taken back.
func TestImportSaysWhatItDoesNotUse(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	review := b.post(importAddress, url.Values{"text": {"Team;Player 1;Strength;Player 2\nAsh;Ana Ruiz;1500;Bo Lee\nash;Cy Day;1400;Di Fox"}, "default": {"Open"}}).wants(http.StatusOK).
		has(".note", "Not used: “Strength”.").has(".note", "all players would be unrated").has(".import-row", "Row 3")
	left := b.post(importAddress, with(fields(t, review, importAddress), "row.3", "leave", "map.2", "rating1", "do", "check")).wants(http.StatusOK).
		hasNot(".note", "Not used").hasNot(".note", "unrated").has("strong", "No problem").has("details", "1 row left out").has("details li", "Cy Day")
	back := fields(t, left, importAddress)
	expect.Equal(t, back.Get("row.3"), "leave", "row 3")
	b.post(importAddress, with(back, "row.3", "", "do", "check")).wants(http.StatusOK).has(".import-row", "Row 3")
	b.post(importAddress, with(back, "do", "save")).wants(http.StatusSeeOther)
}
