package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestSearchForgivesSlipsButNeverGuesses(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update team set name = 'Knight Riders', name_key = 'knight riders', slug = 'knight-riders', school = 'Harbor Day School' where team_id = 1`)
	l.pair(1)
	everybody := l.visitor()
	for _, q := range []string{"knigth riders", "kniht", "Knight Ridrs", "harbr day", "riderz"} {
		a := everybody.get("/e/lake/find?q=" + url.QueryEscape(q)).wants(http.StatusOK)
		a.has("p", "These come near").has("a.prow", "Knight Riders")
		expect.Equal(t, a.count(".answer"), 0, "%q was taken for an answer", q)
	}
	everybody.get("/e/lake/find?q=harbor").has(".answer-team", "Knight Riders") // a school that fits is no guess
	for _, q := range []string{"kxyz", "zzzzzz", "xxx"} {
		everybody.get("/e/lake/find?q="+q).hasNot("a.prow", "Knight Riders")
	}
}

func TestPlayersHavePagesWithTheirGames(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.play(1)
	everybody := l.visitor()
	team := everybody.get("/e/lake/team/team-1").wants(http.StatusOK)
	to := team.value("a[href=/e/lake/player/1]", "href")
	page := everybody.get(to).wants(http.StatusOK).has("h1", "Zoé1 Ahead").has("li", "White on A · vs Zoé3").has("li", "with Zoé1 Behind").has("strong", "won")
	expect.Equal(t, page.count("ol.rows li"), 2, "games")
	everybody.get("/e/lake/player/99?lang=de").wants(http.StatusNotFound).has("main", "keinen Spieler mit dieser Adresse")
	l.exec(`update section set max_grade = 8`)
	l.exec(`update event set hide_minors = true`)
	l.hub.Resync()
	everybody.get(to+"?lang=en").has("h1", "Zoé1 A.").hasNot("main", "Ahead")
}

func TestHomeTellsTheScheduleTheWayAndLaterTheArchive(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.give(l.chief, l.event, 0, access.Organizer)
	const edit = "/e/lake/desk/setup/event"
	form := func(schedule, link string) *answer {
		in := fields(t, l.chief.get(edit), edit)
		for field, value := range map[string]string{
			"address": "12 Pier Road", "schedule": schedule, "map_link": link, "tables_per_row": "1", "key": l.key(),
		} {
			in = with(in, field, value)
		}
		return l.chief.post(edit, in)
	}
	form("noon Lunch", "").wants(http.StatusUnprocessableEntity).has(".field-error", `line 1: "noon" is no time`)
	form("9:30 Check-in", "javascript:alert(1)").wants(http.StatusUnprocessableEntity).has(".field-error", "https://")
	form("9:30 Check-in\n\n2026-05-03 14:00 Round 4", "").wants(http.StatusSeeOther)
	l.settle()
	l.exec(`update section set hall = 'Hall B', broadcast = true`)
	l.pair(1)
	everybody := l.visitor()
	home := everybody.get("/e/lake").has("dl", "9:30 am Check-in").has("h3", "Sun 3 May 2026").has("address", "12 Pier Road")
	to := home.value("#way", "id")
	expect.True(t, to != "" && strings.Contains(home.body, "openstreetmap.org/search?query=12+Pier+Road"), "the way to the hall is not on the page")
	everybody.get("/e/lake?lang=de").has("dl", "09:30 Check-in").has("h3", "So, 3. Mai 2026")
	everybody.get("/e/lake/find?q=t2&lang=en").has(".answer-table", "Hall B, row 2").has("a", "Way there")
	for _, page := range []string{"/e/lake/open/pairings?by=table", "/e/lake/team/team-1", "/e/lake/player/1"} {
		expect.Equal(t, everybody.get(page).count("a.watch"), 0, "%s: matches to watch of which nothing is recorded", page)
	}
	everybody.get("/e/lake/open/round/1/table/1/match/1").has(".lm-side", "No move is recorded yet")
	everybody.get("/e/lake/poster").wants(http.StatusOK).has(".poster", "Find your table on your phone")

	l.play(1)
	unrecorded := everybody.get("/e/lake/open/round/1/table/1/match/2").has(".empty", "Nobody recorded its moves").has(".lm-head", "beat")
	expect.Equal(t, unrecorded.count("svg.board"), 0, "a decided match shows a position that nobody recorded")
	l.exec(`insert into match_act (event_id, match_id, seq, at, by_name, act, source) select event_id, min(match_id), 1, '2026-05-02 08:00+00', 'x', '{"act":"turn","by":"WA","move":"e2e4"}', 'desk'
		from match where event_id = $1 group by event_id`, l.event)
	l.exec(`insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes, first_table)
		values ($1, $2, 'kids', 'Kids', 'K', 2, 'FIDEX', 'team-swiss', 3, 2, 0, 'PTS', 300000, 25, 41)`, l.event, l.section+1)
	l.exec(`update event set state = 'archived' where event_id = $1`, l.event)
	l.hub.Resync()
	kids := find(everybody.get("/e/lake").has(".home-section", "Played to round 1 of").hasNot(".home-section", "is not out yet").doc, ".home-section")[1]
	expect.Contains(t, textOf(kids), "No round was played.", "a section that was not played")
	expect.Lacks(t, textOf(kids), "Final standings", "a section that was not played")
	over := everybody.get("/e/lake").has(".note", "This event is over").has("ol", "1–2. Team 0001, 2 points").has("a", "Final standings").has("a", "Download CSV").has("a", "Round 1")
	replay := over.value("details li a", "href")
	everybody.get(replay).wants(http.StatusOK).has(".lm-log", "e4")
	expect.Equal(t, everybody.get("/e/lake/open/pairings?by=table").count("a.watch"), 1, "matches to watch after the round, want the recorded one")
	everybody.get(replay+"?lang=de").has("h1", "Runde 1, Tisch 1").has(".lm-status", "Das Match ist zu Ende.").has("details", "weißer König e1")
	everybody.get("/?lang=en").has("h2", "Archive")
}

func TestErrorsSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	reader := l.visitor()
	for _, c := range []struct {
		path, says string
		status     int
	}{
		{"/e/lake/nothing/status", "hat keine Gruppe „nothing“", http.StatusNotFound},
		{"/e/nowhere", "gibt es kein Turnier", http.StatusNotFound},
		{"/e/lake/open/round/x/pairings", "keine Runde „x“", http.StatusNotFound},
		{"/no/such/page", "gibt es keine Seite", http.StatusNotFound},
		{"/e/lake/team/nobody", "kein Team mit dieser Adresse", http.StatusNotFound},
		{"/e/lake/team/team-1/own", "mit dem eigenen Link des Teams", http.StatusForbidden},
		{"/l/old-link", "Dieser eigene Link ist nicht bekannt", http.StatusNotFound},
	} {
		page := reader.get(c.path+"?lang=de").wants(c.status).has("main", c.says)
		expect.Equal(t, page.value("html", "lang"), "de", "%s says it speaks", c.path)
	}
	reader.get("/sign-in?lang=cs").has("h1", "Přihlásit se")
	wrong := reader.post("/sign-in", url.Values{"login": {"dana"}, "password": {"wrong wrong wrong"}})
	wrong.wants(http.StatusUnprocessableEntity).has("[role=alert]", "Jméno nebo heslo nesouhlasí.")
	l.chief.get("/e/lake/desk/nothing?lang=de").wants(http.StatusNotFound).has("main", "hat keine Gruppe „nothing“")
}

func TestAnOpenPageAsksForItsMainPartAlone(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	everybody := l.visitor()
	whole, part := everybody.get("/e/lake/find?team=team-1"), everybody.get("/e/lake/find?team=team-1&part=main")
	expect.True(t, part.count("nav") == 0 && part.count("script") == 0 && part.text("main") == whole.text("main"),
		"the part is\n%s\nof\n%s", part.body, whole.text("main"))
	expect.True(t, part.value("body", "data-version") == whole.value("body", "data-version") && len(part.body) < len(whole.body),
		"the part does not say its version, or is no smaller than the page")
}

// Links on paper and on screens are those of TANDEM_URL, whatever host a proxy or
// a stranger names.
func TestPrintedLinksFollowTheServersAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	matrixEvent(t, s)
	s.server.URL = "https://tandem.example.org"
	for _, page := range []string{"/e/matrix/poster", "/e/matrix/hall/1"} {
		req := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+page, nil))(t)
		req.Host = "elsewhere.example.com"
		got := s.visitor().do(req).wants(http.StatusOK).has("body", "tandem.example.org/e/matrix")
		expect.Lacks(t, got.text("body"), "elsewhere", "%s", page)
	}
}

// Whoever has a bye has no game, though the round is out.
func TestAPlayerWithoutAGameIsNotToldThatNoRoundIsOut(t *testing.T) {
	t.Parallel()
	l := seated(t, 3)
	without := 0
	for _, player := range []string{"1", "3", "5"} {
		page := l.visitor().get("/e/lake/player/"+player).wants(http.StatusOK).hasNot("main", "No round is published yet.")
		if strings.Contains(page.text("main"), "No game yet.") {
			without++
		}
	}
	expect.Equal(t, without, 1, "teams of three have no game")
}
