package journey_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What is sent back counts until something new is signed: neither the result nor the
// penalty goes before anybody knows better.
func TestSentBackCountsUntilSignedAnew(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	section, director := v.official("demo.section", desktop), v.official("demo.director", desktop)
	register := func(state string) {
		t.Helper()
		director.open(event + "/desk/penalties")
		director.until("[...document.querySelectorAll('.register tr')].some((row) => /illegal move/.test(row.textContent) && /" + state + "/.test(row.textContent))")
	}
	const table = 43
	before := v.match("u1600", table, 1)
	expect.MustTrue(t, before.Result != nil, "the demonstration has no result to send back")
	register("counts")
	section.open(event + "/desk/appeals/1")
	section.click("[name=state][value=sent-back]")
	section.fill("[name=question]", "Was the clock pressed?")
	section.decides("sent-back", "Nobody asked about the clock.")
	section.sees(".decision .headline", "Sent back")
	if m := v.match("u1600", table, 1); m.Result == nil || m.Result.Outcome != before.Result.Outcome {
		t.Errorf("sent back, the match has %+v", m.Result)
	}
	register("counts")
	director.gone(".register", "voided")

	director.open(event + "/desk/incidents/1")
	director.sees(".card-notes", "Was the clock pressed?")
	director.open(event + "/desk/incidents/1/ruling")
	director.click("[name=choice][value=deny]")
	director.fill("[name=reason]", "It was not pressed.")
	director.click("[data-sign-button]")
	director.sees(".read-aloud h2", "denied")
	if m := v.match("u1600", table, 1); m.Result != nil {
		t.Errorf("decided anew, the match still has %+v", m.Result)
	}
	register("voided")
	section.content()
	director.content()
}

// Counts are true for everybody, whoever opened the desk before; and the page that shows
// the secret of a webhook asks for nothing at an address that only takes forms, also while
// notices arrive on it.
func TestCountsAreTrueAndSecretsStand(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	expect.Must(v.pool.Exec(t.Context(), `update role_grant set section_id = 2 where event_id = $1 and account_id = (select account_id from account where login = 'demo.desk2')`, v.shown.EventID))(t)
	desk := v.official("demo.desk2", desktop) // who sees one section alone
	desk.open(event + "/desk")
	desk.until("location.pathname === " + quote(event+"/desk/u1600"))
	chief, organizer := v.official("demo.chief", desktop), v.official("demo.organizer", desktop)
	chief.open(event + "/desk/setup/check")
	for _, name := range []string{"Open", "U1600", "Cup"} {
		chief.sees("main li", name+" has at least two ")
	}
	wrong := chief.ask("[...document.querySelectorAll('main li')].map((li) => li.textContent.trim()).filter((text) => /^has at least| to 0\\)|are not the same/.test(text)).join()")
	expect.Equal(t, wrong, "", "the check list")

	organizer.open(event + "/desk/programs")
	organizer.fill("[name=url]", "https://8.8.8.8/tandem")
	organizer.click("[name=kinds]")
	organizer.click("form[action$=webhooks] button.btn-main, form[action$=webhooks] button")
	organizer.sees("[role=status] h2", "Secret that signs")
	secret := organizer.ask("document.querySelector('[role=status] code').textContent")
	chief.open(event + "/desk/floor")
	chief.types("[name=body]", "Lunch is at 12:30.\r")
	organizer.sees(".desk-messages", "Lunch is at 12:30.") // by itself
	expect.Equal(t, organizer.ask("document.querySelector('[role=status] code').textContent"), secret, "the secret became")
	if refused := v.watch.refused(http.StatusMethodNotAllowed); len(refused) > 0 {
		t.Errorf("refused with 405: %s", strings.Join(refused, ", "))
	}
	chief.content()
	organizer.content()
}
