package desktop

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
)

// Problem says in plain sentences what keeps Tandem from running, and ways forward.
type Problem struct {
	Sentence string // what is the matter
	Next     string // what to do
	Details  string // the whole error, for whoever is asked for help

	Port   string // a free port to go on with; empty: that would not help
	Anyway bool   // it can start all the same
}

// ListenError says that the pages cannot have their address.
type ListenError struct {
	Addr string
	Err  error
}

func (e *ListenError) Error() string {
	return fmt.Sprintf("listen on %s (choose another address with TANDEM_ADDR): %v", e.Addr, e.Err)
}

func (e *ListenError) Unwrap() error { return e.Err }

// ClockError says that the clock of the computer is wrong for certain.
type ClockError struct {
	Now  time.Time
	Made time.Time // the day of this program
}

func (e *ClockError) Error() string {
	return fmt.Sprintf("the clock of this computer says %s, and this program was made on %s", e.Now.Format("2006-01-02 15:04"), e.Made.Format(time.DateOnly))
}

// CheckClock returns a *ClockError when the clock stands before the program was made.
// A day is left for time zones.
func CheckClock(now, made time.Time) error {
	if !made.IsZero() && now.Before(made.AddDate(0, 0, -1)) {
		return &ClockError{now, made}
	}
	return nil
}

// leastForNewData is what a first start needs on the disk: the database, its log, the
// space kept back, and a tournament.
const leastForNewData = 512 << 20

// CheckRoom returns a *localpg.FullError when new data would not fit on the disk. Where
// there are data, the database keeps space back for itself.
func CheckRoom(dir string, free func(string) (free, total uint64, err error)) error {
	if made, err := filepath.Glob(filepath.Join(dir, "pg[1-9]*")); err != nil || len(made) > 0 {
		return nil
	}
	there := dir // as far as the folder is there already
	for there != filepath.Dir(there) {
		if _, err := os.Stat(there); err == nil {
			break
		}
		there = filepath.Dir(there)
	}
	left, _, err := free(there)
	if err == nil && left < leastForNewData {
		return &localpg.FullError{Dir: dir, Free: left, Needs: leastForNewData}
	}
	return nil // the system does not tell, or there is room
}

// Explain finds the sentence for an error.
func Explain(err error, dataDir string) Problem {
	p := explain(err, dataDir)
	p.Details = err.Error()
	return p
}

func explain(err error, dataDir string) Problem {
	var (
		listen   *ListenError
		inUse    *localpg.InUseError
		full     *localpg.FullError
		newer    *postgres.NewerSchemaError
		other    *localpg.WrongMajorError
		clock    *ClockError
		closed   *localpg.UnreachableError
		noRights = errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
	)
	switch {
	case errors.As(err, &listen):
		_, port, _ := net.SplitHostPort(listen.Addr)
		return Problem{
			Sentence: "Another program on this computer uses port " + port + ", which Tandem needs for its pages.",
			Next:     "End that program and try again, or let Tandem use another port. Addresses on papers that were printed before name the old one.",
			Port:     freePortAfter(port),
		}
	case errors.As(err, &inUse):
		process := ""
		if inUse.Process != 0 {
			process = fmt.Sprintf(" (process %d)", inUse.Process)
		}
		return Problem{
			Sentence: "Tandem runs on these data already, started in another way.",
			Next:     "Go on with that one, or end it" + process + " and try again.",
		}
	case errors.As(err, &full):
		return Problem{
			Sentence: fmt.Sprintf("The disk is full: %d MB are free, and Tandem needs %d MB.", full.Free>>20, full.Needs>>20),
			Next:     "Free some space on the disk with " + full.Dir + ", empty the bin, and try again.",
		}
	case errors.Is(err, syscall.ENOSPC), strings.Contains(err.Error(), "No space left on device"):
		return Problem{
			Sentence: "The disk is full.",
			Next:     "Free some space on the disk with " + dataDir + ", empty the bin, and try again. Nothing that was saved is lost.",
		}
	case errors.As(err, &newer):
		by := ""
		if newer.Program != "" {
			by = " (" + newer.Program + ")"
		}
		return Problem{
			Sentence: "These data were written by a newer Tandem" + by + ", and this one cannot read them. They were not touched.",
			Next:     "Start the newer one, or download the newest and start that.",
		}
	case errors.As(err, &other):
		return Problem{
			Sentence: fmt.Sprintf("These data were written by a Tandem with PostgreSQL %d, and this one brings another. They were not touched.", other.Data),
			Next:     "Start the Tandem that was used before, download a save point there, and restore it here into another folder.",
		}
	case errors.As(err, &clock):
		return Problem{
			Sentence: "The clock of this computer is wrong: it says " + clock.Now.Format("2 January 2006, 15:04") + ", and this Tandem was made on " + clock.Made.Format("2 January 2006") + ".",
			Next:     "Set the date and time of the computer and try again: results, clocks and save points carry the time.",
			Anyway:   true,
		}
	case errors.As(err, &closed), noRights:
		return Problem{
			Sentence: "Tandem may not write into its folder " + dataDir + ".",
			Next:     "Give yourself the right to write there and try again. On a read-only disk or stick remove the file \"portable\" beside Tandem: data is then kept on this computer.",
		}
	}
	return Problem{
		Sentence: "Tandem could not start.",
		Next:     "Try again. If it stays, the details below say why; the file " + LogFile(dataDir) + " has more.",
	}
}

// freePortAfter is the next port that nobody uses; empty when there is none near.
func freePortAfter(port string) string {
	from, err := strconv.Atoi(port)
	if err != nil {
		return ""
	}
	for next := from + 1; next <= from+50 && next < 1<<16; next++ {
		listener, err := net.Listen("tcp", net.JoinHostPort("", strconv.Itoa(next)))
		if err == nil {
			listener.Close()
			return strconv.Itoa(next)
		}
	}
	return ""
}
