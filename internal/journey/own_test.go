package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// teamPhone is a phone that came by the private link of a team.
func (v *venue) teamPhone(eventID, team int64) *person { return v.teamPage(eventID, team, phone) }

// teamPage is a window of that width that came by the private link of a team.
func (v *venue) teamPage(eventID, team, width int64) *person {
	v.t.Helper()
	token := account.NewToken()
	cmd := journal.Command{Actor: journal.Actor{Name: "Kim Osei"}, Key: "link-" + token}
	expect.Must(v.tournament.RenewTeamLinks(v.t.Context(), eventID, cmd, map[int64][]byte{team: account.HashToken(token)}))(v.t)
	p := v.visitor(width)
	p.open("/l/" + token)
	return p
}

// Two teams report a match from their phones, each in its language: the second
// sees what the first said, and what a different answer sets off.
func TestTeamsReportFromTheirPhones(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	event := v.shown
	p := v.book(demo.Slug, "open").Round(3).AtTable(10)
	one, two := v.teamPhone(event.EventID, p.TeamID(1)), v.teamPhone(event.EventID, p.TeamID(2))
	names := [2]string{v.book(demo.Slug, "open").Team(p.TeamID(1)).Name, v.book(demo.Slug, "open").Team(p.TeamID(2)).Name}

	one.taps(names[0] + " won")
	one.sees(".confirm .sentence", names[0]+" beat "+names[1]+".")
	one.shoot("own-confirm")
	one.until("document.activeElement.textContent === 'Back, nothing is sent'")
	one.taps("Report this result")
	one.sees(".said", "Reported: "+names[0]+" beat "+names[1])
	one.looksAt(one.ask("location.pathname"), phone)

	two.sees("main", names[0]+" beat "+names[1]+", reported by "+names[0])
	two.open(two.ask("location.pathname") + "?lang=de")
	two.taps("Nein: " + names[1] + " hat gewonnen")
	two.sees(".confirm .note", "ein Schiedsrichter kommt an euren Tisch")
	two.taps("Zurück, nichts wird gesendet")
	two.taps("Ja, das stimmt")
	two.taps("Dieses Ergebnis bestätigen")
	two.sees(".said", "Bestätigt: ")
	v.result(t, "open", 10, 1, tournament.FirstWins)
	one.sees(".st", "verified") // the first phone follows by itself

	one.taps("Call an official to the table")
	one.types("textarea[name=summary]", "Is this a legal drop?")
	two.taps(names[1] + " hat gewonnen") // a change of the event while somebody types
	two.taps("Dieses Ergebnis melden")
	two.sees(".said", "Gemeldet")
	one.sees("main", "reported by "+names[1])
	expect.Equal(t, one.ask("document.querySelector('textarea[name=summary]').value"), "Is this a legal drop?", "what was typed became")
	one.click("details[open] .btn-main")
	one.sees(".note", "An official is called since")
	one.shoot("own-called")
	two.sees(".note", "ist ein Schiedsrichter gerufen")
	one.keepsWCAG(one.ask("location.pathname"), "light", "dark")
	one.content()
	two.content()
}
