package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// apiWrite is the handler of a change: it reads the body strictly, carries the
// command out and answers with what do returns.
func apiWrite[In any](do func(v *visit.Visit, cmd journal.Command, in In) (any, error)) func(*visit.Visit) error {
	return func(v *visit.Visit) error {
		cmd, err := apiCommand(v)
		if err != nil {
			return err
		}
		var in In
		if err := readBody(v, &in); err != nil {
			return err
		}
		if cmd.Content, err = asked(v, in); err != nil {
			return err
		}
		out, err := do(v, cmd, in)
		if err != nil {
			return err
		}
		return v.JSON(http.StatusOK, out)
	}
}

// apiCommand names who acts and the change. Keys of two people, and those of the
// pages' forms, cannot meet.
func apiCommand(v *visit.Visit) (journal.Command, error) {
	key := strings.TrimSpace(v.Request().Header.Get(visit.IdempotencyHeader))
	if key == "" || len(key) > 200 {
		return journal.Command{}, fault.Field(visit.IdempotencyHeader, "Name the change in the header %s, with up to 200 bytes that no other change has; send the same name when you send the change again.", visit.IdempotencyHeader)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", v.Who.Account.AccountID, key))
	return journal.Command{
		Actor: journal.Actor{AccountID: v.Who.Account.AccountID, Name: v.Who.Account.Name},
		Key:   "api-" + hex.EncodeToString(sum[:]),
	}, nil
}

// asked is a digest of what a program asks for and where.
func asked(v *visit.Visit, in any) ([]byte, error) {
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
