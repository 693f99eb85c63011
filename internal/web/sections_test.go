package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Every system shows its own options and no others, without script; combinations
// that cannot be played are refused at their field.
func TestEachSystemIsSetUpWithItsOwnOptions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	const add = "/e/lakeshore-2026/desk/setup/new"
	show := func(system string) *answer {
		t.Helper()
		return b.post(add, with(fields(t, b.get(add+"?all=yes"), add), "name", "Side event", "system", system, "do", "show-system")).wants(http.StatusOK)
	}
	for system, options := range map[string][]string{
		"team-swiss": {"accelerated"}, "round-robin": {"groups"}, "knockout": {"third_place", "consolation"}, "rotating-partners": nil,
		"groups-knockout": {"groups", "advance", "double_cycle", "third_place", "consolation"},
	} {
		page := show(system)
		shown := map[string]bool{}
		for _, name := range options {
			shown[name] = true
		}
		for _, name := range []string{"accelerated", "groups", "advance", "double_cycle", "third_place", "consolation"} {
			found := page.count("input[name=" + name + "]")
			expect.Equal(t, (found == 1), shown[name], "%s: %d inputs %s", system, found, name)
		}
		expect.Equal(t, page.value("#f-name", "value"), "Side event", "%s: the typed name is now", system)
	}
	unseen := b.post(add, with(fields(t, b.get(add+"?all=yes"), add), "name", "Side event", "system", "knockout", "do", "save")).wants(http.StatusOK)
	unseen.has(".note", "The pairing system is now Knockout")
	groups := fields(t, show("groups-knockout"), add)
	refused := func(form url.Values, field, why string) {
		t.Helper()
		b.post(add, with(form, "do", "save")).wants(http.StatusUnprocessableEntity).has("#e-"+field, why)
	}
	refused(with(groups, "groups", "2", "advance", "4", "rounds", "5"), "advance", "a group has at most 3 teams, so 4 cannot go on")
	refused(with(groups, "groups", "1", "advance", "1"), "advance", "A knockout needs at least two teams")
	refused(with(groups, "groups", "4", "advance", "2", "rounds", "3"), "rounds", "takes 3 rounds")
	refused(with(groups, "groups", "many"), "groups", "whole number")
	rotating := fields(t, show("rotating-partners"), add)
	expect.Equal(t, rotating.Get("tie_breaks"), "PTS,WIN", "tie-breaks of rotating partners")
	refused(with(rotating, "tie_breaks", "PTS,BH"), "tie_breaks", "BH compares opponents")
	jared := fields(t, b.post(add, with(rotating, "rulebook", "JARED", "do", "show")).wants(http.StatusOK), add)
	refused(jared, "system", "no partners to rotate")

	b.post(add, with(groups, "groups", "2", "advance", "2", "third_place", "yes", "rounds", "5", "do", "save")).wants(http.StatusSeeOther)
	expect.Must(s.pool.Exec(t.Context(), `update section set frozen_at = now() where slug = 'side-event'`))(t)
	const edit = "/e/lakeshore-2026/desk/setup/side-event"
	kept := fields(t, b.get(edit), edit)
	expect.True(t, kept.Get("groups") == "2" && kept.Get("advance") == "2" && kept.Get("third_place") == "yes" && kept.Get("consolation") == "", "kept: %v", kept)
	b.post(edit, with(kept, "advance", "1", "do", "save")).wants(http.StatusUnprocessableEntity).has("#e-reason", "this was fixed when round 1 was published")
}

