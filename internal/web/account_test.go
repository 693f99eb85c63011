package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestFirstOrganizerJoinsByConsoleLinkOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	link, err := s.accounts.ConsoleLink(t.Context())
	token := link.Token
	expect.MustTrue(t, err == nil && token != "", "console link: %q, %v", token, err)
	b := s.visitor()
	b.get("/join/"+token).wants(http.StatusOK).has("h1", "Join as")
	short := url.Values{"name": {"Ana Ruiz"}, "login": {"Ana.Ruiz"}, "password": {"short"}}
	b.post("/join/"+token, short).wants(http.StatusUnprocessableEntity).
		has(".field-error", "at least 12 characters").has("input[name=login]", "")
	expect.Equal(t, b.post("/join/"+token, short).value("input[name=login]", "value"), "Ana.Ruiz", "the sign-in name is not kept")
	good := url.Values{"name": {"Ana Ruiz"}, "login": {"Ana.Ruiz"}, "password": {testPassword}}
	b.post("/join/"+token, good).wants(http.StatusSeeOther)
	b.get("/account").wants(http.StatusOK).has("body", "Ana Ruiz")
	s.visitor().get("/join/"+token).wants(http.StatusNotFound).has("main", "If you used it, sign in")
	b.get("/join/" + token).wants(http.StatusSeeOther) // kept as the way in
	signsInAgain(t, s, "/join/"+token, good)
	for _, more := range []func(context.Context) (account.ConsoleLink, error){s.accounts.ConsoleLink, s.accounts.NewConsoleLink} {
		again, err := more(t.Context())
		expect.True(t, err == nil && again == (account.ConsoleLink{}), "a second console link was made: %v, %v", again, err)
	}
}

// signsInAgain sends the form of a link that was used once more: whoever used it comes in, as
// after a press too many or an answer that was lost; nobody else does.
func signsInAgain(t *testing.T, s *site, link string, form url.Values) {
	t.Helper()
	for _, wrong := range [][2]string{{"password", "another password 1"}, {"login", "somebody.else"}} {
		s.visitor().post(link, with(form, wrong[0], wrong[1])).wants(http.StatusNotFound)
	}
	again := s.visitor()
	expect.Equal(t, again.post(link, form).wants(http.StatusSeeOther).to(), "/desk", "sent again it leads to")
	again.get("/account").wants(http.StatusOK).has("body", form.Get("name"))
}

// One link is open at a time, however many nodes start at once, and of several people
// who open it at the same moment one becomes organizer.
func TestConsoleLinksMakeOneOrganizer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var links [4]account.ConsoleLink
	var starts sync.WaitGroup
	for i := range links {
		starts.Go(func() {
			var err error
			if links[i], err = s.accounts.ConsoleLink(t.Context()); err != nil || links[i].Until.IsZero() {
				t.Errorf("start %d: %v, %v", i, links[i], err)
			}
		})
	}
	starts.Wait()
	var printed []string
	for _, l := range links {
		if l.Token != "" {
			printed = append(printed, l.Token)
		}
	}
	expect.MustTrue(t, len(printed) == 1, "%d starts printed %d links, want one", len(links), len(printed))
	instead, err := s.accounts.NewConsoleLink(t.Context())
	expect.MustTrue(t, err == nil && instead.Token != "", "a link in place of a lost one: %v, %v", instead, err)
	s.visitor().get("/join/" + printed[0]).wants(http.StatusNotFound)
	var crowd sync.WaitGroup
	for i := range 6 {
		crowd.Go(func() {
			p := account.NewPerson{Login: fmt.Sprintf("person.%d", i), Name: "Ana", Password: testPassword}
			_, err := s.accounts.Join(t.Context(), instead.Token, p, "", "")
			expect.True(t, err == nil || fault.Is(err, fault.Conflict) || fault.Is(err, fault.NotFound), "join: %v", err)
		})
	}
	crowd.Wait()
	people := expect.Must(s.accounts.Accounts(t.Context()))(t)
	organizers := 0
	for _, p := range people {
		if p.SiteRole != "none" {
			organizers++
		}
	}
	expect.True(t, organizers == 1, "one link made %d organizers", organizers)
	s.visitor().get("/join/" + instead.Token).wants(http.StatusNotFound)
}

