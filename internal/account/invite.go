package account

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// Invite asks for a link that gives a role in an event.
type Invite struct {
	EventID   int64
	SectionID int64 // 0: every section
	Role      access.Role
	Name      string // whom it is meant for
	Token     string `limit:"-"` // of the link, made by who asks
	By        Identity
}

// inviteTx makes links and ends them.
type inviteTx interface {
	InsertInvitation(ctx context.Context, i Invitation) (Invitation, error)
	CancelInvitation(ctx context.Context, invitationID int64) (Invitation, error)
}

// Invite makes the link, of whose token the hash alone is kept. It reports whether the token opens
// it: that of a repeat of the command does when it is the same one, and nobody used the link.
func (s *InvitationCommands) Invite(ctx context.Context, cmd journal.Command, in Invite) (opens bool, err error) {
	if err := limit.Check(in); err != nil {
		return false, err
	}
	if !slices.Contains(access.GrantableBy(in.By.Actor, access.Object{EventID: in.EventID, SectionID: in.SectionID}, s.now()), in.Role) {
		return false, fault.New(fault.Forbidden, "You cannot give this role here.")
	}
	if err := checkSection(ctx, s.roles, in.EventID, in.SectionID); err != nil {
		return false, err
	}
	if err := checkToken(in.Token); err != nil {
		return false, err
	}
	now := s.now()
	i := Invitation{
		TokenHash: HashToken(in.Token), EventID: &in.EventID, Role: in.Role, Name: clip(in.Name, 80),
		CreatedBy: &in.By.Account.AccountID, CreatedAt: now, ExpiresAt: now.Add(linkLife),
	}
	if in.SectionID != 0 {
		i.SectionID = &in.SectionID
	}
	receipt, err := s.invites(ctx, in.EventID, cmd, func(tx inviteTx) (journal.Change, error) {
		made, err := tx.InsertInvitation(ctx, i)
		return journal.Change{Reach: journal.DeskOnly, Action: "make a link for a role", Subject: made.subject(), After: made.words()}, err
	})
	if err != nil || !receipt.Repeated {
		return err == nil, err
	}
	_, err = s.Invitation(ctx, in.Token)
	return err == nil, unless(fault.NotFound, err)
}

// unless is the error, but for one of that kind.
func unless(kind fault.Kind, err error) error {
	if fault.Is(err, kind) {
		return nil
	}
	return err
}

// subject names a link in the journal.
func (i Invitation) subject() string { return journal.Subject("link", i.InvitationID) }

// words are a link as the journal tells it.
func (i Invitation) words() map[string]any {
	told := map[string]any{"for": i.Name, "role": i.Role, "until": i.ExpiresAt.Format(time.RFC3339)}
	if i.SectionID != nil {
		told["section"] = *i.SectionID
	}
	return told
}

// checkSection refuses a section that the event does not have; 0 is all of it. A
// section stays once it is there.
func checkSection(ctx context.Context, roles Roles, eventID, sectionID int64) error {
	if sectionID == 0 {
		return nil
	}
	has, err := roles.HasSection(ctx, eventID, sectionID)
	if err == nil && !has {
		err = fault.Field("section", "The event has no such section. Choose another one.")
	}
	return err
}

// Invitation finds an open invitation by its token. The link for the first organizer is
// open no more once there is one.
func (s *InvitationCommands) Invitation(ctx context.Context, token string) (Invitation, error) {
	ended := fault.New(fault.NotFound, "This link was used already or is too old. If you used it, sign in; otherwise ask for a new one.")
	i, err := s.links.InvitationByToken(ctx, HashToken(token))
	switch {
	case fault.Is(err, fault.NotFound), err == nil && (i.UsedAt != nil || !s.now().Before(i.ExpiresAt)):
		return Invitation{}, ended
	case err != nil:
		return Invitation{}, err
	}
	if i.EventID == nil {
		if first, err := s.people.HasOrganizer(ctx); err != nil || first {
			return Invitation{}, cmp.Or(err, error(ended))
		}
	}
	return i, nil
}

// joinTx uses a link up.
type joinTx interface {
	AppointTx
	CreateAccount(ctx context.Context, a Account) error
	UseInvitation(ctx context.Context, tokenHash []byte, accountID int64) error
}

// Join makes an account from an invitation, gives its role and signs in. There is
// no account without the role, and no used link without the account. Sent again, by
// a second press or because the answer was lost, it signs the same person in.
func (s *InvitationCommands) Join(ctx context.Context, token string, p NewPerson, device, address string) (session string, err error) {
	session, err = s.join(ctx, token, p, device, address)
	if err == nil || limit.Check(p) != nil {
		return session, err
	}
	a, unknown := s.persons.people.AccountByLogin(ctx, strings.ToLower(strings.TrimSpace(p.Login)))
	if unknown != nil || !s.UsedBy(ctx, token, a.AccountID) {
		return "", err
	}
	again, wrong := s.doors.SignIn(ctx, Credentials{Login: p.Login, Password: p.Password, Device: device, Address: address})
	if wrong != nil {
		return "", err
	}
	return again, nil
}

