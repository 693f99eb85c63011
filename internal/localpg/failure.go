package localpg

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

// largestLog is the size in bytes beyond which the log is put aside at a start.
const largestLog = 10 << 20

// serverLog is the server's log file from where this start began: what earlier
// runs wrote explains nothing.
type serverLog struct {
	path string
	file *os.File
	from int64
}

// openLog opens the log for appending; a large one becomes the previous log, of
// which one is kept.
func openLog(path string) (*serverLog, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > largestLog {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, fmt.Errorf("putting the old log aside: %w", err)
		}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the server's log: %w", err)
	}
	from, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("opening the server's log: %w", err)
	}
	return &serverLog{path: path, file: f, from: from}, nil
}

// causes explains what PostgreSQL reports in words of its own, most telling first.
var causes = []struct{ report, cause string }{
	{"No space left on device", "The disk is full: free some space and start again."},
	{"could not create shared memory segment", "The machine refuses shared memory: raise its limits, or set DATABASE_URL."},
	{"could not resize shared memory segment", "/dev/shm is too small (in a container: --shm-size=256m)."},
	{"Too many open files", "The limit of open files is too low: raise it (ulimit -n)."},
	{"insufficient file descriptors", "The limit of open files is too low: raise it (ulimit -n)."},
	{"Cannot allocate memory", "The machine has too little free memory."},
	{"invalid checkpoint record", "The data is damaged. Keep a copy of the folder and restore the last backup into a new TANDEM_DATA_DIR."},
	{"could not locate a valid checkpoint record", "The data is damaged. Keep a copy of the folder and restore the last backup into a new TANDEM_DATA_DIR."},
	{"by a user with administrative permissions", "Start Tandem without \"Run as administrator\": PostgreSQL refuses an administrator's rights."},
	{"has invalid permissions", "The disk does not keep who may read a folder (memory sticks formatted for Windows do not): keep the data on the disk of the computer (TANDEM_DATA_DIR, or without the file \"portable\")."},
	{"has wrong ownership", "The data belongs to another user: start Tandem as that user, or give the folder to this one (chown -R)."},
	{"pre-existing shared memory block", "A process of an old PostgreSQL still uses the data: end it (ps shows it as postgres), or restart the machine."},
	{"already exists", "Another PostgreSQL may be using the data: end it first."},
	{"permission denied", "A folder or program is closed to the user PostgreSQL runs as."},
	{"Permission denied", "A folder or program is closed to the user PostgreSQL runs as."},
}

// startFailure says that the server did not start, why probably, and what it
// reported.
func startFailure(p programs, log *serverLog, err error) error {
	lines := log.lastLines()
	why := "The lines below say why."
	if known := whyNotRun(err); known != "" {
		why = strings.TrimPrefix(known, ".\n") + "."
	}
	for _, c := range causes {
		if strings.Contains(lines, c.report) || strings.Contains(err.Error(), c.report) {
			why = c.cause
			break
		}
	}
	return fmt.Errorf("PostgreSQL %d (%s) did not start: %w\n%s\nThe last lines of %s:\n%s", p.major, p.dir, err, why, log.path, indent(lines))
}

// lastLines returns the last 20 lines since the start, of at most 8 KB.
func (l *serverLog) lastLines() string {
	const most, lines = 8 << 10, 20
	f, err := os.Open(l.path)
	if err != nil {
		return "(no log)"
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "(unreadable log)"
	}
	from := max(l.from, info.Size()-most)
	text, err := io.ReadAll(io.NewSectionReader(f, from, most))
	if err != nil {
		return "(unreadable log)"
	}
	all := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(bytes.Join(all[max(0, len(all)-lines):], []byte("\n")))
}

func indent(lines string) string {
	return "  " + strings.ReplaceAll(lines, "\n", "\n  ")
}