// A server that has officials, as after a demonstration or from a backup, is not given
// away by the console, whether or not one of them is an organizer of the server.
func TestConsoleLinkIsNotForAServerWithOfficials(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	event, section, _ := matrixEvent(t, s)
	s.person("adm", "Adm", "administrator") // who keeps the machine has no say in events
	if link, err := s.accounts.ConsoleLink(t.Context()); err != nil || link.Token == "" {
		t.Fatalf("a server without officials: %v, %v", link, err)
	}
	s.wait(25 * time.Hour)
	s.give(s.person("td", "Td", "none"), event, section, access.Director)
	for _, more := range []func(context.Context) (account.ConsoleLink, error){s.accounts.ConsoleLink, s.accounts.NewConsoleLink} {
		link, err := more(t.Context())
		expect.True(t, err == nil && link == (account.ConsoleLink{}), "a server with a director: %v, %v", link, err)
	}
}

// Guesses sent at the same moment are slowed down as those sent one by one are.
func TestGuessesAtOnceSlowDown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.person("ana", "Ana Ruiz", "none")
	var looked atomic.Int64
	var crowd sync.WaitGroup
	for range 40 {
		crowd.Go(func() {
			_, err := s.accounts.SignIn(t.Context(), account.Credentials{Login: "ana", Password: "not the password", Address: "192.0.2.7"})
			if !fault.Is(err, fault.TooMany) {
				looked.Add(1)
			}
		})
	}
	crowd.Wait()
	n := looked.Load()
	expect.True(t, n >= 4 && n <= 8, "%d of 40 guesses were looked at, want the 4 that are free and those under way", n)
}

func TestNetworkOfAnAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "::ffff:192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "": "",
	} {
		expect.Equal(t, account.Network(address), want, "Network(%q) =", address)
	}
}

func TestSignInLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.person("ana", "Ana Ruiz", "none")
	for next, want := range map[string]string{
		"/desk?x=1": "/desk?x=1", "//evil.example": "/desk", "/\t/evil.example": "/desk", "/\\evil.example": "/desk", "https://evil.example": "/desk", "/\n/evil.example": "/desk", "evil": "/desk", "": "/desk",
	} {
		form := url.Values{"login": {"ana"}, "password": {testPassword}, "next": {next}}
		expect.Equal(t, s.visitor().post("/sign-in", form).wants(http.StatusSeeOther).to(), want, "next %q leads to", next)
	}
}

// A sentence on top of a page comes from the page before it, never from a link
// that somebody sent.
func TestStrangersPutNoWordsOnAPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.person("ana", "Ana Ruiz", "none")
	for _, c := range []struct {
		header, value string
		shown         bool
	}{
		{"Sec-Fetch-Site", "same-origin", true},
		{"Sec-Fetch-Site", "cross-site", false},
		{"Sec-Fetch-Site", "same-site", false},
		{"Sec-Fetch-Site", "none", false},
		{"Referer", s.url + "/account", true},
		{"Referer", "http://evil.example/account", false},
		{"Accept", "*/*", false},
	} {
		req := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/account?said=Call+this+number", nil))(t)
		req.Header.Set(c.header, c.value)
		expect.Equal(t, ana.do(req).wants(http.StatusOK).count(".said") == 1, c.shown, "%s: %s: shown", c.header, c.value)
	}
}

