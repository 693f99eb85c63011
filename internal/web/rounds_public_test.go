package web_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestUnpublishedRoundsLookLikeRoundsThatDoNotExist(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	everybody := l.visitor()
	said := func(path string, n int) string {
		body := everybody.get(path).wants(http.StatusOK).text("main")
		return strings.ReplaceAll(body, fmt.Sprintf("ound %d", n), "ound N")
	}
	before := said("/e/lake/open/round/1/pairings", 1)
	expect.MustTrue(t, strings.Contains(before, "Round N is not published yet."), "the page says %q", before)
	l.draft(1)
	for _, n := range []int{1, 2, 77} {
		expect.Equal(t, said(fmt.Sprintf("/e/lake/open/round/%d/pairings", n), n), before, "round %d", n)
		expect.Contains(t, said(fmt.Sprintf("/e/lake/open/round/%d/standings", n), n), "is not published yet", "standings of round %d", n)
	}
	for _, path := range []string{
		"/e/lake/find?q=team", "/e/lake/team/team-1", "/e/lake/open/pairings", "/e/lake/open/standings", "/e/lake/open/crosstable",
		"/e/lake/open/status", "/e/lake/open/standings.csv",
	} {
		a := everybody.get(path).wants(http.StatusOK)
		expect.True(t, !strings.Contains(a.body, "against") && !strings.Contains(a.body, "vs Team"), "%s shows the draft", path)
	}
	l.publish(1)
	everybody.get("/e/lake/open/round/1/pairings").has(".prow", "vs Team")
}

// A browser that translates the page leaves the names of teams alone: they are looked for
// on screens and paper too, where nobody translates them.
func TestNamesOfTeamsAreNotTranslated(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.draft(1)
	l.publish(1)
	for _, path := range []string{"pairings", "pairings?by=table", "standings", "crosstable", "round/1/table/1"} {
		l.visitor().get("/e/lake/open/"+path).wants(http.StatusOK).has("[translate=no]", "Team 0001").has("[translate=no]", "Team 0003")
	}
	l.visitor().get("/e/lake/team/team-1").has("h1[translate=no]", "Team 0001").has("[translate=no]", "Team 0003")
	l.visitor().get("/e/lake/find?q=team").has("[translate=no]", "Team 0001").has("[translate=no]", "Team 0003")
}

func TestPlayersFindTheirTeamByThreeLetters(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update team set name = 'Équipe Noire', name_key = 'equipe noire', slug = 'equipe-noire' where team_id = 5`)
	l.pair(1) // 1-4, 5-2, 3-6
	everybody := l.visitor()
	a := everybody.get("/e/lake/find?q=equ").wants(http.StatusOK)
	a.has(".answer .no", "2").has(".vs", "Team 0002").has(".seatcard.w", "Board A").has(".seatcard.w", "Zoé5 Ahead").has(".seatcard.b", "Zoé5 Behind")
	for _, q := range []string{"EQUIPE", "noir", "t5", "zoe5", "Ahead,+Zoe5", "noire+equipe", "ahead+behind+zoe5"} {
		everybody.get("/e/lake/find?q="+q).has(".answer-team", "Équipe Noire")
	}
	table := everybody.get("/e/lake/find?q=Tisch+2").wants(http.StatusOK)
	table.has("#hits a.prow", "Équipe Noire").has("#hits a.prow b", "Zoé5 Ahead")
	expect.Equal(t, table.count("#hits a.prow"), 2, "teams sit at table 2")
	several := everybody.get("/e/lake/find?q=team").wants(http.StatusOK)
	expect.True(t, several.count(".answer") == 0 && several.count("#hits a.prow") == 5,
		"several hits: %d answers, %d rows", several.count(".answer"), several.count("#hits a.prow"))
	everybody.get("/e/lake/find?team=team-1").has(".answer .no", "1").has(".seatcard.w", "Board A")
	everybody.get("/e/lake/find?q=nobody").has(".empty", "Nobody here is called")
}

// The card shows the colours of the match that comes next, says which one that is, and
// says nothing of seats when all is played.
func TestTheCardShowsTheMatchThatComesNext(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	everybody := l.visitor()
	card := func() *answer { return everybody.get("/e/lake/find?team=team-1").wants(http.StatusOK) }
	seat := func(colour string) string { return card().text(".seatcard." + colour) }
	white, black := seat("w"), seat("b")
	card().has(".seat-match", "Match 1 of 2").has(".vs", "Two matches; colours swap after the first").has(".vs", "Match 2: ")
	l.exec(`update round set match_starts = array[now(), now()]`)
	l.hub.Resync()
	card().has(".seat-match", "Match 2 of 2")
	l.exec(`update round set match_starts = '{}'`)
	l.exec(`update match set state = 'reported' where match_no = 1`)
	l.hub.Resync()
	page := card().has(".seat-match", "Match 2 of 2").hasNot(".vs", "Match 2: ")
	now := page.text(".seatcard.w")
	expect.True(t, now != white && strings.HasPrefix(now, strings.SplitAfter(black, " ")[0]), "match 2 shows %q; match 1 had %q and %q", now, white, black)
	l.exec(`update match set state = 'reported'`)
	l.hub.Resync()
	if page := card(); page.count(".seatcard, .seat-match") != 0 {
		t.Error("seats are shown of matches that are over")
	}
}

func TestNamesOfMinorsAreShortenedOnPublicPages(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set max_grade = 8`)
	l.exec(`update event set hide_minors = true`)
	l.pair(1)
	everybody := l.visitor()
	for _, path := range []string{"/e/lake/find?q=zoe1", "/e/lake/team/team-1", "/e/lake/open/pairings", "/e/lake/open/standings.csv"} {
		a := everybody.get(path).wants(http.StatusOK)
		expect.True(t, !strings.Contains(a.body, "Ahead") && !strings.Contains(a.body, "Behind"), "%s shows a last name", path)
	}
	everybody.get("/e/lake/find?q=zoe1").has(".seatcard", "Zoé1 A.")
}

