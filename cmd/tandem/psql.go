package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/tandemchess/tandem/internal/postgres"
)

var psqlCommand = command{
	name:    "psql",
	summary: "open psql on Tandem's database; arguments go to psql",
	example: "tandem psql -c 'select name from event'",
	run: func(ctx context.Context, c console, args []string) int {
		if len(args) > 0 && (args[0] == "-h" || args[0] == "-help" || args[0] == "--help") {
			// All other flags are psql's own.
			fmt.Fprintln(c.out, "usage: tandem psql [arguments of psql]")
			return exitDone
		}
		s, err := readSettings(os.LookupEnv)
		if err != nil {
			return fail(c, exitUsage, "psql", err)
		}
		program, err := exec.LookPath("psql")
		if err != nil {
			return fail(c, exitMachine, "psql", errors.New("the program psql is not installed.\nType: apt-get install postgresql-client"))
		}
		db, err := joinServer(ctx, c, s, leavesMajor) // a console is of use whatever the schema
		if err != nil {
			return fail(c, databaseFailure(err), "psql", err)
		}
		code, err := runPsql(c, program, db.dsn, args)
		if err := errors.Join(err, db.close()); err != nil {
			return fail(c, exitMachine, "psql", err)
		}
		return code
	},
}

// runPsql waits for psql's own end: a Ctrl-C is for the statement it runs. The
// password goes through the environment, which other users cannot list.
func runPsql(c console, program, dsn string, args []string) (int, error) {
	plain, password := postgres.SplitPassword(dsn)
	cmd := exec.Command(program, append([]string{"--dbname=" + plain}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.in, c.out, c.err
	if results, ok := c.out.(*resultWriter); ok {
		cmd.Stdout = results.to // psql itself must see whether that is a terminal
	}
	cmd.Env = os.Environ()
	if password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+password)
	}
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return exitDone, nil
	case errors.As(err, &exit):
		return exitNo, nil // psql has said what was wrong
	}
	return exitMachine, fmt.Errorf("running psql: %w", err)
}
