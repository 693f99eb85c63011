package savepoint

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
)

// Second copies save points to a second place, which outlives the machine: another disk,
// a synchronised folder, or another Tandem. It works beside everything and nothing waits
// for it: a place that is full, unplugged, read-only or slow is said and tried again.
type Second struct {
	SecondOptions

	mu     sync.Mutex
	status SecondStatus
	wake   chan struct{}
}

// SecondOptions are what a Second stands on.
type SecondOptions struct {
	Keeper *Keeper
	Fixed  string       // the place that the operator set; empty: the one that was chosen on a page or console
	Client *http.Client // for another Tandem
	Now    func() time.Time
	Look   time.Duration // how often the place is looked at without a reason; 0: a minute
	Log    *slog.Logger
}

// NoSecond is the place of an operator who copies the save points in another way.
const NoSecond = "none"

// SecondStatus is what people are told of the second place.
type SecondStatus struct {
	Where   string    // folder or address; empty: there is no second place
	Folder  string    // this Tandem's own inside that folder; empty at another Tandem
	Waived  bool      // somebody decided that there shall be none
	Fixed   bool      // it was set by the operator and is not to be chosen on a page
	Latest  string    // the newest save point that is there
	TakenAt time.Time // when that one was taken; zero: none is there
	Copying time.Time // since when a copy is under way; zero: none is
	Trouble string    // why the newest save point is not there, in plain words
	At      time.Time // when that happened
	Beside  bool      // it is on the disk of the save points themselves
}

// Slow reports whether a copy takes so long that people should know.
func (s SecondStatus) Slow(now time.Time) bool {
	return !s.Copying.IsZero() && now.Sub(s.Copying) > SlowCopy
}

// SlowCopy is how long a copy takes before people are told.
const SlowCopy = time.Minute

const keptSecond = 8 // save points of everything that stay at the second place

// NewSecond prepares a Second for Run.
func NewSecond(o SecondOptions) *Second {
	s := &Second{SecondOptions: o, wake: make(chan struct{}, 1)}
	set, err := s.setting()
	if err != nil {
		o.Log.Warn("the second place of save points cannot be read", "error", err)
	}
	s.begin(set)
	return s
}

// setting is where the second place is. It is kept beside the save points, so that each
// node has its own and a restored database does not write into its predecessor's.
type setting struct {
	Where string `json:"where"`
	Token string `json:"token,omitempty"` // for another Tandem
	Name  string `json:"name"`            // of this Tandem's own folder in the place
	Made  string `json:"made"`            // the place in which that folder was once made
}

const settingFile = "second-place.json"

// folderMark begins the names of the folders that Tandems make in a second place.
const folderMark = "tandem-"

func (s *Second) setting() (setting, error) {
	var set setting
	text, err := os.ReadFile(filepath.Join(s.Keeper.Dir, settingFile))
	switch {
	case s.Keeper.Dir == "", errors.Is(err, fs.ErrNotExist):
		err = nil
	case err == nil:
		err = json.Unmarshal(text, &set)
	}
	if err != nil {
		return setting{}, fmt.Errorf("read the second place: %w", err)
	}
	if set.Name == "" {
		set.Name = folderMark + strings.ToLower(rand.Text()[:8])
	}
	if s.Fixed != "" {
		set.Where, set.Token = s.Fixed, ""
	}
	return set, nil
}

func (s *Second) save(set setting) error {
	if s.Fixed != "" {
		set.Where, set.Token = "", "" // what the operator sets is not ours to keep
	}
	text, err := json.MarshalIndent(set, "", "\t")
	if err != nil {
		return err
	}
	path := filepath.Join(s.Keeper.Dir, settingFile)
	err = errors.Join(os.MkdirAll(s.Keeper.Dir, 0o700), os.WriteFile(path+".new", text, 0o600))
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("remember the second place: %w", err)
	}
	return nil
}

// Choose makes a folder, or another Tandem by its address and token, the second place;
// NoSecond waives one, and an empty place asks for one again. The place is tried before
// anything is kept; what is wrong with it is an Invalid fault.
func (s *Second) Choose(ctx context.Context, where, token string) error {
	where, token = strings.TrimSpace(where), strings.TrimSpace(token)
	if err := cmp.Or(limit.Text("where", where), limit.Text("token", token)); err != nil {
		return err
	}
	switch {
	case s.Keeper.Dir == "":
		return fault.New(fault.Conflict, "This server makes no save points that could be copied. Set TANDEM_BACKUP_DIR and start it again.")
	case s.Fixed != "":
		return fault.New(fault.Conflict, "The second place is set by TANDEM_BACKUP_SECOND. Change it there and start again.")
	}
	set, err := s.setting()
	if err != nil {
		return err
	}
	set.Where, set.Token = where, token
	if where != "" && where != NoSecond {
		place, err := s.place(set)
		if err == nil {
			err = place.prepare(ctx)
		}
		if err != nil {
			return fault.Wrap(fault.Invalid, err, "%s cannot be the second place: %s.", where, plainly(err))
		}
		set.Made = where
	}
	if err := s.save(set); err != nil {
		return err
	}
	s.begin(set)
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return nil
}

// begin puts the status of a new place in the place of the old one.
func (s *Second) begin(set setting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = SecondStatus{Where: set.Where, Fixed: s.Fixed != ""}
	if set.Where == NoSecond {
		s.status.Where, s.status.Waived = "", true
	}
	if place, err := s.place(set); err == nil {
		s.status.Beside = place.beside(s.Keeper.Dir)
		if _, ok := place.(folder); ok && set.Made == set.Where {
			s.status.Folder = set.Name
		}
	}
}

