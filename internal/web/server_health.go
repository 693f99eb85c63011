package web

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

var healthRoutes = []route{
	{get, "/server/health", access.UseAccount, (*Server).serverHealth},
}

// Machine is what the health page asks about the machine.
type Machine struct {
	Build    string // of the program
	DataDir  string // on the disk that must not fill up, empty when elsewhere
	Free     func(dir string) (free, total uint64, err error)
	Database func(context.Context) (version string, clock time.Time, err error)
}

// From these values on a line is a warning, or worse.
const (
	lowDisk  = 5 << 30
	fullDisk = 1 << 30
	clockOff = 2 * time.Second // more makes chess clocks on pages wrong
)

// seesHealth reports whether the visitor may see the server's health: those who
// may in any event, as the machine is shared by all.
func (v *visit) seesHealth() bool {
	return access.Can(v.who.Actor, access.SeeBackup, access.Object{}, v.now) || slices.ContainsFunc(v.who.Actor.Grants, func(g access.Grant) bool {
		return access.Can(v.who.Actor, access.SeeBackup, access.Object{EventID: g.EventID}, v.now)
	})
}

// serverHealth says line by line what is good and what to do.
func (s *Server) serverHealth(v *visit) error {
	if !v.seesHealth() {
		return s.refuse(v, access.SeeBackup)
	}
	lines := []pages.HealthLine{s.databaseLine(v.Request().Context()), s.clockLine(v.Request().Context()), s.diskLine()}
	kept, err := s.savePointLines(v)
	if err != nil {
		return err
	}
	lines = append(lines, kept...)
	lines = append(lines,
		pages.HealthLine{Name: "Open pages", State: pages.Good, Sentence: layout.Count(s.Hub.Streams(), "page") + " told of changes as they happen by this node."},
		pages.HealthLine{Name: "Program", State: pages.Good, Sentence: "Version " + s.Machine.Build + "."})
	return v.page(pages.HealthPage(v.frame(layout.Desk, "Health of the server", 0), lines))
}

// askLimit is how long the database may take for an answer.
const askLimit = 2 * time.Second

func (s *Server) databaseLine(ctx context.Context) pages.HealthLine {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	line := pages.HealthLine{Name: "Database", State: pages.Good}
	begun := time.Now()
	version, _, err := s.Machine.Database(ctx)
	if err != nil {
		s.Log.Warn("the database does not answer", "error", err)
		line.State, line.Sentence, line.Do = pages.Bad, "It does not answer.", "Enter results on paper slips. Look at the log of the program and of the database."
		return line
	}
	line.Sentence = fmt.Sprintf("PostgreSQL %s answers in %.1f ms.", version, float64(time.Since(begun).Microseconds())/1000)
	return line
}

// clockLine compares the clock of this machine with that of the database.
func (s *Server) clockLine(ctx context.Context) pages.HealthLine {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	line := pages.HealthLine{Name: "Clock", State: pages.Good, Sentence: "Server and database agree."}
	before := s.Now()
	_, clock, err := s.Machine.Database(ctx)
	if err != nil {
		line.State, line.Sentence = pages.Warn, "Unknown while the database does not answer."
		return line
	}
	off := clock.Sub(before.Add(s.Now().Sub(before) / 2)).Abs()
	if off > clockOff {
		line.State, line.Do = pages.Warn, "Let both machines set their clocks from the network (NTP)."
		line.Sentence = fmt.Sprintf("Server and database differ by %s.", off.Round(time.Second))
	}
	return line
}

func (s *Server) diskLine() pages.HealthLine {
	line := pages.HealthLine{Name: "Disk", State: pages.Good}
	if s.Machine.DataDir == "" {
		line.Sentence = "The data is on another machine."
		return line
	}
	free, total, err := s.Machine.Free(s.Machine.DataDir)
	if err != nil {
		s.Log.Warn("the disk cannot be asked", "error", err)
		line.State, line.Sentence, line.Do = pages.Warn, "The free space is unknown.", "Look at the disk of the data folder by hand."
		return line
	}
	line.Sentence = fmt.Sprintf("%s of %s free.", bytesInWords(free), bytesInWords(total))
	switch {
	case free < fullDisk:
		line.State, line.Do = pages.Bad, "Free some space now: a full disk saves no results."
	case free < lowDisk:
		line.State, line.Do = pages.Warn, "Free some space before the next round."
	}
	return line
}

// savePointLines tells the age of the last backup and what it found when it read
// every journal.
func (s *Server) savePointLines(v *visit) ([]pages.HealthLine, error) {
	points, err := s.Backups.Points()
	if err != nil {
		return nil, err
	}
	saved := pages.HealthLine{Name: "Backup", State: pages.Good}
	checked := pages.HealthLine{Name: "Journals", State: pages.Good}
	if len(points) == 0 {
		saved.State, saved.Sentence, saved.Do = pages.Warn, "There is none yet.", "Make one on the Backup page of an event."
		if s.Backups.Dir == "" {
			saved.Sentence, saved.Do = "This server has no folder for backups.", "Set TANDEM_BACKUP_DIR and start it again."
		}
		checked.State, checked.Sentence, checked.Do = pages.Warn, "Not checked since the server was set up.", "Every backup checks them; an event's journal has a button for it."
	} else {
		last := points[0]
		saved.Sentence = fmt.Sprintf("The last one was made %s, %s.", age(v.now.Sub(last.TakenAt)), bytesInWords(uint64(last.Size)))
		checked.Sentence = fmt.Sprintf("All intact, checked %s with the last backup.", age(v.now.Sub(last.TakenAt)))
		for _, e := range last.Events {
			if e.Broken != "" {
				checked.State, checked.Sentence = pages.Bad, fmt.Sprintf("The journal of event %d is not intact: %s.", e.EventID, e.Broken)
				checked.Do = "Stop changing anything and compare with an earlier backup."
			}
		}
	}
	if trouble := s.Backups.Trouble(); !trouble.At.IsZero() {
		saved.State, saved.Sentence, saved.Do = pages.Bad, fmt.Sprintf("The last one failed %s.", age(v.now.Sub(trouble.At))), "Free some space or choose another folder with TANDEM_BACKUP_DIR."
	}
	return []pages.HealthLine{saved, checked}, nil
}
