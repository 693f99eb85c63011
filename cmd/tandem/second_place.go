package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/tandemchess/tandem/internal/savepoint"
)

var secondPlaceCommand = command{
	name:    "second-place",
	summary: "copy save points to a second place, which outlives this machine; also while Tandem runs",
	example: "tandem second-place /media/usb",
	run: func(ctx context.Context, c console, args []string) int {
		flags := newFlags(c, "second-place", "FOLDER|ADDRESS|none")
		token := flags.String("token", "", "token of another Tandem, when its address is the second place; - reads it from the standard input")
		if code, ok := parseFlags(c, flags, args); !ok {
			return code
		}
		if flags.NArg() != 1 {
			flags.Usage()
			return exitUsage
		}
		s, err := readSettings(os.LookupEnv)
		if err != nil {
			return fail(c, exitUsage, "second-place", err)
		}
		if *token == "-" {
			text, err := io.ReadAll(io.LimitReader(c.in, 1<<10))
			if err != nil {
				return fail(c, exitMachine, "second-place", err)
			}
			*token = string(text)
		}
		keeper := savepoint.New(savepoint.Options{Dir: s.backupDir, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		if err := newSecond(s, keeper, time.Now, keeper.Log).Choose(ctx, flags.Arg(0), *token); err != nil {
			return fail(c, exitUsage, "second-place", err)
		}
		fmt.Fprintln(c.err, "Save points are copied there from now on; a running Tandem begins within a minute.")
		return exitDone
	},
}
