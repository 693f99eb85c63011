// Package savepoint keeps backup files in a folder of the machine: one after each
// publication and each completed round, a small one of what changed every few minutes
// while results come, one before a migration, and one whenever somebody asks. Copies go to
// a second place, which outlives the machine. It must never hold the desk up: a save
// point is made beside the work, and one that fails is said on the backup page and in the
// log, and nothing else stops.
package savepoint

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
)

// Milestones counts what a save point is made after. Both only matter when they
// rise: a result taken back is no milestone.
type Milestones struct {
	Publications int64 // versions of pairings published, over all events
	Completed    int64 // rounds with all results
}

func (m Milestones) beyond(last Milestones) bool {
	return m.Publications > last.Publications || m.Completed > last.Completed
}

// Options are what a Keeper stands on.
type Options struct {
	Dir        string // created when the first save point is made; empty: none are made
	Keep       int    // how many automatic save points stay; those made by hand all stay
	Write      func(ctx context.Context, w io.Writer) error
	WritePart  func(ctx context.Context, w io.Writer, since Point) (changed bool, err error) // the events that changed since
	Every      time.Duration                                                                 // between save points of what changed; 0: none are made
	Try        func(ctx context.Context, r io.Reader) error                                  // restores into a scratch copy, with all checks
	Milestones func(ctx context.Context) (Milestones, error)
	Now        func() time.Time
	Again      time.Duration // after which one that failed is tried again; 0: a minute
	Log        *slog.Logger
}

const (
	again = time.Minute
	// leastKept is how many automatic save points stay whatever the disk says.
	leastKept = 3
)

// Keeper makes, lists and clears save points. A folder belongs to one keeper.
type Keeper struct {
	Options
	wake    chan struct{}
	making  sync.Mutex // one backup at a time
	mu      sync.Mutex
	trouble Trouble
	copies  chan struct{} // a save point was made: for the second place
}

// Kind is why a save point was made.
type Kind string

const (
	Automatic Kind = "auto"    // after a publication or a completed round
	ByHand    Kind = "hand"    // somebody asked
	Upgrade   Kind = "upgrade" // before the schema was migrated
	Part      Kind = "part"    // the events that changed since the last of the others
)

// Trouble is the last save point that failed and was not followed by a good one,
// or what kept old ones from being cleared away after a good one.
type Trouble struct {
	At    time.Time // zero: none
	Cause string
	Made  bool // the save point is good, only old files are in the way
}

// Sealed is how far the journal of one event went when a save point was made.
type Sealed struct {
	EventID int64    `json:"event_id"`
	Version int64    `json:"version"`
	Broken  string   `json:"broken"`  // the first entry that does not fit, empty for an intact journal
	Differs []string `json:"differs"` // values that were not stored as the journal says
}

// Point is one file of the folder.
type Point struct {
	Name    string
	Size    int64 // bytes
	TakenAt time.Time
	Kind    Kind
	Schema  int64    // of the database it was made of
	Events  []Sealed // of a Part those that it has
}

// New prepares a keeper for Run and Changed.
func New(o Options) *Keeper {
	return &Keeper{Options: o, wake: make(chan struct{}, 1), copies: make(chan struct{}, 1)}
}

// Changed says that something changed somewhere. It never waits.
func (k *Keeper) Changed() {
	select {
	case k.wake <- struct{}{}:
	default: // one look is due already and will see this change too
	}
}

// Prepare makes the folder, and finds out at the start whether it can be written: else that
// would be told with the first save point, in the middle of a round. What keeps it from that
// is the keeper's trouble until a save point is made.
func (k *Keeper) Prepare() error {
	if k.Dir == "" {
		return nil
	}
	err := os.MkdirAll(k.Dir, 0o700)
	if err == nil {
		err = probe(k.Dir)
	}
	if err != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.trouble = Trouble{At: k.Now(), Cause: err.Error()}
	}
	return err
}

// Run makes a save point after every milestone, and one of what changed when the last
// is Every old, until ctx ends. One that failed is tried again after a while, with or
// without another change, and not with each: a busy desk would have a full disk written
// to at every result.
func (k *Keeper) Run(ctx context.Context) {
	if k.Dir == "" {
		return
	}
	last, err := k.Milestones(ctx)
	k.note(ctx, err)
	var pause, due <-chan time.Time
	owed := false // a save point of what changed
	for {
		wake := k.wake
		if pause != nil {
			wake = nil
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-pause:
		case <-due:
			owed, due = true, nil
		}
		pause = nil
		now, err := k.Milestones(ctx)
		switch {
		case err == nil && now.beyond(last):
			_, err = k.Make(ctx, Automatic)
			owed, due = owed && err != nil, nil
		case err == nil && owed:
			err = k.makePart(ctx)
			owed = err != nil
		case err == nil && due == nil && k.Every > 0:
			due = time.After(k.Every)
		}
		if err == nil {
			last = now
		} else {
			pause = time.After(cmp.Or(k.Again, again))
		}
		k.note(ctx, err)
	}
}

