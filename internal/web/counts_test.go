package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// What one person may not see is left out of that person's list alone: sections are
// whole for everybody else.
func TestSectionsStayWholeForEverybody(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	desk := s.person("di", "Di May", "none")
	s.give(desk, 1, 1, access.Scorekeeper)
	desk.get("/e/lakeshore-2026/desk").wants(http.StatusSeeOther)
	checks := b.get("/e/lakeshore-2026/desk/setup/check").wants(http.StatusOK).has("li", "Open has at least two teams.").has("li", "U1600 has at least two teams.")
	for _, n := range find(checks.doc, "li") {
		expect.Lacks(t, textOf(n), " to 0)", "said")
	}
}

// A knockout has as many rounds as its teams need, and a level tie keeps the next one
// from being paired: it is said before anybody tries.
func TestAKnockoutSaysWhatIsLeft(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 8)
	l.exec(`update section set system = 'knockout', rounds = 5, matches_per_pairing = 2, tie_breaks = 'PTS' where event_id = $1`, l.event)
	const desk = "/e/lake/desk/open"
	l.pair(1)
	l.chief.get(desk+"/round/1/pair").wants(http.StatusOK).has("h2", "Round 1 of 3")
	for table := 1; table <= 4; table++ {
		for match := 1; match <= 2; match++ {
			outcome := tournament.FirstWins
			if table == 2 {
				outcome = tournament.Drawn
			}
			expect.Must(l.tournament.EnterResult(t.Context(), l.event, l.command(), tournament.TypedResult{SectionID: l.section, Round: 1, Table: table, Match: match, Source: "desk", Outcome: outcome}))(t)
		}
	}
	l.settle()
	page := l.chief.get(desk).wants(http.StatusOK).has(".btn-next", "Settle a level tie").has(".next", "table 2").has(".rows li", "are level").has(".rows li", "not yet")
	expect.True(t, page.count(".tag-warn") != 0, "nothing is left to do")
	for match := 1; match <= 2; match++ {
		l.exec(`update result_report set outcome = 'slot1', slot1_points = 2, slot2_points = 0 where outcome = 'draw'`)
	}
	l.settle()
	l.chief.get(desk).has(".btn-next", "Pair round 2").has(".rows li", "Every tie of the knockout has a winner.")
	for round := 2; round <= 3; round++ {
		l.pair(round)
		l.play(round)
	}
	l.settle()
	l.chief.get(desk).has(".btn-next", "Final standings")
	l.chief.get(desk+"/teams").has(".actions", "All rounds are paired.").hasNot(".actions", "Round 4")
}

// Where everybody enters alone, entries are players: they have no team's name, and a
// name that is corrected is corrected everywhere.
func TestWhoEntersAloneIsAPlayer(t *testing.T) {
	t.Parallel()
	for name, system := range map[string]string{"rotating partners": "system = 'rotating-partners'", "JARED": "system = 'dutch', rulebook = 'JARED', team_size = 1, squad_size = 2"} {
		t.Run(name, func(t *testing.T) { t.Parallel(); entersAlone(t, system) })
	}
}

