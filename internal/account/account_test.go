package account_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const (
	password = "four words in a row"
	hall     = "192.0.2.7"
	home     = "198.51.100.4"
	stranger = "203.0.113.9"
)

// desk is a server with one event and a clock that only the test moves.
type desk struct {
	*account.Service
	world *testkit.World
	t     *testing.T
	pool  *postgres.Pool
	store postgres.Accounts
	now   time.Time
	event int64
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, now: testkit.Morning, event: 1}
	clock := func() time.Time { return d.now }
	d.world = testkit.New(t, clock)
	d.pool, d.store = d.world.Pool, postgres.Accounts{DB: d.world.DB}
	d.Service = account.NewService(d.store, clock)
	d.world.BareEvent(d.event, "Lake")
	return d
}

func (d *desk) exec(sql string, args ...any) { d.t.Helper(); d.world.Exec(sql, args...) }

func (d *desk) person(login string) account.Account {
	d.t.Helper()
	a := expect.Must(d.Create(d.t.Context(), account.NewPerson{Login: login, Name: strings.ToUpper(login), Password: password}, "none"))(d.t)
	return a
}

// enter signs in and returns the session.
func (d *desk) enter(c account.Credentials) string {
	d.t.Helper()
	c.Password = password
	token, err := d.SignIn(d.t.Context(), c)
	expect.MustTrue(d.t, err == nil, "sign in as %q from %s: %v", c.Login, c.Address, err)
	return token
}

// guess tries a wrong password until it has to wait, at most most times, and
// returns how many were looked at.
func (d *desk) guess(c account.Credentials, most int) int {
	d.t.Helper()
	c.Password = "not the password"
	for n := range most {
		switch _, err := d.SignIn(d.t.Context(), c); {
		case fault.Is(err, fault.TooMany):
			return n
		case !fault.Is(err, fault.Invalid):
			d.t.Fatalf("guess: %v", err)
		}
	}
	return most
}

func (d *desk) in(token string) bool {
	d.t.Helper()
	who := expect.Must(d.Identify(d.t.Context(), token))(d.t)
	return who.SignedIn()
}

// organizer is a person who organizes the event.
func (d *desk) organizer(login string) account.Identity {
	d.t.Helper()
	who := account.Identity{Account: d.person(login)}
	expect.Must(d.store.ChangeRoles(d.t.Context(), d.event, journal.Command{Actor: journal.Actor{AccountID: who.Account.AccountID}}, func(tx account.RolesTx) (journal.Change, error) {
		return account.AppointMaker(d.t.Context(), tx, who.Account, access.Organizer)
	}))(d.t)
	return d.again(who)
}

// again reads the person's roles as the next request does.
func (d *desk) again(who account.Identity) account.Identity {
	d.t.Helper()
	token := d.enter(account.Credentials{Login: who.Account.Login, Address: home})
	who, err := d.Identify(d.t.Context(), token)
	expect.MustTrue(d.t, err == nil && who.SignedIn(), "identify: %v, %v", who, err)
	return who
}

func cmdOf(who account.Identity, key string) journal.Command {
	return journal.Command{Actor: journal.Actor{AccountID: who.Account.AccountID, Name: who.Account.Name}, Key: key}
}

func wantKind(t *testing.T, what string, err error, kind fault.Kind) {
	t.Helper()
	expect.True(t, fault.Is(err, kind), "%s: got %v, want %v", what, err, kind)
}

// A stranger who knows a name cannot keep its owner out of a device or an address
// the owner used before, and gets no more guesses for it.
func TestStrangersDoNotLockTheOwnerOut(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.person("ana")
	earlier := d.enter(account.Credentials{Login: "ana", Address: hall})
	for range 12 {
		n := d.guess(account.Credentials{Login: "ana", Address: stranger}, 40)
		expect.MustTrue(t, n <= 4, "%d guesses at once, want at most 4", n)
		d.now = d.now.Add(5 * time.Minute)
	}
	expect.Equal(t, d.guess(account.Credentials{Login: "ana", Address: stranger}, 40), 1, "guesses after the longest wait")
	_, err := d.SignIn(t.Context(), account.Credentials{Login: "ana", Password: password, Address: home})
	wantKind(t, "a new address while a stranger guesses", err, fault.TooMany)
	d.enter(account.Credentials{Login: "ana", Address: hall})
	d.enter(account.Credentials{Login: "ana", Address: home, Earlier: earlier})
	d.enter(account.Credentials{Login: "ana", Address: home})
}

