package localpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// initialize creates the data of a layout that has a provisional name. It gets its own when
// it is complete (moveIntoPlace), so that an interrupted creation leaves nothing that looks
// usable.
func initialize(ctx context.Context, p programs, fresh layout, acc account, log *serverLog, opt Options) error {
	if err := ownedDirectory(fresh.data, acc); err != nil {
		return err
	}
	args := []string{"-D", fresh.data, "-U", roleName, "-E", "UTF8", "--locale=C", "--data-checksums", "--no-instructions"}
	if opt.Loopback {
		if err := createPassword(fresh, acc); err != nil {
			return err
		}
		args = append(args, "--auth=scram-sha-256", "--pwfile="+fresh.password)
	} else {
		args = append(args, "--auth-host=reject", "--auth-local=peer")
	}
	if opt.Scratch {
		args = append(args, "--no-sync")
	}
	c, err := startChild(p.command("initdb", args...), acc, log.file, syscall.SIGTERM)
	if err != nil {
		return startFailure(p, log, fmt.Errorf("initdb: %w", err))
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		return errors.Join(fmt.Errorf("creating the database: %w", ctx.Err()), c.stop(fastStop, lastStop))
	}
	if c.err != nil {
		return startFailure(p, log, fmt.Errorf("initdb: %w", c.err))
	}
	return nil
}

// moveIntoPlace gives complete data their own name, for good: what is confirmed on a page
// after it stands in this folder.
func moveIntoPlace(unfinished, data string) error {
	err := os.Rename(unfinished, data)
	if err == nil {
		err = syncFolder(filepath.Dir(data))
	}
	if err != nil {
		return fmt.Errorf("moving the new database to its place: %w", err)
	}
	return nil
}

// writeAccessRules lets Tandem in as the role tandem, through its door only. Both
// files lie outside the data, where the server's account cannot change them, and
// are written at every start because users and doors may have changed.
func writeAccessRules(lay layout, acc account, way door) error {
	hba, ident := way.rules(acc)
	files := []struct{ path, text string }{{lay.hba, hba}, {lay.ident, ident}}
	for _, f := range files {
		old, err := os.ReadFile(f.path)
		if err == nil && bytes.Equal(old, []byte(f.text)) {
			continue
		}
		// The server's account has to read it, so the mode is set despite the umask.
		if err = os.WriteFile(f.path, []byte(f.text), 0o644); err == nil {
			err = os.Chmod(f.path, 0o644)
		}
		if err != nil {
			return fmt.Errorf("writing the server's access rules: %w", err)
		}
	}
	return nil
}

// serverArgs are all settings that differ from PostgreSQL's own; none live in
// files, so an upgrade of Tandem changes them for every installation alike.
func serverArgs(lay layout, way door, scratch bool, more ...string) []string {
	settings := append(way.settings(),
		"hba_file="+lay.hba,
		"ident_file="+lay.ident,
		"cluster_name=tandem",
		"timezone=UTC",
		"log_timezone=UTC",
		"max_connections=200",
		"jit=off", // every query here is short
	)
	if scratch {
		settings = append(settings, "fsync=off", "synchronous_commit=off", "full_page_writes=off",
			"wal_level=minimal", "max_wal_senders=0", "autovacuum=off", "max_wal_size=4GB",
			// A connection of a test is over before the fifth plan of a statement, up to which
			// each run is planned anew: a fifth of all that the server did.
			"plan_cache_mode=force_generic_plan")
		settings = append(settings, sharesInFolder...)
	}
	args := []string{"-D", lay.data}
	for _, s := range append(settings, more...) {
		args = append(args, "-c", s)
	}
	return args
}

// quoteList quotes one element of a comma-separated setting.
func quoteList(element string) string {
	return `"` + strings.ReplaceAll(element, `"`, `""`) + `"`
}
