package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
)

// Accounts is the account.Store.
type Accounts struct{ *DB }

var _ account.Store = Accounts{}

// Kept implements account.Store.
func (s Accounts) Kept() account.Kept {
	return account.Kept{People: s, Sessions: s, Invitations: s, Roles: s, Tokens: s, Codes: s}
}

const accountColumns = `account_id, login, name, password_hash, site_role, language, single_keys, density, theme, text_size, tour_step, tour_left, created_at, disabled_at`

const hasOrganizer = `select exists (select 1 from account where site_role = 'organizer')`

// HasOrganizer implements account.People.
func (s Accounts) HasOrganizer(ctx context.Context) (bool, error) {
	var has bool
	err := s.pool.QueryRow(ctx, hasOrganizer).Scan(&has)
	return has, failed("look for an organizer", err)
}

const insertAccount = `insert into account (` + accountColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

// NextAccountID implements account.People. A number that is not used leaves a gap.
func (s Accounts) NextAccountID(ctx context.Context) (int64, error) {
	return s.nextGlobalID(ctx, s.pool, "account")
}

// CreateAccount implements account.People.
func (s Accounts) CreateAccount(ctx context.Context, a account.Account) error {
	return createAccount(ctx, s.pool, a)
}

func createAccount(ctx context.Context, q querier, a account.Account) error {
	_, err := exec(ctx, q, "create the account", insertAccount, a.AccountID, a.Login, a.Name, a.PasswordHash, a.SiteRole, a.Language, a.SingleKeys,
		a.Density, a.Theme, a.TextSize, a.TourStep, a.TourLeft, a.CreatedAt, a.DisabledAt)
	if constraint(err) == "account_login_key" {
		var form fault.Form
		form.Add("login", "This sign-in name is taken. Choose another.")
		return form.Err()
	}
	return err
}

// AccountByLogin implements account.People.
func (s Accounts) AccountByLogin(ctx context.Context, login string) (account.Account, error) {
	return one[account.Account](ctx, s.pool, "account", `select `+accountColumns+` from account where login = $1`, login)
}

// AccountByID implements account.People.
func (s Accounts) AccountByID(ctx context.Context, id int64) (account.Account, error) {
	return one[account.Account](ctx, s.pool, "account", `select `+accountColumns+` from account where account_id = $1`, id)
}

const updateAccount = `update account set name = $2, password_hash = $3, site_role = $4, language = $5, single_keys = $6, density = $7, theme = $8,
	disabled_at = $9, text_size = $10, tour_step = $11, tour_left = $12 where account_id = $1`

// UpdateAccount implements account.People.
func (s Accounts) UpdateAccount(ctx context.Context, a account.Account) error {
	_, err := exec(ctx, s.pool, "save the account", updateAccount, a.AccountID, a.Name, a.PasswordHash, a.SiteRole, a.Language, a.SingleKeys, a.Density,
		a.Theme, a.DisabledAt, a.TextSize, a.TourStep, a.TourLeft)
	return err
}

// Accounts implements account.People.
func (s Accounts) Accounts(ctx context.Context) ([]account.Account, error) {
	return list[account.Account](ctx, s.pool, "list accounts", `select `+accountColumns+` from account order by login limit 10000`)
}

