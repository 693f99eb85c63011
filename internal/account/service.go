package account

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// Sessions end after a while without use, and after two weeks in any case.
const (
	IdleLimit     = 12 * time.Hour
	AbsoluteLimit = 14 * 24 * time.Hour
	linkLife      = 7 * 24 * time.Hour
	consoleLife   = 24 * time.Hour
)

// Service signs people in and keeps their roles. It only gathers the commands: who needs
// one kind asks for that.
type Service struct {
	*SignInCommands
	*PersonCommands
	*InvitationCommands
	*RoleCommands
	*ProgramCommands
}

// mostAttempts is how many sign-ins go at once: as many as passwords are hashed.
const mostAttempts = 4

// NewService returns a Service; now nil means the machine's clock. Each command is shown
// the part of the store that it needs.
func NewService(store Store, now func() time.Time) *Service {
	if now == nil {
		now = time.Now
	}
	clock := func() time.Time { return now().UTC().Truncate(time.Microsecond) }
	var kept Kept
	if store != nil {
		kept = store.Kept()
	}
	doors := &SignInCommands{people: kept.People, sessions: kept.Sessions, codes: kept.Codes, now: clock, attempts: make(chan struct{}, mostAttempts)}
	persons := &PersonCommands{Hashing: usual, people: kept.People, sessions: kept.Sessions, now: clock}
	return &Service{
		doors, persons,
		&InvitationCommands{
			people: kept.People, links: kept.Invitations, roles: kept.Roles, persons: persons, doors: doors, now: clock,
			invites: seeing(store, func(tx RolesTx) inviteTx { return tx }),
			joins:   seeing(store, func(tx RolesTx) joinTx { return tx }),
		},
		&RoleCommands{
			roles: kept.Roles, now: clock,
			grants: seeing(store, func(tx RolesTx) grantTx { return tx }),
			ties:   seeing(store, func(tx RolesTx) tieTx { return tx }),
			moves:  seeing(store, func(tx RolesTx) moveTx { return tx }),
		},
		&ProgramCommands{programs: kept.Tokens, roles: kept.Roles, now: clock, tokens: seeing(store, func(tx RolesTx) tokenTx { return tx })},
	}
}

// seeing shows the commands of a store no more of its changes than part lets through.
func seeing[N any](store Store, part func(RolesTx) N) journal.Changes[N] {
	return func(ctx context.Context, eventID int64, cmd journal.Command, decide func(N) (journal.Change, error)) (journal.Receipt, error) {
		return store.ChangeRoles(ctx, eventID, cmd, func(tx RolesTx) (journal.Change, error) { return decide(part(tx)) })
	}
}

// Identity is who stands behind a request.
type Identity struct {
	Account Account
	Session Session
	Actor   access.Actor
}

// SignedIn reports whether anybody does.
func (i Identity) SignedIn() bool { return i.Account.AccountID != 0 }

// Credentials are what the sign-in form holds, and where it was filled in.
type Credentials struct {
	Login, Password string
	Device, Address string `limit:"-"` // cut off where they are kept
	Earlier         string `limit:"-"` // token of the last session on this device, ended or not; "" when there was none
}

// SignIn checks a password and opens a session on the device; it returns the
// session's token. Unknown names get the same answer in the same time as wrong
// passwords; after failures the wait grows, see delayKeys.
func (s *SignInCommands) SignIn(ctx context.Context, c Credentials) (token string, err error) {
	if err := limit.Check(c); err != nil {
		return "", err
	}
	login := strings.ToLower(strings.TrimSpace(c.Login))
	leave, err := s.attempt(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	a, err := s.people.AccountByLogin(ctx, login)
	known := err == nil && a.DisabledAt == nil
	if err != nil && !fault.Is(err, fault.NotFound) {
		return "", err
	}
	keys, err := s.delayKeys(ctx, login, a.AccountID, c)
	if err != nil {
		return "", err
	}
	if err := s.checkDelay(ctx, keys); err != nil {
		return "", err
	}
	stored := decoy
	if known {
		stored = a.PasswordHash
	}
	right, err := checkPassword(ctx, stored, c.Password)
	if err != nil {
		return "", err
	}
	if !right || !known {
		if err := s.noteFailure(ctx, keys); err != nil {
			return "", err
		}
		wrong := fault.New(fault.Invalid, "The name or the password is not right.")
		wrong.Fields = map[string]string{"password": wrong.Message}
		return "", wrong
	}
	if err := s.sessions.ClearDelay(ctx, keys[0], s.now().Add(-forgetting)); err != nil {
		return "", err
	}
	return s.openSession(ctx, a.AccountID, c.Device, c.Address)
}

func (s *SignInCommands) openSession(ctx context.Context, accountID int64, device, address string) (string, error) {
	token, now := NewToken(), s.now()
	_, err := s.sessions.CreateSession(ctx, Session{
		TokenHash: HashToken(token), AccountID: accountID, Device: clip(device, 120), Address: clip(address, 60),
		CreatedAt: now, SeenAt: now, ExpiresAt: now.Add(IdleLimit),
	}, now.Add(-familiarFor))
	return token, err
}

func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}