// A stranger in the same hall shares its address, but not the owner's device.
func TestTheDeviceIsKnownInAHallFullOfGuessers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.person("ana")
	earlier := d.enter(account.Credentials{Login: "ana", Address: hall})
	for n := range 30 {
		d.guess(account.Credentials{Login: fmt.Sprintf("name%d", n), Address: hall}, 1)
	}
	expect.Equal(t, d.guess(account.Credentials{Login: "ana", Address: hall}, 40), 0, "guesses passed the wait of the address")
	d.enter(account.Credentials{Login: "ana", Address: hall, Earlier: earlier})
}

// Where the owner was before, guesses are as few as elsewhere, and a session of
// somebody else makes no device familiar.
func TestFamiliarPlacesOpenNoGuessing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.person("ana")
	d.person("ben")
	anas, bens := d.enter(account.Credentials{Login: "ana", Address: hall}), d.enter(account.Credentials{Login: "ben", Address: stranger})
	for name, c := range map[string]account.Credentials{
		"address": {Login: "ana", Address: hall}, "device": {Login: "ana", Address: home, Earlier: anas}, "elsewhere": {Login: "ana", Address: "192.0.2.99"},
	} {
		expect.Equal(t, d.guess(c, 40), 4, "%s: guesses at once", name)
	}
	n := d.guess(account.Credentials{Login: "ana", Address: stranger, Earlier: bens}, 40)
	expect.True(t, n == 0, "ben's device has %d guesses of its own at ana's password", n)
	d.now = d.now.Add(100 * 24 * time.Hour)
	d.guess(account.Credentials{Login: "ana", Address: stranger}, 40)
	_, err := d.SignIn(t.Context(), account.Credentials{Login: "ana", Password: password, Address: hall})
	wantKind(t, "an address of last season", err, fault.TooMany)
}

// What is over stays for as long as a device is known from it, and no longer.
func TestFinishedSessionsAreForgotten(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.person("ana")
	kept := func() (n int) {
		t.Helper()
		return testkit.Stored[int](t, d.pool, `select count(*) from session`)
	}
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {50 * 24 * time.Hour, 2}, {39 * 24 * time.Hour, 3}, {2 * 24 * time.Hour, 3}, {50 * 24 * time.Hour, 3}} {
		d.now = d.now.Add(step.after)
		token := d.enter(account.Credentials{Login: "ana", Address: hall})
		n := kept()
		expect.True(t, n == step.want && d.in(token), "%v later %d sessions are kept, want %d", step.after, n, step.want)
	}
}

func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.person("ana")
	ben := d.person("ben")
	fresh := func() string { return d.enter(account.Credentials{Login: "ana", Address: hall}) }

	idle := fresh()
	d.now = d.now.Add(account.IdleLimit - time.Second)
	expect.True(t, d.in(idle), "ended before the idle limit")
	d.now = d.now.Add(account.IdleLimit)
	expect.True(t, !d.in(idle), "goes on at the idle limit")

	used, began := fresh(), d.now
	for d.now = began.Add(11 * time.Hour); d.now.Before(began.Add(account.AbsoluteLimit)); d.now = d.now.Add(11 * time.Hour) {
		if !d.in(used) {
			t.Fatalf("ended after %v of use", d.now.Sub(began))
		}
	}
	d.now = began.Add(account.AbsoluteLimit)
	expect.True(t, !d.in(used), "goes on after two weeks")

	one, other := fresh(), fresh()
	who := expect.Must(d.Identify(t.Context(), one))(t)
	expect.OK(t, d.SignOut(t.Context(), ben.AccountID, who.Session.SessionID))
	expect.True(t, d.in(one), "somebody else ended the session")
	expect.OK(t, d.SignOut(t.Context(), ana.AccountID, who.Session.SessionID))
	expect.True(t, !d.in(one) && d.in(other), "signing out one device ends that one")
	wantKind(t, "a wrong present password", d.ChangePassword(t.Context(), ana.AccountID, "not the password", "another row of words"), fault.Invalid)
	expect.True(t, d.in(other), "a refused change of the password ends sessions")
	expect.OK(t, d.ChangePassword(t.Context(), ana.AccountID, password, "another row of words"))
	expect.True(t, !d.in(other), "a session outlives the password")
	_, err := d.SignIn(t.Context(), account.Credentials{Login: "ana", Password: password, Address: hall})
	wantKind(t, "the old password", err, fault.Invalid)
}