const (
	sessionColumns = `token_hash, session_id, account_id, device, address, created_at, seen_at, expires_at, ended_at`
	// What is finished is forgotten when somebody signs in, as sign-in codes are.
	forgetSessions = `delete from session where created_at < $1 and (ended_at is not null or expires_at < $2)`
	insertSession  = `insert into session (` + sessionColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8, null)`
)

// CreateSession implements account.Sessions.
func (s Accounts) CreateSession(ctx context.Context, n account.Session, forget time.Time) (account.Session, error) {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if n.SessionID, err = s.nextGlobalID(ctx, tx, "session"); err != nil {
			return err
		}
		if _, err = exec(ctx, tx, "forget old sessions", forgetSessions, forget, n.CreatedAt); err != nil {
			return err
		}
		_, err = exec(ctx, tx, "open the session", insertSession, n.TokenHash, n.SessionID, n.AccountID, n.Device, n.Address, n.CreatedAt, n.SeenAt, n.ExpiresAt)
		return err
	})
	return n, failed("open the session", err)
}

const (
	sessionByToken = `select ` + sessionColumns + ` from session where token_hash = $1 and ended_at is null`
	accountOf      = `select ` + accountColumns + ` from account where account_id = (select account_id from session where token_hash = $1 and ended_at is null)`
	grantColumns   = `event_id, grant_id, account_id, role, section_id, granted_by, granted_at, expires_at, revoked_at`
	grantsOf       = ownGrants + `account_id = (select account_id from session where token_hash = $1 and ended_at is null))` + withPlayOffs

	// With a role in a section goes the same one in the play-offs for its places.
	ownGrants    = `with own as (select ` + grantColumns + ` from role_grant where revoked_at is null and `
	withPlayOffs = ` select * from own
	union all select g.event_id, g.grant_id, g.account_id, g.role, f.section_id, g.granted_by, g.granted_at, g.expires_at, g.revoked_at
	from own g join phase_feed f on (f.event_id, f.from_section) = (g.event_id, g.section_id) and f.kind = 'play-off'`
)

// SessionByToken implements account.Sessions, in one round trip.
func (s Accounts) SessionByToken(ctx context.Context, tokenHash []byte) (account.Session, account.Account, []account.Grant, error) {
	var (
		session account.Session
		person  account.Account
		grants  []account.Grant
		batch   pgx.Batch
	)
	batch.Queue(sessionByToken, tokenHash).Query(single("session", &session))
	batch.Queue(accountOf, tokenHash).Query(single("session", &person))
	batch.Queue(grantsOf, tokenHash).Query(all(&grants))
	err := send(ctx, s.pool, &batch)
	return session, person, grants, failed("find the session", err)
}

// TouchSession implements account.Sessions.
func (s Accounts) TouchSession(ctx context.Context, tokenHash []byte, seenAt, expiresAt time.Time) error {
	_, err := exec(ctx, s.pool, "note the session's use", `update session set seen_at = $2, expires_at = $3 where token_hash = $1`, tokenHash, seenAt, expiresAt)
	return err
}

// SessionsOf implements account.Sessions.
func (s Accounts) SessionsOf(ctx context.Context, accountID int64) ([]account.Session, error) {
	return list[account.Session](ctx, s.pool, "list devices", `select `+sessionColumns+` from session
		where account_id = $1 and ended_at is null and expires_at > $2 order by seen_at desc limit 200`, accountID, s.now())
}

// EndSessions implements account.Sessions.
func (s Accounts) EndSessions(ctx context.Context, accountID int64, sessionIDs []int64, at time.Time) error {
	_, err := exec(ctx, s.pool, "end sessions", `update session set ended_at = $3
		where account_id = $1 and (0 = any($2) or session_id = any($2)) and ended_at is null`, accountID, sessionIDs, at)
	return err
}

const places = `select coalesce(bool_or(token_hash = $2), false), coalesce(array_agg(distinct address) filter (where created_at > $3), '{}')
	from session where account_id = $1`

// Places implements account.Sessions.
func (s Accounts) Places(ctx context.Context, accountID int64, tokenHash []byte, since time.Time) (device bool, addresses []string, err error) {
	err = s.pool.QueryRow(ctx, places, accountID, tokenHash, since).Scan(&device, &addresses)
	return device, addresses, failed("look where the person signed in before", err)
}

// KnownDevice implements account.Sessions.
func (s Accounts) KnownDevice(ctx context.Context, tokenHash []byte, since time.Time) (known bool, err error) {
	err = s.pool.QueryRow(ctx, `select exists (select from session where token_hash = $1 and created_at > $2)`, tokenHash, since).Scan(&known)
	return known, failed("look whether the device was signed in before", err)
}

// DelayOf implements account.Sessions.
func (s Accounts) DelayOf(ctx context.Context, keys []string) ([]account.Delay, error) {
	return list[account.Delay](ctx, s.pool, "read sign-in delays", `select key, blocked_until from login_delay where key = any($1)`, keys)
}

const countFailure = `insert into login_delay as d (key, failures, last_at, blocked_until) values ($1, 1, $2, $2)
	on conflict (key) do update set failures = case when d.last_at > $3 then d.failures + 1 else 1 end, last_at = $2
	returning failures`

// CountFailure implements account.Sessions.
func (s Accounts) CountFailure(ctx context.Context, key string, at, since time.Time) (int, error) {
	var failures int
	err := s.pool.QueryRow(ctx, countFailure, key, at, since).Scan(&failures)
	return failures, failed("count a failed sign-in", err)
}

// BlockUntil implements account.Sessions.
func (s Accounts) BlockUntil(ctx context.Context, key string, until time.Time) error {
	_, err := exec(ctx, s.pool, "save the sign-in delay", `update login_delay set blocked_until = greatest(blocked_until, $2) where key = $1`, key, until)
	return err
}

// ClearDelay implements account.Sessions.
func (s Accounts) ClearDelay(ctx context.Context, key string, before time.Time) error {
	_, err := exec(ctx, s.pool, "clear the sign-in delay", `delete from login_delay where key = $1 or last_at < $2`, key, before)
	return err
}

const invitationColumns = `token_hash, invitation_id, event_id, section_id, role, name, created_by, created_at, expires_at, used_by, used_at`

const (
	hasOfficials = `select exists (select from account where site_role = 'organizer') or exists (select from role_grant)`
	openOffer    = `select max(expires_at) from invitation where event_id is null and used_at is null and expires_at > $1`
	endOffers    = `update invitation set expires_at = $1 where event_id is null and used_at is null and expires_at > $1`
)

// OfferServer implements account.Invitations. The lock is there because several nodes
// may start at the same moment.
func (s Accounts) OfferServer(ctx context.Context, i account.Invitation, anew bool) (kept bool, until time.Time, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := exec(ctx, tx, "lock the accounts", lockAccounts); err != nil {
			return err
		}
		var officials bool
		if err := tx.QueryRow(ctx, hasOfficials).Scan(&officials); err != nil || officials {
			return failed("look for officials", err)
		}
		var open *time.Time
		if err := tx.QueryRow(ctx, openOffer, i.CreatedAt).Scan(&open); err != nil {
			return failed("look for an open link", err)
		}
		if open != nil && !anew {
			until = open.UTC()
			return nil
		}
		if _, err := exec(ctx, tx, "end the link before", endOffers, i.CreatedAt); err != nil {
			return err
		}
		if i.InvitationID, err = s.nextGlobalID(ctx, tx, "invitation"); err != nil {
			return err
		}
		kept, until = true, i.ExpiresAt
		return writeInvitation(ctx, tx, i)
	})
	return kept, until, failed("make the link", err)
}

func writeInvitation(ctx context.Context, q querier, i account.Invitation) error {
	_, err := exec(ctx, q, "make the link", `insert into invitation (`+invitationColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, null, null)`,
		i.TokenHash, i.InvitationID, i.EventID, i.SectionID, i.Role, i.Name, i.CreatedBy, i.CreatedAt, i.ExpiresAt)
	return err
}

