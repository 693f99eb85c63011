package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// ChangeRoles implements account.Store.
func (s Accounts) ChangeRoles(ctx context.Context, eventID int64, cmd journal.Command, decide func(account.RolesTx) (journal.Change, error)) (journal.Receipt, error) {
	return s.change(ctx, eventID, cmd, func(tx *Tx) (journal.Change, error) { return decide(tx.roles()) })
}

// roles is the change as the commands of account are shown it.
func (tx *Tx) roles() account.RolesTx {
	return account.RolesTx{Numbers: tx, GrantRows: tx, InvitationRows: tx, DutyRows: tx, TieRows: tx, TokenRows: tx}
}

// CreateAccount writes an account that joins the event.
func (tx *roleRows) CreateAccount(ctx context.Context, a account.Account) error {
	return createAccount(ctx, tx, a)
}

// UseInvitation ends a link.
func (tx *roleRows) UseInvitation(ctx context.Context, tokenHash []byte, accountID int64) error {
	return spendInvitation(ctx, tx, tokenHash, accountID, tx.now)
}

// InsertInvitation writes a link; its number is unique on this server.
func (tx *roleRows) InsertInvitation(ctx context.Context, i account.Invitation) (account.Invitation, error) {
	if err := tx.QueryRow(ctx, nextGlobalID, "invitation").Scan(&i.InvitationID); err != nil {
		return i, failed("allot a number for the link", err)
	}
	return i, writeInvitation(ctx, tx, i)
}

const cancelInvitation = `update invitation set expires_at = $3
	where event_id = $1 and invitation_id = $2 and used_at is null and expires_at > $3 returning `

// CancelInvitation ends an open link.
func (tx *roleRows) CancelInvitation(ctx context.Context, invitationID int64) (account.Invitation, error) {
	i, err := one[account.Invitation](ctx, tx, "link", cancelInvitation+invitationColumns, tx.eventID, invitationID, tx.now)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, "This link was used already or is too old.")
	}
	return i, err
}

const liveGrants = `select ` + grantColumns + ` from role_grant
	where event_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2) order by account_id, grant_id`

// LiveGrants lists the roles that count now.
func (tx *roleRows) LiveGrants(ctx context.Context) ([]account.Grant, error) {
	return list[account.Grant](ctx, tx, "list roles", liveGrants, tx.eventID, tx.now)
}

