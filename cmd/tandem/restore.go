package main

import (
	"context"
	"errors"
	"os"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/postgres"
)

var restoreCommand = command{
	name:    "restore",
	summary: "load a backup into an empty database; all of it or nothing",
	example: "TANDEM_DATA_DIR=/var/lib/tandem-new tandem restore spring-2026.tandem",
	run: func(ctx context.Context, c console, args []string) int {
		flags := newFlags(c, "restore", "[-try] FILE|-")
		try := flags.Bool("try", false, "only find out whether the file can be restored: into a scratch copy beside the data in use, also while Tandem runs")
		if code, ok := parseFlags(c, flags, args); !ok {
			return code
		}
		if flags.NArg() != 1 {
			flags.Usage()
			return exitUsage
		}
		s, err := readSettings(os.LookupEnv)
		if err != nil {
			return fail(c, exitUsage, "restore", err)
		}
		file, err := openInput(c, flags.Arg(0))
		if err != nil {
			return fail(c, exitUsage, "restore", err)
		}
		defer file.Close()
		db, err := joinDatabase(ctx, c, s)
		if err != nil {
			return fail(c, databaseFailure(err), "restore", err)
		}
		restore, done := postgres.Restore, "Restored"
		if *try {
			restore, done = postgres.TryRestore, "This backup can be restored:"
		}
		manifest, err := restore(ctx, db.pool, file)
		if err := errors.Join(err, db.close()); err != nil {
			return fail(c, restoreFailure(err), "restore", err)
		}
		printManifest(c.err, done, manifest)
		return exitDone
	},
}

// restoreFailure tells a wrong file or target from a failing machine.
func restoreFailure(err error) int {
	var bad *backupfile.BadError
	var full *postgres.NotEmptyError
	var newer *postgres.NewerSchemaError
	if errors.As(err, &bad) || errors.As(err, &full) || errors.As(err, &newer) {
		return exitUsage
	}
	return exitMachine
}
