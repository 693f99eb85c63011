package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/postgres"
)

var verifyCommand = command{
	name:    "verify",
	summary: "check that the journals are intact and that every value is stored as they say",
	example: "tandem verify spring-2026",
	run: func(ctx context.Context, c console, args []string) int {
		flags := newFlags(c, "verify", "[-accept REASON] [EVENT]")
		accept := flags.String("accept", "", "accept the values of EVENT as they are stored, after somebody has looked at each that differs; the journal keeps the reason")
		if code, ok := parseFlags(c, flags, args); !ok {
			return code
		}
		if flags.NArg() > 1 || *accept != "" && flags.NArg() == 0 {
			flags.Usage()
			return exitUsage
		}
		s, err := readSettings(os.LookupEnv)
		if err == nil {
			err = limit.Text("reason", *accept)
		}
		if err != nil {
			return fail(c, exitUsage, "verify", err)
		}
		db, err := joinDatabase(ctx, c, s)
		if err != nil {
			return fail(c, databaseFailure(err), "verify", err)
		}
		only, events, err := verifiedJournals(ctx, db.pool, flags.Arg(0), *accept)
		if err := errors.Join(err, db.close()); fault.Is(err, fault.NotFound) {
			return fail(c, exitUsage, "verify", fmt.Errorf("there is no event %q; without a name all are checked", flags.Arg(0)))
		} else if err != nil {
			return fail(c, exitMachine, "verify", err)
		}
		return printVerified(c, only, events)
	},
}

// verifiedJournals checks all journals and says what the event asked for, by its
// address or an earlier one, is called now; empty: none was. With a reason to accept, its
// values are put under the seal first.
func verifiedJournals(ctx context.Context, pool *postgres.Pool, asked, accept string) (only string, events []postgres.Sealed, err error) {
	if asked != "" {
		var eventID int64
		if eventID, only, err = postgres.CurrentAddress(ctx, pool, asked); err == nil && accept != "" {
			err = postgres.AcceptValues(ctx, pool, eventID, accept)
		}
		if err != nil {
			return "", nil, err
		}
	}
	events, err = postgres.VerifyJournals(ctx, pool)
	return only, events, err
}

// printVerified prints a line per event, or only that of the one asked for.
func printVerified(c console, only string, events []postgres.Sealed) int {
	code := exitDone
	for _, e := range events {
		if only != "" && e.Slug != only {
			continue
		}
		if e.Broken != "" {
			fmt.Fprintf(c.out, "%s\tbroken\t%s\n", e.Slug, e.Broken)
			code = exitNo
			continue
		}
		for _, difference := range e.Differs {
			fmt.Fprintf(c.out, "%s\tdiffers\t%s\n", e.Slug, difference)
			code = exitNo
		}
		if len(e.Differs) > 0 {
			continue
		}
		fmt.Fprintf(c.out, "%s\tok\t%d entries\t%s\t%s\n", e.Slug, e.Version, e.Head, valuesOf(e))
	}
	return code
}

// valuesOf says how far the values of an intact journal were compared.
func valuesOf(e postgres.Sealed) string {
	if e.Unvalued {
		return fmt.Sprintf("no values compared: entry %d was written by an earlier tandem, which kept none; 'tandem migrate' takes them in", e.UnvaluedAt)
	}
	return fmt.Sprintf("%d values compared", e.Compared)
}
