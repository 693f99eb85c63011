package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/postgres"
)

var userCommand = command{
	name:    "user",
	summary: "add people to this server, list them, reset a password, print the first organizer's link again",
	example: "tandem user add ana.ruiz \"Ana Ruiz\" organizer < password.txt",
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "user", "add LOGIN NAME [none|organizer|administrator] | list | reset LOGIN | link   (passwords are read from standard input)")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		set, err := readSettings(os.LookupEnv)
		if err != nil {
			return fail(c, exitUsage, "user", err)
		}
		if err := checkUserCall(fs.Args()); err != nil {
			return fail(c, exitUsage, "user", err)
		}
		db, err := joinDatabase(ctx, c, set)
		if err != nil {
			return fail(c, databaseFailure(err), "user", err)
		}
		code := exitDone
		if err := manageUsers(ctx, c, set, account.NewService(postgres.Accounts{DB: postgres.New(db.pool, nil)}, nil), fs.Args()); err != nil {
			code = exitMachine
			if fault.Is(err, fault.Invalid) || fault.Is(err, fault.NotFound) {
				code = exitUsage
			}
			fail(c, code, "user", err)
		}
		if err := db.close(); err != nil {
			return fail(c, exitMachine, "user", err)
		}
		return code
	},
}

func checkUserCall(args []string) error {
	switch {
	case len(args) == 1 && (args[0] == "list" || args[0] == "link"), len(args) == 2 && args[0] == "reset", len(args) == 3 && args[0] == "add":
		return nil
	case len(args) == 4 && args[0] == "add":
		switch args[3] {
		case "none", string(access.Organizer), string(access.Administrator):
			return nil
		}
		return fmt.Errorf("%q is no role on the server: none, organizer or administrator", args[3])
	}
	return errors.New("expected: add LOGIN NAME [ROLE], list, reset LOGIN, or link")
}

func manageUsers(ctx context.Context, c console, set settings, accounts *account.Service, args []string) error {
	switch args[0] {
	case "list":
		people, err := accounts.Accounts(ctx)
		for _, p := range people {
			fmt.Fprintf(c.out, "%s\t%s\t%s\n", p.Login, p.Name, p.SiteRole)
		}
		return err
	case "link":
		return newConsoleLink(ctx, c, set, accounts)
	case "reset":
		password, err := readPassword(c)
		if err != nil {
			return err
		}
		return accounts.ResetPassword(ctx, args[1], password)
	}
	password, err := readPassword(c)
	if err != nil {
		return err
	}
	role := "none"
	if len(args) == 4 {
		role = args[3]
	}
	_, err = accounts.Create(ctx, account.NewPerson{Login: args[1], Name: args[2], Password: password}, role)
	if field, problem, ok := fault.First(err); ok {
		return fault.New(fault.Invalid, "%s: %s", field, problem)
	}
	return err
}

// newConsoleLink prints a link for the first organizer in place of one that was lost.
func newConsoleLink(ctx context.Context, c console, set settings, accounts *account.Service) error {
	link, err := accounts.NewConsoleLink(ctx)
	if err != nil {
		return err
	}
	if link.Token == "" {
		return fault.New(fault.Invalid, "this server has officials, so it needs no first organizer; \"add LOGIN NAME organizer\" adds one")
	}
	url := set.publicURL
	if url == "" {
		url = pageURL(set.addr)
	}
	printConsoleLink(c, url, link)
	return nil
}

// readPassword takes the first line of standard input, so that no password
// stands in a process list.
func readPassword(c console) (string, error) {
	fmt.Fprint(c.err, "Password: ")
	line, err := bufio.NewReader(c.in).ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", fault.Wrap(fault.Invalid, err, "no password on standard input")
	}
	return line, nil
}