func TestDisabledAccountsAreOut(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.person("ana")
	token := d.enter(account.Credentials{Login: "ana", Address: hall})
	code, _, err := d.NewSignInCode(t.Context(), ana.AccountID)
	expect.OK(t, err)
	d.exec(`update account set disabled_at = $1`, d.now)
	expect.True(t, !d.in(token), "the session goes on")
	_, err = d.SignInByCode(t.Context(), code, "", hall, "")
	wantKind(t, "sign in by code", err, fault.Invalid)
	_, err = d.SignIn(t.Context(), account.Credentials{Login: "ana", Password: password, Address: hall})
	wantKind(t, "sign in", err, fault.Invalid)
}

func TestCodesWorkOnceForFiveMinutes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.person("ana")
	code := func() string {
		t.Helper()
		c, _, err := d.NewSignInCode(t.Context(), ana.AccountID)
		expect.OK(t, err)
		return c
	}
	use := func(c string) error {
		_, err := d.SignInByCode(t.Context(), c, "phone", hall, "")
		return err
	}
	first := code()
	typed := strings.ToLower(first[:3]) + " - " + first[3:]
	if err := use(typed); err != nil {
		t.Errorf("%q for %q: %v", typed, first, err)
	}
	wantKind(t, "a code twice", use(first), fault.Invalid)
	replaced := code()
	last := code()
	wantKind(t, "a code that a newer one replaced", use(replaced), fault.Invalid)
	d.now = d.now.Add(5 * time.Minute)
	wantKind(t, "a code after five minutes", use(last), fault.Invalid)
	guesses := 3
	for ; guesses < 100; guesses++ {
		if err := use("BBBBBB"); fault.Is(err, fault.TooMany) {
			break
		}
	}
	expect.Equal(t, guesses, 20, "codes were tried at once")
	wantKind(t, "a good code during the wait", use(code()), fault.TooMany)
}

// Guesses that come from everywhere are held back together; what is held back is not
// looked at, and a device that somebody was signed in on goes on.
func TestCodesGuessedFromEverywhere(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.person("ana")
	code := func() string {
		t.Helper()
		c, _, err := d.NewSignInCode(t.Context(), ana.AccountID)
		expect.OK(t, err)
		return c
	}
	own := expect.Must(d.SignInByCode(t.Context(), code(), "phone", hall, ""))(t)
	from := func(n int) string { return fmt.Sprintf("198.51.%d.%d", n/200, n%200) }
	guess := func(n int) error {
		_, err := d.SignInByCode(t.Context(), "BBBBBB", "", from(n), "")
		return err
	}
	n := 0
	for ; n < 300 && !fault.Is(guess(n), fault.TooMany); n++ {
	}
	expect.Equal(t, n, 100, "codes were guessed from as many addresses")
	open := code()
	_, err := d.SignInByCode(t.Context(), open, "", from(299), "")
	wantKind(t, "a good code from a new address during the wait", err, fault.TooMany)
	looked := 0
	for range 3600 { // an hour of guessing, from ever new addresses
		d.now = d.now.Add(time.Second)
		if n++; !fault.Is(guess(n), fault.TooMany) {
			looked++
		}
	}
	expect.True(t, looked <= 130, "%d guesses were looked at in an hour, want up to 130: two a minute and the first short waits", looked)
	if _, err := d.SignInByCode(t.Context(), code(), "", from(1), own); err != nil {
		t.Errorf("a phone that was signed in before: %v", err)
	}
}

// program opens a token of the person.
func (d *desk) program(who account.Identity, in account.NewProgram) string {
	d.t.Helper()
	in.Token = account.NewToken()
	opens, err := d.OpenToken(d.t.Context(), cmdOf(who, ""), in)
	expect.MustTrue(d.t, err == nil && opens, "open a token: %v, %v", opens, err)
	return in.Token
}

