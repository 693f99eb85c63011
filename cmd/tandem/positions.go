package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

const byteOrderMark = "\ufeff"

// eachPosition calls do with every position of a command line: one per argument,
// the words of a single unquoted one together, or one per line of standard input
// for "-". The error of do is told with where the position stands.
func eachPosition(ctx context.Context, c console, args []string, do func(position string) error) error {
	if len(args) == 1 && args[0] == "-" {
		in, err := openInput(ctx, c, "-")
		if err != nil {
			return err
		}
		defer in.Close()
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
	from := &watched{Reader: in}
	lines := bufio.NewScanner(from)
	number := 0
	for lines.Scan() && from.err == nil { // a scanner also gives what an error cut off
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

// watched keeps the error that ended the reading; the end itself is none.
type watched struct {
	io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}
