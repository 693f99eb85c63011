package web_test

import (
	"net/http"
	"testing"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestPrivateLinkMakesAPhoneTheTeamUntilItIsRenewed(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	token := account.NewToken()
	renew := func(hash []byte) {
		expect.Must(l.tournament.RenewTeamLinks(t.Context(), l.event, l.command(), map[int64][]byte{1: hash}))(t)
	}
	renew(account.HashToken(token))
	phone := l.visitor()
	phone.get("/e/lake/team/team-1/own").wants(http.StatusForbidden).has("main", "private link")
	phone.get("/l/not-a-link").wants(http.StatusNotFound).has("main", "is not known: a letter of it is wrong").hasNot("main", "does not work any more")
	opened := phone.get("/l/" + token).wants(http.StatusSeeOther)
	expect.Equal(t, opened.to(), "/e/lake/team/team-1/own", "the link leads to")
	own := phone.get("/e/lake/team/team-1/own").wants(http.StatusOK).has(".note", "Your team's own page.")
	expect.Equal(t, own.header.Get("Cache-Control"), "no-store", "the private page may be kept by others")
	const words = "/e/lake/team/team-1/own?said=Go+home"
	phone.get(words).has(".said", "Go home")
	foreign := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, phone.url+words, nil))(t)
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	phone.do(foreign).wants(http.StatusOK).hasNot(".said", "Go home")
	phone.get("/e/lake/team/team-2/own").wants(http.StatusForbidden)
	phone.get("/e/lake/desk/open").wants(http.StatusSeeOther)
	l.visitor().get("/e/lake/team/team-1").wants(http.StatusOK).hasNot(".note", "own page")
	renew(account.HashToken(account.NewToken()))
	phone.get("/e/lake/team/team-1/own").wants(http.StatusForbidden)
}
