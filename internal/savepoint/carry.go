package savepoint

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/fault"
)

// Carry goes on with a save point of a machine that is lost, on a Tandem that nobody has worked
// with yet. It finds save points beside it and takes one that is sent; it brings one back at a time,
// once, and tells how far it is.
type Carry struct {
	CarryOptions

	mu     sync.Mutex
	sent   *Held // the file that somebody sent
	status CarryStatus
	read   atomic.Int64 // bytes of the files, of the run under way
	over   chan struct{}
}

// CarryOptions are what a Carry stands on.
type CarryOptions struct {
	Places  func() []string // folders in which save points may lie
	Restore func(ctx context.Context, files ...io.Reader) (backupfile.Manifest, error)
	After   func(ctx context.Context) // lets everything look again once the data is another
	Dir     string                    // where a file that is sent lies meanwhile; "": the machine's own place for such
	Now     func() time.Time
	Log     *slog.Logger
}

// Held is what can be gone on with.
type Held struct {
	ID       string   // names it in forms
	Files    []string // the older one first
	Where    string   // its folder, or the name of the file that was sent
	Sent     bool
	Bytes    int64
	Manifest backupfile.Manifest // as the newest file says it; not proved yet
	Problem  string              // why it cannot be used, in words; empty: it can
}

// CarryStatus is how far a run is.
type CarryStatus struct {
	Began, Ended time.Time // zero: not yet
	Held         Held
	Read         int64  // bytes of Held.Bytes that were read
	Problem      string // why it ended without success
	Manifest     backupfile.Manifest
	Used         bool // somebody came in through it

	proof [sha256.Size]byte
}

// Running reports whether it is under way.
func (s CarryStatus) Running() bool { return !s.Began.IsZero() && s.Ended.IsZero() }

// Done reports whether the data is there.
func (s CarryStatus) Done() bool { return !s.Ended.IsZero() && s.Problem == "" }

// carryLimit ends a run whose database or disk does not answer.
const carryLimit = 30 * time.Minute

// CarryLife is how long whoever brought a save point back may come in by the same link.
const CarryLife = 24 * time.Hour

// NewCarry prepares one.
func NewCarry(o CarryOptions) *Carry { return &Carry{CarryOptions: o} }

// Found lists what lies beside this Tandem, the newest first, and the file that was sent.
func (c *Carry) Found() []Held {
	var list []Held
	seen := map[string]bool{}
	for _, dir := range c.Places() {
		if dir == "" || strings.Contains(dir, "://") || dir == NoSecond {
			continue
		}
		files, err := Newest(dir)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		h := Held{Files: files, Where: dir}
		if err != nil {
			h.Problem = "It cannot be read: " + plainly(err) + "."
		} else {
			h.look()
		}
		if !seen[h.ID] {
			seen[h.ID], list = true, append(list, h)
		}
	}
	c.mu.Lock()
	if c.sent != nil {
		list = append(list, *c.sent)
	}
	c.mu.Unlock()
	slices.SortStableFunc(list, func(a, b Held) int { return b.Manifest.TakenAt.Compare(a.Manifest.TakenAt) })
	return list
}

// look reads what the files say of themselves.
func (h *Held) look() {
	sum := sha256.Sum256([]byte(strings.Join(h.Files, "\n")))
	h.ID = hex.EncodeToString(sum[:8])
	for i, path := range h.Files {
		m, size, err := manifestOf(path)
		if err != nil {
			h.Problem = "It cannot be read: " + plainly(err) + "."
			return
		}
		h.Bytes += size
		if i > 0 { // what changed since, beside everything
			for _, e := range h.Manifest.Events {
				if !slices.ContainsFunc(m.Events, func(n backupfile.Sealed) bool { return n.EventID == e.EventID }) {
					m.Events = append(m.Events, e)
				}
			}
			m.Part = nil
		}
		h.Manifest = m
	}
}

func manifestOf(path string) (backupfile.Manifest, int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return backupfile.Manifest{}, 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return backupfile.Manifest{}, 0, err
	}
	r, err := backupfile.Open(file)
	if err != nil {
		return backupfile.Manifest{}, 0, err
	}
	return r.Manifest, info.Size(), nil
}

