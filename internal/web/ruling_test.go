package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// ready is a card filled in, its ruling page open.
func ready(t *testing.T) (l *league, director *browser, card string, open *answer) {
	t.Helper()
	l, director, card = disputed(t)
	saved := director.post(card, filled(director.get(card).value("input[name=revision]", "value"))).wants(http.StatusSeeOther)
	return l, director, card, director.get(saved.to()).wants(http.StatusOK)
}

// decision is the form of the ruling page as it was opened.
func decision(open *answer, choice string) url.Values {
	reason := ""
	if choice == "follow" {
		reason = "Everybody saw it." // nobody is heard in these tests
	}
	return url.Values{
		"reason":   {reason},
		"revision": {open.value("form[data-decide=] input[name=revision]", "value")}, "seen": {open.value("input[name=seen]", "value")}, "choice": {choice},
		"clock_WA": {"2:41"}, "clock_BA": {"2:58"}, "clock_WB": {"3:02"}, "clock_BB": {""},
	}
}

func TestAChangedIncidentIsSignedAgain(t *testing.T) {
	t.Parallel()
	_, director, card, open := ready(t)
	form := filled("1")
	form.Set("clock_WA", "2:39")
	director.post(card, form).wants(http.StatusSeeOther)
	director.post(card+"/statement", url.Values{"speaker": {"Kim"}, "role": {"witness"}, "body": {"The flag was up."}}).wants(http.StatusSeeOther)
	stale := director.post(card+"/ruling", decision(open, "follow")).wants(http.StatusConflict)
	stale.has("[role=alert]", "sign again").has(".differences", "Clock WA 2:41 2:39").has(".differences", "The flag was up.")
	director.post(card+"/ruling", decision(stale, "follow")).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".read-aloud", "appeal to the section chief, Dana Holt").has(".read-aloud", "or until round 2 is published").has(".signatures", "Ana Ruiz")
}