// InvitationByToken implements account.Invitations.
func (s Accounts) InvitationByToken(ctx context.Context, tokenHash []byte) (account.Invitation, error) {
	return one[account.Invitation](ctx, s.pool, "invitation", `select `+invitationColumns+` from invitation where token_hash = $1`, tokenHash)
}

const useInvitation = `update invitation set used_by = $2, used_at = $3 where token_hash = $1 and used_at is null and expires_at > $3`

func spendInvitation(ctx context.Context, q querier, tokenHash []byte, accountID int64, at time.Time) error {
	n, err := exec(ctx, q, "use the link", useInvitation, tokenHash, accountID, at)
	if err == nil && n == 0 {
		return fault.New(fault.Conflict, "This link was used already or is too old. If you used it, sign in; otherwise ask for a new one.")
	}
	return err
}

// lockAccounts lets one at a time look whether the server has its first organizer.
const lockAccounts = `lock table account in share row exclusive mode`

// FoundServer implements account.Invitations.
func (s Accounts) FoundServer(ctx context.Context, tokenHash []byte, a account.Account, known bool, at time.Time) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := exec(ctx, tx, "lock the accounts", lockAccounts); err != nil {
			return err
		}
		var founded bool
		if err := tx.QueryRow(ctx, hasOrganizer).Scan(&founded); err != nil {
			return failed("look for an organizer", err)
		}
		if founded {
			return fault.New(fault.Conflict, "This server has its first organizer. Ask for a link of an event.")
		}
		if !known {
			if err := createAccount(ctx, tx, a); err != nil {
				return err
			}
		}
		if err := spendInvitation(ctx, tx, tokenHash, a.AccountID, at); err != nil {
			return err
		}
		_, err := exec(ctx, tx, "make the first organizer", `update account set site_role = 'organizer' where account_id = $1`, a.AccountID)
		return err
	})
	return failed("found the server", err)
}

// InvitationsOf implements account.Invitations.
func (s Accounts) InvitationsOf(ctx context.Context, eventID int64) ([]account.Invitation, error) {
	return list[account.Invitation](ctx, s.pool, "list links", `select `+invitationColumns+` from invitation
		where event_id = $1 and used_at is null and expires_at > $2 order by created_at desc limit 500`, eventID, s.now())
}
