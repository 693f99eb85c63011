package account

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// LongestToken is how long a program may be let in at most.
const LongestToken = 366 * 24 * time.Hour

// NewProgram is the request to let a program in. SectionID 0: every section.
type NewProgram struct {
	EventID   int64
	SectionID int64
	Name      string
	Scopes    []access.Scope
	ExpiresAt time.Time
	Token     string `limit:"-"` // made by who asks
}

// tokenTx lets programs in and keeps them out.
type tokenTx interface {
	Numbers
	TokenRows
}

// OpenToken lets a program act for the person who asks, within scopes and until a
// day. Of the token the hash alone is kept. It reports whether the token lets in: that of a
// repeat of the command does when it is the same one, and nobody closed it.
func (s *ProgramCommands) OpenToken(ctx context.Context, cmd journal.Command, in NewProgram) (opens bool, err error) {
	if err := limit.Check(in); err != nil {
		return false, err
	}
	in.Name = strings.Join(strings.Fields(in.Name), " ")
	if err := in.check(s.now()); err != nil {
		return false, err
	}
	if err := checkSection(ctx, s.roles, in.EventID, in.SectionID); err != nil {
		return false, err
	}
	if err := checkToken(in.Token); err != nil {
		return false, err
	}
	receipt, err := s.tokens(ctx, in.EventID, cmd, func(tx tokenTx) (journal.Change, error) {
		id, err := tx.NextID(ctx, "token")
		if err != nil {
			return journal.Change{}, err
		}
		t := Token{
			EventID: in.EventID, TokenID: id, AccountID: cmd.Actor.AccountID, Name: in.Name, TokenHash: HashToken(in.Token),
			Scopes: in.Scopes, CreatedAt: tx.Now(), ExpiresAt: in.ExpiresAt.UTC(),
		}
		if in.SectionID != 0 {
			t.SectionID = &in.SectionID
		}
		return journal.Change{
			Action: "let a program in", Subject: journal.Subject("program", id),
			After: map[string]any{"name": t.Name, "scopes": t.Scopes, "until": t.ExpiresAt.Format(time.DateOnly)},
			Reach: journal.DeskOnly,
		}, tx.InsertToken(ctx, t)
	})
	if err != nil || !receipt.Repeated {
		return err == nil, err
	}
	_, err = s.IdentifyProgram(ctx, in.Token)
	return err == nil, unless(fault.SignIn, err)
}

func (in NewProgram) check(now time.Time) error {
	var form fault.Form
	if in.Name == "" {
		form.Add("name", "Enter what the program is, such as scoreboard.")
	}
	if len(in.Scopes) == 0 || slices.ContainsFunc(in.Scopes, func(s access.Scope) bool { return !access.KnownScope(s) }) {
		form.Add("scopes", "Choose what the program may do.")
	}
	if !in.ExpiresAt.After(now) || in.ExpiresAt.Sub(now) > LongestToken {
		form.Add("until", "Choose a day from tomorrow to a year from now.")
	}
	return form.Err()
}

// CloseToken keeps a program out from its next request on.
func (s *ProgramCommands) CloseToken(ctx context.Context, cmd journal.Command, eventID, tokenID int64) error {
	_, err := s.tokens(ctx, eventID, cmd, func(tx tokenTx) (journal.Change, error) {
		t, err := tx.CloseToken(ctx, tokenID)
		return journal.Change{Action: "keep a program out", Subject: journal.Subject("program", tokenID), Before: map[string]any{"name": t.Name}, Reach: journal.DeskOnly}, err
	})
	return err
}

// Tokens lists the programs of an event, the newest first.
func (s *ProgramCommands) Tokens(ctx context.Context, eventID int64) ([]Token, error) {
	return s.programs.TokensOf(ctx, eventID)
}

// IdentifyProgram finds whom a program acts for. A missing, closed or expired
// token is a SignIn fault. The journal names the person and the program.
func (s *ProgramCommands) IdentifyProgram(ctx context.Context, token string) (Identity, error) {
	unknown := fault.New(fault.SignIn, "This token is unknown, expired or was taken back. A new one is made on the page Programs of the event's desk.")
	t, owner, grants, err := s.programs.TokenByHash(ctx, HashToken(token))
	if fault.Is(err, fault.NotFound) {
		return Identity{}, unknown
	}
	if err != nil {
		return Identity{}, err
	}
	now := s.now()
	if owner.DisabledAt != nil || !now.Before(t.ExpiresAt) {
		return Identity{}, unknown
	}
	if t.SeenAt == nil || now.Sub(*t.SeenAt) > time.Minute {
		err := s.programs.TouchToken(ctx, t.EventID, t.TokenID, now)
		if err != nil && !fault.Is(err, fault.Unavailable) { // reading goes on while nothing can be saved
			return Identity{}, err
		}
	}
	owner.Name = fmt.Sprintf("%s (program %s)", owner.Name, t.Name)
	owner.SiteRole = "none" // a token is of one event
	actor := actorOf(owner, grants)
	actor.Program, actor.Scopes = true, t.Scopes
	return Identity{Account: owner, Actor: actor}, nil
}
