package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// appealed is an appeal of the losing team against a director's ruling.
func appealed(t *testing.T) (l *league, director *browser, card string) {
	t.Helper()
	l, director, card, open := ready(t)
	director.post(card+"/ruling", decision(open, "follow")).wants(http.StatusSeeOther)
	page := director.get(card + "/ruling")
	director.post(card+"/appeal", url.Values{"team": {page.value("select[name=team] option", "value")}, "grounds": {"The clock was not pressed."}}).wants(http.StatusSeeOther)
	return l, director, card
}

const firstAppeal = "/e/lake/desk/appeals/1"

// review decides as the section chief with everybody heard.
func (l *league) review(state string, more url.Values) url.Values {
	form := url.Values{
		"state": {state}, "reason": {"Both teams were heard."}, "heard_claimant": {"yes"}, "heard_opponent": {"yes"}, "heard_official": {"yes"},
		"revision": {l.chief.get(firstAppeal).value("input[name=revision]", "value")},
	}
	for k, v := range more {
		form[k] = v
	}
	return form
}

func TestALateAppealIsAcceptedFirst(t *testing.T) {
	t.Parallel()
	l, _, _ := appealed(t)
	l.exec(`update appeal set late = true`)
	page := l.chief.get(firstAppeal).has(".note", "came after the window")
	expect.Equal(t, page.count("input[name=state]"), 0, "a late appeal can be decided before it is accepted")
	l.chief.post(firstAppeal+"/late", url.Values{"do": {"accept"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "why the late appeal")
	page = l.chief.post(firstAppeal+"/late", url.Values{"late": {"The desk was closed."}}).wants(http.StatusUnprocessableEntity).has("main", "Choose to accept the appeal or to let it lapse.")
	expect.Equal(t, page.value("input[name=late]", "value"), "The desk was closed.", "the reason that was typed reads")
	l.chief.post(firstAppeal+"/late", url.Values{"do": {"accept"}, "late": {"The desk was closed."}}).wants(http.StatusSeeOther)
	l.chief.get(firstAppeal).has(".accepted", "The desk was closed. Dana Holt, ")
	l.chief.post(firstAppeal, l.review("upheld", nil)).wants(http.StatusSeeOther)
	l.chief.get(firstAppeal).has(".headline", "Upheld").has("main", "Dana Holt").has(".accepted", "The desk was closed.")
}

func TestSendingBackSaysWhatToFindOut(t *testing.T) {
	t.Parallel()
	l, director, card := appealed(t)
	l.chief.post(firstAppeal, l.review("sent-back", nil)).wants(http.StatusUnprocessableEntity).has(".field-error", "which question")
	l.chief.post(firstAppeal, l.review("sent-back", url.Values{"question": {"Was the clock pressed?"}, "within": {"10"}})).wants(http.StatusSeeOther)
	l.chief.get(firstAppeal).has(".headline", "Ana Ruiz finds out: Was the clock pressed?").has(".decision a", "Answer on the incident card")
	const list = "/e/lake/desk/appeals"
	director.get(list).has("h2", "Sent back, to be ruled again").has(".cases", "Ana Ruiz finds out: Was the clock pressed?").has(".cases [data-countdown]", "in 10 min").
		has("a[href="+card+"]", "Answer on the incident card").hasNot("h2", "Decided").hasNot("h2", "to decide")
	director.get(card).has(".card-notes", "Sent back by Dana Holt: Was the clock pressed?").has(".footbar", "Save and rule")
	director.post(card+"/ruling", decision(director.get(card+"/ruling"), "follow")).wants(http.StatusSeeOther)
	director.get(list).hasNot("h2", "Sent back, to be ruled again").has("h2", "Decided")
	director.get(firstAppeal).hasNot(".decision a", "")
	page := director.get(card+"/ruling").has(".ruling h2", "Ruling of the director").has(".ruling .tag", "sent back")
	expect.True(t, page.count(".ruling .quote") != 0, "the ruling that was sent back is without its reason")
}

// Who was heard stands with the decision, and why somebody was not.
func TestADecisionShowsWhoWasHeard(t *testing.T) {
	t.Parallel()
	l, director, _ := appealed(t)
	l.chief.get(firstAppeal).hasNot(".was-heard", "")
	l.chief.post(firstAppeal, l.review("upheld", url.Values{"heard_opponent": {""}, "note": {"They have left the hall."}})).wants(http.StatusSeeOther)
	page := director.get(firstAppeal).has(".was-heard li", "The claimant was heard.").has(".was-heard li", "The other side was not heard.").has(".was-heard li", "The first official was heard.").
		has(".decision", "They have left the hall.")
	expect.Equal(t, page.count(".was-heard .warnc"), 1, "marks for people who were not heard")
}

// Whoever may not decide hands the appeal on by trying.
func TestARecusedChiefHandsOn(t *testing.T) {
	t.Parallel()
	l, director, _ := appealed(t)
	final := l.person("sam", "Sam Cole", "none")
	l.give(final, l.event, 0, access.Chief)
	form := l.review("upheld", nil)
	l.exec(`insert into affiliation (event_id, account_id, kind, team_id, created_at) select $1, $2, 'team', team_id, now() from appeal`, l.event, l.chief.accountID)
	l.chief.get(firstAppeal).has(".note", "You are declared as tied").hasNot(".tag-ok", "No conflict of interest")
	l.chief.post(firstAppeal, form).wants(http.StatusForbidden).has("[role=alert]", "The appeal goes to Sam Cole, chief floor director")
	director.get(firstAppeal).has(".note", "Sam Cole holds this appeal")
	final.get(firstAppeal).has(".tag-ok", "No conflict of interest").has(".note", "This decision is final")
	final.get("/e/lake/desk/appeals").has("main", "round 2 waits")
}

// Where nobody else can decide, the words of whoever wanted to step aside stay where
// they were typed and become no reason of the decision.
func TestSteppingAsideKeepsItsWords(t *testing.T) {
	t.Parallel()
	l, _, _ := appealed(t)
	l.exec(`update role_grant set revoked_at = now() where role = 'chief'`)
	l.chief.get(firstAppeal).has("p#h-aside", "Nobody else may decide this appeal")
	l.chief.post(firstAppeal+"/step-aside", nil).wants(http.StatusUnprocessableEntity).has(".field-error", "why you step aside")
	page := l.chief.post(firstAppeal+"/step-aside", url.Values{"aside": {"They are my neighbours."}}).wants(http.StatusConflict).has("[role=alert]", "Nobody else may decide").
		hasNot("textarea[name=reason]", "neighbours")
	expect.Equal(t, page.value("input[name=aside]", "value"), "They are my neighbours.", "the reason that was typed reads")
	final := l.person("sam", "Sam Cole", "none")
	l.give(final, l.event, 0, access.Chief)
	l.chief.get(firstAppeal).has("p#h-aside", "It goes to Sam Cole, chief floor director.")
	l.chief.post(firstAppeal+"/step-aside", url.Values{"aside": {"They are my neighbours."}}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/journal").has("main", "They are my neighbours.")
}

func TestATeamWithdraws(t *testing.T) {
	t.Parallel()
	l, director, _ := appealed(t)
	director.get("/e/lake/desk/appeals").hasNot("main", "May still be appealed").has("[data-since]", "0 s")
	director.post(firstAppeal+"/hold", nil).wants(http.StatusForbidden)
	l.chief.post(firstAppeal+"/hold", nil).wants(http.StatusSeeOther)
	director.post(firstAppeal+"/withdraw", url.Values{"withdrawal": {"They agree now."}}).wants(http.StatusSeeOther)
	director.get(firstAppeal).has(".headline", "Withdrawn").hasNot(".was-heard", "")
	director.get("/e/lake/desk/appeals").has("main", "May still be appealed").has("[data-countdown]", "in 15 min")
	director.get("/e/lake/desk/incidents").has("[data-countdown]", "in 15 min")
	l.chief.get("/e/lake/desk/open").has("[data-countdown]", "in 15 min")
	l.chief.get("/e/lake/desk/journal").has("main", "The appeal is withdrawn; the ruling stands.").hasNot("main", "appeal_id")
}

// The card to read aloud names whoever hears the teams next, and nobody after the
// last level has upheld the ruling.
func TestAnUpheldRulingNamesTheNextLevel(t *testing.T) {
	t.Parallel()
	l, director, card := appealed(t)
	final := l.person("sam", "Sam Cole", "none")
	l.give(final, l.event, 0, access.Chief)
	director.get(firstAppeal).has("main", "Open, round 1, table 1, match 1").has(".note", "decided by the section chief").hasNot("main button", "Sign the decision")
	decision := l.review("upheld", nil)
	l.chief.post(firstAppeal, decision).wants(http.StatusSeeOther)
	page := director.get(card+"/ruling").has(".read-aloud", "appeal to the chief floor director, Sam Cole")
	team := page.value("select[name=team] option", "value")
	director.post(card+"/appeal", url.Values{"team": {team}, "grounds": {"The clock was not pressed."}}).wants(http.StatusSeeOther)
	const second = "/e/lake/desk/appeals/2"
	final.get(second).has(".earlier-decision h2", "Ruling of the director").has(".earlier-decision h2", "Decision of the section chief on appeal 1").
		has(".earlier-decision", "appealed: The clock was not pressed.").has(".earlier-decision .strong", "Upheld: the ruling stands.").has(".earlier-decision .quote", "Both teams were heard.").
		has(".earlier-decision .was-heard", "The claimant was heard.").hasNot(".note", "came after the window")
	decision.Set("revision", final.get(second).value("input[name=revision]", "value"))
	final.post(second, decision).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".read-aloud .second", "Open, round 1, table 1, match 1").has(".read-aloud .note", "This decision is final.").hasNot(".read-aloud", "You may appeal").hasNot("button", "File the appeal")
}

// A late appeal that nobody accepted ends with the next publication, and says so
// where the name of whoever decided would stand.
func TestAPublicationEndsALateAppeal(t *testing.T) {
	t.Parallel()
	l, _, _ := appealed(t)
	l.exec(`update appeal set late = true`)
	l.play(1)
	l.draft(2)
	match := testkit.Stored[int64](t, l.pool, `select match_id from incident`)
	expect.Must(l.tournament.PublishRound(t.Context(), l.event, l.command(), tournament.PublishRound{DraftInput: l.at(2), Typed: 2, Settled: []int64{match}}))(t)
	page := l.chief.get(firstAppeal).has(".decision .second", "Lapsed when round 2 was published, ")
	expect.Equal(t, page.count(".signatures span"), 2, "lines to sign, want one for each team")
}

// When the next round is out, a review that changes the result says inside the
// effect what the new one counts for.
func TestAReviewSaysWhatTheNewResultCountsFor(t *testing.T) {
	t.Parallel()
	l, _, _ := appealed(t)
	l.chief.get(firstAppeal).hasNot("input[name=then]", "")
	l.play(1)
	l.draft(2)
	match := testkit.Stored[int64](t, l.pool, `select match_id from incident`)
	expect.Must(l.tournament.PublishRound(t.Context(), l.event, l.command(), tournament.PublishRound{DraftInput: l.at(2), Typed: 2, Settled: []int64{match}}))(t)
	page := l.chief.get(firstAppeal).has(".note", "Round 2 is published already").has("[data-for] .opt", "It counts from now on")
	got := page.count("input[name=then]")
	expect.True(t, got >= 4, "%d choices of what the new result counts for, want at least 4", got)
	other := url.Values{"outcome": {"draw"}, "then": {"from"}, "from": {"1"}}
	l.chief.post(firstAppeal, l.review("modified", other)).wants(http.StatusUnprocessableEntity).has(".field-error", "Enter a round from 2")
	l.chief.post(firstAppeal, l.review("modified", url.Values{"outcome": {"draw"}, "then": {"record"}})).wants(http.StatusSeeOther)
	l.chief.get(firstAppeal).has(".strong", "It counts for the record only.")
	var counts, source string
	expect.OK(t, l.pool.QueryRow(t.Context(), `select counts, source from result_report where match_id = $1 and state = 'confirmed'`, match).Scan(&counts, &source))
	expect.True(t, counts == "record" && source == "ruling", "the result counts for %q from a %s, want the record alone from a ruling", counts, source)
}

// Each level has its list, the oldest appeal first, and each row says what it is about
// and what waits for it; every window that is open stands below.
func TestLevelsAreSeparateLists(t *testing.T) {
	t.Parallel()
	l, director, card := appealed(t)
	final := l.person("sam", "Sam Cole", "none")
	l.give(final, l.event, 0, access.Chief)
	const list = "/e/lake/desk/appeals"
	row := final.get(list).has("h2", "For the section chief to decide").hasNot("h2", "For the chief floor director").hasNot("h2", "May still be appealed")
	row.has(".cases .tag-rule", "FIDEX").has(".cases li", "Illegal move: Match 1: ").has(".cases .tag", "round 2 waits").has(".cases [data-since]", "0 s")
	l.chief.post(firstAppeal, l.review("upheld", nil)).wants(http.StatusSeeOther)
	final.get(list).has("h2", "May still be appealed").has(".cases .tag", "decided by the section chief").has(".cases [data-countdown]", "in 15 min").has("h2", "Decided").hasNot("h2", "to decide")
	l.chief.get("/e/lake/desk/incidents").has("[data-countdown]", "in 15 min")
	page := director.get(card+"/ruling").has(".earlier-decision", "Both teams were heard.")
	director.post(card+"/appeal", url.Values{"team": {page.value("select[name=team] option", "value")}, "grounds": {"It was pressed."}}).wants(http.StatusSeeOther)
	final.get(list).has("h2", "For the chief floor director to decide, finally").hasNot("h2", "For the section chief to decide").hasNot("h2", "May still be appealed")
}

// Who modifies begins with what the ruling decided: a penalty alone can be changed, into
// one of any kind, and the match and how its boards ended stay.
func TestModifyingAPenaltyLeavesTheMatch(t *testing.T) {
	t.Parallel()
	l, director, card := appealed(t)
	page := l.chief.get(firstAppeal).has("fieldset[data-for=modified]", "illegal move: loss of the game").has("select[name=lift_1]", "taken away").has("select[name=penalty]", "expelled from the hall")
	outcome := page.value("select[name=outcome] option[selected]", "value")
	expect.MustTrue(t, outcome != "", "the review does not begin with the outcome of the ruling")
	before := testkit.Stored[string](t, l.pool, `select ends::text from result_report where state = 'confirmed'`)
	form := l.review("modified", url.Values{"outcome": {outcome}, "lift_1": {"deduct-time"}})
	l.chief.post(firstAppeal, form).wants(http.StatusSeeOther)
	l.chief.get(firstAppeal).has(".headline", "Modified").has(".earlier-decision .strong", "deduct time for illegal move")
	var after string
	err := l.pool.QueryRow(t.Context(), `select ends::text from result_report where state = 'confirmed'`).Scan(&after)
	expect.True(t, err == nil && after == before, "the boards ended as %s, %v; want %s", after, err, before)
	l.chief.get("/e/lake/desk/penalties").has("td", "a minute less for the offender").has("td", "voided")
	director.get(card+"/ruling").has(".read-aloud", "deduct time for illegal move")
}

// What is sent back counts until something new is signed, and the page says so before.
func TestSentBackCountsUntilTheNextRuling(t *testing.T) {
	t.Parallel()
	l, director, card := appealed(t)
	l.chief.get(firstAppeal+"?state=sent-back").has(".fx", "1–0").hasNot(".fx .was", "").has(".opts", "until then it counts")
	l.chief.post(firstAppeal, l.review("sent-back", url.Values{"question": {"Was the clock pressed?"}})).wants(http.StatusSeeOther)
	director.get("/e/lake/desk/penalties").hasNot("td", "voided")
	director.get(card+"/ruling").has(".fx", "1–0")
	director.get(card+"/ruling?choice=deny").has(".fx", "1–0 → open")
	denied := decision(director.get(card+"/ruling"), "deny")
	denied.Set("reason", "It was not pressed.")
	director.post(card+"/ruling", denied).wants(http.StatusSeeOther)
	director.get("/e/lake/desk/penalties").has("td", "voided")
}