// UsedBy reports whether somebody used a link up.
func (s *InvitationCommands) UsedBy(ctx context.Context, token string, accountID int64) bool {
	i, err := s.links.InvitationByToken(ctx, HashToken(token))
	return err == nil && i.UsedBy != nil && *i.UsedBy == accountID
}

func (s *InvitationCommands) join(ctx context.Context, token string, p NewPerson, device, address string) (session string, err error) {
	i, err := s.Invitation(ctx, token)
	if err != nil {
		return "", err
	}
	a, err := s.persons.newAccount(ctx, p, "none")
	if err != nil {
		return "", err
	}
	if err := s.accept(ctx, i, a, false); err != nil {
		return "", err
	}
	return s.doors.openSession(ctx, a.AccountID, device, address)
}

// Accept gives the role of an invitation to somebody who has an account. Sent again it has
// nothing left to do.
func (s *InvitationCommands) Accept(ctx context.Context, token string, who Identity) error {
	i, err := s.Invitation(ctx, token)
	if err == nil {
		err = s.accept(ctx, i, who.Account, true)
	}
	if err != nil && s.UsedBy(ctx, token, who.Account.AccountID) {
		return nil
	}
	return err
}

// accept uses the invitation up, makes the account unless it is known, and gives
// the role, in one transaction: a link that two people open at once serves one of
// them, and the other is left without anything half made.
func (s *InvitationCommands) accept(ctx context.Context, i Invitation, a Account, known bool) error {
	if i.EventID == nil {
		return s.links.FoundServer(ctx, i.TokenHash, a, known, s.now())
	}
	by := a.AccountID
	if i.CreatedBy != nil {
		by = *i.CreatedBy
	}
	cmd := journal.Command{Actor: journal.Actor{AccountID: a.AccountID, Name: a.Name}}
	_, err := s.joins(ctx, *i.EventID, cmd, func(tx joinTx) (journal.Change, error) {
		if !known {
			if err := tx.CreateAccount(ctx, a); err != nil {
				return journal.Change{}, err
			}
		}
		if err := tx.UseInvitation(ctx, i.TokenHash, a.AccountID); err != nil {
			return journal.Change{}, err
		}
		return insertGrant(ctx, tx, Grant{EventID: *i.EventID, AccountID: a.AccountID, Role: i.Role, SectionID: i.SectionID, GrantedBy: by}, a.Name)
	})
	return err
}

func insertGrant(ctx context.Context, tx AppointTx, g Grant, name string) (journal.Change, error) {
	grants, err := tx.LiveGrants(ctx)
	if err != nil {
		return journal.Change{}, err
	}
	for _, old := range grants {
		if old.AccountID == g.AccountID && old.Role == g.Role && equal(old.SectionID, g.SectionID) && old.ExpiresAt == nil && g.ExpiresAt == nil {
			return journal.Change{}, nil
		}
	}
	if g.GrantID, err = tx.NextID(ctx, "grant"); err != nil {
		return journal.Change{}, err
	}
	g.GrantedAt = tx.Now()
	if err := tx.InsertGrant(ctx, g); err != nil {
		return journal.Change{}, err
	}
	return journal.Change{Reach: journal.DeskOnly, Action: "give a role", Subject: journal.Subject("person", g.AccountID), After: describe(g, name), Back: g.GrantID}, nil
}