// makePart saves the events that changed since the last save point of everything, or
// everything where there is none yet.
func (k *Keeper) makePart(ctx context.Context) error {
	full, err := k.lastFull()
	if err != nil {
		return err
	}
	if full.Name == "" {
		_, err = k.Make(ctx, Automatic)
		return err
	}
	_, err = k.makePoint(ctx, Part, func(ctx context.Context, w io.Writer) error {
		changed, err := k.WritePart(ctx, w, full)
		if err == nil && !changed {
			return errUnchanged
		}
		return err
	})
	switch {
	case errors.Is(err, errUnchanged):
		return nil
	case errors.Is(err, ErrNotFollowing):
		_, err = k.Make(ctx, Automatic)
	}
	return err
}

// errUnchanged: there is nothing to save.
var errUnchanged = errors.New("nothing changed")

// ErrNotFollowing is WritePart's answer when what changed cannot stand on a save point,
// as after a migration: everything is saved anew.
var ErrNotFollowing = errors.New("the last save point is of another schema")

// lastFull is the newest save point of everything; the zero Point when there is none.
func (k *Keeper) lastFull() (Point, error) {
	names, err := k.names()
	if err != nil {
		return Point{}, err
	}
	for _, name := range names {
		if kindOf(name) == Part {
			continue
		}
		if p, err := k.read(name); err == nil {
			return p, nil
		}
	}
	return Point{}, nil
}

// note logs a failure outside Make, which notes its own for the page.
func (k *Keeper) note(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		k.Log.Error("no save point was made", "error", err)
	}
}

// Make writes a save point of everything now. The file gets its name only when it is
// complete and on disk.
func (k *Keeper) Make(ctx context.Context, kind Kind) (Point, error) {
	return k.makePoint(ctx, kind, k.Write)
}

func (k *Keeper) makePoint(ctx context.Context, kind Kind, fill func(context.Context, io.Writer) error) (Point, error) {
	if k.Dir == "" {
		return Point{}, fault.New(fault.Conflict, "This server has no folder for backups. Set TANDEM_BACKUP_DIR and start it again.")
	}
	k.making.Lock()
	defer k.making.Unlock()
	name, err := k.write(ctx, kind, fill)
	for ; errors.Is(err, syscall.ENOSPC) && k.makeRoom(); name, err = k.write(ctx, kind, fill) {
	}
	if errors.Is(err, errUnchanged) || errors.Is(err, ErrNotFollowing) {
		return Point{}, err
	}
	trouble := Trouble{}
	if err != nil {
		trouble = Trouble{At: k.Now(), Cause: err.Error()}
	} else if left := k.prune(); left != nil {
		k.Log.Warn("old save points cannot be removed", "error", left)
		trouble = Trouble{At: k.Now(), Cause: left.Error(), Made: true}
	}
	k.mu.Lock()
	k.trouble = trouble
	k.mu.Unlock()
	if err != nil {
		return Point{}, fmt.Errorf("make a save point in %s: %w", k.Dir, err)
	}
	select {
	case k.copies <- struct{}{}:
	default: // one look at the folder is due already
	}
	return k.read(name)
}

// makeRoom removes the oldest automatic save point of a full disk: the state of now
// is worth more. It reports false when there is none that may go.
func (k *Keeper) makeRoom() bool {
	auto, err := k.automatic()
	if err != nil || len(auto) <= leastKept {
		return false
	}
	oldest := auto[len(auto)-1]
	k.Log.Warn("the disk is full: the oldest automatic save point makes room", "name", oldest)
	return os.Remove(filepath.Join(k.Dir, oldest)) == nil
}

func (k *Keeper) write(ctx context.Context, kind Kind, fill func(context.Context, io.Writer) error) (string, error) {
	if err := os.MkdirAll(k.Dir, 0o700); err != nil {
		return "", err
	}
	at, err := k.next()
	if err != nil {
		return "", err
	}
	name := at + "-" + string(kind) + suffix
	f, err := os.CreateTemp(k.Dir, "*.partial") // readable by the owner alone
	if err != nil {
		return "", err
	}
	err = fill(ctx, f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(k.Dir, name))
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return name, nil
}

