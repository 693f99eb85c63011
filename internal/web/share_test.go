package web_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// meta is what the head says under a name.
func (a *answer) meta(name string) string {
	a.t.Helper()
	for _, n := range find(a.doc, "meta") {
		if attr(n, "name") == name || attr(n, "property") == name {
			return attr(n, "content")
		}
	}
	return ""
}

// link is where the head's link of a kind leads.
func (a *answer) link(rel, language string) string {
	a.t.Helper()
	for _, n := range find(a.doc, "link") {
		if attr(n, "rel") == rel && attr(n, "hreflang") == language {
			return attr(n, "href")
		}
	}
	return ""
}

// Whoever gets a link reads what it says before opening it: where the team plays and who
// leads, with a picture of it; and search engines know one address for each page.
func TestASharedLinkSaysWhatThePageSays(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	everybody := l.visitor()
	team := everybody.get("/e/lake/team/team-1").wants(http.StatusOK)
	if got := team.meta("description"); !strings.Contains(got, "table 1") || !strings.Contains(got, "vs Team") || !strings.Contains(got, "White on A") {
		t.Errorf("the team's page is described as %q", got)
	}
	expect.Equal(t, team.link("canonical", ""), l.url+"/e/lake/team/team-1", "the page's own address")
	found := everybody.get("/e/lake/find?team=team-1").wants(http.StatusOK)
	expect.Equal(t, found.link("canonical", ""), team.link("canonical", ""), "two addresses for one team: and")
	french := everybody.get("/e/lake/team/team-1?lang=fr").wants(http.StatusOK)
	if got, want := french.link("canonical", ""), team.link("alternate", "fr"); got != want || !strings.Contains(got, "lang=fr") {
		t.Errorf("the French page's own address is %q, and others call it %q", got, want)
	}
	everybody = l.visitor() // who chose no language
	expect.Equal(t, everybody.get("/e/lake/find?q=team").meta("robots"), "noindex", "what somebody typed is for search engines")
	expect.Equal(t, everybody.get("/sign-in").meta("robots"), "noindex", "the sign-in page is for search engines")
	l.play(1)
	standings := everybody.get("/e/lake/open/standings").wants(http.StatusOK)
	expect.Contains(t, standings.meta("description"), "Team 0001 (2)", "the standings are described as")
	for _, page := range []*answer{team, standings, everybody.get("/e/lake"), everybody.get("/e/lake/open/pairings")} {
		picture, err := url.Parse(page.meta("og:image"))
		expect.MustTrue(t, err == nil && strings.HasPrefix(page.meta("og:image"), l.url), "%s: the picture %q: %v", page.what, page.meta("og:image"), err)
		got := everybody.get(picture.RequestURI()).wants(http.StatusOK)
		expect.Equal(t, got.header.Get("Content-Type"), "image/png", "%s: the picture", page.what)
		if drawn, err := png.Decode(strings.NewReader(got.body)); err != nil || drawn.Bounds().Dx() != 1200 {
			t.Errorf("%s: the picture: %v", page.what, err)
		}
	}
	var event struct {
		Type  string `json:"@type"`
		Start string `json:"startDate"`
	}
	data := find(everybody.get("/e/lake").doc, "script[type=application/ld+json]")
	expect.True(t, len(data) == 1 && json.Unmarshal([]byte(data[0].FirstChild.Data), &event) == nil && event.Type == "SportsEvent" && event.Start != "",
		"the structured data: %+v", event)
}

// A picture shows the news of its team: it is drawn anew, and asked for anew.
func TestThePictureOfALinkFollowsTheRound(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	everybody := l.visitor()
	picture := func() (string, string) {
		address := everybody.get("/e/lake/team/team-1").meta("og:image")
		return address, everybody.get(strings.TrimPrefix(address, l.url)).wants(http.StatusOK).body
	}
	wasAt, was := picture()
	l.pair(1)
	isAt, is := picture()
	expect.True(t, was != is && wasAt != isAt, "the picture did not change: %s, %s", wasAt, isAt)
}

