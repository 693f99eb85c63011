package localpg

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// A server that cannot write its log ends, and does not start again before there is
// space for the next piece of it (16 MB). So nothing is to be saved while the disk is
// nearly full, and a file in the data directory keeps some space back for the next
// start. It is not given up earlier: whatever fills the disk would take that too.
const (
	reserveSize = 64 << 20
	leastFree   = 32 << 20                  // with less nothing is to be saved
	roomAgain   = reserveSize + 2*leastFree // after a start on a full disk
)

// FullError says that the disk with the data has no room for changes.
type FullError struct {
	Dir         string
	Free, Needs uint64 // bytes
}

func (e *FullError) Error() string {
	return fmt.Sprintf("the disk with %s is full: %d MB are free, and saving needs %d MB", e.Dir, e.Free>>20, e.Needs>>20)
}

// reserve is the space kept back.
type reserve struct {
	path string
	free func(dir string) (free, total uint64, err error) // nil: nobody can tell, and nothing is kept back
	mu   sync.Mutex
}

func newReserve(lay layout, opt Options) *reserve {
	return &reserve{path: filepath.Join(lay.root, "reserve"), free: opt.Free}
}

// refuseWhenFull returns a *FullError when nothing should be saved.
func (r *reserve) refuseWhenFull() error {
	if r.free == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	free, _, err := r.free(filepath.Dir(r.path))
	if err != nil {
		return nil // the server will say when it cannot write
	}
	switch held := r.held(); {
	case held && free >= leastFree:
		return nil
	case held:
		return &FullError{Dir: filepath.Dir(r.path), Free: free, Needs: leastFree}
	case free < roomAgain:
		return &FullError{Dir: filepath.Dir(r.path), Free: free, Needs: roomAgain}
	}
	return r.keep()
}

func (r *reserve) held() bool {
	info, err := os.Stat(r.path)
	return err == nil && info.Size() == reserveSize
}

// keep writes the file. Its bytes are not zero: some file systems keep no space for
// those.
func (r *reserve) keep() error {
	file, err := os.OpenFile(r.path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keeping space back for a full disk: %w", err)
	}
	piece := bytes.Repeat([]byte("kept back for a full disk, see docs/operators.md\n"), 1<<15)
	for left := reserveSize; left > 0 && err == nil; left -= len(piece) {
		_, err = file.Write(piece[:min(left, len(piece))])
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return errors.Join(fmt.Errorf("keeping space back for a full disk: %w", err), os.Remove(r.path))
	}
	return nil
}

// beforeStart gives the space to a server that might otherwise not start.
func (r *reserve) beforeStart(log io.Writer) error {
	var full *FullError
	if !r.held() || !errors.As(r.refuseWhenFull(), &full) {
		return nil
	}
	fmt.Fprintf(log, "Nothing can be saved: %v\n", full)
	if err := os.Remove(r.path); err != nil {
		return fmt.Errorf("giving the space kept back to the database: %w", err)
	}
	return nil
}

// Room says whether changes may be saved: nil, or a *FullError when the disk is nearly
// full. It costs no more than asking the machine for its free space.
func (s *Server) Room() error { return s.reserve.refuseWhenFull() }
