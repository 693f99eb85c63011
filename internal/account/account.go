// Package account knows people: accounts with passwords, sessions on devices,
// invitations by link, and the roles given to them in events. It hashes secrets
// before they reach the Store and never logs or returns them. What a role
// permits is decided by package access.
package account

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/journal"
)

// Account is a person who may sign in. Login is lower case.
type Account struct {
	AccountID    int64
	Login        string
	Name         string
	PasswordHash string
	SiteRole     string // none, organizer or administrator: on the server, not in an event
	Language     string
	SingleKeys   bool
	Density      string
	Theme        string
	TextSize     string // normal, large or largest
	TourStep     int    // see Tour
	TourLeft     bool
	CreatedAt    time.Time
	DisabledAt   *time.Time
}

// Session is a signed-in device. TokenHash is the SHA-256 of its cookie.
type Session struct {
	TokenHash []byte
	SessionID int64
	AccountID int64
	Device    string
	Address   string
	CreatedAt time.Time
	SeenAt    time.Time
	ExpiresAt time.Time
	EndedAt   *time.Time
}

// Grant is one role given to an account in an event.
type Grant struct {
	EventID   int64
	GrantID   int64
	AccountID int64
	Role      access.Role
	SectionID *int64
	GrantedBy int64
	GrantedAt time.Time
	ExpiresAt *time.Time
	RevokedAt *time.Time
}

// Invitation is a link that makes an account or gives a role once. EventID nil:
// the link of the console, for the first organizer of the server.
type Invitation struct {
	TokenHash    []byte
	InvitationID int64
	EventID      *int64
	SectionID    *int64
	Role         access.Role
	Name         string
	CreatedBy    *int64
	CreatedAt    time.Time
	ExpiresAt    time.Time
	UsedBy       *int64
	UsedAt       *time.Time
}

// Delay slows down guesses for one login or one address.
type Delay struct {
	Key          string
	BlockedUntil time.Time
}

// Affiliation is an official's declared tie to a team or a club.
type Affiliation struct {
	EventID   int64
	AccountID int64
	Kind      string // team or club
	TeamID    *int64
	Club      string
	CreatedAt time.Time
}

// Official is a person with roles in one event, for the people page.
type Official struct {
	AccountID int64
	Login     string
	Name      string
	LastSeen  *time.Time
	Devices   int
	Grants    []Grant       `db:"-"`
	Ties      []Affiliation `db:"-"`
	Duty      *Duty         `db:"-"` // nil while nobody said where
}

// Duty is where an official works now.
type Duty struct {
	EventID   int64
	AccountID int64
	SectionID *int64
	Place     string // "tables 1 to 20"
	At        time.Time
}

// Seat is a device on which an official of an event is signed in.
type Seat struct {
	AccountID int64
	SessionID int64
	Name      string
	Device    string
	Address   string
	SeenAt    time.Time
	ExpiresAt time.Time
}

// Token lets a program act for its owner within its scopes. SectionID nil: in
// every section the owner has.
type Token struct {
	EventID   int64
	TokenID   int64
	SectionID *int64
	AccountID int64
	Name      string
	TokenHash []byte
	Scopes    []access.Scope
	CreatedAt time.Time
	ExpiresAt time.Time
	SeenAt    *time.Time
	ClosedAt  *time.Time
}

// Store is the database as this package needs it.
type Store interface {
	// Kept is what is kept of people beside the journal of an event.
	Kept() Kept
	// ChangeRoles changes what people may do in an event; it works as
	// tournament.Store.Change does.
	ChangeRoles(ctx context.Context, eventID int64, cmd journal.Command, decide func(RolesTx) (journal.Change, error)) (journal.Receipt, error)
}

// Kept gathers what is kept.
type Kept struct {
	People      People
	Sessions    Sessions
	Invitations Invitations
	Roles       Roles
	Tokens      Tokens
	Codes       Codes
}

// People keeps accounts.
type People interface {
	HasOrganizer(ctx context.Context) (bool, error) // of the server
	NextAccountID(ctx context.Context) (int64, error)
	CreateAccount(ctx context.Context, a Account) error // a taken login is a field message
	AccountByLogin(ctx context.Context, login string) (Account, error)
	AccountByID(ctx context.Context, id int64) (Account, error)
	UpdateAccount(ctx context.Context, a Account) error
	Accounts(ctx context.Context) ([]Account, error)
}

