package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// What the desk does by form a program does by JSON, through the same commands
// and permissions. It shows a token as "Authorization: Bearer TOKEN" and names each
// change in the header Idempotency-Key, so that sending it again is harmless.

const idempotencyHeader = "Idempotency-Key"

// identifyProgram finds whom the token of a request acts for. The cookie of a browser
// counts for nothing here: a token has scopes and an end, and no page of another site
// can send it.
func (s *Server) identifyProgram(v *visit) error {
	scheme, token, ok := strings.Cut(v.Request().Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") { // RFC 9110, 11.1: schemes know no case
		return nil
	}
	token = strings.TrimSpace(token)
	who, err := s.Accounts.IdentifyProgram(v.Request().Context(), token)
	if err != nil {
		return err
	}
	v.who = who
	v.Response().Header().Set(rateLimitHeader, tokenPolicy)
	return s.admitProgram(token)
}

// refuseProgram says what a program lacks.
func (v *visit) refuseProgram(needs access.Action) error {
	scope := access.ScopeOf(needs)
	switch {
	case !v.who.Actor.Program && !v.who.SignedIn():
		v.Response().Header().Set("WWW-Authenticate", "Bearer")
		return fault.New(fault.SignIn, "Send a token in the header Authorization: Bearer TOKEN. The page Programs of the event's desk makes one.")
	case v.who.Actor.Program && scope != "":
		return fault.New(fault.Forbidden, "To %s here the token needs the scope %q, and its owner the role of %s.", needs, scope, rolesFor(needs))
	}
	return fault.New(fault.Forbidden, "To %s here you need to be %s.", needs, rolesFor(needs))
}

// apiWrite is the handler of a change: it reads the body strictly, carries the
// command out and answers with what do returns.
func apiWrite[In any](do func(s *Server, v *visit, cmd journal.Command, in In) (any, error)) func(*Server, *visit) error {
	return func(s *Server, v *visit) error {
		cmd, err := v.apiCommand()
		if err != nil {
			return err
		}
		var in In
		if err := v.readBody(&in); err != nil {
			return err
		}
		if cmd.Content, err = v.asked(in); err != nil {
			return err
		}
		out, err := do(s, v, cmd, in)
		if err != nil {
			return err
		}
		return v.JSON(http.StatusOK, out)
	}
}

// apiCommand names who acts and the change. Keys of two people, and those of the
// pages' forms, cannot meet.
func (v *visit) apiCommand() (journal.Command, error) {
	key := strings.TrimSpace(v.Request().Header.Get(idempotencyHeader))
	if key == "" || len(key) > 200 {
		return journal.Command{}, fault.Field(idempotencyHeader, "Name the change in the header %s, with up to 200 bytes that no other change has; send the same name when you send the change again.", idempotencyHeader)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", v.who.Account.AccountID, key))
	return journal.Command{
		Actor: journal.Actor{AccountID: v.who.Account.AccountID, Name: v.who.Account.Name},
		Key:   "api-" + hex.EncodeToString(sum[:]),
	}, nil
}

// asked is a digest of what a program asks for and where.
func (v *visit) asked(in any) ([]byte, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, fmt.Errorf("encode what was asked for: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", v.Request().URL.Path, body))
	return sum[:], nil
}

// nothing is the body of a change that the address says all about.
type nothing struct{}

// done is the answer to a change that has nothing more to tell.
type done struct {
	Done bool `json:"done"`
}
