package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"
)

var migrateCommand = command{
	name:    "migrate",
	summary: "bring the database's schema up to date and end",
	example: "DATABASE_URL=postgres://tandem@db.example.org/tandem tandem migrate",
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "migrate", "")
		unsaved := fs.Bool("without-save-point", false, "do not save everything before: when that cannot be done and you have a copy of your own")
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
		db, err := joinWith(ctx, c, s, carriesOver)
		if err != nil {
			return fail(c, databaseFailure(err), "migrate", err)
		}
		keeper := newKeeper(s, time.Now, db, slog.New(slog.NewTextHandler(c.err, nil)))
		if *unsaved {
			keeper = nil
		}
		applied, err := db.migrate(ctx, c, keeper)
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