// Status is how the second place stands.
func (s *Second) Status() SecondStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// place is where copies go.
type place interface {
	prepare(ctx context.Context) error // makes sure that copies can be kept there, once
	list(ctx context.Context) ([]string, error)
	put(ctx context.Context, name string, f *os.File) error
	remove(ctx context.Context, name string) error
	beside(dir string) bool // on the same disk
}

func (s *Second) place(set setting) (place, error) {
	switch {
	case set.Where == "" || set.Where == NoSecond:
		return nil, errNoPlace
	case strings.HasPrefix(set.Where, "http://"), strings.HasPrefix(set.Where, "https://"):
		return newTandemPlace(set, s.Client)
	case !filepath.IsAbs(set.Where):
		return nil, errors.New("the name of a folder begins with /, the address of another Tandem with https://")
	}
	return folder{parent: set.Where, dir: filepath.Join(set.Where, set.Name)}, nil
}

var errNoPlace = errors.New("there is no second place")

// Run copies each save point until ctx ends. It does not wait for a copy that hangs:
// what a dead disk or network holds up is left to the end of the process.
func (s *Second) Run(ctx context.Context) {
	if s.Keeper.Dir == "" {
		return
	}
	done := make(chan struct{}, 1)
	done <- struct{}{} // nothing is under way
	look := time.NewTicker(cmp.Or(s.Look, time.Minute))
	defer look.Stop()
	for due := true; ; {
		free := done
		if !due {
			free = nil
		}
		select {
		case <-ctx.Done():
			return
		case <-s.Keeper.copies:
			due = true
		case <-s.wake:
			due = true
		case <-look.C:
			due = true
		case <-free:
			due = false
			go func() {
				s.copyAll(ctx)
				done <- struct{}{}
			}()
		}
	}
}

// copyAll brings the place up to date and notes how that went.
func (s *Second) copyAll(ctx context.Context) {
	set, err := s.setting()
	if err != nil {
		s.trouble(set, err)
		return
	}
	if now := s.Status(); set.Where != now.Where && !(set.Where == NoSecond && now.Waived) {
		s.begin(set) // chosen on the console meanwhile
	}
	place, err := s.place(set)
	if errors.Is(err, errNoPlace) {
		return
	}
	if err == nil && set.Made != set.Where {
		if err = place.prepare(ctx); err == nil {
			set.Made = set.Where
			err = s.save(set)
			s.begin(set)
		}
	}
	if err == nil {
		err = s.copyNewest(ctx, place, set)
	}
	if ctx.Err() != nil {
		return
	}
	s.trouble(set, err)
}

// trouble notes what went wrong, or that nothing did.
func (s *Second) trouble(set setting, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if set.Where != s.status.Where {
		return // another place was chosen meanwhile
	}
	s.status.Copying = time.Time{}
	if err == nil {
		s.status.Trouble, s.status.At = "", time.Time{}
		return
	}
	if words := plainly(err); words != s.status.Trouble {
		s.status.Trouble, s.status.At = words, s.Now()
		s.Log.Warn("the second place has no copy of the last save point", "place", set.Where, "error", err)
	}
}

// copyNewest copies the newest save point of everything and the newest of what changed
// since, where they are not there yet, and clears away older ones.
func (s *Second) copyNewest(ctx context.Context, place place, set setting) error {
	names, err := s.Keeper.names()
	if err != nil {
		return err
	}
	there, err := place.list(ctx)
	if err != nil {
		return err
	}
	s.arrived(set, there)
	for _, name := range slices.Backward(newest(names)) { // everything first, then what changed since
		if slices.Contains(there, name) {
			continue
		}
		if err := s.copyOne(ctx, place, set, name); err != nil {
			return err
		}
		there = append(there, name)
		s.arrived(set, there)
	}
	slices.SortFunc(there, func(a, b string) int { return cmp.Compare(b, a) })
	return s.clear(ctx, place, there)
}

// newest are the save points to start again from: the newest of everything, and in front
// of it the newest of what changed since, if there is one. names come newest first.
func newest(names []string) []string {
	var found []string
	for _, name := range names {
		if kindOf(name) != Part {
			return append(found, name)
		}
		if len(found) == 0 {
			found = append(found, name)
		}
	}
	return found
}

func (s *Second) copyOne(ctx context.Context, place place, set setting, name string) error {
	f, err := s.Keeper.Open(name)
	if fault.Is(err, fault.NotFound) {
		return nil // a newer one took its place meanwhile
	}
	if err != nil {
		return err
	}
	defer f.Close()
	s.mu.Lock()
	s.status.Copying = s.Now()
	s.mu.Unlock()
	return place.put(ctx, name, f)
}

// arrived notes the newest save point of the place.
func (s *Second) arrived(set setting, there []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if set.Where != s.status.Where || len(there) == 0 {
		return
	}
	latest := slices.Max(there)
	s.status.Latest, s.status.TakenAt = latest, takenAt(latest)
}

// takenAt reads the time out of the name of a save point.
func takenAt(name string) time.Time {
	at, err := time.Parse(stamp, name[:len(stamp)])
	if err != nil {
		return time.Time{}
	}
	return at
}

// clear removes copies that are not needed any more; there comes newest first.
func (s *Second) clear(ctx context.Context, place place, there []string) error {
	for _, name := range outdatedAt(there) {
		if err := place.remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// outdatedAt lists what of the copies at a second place, newest first, is not needed any
// more. Those made by hand make room here as well: they all stay at home.
func outdatedAt(names []string) []string {
	old := outdated(names, keptSecond)
	kept := 0
	for _, name := range names {
		if kindOf(name) == Part || slices.Contains(old, name) {
			continue
		}
		if kept++; kept > keptSecond {
			old = append(old, name)
		}
	}
	return old
}