// Bytes that no person types are refused as input, not answered as a failure of ours.
func TestOddBytesAreNoFailureOfTheServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	matrixEvent(t, s)
	ana := s.person("ana", "Ana Ruiz", "administrator")
	for _, odd := range []string{"%00", "%ff", "%ed%a0%80", "99999999999999999999", "-1"} {
		for _, to := range []string{
			"/e/" + odd, "/api/v1/events/" + odd, "/e/matrix/find?q=" + odd, "/e/matrix/" + odd + "/standings", "/e/matrix/open/round/" + odd + "/pairings",
			"/e/matrix/team/" + odd, "/e/matrix/slip/" + odd, "/l/" + odd, "/join/" + odd, "/e/matrix/hall/" + odd, "/e/matrix/desk/backup/" + odd,
			"/e/matrix/desk/journal?find=" + odd, "/e/matrix/desk/journal?person=" + odd, "/e/matrix/desk/journal?before=" + odd, "/e/matrix/desk/journal?table=" + odd,
		} {
			a := ana.get(to)
			expect.True(t, a.status < 500, "GET %s: status %d", to, a.status)
		}
		raw := expect.Must(url.PathUnescape(odd))(t)
		form := url.Values{"login": {raw}, "password": {raw}, "code": {raw}, "name": {raw}, "key": {raw}, "reason": {raw}, "next": {raw}, "device": {raw}, "slug": {raw}}
		for _, to := range []string{"/sign-in", "/sign-in/code", "/join/" + odd, "/account", "/account/devices"} {
			a := ana.post(to, form)
			expect.True(t, a.status < 500, "POST %s with %s: status %d", to, odd, a.status)
		}
	}
}

func TestSignInAnswersUnknownNamesLikeWrongPasswords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.person("ana", "Ana Ruiz", "none")
	b := s.visitor()
	wrong := b.post("/sign-in", url.Values{"login": {"ana"}, "password": {"not the password"}}).wants(http.StatusUnprocessableEntity)
	unknown := b.post("/sign-in", url.Values{"login": {"nobody"}, "password": {"not the password"}}).wants(http.StatusUnprocessableEntity)
	expect.True(t, wrong.text("form .note") == unknown.text("form .note") && wrong.text("form .note") != "",
		"the answers differ: %q, %q", wrong.text("form .note"), unknown.text("form .note"))
}

func TestFailedSignInsSlowDown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.person("ana", "Ana Ruiz", "none")
	b := s.visitor()
	for range 4 {
		b.post("/sign-in", url.Values{"login": {"ana"}, "password": {"not the password"}}).wants(http.StatusUnprocessableEntity)
	}
	right := url.Values{"login": {"ana"}, "password": {testPassword}}
	b.post("/sign-in", right).wants(http.StatusTooManyRequests).has(".note", "Try again in")
	s.wait(2 * time.Second)
	b.post("/sign-in", right).wants(http.StatusSeeOther)
}

func TestSessionsEndByIdleTimeDeviceListAndPasswordChange(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	desk := s.person("ana", "Ana Ruiz", "none")
	phone := s.visitor()
	signIn := func(b *browser, password string) {
		b.post("/sign-in", url.Values{"login": {"ana"}, "password": {password}}).wants(http.StatusSeeOther)
	}
	signIn(phone, testPassword)
	list := desk.get("/account/devices").wants(http.StatusOK)
	list.has("li", "this one").has("li", "2 sign-ins").has("li button", "End the other 1 sign-in")
	expect.MustEqual(t, list.count("main li"), 1, "devices listed, want one that signed in twice")
	desk.post("/account/devices", url.Values{"device": {attr(find(list.doc, "li input[name=device]")[0], "value")}}).wants(http.StatusSeeOther)
	desk.post("/account/devices", url.Values{}).wants(http.StatusUnprocessableEntity)
	phone.get("/account").wants(http.StatusSeeOther)
	desk.get("/account").wants(http.StatusOK)

	signIn(phone, testPassword)
	desk.post("/account/password", url.Values{"old": {testPassword}, "new": {"another row of words"}}).wants(http.StatusSeeOther)
	phone.get("/account").wants(http.StatusSeeOther)
	signIn(desk, "another row of words")
	s.wait(account.IdleLimit + time.Minute)
	desk.get("/account").wants(http.StatusSeeOther)
}

func TestSignInLeadsBackOnlyInsideThisServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.person("ana", "Ana Ruiz", "none")
	for next, want := range map[string]string{"/account": "/account", "https://evil.example/": "/desk", "//evil.example": "/desk", `/\evil.example`: "/desk"} {
		a := s.visitor().post("/sign-in", url.Values{"login": {"ana"}, "password": {testPassword}, "next": {next}}).wants(http.StatusSeeOther)
		expect.Equal(t, a.to(), want, "next=%q leads to", next)
	}
}
