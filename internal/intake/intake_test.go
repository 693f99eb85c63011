package intake_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tandemchess/tandem/internal/intake"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// endless gives bytes for ever and counts them.
type endless struct{ given int64 }

func (e *endless) Read(p []byte) (int, error) {
	clear(p)
	e.given += int64(len(p))
	return len(p), nil
}

// leaving is somebody who leaves after being asked so often.
type leaving struct {
	context.Context
	asked, after int
}

func (l *leaving) Err() error {
	if l.asked++; l.asked > l.after {
		return context.Canceled
	}
	return nil
}

func TestFilesAreReadToTheirLimit(t *testing.T) {
	t.Parallel()
	for size, right := range map[int]bool{0: true, 1: true, 999: true, 1000: true, 1001: false, 5000: false} {
		for _, from := range []io.Reader{strings.NewReader(strings.Repeat("x", size)), iotest.OneByteReader(strings.NewReader(strings.Repeat("x", size))), iotest.DataErrReader(strings.NewReader(strings.Repeat("x", size)))} {
			got, err := intake.All(t.Context(), from, 1000)
			var large *intake.TooLargeError
			switch {
			case right && (err != nil || len(got) != size):
				t.Errorf("%d bytes: %d are read, %v", size, len(got), err)
			case !right && !errors.As(err, &large):
				t.Errorf("%d bytes of 1000: %v", size, err)
			}
		}
	}
	source := &endless{}
	if _, err := intake.All(t.Context(), source, 1<<20); err == nil || source.given > 1<<20+1 {
		t.Errorf("%d bytes of an endless file were read, %v", source.given, err)
	}
}

func TestReadingEndsWhenTheReaderLeaves(t *testing.T) {
	t.Parallel()
	source := &endless{}
	_, err := intake.All(&leaving{Context: t.Context(), after: 3}, source, 1<<40)
	expect.True(t, errors.Is(err, context.Canceled) && source.given <= 1<<20, "%d bytes were read for somebody who left, %v", source.given, err)
	who := &leaving{Context: t.Context(), after: 2}
	pace, steps := intake.NewPace(who), 0
	for ; steps < 10_000; steps++ {
		if err = pace.Step(); err != nil {
			break
		}
	}
	expect.True(t, errors.Is(err, context.Canceled) && steps <= 1000, "%d steps were gone for somebody who left, %v", steps, err)
}