func equal(a, b *int64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

func describe(g Grant, name string) map[string]any {
	d := map[string]any{"person": name, "role": g.Role}
	if g.SectionID != nil {
		d["section"] = *g.SectionID
	}
	if g.ExpiresAt != nil {
		d["until"] = g.ExpiresAt.Format(time.RFC3339)
	}
	return d
}

// GiveRole is the request of an official to give a role to somebody known.
type GiveRole struct {
	EventID, AccountID, SectionID int64
	Role                          access.Role
	ExpiresAt                     *time.Time
}

// AppointTx gives a role.
type AppointTx interface {
	Numbers
	LiveGrants(ctx context.Context) ([]Grant, error)
	InsertGrant(ctx context.Context, g Grant) error
}

// grantTx gives roles and takes them back.
type grantTx interface {
	Numbers
	GrantRows
}

// GiveRole gives it; it takes effect on the person's next request.
func (s *RoleCommands) GiveRole(ctx context.Context, cmd journal.Command, by access.Actor, g GiveRole) error {
	if err := limit.Check(g); err != nil {
		return err
	}
	if !slices.Contains(access.GrantableBy(by, access.Object{EventID: g.EventID, SectionID: g.SectionID}, s.now()), g.Role) {
		return fault.New(fault.Forbidden, "You cannot give this role here.")
	}
	if err := checkSection(ctx, s.roles, g.EventID, g.SectionID); err != nil {
		return err
	}
	_, err := s.grants(ctx, g.EventID, cmd, func(tx grantTx) (journal.Change, error) {
		name, err := tx.AccountName(ctx, g.AccountID)
		if err != nil {
			return journal.Change{}, err
		}
		grant := Grant{EventID: g.EventID, AccountID: g.AccountID, Role: g.Role, GrantedBy: by.AccountID, ExpiresAt: g.ExpiresAt}
		if g.SectionID != 0 {
			grant.SectionID = &g.SectionID
		}
		return insertGrant(ctx, tx, grant, name)
	})
	return err
}

// TakeRole ends a grant. An event always keeps one organizer and, once it has
// one, a chief floor director.
func (s *RoleCommands) TakeRole(ctx context.Context, cmd journal.Command, by access.Actor, eventID, grantID int64) error {
	_, err := s.grants(ctx, eventID, cmd, func(tx grantTx) (journal.Change, error) {
		grants, err := tx.LiveGrants(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		i := slices.IndexFunc(grants, func(g Grant) bool { return g.GrantID == grantID })
		if i < 0 {
			return journal.Change{}, fault.New(fault.NotFound, "This role was taken back already.")
		}
		g := grants[i]
		object := access.Object{EventID: eventID}
		if g.SectionID != nil {
			object.SectionID = *g.SectionID
		}
		if !slices.Contains(access.GrantableBy(by, object, s.now()), g.Role) {
			return journal.Change{}, fault.New(fault.Forbidden, "You cannot take this role back.")
		}
		others := slices.ContainsFunc(grants, func(o Grant) bool { return o.Role == g.Role && o.GrantID != grantID && o.outlasts(g) })
		switch {
		case g.Role == access.Organizer && !others:
			return journal.Change{}, fault.New(fault.Conflict, "This is the event's last organizer. Give the role to somebody else first.")
		case g.Role == access.Chief && !others:
			return journal.Change{}, fault.New(fault.Conflict, "This is the event's last chief floor director. Give the role to somebody else first.")
		}
		name, err := tx.AccountName(ctx, g.AccountID)
		if err != nil {
			return journal.Change{}, err
		}
		if err := tx.RevokeGrant(ctx, grantID); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "take a role back", Subject: journal.Subject("person", g.AccountID), Before: describe(g, name)}, nil
	})
	return err
}

// outlasts reports whether g counts at least as long as the other.
func (g Grant) outlasts(other Grant) bool {
	return g.ExpiresAt == nil || other.ExpiresAt != nil && !g.ExpiresAt.Before(*other.ExpiresAt)
}

// AppointMaker gives a role of a new event to who makes it, inside the transaction
// that does.
func AppointMaker(ctx context.Context, tx AppointTx, maker Account, role access.Role) (journal.Change, error) {
	return insertGrant(ctx, tx, Grant{AccountID: maker.AccountID, Role: role, GrantedBy: maker.AccountID}, maker.Name)
}

// tieTx writes down to whom an official belongs.
type tieTx interface {
	TieRows
	Now() time.Time
}

// DeclareTie notes that an official belongs to a team or a club; RemoveTie
// takes it back. Both stay in the journal.
func (s *RoleCommands) DeclareTie(ctx context.Context, cmd journal.Command, a Affiliation) error {
	return s.changeTie(ctx, cmd, a, tieTx.InsertTie, journal.Change{Action: "declare a tie", After: a})
}

// RemoveTie takes a declared tie back.
func (s *RoleCommands) RemoveTie(ctx context.Context, cmd journal.Command, a Affiliation) error {
	return s.changeTie(ctx, cmd, a, tieTx.DeleteTie, journal.Change{Action: "remove a tie", Before: a})
}

func (s *RoleCommands) changeTie(
	ctx context.Context, cmd journal.Command, a Affiliation, write func(tieTx, context.Context, Affiliation) (bool, error), change journal.Change,
) error {
	if err := limit.Check(a); err != nil {
		return err
	}
	if (a.Kind == "team") != (a.TeamID != nil) || (a.Kind == "club") != (a.Club != "") {
		return fault.New(fault.Invalid, "Choose a team or enter a club.")
	}
	_, err := s.ties(ctx, a.EventID, cmd, func(tx tieTx) (journal.Change, error) {
		a.CreatedAt = tx.Now()
		changed, err := write(tx, ctx, a)
		if err != nil || !changed {
			return journal.Change{}, err
		}
		change.Reach, change.Subject = journal.DeskOnly, journal.Subject("person", a.AccountID)
		return change, nil
	})
	return err
}

// Officials lists everybody with a role in the event.
func (s *RoleCommands) Officials(ctx context.Context, eventID int64) ([]Official, error) {
	return s.roles.Officials(ctx, eventID)
}

// Invitations lists the open links of an event.
func (s *InvitationCommands) Invitations(ctx context.Context, eventID int64) ([]Invitation, error) {
	return s.links.InvitationsOf(ctx, eventID)
}

// CancelInvitation makes an open link useless.
func (s *InvitationCommands) CancelInvitation(ctx context.Context, cmd journal.Command, eventID, invitationID int64) error {
	_, err := s.invites(ctx, eventID, cmd, func(tx inviteTx) (journal.Change, error) {
		gone, err := tx.CancelInvitation(ctx, invitationID)
		before := gone.words()
		delete(before, "until") // it is the end by now
		return journal.Change{Reach: journal.DeskOnly, Action: "take a link back", Subject: gone.subject(), Before: before}, err
	})
	return err
}