func TestOtherOutcomesAreFlaggedForTheChief(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	form := decision(open, "other")
	set(form, "outcome", "A W", "reason", "Both teams want to play on.", "penalty_seat", "BA", "penalty_offence", "hide-stock", "penalty", "warning", "clock_WA", "soon")
	director.post(card+"/ruling", form).wants(http.StatusUnprocessableEntity).has(".field-error", "2:41 or 241")
	form.Set("clock_WA", "241")
	director.post(card+"/ruling", form).wants(http.StatusSeeOther)
	signed := director.get(card+"/ruling").has(".headline", "win board A; board B plays on").has(".headline", "warning for hiding stock pieces").has(".note", "For the section chief")
	// The match plays on as signed; what the proposal would have done is no longer shown.
	signed.has("main", "What counts now").has(".fx", "open").hasNot(".fx", "→")
	l.exec(`update section set rounds = 1 where event_id = $1`, l.event)
	director.get(card+"/ruling").wants(http.StatusOK).has(".fx", "open") // with no round to come either
	signed.hasNot("button", "I have looked at it")
	ruling := l.chief.get(card+"/ruling").value("input[name=ruling]", "value")
	director.post(card+"/note", url.Values{"ruling": {ruling}}).wants(http.StatusForbidden)
	l.chief.post(card+"/note", url.Values{"ruling": {"77"}}).wants(http.StatusNotFound).has("main", "Incident 1 has no ruling 77.")
	l.chief.get("/e/lake/desk/incidents").has("main", "For the section chief")
	l.chief.post(card+"/note", url.Values{"ruling": {ruling}}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/incidents").hasNot("main", "For the section chief")
	l.chief.get("/e/lake/desk/penalties").has("td", "hiding stock pieces")
}

// What is on record stays when a claim is denied, and counts no more when the match
// is played again; the page says which before anybody signs.
func TestARulingOnAMatchThatHasAResult(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	entry := tournament.TypedResult{SectionID: l.section, Round: 1, Table: 1, Match: 1, Source: "desk", Outcome: tournament.FirstWins}
	expect.Must(l.tournament.EnterResult(t.Context(), l.event, l.command(), entry))(t)
	director.get(card+"/ruling?choice=deny").wants(http.StatusOK).has(".fx", "1–0").hasNot(".fx", "open")
	director.get(card+"/ruling?choice=other&outcome=replay").wants(http.StatusOK).has(".fx", "1–0 → open")
	form := decision(open, "other")
	set(form, "outcome", "replay", "reason", "The boards stood wrongly.")
	director.post(card+"/ruling", form).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/correct").wants(http.StatusOK).has("main", "1 and Team").has("main", "have no result yet").has("main", "replaced")
	l.visitor().get("/e/lake/team/team-1").wants(http.StatusOK).hasNot("main", "1–0")
	entry.Outcome = tournament.SecondWins
	expect.Must(l.tournament.EnterResult(t.Context(), l.event, l.command(), entry))(t)
	l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/correct").has("main", "Team 0003 beat")
}

func TestAHeavyPenaltyIsConfirmedOnThePage(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	l.exec(`update section set heavy_penalties = 'second-official'`)
	second := l.person("bo", "Bo Lind", "none")
	l.give(second, l.event, l.section, access.Director)
	form := decision(open, "other")
	set(form, "outcome", "slot2", "reason", "He hid a queen for the third time.", "penalty_seat", "WA", "penalty_offence", "hide-stock", "penalty", "match-loss")
	director.post(card+"/ruling", form).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".label", "Waits for a second official").has(".note", "You signed first")
	director.get(card).has(".card-notes", "Waits for a second official")
	director.get(card+"/ruling?lang=de").has(".headline", "schlägt")
	second.get(card+"/ruling").has(".fx", "open → 0–1") // what waits, and not what the rulebook proposed
	revision := second.get(card+"/ruling").has("button", "Confirm and sign with Ana Ruiz").value("input[name=revision]", "value")
	director.post(card+"/second", url.Values{"do": {"confirm"}, "revision": {revision}}).wants(http.StatusForbidden)
	second.post(card+"/second", url.Values{"revision": {revision}}).wants(http.StatusUnprocessableEntity).has("main", "Choose to confirm the ruling or to give it up.")
	second.post(card+"/second", url.Values{"do": {"confirm"}, "revision": {revision}}).wants(http.StatusSeeOther)
	second.get(card+"/ruling").has(".read-aloud", "Confirmed by Bo Lind").has(".read-aloud", "takes a game or a match away")
}

func TestScorekeeperFilesAnAppealForATeam(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	l.exec(`update section set appeal_deposit = '20 euro'`)
	director.post(card+"/ruling", decision(open, "follow")).wants(http.StatusSeeOther)
	desk := l.person("kim", "Kim", "none")
	l.give(desk, l.event, l.section, access.Scorekeeper)
	page := desk.get(card+"/ruling").has("label", "The deposit of 20 euro is paid")
	appeal := url.Values{"team": {page.value("select[name=team] option", "value")}, "grounds": {"x"}, "deposit": {"yes"}}
	desk.post(card+"/appeal", appeal).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/appeals/1").has("main", "Deposit of 20 euro: paid")
}

// Whatever an appeal at the desk is refused for, its words stay in the form.
func TestARefusedAppealKeepsItsWords(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	l.exec(`update section set appeal_deposit = '20 euro'`)
	director.post(card+"/ruling", decision(open, "follow")).wants(http.StatusSeeOther)
	typed := url.Values{"grounds": {"The clock was not pressed."}, "deposit": {"yes"}}
	director.post(card+"/appeal", typed).wants(http.StatusUnprocessableEntity).has(".field-error", "Choose the team").
		has("details[open=] textarea[name=grounds]", "The clock was not pressed.").has("input[name=deposit][checked=]", "")
	typed.Set("team", "4711")
	director.post(card+"/appeal", typed).wants(http.StatusForbidden).has("[role=alert]", "Only a team of this match appeals").has("details[open=] textarea", "not pressed")
	second := attr(find(director.get(card+"/ruling").doc, "select[name=team] option")[1], "value")
	director.post(card+"/appeal", url.Values{"team": {second}, "grounds": {" "}}).wants(http.StatusUnprocessableEntity).has(".field-error", "what is wrong")
	typed.Set("team", second)
	director.post(card+"/appeal", typed).wants(http.StatusSeeOther)
	again := director.post(card+"/appeal", typed).wants(http.StatusConflict).has("[role=alert]", "is open already").has("details[open=] textarea", "not pressed")
	got := again.value("select[name=team] option[selected=]", "value")
	expect.True(t, got == second, "the form names team %s, want %s as chosen", got, second)
}