// Sessions keeps signed-in devices and the delays of failed sign-ins.
type Sessions interface {
	// CreateSession opens a session, and deletes the finished ones that began before forget.
	CreateSession(ctx context.Context, s Session, forget time.Time) (Session, error)
	SessionByToken(ctx context.Context, tokenHash []byte) (Session, Account, []Grant, error) // NotFound when ended or expired
	TouchSession(ctx context.Context, tokenHash []byte, seenAt, expiresAt time.Time) error
	SessionsOf(ctx context.Context, accountID int64) ([]Session, error)
	EndSessions(ctx context.Context, accountID int64, sessionIDs []int64, at time.Time) error // 0 among them: all
	// Places says whether a session of the account began with the token, and from
	// which addresses its sessions since then began; ended ones count.
	Places(ctx context.Context, accountID int64, tokenHash []byte, since time.Time) (device bool, addresses []string, err error)
	// KnownDevice says whether a session of anybody began with the token since then.
	KnownDevice(ctx context.Context, tokenHash []byte, since time.Time) (bool, error)
	DelayOf(ctx context.Context, keys []string) ([]Delay, error)
	// CountFailure adds one to the failures of a key since then, and returns them;
	// failures at the same moment are all counted.
	CountFailure(ctx context.Context, key string, at, since time.Time) (int, error)
	BlockUntil(ctx context.Context, key string, until time.Time) error
	// ClearDelay forgets the failures of a key, and of all keys before then.
	ClearDelay(ctx context.Context, key string, before time.Time) error
}

// Invitations keeps links.
type Invitations interface {
	// OfferServer keeps a link for the first organizer and says so, unless the server
	// has officials. An open one that was made before stays instead, and until says how
	// long; with anew it ends. Of several at the same moment one is kept.
	OfferServer(ctx context.Context, i Invitation, anew bool) (kept bool, until time.Time, err error)
	InvitationByToken(ctx context.Context, tokenHash []byte) (Invitation, error)
	// FoundServer ends the console's link and makes its holder the server's first
	// organizer, with a new account unless one is known: all of it or nothing.
	// Conflict when the link was used already.
	FoundServer(ctx context.Context, tokenHash []byte, a Account, known bool, at time.Time) error
	InvitationsOf(ctx context.Context, eventID int64) ([]Invitation, error)
}

// Tokens keeps what lets programs in.
type Tokens interface {
	TokensOf(ctx context.Context, eventID int64) ([]Token, error)
	TokenByHash(ctx context.Context, tokenHash []byte) (Token, Account, []Grant, error) // NotFound when closed; the owner's roles in its event, of its section alone where it has one
	TouchToken(ctx context.Context, eventID, tokenID int64, seenAt time.Time) error
}

// Roles reads what people may do in an event.
type Roles interface {
	HasSection(ctx context.Context, eventID, sectionID int64) (bool, error)
	Officials(ctx context.Context, eventID int64) ([]Official, error)
	Seats(ctx context.Context, eventID int64) ([]Seat, error) // last seen first
}

// RolesTx is an open change of an event's roles. It only gathers: a command gets an
// interface of what it needs, which stands beside it.
type RolesTx struct {
	Numbers
	GrantRows
	InvitationRows
	DutyRows
	TieRows
	TokenRows
}

// Numbers say when the change is, and allot the next ids.
type Numbers interface {
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
}

// GrantRows are the roles of people.
type GrantRows interface {
	AccountName(ctx context.Context, accountID int64) (string, error)
	LiveGrants(ctx context.Context) ([]Grant, error)
	InsertGrant(ctx context.Context, g Grant) error
	RevokeGrant(ctx context.Context, grantID int64) error
}

// InvitationRows are links, and the accounts that are made from them.
type InvitationRows interface {
	CreateAccount(ctx context.Context, a Account) error // a taken login is a field message
	// UseInvitation ends a link; Conflict when it was used already.
	UseInvitation(ctx context.Context, tokenHash []byte, accountID int64) error
	// InsertInvitation writes a link and gives it its number.
	InsertInvitation(ctx context.Context, i Invitation) (Invitation, error)
	// CancelInvitation makes an open link useless; NotFound when it is none any more.
	CancelInvitation(ctx context.Context, invitationID int64) (Invitation, error)
}

// DutyRows say where people work.
type DutyRows interface {
	DutyOf(ctx context.Context, accountID int64) (Duty, error) // NotFound while nobody said where
	SaveDuty(ctx context.Context, d Duty) error
}

// TieRows are the teams and clubs that officials belong to.
type TieRows interface {
	InsertTie(ctx context.Context, a Affiliation) (changed bool, err error)
	DeleteTie(ctx context.Context, a Affiliation) (changed bool, err error)
}

// TokenRows let programs in.
type TokenRows interface {
	InsertToken(ctx context.Context, t Token) error
	CloseToken(ctx context.Context, tokenID int64) (Token, error) // NotFound when there is no open one
}
