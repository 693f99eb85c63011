package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const prizeEdit = "/e/lake/desk/open/prizes/edit"

// prizesOf are the fields of a form with two money prizes and a cup.
func prizesOf(revision string) url.Values {
	return url.Values{
		"revision": {revision}, "split": {"even"}, "currency": {"$"}, "public": {"yes"}, "do": {"save"},
		"prizes.0.name": {"1st"}, "prizes.0.place": {"1"}, "prizes.0.money": {"300"}, "prizes.0.category": {""},
		"prizes.1.name": {""}, "prizes.1.place": {""}, "prizes.1.money": {""}, "prizes.1.category": {""}, // a line left empty
		"prizes.2.name": {"2nd"}, "prizes.2.place": {"2"}, "prizes.2.money": {"200,01"}, "prizes.2.category": {""},
		"prizes.3.name": {"Cup"}, "prizes.3.place": {"1"}, "prizes.3.money": {""}, "prizes.3.category": {"Girls"},
	}
}

func TestPrizesFromSettingToHandingOut(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set rounds = 1`)
	l.exec(`update team set categories = 'Girls' where team_id = 3`)
	everybody := l.visitor()
	l.chief.get("/e/lake/desk/open/prizes").wants(http.StatusOK).has("main", "No prizes are set").has("a", "Set prizes")
	l.chief.get(prizeEdit).wants(http.StatusOK).has("label", "Amount")
	form := prizesOf("0")
	form.Set("key", l.key())
	first := l.send(prizeEdit, form).wants(http.StatusSeeOther).to()
	again := l.send(prizeEdit, form).wants(http.StatusSeeOther).to()
	expect.True(t, first == again && strings.Contains(first, "3+prizes"), "a repeat leads to %s, the first to %s", again, first)
	l.settle()
	everybody.get("/e/lake/open/prizes").wants(http.StatusOK).has("main", "not announced here").hasNot("main", "300")
	l.pair(1)
	l.play(1)
	page := l.chief.get("/e/lake/desk/open/prizes").wants(http.StatusOK).has(".note", "Final")
	if got := row(page, ".prizes tr", "Team 0001"); !strings.Contains(got, "1st $300.00 + 2nd $200.01 = $500.01, divided by 2: Team 0001, Team 0002") || !strings.Contains(got, "$250.01") {
		t.Errorf("the row reads %q", got)
	}
	public := everybody.get("/e/lake/open/prizes").wants(http.StatusOK).has(".prizes", "$250.01").has(".prizes", "Girls").has("li", "divide the money of their places equally")
	expect.Contains(t, row(public, ".prizes tr", "Team 0003"), "Cup", "the row reads")
	l.chief.get("/e/lake/desk/print/open/round/1?paper=prizes").wants(http.StatusOK).has(".paper", "$250.00").hasNot(".paper", "PROVISIONAL")
	l.exec(`update match set under_review = true where round_no = 1 and pairing_no = 1`)
	l.hub.Resync()
	l.chief.get("/e/lake/desk/open/prizes").wants(http.StatusOK).has(".note", "Provisional. 2 results under review.")
	l.chief.get("/e/lake/desk/print/open/round/1?paper=prizes").wants(http.StatusOK).has(".paper", "PROVISIONAL: 2 results under review.")
	everybody.get("/e/lake/open/prizes").wants(http.StatusOK).has(".note", "Provisional")
	l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/correct?outcome=slot2").wants(http.StatusOK).has(".mini", "$250.01 → $100.01")
}

func TestRefusedPrizesKeepWhatWasTyped(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	form := prizesOf("0")
	set(form, "prizes.0.money", "a lot", "prizes.2.place", "first")
	page := l.send(prizeEdit, form).wants(http.StatusUnprocessableEntity).has(".field-error", "amount such as 300").has(".field-error", "place from 1 to 999")
	got := fields(t, page, prizeEdit)
	expect.True(t, got.Get("prizes.0.money") == "a lot" && got.Get("prizes.1.name") == "2nd", "the form forgot: %v", got)
	l.send(prizeEdit, prizesOf("0")).wants(http.StatusSeeOther)
	form = prizesOf("0")
	form.Set("prizes.0.money", "500")
	l.send(prizeEdit, form).wants(http.StatusConflict).has("main", "“1st 300.00, 2nd 200.01, Cup”").has("main", "“1st 500.00")
	more := prizesOf("1")
	more.Set("do", "more")
	before, after := l.chief.get(prizeEdit).count(".prize-line"), l.send(prizeEdit, more).wants(http.StatusOK).count(".prize-line")
	expect.True(t, after > before, "%d lines, then %d", before, after)
}

// A chief of one section sets no prizes in another.
func TestPrizesStayInTheSection(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.Section(l.event, 99, "Other", testkit.Row{"letter": "X"})
	l.hub.Resync()
	chief := l.person("eve", "Eve", "none")
	l.give(chief, l.event, 99, access.SectionChief)
	form := prizesOf("0")
	form.Set("key", l.key())
	chief.post(prizeEdit, form).wants(http.StatusForbidden)
	chief.get("/e/lake/desk/open/prizes").wants(http.StatusForbidden)
}

func TestStandingsByCategoryAndTheirSums(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update team set categories = 'Girls' where team_id in (2, 5)`)
	l.pair(1)
	l.play(1)
	everybody := l.visitor()
	all := everybody.get("/e/lake/open/standings").wants(http.StatusOK).has(".chip", "Girls").has("#tie-breaks", "Regulations of 2026")
	girls := everybody.get("/e/lake/open/standings?category=girls").wants(http.StatusOK).has(".chip.on", "Girls").has("tbody", "Team 0005").hasNot("tbody", "Team 0001")
	expect.True(t, all.count("tbody tr") == 6 && girls.count("tbody tr") == 2, "%d and %d rows", all.count("tbody tr"), girls.count("tbody tr"))
	everybody.get("/e/lake/open/standings?category=boys").wants(http.StatusOK).has("tbody", "Team 0001") // nobody is in it
	sum := all.value("tbody td a", "href")
	to, anchor, _ := strings.Cut(sum, "#")
	sums := everybody.get(to).wants(http.StatusOK).has("#"+anchor, "Points of all rounds").has("#sum-1", "tied teams")
	if got, want := sums.count(".rows-fold details"), all.count("tbody td")/all.count("tbody tr")-1; got != want {
		t.Errorf("%d sums for a row with %d numbers", got, want)
	}
	l.pair(2)
	l.play(2)
	if got := everybody.get("/e/lake/open/standings.csv?round=1").wants(http.StatusOK).body; strings.Contains(got, "round_2") || !strings.Contains(got, "round_1") {
		t.Errorf("after round 1: %s", got)
	}
	everybody.get("/e/lake/open/standings.csv?round=7").wants(http.StatusNotFound)
}

