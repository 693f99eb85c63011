package takeback

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
)

// peopleWays are those of roles, links, ties and programs.
var peopleWays = map[string]*way{
	"give a role": {
		commands: []string{"Accounts.GiveRole", "Accounts.Join"}, may: access.EditPeople, then: says(fault.Word("The role ends at once; what was done with it stays.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			grant, err := into[int64](t.act.Back)
			switch {
			case err == nil && grant == 0:
				err = older
			case t.behind() == t.by.AccountID:
				err = fault.New(fault.Conflict, "This is how you came in yourself, and nobody puts himself out by a key.")
			}
			if err != nil {
				return err
			}
			return d.Accounts.TakeRole(ctx, t.cmd, t.by, t.eventID, grant)
		},
	},
	"take a role back": {
		commands: []string{"Accounts.TakeRole"}, may: access.EditPeople, same: []string{"give a role", "take a role back", "move staff"},
		then: says(fault.Word("The person has the role again.")), undo: roleBack,
	},
	"move staff": never(fault.Word("The person was told where to go. Send him where he is needed."), "Accounts.MoveStaff"),
	"make a link for a role": {
		commands: []string{"Accounts.Invite"}, may: access.EditPeople, then: says(fault.Word("The link opens nothing any more.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			return d.Accounts.CancelInvitation(ctx, t.cmd, t.eventID, t.behind())
		},
	},
	"take a link back": never(fault.Word("Nobody knows the link any more but who has it. Make a new one."), "Accounts.CancelInvitation"),
	"declare a tie": {
		commands: []string{"Accounts.DeclareTie"}, may: access.EditPeople, same: []string{"remove a tie"}, then: says(fault.Word("The tie is declared no more; that it was stays in the journal.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			tie, err := into[account.Affiliation](t.After)
			if err != nil {
				return err
			}
			return d.Accounts.RemoveTie(ctx, t.cmd, tie)
		},
	},
	"remove a tie": {
		commands: []string{"Accounts.RemoveTie"}, may: access.EditPeople, same: []string{"declare a tie"}, then: says(fault.Word("The tie is declared again.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			tie, err := into[account.Affiliation](t.Before)
			if err != nil {
				return err
			}
			return d.Accounts.DeclareTie(ctx, t.cmd, tie)
		},
	},
	"let a program in": {
		commands: []string{"Accounts.OpenToken"}, may: access.LetProgramsIn, same: []string{"keep a program out"}, then: says(fault.Word("The program is kept out from its next request on.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			return d.Accounts.CloseToken(ctx, t.cmd, t.eventID, t.behind())
		},
	},
	"keep a program out": never(fault.Word("The token of before is not known any more. Let the program in again: it gets a new one."), "Accounts.CloseToken"),
}

// roleBack gives the role again that the entry describes.
func roleBack(ctx context.Context, d *Desk, t target) error {
	was, err := into[struct {
		Role    access.Role
		Section int64
		Until   *time.Time
	}](t.Before)
	if err != nil {
		return err
	}
	return d.Accounts.GiveRole(ctx, t.cmd, t.by, account.GiveRole{
		EventID: t.eventID, AccountID: t.behind(), SectionID: was.Section, Role: was.Role, ExpiresAt: was.Until,
	})
}
