package savepoint

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
)

// Guests are other Tandems whose save points are kept here, as their second place. What
// comes in is bounded and proved before it gets a name; it is never brought back here, only
// handed out again.
type Guests struct {
	Dir  string                                           // created with the first guest; empty: none are kept
	Free func(dir string) (free, total uint64, err error) // bytes of the disk
	Now  func() time.Time

	mu   sync.Mutex       // of the list
	busy map[int]struct{} // guests that are sending
}

const (
	// MostGuestBytes is how large a save point of a guest may be.
	MostGuestBytes = 1 << 30
	// roomForGuests is how much of the disk stays free for this Tandem itself.
	roomForGuests = 5 << 30
	mostGuests    = 50
)

// Guest is another Tandem.
type Guest struct {
	ID        int       `json:"id"`
	Name      string    `json:"name"`
	Hash      string    `json:"token_sha256"`
	CreatedAt time.Time `json:"created_at"`
	ClosedAt  time.Time `json:"closed_at,omitzero"`

	Points []GuestPoint `json:"-"` // newest first
}

// GuestPoint is one save point of a guest.
type GuestPoint struct {
	Name    string
	Kind    Kind
	TakenAt time.Time
	Size    int64 // bytes
}

const guestFile = "guests.json"

func (g *Guests) read() (list []Guest, err error) {
	text, err := os.ReadFile(filepath.Join(g.Dir, guestFile))
	if g.Dir == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("read whose save points are kept: %w", err)
	}
	return list, nil
}

func (g *Guests) write(list []Guest) error {
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	path := filepath.Join(g.Dir, guestFile)
	if err = errors.Join(os.MkdirAll(g.Dir, 0o700), os.WriteFile(path+".new", text, 0o600)); err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("remember whose save points are kept: %w", err)
	}
	return nil
}

// List names all guests with what is kept of them, in the order in which they came.
func (g *Guests) List() ([]Guest, error) {
	g.mu.Lock()
	list, err := g.read()
	g.mu.Unlock()
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Points, err = g.points(list[i].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (g *Guests) folder(id int) string { return filepath.Join(g.Dir, strconv.Itoa(id)) }

func (g *Guests) points(id int) ([]GuestPoint, error) {
	names, err := pointsIn(g.folder(id))
	if err != nil {
		return nil, fmt.Errorf("look at what is kept of a guest: %w", err)
	}
	points := make([]GuestPoint, 0, len(names))
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(g.folder(id), name)); err == nil {
			points = append(points, GuestPoint{Name: name, Kind: kindOf(name), TakenAt: takenAt(name), Size: info.Size()})
		}
	}
	return points, nil
}

// Add lets another Tandem in that shows a token with this hash. Asked again it does nothing.
func (g *Guests) Add(name string, tokenHash []byte) error {
	name = strings.Join(strings.Fields(name), " ")
	if err := limit.Text("name", name); err != nil {
		return err
	}
	switch {
	case g.Dir == "":
		return fault.New(fault.Conflict, "This server has no folder for save points. Set TANDEM_BACKUP_DIR and start it again.")
	case name == "":
		return fault.Field("name", "Name the other Tandem, such as the club that uses it.")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	list, err := g.read()
	if err != nil {
		return err
	}
	next := 1
	for _, other := range list {
		next = max(next, other.ID+1)
		if other.Name == name && other.ClosedAt.IsZero() {
			if other.Hash == hex.EncodeToString(tokenHash) {
				return nil // asked again, with the same token
			}
			return fault.Field("name", "There is one of that name already.")
		}
	}
	if len(list) >= mostGuests {
		return fault.New(fault.Conflict, "Save points of %d others are kept already; more are not taken.", mostGuests)
	}
	return g.write(append(list, Guest{ID: next, Name: name, Hash: hex.EncodeToString(tokenHash), CreatedAt: g.Now().UTC()}))
}

// Close lets a guest in no more. What is kept of it stays.
func (g *Guests) Close(id int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	list, err := g.read()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(o Guest) bool { return o.ID == id })
	if i < 0 {
		return fault.New(fault.NotFound, "There is no such Tandem here.")
	}
	if !list[i].ClosedAt.IsZero() {
		return nil
	}
	list[i].ClosedAt = g.Now().UTC()
	return g.write(list)
}

