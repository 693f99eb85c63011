package main

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/trf"
)

// readReport reads a tournament report file with somebody in it; "-" is standard input.
func readReport(c console, name string) (*trf.File, error) {
	in, err := openInput(c, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := trf.Read(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(file.Players)+len(file.Teams) == 0 {
		return nil, fmt.Errorf("%s: no participants; expected 001 or 310 records", name)
	}
	return file, nil
}