// The names of children are in no picture's words and in no search result.
func TestChildrenAreNoSearchResult(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set max_grade = 8`)
	l.exec(`update event set hide_minors = true`)
	l.pair(1)
	everybody := l.visitor()
	got := everybody.get("/e/lake/team/team-1").meta("description")
	expect.True(t, !strings.Contains(got, "Ahead") && strings.Contains(got, "Zoé1 A."), "the description says %q", got)
	expect.Equal(t, everybody.get("/e/lake/player/1").meta("robots"), "noindex", "a child's page is for search engines")
}

func TestRobotsAndTheMapOfTheSite(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	everybody := l.visitor()
	robots := everybody.get("/robots.txt").wants(http.StatusOK).body
	expect.True(t, strings.Contains(robots, "Sitemap: "+l.url+"/sitemap.xml") && strings.Contains(robots, "Disallow: /e/*/desk"), "robots.txt:\n%s", robots)
	var list struct {
		Addresses []string `xml:"url>loc"`
	}
	expect.OK(t, xml.Unmarshal([]byte(everybody.get("/sitemap.xml").wants(http.StatusOK).body), &list))
	expect.Contains(t, strings.Join(list.Addresses, " "), l.url+"/e/lake", "the map lists")
	for _, address := range list.Addresses {
		everybody.get(strings.TrimPrefix(address, l.url)).wants(http.StatusOK)
	}
	expect.Equal(t, everybody.get("/.well-known/change-password").wants(http.StatusFound).to(), "/account", "passwords are changed at")
	expect.Contains(t, everybody.get("/favicon.ico").wants(http.StatusFound).to(), "mark", "the icon is at")
}

func TestTheCalendarOfATeamNamesItsTables(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update event set schedule = E'9:30 Check-in, bring badges; no pets\n10:00 Round 1', time_zone = 'America/Chicago'`)
	l.pair(1)
	l.exec(`update round set starts_at = '2026-05-01 15:00Z'`)
	l.hub.Resync()
	everybody := l.visitor()
	read := func(path string) *ics.Calendar {
		a := everybody.get(path).wants(http.StatusOK)
		kind := a.header.Get("Content-Type")
		expect.True(t, strings.HasPrefix(kind, "text/calendar"), "%s is %s", path, kind)
		c, err := ics.ParseCalendar(strings.NewReader(a.body))
		expect.MustTrue(t, err == nil, "%s: %v\n%s", path, err, a.body)
		return c
	}
	summaries := func(c *ics.Calendar) string {
		var said []string
		for _, e := range c.Events() {
			said = append(said, e.GetProperty(ics.ComponentPropertySummary).Value)
		}
		return strings.Join(said, " | ")
	}
	got := summaries(read("/e/lake/calendar.ics"))
	expect.True(t, strings.Contains(got, "Check-in, bring badges; no pets") && !strings.Contains(got, "table"), "the event's calendar: %s", got)
	own := read("/e/lake/team/team-1/calendar.ics")
	expect.Contains(t, summaries(own), "Round 1: table 1, vs Team", "the team's calendar")
	last := own.Events()[len(own.Events())-1]
	if at, err := last.GetStartAt(); err != nil || at.UTC().Format("15:04") != "15:00" {
		t.Errorf("round 1 begins %v, %v", at, err)
	}
}

func TestEveryTableHasAnAddress(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	everybody := l.visitor()
	everybody.get("/e/lake/open/table/1").wants(http.StatusOK).has("main", "is not published yet")
	l.draft(1)
	everybody.get("/e/lake/open/table/1").wants(http.StatusOK).has("main", "is not published yet").hasNot("main", "Team 0001")
	l.publish(1) // 1-4, 5-2, 3-6
	everybody.get("/e/lake/open/table/2").wants(http.StatusOK).has("h1", "Table 2").has("main a", "Team 0005").has("main a", "Team 0002").has("main dd", "White on A")
	everybody.get("/e/lake/open/table/9").wants(http.StatusNotFound).has("main", "Nobody plays at table 9")
	everybody.get("/e/lake/open/round/1/pairings?by=table").has("a.n", "2")
	l.play(1)
	everybody.get("/e/lake/open/round/1/table/1").wants(http.StatusOK).has(".panel strong", "Team 0001")
}

// A program reads the same columns whatever language somebody's browser asks for; a
// spreadsheet gets the reader's own.
func TestStandingsForProgramsAndForSpreadsheets(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.play(1)
	everybody := l.visitor()
	const file = "/e/lake/open/standings.csv"
	plain := everybody.get(file).wants(http.StatusOK).body
	expect.True(t, strings.HasPrefix(plain, "place,team,school,PTS,") && strings.Contains(plain, "round_1,provisional,outside,line\n"), "for programs: %q", plain)
	expect.Equal(t, everybody.get(file+"?lang=de").wants(http.StatusOK).body, plain, "in German a program reads")
	german := everybody.get(file + "?for=spreadsheet&lang=de").wants(http.StatusOK).body
	expect.True(t, strings.HasPrefix(german, "\ufeffPlatz;Team;"), "for a German spreadsheet: %q", german)
	english := everybody.get(file + "?for=spreadsheet&lang=en").wants(http.StatusOK).body
	expect.True(t, strings.HasPrefix(english, "\ufeffPlace,Team,"), "for an English spreadsheet: %q", english)
	// The first two share a place, so a cell names the opponent by its line.
	expect.True(t, strings.Contains(plain, "\n1,Team 0002,,2.0,–,0.0,0.0,0.00,1,4b2,,,2\n") && strings.Contains(plain, "\n3,Team 0004,,0.0,–,0.0,2.0,0.00,0,2w0,,,4\n"), "for programs: %q", plain)
	asked := csv.NewReader(bytes.NewBufferString(everybody.get(file + "?separator=tab&bom=no&for=spreadsheet").wants(http.StatusOK).body))
	asked.Comma = '\t'
	lines, err := asked.ReadAll()
	expect.True(t, err == nil && len(lines) == 5 && lines[0][0] == "Place", "as asked: %v, %v", lines, err)
	for _, wrong := range []string{"?separator=pipe", "?bom=maybe", "?for=me"} {
		everybody.get(file + wrong).wants(http.StatusUnprocessableEntity)
	}
}
