package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
)

var restoreCommand = command{
	name:    "restore",
	summary: "load a backup, or the newest of a folder, into an empty database; all of it or nothing",
	example: "TANDEM_DATA_DIR=/var/lib/tandem-new tandem restore /media/usb",
	run: func(ctx context.Context, c console, args []string) int {
		flags := newFlags(c, "restore", "[-try] FOLDER|FILE|- [NEWER]")
		try := flags.Bool("try", false, "only find out whether it can be restored: into a scratch copy beside the data in use, also while Tandem runs")
		if code, ok := parseFlags(c, flags, args); !ok {
			return code
		}
		if flags.NArg() < 1 || flags.NArg() > 2 {
			flags.Usage()
			return exitUsage
		}
		s, err := readSettings(os.LookupEnv)
		if err != nil {
			return fail(c, exitUsage, "restore", err)
		}
		files, err := openBackups(ctx, c, flags.Args())
		if err != nil {
			return fail(c, exitUsage, "restore", err)
		}
		defer files.close()
		db, err := joinDatabase(ctx, c, s)
		if err != nil {
			return fail(c, databaseFailure(err), "restore", err)
		}
		restore, done := postgres.Restore, "Restored"
		if *try {
			restore, done = postgres.TryRestore, "This backup can be restored:"
		}
		manifest, err := restore(ctx, db.pool, files[0], files.newer()...)
		if err := errors.Join(err, db.close()); err != nil {
			return fail(c, restoreFailure(err), "restore", err)
		}
		printManifest(c.err, done, manifest)
		printOrigin(c.err, manifest, len(files) == 1)
		return exitDone
	},
}

// openBackupFiles are the files of one restore: the older one first.
type openBackupFiles []io.ReadCloser

func (f openBackupFiles) close() {
	for _, file := range f {
		file.Close()
	}
}

func (f openBackupFiles) newer() []io.Reader {
	var rest []io.Reader
	for _, file := range f[1:] {
		rest = append(rest, file)
	}
	return rest
}

// openBackups opens what was named: files, or of a folder the newest of everything and
// what changed since.
func openBackups(ctx context.Context, c console, named []string) (files openBackupFiles, err error) {
	if info, err := os.Stat(named[0]); err == nil && info.IsDir() {
		if len(named) > 1 {
			return nil, fmt.Errorf("%q follows a folder; expected nothing there", named[1])
		}
		if named, err = savepoint.Newest(named[0]); err != nil {
			return nil, err
		}
		for _, path := range named {
			fmt.Fprintf(c.err, "Taking %s (%s)\n", path, savepoint.Describe(path))
		}
	}
	for _, path := range named {
		file, err := openInput(ctx, c, path)
		if err != nil {
			files.close()
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// printOrigin says what is not proved by the file itself.
func printOrigin(w io.Writer, m postgres.Manifest, alone bool) {
	switch {
	case m.Seal == "" && m.Format == backupfile.Plain:
		fmt.Fprintln(w, "  This file carries no digests, as from before there were any: only the journals prove what is in it.")
	case m.Seal != "":
		fmt.Fprintf(w, "  File seal %s\n", m.Seal.Groups())
	}
	if m.Part != nil && alone {
		fmt.Fprintf(w, "  It has the events that changed since %s and no others: those are in the save point of that time.\n", m.Part.Follows.Format("2 January 2006, 15:04 MST"))
	}
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
