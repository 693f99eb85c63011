package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const pairPath = "/e/lake/desk/open/round/1/pair"

// press sends one button of the workbench with the revision the page shows.
func (l *league) press(path string, form url.Values) *answer {
	l.t.Helper()
	page := l.chief.get(path).wants(http.StatusOK)
	form.Set("revision", page.value("input[name=revision]", "value"))
	return l.send(path, form)
}

func TestChiefDraftsSwapsAndPublishesByForms(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 7)
	l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has(".btn-next", "Pair round 1")
	l.press(pairPath, url.Values{"do": {"make"}}).wants(http.StatusSeeOther)
	page := l.chief.get(pairPath).wants(http.StatusOK)
	page.has("tr", "Colours: neither has played").has("tr", "(C.04.6 4.3.1)").has("tr", "#1").has("legend", "No game this round")
	expect.Contains(t, row(page, ".draft tr", "Team 0001"), "Team 0004", "table 1 reads")
	l.press(pairPath, url.Values{"do": {"swap"}, "team": {"4", "6"}}).wants(http.StatusSeeOther)
	page = l.chief.get(pairPath).has(".bench-keys", "Team 0004 and Team 0006 change places.")
	got := row(page, ".draft tr", "Team 0001")
	expect.True(t, strings.Contains(got, "Team 0006") && strings.Contains(got, "set by Dana Holt"), "after the swap table 1 reads %q", got)
	l.press(pairPath, url.Values{"do": {"swap"}, "team": {"4"}}).wants(http.StatusUnprocessableEntity).has(".note", "Mark two teams")
	l.press(pairPath, url.Values{"do": {"undo"}}).wants(http.StatusSeeOther)
	l.press(pairPath, url.Values{"do": {"check"}}).wants(http.StatusSeeOther)

	publish := pairPath + "/publish"
	l.chief.get(publish).wants(http.StatusOK).has("h2", "First version")
	l.press(publish, url.Values{"typed": {"2"}, "starts": {"14:20"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Type the number of the round, 1")
	l.press(publish, url.Values{"typed": {"1"}, "starts": {"2 pm"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "14:20")
	done := l.press(publish, url.Values{"typed": {"1"}, "starts": {"14:20"}}).wants(http.StatusSeeOther)
	l.chief.get(done.to()).has(".said", "Round 1 is published as version 1: 3 tables, 1 bye.").has(".btn-next", "Print round 1").has(".next", "Start the round clock").has(".next", "Enter results of round 1")
	l.visitor().get("/e/lake/find?q=t1").has(".start", "2:20 pm")
	l.send("/e/lake/desk/print/open/round/1?paper=set", url.Values{}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open").has(".btn-next", "Start the round clock")
	l.send("/e/lake/desk/open/round/1/clock", url.Values{}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open").has(".btn-next", "Enter results of round 1")
}

func TestRepeatAndStaleFormsOfTheWorkbench(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	form := url.Values{"do": {"make"}, "revision": {"0"}, "key": {"the-same-key"}}
	l.send(pairPath, form).wants(http.StatusSeeOther)
	l.send(pairPath, form).wants(http.StatusSeeOther)
	expect.Equal(t, l.at(1).Revision, 1, "the repeat made revision")
	l.send(pairPath, url.Values{"do": {"swap"}, "team": {"1", "2"}, "revision": {"0"}}).wants(http.StatusConflict).has(".note", "was changed since this page was shown")
}

func TestAnotherChiefTakesADraftOverByName(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.draft(1)
	l.exec(`update account set name = 'Dana Holt' where account_id = $1`, l.chief.accountID)
	second := l.person("ana", "Ana Ruiz", "none")
	l.give(second, l.event, 0, access.Chief)
	page := second.get(pairPath).wants(http.StatusOK).has(".note", "Dana Holt is editing this draft.")
	expect.Equal(t, page.count("input[name=team]"), 0, "somebody else's draft can be marked")
	form := url.Values{"do": {"takeover"}, "revision": {page.value("input[name=revision]", "value")}, "key": {"take-it-over"}}
	second.post(pairPath, form).wants(http.StatusSeeOther)
	expect.Equal(t, second.get(pairPath).count("input[name=team]"), 6, "after the handover the draft cannot be edited")
}

func TestWithdrawnVersionIsAnnouncedAndMovedTeamsAreMarked(t *testing.T) {
	t.Parallel()
	l := seated(t, 6)
	everybody := l.visitor()
	page := l.chief.get(pairPath)
	form := func(values url.Values) url.Values {
		values.Set("revision", page.value("input[name=revision]", "value"))
		return values
	}
	l.send(pairPath+"/unpublish", form(url.Values{"typed": {"1"}})).wants(http.StatusUnprocessableEntity).has(".field-error", "Say why")
	l.send(pairPath+"/unpublish", form(url.Values{"typed": {"1"}, "reason": {"a team came back"}})).wants(http.StatusSeeOther)
	everybody.get("/e/lake/open/pairings").wants(http.StatusOK).has(".answer-say", "Version 1 was withdrawn at 9:00 am. Wait for version 2.")
	l.press(pairPath, url.Values{"do": {"swap"}, "team": {"4", "6"}}).wants(http.StatusSeeOther)
	l.chief.get(pairPath+"/publish").has("h2", "Different from version 1").has("li", "table 3 against Team 0003")
	l.press(pairPath+"/publish", url.Values{"typed": {"1"}}).wants(http.StatusSeeOther)
	list := everybody.get("/e/lake/open/pairings").wants(http.StatusOK).has("main", "Version 2").has("main", "2 tables changed since version 1")
	expect.Contains(t, list.text("[data-team=team-6]"), "was 3", "the moved team reads")
	everybody.get("/e/lake/find?q=t6").has(".answer .tag", "was table 3 in v1")

	page = l.chief.get(pairPath)
	l.send(pairPath+"/change", form(url.Values{"team": {"2"}, "other": {"3"}, "reason": {"sisters"}})).wants(http.StatusSeeOther)
	l.chief.get(pairPath).has(".why", "set by Dana Holt")
	everybody.get("/e/lake/open/pairings").has("main", "Version 3")
	page = l.chief.get(pairPath)
	l.send(pairPath+"/move", form(url.Values{"table": {"1"}, "to": {"no"}, "reason": {"broken clock"}})).wants(http.StatusUnprocessableEntity).has(".field-error", "Enter a table number")
	expect.Equal(t, l.send(pairPath+"/move", form(url.Values{"table": {"7"}, "to": {"40"}, "reason": {"broken clock"}, "key": {l.key()}})).wants(http.StatusUnprocessableEntity).has(".field-error", "has no table 7").value("[name=to]", "value"), "40", "what was typed is")
	to := l.send(pairPath+"/move", form(url.Values{"table": {"1"}, "to": {"40"}, "reason": {"broken clock"}, "key": {l.key()}})).wants(http.StatusSeeOther).to()
	l.chief.get(to).has(".said", "play at table 40 instead of 1. Version 4 is published.")
	expect.Contains(t, everybody.get("/e/lake/open/pairings").has("main", "1 table changed since version 3").text("[data-team=team-1]"), "was 1", "the team of the moved table reads")
	page = l.chief.get(pairPath)
	l.send(pairPath+"/move", form(url.Values{"table": {"40"}, "to": {"1"}, "reason": {"it is mended"}, "key": {l.key()}})).wants(http.StatusSeeOther)
	l.play(1)
	page = l.chief.get(pairPath)
	l.send(pairPath+"/change", form(url.Values{"team": {"2"}, "other": {"3"}, "reason": {"late"}})).wants(http.StatusConflict).has(".note", "tables 2 and 3 have a result")
}

func TestWorkbenchSaysWhyARoundCannotBePaired(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.chief.get("/e/lake/desk/open/round/2/pair").wants(http.StatusOK).has("main", "Round 1 is not published yet.")
	l.chief.get("/e/lake/desk/open/round/99/pair").wants(http.StatusNotFound)
	l.pair(1)
	l.play(1)
	second := strings.Replace(pairPath, "round/1", "round/2", 1)
	l.press(second, url.Values{"do": {"make"}}).wants(http.StatusSeeOther)
	page := l.chief.get(second).wants(http.StatusOK).has(".trouble", "No legal pairing exists").has(".trouble", "Team 0001, Team 0002")
	expect.Equal(t, page.count(`a.btn-main[href$="/publish"]`), 0, "a draft that cannot be published offers that as the next step")
	l.chief.get(second+"/publish").wants(http.StatusOK).has(".note", "cannot be set aside").has("a.btn-main", "Back to the draft").hasNot("main", "Type the round number")
	expect.Equal(t, page.count("input[name=team]"), 2, "teams can be paired by hand")
	l.press(second, url.Values{"do": {"pair"}, "team": {"1", "2"}}).wants(http.StatusSeeOther)
	l.chief.get(second).has(".note", "Team 0001 and Team 0002 have already met.")
	l.press(second+"/publish", url.Values{"typed": {"2"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Say why")
	l.press(second+"/publish", url.Values{"typed": {"2"}, "reason": {"only two teams came"}}).wants(http.StatusSeeOther)
}

func TestOpenResultsAreDecidedOneByOneWhenPublishing(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.play(1)
	l.exec(`update match set under_review = true where event_id = $1 and match_id = 1`, l.event)
	second := "/e/lake/desk/open/round/2/pair"
	l.chief.get(second).wants(http.StatusOK).has("h2", "Ready to pair round 2?").has("li", "Every match has a result.").has("li", "1 match under review.")
	l.draft(2)
	l.chief.get(second).wants(http.StatusOK).has(".note", "1 match of earlier rounds not settled.")
	page := l.chief.get(second + "/publish").wants(http.StatusOK)
	page.has("fieldset", "Use the provisional result")
	l.press(second+"/publish", url.Values{"typed": {"2"}, "settle-1": {"wait"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Decide about table 1")
	l.press(second+"/publish", url.Values{"typed": {"2"}, "settle-1": {"count"}}).wants(http.StatusSeeOther)
}

func TestManyOpenResultsAreDecidedByOneChoice(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	l.play(1)
	second := "/e/lake/desk/open/round/2/pair/publish"
	review := func(matches ...int) {
		t.Helper()
		l.exec(`update match set under_review = match_id = any($2) where event_id = $1`, l.event, matches)
	}
	review(1, 2, 3)
	l.draft(2)
	l.chief.get(second).wants(http.StatusOK).hasNot("main", "As for all")
	review(1, 2, 3, 5)
	page := l.chief.get(second).wants(http.StatusOK).has("legend", "All 4 results")
	expect.True(t, page.count(`[name=settle-all][value=wait][checked]`) == 1 && page.count(`[value=all][checked]`) == 4, "a first look does not wait for all of them")

	choices := func(all, own string) url.Values {
		return url.Values{"typed": {"2"}, "settle-all": {all}, "settle-1": {"all"}, "settle-2": {own}, "settle-3": {"all"}, "settle-5": {"all"}}
	}
	page = l.press(second, choices("wait", "count")).wants(http.StatusUnprocessableEntity).has(".field-error", "Decide about these results first")
	expect.True(t, page.count(".field-error") == 1 && page.count(`[name=settle-2][value=count][checked]`) == 1,
		"what was refused is not said once, with the choices kept")
	page = l.press(second, choices("count", "wait")).wants(http.StatusUnprocessableEntity).has(".field-error", "Decide about table")
	if page.count(".field-error") != 1 || page.count(`[name=settle-2][value=wait][checked]`) != 1 || page.count(`[name=settle-all][value=count][checked]`) != 1 {
		t.Error("a choice of its own does not go before the choice for all")
	}
	unseen := choices("count", "all")
	unseen.Del("settle-5")
	l.press(second, unseen).wants(http.StatusUnprocessableEntity).has(".field-error", "Decide about these results first")
	l.press(second, choices("count", "all")).wants(http.StatusSeeOther)
}

func TestDraftRoutesOfAnotherEventChangeNothingHere(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.draft(1)
	stranger := l.person("eve", "Eve", "none")
	for _, path := range []string{pairPath, pairPath + "/publish"} {
		stranger.get(path).wants(http.StatusForbidden)
		stranger.post(path, url.Values{"do": {"discard"}, "typed": {"1"}}).wants(http.StatusForbidden)
		l.visitor().get(path).wants(http.StatusSeeOther)
	}
	expect.Equal(t, l.at(1).Revision, 1, "the draft changed")
	l.press(pairPath, url.Values{"do": {"swap"}, "team": {"1", "9999"}}).wants(http.StatusConflict).has(".note", "not in the draft")
	expect.Lacks(t, l.visitor().get("/e/lake/find?q=team").body, fmt.Sprintf("table %d", 1), "the draft shows on the page Find")
}

func TestRunningAppealWindowsAreAskedAboutBeforePublishing(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.play(1)
	l.exec(`insert into incident (event_id, incident_id, section_id, match_id, state, opened_at) values ($1, 1, $2, 3, 'ruled', $3)`, l.event, l.section, l.clock())
	l.exec(`insert into ruling (event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision, articles, basis, sentence,
		reason, state, appeal_until) values ($1, 1, 1, 'director', $2, 'Dana Holt', $3, 'upheld', true, '{}', '{}', '', '', '', 'seen', 'standing',
		$3::timestamptz + interval '11 minutes')`, l.event, l.chief.accountID, l.clock())
	l.draft(2)
	second := "/e/lake/desk/open/round/2/pair/publish"
	l.chief.get(second).wants(http.StatusOK).has("fieldset", "the ruling may be appealed until 9:11 am")
	l.press(second, url.Values{"typed": {"2"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Decide about table")
	l.wait(12 * time.Minute)
	l.press(second, url.Values{"typed": {"2"}}).wants(http.StatusSeeOther)
}

func TestRoundIsPairedBothWaysAndItsTablesAgain(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	l.play(1)
	l.exec(`update match set under_review = true where event_id = $1 and match_id = 1`, l.event)
	second := "/e/lake/desk/open/round/2/pair"
	l.chief.get(second).wants(http.StatusOK).has("h2", "Ready to pair round 2?").has("li", "Every match has a result.").has("li", "1 match under review.")
	l.draft(2)
	page := l.chief.get(second + "/publish").wants(http.StatusOK)
	page.has("fieldset", "Pair both ways").has(".ways", "If Team 0005 beat Team 0001")
	l.press(second+"/publish", url.Values{"typed": {"2"}, "settle-1": {"both"}}).wants(http.StatusSeeOther)
	l.chief.get(second).wants(http.StatusOK).has(".note", "not decided yet")

	l.exec(`update match set under_review = false where event_id = $1 and match_id = 1`, l.event)
	l.chief.get(second).wants(http.StatusOK).has(".note", "ended as it was paired")
	l.exec(`update result_report set outcome = 'slot2', slot1_points = 0, slot2_points = 2 where event_id = $1 and match_id = 1`, l.event)
	l.hub.Resync()
	page = l.chief.get(second).wants(http.StatusOK).has(".note", "it ended otherwise")
	again := page.value(".note a", "href")
	page = l.chief.get(again).wants(http.StatusOK).has("h3", "What they become")
	var tables []string
	for _, box := range find(page.doc, "input[name=tables]") {
		if slices.ContainsFunc(box.Attr, func(a html.Attribute) bool { return a.Key == "checked" }) {
			tables = append(tables, attr(box, "value"))
		}
	}
	expect.MustTrue(t, len(tables) >= 2, "the prepared tables are %v", tables)
	post := url.Values{"tables": tables, "revision": {page.value("input[name=revision]", "value")}}
	l.send(second+"/tables", post).wants(http.StatusUnprocessableEntity).has(".field-error", "Say why")
	set(post, "reason", "Appeal 1 was upheld.", "key", l.key())
	l.send(second+"/tables", post).wants(http.StatusSeeOther)
	l.visitor().get("/e/lake/open/pairings").has("main", "Version 2").has("main", "changed since version 1")
	post.Set("key", l.key())
	l.send(second+"/tables", post).wants(http.StatusConflict).has(".note", "was changed since this page was shown")
	l.chief.get(second+"/tables?tables=1").wants(http.StatusOK).has(".note", "at least two tables")
}

func TestDraftShowsRatingsOnDemandAndPrintsWithReasons(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update team set school = 'Lake School' where event_id = $1`, l.event)
	l.draft(1)
	l.chief.get(pairPath).wants(http.StatusOK).has(".pcell", "4999").has(".pcell", "#1").has(".pcell", "Lake School") // a first round is made of them
	expect.Lacks(t, l.chief.get(pairPath+"?columns=no").text(".draft"), "4999", "ratings show though they were put away")
	l.chief.get(pairPath+"/paper").wants(http.StatusOK).has(".paper-draft", "DRAFT").has(".ptable", "Team 0001 (0)").has(".ptable", "Colours:").has(".paper-foot", "seal")
	l.publish(1)
	l.chief.get(pairPath + "/paper").wants(http.StatusNotFound)
	l.play(1)
	l.draft(2)
	const second = "/e/lake/desk/open/round/2/pair"
	expect.Lacks(t, l.chief.get(second).wants(http.StatusOK).text(".draft"), "4999", "ratings show before anybody asked for them")
	l.chief.get(second+"?columns=yes").wants(http.StatusOK).has(".pcell", "4999")
}

// What is wrong in one form of a published round is not told in the other.
func TestARefusedFormOfAPublishedRoundAlone(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	for path, form := range map[string]url.Values{
		"/e/lake/desk/open/round/1/pair/unpublish": {"typed": {"1"}},
		"/e/lake/desk/open/round/1/pair/change":    {"team": {"1"}, "other": {"2"}},
		"/e/lake/desk/open/round/1/pair/move":      {"table": {"1"}, "to": {"9"}},
	} {
		form.Set("key", l.key())
		form.Set("revision", l.chief.get("/e/lake/desk/open/round/1/pair").value("input[name=revision]", "value"))
		refused := l.chief.post(path, form).wants(http.StatusUnprocessableEntity)
		n := refused.has(".field-error", "Say why").count(".field-error")
		expect.True(t, n == 1, "%s: a missing reason is told at %d fields", path, n)
	}
}

// Why teams meet, what was changed by hand and what a draft breaks is read in the language of
// whoever reads it, also once the round is published; records keep the English.
func TestADraftIsReadInTheLanguageOfTheDesk(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 7)
	l.playRounds(2)
	l.exec(`update account set language = 'de' where account_id = $1`, l.chief.accountID)
	const path = "/e/lake/desk/open/round/3/pair"
	l.press(path, url.Values{"do": {"make"}}).wants(http.StatusSeeOther)
	english := regexp.MustCompile(`Colours|colour|Not Team|bye|already met|come up|Paired|change places|Taken back|have `)
	draft := l.chief.get(path).wants(http.StatusOK)
	draft.has(".draft .why", "Farben: ").has("main", "Niedrigste Punktzahl, die das Freilos haben darf")
	met := l.read().Round(2).Pairings[0]
	one, other := met.TeamID(1), met.TeamID(2)
	done := l.press(path, url.Values{"do": {"pair"}, "team": {strconv.FormatInt(one, 10), strconv.FormatInt(other, 10)}}).wants(http.StatusSeeOther)
	l.chief.get(done.to()).has(".said", "trifft auf")
	broken := l.chief.get(path).has(".note", "haben schon gegeneinander gespielt.").has(".bench-keys", "trifft auf")
	for _, page := range []*answer{draft, broken} {
		expect.True(t, !english.MatchString(page.text(".draft")), "the draft speaks English: %q", english.FindString(page.text(".draft")))
	}
	undone := l.press(path, url.Values{"do": {"undo"}}).wants(http.StatusSeeOther)
	l.chief.get(undone.to()).has(".said", "Zurückgenommen: ").has(".said", "trifft auf")
	l.press(path+"/publish", url.Values{"typed": {"3"}}).wants(http.StatusSeeOther)
	l.chief.get(path).has(".draft .why", "Farben: ")
	l.exec(`update account set language = 'en' where account_id = $1`, l.chief.accountID)
	l.chief.get(path).has(".draft .why", "Colours: ")
	l.chief.get("/e/lake/desk/journal").has("main", "meet Team")
}
