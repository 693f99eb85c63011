package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const wallPath = "/e/lake/desk/open/round/1"

// opened is a league whose first round is published, with a second person at
// the desk.
func opened(t *testing.T, teams int) (*league, *browser) {
	t.Helper()
	l := seated(t, teams)
	lou := l.person("lou", "Lou Marchetti", "none")
	l.give(lou, l.event, l.section, access.Scorekeeper)
	return l, lou
}

func TestTheWallShowsWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	l, _ := opened(t, 12)
	for _, c := range []struct {
		query string
		tiles int
	}{
		{"", 6},
		{"?tables=2-4", 3},
		{"?tables=5-", 2},
		{"?tables=4-2", 3},
		{"?tables=3", 1},
		{"?tables=many", 6},
		{"?find=Team+0003", 1},
		{"?find=4", 1},
		{"?find=zoe1", 4},
		{"?find=nobody", 0},
		{"?state=play", 6},
		{"?state=verified", 0},
		{"?state=unknown", 6},
		{"?state=play&tables=1-2&order=oldest", 2},
	} {
		page := l.chief.get(wallPath + "/wall" + c.query).wants(http.StatusOK)
		got := page.count(".wall .tile")
		expect.True(t, got == c.tiles, "%s shows %d tiles, want %d", c.query, got, c.tiles)
	}
	l.chief.get(wallPath+"/wall?find=nobody").has("main", "No table fits this filter.")
	l.chief.get(wallPath+"/wall").has(".steps .now", "published").has(".wallhead", "Match 1 of 2")
}

func TestTheSizeOfTilesIsKeptInTheAccount(t *testing.T) {
	t.Parallel()
	l, _ := opened(t, 4)
	to := l.chief.post("/account/density", url.Values{"density": {"tight"}, "next": {wallPath + "/wall?order=oldest"}}).wants(http.StatusSeeOther).to()
	expect.Equal(t, to, wallPath+"/wall?order=oldest", "the choice leads to")
	expect.Equal(t, l.chief.get(to).value("html", "data-density"), "tight", "the wall")
	l.chief.post("/account/density", url.Values{"density": {"huge"}}).wants(http.StatusUnprocessableEntity)
	expect.Equal(t, l.chief.post("/account/density", url.Values{"density": {"desk"}, "next": {"//elsewhere"}}).to(), "/", "another server is reached")
}

func TestPastedResultsAreCheckedLineByLine(t *testing.T) {
	t.Parallel()
	l, lou := opened(t, 8)
	lines := url.Values{"key": {"paste"}, "lines": {"1 1 2\r\n1,2,3\n\n9 1 1\n2 7 1\n2 1\n2 1 5\nx 1 1\n"}}
	page := lou.post(wallPath+"/bulk", lines).wants(http.StatusOK)
	page.has("h3", "2 lines saved, 5 not saved").has("td", "Saved. Open, round 1, table 1, match 1").has("td", "There is no table 9 in Open, round 1.").
		has("td", "Table 2 plays 2 matches.").has("td", "Write three numbers").has("td", `The result is 1, 2 or 3, not “5”`).has("td", `“x” is not a table number`).
		has("textarea", "2 1 5").hasNot("textarea", "1,2,3")
	lou.post(wallPath+"/bulk", lines).wants(http.StatusOK).has("h3", "2 lines saved") // the same answer, nothing new
	lou.post(wallPath+"/bulk", url.Values{"key": {"other"}, "lines": {"1 1 1"}}).has("td", "You have entered another result already")
	lou.post(wallPath+"/bulk", url.Values{"key": {"twice"}, "lines": {"3 1 1\n\n3 1 2"}}).has("h3", "1 line saved, 1 not saved").has("td", "Line 1 says something else about table 3, match 1")
	l.chief.post(wallPath+"/bulk", url.Values{"key": {"chief"}, "lines": {"1 1 2\n1 2 1"}}).has("td", "Verified by a second entry.").has("td", "Different results, none counts")
}

