package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// newClock is the clock of a program that serves pages, in UTC: the machine's, or, for
// trials, one that the file of TANDEM_CLOCK turns while it runs. The file says by
// how much the two differ ("-90m"); it is read again at every look. A file that
// cannot be read any more leaves the clock as it was.
func newClock(file string) (func() time.Time, error) {
	if file == "" {
		return func() time.Time { return time.Now().UTC() }, nil
	}
	turned, err := readTurn(file)
	if err != nil {
		return nil, fmt.Errorf("TANDEM_CLOCK: %w", err)
	}
	var mu sync.Mutex
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		if by, err := readTurn(file); err == nil {
			turned = by
		}
		return time.Now().Add(turned).UTC()
	}, nil
}

func readTurn(file string) (time.Duration, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	by, err := time.ParseDuration(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, fmt.Errorf("%s has to hold a time such as -90m: %w", file, err)
	}
	return by, nil
}
