package localpg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// PostgreSQL reads data of its own major version only. Data of an older one are carried
// over when Tandem comes with a newer: the old server's programs run them once more, to be
// read, and everything goes into new data beside them. Those get their name when all of it
// is there and proved, in one step, and the old ones stay as they are. So whatever ends a
// start leaves either the old data, and the next start begins again, or both.

// Carried says what a start did with data of an older PostgreSQL.
type Carried struct {
	From, To int    // major versions; zero when nothing was carried over
	Kept     string // the folder with the data as they were
}

// Carried says whether this start carried data over.
func (s *Server) Carried() Carried { return s.carried }

// unfinishedMark ends the name of data that are being made.
const unfinishedMark = ".new"

func (l layout) unfinished() layout {
	l.data += unfinishedMark
	return l
}

// before is the layout of older data in the same directory, with a socket of its own.
func (l layout) before(major int) layout {
	old := newLayout(l.root, major)
	old.sockets += "-before"
	return old
}

// unfinishedIn lists the data that somebody is making, or has left half made.
func unfinishedIn(root string) []string {
	found, _ := filepath.Glob(filepath.Join(escapeGlob(root), "pg*"+unfinishedMark)) // the pattern is well formed
	return found
}

// removeUnfinished takes away what an interrupted start has left half made, with the server
// that may still work on it.
func removeUnfinished(ctx context.Context, lay layout, log io.Writer) error {
	for _, dir := range unfinishedIn(lay.root) {
		half := lay
		half.data = dir
		if err := clearLeftovers(ctx, half, patience{fastStop, lastStop, 2 * lastStop}, log); err != nil {
			return err
		}
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("removing what an interrupted start left: %w", err)
		}
	}
	return nil
}

// readOnly keeps everything as it is in data that stay behind, whoever connects.
const readOnly = "default_transaction_read_only=on"

// carryOver makes data for the programs to run out of those of an older PostgreSQL.
func (s *Server) carryOver(ctx context.Context, lay layout, use choice, acc account, opt Options) (err error) {
	old, fresh := lay.before(use.before.major), lay.unfinished()
	fmt.Fprintf(opt.Log, "The data were written by PostgreSQL %d. Carrying them over to PostgreSQL %d; %s stays as it is.\n", use.before.major, use.run.major, old.data)
	if err := roomFor(old, opt); err != nil {
		return err
	}
	if err := clearLeftovers(ctx, old, patience{fastStop, lastStop, 2 * lastStop}, opt.Log); err != nil {
		return err
	}
	err = initialize(ctx, use.run, fresh, acc, s.log, opt)
	if err == nil {
		err = s.carryRows(ctx, old, fresh, use, acc, opt)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("carrying the data over from PostgreSQL %d: %w", use.before.major, err), os.RemoveAll(fresh.data))
	}
	if err := moveIntoPlace(fresh.data, lay.data); err != nil {
		return err
	}
	s.carried = Carried{From: use.before.major, To: use.run.major, Kept: old.data}
	fmt.Fprintf(opt.Log, "Carried over. Nothing needs %s any more; remove it when everything is right.\n", old.data)
	return nil
}

// carryRows runs both servers and lets the rows be carried. Both are shut down cleanly
// after it, so that everything is on the disk.
func (s *Server) carryRows(ctx context.Context, old, fresh layout, use choice, acc account, opt Options) (err error) {
	from, oldWay, err := launch(ctx, use.before, acc, old, s.log, opt, readOnly)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, from.stop(fastStop, lastStop))
		oldWay.remove()
		os.Remove(old.sockets) // empty by now
	}()
	to, freshWay, err := launch(ctx, use.run, acc, fresh, s.log, opt)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, to.stop(fastStop, lastStop))
		freshWay.remove()
	}()
	return opt.Carry(ctx, oldWay.url(databaseName), freshWay.url(databaseName))
}

// emptyData is what a new database takes before there is anything in it.
const emptyData = 64 << 20

// roomFor asks for the space of a second copy of the data, and of a save point of them.
func roomFor(old layout, opt Options) error {
	if opt.Free == nil {
		return nil
	}
	free, _, err := opt.Free(old.root)
	if err != nil {
		return nil // the server will say when it cannot write
	}
	size, err := sizeOf(old.data)
	if err != nil {
		return err
	}
	if needs := size + size/2 + emptyData; free < needs {
		return &FullError{Dir: old.root, Free: free, Needs: needs}
	}
	return nil
}

func sizeOf(dir string) (size uint64, err error) {
	err = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += uint64(info.Size())
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("measuring the data: %w", err)
	}
	return size, nil
}

// writer is which Tandem worked on the data last, and with which server programs: a later
// one with another PostgreSQL looks for them there.
type writer struct {
	Program  string `json:"tandem"`
	Major    int    `json:"postgresql"`
	Programs string `json:"programs"` // a folder
}

func writerFile(root string) string { return filepath.Join(root, "written-by.json") }

func noteWriter(root string, run programs, program string) error {
	if program == "" {
		return nil // a test
	}
	text, err := json.Marshal(writer{Program: program, Major: run.major, Programs: run.dir})
	if err == nil {
		err = os.WriteFile(writerFile(root), append(text, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("noting which Tandem worked on the data: %w", err)
	}
	return nil
}

// writerOf is the zero writer when nobody said.
func writerOf(root string) (w writer) {
	text, err := os.ReadFile(writerFile(root))
	if err != nil || json.Unmarshal(text, &w) != nil {
		return writer{}
	}
	return w
}

// keptPlaces is where the programs of an older PostgreSQL may lie: beside this program,
// as a download brings them, and where they were when they last ran.
func keptPlaces(root string, major int) []string {
	var places []string
	if self, err := executable(); err == nil {
		for _, dir := range beside(self) {
			places = append(places, filepath.Join(filepath.Dir(dir)+"-"+strconv.Itoa(major), "bin"))
		}
	}
	if w := writerOf(root); w.Major == major && filepath.IsAbs(w.Programs) {
		places = append(places, w.Programs)
	}
	return places
}

// programsOf finds the programs of one major version.
func programsOf(root string, major int) (programs, error) {
	for _, dir := range keptPlaces(root, major) {
		if p, err := inspect(dir); err == nil && p.major == major {
			return p, nil
		}
	}
	others := installed(searchedIn)
	for _, p := range others {
		if p.major == major {
			return p, nil
		}
	}
	return programs{}, &WrongMajorError{
		Data: major, Installed: majors(others), Program: writerOf(root).Program, Dir: root,
		LookedIn: append(keptPlaces(root, major), strings.ReplaceAll(strings.Join(searchedIn, "\n"), "*", strconv.Itoa(major))),
	}
}