// Take keeps a file that somebody sends, in the place of one that was sent before. It is proved,
// digest by digest, before it is offered.
func (c *Carry) Take(name string, from io.Reader) error {
	file, err := os.CreateTemp(c.Dir, ".carry-*.partial")
	if err != nil {
		return fmt.Errorf("keep the file: %w", err)
	}
	_, err = io.Copy(file, from)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, _, err = backupfile.Check(file)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(file.Name())
		var bad *backupfile.BadError
		if errors.As(err, &bad) {
			return fault.Wrap(fault.Invalid, err, "%s is no save point that can be brought back: %s.", name, bad.Why)
		}
		return fmt.Errorf("keep the file: %w", err)
	}
	h := &Held{Files: []string{file.Name()}, Where: name, Sent: true}
	h.look()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.status.Running() {
		os.Remove(file.Name())
		return errCarrying
	}
	if c.sent != nil {
		os.Remove(c.sent.Files[0])
	}
	c.sent = h
	return nil
}

var errCarrying = fault.New(fault.Conflict, "A save point is being brought back already.")

// Start begins to bring one back, for whoever has the token; it goes on when the page is closed.
func (c *Carry) Start(id, token string) error {
	found := c.Found()
	i := slices.IndexFunc(found, func(h Held) bool { return h.ID == id && h.Problem == "" })
	if i < 0 {
		return fault.New(fault.Conflict, "That save point is not there any more. Choose another one.")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.status.Running():
		return errCarrying
	case c.status.Done():
		return fault.New(fault.Conflict, "A save point was brought back already.")
	}
	c.status = CarryStatus{Began: c.Now(), Held: found[i], proof: sha256.Sum256([]byte(token))}
	c.read.Store(0)
	c.over = make(chan struct{})
	go c.run(found[i], c.over)
	return nil
}

func (c *Carry) run(h Held, over chan struct{}) {
	defer close(over)
	ctx, cancel := context.WithTimeout(context.Background(), carryLimit)
	defer cancel()
	m, err := c.bring(ctx, h)
	if err == nil {
		c.After(ctx)
	} else {
		c.Log.Error("a save point could not be brought back", "where", h.Where, "error", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status.Ended, c.status.Manifest = c.Now(), m
	if err != nil {
		c.status.Problem = carryProblem(err)
		return
	}
	if c.sent != nil {
		if err := os.Remove(c.sent.Files[0]); err != nil {
			c.Log.Warn("a file that was sent is left", "error", err)
		}
		c.sent = nil
	}
}

// carryProblem is what people are told.
func carryProblem(err error) string {
	var bad *backupfile.BadError
	switch {
	case errors.As(err, &bad):
		return "The file cannot be brought back: " + bad.Why + ". Nothing was changed; choose another one."
	case fault.Is(err, fault.Unavailable):
		return fault.Message(err)
	}
	return "It could not be brought back: " + plainly(err) + ". Nothing was changed."
}

func (c *Carry) bring(ctx context.Context, h Held) (backupfile.Manifest, error) {
	var files []io.Reader
	for _, path := range h.Files {
		file, err := os.Open(path)
		if err != nil {
			return backupfile.Manifest{}, err
		}
		defer file.Close()
		files = append(files, counted{stoppable{ctx, file}, &c.read})
	}
	return c.Restore(ctx, files...)
}

// counted counts what is read.
type counted struct {
	from io.Reader
	n    *atomic.Int64
}

func (r counted) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.n.Add(int64(n))
	return n, err
}

// Status is how far the run of whoever has this token is; ok is false for anybody else.
func (c *Carry) Status(token string) (s CarryStatus, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	sum := sha256.Sum256([]byte(token))
	if c.status.Began.IsZero() || subtle.ConstantTimeCompare(sum[:], c.status.proof[:]) != 1 || c.Now().Sub(c.status.Began) > CarryLife {
		return CarryStatus{}, false
	}
	s = c.status
	s.Read = c.read.Load()
	return s, true
}

// Enter lets the holder of the token in once: enter makes the person, and when it fails the token
// serves again.
func (c *Carry) Enter(token string, enter func(CarryStatus) error) error {
	s, ok := c.Status(token)
	if !ok || !s.Done() {
		return fault.New(fault.NotFound, "This link was used already or is too old. If you used it, sign in; otherwise ask for a new one.")
	}
	c.mu.Lock()
	used := c.status.Used
	c.status.Used = true
	c.mu.Unlock()
	if used {
		return fault.New(fault.Conflict, "This link was used already. Sign in, or ask an organizer for a link.")
	}
	err := enter(s)
	if err != nil {
		c.mu.Lock()
		c.status.Used = false
		c.mu.Unlock()
	}
	return err
}

// Wait returns when no run is under way, or when ctx ends.
func (c *Carry) Wait(ctx context.Context) {
	c.mu.Lock()
	over := c.over
	c.mu.Unlock()
	if over == nil {
		return
	}
	select {
	case <-over:
	case <-ctx.Done():
	}
}
