package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/tandemchess/tandem/internal/postgres"
)

var migrateCommand = command{
	name:    "migrate",
	summary: "bring the database's schema up to date and end",
	example: "DATABASE_URL=postgres://tandem@db.example.org/tandem tandem migrate",
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "migrate", "")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if !noArguments(c, fs) {
			return exitUsage
		}
		s, err := readSettings(os.LookupEnv)
		if err != nil {
			return fail(c, exitUsage, "migrate", err)
		}
		db, err := joinDatabase(ctx, c, s)
		if err != nil {
			return fail(c, databaseFailure(err), "migrate", err)
		}
		applied, err := postgres.Migrate(ctx, db.direct)
		if err := errors.Join(err, db.close()); err != nil {
			return fail(c, exitMachine, "migrate", err)
		}
		for _, m := range applied {
			fmt.Fprintf(c.out, "%d %s\n", m.Version, m.Name)
		}
		if len(applied) == 0 {
			fmt.Fprintln(c.err, "The schema is up to date.")
		}
		return exitDone
	},
}
