package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func TestAPhoneSignsInByCodeOnce(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	page := l.chief.post("/account/phone", nil).wants(http.StatusOK).has(".rclock", "5:00")
	code := strings.ReplaceAll(page.text(".phone-code"), " ", "")
	expect.MustEqual(t, len(code), 6, "the code is %q", code)
	phone := l.visitor()
	phone.get("/account/here").wants(http.StatusUnauthorized)
	phone.get("/sign-in?code="+code).wants(http.StatusOK).has("h2", "Sign in with a code")
	phone.post("/sign-in/code", url.Values{"code": {"BCDFGH"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "does not work")
	phone.post("/sign-in/code?lang=de", url.Values{"code": {"BCDFGH"}}).wants(http.StatusUnprocessableEntity).has("h1", "Anmelden").has(".field-error", "Dieser Code gilt nicht.")
	phone.get("/sign-in?lang=en")
	phone.post("/sign-in/code", url.Values{"code": {strings.ToLower(code[:3]) + " " + code[3:]}}).wants(http.StatusSeeOther)
	phone.get("/account").wants(http.StatusOK).has(".person", "Dana Holt")
	phone.get("/account/here").wants(http.StatusNoContent)
	l.visitor().post("/sign-in/code", url.Values{"code": {code}}).wants(http.StatusUnprocessableEntity)

	// A new code ends the one before, and time ends both.
	first := strings.ReplaceAll(l.chief.post("/account/phone", nil).text(".phone-code"), " ", "")
	second := strings.ReplaceAll(l.chief.post("/account/phone", nil).text(".phone-code"), " ", "")
	l.visitor().post("/sign-in/code", url.Values{"code": {first}}).wants(http.StatusUnprocessableEntity)
	l.wait(6 * time.Minute)
	l.visitor().post("/sign-in/code", url.Values{"code": {second}}).wants(http.StatusUnprocessableEntity)
}

func TestPeopleShowDevicesAndPrintTheDutyList(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.chief.get("/e/lake/desk/people").wants(http.StatusOK).has(".seats", "last seen").has(".seats", "signed out by itself")
	l.chief.get("/e/lake/desk/people/paper").wants(http.StatusOK).has(".ptable td", "Dana Holt").has(".ptable td", "section chief, Open")
}

func TestJournalIsFilteredExportedAndSealed(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.chief.get("/e/lake/desk/journal").wants(http.StatusOK).has(".journal td", "publish round").has("select[name=person] option", "Dana Holt")
	n := l.chief.get("/e/lake/desk/journal/seals").wants(http.StatusOK).has(".ptable td", "last entry: publish round").count(".ptable tbody tr")
	expect.True(t, n == 1, "the only anchor, which is the last entry too, has %d lines", n)
	entry := tournament.TypedResult{SectionID: l.section, Round: 1, Table: 2, Match: 1, Source: "desk", Outcome: tournament.FirstWins}
	expect.Must(l.tournament.EnterResult(t.Context(), l.event, l.command(), entry))(t)
	l.chief.get("/e/lake/desk/journal?table=2").has(".journal td", "enter result").hasNot(".journal td", "publish round")
	l.chief.get("/e/lake/desk/journal?table=1").hasNot(".journal td", "enter result")
	l.chief.get("/e/lake/desk/journal?person=999999").has("p", "Nothing found")
	file := l.chief.get("/e/lake/desk/journal/export.csv?table=2").wants(http.StatusOK)
	lines := strings.Split(strings.TrimSpace(file.body), "\n")
	expect.True(t, len(lines) == 2 && strings.HasPrefix(lines[0], "\ufeffno,time,who") && strings.Contains(lines[1], "enter result"), "the file is %q", file.body)
	l.chief.get("/e/lake/desk/journal/seals").wants(http.StatusOK).has(".ptable td", "publish round").has(".ptable td", "last entry: enter result")
	start := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodPost, l.chief.url+clockOf1, strings.NewReader(url.Values{"key": {l.key()}}.Encode())))(t)
	start.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	start.Header.Set("User-Agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0")
	request := l.chief.do(start).wants(http.StatusSeeOther).header.Get("X-Request-Id")
	l.chief.get("/e/lake/desk/journal?find="+request).has(".journal td", "start round clock").has(".journal td", "Firefox, Windows #").has(".journal td", "Request "+request).hasNot(".journal td", "enter result")
	if file := l.chief.get("/e/lake/desk/journal/export.csv"); !strings.Contains(file.body, request) || !strings.Contains(file.body, "Firefox, Windows #") {
		t.Errorf("the file lacks the device or the request: %q", file.body)
	}
	l.accept()
	l.chief.post("/e/lake/desk/journal", nil).wants(http.StatusOK).has(".said", "intact").has(".said", "are stored as its entries say").has(".said", "Checked at")
	l.exec(`update journal set actor = 'Somebody else' where event_id = $1 and seq = 2`, l.event)
	l.chief.post("/e/lake/desk/journal", nil).wants(http.StatusOK).has(".broken", "Entry 2 is the first that does not fit").has(".broken", "Everything up to entry 1").has("li", "Restore the newest backup")
}

// A chief of two sections reads the journal of both, the sections' own set-up
// included, and of no other.
func TestJournalOfASectionChief(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	kim := l.person("kim", "Kim Oh", "none")
	for _, name := range []string{"Open B", "U1600", "U1200"} {
		section := expect.Must(l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: name, Rulebook: "FIDEX"}))(t)
		team := tournament.NewTeam{SectionID: section.SectionID, Name: "Team of " + name, Players: []tournament.NewPlayer{{FirstName: "A" + name}, {FirstName: "B" + name}}}
		expect.Must(l.tournament.AddTeam(t.Context(), l.event, l.command(), team))(t)
		if name != "Open B" {
			l.give(kim, l.event, section.SectionID, access.SectionChief)
		}
	}
	page := kim.get("/e/lake/desk/journal").wants(http.StatusOK)
	page.has(".journal td", "U1600, team Team of U1600").has(".journal td", "U1200, team Team of U1200").hasNot(".journal td", "Open B").hasNot(".journal td", "Open, ")
	page.has(".journal td", "add section")
	l.chief.get("/e/lake/desk/journal").hasNot(".journal td", "Open B").hasNot(".journal td", "U1600")
}
