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

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
)

// Problem says in plain sentences what keeps Tandem from running, and ways forward.
type Problem struct {
	Sentence fault.Clause // what is the matter
	Next     fault.Clause // what to do
	Details  string       // the whole error, for whoever is asked for help

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

// ErrNoSavePoint: data of an earlier Tandem are brought up to date only when everything was
// saved before.
var ErrNoSavePoint = errors.New("no save point could be made before the migration, so nothing was migrated; free some space, " +
	"or run 'tandem migrate -without-save-point'")

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
		single   *localpg.SingleUserError
		full     *localpg.FullError
		newer    *postgres.NewerSchemaError
		other    *localpg.WrongMajorError
		clock    *ClockError
		closed   *localpg.UnreachableError
		noRights = errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
	)
	switch {
	case errors.As(err, &listen):
		return explainAddress(listen)
	case errors.As(err, &inUse):
		return explainInUse(inUse.Process)
	case errors.As(err, &single):
		return Problem{
			Sentence: fault.Part("Somebody works on these data with a program of PostgreSQL (process %d).", single.Process),
			Next:     fault.Part("End that program and try again."),
		}
	case errors.As(err, &full):
		return Problem{
			Sentence: fault.Part("The disk is full: %d MB are free, and Tandem needs %d MB.", full.Free>>20, full.Needs>>20),
			Next:     fault.Part("Free some space on the disk with %s, empty the bin, and try again. Nothing that was saved is lost.", full.Dir),
		}
	case errors.Is(err, syscall.ENOSPC), strings.Contains(err.Error(), "No space left on device"):
		return Problem{
			Sentence: fault.Part("The disk is full."),
			Next:     fault.Part("Free some space on the disk with %s, empty the bin, and try again. Nothing that was saved is lost.", dataDir),
		}
	case errors.As(err, &newer):
		return explainNewer(newer.Program)
	case errors.As(err, &other):
		return explainMajor(other, dataDir)
	case errors.Is(err, ErrNoSavePoint):
		return Problem{
			Sentence: fault.Part("The data of an earlier Tandem have to be brought up to date, and no save point of them could be made before. They were left as they are."),
			Next:     fault.Part("Free some space, give yourself the right to write into the folder of the save points, and try again. Until then the Tandem from before works on."),
		}
	case errors.As(err, &clock):
		return Problem{
			Sentence: fault.Part("The clock of this computer is wrong: it says %s, and this Tandem was made on %s.", clock.Now.Format("2006-01-02, 15:04"), clock.Made.Format(time.DateOnly)),
			Next:     fault.Part("Set the date and time of the computer and try again: results, clocks and save points carry the time."),
			Anyway:   true,
		}
	case errors.As(err, &closed), noRights:
		return Problem{
			Sentence: fault.Part("Tandem may not write into its folder %s.", dataDir),
			Next:     fault.Part("Give yourself the right to write there and try again. On a read-only disk or stick remove the file “portable” beside Tandem: data is then kept on this computer."),
		}
	}
	return Problem{
		Sentence: fault.Part("Tandem could not start."),
		Next:     fault.Part("Try again. If it stays, the details below say why; the file %s has more.", LogFile(dataDir)),
	}
}

func explainAddress(listen *ListenError) Problem {
	_, port, _ := net.SplitHostPort(listen.Addr)
	return Problem{
		Sentence: fault.Part("Another program on this computer uses port %s, which Tandem needs for its pages.", port),
		Next:     fault.Part("End that program and try again, or let Tandem use another port. Addresses on papers that were printed before name the old one."),
		Port:     freePortAfter(port),
	}
}

func explainInUse(process int) Problem {
	p := Problem{
		Sentence: fault.Part("Tandem runs on these data already, started in another way."),
		Next:     fault.Part("Go on with that one, or end it and try again."),
	}
	if process != 0 {
		p.Next = fault.Part("Go on with that one, or end it (process %d) and try again.", process)
	}
	return p
}

// explainNewer names the program that can read the data, when that one said who it is.
func explainNewer(program string) Problem {
	p := Problem{
		Sentence: fault.Part("These data were written by a newer Tandem, and this one cannot read them. They were not touched."),
		Next:     fault.Part("Start the newer one, or download the newest and start that."),
	}
	if program != "" {
		p.Sentence = fault.Part("These data were written by a newer Tandem, version %s, and this one cannot read them. They were not touched.", program)
		p.Next = fault.Part("Start version %s, or download the newest and start that.", program)
	}
	return p
}

// explainMajor is about data of another PostgreSQL: a later one, or an older one whose
// programs are gone.
func explainMajor(e *localpg.WrongMajorError, dataDir string) Problem {
	if !e.Older() {
		return explainNewer(e.Program)
	}
	return Problem{
		Sentence: fault.Part("These data were written by an earlier Tandem with PostgreSQL %d, whose programs are needed once to carry them over and are not here. They were not touched.", e.Data),
		Next: fault.Part("Put the folder “postgresql” of the earlier Tandem beside this one, under the name “postgresql-%d”, and try again. If it is gone: give the folder %s another name, start again, and choose “Continue from a save point” with the newest file of its folder “backups”.",
			e.Data, dataDir),
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
