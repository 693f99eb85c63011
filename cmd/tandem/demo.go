package main

import (
	"context"
	"fmt"
	"time"

	"github.com/thlib/go-timezone-local/tzlocal"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/tournament"
)

var demoCommand = command{
	name:    "demo",
	summary: "serve the pages with a demonstration event in mid-round",
	example: "TANDEM_DATA_DIR=/tmp/demo tandem demo",
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "demo", "")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if !noArguments(c, fs) {
			return exitUsage
		}
		return serve(ctx, c, "demo", func(ctx context.Context, n *node) (greeting, error) { return openDemo(ctx, c, n) })
	},
}

// openDemo makes the demonstration event, once per database, and introduces it.
func openDemo(ctx context.Context, c console, n *node) (greeting, error) {
	clock := demo.NewClock(time.Now().In(machineZone()))
	store := postgres.New(n.db.pool, clock.Now)
	show, err := demo.Build(ctx, demo.Services{
		Accounts:   account.NewService(postgres.Accounts{DB: store}, clock.Now),
		Founding:   founding.NewService(postgres.Founding{DB: store}),
		Tournament: tournament.NewService(postgres.Tournament{DB: store}),
		Dispute:    dispute.NewService(postgres.Disputes{DB: store}),
		Journal:    postgres.Journal{DB: store},
	}, clock)
	if err != nil {
		return nil, fmt.Errorf("make the demonstration: %w", err)
	}
	return func(url string) {
		fmt.Fprintf(c.out, "\n%s\n", show.Event.Name)
		fmt.Fprintf(c.out, "  players read    %s/e/%s\n", url, demo.Slug)
		fmt.Fprintf(c.out, "  officials go to %s/e/%s/desk and sign in as\n", url, demo.Slug)
		for _, p := range demo.People {
			fmt.Fprintf(c.out, "    %-15s %s, %s\n", p.Login, p.Name, p.Title)
		}
		fmt.Fprintf(c.out, "  with the password %q. It is no secret: keep this server away from strangers.\n", demo.Password)
		fmt.Fprintf(c.out, "  what is left to do for each of them stands at %s/e/%s/desk/exercises\n", url, demo.Slug)
	}, nil
}

// machineZone is the time zone that this machine is set to, by its name; UTC where nothing tells it.
func machineZone() *time.Location {
	name, err := tzlocal.RuntimeTZ()
	if err != nil || name == "Etc/UTC" {
		return time.UTC
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}
