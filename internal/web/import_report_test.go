package web_test

import (
	"bytes"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const copyImport = "/e/lake/desk/copy/report/import"

// copySection adds an empty section and gives the chief the whole event.
func (l *league) copySection() {
	l.t.Helper()
	l.Section(l.event, 99, "Copy", nil)
	l.exec(`update role_grant set section_id = null where event_id = $1`, l.event)
	l.exec(`insert into event_counter (event_id, name, value) values ($1, 'match', 5000000), ($1, 'report', 5000000)
		on conflict (event_id, name) do update set value = excluded.value`, l.event)
	l.hub.Resync()
}

func TestAReportIsLookedAtAndThenImported(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 7)
	l.playRounds(2)
	report := l.chief.get("/e/lake/desk/open/report.trf").wants(http.StatusOK).body
	l.copySection()
	l.chief.get("/e/lake/desk/copy").wants(http.StatusOK).has("a", "Import a report file")
	l.chief.get(copyImport).wants(http.StatusOK).has("h2", "Import a report file into Copy")
	wrong := regexp.MustCompile(`(?m)^(310   1.{47})   4\.0`).ReplaceAllString(report, "${1}   9.5")
	l.chief.sendFile(copyImport, "wrong.trf", []byte(wrong)).wants(http.StatusOK).has("#notes", "team 1 states 9.5 match points, the rounds make 4.0")
	review := l.chief.sendFile(copyImport, "lake.trf", []byte(report)).wants(http.StatusOK).
		has("#settings", "7 teams with 14 players").has("#settings", "2 of 5 rounds played: 6 pairings and 2 byes").has("#notes", "one result per pairing").has("tbody", "Team 0007")
	_, players := l.entries(l.event)
	expect.MustEqual(t, players, 14, "the review wrote players")
	form := with(fields(t, review, copyImport), "do", "save")
	first := l.chief.post(copyImport, form).wants(http.StatusSeeOther).to()
	again := l.chief.post(copyImport, form).wants(http.StatusSeeOther).to()
	expect.True(t, again == first && strings.Contains(first, "7+teams"), "a repeat leads to %s, the first to %s", again, first)
	teams, _ := l.entries(l.event)
	expect.Equal(t, teams, 14, "teams after the repeat")
	l.settle()
	read := func(section string) string {
		return l.visitor().get("/e/lake/" + section + "/standings").wants(http.StatusOK).text("tbody")
	}
	expect.True(t, read("open") == read("copy"), "the sections differ:\n%s\n%s", read("open"), read("copy"))
	form.Set("key", l.key())
	l.chief.post(copyImport, form).wants(http.StatusConflict).has("main", "has entries already")

	l.chief.post("/account", with(fields(t, l.chief.get("/account"), "/account"), "language", "de")).wants(http.StatusSeeOther)
	l.chief.sendFile(copyImport, "lake.trf", []byte(report)).wants(http.StatusOK).has("#notes", "Ein Bericht hat ein Ergebnis je Paarung").hasNot("#notes", "report")
	alone := regexp.MustCompile(`(?m)^(310|300|320|330).*\n`).ReplaceAllString(report, "")
	l.chief.sendFile(copyImport, "alone.trf", []byte(alone)).wants(http.StatusOK).has("#problems", "Die Datei führt einzelne Spieler auf").has("#problems", "Eine Gruppe wählen, deren Regelwerk")
}

func TestReportsThatAreNotImported(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.copySection()
	l.chief.sendFile(copyImport, "notes.txt", []byte("012 Lake\n001    x m    Nobody\n")).wants(http.StatusUnprocessableEntity).has("main", "ine 2, column")
	l.chief.sendFile(copyImport, "empty.trf", []byte(" \n")).wants(http.StatusUnprocessableEntity).has("main", "is empty")
	l.chief.sendFile(copyImport, "large.trf", bytes.Repeat([]byte("### comment\n"), 400_000)).wants(http.StatusUnprocessableEntity).has("main", "larger than 4 MB")
	players := expect.Must(os.ReadFile(testdata.Path(t, "trf", "team-9x7-two-boards.trf")))(t)
	var single []string
	for line := range strings.Lines(string(players)) {
		if strings.HasPrefix(line, "001") || strings.HasPrefix(line, "012") {
			single = append(single, line)
		}
	}
	page := l.chief.sendFile(copyImport, "players.trf", []byte(strings.Join(single, ""))).wants(http.StatusOK).has("#problems", "The file lists single players").hasNot("main", "Import 0 teams")
	form := with(fields(t, page, copyImport), "do", "save") // somebody presses it all the same
	l.chief.post(copyImport, form).wants(http.StatusUnprocessableEntity).has("main", "Nothing was saved")
	form.Set("report", "not base64")
	l.chief.post(copyImport, form).wants(http.StatusUnprocessableEntity).has("main", "did not arrive whole")
	teams, _ := l.entries(l.event)
	expect.Equal(t, teams, 4, "teams")
}
