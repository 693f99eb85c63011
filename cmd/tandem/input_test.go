package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// stalled gives some bytes and then none: whoever typed them has stopped the program,
// which must not wait for more.
type stalled struct {
	text string
	stop context.CancelFunc
	left chan struct{}
}

func (s *stalled) Read(p []byte) (int, error) {
	if s.text == "" {
		s.stop()
		<-s.left
		return 0, io.EOF
	}
	n := copy(p, s.text)
	s.text = s.text[n:]
	return n, nil
}

func TestReadersStopWithTheProgram(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"bpgn check -", "bpgn show -game 9 -", "rule -", "standings -", "pair -", "check -", "perft -depth 2 -", "status -"} {
		ctx, stop := context.WithCancel(t.Context())
		left := make(chan struct{})
		var said strings.Builder
		code := dispatch(ctx, console{&stalled{"[Event", stop, left}, io.Discard, &said}, strings.Fields(args))
		close(left)
		expect.True(t, code != exitDone && strings.Contains(said.String(), context.Canceled.Error()), "tandem %s, stopped: exit %d, %q", args, code, said.String())
	}
}
