package web_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestOnlyLiveEventsAreListed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.visitor().get("/").wants(http.StatusOK).has(".empty", "No event is open here yet")
	b := lakeshore(t, s)
	s.visitor().get("/").hasNot("a", "Lakeshore 2026")
	b.get("/desk").wants(http.StatusOK).has("li", "Lakeshore 2026").has("li", "organizer, chief floor director")
	b.post("/e/lakeshore-2026/desk/setup/state", with(fields(t, b.get("/e/lakeshore-2026/desk/setup/check"), "/e/lakeshore-2026/desk/setup/state"), "state", "live")).
		wants(http.StatusSeeOther)
	s.visitor().get("/").has("a", "Lakeshore 2026 Sat 2 May 2026")
	home := s.visitor().get("/e/lakeshore-2026").wants(http.StatusOK).has("li", "Open Entries are open").has("a", "Rules: USCF-R")
	expect.True(t, home.header.Get("ETag") != "" && home.count("input[name=key]") == 0, "the home page is one for everybody: from memory, without one-time keys")
	s.visitor().get("/desk").wants(http.StatusSeeOther)
}

func TestTheDeskStartsAtTheOnlySection(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	b.get("/e/lakeshore-2026/desk").wants(http.StatusOK).has("li", "Open").has("li", "U1600")
	di := s.person("di", "Di May", "none")
	s.give(di, 1, 2, access.Scorekeeper)
	expect.Equal(t, di.get("/e/lakeshore-2026/desk").wants(http.StatusSeeOther).to(), "/e/lakeshore-2026/desk/u1600", "leads to")
}

func TestTheDeskStartsAtTheLastSection(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	b.get("/e/lakeshore-2026/desk/u1600/teams").wants(http.StatusOK)
	expect.Equal(t, b.get("/e/lakeshore-2026/desk").wants(http.StatusSeeOther).to(), "/e/lakeshore-2026/desk/u1600", "leads to")
	b.get("/e/lakeshore-2026/desk?all=yes").wants(http.StatusOK).has("li", "Open").has("li", "U1600").has(".deskbar li", "All sections")
}

func TestRulesOfASection(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	rules := s.visitor().get("/e/lakeshore-2026/u1600/rules").wants(http.StatusOK).has("h1", "USCF-R").has("p", "not explicit in the text").
		has("li.rule", "USCF-R 15.V").has("p", "15 minutes from the ruling")
	expect.Contains(t, rules.body, `id="art-15.V"`, "articles cannot be linked to")
	// A ladder the text writes down is not silence, and what it leaves to a law is said to be that.
	rules.has("li.rule", "Knocking over men and pressing before putting them back "+
		"A warning, then a minute more for the opponent, then loss of the game, then the director decides. USCF-R 17, a detail is open").
		has("li.rule", "At how many occurrences of a position can a draw be claimed? (0: never) 3. left to the base law by USCF-R 25").
		has("li.rule", "What binds a player to a man on the board? Touching it on purpose. left to the base law by USCF-R 25").
		has("li.rule", "Does the other game's end still count after the first? No. USCF-R 7")
	expect.True(t, rules.count("li.rule") >= 30, "only %d rules", rules.count("li.rule"))
	s.visitor().get("/e/lakeshore-2026/u1600/rules?q=flag").wants(http.StatusOK).has("h2", "“flag”").has("li.rule", "USCF-R")
	s.visitor().get("/e/lakeshore-2026/u1600/rules?q=zebra").has("p", "No article and no setting")

	const edit = "/e/lakeshore-2026/desk/setup/u1600"
	page := b.get(edit)
	for _, n := range find(page.doc, "fieldset.point input[type=radio]") {
		if attr(n, "value") != "" {
			b.post(edit, with(fields(t, page, edit), attr(n, "name"), attr(n, "value"), "do", "save")).wants(http.StatusSeeOther)
			break
		}
	}
	deadline := time.Now().Add(10 * time.Second)
	for s.visitor().get("/e/lakeshore-2026/u1600/rules").count(".tag-rule") == 0 {
		expect.MustTrue(t, !time.Now().After(deadline), "the house rule is not on the rules page")
	}
}

func TestRulebooksSideBySide(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	differ := s.visitor().get("/rules").wants(http.StatusOK)
	all := s.visitor().get("/rules?all=yes").wants(http.StatusOK)
	n, m := differ.count("table.compare tbody tr"), all.count("table.compare tbody tr")
	expect.True(t, n != 0 && m > n, "%d lines differ of %d", n, m)
	differ.has("td", "by saying so aloud and stopping the clock FIDEX 19").has("td", "in any way default").
		has("td", "the director may forfeit the match USCF-R 12").has("td", "3 default, base law: USCF-R 25").
		has("td", "touching it on purpose base law: TR3 3").has("td", "USCF-C 17, a detail is open").
		has("td", "the text is silent: the official decides base law: FIDEX A1")
	expect.Equal(t, differ.count("table.compare thead th"), 6*differ.count("table.compare"), "every table compares the five rulebooks")
}
