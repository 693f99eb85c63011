package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

const openTeams = "/e/lakeshore-2026/desk/open/teams"

func (s *site) events() []tournament.Event {
	s.t.Helper()
	events := expect.Must(s.tournament.Reader().Events(s.t.Context()))(s.t)
	return events
}

// enter adds a team through the late-entry form.
func enter(t *testing.T, b *browser, team, one, two string) {
	t.Helper()
	form := fields(t, b.get(openTeams+"/new").wants(http.StatusOK), openTeams+"/new")
	b.post(openTeams+"/new", with(form, "name", team, "player1", one, "player2", two, "rating1", "1500")).wants(http.StatusSeeOther)
}

func TestCheckInByTypingAndByButton(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	enter(t, b, "Knight Riders", "Ada Abara", "Ben Castillo")
	enter(t, b, "Pawn Stars", "Cleo Rossi", "Mei Xu")
	page := b.get(openTeams).wants(http.StatusOK).has(".chip", "2 not yet").has("tr", "Ada Abara 1500")
	key := page.value("input[name=key]", "value")
	said := b.post(openTeams+"/check-in", url.Values{"key": {key}, "q": {"castillo"}}).wants(http.StatusSeeOther)
	expect.Contains(t, said.to(), "Knight+Riders+is+here", "said")
	b.post(openTeams+"/check-in", url.Values{"key": {key}, "q": {"castillo"}}).wants(http.StatusSeeOther) // sent twice: applied once
	page = b.get(openTeams).has(".chip", "1 here")
	code := strings.TrimSpace(textOf(find(page.doc, "tbody tr td")[1])) // the seed stands before it
	b.post(openTeams+"/check-in", url.Values{"key": {page.value("input[name=key]", "value")}, "q": {code}}).wants(http.StatusSeeOther)
	b.get(openTeams).has(".chip", "1 here") // a second scan says the same once more
	again := b.post(openTeams+"/check-in", url.Values{"key": {"a-third-key"}, "q": {strings.ReplaceAll(code, "-", "")}}).wants(http.StatusSeeOther)
	expect.Contains(t, again.to(), "Knight+Riders+was+here+already", "said")
	b.post(openTeams+"/check-in", url.Values{"key": {"a-fourth-key"}, "not-here": {"1"}}).wants(http.StatusSeeOther)
	b.get(openTeams).has(".chip", "0 here")
	enter(t, b, "Pawn Stars 2", "Dan Park", "Eve Long")
	b.post(openTeams+"/check-in", url.Values{"key": {"a-fifth-key"}, "q": {"pawn stars"}}).wants(http.StatusSeeOther)
	b.get(openTeams).has(".chip", "1 here") // the whole name of one is a part of another's
	b.post(openTeams+"/check-in", url.Values{"key": {"a-sixth-key"}, "not-here": {"2"}}).wants(http.StatusSeeOther)
	several := b.post(openTeams+"/check-in", url.Values{"key": {"another-key"}, "q": {"r"}}).wants(http.StatusSeeOther)
	expect.True(t, strings.HasSuffix(several.to(), "?q=r"), "several hits lead to %s", several.to())
	b.get(openTeams+"?q=nobody").has(".empty", "No team, player or code matches “nobody”")
	b.post(openTeams+"/check-in", url.Values{"key": {"yet-another-key"}, "here": {"99"}}).wants(http.StatusNotFound)
}

func TestLateEntryIsRefusedWithTheOtherName(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	enter(t, b, "Knight Riders", "Ada Abara", "Ben Castillo")
	form := fields(t, b.get(openTeams+"/new"), openTeams+"/new")
	refused := b.post(openTeams+"/new", with(form, "name", "knight riders", "player1", "Ada Abara", "player2", "Mei Xu", "rating2", "fast")).
		wants(http.StatusUnprocessableEntity).has("#e-rating2", "whole number")
	refused = b.post(openTeams+"/new", with(fields(t, refused, openTeams+"/new"), "rating2", "1400")).wants(http.StatusUnprocessableEntity).
		has("#e-name", "“Knight Riders” already").has("#e-player1", "Ada Abara already plays for Knight Riders").has("label", "another person of the same name")
	b.post(openTeams+"/new", with(fields(t, refused, openTeams+"/new"), "name", "Twins", "same_name", "yes")).wants(http.StatusSeeOther)
	b.get(openTeams).has("tr", "Twins")
}