func TestTokensLetInWithinTheirScopesUntilTheyEnd(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := d.organizer("ana")
	scope := access.ScopeResults
	in := account.NewProgram{EventID: d.event, SectionID: 7, Name: "boards", Scopes: []access.Scope{scope}, ExpiresAt: d.now.Add(48 * time.Hour)}
	for what, spoil := range map[string]func(*account.NewProgram){
		"no name":       func(p *account.NewProgram) { p.Name = " " },
		"no scope":      func(p *account.NewProgram) { p.Scopes = nil },
		"unknown scope": func(p *account.NewProgram) { p.Scopes = []access.Scope{scope, "everything"} },
		"past":          func(p *account.NewProgram) { p.ExpiresAt = d.now },
		"too long":      func(p *account.NewProgram) { p.ExpiresAt = d.now.Add(account.LongestToken + time.Second) },
	} {
		bad := in
		spoil(&bad)
		_, err := d.OpenToken(t.Context(), cmdOf(who, ""), bad)
		wantKind(t, what, err, fault.Invalid)
	}
	in.SectionID = 0
	token := d.program(who, in)
	program := expect.Must(d.IdentifyProgram(t.Context(), token))(t)
	if !program.Actor.Program || !slices.Equal(program.Actor.Scopes, in.Scopes) || program.Actor.Site != "" || program.Account.Name != "ANA (program boards)" {
		t.Errorf("the program is %+v as %q", program.Actor, program.Account.Name)
	}
	expect.Refused(t, expect.Err(d.IdentifyProgram(t.Context(), token+"x")), fault.SignIn)
	expect.True(t, !d.in(token), "a program's token is a session")
	d.now = in.ExpiresAt.Add(-time.Microsecond)
	if _, err := d.IdentifyProgram(t.Context(), token); err != nil {
		t.Errorf("before its end: %v", err)
	}
	d.now = in.ExpiresAt
	_, err := d.IdentifyProgram(t.Context(), token)
	wantKind(t, "at its end", err, fault.SignIn)

	in.ExpiresAt = d.now.Add(48 * time.Hour)
	token = d.program(who, in)
	open, err := d.Tokens(t.Context(), d.event)
	expect.MustTrue(t, err == nil && len(open) != 0, "tokens: %v, %v", open, err)
	expect.OK(t, d.CloseToken(t.Context(), cmdOf(who, ""), d.event, open[0].TokenID))
	_, err = d.IdentifyProgram(t.Context(), token)
	wantKind(t, "taken back", err, fault.SignIn)
}

// A token of a section has its owner's roles there, and loses them with its owner.
func TestTokensFollowTheirOwnersRoles(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.sections(3)
	who, ben := d.organizer("ana"), account.Identity{Account: d.person("ben")}
	for section := range int64(2) {
		expect.OK(t, d.GiveRole(t.Context(), cmdOf(who, ""), who.Actor, account.GiveRole{EventID: d.event, AccountID: ben.Account.AccountID, SectionID: section + 1, Role: access.Director}))
	}
	token := d.program(ben, account.NewProgram{EventID: d.event, SectionID: 2, Name: "boards", Scopes: []access.Scope{access.ScopeRead}, ExpiresAt: d.now.Add(48 * time.Hour)})
	program, err := d.IdentifyProgram(t.Context(), token)
	expect.OK(t, err)
	g := program.Actor.Grants
	expect.True(t, len(g) == 1 && g[0].SectionID == 2 && g[0].Role == access.Director, "a token of section 2 has the roles %+v", g)
	d.exec(`insert into phase (event_id, section_id, carry, seeding, breaking) values ($1, 3, 'nothing', 'place', 'tie-breaks')`, d.event)
	d.exec(`insert into phase_feed (event_id, section_id, feed_no, from_section, kind, first_no, last_no) values ($1, 3, 1, 2, 'play-off', 1, 2)`, d.event)
	if program, err = d.IdentifyProgram(t.Context(), token); err != nil || len(program.Actor.Grants) != 2 || program.Actor.Grants[1].SectionID != 3 {
		t.Errorf("a token of section 2 has the roles %+v (%v), want those of its play-off too", program.Actor.Grants, err)
	}
	d.exec(`update role_grant set revoked_at = $1 where account_id = $2`, d.now, ben.Account.AccountID)
	if program, err = d.IdentifyProgram(t.Context(), token); err != nil || len(program.Actor.Grants) != 0 {
		t.Errorf("the roles outlive the owner's: %+v, %v", program.Actor.Grants, err)
	}
	d.exec(`update account set disabled_at = $1 where account_id = $2`, d.now, ben.Account.AccountID)
	_, err = d.IdentifyProgram(t.Context(), token)
	wantKind(t, "a disabled owner's token", err, fault.SignIn)
}

