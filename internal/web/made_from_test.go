package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// shown is what a form of the page sends when its button is pressed as it is.
func (a *answer) shown(path string) url.Values {
	a.t.Helper()
	for _, form := range find(a.doc, "form") {
		if attr(form, "action") != path {
			continue
		}
		sent := url.Values{}
		for _, field := range find(form, "input, select, textarea") {
			if value, sends := sentBy(field); sends && attr(field, "name") != "key" {
				sent.Add(attr(field, "name"), value)
			}
		}
		return sent
	}
	a.t.Fatalf("%s shows no form for %s", a.what, path)
	return nil
}

// sentBy is what a field sends as it stands; sends is false for a box without a tick.
func sentBy(field *html.Node) (value string, sends bool) {
	kind := attr(field, "type")
	switch {
	case field.Data == "select":
		value, _ = selected(field, "")
		return value, true
	case field.Data == "textarea":
		return textOf(field), true
	case kind == "radio" || kind == "checkbox":
		return attr(field, "value"), hasAttr(field, "checked")
	}
	return attr(field, "value"), attr(field, "name") != ""
}

// others change the name of team 1.
func (l *league) others(name string) {
	l.t.Helper()
	team := l.read().Team(1)
	var players []tournament.NewPlayer
	for _, p := range l.read().Members(1) {
		players = append(players, tournament.NewPlayer{FirstName: p.FirstName, LastName: p.LastName})
	}
	expect.Must(l.tournament.EditTeam(l.t.Context(), l.event, l.command(), tournament.TeamEdit{TeamID: 1, Revision: team.Revision, Name: name, Players: players}))(l.t)
	l.settle()
}

// A form that came too late says what others changed, and is sent once more as it is shown then.
func TestAFormThatCameTooLateGoesOn(t *testing.T) {
	t.Parallel()
	l, set := phased(t)
	const team = "/e/lake/desk/open/teams/1"
	late := map[string]url.Values{finalPhase + "/set": set, prizeEdit: prizesOf("0"), team: l.chief.get(team).shown(team)}
	l.send(finalPhase+"/set", set).wants(http.StatusSeeOther)
	l.send(prizeEdit, prizesOf("0")).wants(http.StatusSeeOther)
	l.others("By Others")
	late[team].Set("name", "By Hand")
	late[finalPhase+"/set"].Set("last-1", "1")
	late[prizeEdit].Set("prizes.0.money", "350")
	for path, form := range late {
		form.Del("key")
		again := l.send(path, form).wants(http.StatusConflict).shown(path)
		if path == prizeEdit {
			again.Set("do", "save")
		}
		l.send(path, again).wants(http.StatusSeeOther)
		l.settle()
	}
	expect.Equal(t, l.read().Team(1).Name, "By Hand", "the team is called")
}

// A mistake in a form does not hide what others changed while it was put right: it is told before
// anything is saved over it.
func TestAMistakeDoesNotHideWhatOthersChanged(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.give(l.chief, l.event, 0, access.Organizer)
	l.accept()
	const team, section = "/e/lake/desk/open/teams/1", "/e/lake/desk/setup/open"
	form := l.chief.get(team).shown(team)
	form.Set("rating1", "strong")
	settings := l.chief.get(section).shown(section)
	settings.Set("rounds", "three")
	prizes := prizesOf("0")
	prizes.Set("prizes.0.place", "first")
	prizes.Set("prizes.0.money", "350")
	l.others("By Others")
	l.send(prizeEdit, prizesOf("0")).wants(http.StatusSeeOther)
	current := l.read().Section
	to := tournament.SettingsOf(current)
	to.RoundMinutes++
	expect.Must(l.tournament.EditSection(t.Context(), l.event, l.command(), tournament.SectionEdit{SectionID: l.section, Revision: current.Revision, To: to}))(t)
	l.settle()

	form = l.send(team, form).wants(http.StatusUnprocessableEntity).shown(team)
	form.Set("rating1", "1500")
	form = l.send(team, form).wants(http.StatusConflict).has("[role=alert]", "By Others").shown(team)
	l.send(team, form).wants(http.StatusSeeOther)
	settings = l.send(section, settings).wants(http.StatusUnprocessableEntity).shown(section)
	settings.Set("rounds", "3")
	l.send(section, settings).wants(http.StatusConflict)
	prizes = l.send(prizeEdit, prizes).wants(http.StatusUnprocessableEntity).shown(prizeEdit)
	prizes.Set("prizes.0.place", "1")
	prizes.Set("do", "save")
	l.send(prizeEdit, prizes).wants(http.StatusConflict).has("[role=alert]", "Somebody saved the prizes")
}

// Nor is an incident signed, or its card saved, over what others wrote on it while a clock was put right.
func TestAMistakeDoesNotHideWhatOthersWroteOnTheCard(t *testing.T) {
	t.Parallel()
	_, director, card, open := ready(t)
	form := decision(open, "other")
	set(form, "outcome", "A W", "reason", "Both teams want to play on.", "clock_WA", "soon")
	facts := filled("1")
	facts.Set("clock_WA", "2:39")
	typed := filled("1")
	typed.Set("clock_WA", "soon")
	director.post(card, facts).wants(http.StatusSeeOther)

	wrong := director.post(card+"/ruling", form).wants(http.StatusUnprocessableEntity)
	form.Set("clock_WA", "241")
	form.Set("revision", wrong.value("form[data-decide=] input[name=revision]", "value"))
	form.Set("seen", wrong.value("input[name=seen]", "value"))
	director.post(card+"/ruling", form).wants(http.StatusConflict).has(".differences", "Clock WA 2:41 2:39")
	typed.Set("revision", director.post(card, typed).wants(http.StatusUnprocessableEntity).value("input[name=revision]", "value"))
	typed.Set("clock_WA", "2:35")
	director.post(card, typed).wants(http.StatusConflict).has(".note", "changed since you opened it")
}