func TestTheWholeLifeOfATeam(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	enter(t, b, "Knight Riders", "Ada Abara", "Ben Castillo")
	enter(t, b, "Pawn Stars", "Cleo Rossi", "Mei Xu")
	const team = openTeams + "/1"
	edit := fields(t, b.get(team).wants(http.StatusOK), team)
	b.post(team, with(edit, "name", "Night Riders", "rating2", "1620")).wants(http.StatusSeeOther)
	b.post(team, with(edit, "key", "another-key", "name", "Day Riders")).wants(http.StatusConflict).has(".note", "Night Riders").has(".note", "Day Riders")
	b.get(openTeams).has("tr", "Night Riders").has("tr", "Ben Castillo 1620")

	bye := func(round, kind string, status int) *answer {
		return b.post(team+"/bye", with(fields(t, b.get(team), team+"/bye"), "round", round, "kind", kind)).wants(status)
	}
	bye("2", "half", http.StatusSeeOther)
	bye("3", "half", http.StatusUnprocessableEntity).has("#e-kind", "limit of 1")
	bye("9", "zero", http.StatusUnprocessableEntity).has("#e-round", "5 rounds")
	b.get(openTeams).has("tr", "round 2: half-point bye")

	link := b.post(team+"/link", fields(t, b.get(team), team+"/link")).wants(http.StatusOK)
	got := link.value("#f-link", "value")
	expect.True(t, strings.HasPrefix(got, s.url+"/l/") && len(got) >= len(s.url)+20, "link %q", got)
	expect.Equal(t, link.count("svg.qr"), 1, "the link has no code to scan")
	b.get(openTeams).has("tr", "given out").hasNot("tr", "/l/")

	b.post(team+"/apart", with(fields(t, b.get(team), team+"/apart"), "other", "2", "reason", "sisters")).wants(http.StatusSeeOther)
	b.get(team).has("li", "Pawn Stars").has("li", "sisters")
	b.post(team+"/withdraw", with(fields(t, b.get(team), team+"/withdraw"), "from", "x")).wants(http.StatusUnprocessableEntity).has("#e-from", "number of a round")
	b.post(team+"/withdraw", with(fields(t, b.get(team), team+"/withdraw"), "from", "1")).wants(http.StatusSeeOther)
	b.get(openTeams).has("tr", "withdrawn from round 1")
	b.post(team+"/return", fields(t, b.get(team), team+"/return")).wants(http.StatusSeeOther)
	b.get(openTeams).has(".chip", "1 here")
	b.post(team+"/withdraw", with(fields(t, b.get(team), team+"/withdraw"), "from", "4")).wants(http.StatusSeeOther)
	b.get(openTeams).has("tr", "until round 3").has(".chip", "1 here")
	b.post(team+"/return", fields(t, b.get(team).has("button", "play on").has("p", "plays until round 3."), team+"/return")).wants(http.StatusSeeOther)
	b.get(openTeams).hasNot("tr", "until round").has(".chip", "1 here")
	b.get(openTeams + "/77").wants(http.StatusNotFound)
}

func TestPoolAndClosingCheckIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	for _, name := range []string{"Otto Weiß", "Mei Xu", "Yan Li"} {
		form := fields(t, b.get(openTeams+"/new?pool=yes"), openTeams+"/new")
		b.post(openTeams+"/new", with(form, "player", name)).wants(http.StatusSeeOther)
	}
	page := b.get(openTeams).has("#pool li", "Neighbours by rating")
	const other = "/e/lakeshore-2026/desk/u1600/teams/pair"
	b.post(other, fields(t, page, openTeams+"/pair")).wants(http.StatusUnprocessableEntity).has("main", "Choose two players of the pool of U1600.")
	b.post(openTeams+"/pair", fields(t, page, openTeams+"/pair")).wants(http.StatusSeeOther)
	b.get(openTeams).has(".chip", "1 here").has("#pool", "waits for a partner")
	enter(t, b, "Knight Riders", "Ada Abara", "Ben Castillo")
	form := fields(t, b.get(openTeams+"/close").wants(http.StatusOK).has("legend", "Knight Riders"), openTeams+"/close")
	b.post(openTeams+"/close", form).wants(http.StatusUnprocessableEntity).has(".field-error", "Knight Riders")
	b.post(openTeams+"/close", with(form, "team2", "bye")).wants(http.StatusSeeOther)
	b.get(openTeams).has("tr", "round 1: half-point bye")
}

// A player of the pool takes a seat; later only where the rulebook allows it.
func TestAPartnerIsChangedOnTheTeamsPage(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.exec(`insert into player (event_id, player_id, section_id, first_name, last_name, name_key, created_at) values ($1, 90, 1, 'Pia', 'Pool', 'pia pool', now())`, l.event)
	const team, partner = "/e/lake/desk/open/teams/1", "/e/lake/desk/open/teams/1/partner"
	form := fields(t, l.chief.get(team).wants(http.StatusOK).has("h2", "Change a partner"), partner)
	leaves := l.chief.get(team).value("#f-leaves option", "value")
	l.chief.post(partner, with(form, "leaves", leaves, "joins", "99")).wants(http.StatusUnprocessableEntity).has("#e-joins", "player of the pool")
	l.chief.post(partner, with(form, "leaves", leaves, "joins", "90", "key", l.key())).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open/teams").has("[data-team-row]", "Pia Pool")
	l.chief.post(partner, with(form, "leaves", "90", "joins", leaves, "key", l.key())).wants(http.StatusConflict).has(".note", "Pia Pool")
	l.pair(1)
	l.play(1)
	now := fields(t, l.chief.get(team), partner)
	l.chief.post(partner, with(now, "leaves", "90", "joins", leaves)).wants(http.StatusUnprocessableEntity).has("#e-reason", "says nothing about a change")
}