func (d *desk) sections(n int) {
	d.t.Helper()
	for i := range n {
		d.world.Section(d.event, int64(i+1), fmt.Sprintf("s%d", i+1), testkit.Row{"letter": string(rune('A' + i))})
	}
}

// A machine that fails while somebody joins leaves no account without its role and
// no used link without an account.
func TestJoiningIsAllOrNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := d.organizer("ana")
	link := account.NewToken()
	expect.Must(d.Invite(t.Context(), cmdOf(who, ""), account.Invite{EventID: d.event, Role: access.Scorekeeper, Name: "Ben", Token: link, By: who}))(t)
	ben := account.NewPerson{Login: "ben", Name: "Ben", Password: password}
	taken := ben
	taken.Login = "ana"
	_, err := d.Join(t.Context(), link, taken, "", hall)
	wantKind(t, "a taken name", err, fault.Invalid)

	d.exec(`alter table role_grant add constraint broken check (role <> 'scorekeeper')`)
	if _, err := d.Join(t.Context(), link, ben, "", hall); err == nil {
		t.Fatal("the role was given in spite of the failure")
	}
	d.exec(`alter table role_grant drop constraint broken`)
	_, err = d.SignIn(t.Context(), account.Credentials{Login: "ben", Password: password, Address: hall})
	wantKind(t, "the account of the failed attempt", err, fault.Invalid)

	token, err := d.Join(t.Context(), link, ben, "", hall)
	expect.MustTrue(t, err == nil, "join with the link of the failed attempt: %v", err)
	joined, err := d.Identify(t.Context(), token)
	expect.True(t, err == nil && len(joined.Actor.Grants) == 1 && joined.Actor.Grants[0].Role == access.Scorekeeper, "joined with %+v, %v", joined.Actor.Grants, err)
	_, err = d.Join(t.Context(), link, account.NewPerson{Login: "cara", Name: "Cara", Password: password}, "", hall)
	wantKind(t, "the link twice", err, fault.NotFound)
	if people, err := d.Accounts(t.Context()); err != nil || len(people) != 2 {
		t.Errorf("%d accounts, want 2 (%v)", len(people), err)
	}
}

// Several links of the console, as databases of earlier versions have them, opened at
// once make one first organizer.
func TestOneFirstOrganizer(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const links = 4
	var all [links]string
	for n := range links {
		link := expect.Must(d.NewConsoleLink(t.Context()))(t)
		all[n] = link.Token
	}
	d.exec(`update invitation set expires_at = $1`, d.now.Add(time.Hour))
	done := make(chan error, links)
	for n := range links {
		go func() {
			_, err := d.Join(context.WithoutCancel(t.Context()), all[n], account.NewPerson{Login: fmt.Sprintf("p%d", n), Name: "P", Password: password}, "", hall)
			done <- err
		}()
	}
	joined := 0
	for range links {
		switch err := <-done; {
		case err == nil:
			joined++
		case !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.NotFound):
			t.Error(err)
		}
	}
	people, err := d.Accounts(t.Context())
	expect.True(t, err == nil && joined == 1 && len(people) == 1 && people[0].SiteRole == "organizer", "%d joined, accounts %+v, %v", joined, people, err)
}

