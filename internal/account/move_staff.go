package account

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// MoveStaff sends an official to a section and a place. SectionID 0 means the
// whole hall. GrantID is the role for one section that moves along; 0 leaves the
// roles as they are.
type MoveStaff struct {
	EventID, AccountID int64
	GrantID            int64
	SectionID          int64
	Section            string // its name
	Place              string
}

// moveTx sends people to another place, with the role they have there.
type moveTx interface {
	grantTx
	DutyRows
}

// MoveStaff carries it out: the person's role in the old section ends and the
// same role in the new one begins with the next click.
func (s *RoleCommands) MoveStaff(ctx context.Context, cmd journal.Command, by access.Actor, in MoveStaff) error {
	if err := limit.Check(in); err != nil {
		return err
	}
	in.Place = strings.Join(strings.Fields(in.Place), " ")
	if err := checkSection(ctx, s.roles, in.EventID, in.SectionID); err != nil {
		return err
	}
	_, err := s.moves(ctx, in.EventID, cmd, func(tx moveTx) (journal.Change, error) {
		name, err := tx.AccountName(ctx, in.AccountID)
		if err != nil {
			return journal.Change{}, err
		}
		grants, err := tx.LiveGrants(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		own := slices.DeleteFunc(grants, func(g Grant) bool { return g.AccountID != in.AccountID })
		if len(own) == 0 {
			return journal.Change{}, fault.New(fault.NotFound, "%s has no role here any more.", name)
		}
		before, err := tx.DutyOf(ctx, in.AccountID)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return journal.Change{}, err
		}
		where := in.Section
		if in.SectionID == 0 {
			where = "the whole hall"
		}
		duty := Duty{EventID: in.EventID, AccountID: in.AccountID, Place: in.Place, At: tx.Now()}
		if in.SectionID != 0 {
			duty.SectionID = &in.SectionID
		}
		was, is, err := s.moveRole(ctx, tx, by, in, own)
		if err != nil {
			return journal.Change{}, err
		}
		if err := tx.SaveDuty(ctx, duty); err != nil {
			return journal.Change{}, err
		}
		change := journal.Change{Reach: journal.DeskOnly, Action: "move staff", Subject: journal.Subject("person", in.AccountID)}
		change.After = moved(strings.TrimSuffix(fmt.Sprintf("%s: %s, %s", name, where, in.Place), ", "), duty, is, name)
		if before.AccountID != 0 || was != nil {
			change.Before = moved("", before, was, name)
		}
		return change, nil
	})
	return err
}

// moved is where somebody works, and by which role, as the journal keeps it; nil
// when no role moved along.
func moved(sentence string, d Duty, g *Grant, name string) map[string]any {
	told := map[string]any{}
	if sentence != "" {
		told["result"] = sentence
	}
	if d.Place != "" {
		told["place"] = d.Place
	}
	if d.SectionID != nil {
		told["section"] = *d.SectionID
	}
	if g != nil {
		told["role"] = describe(*g, name)
	}
	return told
}

// moveRole ends the named role and gives the same one in the new section. It
// returns both, nil where no role moves or the new one was there.
func (s *RoleCommands) moveRole(ctx context.Context, tx moveTx, by access.Actor, in MoveStaff, own []Grant) (was, is *Grant, err error) {
	i := slices.IndexFunc(own, func(g Grant) bool { return g.GrantID == in.GrantID })
	if in.GrantID == 0 || in.SectionID == 0 {
		return nil, nil, nil
	}
	if i < 0 || own[i].SectionID == nil {
		return nil, nil, fault.New(fault.Conflict, "This role was taken back or moved already. Nothing was changed.")
	}
	g := own[i]
	if *g.SectionID == in.SectionID {
		return nil, nil, nil
	}
	old := g
	for _, section := range []int64{*g.SectionID, in.SectionID} {
		if !slices.Contains(access.GrantableBy(by, access.Object{EventID: in.EventID, SectionID: section}, s.now()), g.Role) {
			return nil, nil, fault.New(fault.Forbidden, "You cannot move this role there.")
		}
	}
	if err := tx.RevokeGrant(ctx, g.GrantID); err != nil {
		return nil, nil, err
	}
	had := slices.ContainsFunc(own, func(o Grant) bool { return o.Role == g.Role && (o.SectionID == nil || *o.SectionID == in.SectionID) })
	if had {
		return &old, nil, nil
	}
	if g.GrantID, err = tx.NextID(ctx, "grant"); err != nil {
		return nil, nil, err
	}
	g.SectionID, g.GrantedBy, g.GrantedAt = &in.SectionID, by.AccountID, tx.Now()
	return &old, &g, tx.InsertGrant(ctx, g)
}

// Seats lists the devices on which officials of an event are signed in.
func (s *RoleCommands) Seats(ctx context.Context, eventID int64) ([]Seat, error) {
	return s.roles.Seats(ctx, eventID)
}