// A club is kept apart in one step, as a rule or as a wish, in the rounds named.
func TestAClubIsKeptApart(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update team set school = 'Oak' where event_id = $1 and team_id in (1, 4, 6)`, l.event)
	const team, apart = "/e/lake/desk/open/teams/1", "/e/lake/desk/open/teams/1/apart"
	form := func() url.Values {
		values := fields(t, l.chief.get(team).wants(http.StatusOK), apart)
		values.Del("other")
		return values
	}
	l.chief.post(apart, with(form(), "club", "yes", "first_round", "one")).wants(http.StatusUnprocessableEntity).has("#e-first_round", "number of a round")
	l.chief.post(apart, with(form(), "club", "yes", "force", "wish", "last_round", "2")).wants(http.StatusSeeOther)
	var pairs, wishes, last int
	row := l.pool.QueryRow(t.Context(), `select count(*), count(*) filter (where not hard), max(last_round) from forbidden_pair where event_id = $1`, l.event)
	err := row.Scan(&pairs, &wishes, &last)
	expect.True(t, err == nil && pairs == 3 && wishes == 3 && last == 2, "%d pairs, %d wishes, to round %d, %v", pairs, wishes, last, err)
}

// Level teams of the groups are ordered by lot or by the chief before the
// knockout is drawn; tables and bracket are public.
func TestGroupsAndAKnockoutOnThePages(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'groups-knockout', group_count = 2, advance = 1, rounds = 2, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.pair(1)
	l.play(1)
	l.exec(`update result_report set outcome = 'draw', slot1_points = 1, slot2_points = 1 where event_id = $1`, l.event)
	l.settle()
	const bench = "/e/lake/desk/open/round/2/pair"
	page := l.chief.get(bench).wants(http.StatusOK).has("h2", "Group A: level after all tie-breaks").has("h2", "Group B: level after all tie-breaks")
	// The overview leads there, and does not call the section ready.
	over := l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has("a.btn-main", "Settle a level tie").has("main", "Draw lots, or set their order").hasNot("main", "It is clear who goes on")
	expect.Equal(t, over.value("a.btn-main", "href"), bench, "the overview leads to")
	tie := fields(t, page, bench)
	l.chief.post(bench, with(tie, "do", "make")).wants(http.StatusConflict).has(".note", "Draw lots, or set their order")
	l.chief.post(bench, with(tie, "do", "order", "place-1", "1", "place-4", "1", "reason", "Blitz.")).wants(http.StatusUnprocessableEntity).
		has(".note", "position")
	l.chief.post(bench, with(tie, "do", "lot")).wants(http.StatusSeeOther)
	l.settle()
	tie = fields(t, l.chief.get(bench).wants(http.StatusOK).hasNot("h2", "Group A: level"), bench)
	l.chief.post(bench, with(tie, "do", "order", "reason", "")).wants(http.StatusUnprocessableEntity).has(".note", "needs a correction")
	order := with(tie, "do", "order", "reason", "Blitz play-off.")
	l.chief.post(bench, order).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has("a.btn-main", "Pair round 2").has("main", "It is clear who goes on from the groups.")
	l.pair(2)
	l.settle()
	guest := l.visitor()
	guest.get("/e/lake/open/standings").wants(http.StatusOK).has("h3", "Final").hasNot(".tie-side strong", "0") // no score before the first result
	l.play(2)
	l.settle()
	guest.get("/e/lake/open/standings").wants(http.StatusOK).has(".tie-side strong", "0").has("h2", "Group A").has("h2", "Group B").has(".note", "ordered by lot").
		has(".note", "Blitz play-off.").has("h3", "Final").has(".tie-won", "wins")
	guest.get("/e/lake/open/crosstable").wants(http.StatusOK).has("h2", "Group B")
}

// Single players enter alone, sit with a new partner every round and read
// everything about it under their own name.
func TestRotatingPartnersOnThePages(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 8)
	l.exec(`delete from player where event_id = $1 and seat_order = 2`, l.event)
	l.exec(`update section set system = 'rotating-partners', rounds = 7, tie_breaks = 'PTS,WIN' where event_id = $1`, l.event)
	const teams = "/e/lake/desk/open/teams"
	form := fields(t, l.chief.get(teams+"/new").wants(http.StatusOK).has("h2", "New player"), teams+"/new")
	l.chief.post(teams+"/new", with(form, "player1", "Ada Abara", "rating1", "1900")).wants(http.StatusSeeOther)
	l.chief.get(teams).wants(http.StatusOK).has("th", "Ada Abara").hasNot("h2", "Partner")
	l.draft(1)
	bench := l.chief.get("/e/lake/desk/open/round/1/pair").wants(http.StatusOK).has(".why", "partners for the first time").has(".bench-h", "Tables")
	expect.Equal(t, bench.count("input[name=team]"), 9, "players can be moved, want all nine")
	l.publish(1)
	guest := l.visitor()
	guest.get("/e/lake/open/pairings").wants(http.StatusOK).has(".v", "with ").has("a", "By player")
	guest.get("/e/lake/open/pairings?by=table").wants(http.StatusOK).has(".t", " / ")
	l.chief.get("/e/lake/desk/open/round/1/wall").wants(http.StatusOK).has("body", " / ")
	guest.get("/e/lake/find?q=abara").wants(http.StatusOK).has("body", "Ada Abara")
	l.play(1)
	l.settle()
	guest.get("/e/lake/open/standings").wants(http.StatusOK).has("th", "Player").has("th", "Ada Abara")
	guest.get("/e/lake/open/crosstable").wants(http.StatusOK).has("td", "+")
	guest.get("/e/lake/team/ada-abara").wants(http.StatusOK).has("body", "Ada Abara")
	guest.get("/e/lake/open/standings").has("main", "A player's own page shows the sum")
	badges := l.chief.get("/e/lake/desk/print/open/round/1?paper=badges").wants(http.StatusOK)
	expect.True(t, badges.count(".badge-player") == 9 && badges.count(".badge-team") == 0, "%d badges, %d with the name once more", badges.count(".badge-player"), badges.count(".badge-team"))
	book := l.read()
	played := book.Round(1).AtTable(1)
	guest.get("/e/lake/team/"+book.Team(played.TeamID(1)).Slug).has("main li", "Round 1, "+book.SlotName(*played, 2)+": ") // both of them
	l.pair(2)
}