func entersAlone(t *testing.T, system string) {
	l := newLeague(t, 0)
	l.exec(`update section set `+system+` where event_id = $1`, l.event)
	l.hub.Resync()
	l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has(".btn-next", "Enter players").has(".next", "0 players entered")
	l.chief.get("/e/lake/desk/open/round/1/pair").has("main", "A round needs two players.")
	l.chief.get("/e/lake/desk/open/teams").has("h1", "Players and check-in").hasNot("label", "Team")
	l.send("/e/lake/desk/open/teams/new", url.Values{"player1": {"Bo Lee"}, "rating1": {"1900"}}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open/teams").has("[data-team-row] th", "Bo Lee").has("[data-team-row] td", "1900").hasNot("[data-team-row] td:nth-of-type(3)", "Bo Lee")
	const team = "/e/lake/desk/open/teams/1"
	l.chief.get("/e/lake/desk/open/teams/new").has("h2", "New player").has("button", "Enter the player").has("a", "Back to the players").hasNot("label", "Team name")
	page := l.chief.get(team).wants(http.StatusOK).has("button", "Save Bo Lee").has("p", "The player has no link yet.").has("h2", "Players who must not be met").hasNot("label", "Team name")
	form := fields(t, page, team)
	l.chief.post(team, with(form, "rating1", "fast")).wants(http.StatusUnprocessableEntity).has("button", "Save Bo Lee")
	l.chief.post(team, with(form, "player1", "Bo Leigh")).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open/teams").has("[data-team-row] th", "Bo Leigh").hasNot("[data-team-row] th", "Bo Lee")
}

// Between two reports only results that nobody reported are offered as "none of these".
func TestAConflictOffersWhatNobodyReported(t *testing.T) {
	t.Parallel()
	l := seated(t, 2)
	for i, outcome := range []tournament.Outcome{tournament.FirstWins, tournament.SecondWins} {
		cmd := l.command()
		cmd.Actor = journal.Actor{AccountID: l.chief.accountID + int64(i), Name: []string{"Dana", "Kim"}[i]}
		if i == 1 {
			cmd.Actor.AccountID = l.person("kim", "Kim", "none").accountID
		}
		expect.Must(l.tournament.EnterResult(t.Context(), l.event, cmd, tournament.TypedResult{SectionID: l.section, Round: 1, Table: 1, Match: 1, Source: "desk", Outcome: outcome}))(t)
	}
	l.settle()
	page := l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/resolve").wants(http.StatusOK).has(".opt", "None of these: a draw")
	expect.Equal(t, page.count(".opt"), 4, "results are offered, want the two reported, a draw and none")
	l.chief.speaks("Dana Holt", "de")
	l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/resolve").wants(http.StatusOK).has(".opt", "Keines davon: remis")
}

// An address that will not be called is refused with why, and the page that shows a
// secret asks for nothing anew.
func TestAWebhookInsideTheNetworkIsRefused(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	const page = "/e/lake/desk/programs"
	open := func(address string) *answer {
		return l.chief.post(page+"/webhooks", url.Values{"key": {l.key()}, "hook_section": {"1"}, "url": {address}, "kinds": {"publish"}})
	}
	for _, address := range []string{"http://127.0.0.1:8080/hook", "https://10.1.2.3/", "http://localhost/x", "http://[::1]/"} {
		open(address).wants(http.StatusUnprocessableEntity).has(".field-error", "public internet only")
	}
	open("http://[::1]/").has(".field-error", "and ::1 is none.")
	open("http://localhost/x").has(".field-error", "and localhost is ")
	made := open("https://8.8.8.8/tandem").wants(http.StatusOK).has("h2", "Secret that signs").has("code.long", "whsec_").has("p", "Standard Webhooks")
	expect.Equal(t, made.count("body[data-look]"), 1, "the answer to the form is asked for anew")
	const before = "from before Tandem signed as Standard Webhooks does"
	l.chief.get(page).hasNot(".rows li", before)
	section := int64(1)
	expect.Must(l.tournament.OpenWebhook(t.Context(), l.event, l.command(), tournament.Webhook{URL: "https://8.8.4.4/", SectionID: &section, Kinds: []string{"publish"}, Secret: account.NewToken()}))(t)
	l.chief.get(page).has(".rows li", before)
}

// Where an entry of the journal belongs is said in words; programs read the place as it is.
func TestTheJournalSaysWhereInWords(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	expect.Must(l.tournament.EnterResult(t.Context(), l.event, l.command(), tournament.TypedResult{SectionID: l.section, Round: 1, Table: 2, Match: 1, Source: "desk", Outcome: tournament.FirstWins}))(t)
	l.settle()
	l.chief.get("/e/lake/desk/journal").wants(http.StatusOK).has(".journal td", "Open, round 1, table 2, match 1").hasNot(".journal td", "open/round")
	l.chief.get("/e/lake/desk/journal/seals").wants(http.StatusOK).has(".paper td", "Open, round 1").hasNot(".paper td", "open/round")
	l.chief.get("/e/lake/desk/journal").has(".journal td", "table 1: Team 0001 – Team 0005").hasNot(".journal td", "team1").hasNot(".journal td", "Teams:")
	csv := l.chief.get("/e/lake/desk/journal/export.csv").wants(http.StatusOK).body
	expect.True(t, strings.Contains(csv, "open/round 1/table 2/match 1"), "the file for programs has another place than before")
}
