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

// An answer with a link or a token that was lost on its way is given again to whoever sends the
// form again, and to nobody else: not in another session, and not once the link was used.
func TestAFormSentAgainShowsItsSecretAgain(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	root, ola := l.person("root", "Root", "administrator"), l.person("ola", "Ola", "none")
	l.give(ola, l.event, 0, access.Organizer)
	other := l.visitor()
	until := l.clock().AddDate(0, 0, 3).Format(time.DateOnly)
	const long = "[role=status] code"
	for what, c := range map[string]struct {
		by       *browser
		to       string
		form     url.Values
		shown    string // a selector
		attr     string // that holds the secret, "" for the text
		stranger int    // status of the answer in another session
	}{
		"an invitation": {ola, "/e/lake/desk/people/invite", url.Values{"invite_role": {"director"}, "invite_section": {"0"}, "invite_name": {"Bo Lee"}}, "#f-link", "value", http.StatusSeeOther},
		"a program":     {l.chief, "/e/lake/desk/programs", url.Values{"name": {"board"}, "section": {"1"}, "scopes": {string(access.ScopeRead)}, "until": {until}}, long, "", http.StatusOK},
		"a webhook":     {l.chief, "/e/lake/desk/programs/webhooks", url.Values{"url": {"https://example.org/tandem"}, "hook_section": {"1"}, "kinds": {"publish"}}, long, "", http.StatusOK},
		"boards":        {l.chief, "/e/lake/desk/open/boards", url.Values{"name": {"Tables 1 to 8"}}, ".note code", "", http.StatusOK},
		"a team":        {l.chief, "/e/lake/desk/open/teams/1/link", url.Values{}, "#f-link", "value", http.StatusSeeOther},
		"a guest":       {root, kept, url.Values{"name": {"Lakeside club"}}, long, "", http.StatusUnprocessableEntity},
	} {
		c.form.Set("key", l.key())
		secret := func(a *answer) string {
			if a.count(c.shown) == 0 {
				return ""
			}
			if c.attr != "" {
				return a.value(c.shown, c.attr)
			}
			return a.text(c.shown)
		}
		first := secret(c.by.post(c.to, c.form).wants(http.StatusOK))
		expect.True(t, len(first) > 40, "%s: the secret is %q", what, first)
		expect.Equal(t, secret(c.by.post(c.to, c.form).wants(http.StatusOK)), first, "%s, sent again", what)
		login := map[*browser]string{root: "root", ola: "ola", l.chief: "dana"}[c.by]
		other.post("/sign-in", url.Values{"login": {login}, "password": {testPassword}}).wants(http.StatusSeeOther)
		expect.Equal(t, secret(other.post(c.to, c.form).wants(c.stranger)), "", "%s, sent again from another session", what)
		c.form.Set("key", l.key())
		c.form.Set("name", c.form.Get("name")+" two")
		if next := secret(c.by.post(c.to, c.form)); next == first {
			t.Errorf("%s: another form makes the same secret %q", what, next)
		}
	}
}

// A link that somebody used is not shown again.
func TestAUsedInvitationIsNotShownAgain(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	ola := l.person("ola", "Ola", "none")
	l.give(ola, l.event, 0, access.Organizer)
	form := url.Values{"key": {l.key()}, "invite_role": {"director"}, "invite_section": {"0"}, "invite_name": {"Bo Lee"}}
	link := ola.post("/e/lake/desk/people/invite", form).wants(http.StatusOK).value("#f-link", "value")
	join := url.Values{"name": {"Bo Lee"}, "login": {"bo.lee"}, "password": {testPassword}}
	l.visitor().post(strings.TrimPrefix(link, l.url), join).wants(http.StatusSeeOther)
	again := ola.post("/e/lake/desk/people/invite", form).wants(http.StatusSeeOther)
	ola.get(again.to()).wants(http.StatusOK).has("li", "Bo Lee").has("body", "made already").hasNot("body", "/join/")
}