func TestTypingAResultAgainVerifiesItOrStopsTheQueue(t *testing.T) {
	t.Parallel()
	l, lou := opened(t, 4)
	lou.post(wallPath+"/bulk", url.Values{"key": {"paste"}, "lines": {"1 1 1\n2 1 2"}}).has("h3", "2 lines saved")
	again := func(outcome string) *answer {
		l.settle()
		page := l.chief.get(wallPath+"/verify?mode=rekey").wants(http.StatusOK).hasNot("article", "beat")
		form := url.Values{"verdict": {"rekey"}, "mode": {"rekey"}, "outcome": {outcome}, "key": {l.key()}}
		for _, name := range []string{"match", "revision"} {
			form.Set(name, page.value("article [name="+name+"]", "value"))
		}
		return l.chief.post(wallPath+"/verify", form)
	}
	again("7").wants(http.StatusUnprocessableEntity)
	l.settle()
	l.chief.get(again("1").wants(http.StatusSeeOther).to()).has("main", "1 of 2 verified").hasNot("main", "two different results")
	stopped := again("1").wants(http.StatusSeeOther).to()
	l.settle()
	page := l.chief.get(stopped).has("[role=alert]", "Table 2, match 1: two different results.").has("[role=alert]", "Lou Marchetti").has("[role=alert]", "Dana Holt")
	expect.True(t, page.count("article") == 0 && strings.Contains(page.body, "data-beep"), "the queue does not stop with a sound")
	lou.post(wallPath+"/bulk", url.Values{"key": {"own"}, "lines": {"２　٢\u00a01"}}) // of two keyboards, and a space from a web page
	l.settle()
	lou.get(wallPath+"/verify?mode=rekey").has("main", "you entered it")
}

func TestSkippedResultsComeLast(t *testing.T) {
	t.Parallel()
	l, lou := opened(t, 6)
	lou.post(wallPath+"/bulk", url.Values{"key": {"paste"}, "lines": {"1 1 1\n2 1 2\n3 1 1"}})
	l.settle()
	page := l.chief.get(wallPath + "/verify")
	first := page.value("article [name=match]", "value")
	page = l.chief.get(page.value("article .btn-quiet", "href"))
	now := page.value("article [name=match]", "value")
	expect.True(t, now != first, "the skipped result is still the first")
	expect.Equal(t, page.count("article"), 3, "results wait")
}

func TestTwoPeopleAtOneTableHearOfEachOther(t *testing.T) {
	t.Parallel()
	l, lou := opened(t, 4)
	at := func(b *browser, table string) string {
		return b.post(wallPath+"/beside", url.Values{"table": {table}}).wants(http.StatusOK).body
	}
	expect.Equal(t, at(lou, "1"), "", "alone")
	expect.Equal(t, at(l.chief, "2"), "", "at another table")
	expect.Equal(t, at(l.chief, "1"), "Lou Marchetti has this table open too.", "together")
	at(lou, "0")
	expect.Equal(t, at(l.chief, "1"), "", "after closing")
	at(lou, "１") // the wide digit of a Japanese keyboard
	expect.Equal(t, at(l.chief, "١"), "Lou Marchetti has this table open too.", "together, in the digits of two keyboards")
	l.wait(9e9)
	expect.Equal(t, at(l.chief, "1"), "", "after silence")
	l.chief.post(wallPath+"/beside", url.Values{"table": {"x"}}).wants(http.StatusUnprocessableEntity)
}

// A late table on the wall takes the name of who brings its slip, and says so to
// the next who opens it.
func TestTheWallNotesWhoBringsASlip(t *testing.T) {
	t.Parallel()
	l, lou := opened(t, 4)
	table := wallPath + "/wall?state=missing&table=2"
	lou.get(table).wants(http.StatusOK).hasNot("[data-entry]", "Seen playing")
	l.send(wallPath+"/clock", nil).wants(http.StatusSeeOther)
	l.wait(2 * time.Hour)
	l.hub.Resync()
	form := url.Values{"key": {l.key()}, "table": {"2"}, "view": {"state=missing"}, "from": {"wall"}, "runner": {"Jonas"}}
	to := lou.post(wallPath+"/missing/runner", form).wants(http.StatusSeeOther).to()
	expect.True(t, strings.HasPrefix(to, table), "the note leads to %s", to)
	l.settle()
	l.chief.get(table).has(".chase", "Jonas brings the slip.").has(".tile", "min late")
	form.Set("key", l.key())
	lou.post(wallPath+"/missing", form).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get(table).has(".chase", "Seen playing by Lou Marchetti")
}

