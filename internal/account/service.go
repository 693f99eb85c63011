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
	"github.com/tandemchess/tandem/internal/limit"
)

// Sessions end after a while without use, and after two weeks in any case.
const (
	IdleLimit     = 12 * time.Hour
	AbsoluteLimit = 14 * 24 * time.Hour
	linkLife      = 7 * 24 * time.Hour
	consoleLife   = 24 * time.Hour
)

// Service signs people in and keeps their roles.
type Service struct {
	// Hashing is what new passwords cost to try. It is lowered only where passwords
	// guard nothing, as in tests.
	Hashing Hashing

	store    Store
	now      func() time.Time
	attempts chan struct{} // one for each sign-in under way
}

// mostAttempts is how many sign-ins go at once: as many as passwords are hashed.
const mostAttempts = 4

// NewService returns a Service; now nil means the machine's clock.
func NewService(store Store, now func() time.Time) *Service {
	if now == nil {
		now = time.Now
	}
	return &Service{
		Hashing: usual,
		store:   store, now: func() time.Time { return now().UTC().Truncate(time.Microsecond) }, attempts: make(chan struct{}, mostAttempts),
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
func (s *Service) SignIn(ctx context.Context, c Credentials) (token string, err error) {
	if err := limit.Check(c); err != nil {
		return "", err
	}
	login := strings.ToLower(strings.TrimSpace(c.Login))
	leave, err := attempt(ctx, s)
	if err != nil {
		return "", err
	}
	defer leave()
	a, err := s.store.AccountByLogin(ctx, login)
	known := err == nil && a.DisabledAt == nil
	if err != nil && !fault.Is(err, fault.NotFound) {
		return "", err
	}
	keys, err := delayKeys(ctx, s, login, a.AccountID, c)
	if err != nil {
		return "", err
	}
	if err := checkDelay(ctx, s, keys); err != nil {
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
		if err := noteFailure(ctx, s, keys); err != nil {
			return "", err
		}
		wrong := fault.New(fault.Invalid, "The name or the password is not right.")
		wrong.Fields = map[string]string{"password": wrong.Message}
		return "", wrong
	}
	if err := s.store.ClearDelay(ctx, keys[0], s.now().Add(-forgetting)); err != nil {
		return "", err
	}
	return openSession(ctx, s, a.AccountID, c.Device, c.Address)
}

func openSession(ctx context.Context, s *Service, accountID int64, device, address string) (string, error) {
	token, now := NewToken(), s.now()
	_, err := s.store.CreateSession(ctx, Session{
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
func (s *Service) Identify(ctx context.Context, token string) (Identity, error) {
	if token == "" {
		return Identity{}, nil
	}
	hash := HashToken(token)
	session, a, grants, err := s.store.SessionByToken(ctx, hash)
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
		err := s.store.TouchSession(ctx, hash, now, expires)
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
func (s *Service) SignOut(ctx context.Context, accountID int64, sessionIDs ...int64) error {
	return s.store.EndSessions(ctx, accountID, sessionIDs, s.now())
}

// Devices lists the open sessions of a person.
func (s *Service) Devices(ctx context.Context, accountID int64) ([]Session, error) {
	return s.store.SessionsOf(ctx, accountID)
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
	if problem := passwordProblem(p.Password, p.Login, p.Name); problem != "" {
		form.Add("password", "%s", problem)
	}
}

// Create makes an account with a role on the server ("none" for most people).
func (s *Service) Create(ctx context.Context, p NewPerson, siteRole string) (Account, error) {
	a, err := newAccount(ctx, s, p, siteRole)
	if err != nil {
		return Account{}, err
	}
	return a, s.store.CreateAccount(ctx, a)
}

// newAccount checks the entries and returns the account, which is not kept yet.
func newAccount(ctx context.Context, s *Service, p NewPerson, siteRole string) (Account, error) {
	var form fault.Form
	p.check(&form)
	if err := form.Err(); err != nil {
		return Account{}, err
	}
	hash, err := hashPassword(ctx, p.Password, s.Hashing)
	if err != nil {
		return Account{}, err
	}
	id, err := s.store.NextAccountID(ctx)
	return Account{
		AccountID: id, Login: p.Login, Name: p.Name, PasswordHash: hash, SiteRole: siteRole,
		Language: "en", SingleKeys: true, Density: "desk", Theme: "system", TextSize: "normal", CreatedAt: s.now(),
	}, err
}

// ChangePassword sets a new password after checking the old one, and signs out
// every device.
func (s *Service) ChangePassword(ctx context.Context, accountID int64, old, replacement string) error {
	passwords := struct{ Old, New string }{old, replacement}
	if err := limit.Check(passwords); err != nil {
		return err
	}
	a, err := s.store.AccountByID(ctx, accountID)
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
	if problem := passwordProblem(replacement, a.Login, a.Name); problem != "" {
		form.Add("new", "%s", problem)
	}
	if err := form.Err(); err != nil {
		return err
	}
	return setPassword(ctx, s, a, replacement)
}

// ResetPassword sets a password without the old one: for the operator at the
// console.
func (s *Service) ResetPassword(ctx context.Context, login, replacement string) error {
	if err := limit.Text("password", replacement); err != nil {
		return err
	}
	a, err := s.store.AccountByLogin(ctx, strings.ToLower(login))
	if err != nil {
		return err
	}
	if problem := passwordProblem(replacement, a.Login, a.Name); problem != "" {
		return fault.New(fault.Invalid, "%s", problem)
	}
	return setPassword(ctx, s, a, replacement)
}

func setPassword(ctx context.Context, s *Service, a Account, password string) error {
	hash, err := hashPassword(ctx, password, s.Hashing)
	if err != nil {
		return err
	}
	a.PasswordHash = hash
	if err := s.store.UpdateAccount(ctx, a); err != nil {
		return err
	}
	return s.SignOut(ctx, a.AccountID, 0)
}

// Preferences are what a person sets for the own pages.
type Preferences struct {
	Name, Language, Density, Theme, TextSize string
	SingleKeys                               bool
}

// SetPreferences saves them.
func (s *Service) SetPreferences(ctx context.Context, accountID int64, p Preferences) error {
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
	a, err := s.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	a.Name, a.Language, a.Density, a.Theme, a.TextSize, a.SingleKeys = p.Name, p.Language, p.Density, p.Theme, p.TextSize, p.SingleKeys
	return s.store.UpdateAccount(ctx, a)
}

// Accounts lists everybody, for the operator.
func (s *Service) Accounts(ctx context.Context) ([]Account, error) { return s.store.Accounts(ctx) }

// ConsoleLink is the one-time link for the first organizer of a server.
type ConsoleLink struct {
	Token string    // "" where the link was made before, or the server needs none
	Until time.Time // when it ends; zero where the server needs none
}

// ConsoleLink makes the link for the first organizer, once: while it is open no other
// is made, and none at all for a server that has officials. Its administrator is whoever
// reaches the console that the link is printed on.
func (s *Service) ConsoleLink(ctx context.Context) (ConsoleLink, error) {
	return consoleLink(ctx, s, false)
}

// NewConsoleLink makes a link in place of one that was lost, which ends.
func (s *Service) NewConsoleLink(ctx context.Context) (ConsoleLink, error) {
	return consoleLink(ctx, s, true)
}

func consoleLink(ctx context.Context, s *Service, anew bool) (ConsoleLink, error) {
	token, now := NewToken(), s.now()
	kept, until, err := s.store.OfferServer(ctx, Invitation{
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
