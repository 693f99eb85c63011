package main

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/trf"
)

// readReport reads a tournament report file with somebody in it; "-" is standard input.
func readReport(ctx context.Context, c console, name string) (*trf.File, error) {
	file, _, err := examineReport(ctx, c, name)
	return file, err
}

// examineReport reads a report as readReport does, with what in it deserves a look.
func examineReport(ctx context.Context, c console, name string) (*trf.File, []trf.Warning, error) {
	in, err := openInput(ctx, c, name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	file, warnings, err := trf.Examine(in)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(file.Players)+len(file.Teams) == 0 {
		return nil, nil, fmt.Errorf("%s: no participants; expected 001 or 310 records", name)
	}
	return file, warnings, nil
}
