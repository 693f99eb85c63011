package web_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/webhook"
)

// forEverybody lists the addresses that anybody may read of the league, made of the permission
// matrix, so that a new public route is among them.
func forEverybody(rounds int) []string {
	seen := map[string]bool{}
	add := func(list *[]string, path string) {
		if !seen[path] {
			seen[path] = true
			*list = append(*list, path)
		}
	}
	var list []string
	for key, who := range matrix {
		method, pattern, _ := strings.Cut(key, " ")
		if method != http.MethodGet || who != pub || strings.HasSuffix(pattern, "/stream") || slices.Contains(notOfTheEvent, pattern) {
			continue
		}
		for round := 1; round <= rounds; round++ {
			for n := 1; n <= 8; n++ {
				add(&list, addressOf(pattern, map[string]string{
					"event": "lake", "section": "open", "round": fmt.Sprint(round), "table": fmt.Sprint(1 + n%2), "match": fmt.Sprint(1 + n/2%2),
					"team": fmt.Sprint("team-", 1+n%4), "player": fmt.Sprint(n), "screen": []string{"main", "places", "tree", "state"}[n%4],
				}))
			}
		}
	}
	for _, more := range []string{
		"pairings?by=table", "standings?lang=de", "standings.csv?for=spreadsheet", "standings/embed?rows=2", "status?lang=cs", "standings.csv?round=1", "standings.csv?round=2",
	} {
		add(&list, "/e/lake/open/"+more)
	}
	for n := 1; n <= 4; n++ {
		add(&list, fmt.Sprintf("/e/lake/find?team=team-%d", n))
		add(&list, fmt.Sprintf("/e/lake/find?q=team+%04d", n))
	}
	slices.Sort(list)
	return list
}

// notOfTheEvent are public routes that say nothing of an event, or ask for a token themselves.
var notOfTheEvent = []string{
	"/static/*", "/healthz", "/sign-in", "/join/:token", "/l/:code", "/e/:event/slip/:code", "/live/guests/:guest", "/server/guests/:guest",
}

var differsAlways = []*regexp.Regexp{
	regexp.MustCompile(`127\.0\.0\.1:\d+`), regexp.MustCompile(`name="key" value="[^"]*"`), regexp.MustCompile(`"at":"[^"]*"`), regexp.MustCompile(`own-[A-Za-z0-9_-]{20,}`),
	regexp.MustCompile(`Request [0-9a-f]{10}`), regexp.MustCompile(`stroke-dasharray="[ \d]*"`),
}

// shown is an answer without what no two sites have in common.
func shown(a *answer) string {
	body := a.body
	for _, r := range differsAlways {
		body = r.ReplaceAllString(body, "…")
	}
	return fmt.Sprint(a.status, " ", a.header.Get("Location"), " ", body)
}

// apart lists the addresses that tell two leagues apart.
func apart(one, other *league, paths []string) (list []string) {
	for _, path := range paths {
		mine, theirs := shown(one.visitor().get(path)), shown(other.visitor().get(path))
		if mine == theirs {
			continue
		}
		list = append(list, path)
		at := 0
		for at < min(len(mine), len(theirs)) && mine[at] == theirs[at] {
			at++
		}
		one.t.Logf("%s: %q, %q", path, mine[max(0, at-60):min(len(mine), at+60)], theirs[max(0, at-20):min(len(theirs), at+60)])
	}
	return list
}

// heldFinal is a league after its last round, which ended as the outcomes say, match by match. Its
// standings are announced, and were not yet.
func heldFinal(t *testing.T, outcomes ...tournament.Outcome) *league {
	t.Helper()
	l := newLeague(t, 4)
	l.exec(`update section set rounds = 2, hold_final = true, broadcast = true, public_prospects = true`)
	l.exec(`insert into prize_plan (event_id, section_id, split, several, currency, public) values ($1, $2, 'even', true, '', true)`, l.event, l.section)
	l.exec(`insert into prize (event_id, section_id, prize_no, name, category, place, money) values ($1, $2, 1, '1st', '', 1, 30000), ($1, $2, 2, '2nd', '', 2, 10000),
		($1, $2, 3, 'Best school', 'School', 1, 5000)`, l.event, l.section)
	l.exec(`update team set school = 'Elm Street' where team_id in (2, 4)`)
	for i, programme := range []string{"standings", "bracket", "status"} {
		l.exec(`insert into hall_screen (event_id, slug, name, programme) values ($1, $2, $2, $3)`, l.event, []string{"places", "tree", "state"}[i], programme)
	}
	l.pair(1)
	l.play(1)
	l.exec(`update round set completed_at = $2 where event_id = $1 and round_no = 1`, l.event, l.now) // as in every other such league
	l.exec(`update result_report set at = $2 where event_id = $1`, l.event, l.now)
	l.pair(2)
	l.ends(2, outcomes)
	return l
}

