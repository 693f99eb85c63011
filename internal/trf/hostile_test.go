package trf

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// endless is a file without end, which counts what is read of it.
type endless struct {
	line  string
	given int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.line[e.given%len(e.line):])
	e.given += n
	return n, nil
}

func TestFilesThatAskForTooMuchAreRefused(t *testing.T) {
	t.Parallel()
	var people, list strings.Builder
	for id := 1; id <= 3000; id++ {
		fmt.Fprintf(&people, "001 %4d      Player %d\n", id, id)
		fmt.Fprintf(&list, " %4d", id)
	}
	for what, text := range map[string]string{
		"a long list": people.String() + "260 001 009" + list.String() + "\n", "many lists": people.String() + strings.Repeat("260 001 009"+list.String()[:5*300]+"\n", 30),
		"old lists": people.String() + strings.Repeat("XXP"+list.String()[:5*300]+"\n", 30), "accelerations": people.String() + strings.Repeat("250  1.0  1.0 001 002    1   10\n", 1001),
	} {
		file, err := Read(strings.NewReader(text))
		var at *Error
		expect.True(t, errors.As(err, &at) && at.Line > 3000 && file == nil, "%s: %v", what, err)
	}
	if _, err := Read(strings.NewReader(people.String() + "260 001 009" + list.String()[:5*300] + "\n")); err != nil {
		t.Errorf("300 who must not meet: %v", err)
	}
	source := &endless{line: "### a remark\n"}
	if _, err := Read(source); err == nil || source.given > MaxBytes+1 {
		t.Errorf("%d bytes of an endless file were read, %v", source.given, err)
	}
}
