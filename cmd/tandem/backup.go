package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/postgres"
)

var backupCommand = command{
	name:    "backup",
	summary: "save everything, or one event, into one file; works while Tandem runs",
	example: "tandem backup spring-2026.tandem",
	run: func(ctx context.Context, c console, args []string) int {
		flags := newFlags(c, "backup", "[-event EVENT] FILE|-")
		event := flags.String("event", "", "save only the event with this address, such as spring-2026, to carry it to another machine: without passwords")
		if code, ok := parseFlags(c, flags, args); !ok {
			return code
		}
		if flags.NArg() != 1 {
			flags.Usage()
			return exitUsage
		}
		s, err := readSettings(os.LookupEnv)
		if err != nil {
			return fail(c, exitUsage, "backup", err)
		}
		path := flags.Arg(0)
		if err := refuseExisting(path); err != nil {
			return fail(c, exitUsage, "backup", err)
		}
		db, err := joinDatabase(ctx, c, s)
		if err != nil {
			return fail(c, databaseFailure(err), "backup", err)
		}
		manifest, err := writeFile(path, c.out, func(w io.Writer) (postgres.Manifest, error) {
			if *event != "" {
				return postgres.BackupEvent(ctx, db.pool, *event, w, time.Now())
			}
			return postgres.Backup(ctx, db.pool, w, time.Now())
		})
		if err := errors.Join(err, db.close()); err != nil {
			if fault.Is(err, fault.NotFound) {
				return fail(c, exitUsage, "backup", err)
			}
			return fail(c, exitMachine, "backup", err)
		}
		printManifest(c.err, "Saved", manifest)
		printOrigin(c.err, manifest, true)
		return exitDone
	},
}

// refuseExisting keeps a slip of the hand from replacing an older backup.
func refuseExisting(path string) error {
	if path == "-" {
		return nil
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; give another name", path)
	}
	return nil
}

// writeFile lets write fill a file that gets its name only when it is complete
// and on disk; "-" is out. Only the owner may read it: it holds what passwords
// are checked against.
func writeFile[T any](path string, out io.Writer, write func(io.Writer) (T, error)) (T, error) {
	if path == "-" {
		return write(out)
	}
	var zero T
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.partial") // its own, whoever writes beside us
	if err != nil {
		return zero, fmt.Errorf("creating the file: %w", err)
	}
	result, err := write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return zero, errors.Join(fmt.Errorf("writing %s: %w", path, err), os.Remove(f.Name()))
	}
	return result, nil
}

// printManifest says what a backup holds, and which journals were broken when
// it was made.
func printManifest(w io.Writer, done string, m postgres.Manifest) {
	fmt.Fprintf(w, "%s %d rows of %d tables, as of %s.\n", done, m.Rows, m.Tables, m.TakenAt.Format(time.RFC3339))
	for _, e := range m.Events {
		fmt.Fprintf(w, "  %s: %d journal entries, seal %.16s\n", e.Slug, e.Version, e.Head)
		if e.Broken != "" {
			fmt.Fprintf(w, "  WARNING: the journal of %s is not intact: %s\n", e.Slug, e.Broken)
		}
		for _, difference := range e.Differs {
			fmt.Fprintf(w, "  WARNING: a value of %s is not what its journal says: %s\n", e.Slug, difference)
		}
	}
}