// Identify finds the person behind a session token. A missing, ended or
// outlived session is the zero Identity, not an error.
func (s *SignInCommands) Identify(ctx context.Context, token string) (Identity, error) {
	if token == "" {
		return Identity{}, nil
	}
	hash := HashToken(token)
	session, a, grants, err := s.sessions.SessionByToken(ctx, hash)
	if fault.Is(err, fault.NotFound) {
		return Identity{}, nil
	}
	if err != nil {
		return Identity{}, err
	}
	now := s.now()
	end := session.CreatedAt.Add(AbsoluteLimit)
	if a.DisabledAt != nil || session.EndedAt != nil || !now.Before(session.ExpiresAt) || !now.Before(end) {
		return Identity{}, nil
	}
	if now.Sub(session.SeenAt) > time.Minute {
		expires := now.Add(IdleLimit)
		if expires.After(end) {
			expires = end
		}
		err := s.sessions.TouchSession(ctx, hash, now, expires)
		if err != nil && !fault.Is(err, fault.Unavailable) { // reading goes on while nothing can be saved
			return Identity{}, err
		}
	}
	return Identity{Account: a, Session: session, Actor: actorOf(a, grants)}, nil
}

func actorOf(a Account, grants []Grant) access.Actor {
	actor := access.Actor{AccountID: a.AccountID}
	if a.SiteRole != "none" {
		actor.Site = access.Role(a.SiteRole)
	}
	for _, g := range grants {
		held := access.Grant{EventID: g.EventID, Role: g.Role}
		if g.SectionID != nil {
			held.SectionID = *g.SectionID
		}
		if g.ExpiresAt != nil {
			held.ExpiresAt = *g.ExpiresAt
		}
		actor.Grants = append(actor.Grants, held)
	}
	return actor
}

// SignOut ends the named sessions of a person; 0 among them means all.
func (s *SignInCommands) SignOut(ctx context.Context, accountID int64, sessionIDs ...int64) error {
	return s.sessions.EndSessions(ctx, accountID, sessionIDs, s.now())
}

// Devices lists the open sessions of a person.
func (s *SignInCommands) Devices(ctx context.Context, accountID int64) ([]Session, error) {
	return s.sessions.SessionsOf(ctx, accountID)
}

// longestLogin is what loginPattern allows.
const longestLogin = 61

var loginPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._@+-]{1,60}$`)

// NewPerson is what a person enters to make an account.
type NewPerson struct{ Login, Name, Password string }

// check notes what is wrong with the entries.
func (p *NewPerson) check(form *fault.Form) {
	limit.Collect(form, "", *p)
	p.Login = strings.ToLower(strings.TrimSpace(p.Login))
	p.Name = strings.Join(strings.Fields(p.Name), " ")
	if !loginPattern.MatchString(p.Login) {
		form.Add("login", "Use 2 to 61 of a–z, 0–9, dot, hyphen, @ for the sign-in name, such as ana.ruiz.")
	}
	if p.Name == "" {
		form.Add("name", "Enter your name.")
	}
	if problem := passwordProblem(p.Password, p.Login, p.Name); problem != nil {
		form.Add("password", "%s", problem)
	}
}

// Create makes an account with a role on the server ("none" for most people).
func (s *PersonCommands) Create(ctx context.Context, p NewPerson, siteRole string) (Account, error) {
	a, err := s.newAccount(ctx, p, siteRole)
	if err != nil {
		return Account{}, err
	}
	return a, s.people.CreateAccount(ctx, a)
}

// newAccount checks the entries and returns the account, which is not kept yet.
func (s *PersonCommands) newAccount(ctx context.Context, p NewPerson, siteRole string) (Account, error) {
	var form fault.Form
	p.check(&form)
	if err := form.Err(); err != nil {
		return Account{}, err
	}
	hash, err := hashPassword(ctx, p.Password, s.Hashing)
	if err != nil {
		return Account{}, err
	}
	id, err := s.people.NextAccountID(ctx)
	return Account{
		AccountID: id, Login: p.Login, Name: p.Name, PasswordHash: hash, SiteRole: siteRole,
		Language: "en", SingleKeys: true, Density: "desk", Theme: "system", TextSize: "normal", CreatedAt: s.now(),
	}, err
}

// ChangePassword sets a new password after checking the old one, and signs out
// every device.
func (s *PersonCommands) ChangePassword(ctx context.Context, accountID int64, old, replacement string) error {
	passwords := struct{ Old, New string }{old, replacement}
	if err := limit.Check(passwords); err != nil {
		return err
	}
	a, err := s.people.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	right, err := checkPassword(ctx, a.PasswordHash, old)
	if err != nil {
		return err
	}
	var form fault.Form
	if !right {
		form.Add("old", "This is not your present password.")
	}
	if problem := passwordProblem(replacement, a.Login, a.Name); problem != nil {
		form.Add("new", "%s", problem)
	}
	if err := form.Err(); err != nil {
		return err
	}
	return s.setPassword(ctx, a, replacement)
}

// ResetPassword sets a password without the old one: for the operator at the
// console.
func (s *PersonCommands) ResetPassword(ctx context.Context, login, replacement string) error {
	if err := limit.Text("password", replacement); err != nil {
		return err
	}
	a, err := s.people.AccountByLogin(ctx, strings.ToLower(login))
	if err != nil {
		return err
	}
	if problem := passwordProblem(replacement, a.Login, a.Name); problem != nil {
		return problem
	}
	return s.setPassword(ctx, a, replacement)
}

func (s *PersonCommands) setPassword(ctx context.Context, a Account, password string) error {
	hash, err := hashPassword(ctx, password, s.Hashing)
	if err != nil {
		return err
	}
	a.PasswordHash = hash
	if err := s.people.UpdateAccount(ctx, a); err != nil {
		return err
	}
	return s.sessions.EndSessions(ctx, a.AccountID, []int64{0}, s.now())
}

// Preferences are what a person sets for the own pages.
type Preferences struct {
	Name, Language, Density, Theme, TextSize string
	SingleKeys                               bool
}

// SetPreferences saves them.
func (s *PersonCommands) SetPreferences(ctx context.Context, accountID int64, p Preferences) error {
	if err := limit.Check(p); err != nil {
		return err
	}
	var form fault.Form
	if p.Name = strings.Join(strings.Fields(p.Name), " "); p.Name == "" {
		form.Add("name", "Enter your name.")
	}
	if p.Density != "roomy" && p.Density != "desk" && p.Density != "tight" {
		form.Add("density", "Choose roomy, desk or tight.")
	}
	if p.Theme != "system" && p.Theme != "light" && p.Theme != "dark" {
		form.Add("theme", "Choose system, light or dark.")
	}
	if p.TextSize != "normal" && p.TextSize != "large" && p.TextSize != "largest" {
		form.Add("text_size", "Choose normal, large or largest.")
	}
	if err := form.Err(); err != nil {
		return err
	}
	a, err := s.people.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	a.Name, a.Language, a.Density, a.Theme, a.TextSize, a.SingleKeys = p.Name, p.Language, p.Density, p.Theme, p.TextSize, p.SingleKeys
	return s.people.UpdateAccount(ctx, a)
}

// Accounts lists everybody, for the operator.
func (s *PersonCommands) Accounts(ctx context.Context) ([]Account, error) {
	return s.people.Accounts(ctx)
}

// ConsoleLink is the one-time link for the first organizer of a server.
type ConsoleLink struct {
	Token string    // "" where the link was made before, or the server needs none
	Until time.Time // when it ends; zero where the server needs none
}

// ConsoleLink makes the link for the first organizer, once: while it is open no other
// is made, and none at all for a server that has officials. Its administrator is whoever
// reaches the console that the link is printed on.
func (s *InvitationCommands) ConsoleLink(ctx context.Context) (ConsoleLink, error) {
	return s.consoleLink(ctx, false)
}

// NewConsoleLink makes a link in place of one that was lost, which ends.
func (s *InvitationCommands) NewConsoleLink(ctx context.Context) (ConsoleLink, error) {
	return s.consoleLink(ctx, true)
}

func (s *InvitationCommands) consoleLink(ctx context.Context, anew bool) (ConsoleLink, error) {
	token, now := NewToken(), s.now()
	kept, until, err := s.links.OfferServer(ctx, Invitation{
		TokenHash: HashToken(token), Role: access.Organizer, Name: "First organizer", CreatedAt: now, ExpiresAt: now.Add(consoleLife),
	}, anew)
	if err != nil {
		return ConsoleLink{}, fmt.Errorf("make the console link: %w", err)
	}
	if !kept {
		token = ""
	}
	return ConsoleLink{token, until}, nil
}