func TestTieBreaksAreChosenWithTheirWords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	const edit = "/e/lakeshore-2026/desk/setup/open"
	page := b.get(edit).wants(http.StatusOK).has("dl", "Sonneborn-Berger").has("dl", "Modified Median")
	form := with(fields(t, page, edit), "do", "save")
	b.post(edit, with(form, "tie_breaks", "PTS,BH,BH")).wants(http.StatusUnprocessableEntity).has("#e-tie_breaks", "stands in the list twice")
	b.post(edit, with(form, "tie_breaks", "PTS,BH/Q1")).wants(http.StatusUnprocessableEntity).has("#e-tie_breaks", "BH/Q1")
	b.post(edit, with(form, "tie_break_edition", "1999")).wants(http.StatusUnprocessableEntity).has("#e-tie_break_edition", "2023")
	b.post(edit, with(form, "tie_break_set", "PTS,MMED,SOLK,CUM,CUMOPP", "tie_break_edition", "2023")).wants(http.StatusSeeOther)
	saved := b.get(edit).wants(http.StatusOK)
	expect.Equal(t, saved.value("#f-tie_breaks", "value"), "PTS,MMED,SOLK,CUM,CUMOPP", "the order")
	expect.Equal(t, fields(t, saved, edit).Get("tie_break_edition"), "2023", "the edition")
}
