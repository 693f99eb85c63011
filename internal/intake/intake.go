// Package intake bounds what is read from files that come from outside: how many bytes,
// and that reading ends when whoever asked for it has left.
//
// Every reader of files keeps one convention. It reads through a Reader, which knows the
// context and the size; what it goes through afterwards it counts with a Pace; how much
// there may be of each thing is said by constants of its own, and more is refused with a
// sentence, never read in part. It must never ask a clock: a bound on work holds on every
// machine.
package intake

import (
	"context"
	"fmt"
	"io"
)

// TooLargeError says that a file has more bytes than its reader takes.
type TooLargeError struct{ Most int64 }

func (e *TooLargeError) Error() string { return "the file is larger than " + e.Size() }

// Size is how large it may be: "512 KB", "2 MB".
func (e *TooLargeError) Size() string {
	if e.Most < 1<<20 {
		return fmt.Sprintf("%d KB", e.Most>>10)
	}
	return fmt.Sprintf("%d MB", e.Most>>20)
}

// Reader reads up to a number of bytes for somebody who waits for them.
type Reader struct {
	ctx  context.Context
	from io.Reader
	most int64
	read int64
}

// Limit returns a Reader of at most so many bytes. The first byte beyond them is a
// *TooLargeError, and nothing is read once ctx has ended.
func Limit(ctx context.Context, from io.Reader, most int64) *Reader {
	return &Reader{ctx: ctx, from: from, most: most}
}

func (r *Reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, fmt.Errorf("read the file: %w", err)
	}
	if room := r.most - r.read + 1; int64(len(p)) > room { // one more, to know that there is more
		p = p[:room]
	}
	n, err := r.from.Read(p)
	r.read += int64(n)
	if r.read > r.most {
		return 0, &TooLargeError{r.most}
	}
	return n, err
}

// Count is how many bytes were read so far.
func (r *Reader) Count() int64 { return r.read }

// All reads a whole file of at most so many bytes.
func All(ctx context.Context, from io.Reader, most int64) ([]byte, error) {
	return io.ReadAll(Limit(ctx, from, most))
}

// Pace counts steps of work on what was read.
type Pace struct {
	ctx   context.Context
	steps int
}

// NewPace returns a Pace for somebody who waits for the end of the work.
func NewPace(ctx context.Context) *Pace { return &Pace{ctx: ctx} }

// between is how many steps are gone before somebody is asked whether he is still there.
const between = 256

// Step counts one step, and is an error once whoever waits has left.
func (p *Pace) Step() error {
	if p.steps++; p.steps%between != 0 {
		return nil
	}
	if err := p.ctx.Err(); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	return nil
}