// next is the time in the name of the next save point: now, or just after the newest
// there is. Names say which is older, also after the machine's clock was set back:
// else the state of now would be the first to make room.
func (k *Keeper) next() (string, error) {
	names, err := k.names()
	if err != nil {
		return "", err
	}
	at := k.Now().UTC().Truncate(time.Millisecond)
	if len(names) > 0 {
		newest, err := time.Parse(stamp, names[0][:len(stamp)])
		if err == nil && !at.After(newest) {
			at = newest.Add(time.Millisecond)
		}
	}
	return at.Format(stamp), nil
}

const (
	stamp  = "20060102-150405.000"
	suffix = ".tandem"
)

var named = regexp.MustCompile(`^\d{8}-\d{6}\.\d{3}-(auto|hand|upgrade|part)\.tandem$`)

// kindOf reads the kind out of the name of a save point.
func kindOf(name string) Kind { return Kind(name[len(stamp)+1 : len(name)-len(suffix)]) }

// names lists the save points, newest first.
func (k *Keeper) names() ([]string, error) {
	if k.Dir == "" {
		return nil, nil
	}
	return pointsIn(k.Dir)
}

// pointsIn lists the save points of a folder, newest first.
func pointsIn(dir string) ([]string, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range files {
		if f.Type().IsRegular() && named.MatchString(f.Name()) {
			names = append(names, f.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(b, a) })
	return names, nil
}

// automatic lists the save points that were made after milestones, newest first.
func (k *Keeper) automatic() ([]string, error) {
	names, err := k.names()
	return slices.DeleteFunc(names, func(name string) bool { return kindOf(name) != Automatic }), err
}

// keptParts is how many save points of what changed stay: the newest has all that the
// others have, and one more is there while it is made.
const keptParts = 2

// outdated lists what of these save points, newest first, is not needed any more: the
// oldest automatic ones beyond keep, and parts that a newer part or a newer save point
// of everything has made needless.
func outdated(names []string, keep int) (old []string) {
	autos, parts, full := 0, 0, false
	for _, name := range names {
		switch kind := kindOf(name); {
		case kind == Part:
			if parts++; parts > keptParts || full {
				old = append(old, name)
			}
			continue
		case kind == Automatic:
			if autos++; autos > keep {
				old = append(old, name)
			}
		}
		full = true
	}
	return old
}

// prune removes the save points that are not needed any more, and what a stopped
// machine left half written.
func (k *Keeper) prune() error {
	names, err := k.names()
	if err != nil {
		return err
	}
	partial, err := filepath.Glob(filepath.Join(k.Dir, "*.partial"))
	if err != nil {
		return err
	}
	for _, name := range outdated(names, k.Keep) {
		partial = append(partial, filepath.Join(k.Dir, name))
	}
	for _, path := range partial {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// Points lists the save points, newest first. A file whose head cannot be read
// is left out.
func (k *Keeper) Points() ([]Point, error) {
	names, err := k.names()
	if err != nil {
		return nil, fmt.Errorf("list the save points: %w", err)
	}
	var points []Point
	for _, name := range names {
		p, err := k.read(name)
		if err != nil {
			k.Log.Warn("a save point cannot be read", "error", err)
			continue
		}
		points = append(points, p)
	}
	return points, nil
}

// read takes size, time and seals from the head of a file.
func (k *Keeper) read(name string) (p Point, err error) {
	f, err := k.Open(name)
	if err != nil {
		return Point{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Point{}, fmt.Errorf("look at the save point %s: %w", name, err)
	}
	packed, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return Point{}, fmt.Errorf("read the save point %s: %w", name, err)
	}
	var head struct {
		TakenAt time.Time `json:"taken_at"`
		Schema  int64     `json:"schema"`
		Events  []Sealed  `json:"events"`
	}
	if err := json.NewDecoder(packed).Decode(&head); err != nil {
		return Point{}, fmt.Errorf("read the head of the save point %s: %w", name, err)
	}
	return Point{Name: name, Size: info.Size(), TakenAt: head.TakenAt, Kind: kindOf(name), Schema: head.Schema, Events: head.Events}, nil
}

// Open opens a save point by its name; any other name is NotFound.
func (k *Keeper) Open(name string) (*os.File, error) {
	f, err := (*os.File)(nil), fs.ErrNotExist
	if named.MatchString(name) {
		f, err = os.Open(filepath.Join(k.Dir, name))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "There is no backup “%s”. Old automatic ones make room for new ones.", name)
	}
	if err != nil {
		return nil, fmt.Errorf("open the save point: %w", err)
	}
	return f, nil
}

// Trouble is why the last save point was not made.
func (k *Keeper) Trouble() Trouble {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.trouble
}