// ByToken is the guest that shows a token with this hash.
func (g *Guests) ByToken(tokenHash []byte) (Guest, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	list, err := g.read()
	if err != nil {
		return Guest{}, err
	}
	shown := []byte(hex.EncodeToString(tokenHash))
	for _, o := range list {
		if o.ClosedAt.IsZero() && subtle.ConstantTimeCompare([]byte(o.Hash), shown) == 1 {
			return o, nil
		}
	}
	return Guest{}, fault.New(fault.SignIn, "This token is not one of this Tandem, or works no more.")
}

// Names lists what is kept of a guest, newest first.
func (g *Guests) Names(guest Guest) ([]string, error) { return pointsIn(g.folder(guest.ID)) }

// Open opens a save point of a guest; any other name is NotFound.
func (g *Guests) Open(id int, name string) (*os.File, error) {
	f, err := (*os.File)(nil), fs.ErrNotExist
	if named.MatchString(name) {
		f, err = os.Open(filepath.Join(g.folder(id), name))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "There is no save point “%s” of this Tandem.", name)
	}
	if err != nil {
		return nil, fmt.Errorf("open the save point: %w", err)
	}
	return f, nil
}

// Receive keeps a save point that a guest sends. One that is too large, damaged or no
// backup is refused and nothing of it stays; one that is there already is not read.
func (g *Guests) Receive(ctx context.Context, guest Guest, name string, from io.Reader) error {
	if !named.MatchString(name) {
		return fault.New(fault.Invalid, "“%s” is not the name of a save point.", name)
	}
	if !g.begin(guest.ID) {
		return fault.New(fault.Conflict, "A save point of this Tandem is being received already. Send one after the other.")
	}
	defer g.end(guest.ID)
	dir := g.folder(guest.ID)
	if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make a folder for a guest: %w", err)
	}
	if free, _, err := g.Free(dir); err == nil && free < roomForGuests {
		return fault.New(fault.Unavailable, "The disk of this Tandem is nearly full; it takes no save points of others.")
	}
	if err := g.take(ctx, dir, name, from); err != nil {
		return err
	}
	names, err := pointsIn(dir)
	if err != nil {
		return fmt.Errorf("look at what is kept of a guest: %w", err)
	}
	for _, old := range outdatedAt(names) {
		err = errors.Join(err, os.Remove(filepath.Join(dir, old)))
	}
	return err
}

// take writes, proves and names one file.
func (g *Guests) take(ctx context.Context, dir, name string, from io.Reader) error {
	f, err := os.CreateTemp(dir, ".*.partial")
	if err != nil {
		return fmt.Errorf("receive a save point: %w", err)
	}
	defer func() {
		f.Close()
		os.Remove(f.Name()) // gone already when it got its name
	}()
	n, err := io.Copy(f, io.LimitReader(stoppable{ctx, from}, MostGuestBytes+1))
	switch {
	case err != nil:
		return fault.Wrap(fault.Invalid, err, "The save point did not arrive whole.")
	case n > MostGuestBytes:
		return fault.New(fault.Invalid, "A save point may have %d MB at most.", MostGuestBytes>>20)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("receive a save point: %w", err)
	}
	m, _, err := backupfile.Check(stoppable{ctx, f})
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "What came is no whole save point: %s.", err)
	}
	if (m.Part != nil) != (kindOf(name) == Part) {
		return fault.New(fault.Invalid, "The name %s does not fit what the save point holds.", name)
	}
	if err = f.Sync(); err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		return fmt.Errorf("keep a save point: %w", err)
	}
	return nil
}

func (g *Guests) begin(id int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, sending := g.busy[id]; sending {
		return false
	}
	if g.busy == nil {
		g.busy = map[int]struct{}{}
	}
	g.busy[id] = struct{}{}
	return true
}

func (g *Guests) end(id int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.busy, id)
}
