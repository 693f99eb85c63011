package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// phone is a browser that came by the private link of a team.
func (l *league) phone(team int64) *browser {
	l.t.Helper()
	token := account.NewToken()
	expect.Must(l.tournament.RenewTeamLinks(l.t.Context(), l.event, l.command(), map[int64][]byte{team: account.HashToken(token)}))(l.t)
	b := l.visitor()
	b.get("/l/" + token).wants(http.StatusSeeOther)
	return b
}

func own(team int64) string { return path("/e/lake/team/team-%d/own", team) }

// tableOne are the teams at table 1 of round 1.
func (l *league) tableOne() (first, second int64) {
	l.t.Helper()
	book := expect.Must(l.tournament.Reader().Book(l.t.Context(), l.event, l.section))(l.t)
	p := book.Round(1).AtTable(1)
	return p.TeamID(1), p.TeamID(2)
}

func TestTwoTeamsVerifyEachOtherOrBringADirector(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	a, b := l.tableOne()
	one, two := l.phone(a), l.phone(b)
	report := func(who *browser, team int64, match int, outcome string) *answer {
		page := who.get(own(team)).wants(http.StatusOK)
		id := page.value("form input[name=match]", "value")
		n := expect.Must(strconv.ParseInt(id, 10, 64))(t)
		return who.post(own(team)+"/report", url.Values{
			"match": {strconv.FormatInt(n+int64(match-1), 10)}, "outcome": {outcome}, "revision": {"0"}, "key": {l.key()},
		})
	}
	report(one, a, 1, "slot1").wants(http.StatusSeeOther)
	one.get(own(a)).has("main", "Team 0001 beat Team 0003, reported by Team 0001.")
	report(two, b, 1, "slot1").wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open/round/1/wall?table=1&match=1").has(".entry", "verified")
	report(one, a, 2, "slot1").wants(http.StatusSeeOther)
	said := report(two, b, 2, "draw").wants(http.StatusSeeOther).to()
	two.get(said).has(".said", "A director is on the way")
	l.chief.get("/e/lake/desk/open/round/1/wall").has(".note", "two different results")

	stranger := l.phone(4)
	if a == 4 || b == 4 {
		stranger = l.phone(3)
	}
	stranger.post(own(a)+"/report", url.Values{"match": {"1"}, "outcome": {"slot2"}}).wants(http.StatusForbidden)
}

func TestTeamCallsReadsTheRulingAndAppeals(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	a, b := l.tableOne()
	one, two := l.phone(a), l.phone(b)
	match := one.get(own(a)).value("form input[name=match]", "value")
	one.post(own(a)+"/call", url.Values{"match": {match}, "summary": {"illegal move"}, "key": {l.key()}}).wants(http.StatusSeeOther)
	director := l.person("ana", "Ana Ruiz", "none")
	l.give(director, l.event, l.section, access.Director)
	director.get("/e/lake/desk/incidents").has("main", "Calls waiting").has("main", "illegal move")
	director.post("/e/lake/desk/incidents/1/take", url.Values{"key": {l.key()}}).wants(http.StatusSeeOther)
	card := "/e/lake/desk/incidents/1"
	saved := director.post(card, filled(director.get(card).value("input[name=revision]", "value"))).to()
	revision := director.get(saved).value("form[data-decide=] input[name=revision]", "value")
	director.post(card+"/ruling", url.Values{"revision": {revision}, "choice": {"follow"}, "reason": {"Everybody saw it."}}).wants(http.StatusSeeOther)

	page := two.get(own(b)).has("main", "Ruling, round 1").has(".note", "You may appeal until")
	ruling := page.value("form input[name=ruling]", "value")
	two.post(own(b)+"/appeal", url.Values{"ruling": {ruling}, "grounds": {" "}, "key": {l.key()}}).wants(http.StatusUnprocessableEntity).
		has(".field-error", "what is wrong")
	two.post(own(b)+"/appeal", url.Values{"ruling": {ruling}, "grounds": {"No clock was pressed."}, "key": {l.key()}}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/appeals").has("main", "No clock was pressed.")
	l.settle()
	l.visitor().get(path("/e/lake/team/team-%d", b)).hasNot("main", "Ruling").hasNot("main", "No clock")
}

// A team takes its own appeal back, and nobody else's; what stood before stands.
func TestTeamWithdrawsItsOwnAppeal(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	l.exec(`update section set appeal_deposit = '20 EUR' where section_id = $1`, l.section)
	director.post(card+"/ruling", decision(open, "follow")).wants(http.StatusSeeOther)
	a, b := l.tableOne()
	one, two := l.phone(a), l.phone(b)
	page := two.get(own(b)).has("[data-countdown]", "in 15 min")
	form := url.Values{"ruling": {page.value("form input[name=ruling]", "value")}, "grounds": {"No clock was pressed."}, "key": {l.key()}}
	two.post(own(b)+"/appeal", form).wants(http.StatusSeeOther)
	l.exec(`update appeal set deposit = 'paid'`)
	l.chief.get("/e/lake/desk/appeals").has("main", "round 2 waits")
	expect.Equal(t, l.matchOne().UnderReview, true, "the match is not under review while its appeal is open")

	withdraw := url.Values{"appeal": {two.get(own(b)).value("input[name=appeal]", "value")}, "key": {l.key()}}
	expect.Equal(t, one.get(own(a)).count("input[name=appeal]"), 0, "the other team is offered to withdraw the appeal")
	one.post(own(a)+"/withdraw", withdraw).wants(http.StatusForbidden)
	two.post(own(b)+"/withdraw", url.Values{"appeal": {"x"}}).wants(http.StatusUnprocessableEntity)
	withdraw.Set("key", l.key())
	two.post(own(b)+"/withdraw", withdraw).wants(http.StatusSeeOther)
	two.post(own(b)+"/withdraw", withdraw).wants(http.StatusSeeOther) // sent twice
	withdraw.Set("key", l.key())
	two.post(own(b)+"/withdraw", withdraw).wants(http.StatusConflict).has("[role=alert]", "decided already")
	two.get(own(b)).has("main", "withdrawn by the team").has("summary", "Appeal this ruling")
	m := l.matchOne()
	expect.True(t, !m.UnderReview && m.Result != nil, "after the withdrawal the match is %+v", m)
	l.chief.get(firstAppeal).has(".headline", "Withdrawn by the team").has("main", "returned").hasNot("main", "round 2 waits")
	l.chief.get("/e/lake/desk/journal").has("main", "withdraw appeal")
	l.chief.post(firstAppeal+"/hold", nil).wants(http.StatusConflict)

	form.Set("key", l.key())
	two.post(own(b)+"/appeal", form).wants(http.StatusSeeOther)
	two.get(own(b)).has("main", "Appeal 2: waits for a decision").hasNot("main", "Appeal 1").hasNot("summary", "Appeal this ruling")
	one.get(own(a)).has("main", "Appeal 2: waits for a decision").hasNot("main", "Appeal 1")
	l.chief.get("/e/lake/desk/appeals/2").has(".earlier-decision h2", "Appeal 1").hasNot(".earlier-decision h2", "Decision of the chief floor director on appeal 1")
}

// matchOne is match 1 of table 1 in round 1.
func (l *league) matchOne() tournament.Match {
	l.t.Helper()
	book := expect.Must(l.tournament.Reader().Book(l.t.Context(), l.event, l.section))(l.t)
	return book.Round(1).AtTable(1).Matches[0]
}