// Two desks that look at one list do not undo each other's runner or rows unseen: the second is told
// who was sent, keeps what was typed, and sends again.
func TestAStaleMissingListIsToldOfTheOtherDesk(t *testing.T) {
	t.Parallel()
	l, lou := opened(t, 4)
	const list, runner, rows = wallPath + "/missing", wallPath + "/missing/runner", wallPath + "/missing/rows"
	l.send(wallPath+"/clock", nil).wants(http.StatusSeeOther)
	l.wait(2 * time.Hour)
	l.hub.Resync()
	send := func(b *browser, to string, fields url.Values) *answer {
		fields.Set("key", l.key())
		defer l.settle()
		return b.post(to, fields)
	}
	asks := func(was, name string) url.Values { return url.Values{"table": {"2"}, "was": {was}, "runner": {name}} }

	send(l.chief, runner, asks("", "Ann")).wants(http.StatusSeeOther)
	again := send(lou, runner, asks("", "Robin")).wants(http.StatusConflict)
	again.has("[role=alert]", "Ann is on the way to table 2 by now.").has(".late[data-table=2]", "runner Ann")
	expect.Equal(t, again.value(".late[data-table=2] [name=runner]", "value"), "Robin", "the name that was typed")
	expect.Equal(t, again.value(".late[data-table=2] [name=was]", "value"), "Ann", "who is on the way")
	send(lou, runner, asks("", "Ann")).wants(http.StatusSeeOther) // both wanted the same
	send(lou, runner, asks("Ann", "")).wants(http.StatusSeeOther)
	send(l.chief, runner, asks("Ann", "Robin")).wants(http.StatusConflict).has("[role=alert]", "somebody called Ann back meanwhile")

	send(l.chief, rows, url.Values{"was": {"0"}, "per_row": {"2"}}).wants(http.StatusSeeOther)
	again = send(lou, rows, url.Values{"was": {"0"}, "per_row": {"3"}}).wants(http.StatusConflict)
	again.has("[role=alert]", "was set to 2 meanwhile; this form wants 3")
	expect.Equal(t, again.value("[name=per_row]", "value"), "3", "the number that was typed")
	send(lou, rows, url.Values{"was": {"2"}, "per_row": {"3"}}).wants(http.StatusSeeOther)
	l.chief.get(list).has("h3", "Row 1, tables 1 to 3")
}

// A check of slips leaves the reader's own entries to somebody else.
func TestNobodyChecksTheirOwnSlip(t *testing.T) {
	t.Parallel()
	l, lou := opened(t, 4)
	lou.post(wallPath+"/bulk", url.Values{"key": {"paste"}, "lines": {"1 1 1\n2 1 2"}}).has("h3", "2 lines saved")
	l.settle()
	const sample = wallPath + "/verify/sample?seed=7"
	if page := lou.get(sample).has("td", "You entered it"); page.count("input.same") != 0 {
		t.Error("somebody holds the own entry against the slip")
	}
	if page := l.chief.get(sample); page.count("input.same") != 2 {
		t.Errorf("%d slips to check, want 2", page.count("input.same"))
	}
}

// A refusal tells an official whom to ask, and nobody else who works here.
func TestARefusalNamesWhoMay(t *testing.T) {
	t.Parallel()
	l, lou := opened(t, 4)
	lou.get("/e/lake/desk/open/round/2/pair").wants(http.StatusForbidden).has("main", "Ask Dana Holt.")
	stranger := l.person("eve", "Eve", "none")
	stranger.get("/e/lake/desk/open/round/2/pair").wants(http.StatusForbidden).hasNot("main", "Dana Holt")
}
