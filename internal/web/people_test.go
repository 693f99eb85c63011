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

const people = "/e/lakeshore-2026/desk/people"

func TestInvitingByLink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	page := b.get(people).wants(http.StatusOK).has("li", "Ana Ruiz ana").has("li", "organizer").has("li", "chief floor director")
	form := fields(t, page, people+"/invite")
	b.post(people+"/invite", with(form, "invite_role", "king", "invite_section", "0", "invite_name", "Bo Lee")).wants(http.StatusUnprocessableEntity).
		has("#e-invite_role", "Choose a role")
	made := b.post(people+"/invite", with(form, "invite_role", "director", "invite_section", "2", "invite_name", "Bo Lee")).wants(http.StatusOK)
	link := made.value("#f-link", "value")
	expect.MustTrue(t, made.count("svg.qr") == 1 && strings.HasPrefix(link, s.url+"/join/"), "link %q", link)
	b.get(people).has("li", "Bo Lee director U1600").hasNot("body", link)

	bo := s.visitor()
	join := url.Values{"name": {"Bo Lee"}, "login": {"bo.lee"}, "password": {testPassword}}
	bo.post(strings.TrimPrefix(link, s.url), join).wants(http.StatusSeeOther)
	signsInAgain(t, s, strings.TrimPrefix(link, s.url), join)
	bo.get("/e/lakeshore-2026/desk/u1600/teams").wants(http.StatusOK)
	bo.get("/e/lakeshore-2026/desk/open/teams").wants(http.StatusForbidden)
	b.get(people).has("li", "Bo Lee bo.lee").has("li", "U1600")

	second := b.post(people+"/invite", with(fields(t, b.get(people), people+"/invite"), "invite_role", "scorekeeper", "invite_section", "0", "invite_name", "Cy Roy"))
	lost := second.value("#f-link", "value")
	third := b.post(people+"/invite", with(fields(t, b.get(people), people+"/invite"), "invite_role", "director", "invite_section", "0", "invite_name", "Bo Lee"))
	for range 2 { // with the account there is; pressed twice, the role is given once
		bo.post(strings.TrimPrefix(third.value("#f-link", "value"), s.url), url.Values{"as": {"me"}}).wants(http.StatusSeeOther)
	}
	b.post(people+"/cancel", fields(t, b.get(people), people+"/cancel")).wants(http.StatusSeeOther)
	s.visitor().get(strings.TrimPrefix(lost, s.url)).wants(http.StatusNotFound)
}

func TestRolesAreGivenWithExpiryAndTakenBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	bo := s.person("bo", "Bo Lee", "none")
	s.give(bo, 1, 2, access.Scorekeeper)
	give := func(pairs ...string) *answer {
		form := fields(t, b.get(people), people+"/give")
		form.Set("person", path("%d", bo.accountID))
		return b.post(people+"/give", with(form, pairs...))
	}
	give("role", "director", "section", "1", "until", "2020-01-01T10:00").wants(http.StatusUnprocessableEntity).has("#e-until", "future")
	give("role", "director", "section", "9").wants(http.StatusUnprocessableEntity).has("#e-section", "from the list")
	give("role", "director", "section", "1", "until", "2026-05-02T06:00").wants(http.StatusSeeOther) // 11:00 UTC in Chicago
	bo.get("/e/lakeshore-2026/desk/open/teams").wants(http.StatusOK)
	s.wait(3 * time.Hour)
	bo.get("/e/lakeshore-2026/desk/open/teams").wants(http.StatusForbidden)

	page := b.get(people)
	for _, li := range find(page.doc, "li") {
		if strings.HasPrefix(textOf(li), "Bo Lee") {
			grant := attr(find(li, "input[name=grant]")[0], "value")
			b.post(people+"/take", url.Values{"key": {"take-it-back"}, "grant": {grant}}).wants(http.StatusSeeOther)
		}
	}
	bo.get("/e/lakeshore-2026/desk/u1600/teams").wants(http.StatusForbidden)
	for _, role := range []string{"organizer", "chief floor director"} {
		for _, form := range find(b.get(people).doc, "form") {
			if strings.HasPrefix(textOf(form), role) {
				grant := attr(find(form, "input[name=grant]")[0], "value")
				b.post(people+"/take", url.Values{"key": {"last-" + grant + "-key"}, "grant": {grant}}).wants(http.StatusConflict).has(".note", "last "+role)
			}
		}
	}
}

func TestASectionChiefGivesRolesInTheOwnSectionOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	lakeshore(t, s)
	chief := s.person("cy", "Cy Roy", "none")
	s.give(chief, 1, 2, access.SectionChief)
	page := chief.get(people).wants(http.StatusOK)
	text := page.text("#f-invite_role")
	expect.True(t, !strings.Contains(text, "Organizer") && strings.Contains(text, "Director"), "roles offered: %s", text)
	form := fields(t, page, people+"/invite")
	chief.post(people+"/invite", with(form, "invite_role", "director", "invite_section", "0", "invite_name", "X")).wants(http.StatusUnprocessableEntity)
	chief.post(people+"/invite", with(form, "invite_role", "chief", "invite_section", "2", "invite_name", "X")).wants(http.StatusUnprocessableEntity)
	chief.post(people+"/invite", with(form, "invite_role", "director", "invite_section", "2", "invite_name", "X")).wants(http.StatusOK)
}

func TestTiesAndSigningOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	enter(t, b, "Knight Riders", "Ada Abara", "Ben Castillo")
	bo := s.person("bo", "Bo Lee", "none")
	s.give(bo, 1, 0, access.Director)
	who := path("%d", bo.accountID)
	tie := func(pairs ...string) *answer {
		return b.post(people+"/tie", with(url.Values{"key": {"tie-" + strings.Join(pairs, "-")}, "person": {who}}, pairs...))
	}
	tie("team", "1").wants(http.StatusSeeOther)
	tie("team", "0", "club", "Harbor Day School").wants(http.StatusSeeOther)
	tie("team", "0", "club", "").wants(http.StatusUnprocessableEntity).has("#e-club", "Choose a team")
	tie("team", "77").wants(http.StatusNotFound)
	b.get(people).has("li", "belongs to Knight Riders").has("li", "belongs to Harbor Day School")
	tie("team", "1", "remove", "yes").wants(http.StatusSeeOther)
	b.get(people).hasNot("li", "belongs to Knight Riders")
	b.post(people+"/sign-out", url.Values{"key": {"sign-him-out"}, "person": {who}}).wants(http.StatusSeeOther)
	bo.get("/account").wants(http.StatusSeeOther)
}