func TestLastOrganizerStays(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := d.organizer("ana")
	grant := int64(1)
	wantKind(t, "the last organizer", d.TakeRole(t.Context(), cmdOf(who, ""), who.Actor, d.event, grant), fault.Conflict)
	ben := d.person("ben")
	give := account.GiveRole{EventID: d.event, AccountID: ben.AccountID, Role: access.Organizer}
	wantKind(t, "a role given by nobody", d.GiveRole(t.Context(), cmdOf(who, ""), access.Actor{AccountID: ben.AccountID}, give), fault.Forbidden)
	tomorrow := d.now.Add(24 * time.Hour)
	visiting := give
	visiting.ExpiresAt = &tomorrow
	expect.OK(t, d.GiveRole(t.Context(), cmdOf(who, ""), who.Actor, visiting))
	wantKind(t, "the last organizer who stays", d.TakeRole(t.Context(), cmdOf(who, ""), who.Actor, d.event, grant), fault.Conflict)
	if err := d.TakeRole(t.Context(), cmdOf(who, ""), who.Actor, d.event, 2); err != nil {
		t.Errorf("an organizer for a day beside one who stays: %v", err)
	}
	expect.OK(t, d.GiveRole(t.Context(), cmdOf(who, ""), who.Actor, give))
	if err := d.TakeRole(t.Context(), cmdOf(who, ""), who.Actor, d.event, grant); err != nil {
		t.Errorf("one of two organizers: %v", err)
	}
	wantKind(t, "a role twice taken", d.TakeRole(t.Context(), cmdOf(who, ""), who.Actor, d.event, grant), fault.NotFound)
}

// A section of another event is no section of this one.
func TestRolesAreOfSectionsThatThereAre(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.sections(1)
	who, ben := d.organizer("ana"), d.person("ben")
	const elsewhere = 77
	d.world.BareEvent(2, "Hill")
	d.world.Section(2, elsewhere, "Far", nil)
	_, invite := d.Invite(t.Context(), cmdOf(who, ""), account.Invite{EventID: d.event, SectionID: elsewhere, Role: access.Director, Name: "Ben", By: who})
	_, program := d.OpenToken(t.Context(), cmdOf(who, ""), account.NewProgram{
		EventID: d.event, SectionID: elsewhere, Name: "boards", Scopes: []access.Scope{access.ScopeResults}, ExpiresAt: d.now.Add(48 * time.Hour),
	})
	for what, err := range map[string]error{
		"invite": invite, "program": program,
		"role": d.GiveRole(t.Context(), cmdOf(who, ""), who.Actor, account.GiveRole{EventID: d.event, AccountID: ben.AccountID, SectionID: elsewhere, Role: access.Director}),
		"duty": d.MoveStaff(t.Context(), cmdOf(who, ""), who.Actor, account.MoveStaff{EventID: d.event, AccountID: who.Account.AccountID, SectionID: elsewhere}),
	} {
		expect.True(t, fault.Is(err, fault.Invalid) && fault.Fields(err)["section"] != "",
			"%s for a section of another event: %v, want a message about the section", what, err)
	}
}

// What a password costs stands with it: when the cost of new ones changes, the old ones
// stay right. A stored text that asks for more than Tandem ever does is refused.
func TestACostlierHashKeepsOldPasswords(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	usual := d.Hashing
	d.Hashing = account.Hashing{Memory: 64, Passes: 1, Lanes: 1}
	d.person("ana")
	d.Hashing = usual
	d.person("ben")
	for _, login := range []string{"ana", "ben"} {
		if _, err := d.SignIn(t.Context(), account.Credentials{Login: login, Password: password, Address: home}); err != nil {
			t.Errorf("%s signs in: %v", login, err)
		}
		_, err := d.SignIn(t.Context(), account.Credentials{Login: login, Password: "not the password", Address: home})
		wantKind(t, "a wrong password of "+login, err, fault.Invalid)
	}
	for _, cost := range []string{"m=4194304,t=2,p=1", "m=64,t=0,p=1", "m=64,t=1000000,p=1", "m=64"} {
		d.exec(`update account set password_hash = '$argon2id$v=19$' || $1 || '$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' where login = 'ana'`, cost)
		_, err := d.SignIn(t.Context(), account.Credentials{Login: "ana", Password: password, Address: home})
		expect.True(t, err != nil && strings.Contains(err.Error(), "stored cost"), "a stored cost of %s: %v", cost, err)
	}
}