// InsertGrant writes a role.
func (tx *roleRows) InsertGrant(ctx context.Context, g account.Grant) error {
	_, err := exec(ctx, tx, "give the role", `insert into role_grant (`+grantColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, null)`,
		tx.eventID, g.GrantID, g.AccountID, g.Role, g.SectionID, g.GrantedBy, g.GrantedAt, g.ExpiresAt)
	return err
}

// RevokeGrant ends a role.
func (tx *roleRows) RevokeGrant(ctx context.Context, grantID int64) error {
	_, err := exec(ctx, tx, "take the role back", `update role_grant set revoked_at = $3 where event_id = $1 and grant_id = $2`, tx.eventID, grantID, tx.now)
	return err
}

// InsertTie declares a tie; a second time changes nothing.
func (tx *roleRows) InsertTie(ctx context.Context, a account.Affiliation) (bool, error) {
	n, err := exec(ctx, tx, "declare the tie", `insert into affiliation (event_id, account_id, kind, team_id, club, created_at)
		values ($1, $2, $3, $4, $5, $6) on conflict do nothing`, tx.eventID, a.AccountID, a.Kind, a.TeamID, a.Club, a.CreatedAt)
	return n > 0, err
}

// DeleteTie removes a declared tie.
func (tx *roleRows) DeleteTie(ctx context.Context, a account.Affiliation) (bool, error) {
	n, err := exec(ctx, tx, "remove the tie", `delete from affiliation
		where event_id = $1 and account_id = $2 and kind = $3 and team_id is not distinct from $4 and club = $5`,
		tx.eventID, a.AccountID, a.Kind, a.TeamID, a.Club)
	return n > 0, err
}

const saveDuty = `insert into duty (event_id, account_id, section_id, place, at) values ($1, $2, $3, $4, $5)
	on conflict (event_id, account_id) do update set section_id = excluded.section_id, place = excluded.place, at = excluded.at`

// DutyOf reads where an official works.
func (tx *roleRows) DutyOf(ctx context.Context, accountID int64) (account.Duty, error) {
	return one[account.Duty](ctx, tx, "duty", `select event_id, account_id, section_id, place, at from duty where event_id = $1 and account_id = $2`, tx.eventID, accountID)
}

// SaveDuty writes where an official works.
func (tx *roleRows) SaveDuty(ctx context.Context, d account.Duty) error {
	_, err := exec(ctx, tx, "save where the official works", saveDuty, tx.eventID, d.AccountID, d.SectionID, d.Place, d.At)
	return err
}

// AccountName is the name of a person.
func (tx *roleRows) AccountName(ctx context.Context, accountID int64) (string, error) {
	var name string
	err := tx.QueryRow(ctx, `select name from account where account_id = $1`, accountID).Scan(&name)
	return name, notFound("person", err)
}

const (
	officialsOf = `select a.account_id, a.login, a.name,
		(select max(seen_at) from session s where s.account_id = a.account_id) as last_seen,
		(select count(*) from session s where s.account_id = a.account_id and s.ended_at is null and s.expires_at > $2)::int as devices
	from account a
	where a.account_id in (select account_id from role_grant where event_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2))
	order by a.name, a.account_id`
	tiesOf   = `select event_id, account_id, kind, team_id, club, created_at from affiliation where event_id = $1 order by account_id, created_at`
	dutiesOf = `select event_id, account_id, section_id, place, at from duty where event_id = $1`
	seatsOf  = `select s.account_id, s.session_id, a.name, s.device, s.address, s.seen_at, s.expires_at
	from session s join account a using (account_id)
	where s.ended_at is null and s.expires_at > $2
		and s.account_id in (select account_id from role_grant where event_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2))
	order by s.seen_at desc, s.session_id limit 500`
)

// Seats implements account.Roles.
func (s Accounts) Seats(ctx context.Context, eventID int64) ([]account.Seat, error) {
	return list[account.Seat](ctx, s.pool, "list devices", seatsOf, eventID, s.now())
}

// HasSection implements account.Roles.
func (s Accounts) HasSection(ctx context.Context, eventID, sectionID int64) (has bool, err error) {
	err = s.pool.QueryRow(ctx, `select exists (select from section where event_id = $1 and section_id = $2)`, eventID, sectionID).Scan(&has)
	return has, failed("look for the section", err)
}

// Officials implements account.Roles.
func (s Accounts) Officials(ctx context.Context, eventID int64) ([]account.Official, error) {
	var (
		officials []account.Official
		grants    []account.Grant
		ties      []account.Affiliation
		duties    []account.Duty
	)
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) error {
		now := s.now().Truncate(time.Microsecond)
		var batch pgx.Batch
		batch.Queue(officialsOf, eventID, now).Query(all(&officials))
		batch.Queue(liveGrants, eventID, now).Query(all(&grants))
		batch.Queue(tiesOf, eventID).Query(all(&ties))
		batch.Queue(dutiesOf, eventID).Query(all(&duties))
		return send(ctx, tx, &batch)
	})
	if err != nil {
		return nil, failed("list officials", err)
	}
	index := make(map[int64]*account.Official, len(officials))
	for i := range officials {
		index[officials[i].AccountID] = &officials[i]
	}
	for _, g := range grants {
		if o := index[g.AccountID]; o != nil {
			o.Grants = append(o.Grants, g)
		}
	}
	for _, t := range ties {
		if o := index[t.AccountID]; o != nil {
			o.Ties = append(o.Ties, t)
		}
	}
	for i, d := range duties {
		if o := index[d.AccountID]; o != nil {
			o.Duty = &duties[i]
		}
	}
	return officials, nil
}
