package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

const byteOrderMark = "\ufeff"

// eachPosition calls do with every position of a command line: one per argument,
// the words of a single unquoted one together, or one per line of standard input
// for "-". The error of do is told with where the position stands.
func eachPosition(in io.Reader, args []string, do func(position string) error) error {
	if len(args) == 1 && args[0] == "-" {
		return eachLine(in, "standard input", do)
	}
	if len(args) > 1 && !strings.Contains(strings.Join(args, ""), " ") {
		args = []string{strings.Join(args, " ")}
	}
	for i, position := range args {
		if err := do(position); err != nil {
			return fmt.Errorf("position %d: %w", i+1, err)
		}
	}
	return nil
}

// eachLine calls do with every line that is neither empty nor a # comment, without
// the white space around it; a byte order mark before the first is no part of it.
func eachLine(in io.Reader, name string, do func(line string) error) error {
	lines := bufio.NewScanner(in)
	number := 0
	for lines.Scan() {
		number++
		line := lines.Text()
		if number == 1 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := do(line); err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	return nil
}