// A heavy penalty and a called chief reach the chief on whatever desk page is
// open, with the way there, until the chief has answered; nobody else is told.
func TestTheChiefIsToldOnEveryDeskPage(t *testing.T) {
	t.Parallel()
	l, director, card, _ := ready(t)
	director.post(card+"/chief", nil).wants(http.StatusSeeOther)
	for _, page := range []string{"/e/lake/desk/open", "/e/lake/desk/incidents/new", "/e/lake/desk/open/teams", "/e/lake/desk/print"} {
		told := l.chief.get(page).wants(http.StatusOK)
		told.has(".desk-alert", "The chief is called to the table. Open, round 1, table 1, match 1").has(".desk-alert a", "Open the card")
		version, err := strconv.Atoi(told.value("body", "data-version"))
		expect.True(t, err == nil && version != 0, "%s hears nothing while it is open", page)
	}
	director.get("/e/lake/desk/open/round/1/wall").hasNot(".desk-messages", "called")
	director.post(card+"/chief-comes", nil).wants(http.StatusForbidden)
	l.chief.post(card+"/chief-comes", nil).wants(http.StatusSeeOther)
	l.chief.post(card+"/chief-comes", nil).wants(http.StatusConflict)
	l.chief.get("/e/lake/desk/open").hasNot(".desk-messages", "called")
	director.get(card).has(".card-notes", "Dana Holt comes to the table.")

	open := director.get(card + "/ruling")
	form := decision(open, "other")
	set(form, "outcome", "slot1", "reason", "The second time.", "penalty_seat", "BA", "penalty_offence", "hide-stock", "penalty", "game-loss")
	director.post(card+"/ruling", form).wants(http.StatusSeeOther)
	told := l.chief.get("/e/lake/desk/open/round/1/wall").has(".desk-alert", "taken away as a penalty").has(".desk-alert", "Ana Ruiz").has(".desk-alert a", "Look at the ruling")
	director.get("/e/lake/desk/open").hasNot(".desk-messages", "penalty")
	l.chief.post(card+"/note", url.Values{"ruling": {told.value(".desk-alert input[name=ruling]", "value")}}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open").hasNot(".desk-messages", "penalty")
	l.settle()
	l.visitor().get("/e/lake/open/status").hasNot("main", "penalty")
}

// Many alerts at once leave room for the page.
func TestTheOldestAlertsStandAboveThePage(t *testing.T) {
	t.Parallel()
	l, _, _, _ := ready(t)
	l.exec(`insert into incident (event_id, incident_id, section_id, state, summary, opened_at, chief_called_at)
		select $1, 100 + n, $2, 'open', 'call number ' || n, $3::timestamptz, $3::timestamptz + make_interval(secs => n) from generate_series(1, 600) n`, l.event, l.section, l.now)
	page := l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has(".desk-alert", "call number 6").has(".desk-alert", "More than 494 others wait").hasNot(".desk-alert", "call number 7")
	expect.Equal(t, page.count(".desk-alert"), 7, "alerts stand above the page")
}

// Where a section wants two signatures, every other director hears of it at once.
func TestASecondOfficialIsAskedForOnEveryDeskPage(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	l.exec(`update section set heavy_penalties = 'second-official' where section_id = $1`, l.section)
	kim := l.person("kim", "Kim Lee", "none")
	l.give(kim, l.event, l.section, access.Director)
	form := decision(open, "other")
	set(form, "outcome", "slot1", "reason", "The second time.", "penalty_seat", "BA", "penalty_offence", "hide-stock", "penalty", "game-loss")
	director.post(card+"/ruling", form).wants(http.StatusSeeOther)
	kim.get("/e/lake/desk/open/round/1/wall").has(".desk-alert", "A second official is asked for").has(".desk-alert a", "Look and confirm")
	director.get("/e/lake/desk/open/round/1/wall").hasNot(".desk-messages", "second official")
	kim.get(card).has(".desk-alert a", "Look and confirm")
	kim.get(card+"/ruling").has(".desk-alert", "confirm this ruling here, or give it up").hasNot(".desk-alert a", "")
	kim.post(card+"/second", nil).wants(http.StatusUnprocessableEntity).hasNot(".desk-alert a", "")
	kim.post(card+"/second", url.Values{"do": {"confirm"}, "revision": {kim.get(card+"/ruling").value("form input[name=revision]", "value")}}).wants(http.StatusSeeOther)
	kim.get("/e/lake/desk/open").hasNot(".desk-messages", "second official")
}

// Precedents are rulings on the same matter: one rulebook, one claim, one act. Different
// ends of them are marked, on the ruling, on the appeal and on the floor alike; what
// another book or another act came to is no precedent and no alarm.
func TestPrecedentsAreOfTheSameMatter(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	director.post(card+"/ruling", decision(open, "follow")).wants(http.StatusSeeOther)
	second := url.Values{"section": {"open"}, "round": {"1"}, "table": {"2"}, "match": {"1"}, "kind": {"illegal-move"}, "key": {l.key()}}
	other := director.post("/e/lake/desk/incidents/new", second).wants(http.StatusSeeOther).to()
	director.post(other, filled(director.get(other).value("input[name=revision]", "value"))).wants(http.StatusSeeOther)
	director.get(other+"/ruling").has(".precedents .rows li", "FIDEX 19").has(".precedents", "Illegal move (FIDEX)").has(".precedents", "Standing: 1 lost.").hasNot(".precedents .tag", "differ")
	denied := decision(director.get(other+"/ruling"), "deny")
	denied.Set("reason", "It came too late.")
	director.post(other+"/ruling", denied).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/floor").has("li", "Illegal move (FIDEX): 1 denied, 1 lost").has("li .tag-warn", "differ")
	// The same two as complaints about two acts are two questions.
	l.exec(`update incident set kind = 'conduct', facts = replace(facts::text, '"kind":"illegal-move"', '"kind":"conduct"')::json`)
	l.exec(`update incident set facts = replace(facts::text, '{"act":"press","by":"BA"}', '{"act":"bang","by":"BA"}')::json where incident_id = 1`)
	l.exec(`update incident set facts = replace(facts::text, '{"act":"press","by":"BA"}', '{"act":"late","by":"BA"}')::json where incident_id = 2`)
	l.chief.get("/e/lake/desk/floor").has("li", "Conduct, banging men or clock (FIDEX): 1 lost").has("li", "Conduct, arriving late (FIDEX): 1 denied").hasNot("li .tag-warn", "differ")
	director.get(other+"/ruling").has(".precedents", "Conduct, arriving late (FIDEX)").has(".precedents", "No earlier ruling.")
}

// Where the rulebook names no next step the register says who decides, and by what.
func TestTheRegisterSaysWhereNoLadderIs(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	form := decision(open, "other")
	for name, value := range map[string]string{"outcome": "", "reason": "A warning for both.", "penalty_seat": "BA", "penalty_offence": "chewing gum", "penalty": "warning"} {
		form.Set(name, value)
	}
	director.post(card+"/ruling", form).wants(http.StatusSeeOther)
	director.get("/e/lake/desk/penalties").has(".register td", "no ladder: the official decides (FIDEX")
	l.exec(`update section set rulebook = 'USCF-C'`)
	director.get("/e/lake/desk/penalties").has(".register td", "no ladder: the official decides; USCF-C has no article")
	l.exec(`update penalty set offence = 'hide-stock'`)
	l.exec(`update section set rulebook = 'USCF-R'`)
	director.get("/e/lake/desk/penalties").has(".register td", "game lost (USCF-R")
}