func TestPairingsByNameAndByTableWithByes(t *testing.T) {
	t.Parallel()
	l := seated(t, 5)
	everybody := l.visitor()
	byName := everybody.get("/e/lake/open/pairings").wants(http.StatusOK)
	if got := row(byName, ".prow", "Team 0005"); !strings.Contains(got, "Bye") || !strings.Contains(got, "1 point") {
		t.Errorf("the bye reads %q", got)
	}
	expect.Equal(t, byName.count("a.prow"), 5, "rows, want one per team")
	byTable := everybody.get("/e/lake/open/round/1/pairings?by=table").wants(http.StatusOK)
	if got := row(byTable, ".prow", "Team 0001"); !strings.HasPrefix(got, "1 Team 0001 White on A Team 0003") {
		t.Errorf("table 1 reads %q", got)
	}
}

// Who joins in a later round stands in both lists of this one, at the letter by name
// and behind the byes by table, until that round.
func TestLateTeamsAreInTheLists(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update team set arrives_round = 2 where team_id = 3`)
	l.pair(1)
	everybody := l.visitor()
	byName := everybody.get("/e/lake/open/pairings").wants(http.StatusOK)
	byTable := everybody.get("/e/lake/open/round/1/pairings?by=table").wants(http.StatusOK)
	for order, a := range map[string]*answer{"by name": byName, "by table": byTable} {
		got := row(a, ".prow", "Team 0003")
		expect.True(t, strings.Contains(got, "Later") && strings.Contains(got, "round 2"), "%s the late team reads %q", order, got)
	}
	rows := find(byName.doc, "a.prow")
	expect.True(t, len(rows) == 6 && strings.Contains(textOf(rows[2]), "Team 0003"), "%d rows by name, the third is not the late team's", len(rows))
	rows = find(byTable.doc, ".prow")
	last := textOf(rows[len(rows)-1])
	expect.True(t, strings.Contains(last, "Team 0003") && strings.Contains(textOf(rows[len(rows)-2]), "Bye"), "the last row by table is %q", last)
	l.play(1)
	l.pair(2)
	if got := row(everybody.get("/e/lake/open/pairings"), ".prow", "Team 0003"); strings.Contains(got, "Later") || got == "" {
		t.Errorf("in its first round the team reads %q", got)
	}
}

func TestStandingsCrossTableAndCSVAfterFiveRounds(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 8)
	l.playRounds(5)
	everybody := l.visitor()
	a := everybody.get("/e/lake/open/standings").wants(http.StatusOK)
	var head []string
	for _, th := range find(a.doc, ".ranking thead summary") {
		head = append(head, textOf(th))
	}
	expect.Equal(t, strings.Join(head, " "), "DE BH/C1 BH SB WIN", "the tie-breaks head")
	// A heading opens to its sentence, the same as below the table.
	for i, says := range find(a.doc, ".ranking thead details p") {
		if got, want := textOf(says), textOf(find(a.doc, "#tie-breaks dd")[i]); got != want || got == "" {
			t.Errorf("the heading %s opens to %q, want %q", head[i], got, want)
		}
	}
	if got := row(a, "tbody tr", "Team 0001"); !strings.HasPrefix(got, "1 Team 0001") {
		t.Errorf("first row %q", got)
	}
	everybody.get("/e/lake/open/crosstable").wants(http.StatusOK).has("thead", "R5").has("tbody tr", "Team 0008")
	everybody.get("/e/lake/open/round/2/standings").wants(http.StatusOK).has("h1", "after round 2")
	lines, err := csv.NewReader(strings.NewReader(everybody.get("/e/lake/open/standings.csv").wants(http.StatusOK).body)).ReadAll()
	expect.True(t, err == nil && len(lines) == 9 && lines[1][1] == "Team 0001" && lines[0][3] == "PTS", "csv: %v, %v", lines, err)
	everybody.get("/e/lake/team/team-1").wants(http.StatusOK).has("details", "BH/C1").has(".last", "place 1")

	l.exec(`update match set under_review = true where match_id = (select max(match_id) from match)`)
	l.hub.Resync()
	everybody.get("/e/lake/open/standings").has(".note", "Provisional: 1 result under review")
}

func TestOpenPagesAreServedFromMemoryAndFollowChanges(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	everybody := l.visitor()
	first := everybody.get("/e/lake/open/pairings").wants(http.StatusOK)
	req := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, l.url+"/e/lake/open/pairings", nil))(t)
	req.Header.Set("If-None-Match", first.header.Get("ETag"))
	a := everybody.do(req)
	expect.Equal(t, a.status, http.StatusNotModified, "the same page again")
	l.pair(1)
	everybody.get("/e/lake/open/pairings").has(".prow", "vs Team")
}
