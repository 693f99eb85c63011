// Command pictures shows what a change of style sheets, templates or scripts moves: it
// takes a picture of every page of the demonstration event, in every window and theme
// that counts, with a list of the computed styles, and compares two such folders.
//
//	pictures take FOLDER            from a Tandem of its own, whose clock stands still
//	pictures compare BEFORE AFTER   says which pages differ, where, and by which styles
//
// Pictures are taken with the style sheets that are built into the program: build them
// anew (make assets) between two folders, as "make pictures" does.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
)

const (
	exitSame   = 0
	exitDiffer = 1
	exitUsage  = 2
	exitFailed = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code, err := run(ctx, os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
	}
	os.Exit(code)
}

// errUsage is wrapped by what the caller typed wrong.
var errUsage = errors.New("usage: pictures take [-pages REGEXP] [-looks REGEXP] FOLDER, or pictures compare [-to FOLDER] BEFORE AFTER")

func run(ctx context.Context, args []string, out io.Writer) (code int, err error) {
	if len(args) == 0 {
		return exitUsage, errUsage
	}
	switch args[0] {
	case "take":
		err = runTake(ctx, args[1:], out)
	case "compare":
		code, err = runCompare(args[1:], out)
	default:
		err = fmt.Errorf("%q is neither take nor compare: %w", args[0], errUsage)
	}
	switch {
	case errors.Is(err, errUsage):
		return exitUsage, err
	case err != nil:
		return exitFailed, err
	}
	return code, nil
}

func runTake(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("take", flag.ContinueOnError)
	onlyPages := fs.String("pages", "", "only pages whose address matches this regular `expression`")
	onlyLooks := fs.String("looks", "", "only looks whose name matches this regular `expression`: phone, tablet, desk, wide, dark, print")
	if err := fs.Parse(args); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if fs.NArg() != 1 {
		return errUsage
	}
	w := wanted{folder: fs.Arg(0), out: out}
	var err error
	if w.pages, err = regexp.Compile(*onlyPages); err != nil {
		return fmt.Errorf("-pages: %w: %w", errUsage, err)
	}
	if w.looks, err = regexp.Compile(*onlyLooks); err != nil {
		return fmt.Errorf("-looks: %w: %w", errUsage, err)
	}
	return take(ctx, w)
}

func runCompare(args []string, out io.Writer) (code int, err error) {
	fs := flag.NewFlagSet("compare", flag.ContinueOnError)
	to := fs.String("to", "", "`folder` for the pictures of the differences; empty is one beside AFTER")
	if err := fs.Parse(args); err != nil {
		return exitUsage, fmt.Errorf("%w: %w", errUsage, err)
	}
	if fs.NArg() != 2 {
		return exitUsage, errUsage
	}
	before, after := filepath.Clean(fs.Arg(0)), filepath.Clean(fs.Arg(1))
	if *to == "" {
		*to = filepath.Join(filepath.Dir(after), filepath.Base(before)+"-"+filepath.Base(after))
	}
	differ, err := compareFolders(before, after, *to, out)
	if err == nil && differ > 0 {
		return exitDiffer, nil
	}
	return exitSame, err
}
