// Command tandem is the tournament desk for bughouse chess: one binary that
// serves the pages, runs the embedded PostgreSQL, and answers questions about
// rules, pairings and standings from the command line.
//
// This package only reads flags, wires packages together and turns errors into
// exit codes; it must never hold a rule of play or of tournaments.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	// The time zones of events come with the program: Windows has none where Go looks
	// for them, and a bare Linux none at all.
	_ "time/tzdata"
)

// Exit codes every subcommand keeps to.
const (
	exitDone    = 0 // the work is done, the answer is yes
	exitNo      = 1 // the answer is no: a check failed, a file holds a bad game
	exitUsage   = 2 // the call or the input is wrong; the message says where
	exitMachine = 3 // the machine failed: database, disk, network
)

// console is what a subcommand may talk to; tests hand in buffers.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// command is one subcommand. run gets the arguments after the name and returns
// an exit code; it parses its own flags with newFlags so that help stays true.
type command struct {
	name, summary, example string
	run                    func(ctx context.Context, c console, args []string) int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	args := os.Args[1:]
	if len(args) == 0 && clicked() {
		args = []string{openCommand.name}
	}
	code := dispatch(ctx, console{os.Stdin, os.Stdout, os.Stderr}, args)
	stop()
	os.Exit(code)
}

// dispatch runs the subcommand that args name. Results that could not be written
// make any answer a failure of the machine.
func dispatch(ctx context.Context, c console, args []string) int {
	results := &resultWriter{to: c.out}
	c.out = results
	code := choose(ctx, c, args)
	if results.err != nil && code != exitMachine {
		return fail(c, exitMachine, args[0], fmt.Errorf("writing the results: %w", results.err))
	}
	return code
}

// resultWriter is standard output; it remembers the first failure to write to it.
type resultWriter struct {
	to  io.Writer
	err error
}

func (w *resultWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

func choose(ctx context.Context, c console, args []string) int {
	if len(args) == 0 {
		printCommands(c.err)
		return exitUsage
	}
	name, rest := args[0], args[1:]
	switch name {
	case "help", "-h", "-help", "--help":
		return help(ctx, c, rest)
	}
	for _, cmd := range commands() {
		if cmd.name == name {
			return cmd.run(ctx, c, rest)
		}
	}
	fmt.Fprintf(c.err, "tandem: there is no command %q; 'tandem help' lists them\n", name)
	return exitUsage
}

func help(ctx context.Context, c console, args []string) int {
	if len(args) == 0 {
		printCommands(c.out)
		return exitDone
	}
	for _, cmd := range commands() {
		if cmd.name == args[0] {
			fmt.Fprintf(c.out, "tandem %s: %s\n\n", cmd.name, cmd.summary)
			cmd.run(ctx, console{strings.NewReader(""), c.out, c.out}, []string{"-h"})
			fmt.Fprintf(c.out, "\nExample:\n  %s\n", cmd.example)
			return exitDone
		}
	}
	fmt.Fprintf(c.err, "tandem: there is no command %q; 'tandem help' lists them\n", args[0])
	return exitUsage
}

func printCommands(w io.Writer) {
	fmt.Fprintln(w, "tandem runs bughouse tournaments.")
	fmt.Fprintln(w)
	for _, cmd := range commands() {
		fmt.Fprintf(w, "  %-12s %s\n", cmd.name, cmd.summary)
	}
	fmt.Fprintln(w, "\n'tandem help NAME' shows the flags of one command and an example.")
}

// newFlags returns the flag set of a subcommand; args names what follows the
// flags, for the usage line.
func newFlags(c console, name, args string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(c.err)
	fs.Usage = func() {
		fmt.Fprintf(fs.Output(), "usage: tandem %s [flags] %s\n", name, args)
		fs.PrintDefaults()
	}
	return fs
}

// parseFlags reports whether the subcommand should go on; when it should not,
// the exit code says why. Help that was asked for is a result; help on a wrong flag
// is a message.
func parseFlags(c console, fs *flag.FlagSet, args []string) (code int, ok bool) {
	var said bytes.Buffer
	fs.SetOutput(&said)
	err := fs.Parse(args)
	fs.SetOutput(c.err)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.out, said.String())
		return exitDone, false
	case err != nil:
		fmt.Fprint(c.err, said.String())
		return exitUsage, false
	}
	return exitDone, true
}

// noArguments reports whether nothing follows the flags of a subcommand that takes
// nothing else; when something does, the call is wrong.
func noArguments(c console, fs *flag.FlagSet) bool {
	if fs.NArg() == 0 {
		return true
	}
	fail(c, exitUsage, fs.Name(), fmt.Errorf("%q follows the flags; expected nothing there", fs.Arg(0)))
	return false
}

// fail prints one line about what went wrong and returns the exit code.
func fail(c console, code int, name string, err error) int {
	fmt.Fprintf(c.err, "tandem %s: %v\n", name, err)
	return code
}