// ends gives the matches of a round their results in order, without the desk.
func (l *league) ends(round int, outcomes []tournament.Outcome) {
	l.t.Helper()
	for i, o := range outcomes {
		one, two := o.Points()
		l.exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
			select event_id, match_id + 200000, match_id, 'desk', $2, 'Dana Holt', $3, $4, $5, 'confirmed', $6 from match where event_id = $1 and round_no = $7
			order by match_id offset $8 limit 1`, l.event, l.chief.accountID, o, one, two, l.now, round, i)
	}
	l.exec(`update match set state = 'reported' where event_id = $1 and round_no = $2`, l.event, round)
	l.exec(`update round set state = 'complete', completed_at = $3 where event_id = $1 and round_no = $2`, l.event, round, l.now)
	l.hub.Resync()
	l.server.CatchUp(l.event)
}

// Until the final standings are announced no public page, file, picture, screen or answer of the
// API tells two sections apart that differ only in the results of the last round; then they do.
func TestHeldStandingsShowNowhere(t *testing.T) {
	t.Parallel()
	one := heldFinal(t, tournament.FirstWins, tournament.FirstWins, tournament.SecondWins, tournament.Drawn)
	other := heldFinal(t, tournament.SecondWins, tournament.Drawn, tournament.DoubleLoss, tournament.FirstWins)
	paths := forEverybody(2)
	expect.MustTrue(t, len(paths) >= 100, "only %d public addresses are known", len(paths))
	for _, path := range apart(one, other, paths) {
		t.Errorf("%s tells what is not announced", path)
	}
	everybody := one.visitor()
	everybody.get("/e/lake/open/standings").has("[data-held]", "are not announced yet").has("h1", "Standings after round 1")
	everybody.get("/e/lake/open/status").has("main", "are not announced yet")
	everybody.get("/e/lake/open/prospects").has("[data-held]", "are not announced yet").hasNot("main", "open")
	for _, page := range []string{"/e/lake/open/standings", "/e/lake/hall/places"} {
		everybody.get(page).hasNot("main", "can still reach").hasNot("main", "is decided")
	}
	everybody.get("/e/lake/open/round/2/table/1").has("main", "not announced yet")
	everybody.get("/e/lake/open/round/1/table/1/match/1").wants(http.StatusOK)
	everybody.get("/e/lake/open/round/2/table/1/match/1").wants(http.StatusNotFound).has("main", "shown when its result is announced")

	const page = "/e/lake/desk/open/announcements"
	one.chief.get("/e/lake/desk/open").has("main", "Announce the final standings")
	one.chief.get(page).wants(http.StatusOK).has("[data-final]", "All results of round 2 are in")
	scorer := one.person("kim", "Kim", "none")
	one.give(scorer, one.event, one.section, access.Scorekeeper)
	scorer.get(page).wants(http.StatusOK).has("main", "The section chief").hasNot("button", "Announce")
	for _, l := range []*league{one, other} {
		l.accept()
		said := l.send(page, url.Values{"what": {"standings"}}).wants(http.StatusSeeOther)
		l.chief.get(said.to()).has(".said", "The final standings are announced.").has("[data-final]", "are announced")
	}
	one.send(page, url.Values{"what": {"standings"}}).wants(http.StatusConflict).has("[role=alert]", "nothing to announce")
	now := apart(one, other, paths)
	for _, path := range []string{
		"/e/lake/open/standings", "/e/lake/open/crosstable", "/e/lake/open/standings.csv", "/e/lake/open/standings/embed", "/e/lake/open/prizes", "/e/lake/hall/places",
		"/e/lake/open/pairings?by=table", "/e/lake/open/round/2/table/1", "/e/lake/team/team-1", "/e/lake/player/1", "/e/lake/find?team=team-1",
		"/api/v1/events/lake/sections/open/standings", "/api/v1/events/lake/sections/open/rounds/2/pairings", "/e/lake/team/team-1/preview.png",
	} {
		expect.True(t, slices.Contains(now, path), "%s does not tell the final results after the announcement", path)
	}
	one.visitor().get("/e/lake/open/standings").has("h1", "Final standings").has("caption", "Final standings").hasNot("main", "announced")
}

// Standings are announced when every match of the last round has a result, by who may, once.
func TestAnAnnouncementNeedsAllResults(t *testing.T) {
	t.Parallel()
	l := heldFinal(t, tournament.FirstWins, tournament.FirstWins, tournament.SecondWins)
	l.exec(`update match set state = 'open' where match_id = (select max(match_id) from match)`)
	l.settle()
	const page = "/e/lake/desk/open/announcements"
	l.chief.get(page).has("[data-final]", "have none that counts yet").hasNot("button", "Announce the final")
	l.send(page, url.Values{"what": {"standings"}}).wants(http.StatusConflict).has("[role=alert]", "no result that counts")
	l.send(page, url.Values{"what": {"everything"}}).wants(http.StatusUnprocessableEntity)
	expect.True(t, l.visitor().get("/e/lake/open/standings").count("[data-held]") != 0, "a refused announcement announced")
}

// heldRuling is a league whose first match was ruled on with an outcome, held back. Before, the
// match had a result.
func heldRuling(t *testing.T, outcome string) (l *league, card string) {
	t.Helper()
	l, director, card, open := ready(t)
	l.exec(`update section set public_prospects = true, rounds = 1 where section_id = $1`, l.section) // the last third
	form := decision(open, "other")
	set(form, "outcome", outcome, "reason", "As the section chief decided.", "hold", "yes", "key", l.key())
	director.post(card+"/ruling", form).wants(http.StatusSeeOther)
	l.settle()
	return l, card
}

// A ruling that is held is known to officials alone: not to readers, not to the teams. Both teams
// read that there is one, and may appeal once it is announced.
func TestAHeldRulingShowsNowhere(t *testing.T) {
	t.Parallel()
	one, card := heldRuling(t, "slot1")
	other, _ := heldRuling(t, "slot2")
	one.exec(`insert into team_points (event_id, points_id, section_id, team_id, round_no, match_points, game_points, reason, ruling_id) values ($1, 1, $2, 1, 0, -2, -2, 'as ruled', 1)`, one.event, one.section)
	one.hub.Resync() // points that rest on the ruling are held with it
	for _, path := range apart(one, other, forEverybody(1)) {
		t.Errorf("%s tells what the ruling says", path)
	}
	first, second := one.tableOne()
	for _, team := range []int64{first, second} {
		mine, theirs := shown(one.phone(team).get(own(team))), shown(other.phone(team).get(own(team)))
		expect.Equal(t, mine, theirs, "the page of team %d tells what the ruling", team)
	}
	phone := one.phone(first)
	phone.get(own(first)).has("main", "A decision is made. It is not announced yet").hasNot("button", "Appeal").hasNot("main", "section chief decided")
	phone.post(own(first)+"/appeal", url.Values{"ruling": {"1"}, "grounds": {"We guess that it is wrong."}, "key": {one.key()}}).wants(http.StatusConflict).has("main", "not announced yet")
	one.visitor().get("/e/lake/open/standings").has("[data-reach]", "can still reach place 1–")
	one.chief.get(card+"/ruling").has("[data-held]", "Nobody but officials knows this ruling").has(".label", "do not read it to anybody")
	one.chief.get("/e/lake/desk/open").has("main", "is held")

	const page = "/e/lake/desk/open/announcements"
	one.chief.get(page).has("main", "beat Team 0003").has("form[data-one-key=a] button", "Announce")
	for _, l := range []*league{one, other} {
		l.send(page, url.Values{"what": {"ruling"}, "ruling": {"1"}}).wants(http.StatusSeeOther)
	}
	one.send(page, url.Values{"what": {"ruling"}, "ruling": {"1"}}).wants(http.StatusConflict).has("[role=alert]", "announced already")
	if now := apart(one, other, forEverybody(1)); !slices.Contains(now, "/e/lake/open/round/1/table/1") || !slices.Contains(now, "/e/lake/open/standings") {
		t.Errorf("after the announcement only %v tell what was ruled", now)
	}
	one.phone(first).get(own(first)).has("main", "section chief decided").has("main", "You may appeal until")
	one.chief.get(card+"/ruling").has("main", "You may appeal to the section chief").hasNot("[data-held]", "Nobody")
	one.chief.get("/e/lake/desk/journal").has("main", "announce ruling")
}

// What the boards have to know cannot be held.
func TestARulingAfterWhichPlayGoesOnCannotBeHeld(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	form := decision(open, "other")
	set(form, "outcome", "replay", "reason", "The board was set up wrongly.", "hold", "yes", "key", l.key())
	director.post(card+"/ruling", form).wants(http.StatusUnprocessableEntity).has(".field-error", "both teams have to know it").has("input[name=hold][checked=]", "")
}

// Programs outside are told that something was decided and announced, by kinds and places: the form
// of a notice has no room for an outcome.
func TestNoticesSayNoOutcome(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"announce standings", "announce ruling", "sign ruling", "enter result"} {
		expect.Equal(t, webhook.KindOf(action), webhook.Result, "receivers of results are not told of %q", action)
	}
	l := heldFinal(t, tournament.FirstWins, tournament.FirstWins, tournament.SecondWins, tournament.Drawn)
	l.accept()
	l.send("/e/lake/desk/open/announcements", url.Values{"what": {"standings"}}).wants(http.StatusSeeOther)
	body := l.visitor().get("/e/lake/open/standings").body
	expect.True(t, !bytes.Contains([]byte(body), []byte("data-held")), "the page in memory is older than the announcement")
}
