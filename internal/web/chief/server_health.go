package chief

import (
	"cmp"
	"context"
	"crypto/subtle"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *machineHandlers) healthRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/server/health", access.SignIn, h.serverHealth), // also for machines; who may see it is asked there,
	}
}

// Machine is what the health page asks about the machine.
type Machine struct {
	Build    string // of the program, as pages and devices compare it
	Program  string // the same as people read it, with its day; may be empty
	DataDir  string // on the disk that must not fill up, empty when elsewhere
	Free     func(dir string) (free, total uint64, err error)
	Database func(context.Context) (version string, clock time.Time, err error)
	Replica  func(context.Context) (Replica, error) // nil: public pages are read from the database itself
	Queue    func() (waiting int)                   // changes that wait for their turn on this node
	Ahead    func() Ahead                           // nil: nobody else brings the schema forward
}

// Ahead is a schema that a newer program has brought forward while this node worked.
type Ahead struct {
	Program  string // the newer one; empty when it did not say
	Outgrown bool   // this node may change nothing any more
}

// Outgrown reports whether a newer program has changed the database in a way that this
// one does not know.
func (m Machine) Outgrown() bool { return m.Ahead != nil && m.Ahead().Outgrown }

// Replica is how a copy of the database that serves public pages stands.
type Replica struct {
	Following bool  // it still follows the primary; false after it was promoted
	Behind    int64 // journal entries of the primary that it lacks
}

// From these values on a line is a warning, or worse.
const (
	lowDisk  = 5 << 30
	fullDisk = 1 << 30
	clockOff = 2 * time.Second // more makes chess clocks on pages wrong
	slow     = time.Second     // a page that takes longer makes people press twice
	longLine = 20              // changes that wait at once
	farOff   = 100             // journal entries
)

// seesHealth reports whether the visitor may see the server's health: those who
// may in any event, as the machine is shared by all.
func seesHealth(v *visit.Visit) bool {
	return access.Can(v.Who.Actor, access.SeeBackup, access.Object{}, v.Now) || slices.ContainsFunc(v.Who.Actor.Grants, func(g access.Grant) bool {
		return access.Can(v.Who.Actor, access.SeeBackup, access.Object{EventID: g.EventID}, v.Now)
	})
}

// serverHealth says line by line what is good and what to do.
func (h *machineHandlers) serverHealth(v *visit.Visit) error {
	if v.Request().Header.Get("Authorization") != "" {
		return h.healthForMachine(v)
	}
	if !seesHealth(v) {
		return h.Refuse(v, access.SeeBackup)
	}
	lines, err := h.healthLines(v)
	if err != nil {
		return err
	}
	return v.Page(pages.HealthPage(v.Frame(layout.Desk, v.Words.Say("Health of the server"), 0), lines, access.Can(v.Who.Actor, access.KeepServer, access.Object{}, v.Now)))
}

// machineHealth is the health page as JSON.
type machineHealth struct {
	State pages.Grade  `json:"state"` // of the worst line
	Lines []healthLine `json:"lines"`
}

type healthLine struct {
	Name     string      `json:"name"`
	State    pages.Grade `json:"state"`
	Sentence string      `json:"sentence"`
	Do       string      `json:"do,omitempty"`
}

// healthForMachine answers a machine that watches the server: 503 when something is to be
// done, whatever the reason. Its token is a setting and not in the database, which may be
// what is wrong.
func (h *machineHandlers) healthForMachine(v *visit.Visit) error {
	v.Response().Header().Set("Cache-Control", "no-store")
	token, ok := strings.CutPrefix(v.Request().Header.Get("Authorization"), "Bearer ")
	if !ok || h.HealthToken == "" || subtle.ConstantTimeCompare([]byte(token), []byte(h.HealthToken)) == 0 {
		v.Response().Header().Set("WWW-Authenticate", "Bearer")
		err := fault.New(fault.SignIn, "This token is not that of TANDEM_HEALTH_TOKEN.")
		return visit.AnswerProblem(v, err, http.StatusUnauthorized, err.Message)
	}
	lines, err := h.healthLines(v)
	if err != nil {
		return err
	}
	health, status := machineHealth{State: pages.Good}, http.StatusOK
	for _, l := range lines {
		health.Lines = append(health.Lines, healthLine(l))
		if l.State == pages.Bad || health.State == pages.Good {
			health.State = l.State
		}
	}
	if health.State == pages.Bad {
		status = http.StatusServiceUnavailable
	}
	return v.JSON(status, health)
}

func (h *machineHandlers) healthLines(v *visit.Visit) ([]pages.HealthLine, error) {
	w := v.Words
	lines := []pages.HealthLine{h.databaseLine(v.Request().Context(), w), h.newsLine(w), h.clockLine(v.Request().Context(), w), h.diskLine(w)}
	kept, err := h.savePointLines(v)
	if err != nil {
		return nil, err
	}
	lines = append(lines, kept...)
	if h.Machine.Replica != nil {
		lines = append(lines, h.replicaLine(v.Request().Context(), w))
	}
	return append(lines, h.queueLine(w), h.slowLine(w, v.Now), h.devicesLine(w, v.Now),
		pages.HealthLine{Name: v.Words.Say("Open pages"), State: pages.Good, Sentence: v.Words.Say("%d pages told of changes as they happen by this node.", h.Hub.Streams())},
		h.programLine(v)), nil
}

// programLine says which program this is, and whether a newer one has come to the same
// database.
func (h *machineHandlers) programLine(v *visit.Visit) pages.HealthLine {
	line := pages.HealthLine{Name: v.Words.Say("Program"), State: pages.Good, Sentence: v.Words.Say("Version %s.", cmp.Or(h.Machine.Program, h.Machine.Build))}
	if h.Machine.Ahead == nil {
		return line
	}
	switch ahead := h.Machine.Ahead(); {
	case ahead.Outgrown:
		line.State, line.Do = pages.Bad, v.Words.Say("Replace this node by the newer version; the others go on.")
		line.Sentence += " " + v.Words.Say("A newer Tandem (%s) has changed the database in a way that this node does not know: it changes nothing any more.", ahead.Program)
	case ahead.Program != "":
		line.State, line.Do = pages.Warn, v.Words.Say("Replace this node by the newer version; the others go on.")
		line.Sentence += " " + v.Words.Say("A newer Tandem (%s) has brought the database forward. This node goes on beside it.", ahead.Program)
	}
	return line
}

// newsLine says whether this node hears of changes, its own and those of other nodes.
func (h *machineHandlers) newsLine(w text.Words) pages.HealthLine {
	line := pages.HealthLine{Name: w.Say("News"), State: pages.Good, Sentence: w.Say("This node hears of changes as they are saved.")}
	if err := h.ListeningError(); err != nil {
		line.State, line.Sentence = pages.Bad, w.Say("This node does not hear of changes: %s.", err)
		line.Do = w.Say("Pages it shows may be old. Look at the database and at what stands in front of it, and at DATABASE_LISTEN_URL.")
	}
	return line
}

// AskLimit is how long the database may take for an answer.
const AskLimit = 2 * time.Second

func (h *machineHandlers) databaseLine(ctx context.Context, w text.Words) pages.HealthLine {
	ctx, cancel := context.WithTimeout(ctx, AskLimit)
	defer cancel()
	line := pages.HealthLine{Name: w.Say("Database"), State: pages.Good}
	begun := time.Now()
	version, _, err := h.Machine.Database(ctx)
	if err != nil {
		h.Log.Warn("the database does not answer", "error", err)
		line.State, line.Sentence, line.Do = pages.Bad, w.Say("It does not answer."), w.Say("Enter results on paper slips. Look at the log of the program and of the database.")
		return line
	}
	line.Sentence = w.Say("PostgreSQL %s answers in %s ms.", version, w.Decimal(fmt.Sprintf("%.1f", float64(time.Since(begun).Microseconds())/1000)))
	return line
}

// clockLine compares the clock of this machine with that of the database.
func (h *machineHandlers) clockLine(ctx context.Context, w text.Words) pages.HealthLine {
	ctx, cancel := context.WithTimeout(ctx, AskLimit)
	defer cancel()
	line := pages.HealthLine{Name: w.Say("Clock"), State: pages.Good, Sentence: w.Say("Server and database agree.")}
	before := h.Now()
	_, clock, err := h.Machine.Database(ctx)
	if err != nil {
		line.State, line.Sentence = pages.Warn, w.Say("Unknown while the database does not answer.")
		return line
	}
	off := clock.Sub(before.Add(h.Now().Sub(before) / 2)).Abs()
	if off > clockOff {
		line.State, line.Do = pages.Warn, w.Say("Let both machines set their clocks from the network (NTP).")
		line.Sentence = w.Say("Server and database differ by %s.", off.Round(time.Second))
	}
	return line
}

// replicaLine says whether the copy for public pages keeps up.
func (h *machineHandlers) replicaLine(ctx context.Context, w text.Words) pages.HealthLine {
	ctx, cancel := context.WithTimeout(ctx, AskLimit)
	defer cancel()
	line := pages.HealthLine{Name: w.Say("Replica"), State: pages.Good, Sentence: w.Say("It has everything.")}
	replica, err := h.Machine.Replica(ctx)
	switch {
	case err != nil:
		h.Log.Warn("the replica cannot be asked", "error", err)
		line.State, line.Sentence, line.Do = pages.Warn, w.Say("It does not answer. Public pages are read from the database itself."), w.Say("Look at the log of the replica, and at DATABASE_REPLICA_URL.")
	case !replica.Following:
		line.State, line.Sentence = pages.Bad, w.Say("It does not follow the database any more.")
		line.Do = w.Say("When it was promoted on purpose, name it in DATABASE_URL on every node and start them again; else set up the replica anew.")
	case replica.Behind > farOff:
		line.State, line.Sentence = pages.Warn, w.Say("It is %s behind. Public pages are read from the database itself.", entriesInWords(w, replica.Behind))
		line.Do = w.Say("Look at the network between the two and at the log of the replica.")
	case replica.Behind > 0:
		line.Sentence = w.Say("It is %s behind.", entriesInWords(w, replica.Behind))
	}
	return line
}

func entriesInWords(w text.Words, n int64) string { return w.Say("%d journal entries", n) }

// queueLine says how many changes wait for their turn on this node.
func (h *machineHandlers) queueLine(w text.Words) pages.HealthLine {
	line := pages.HealthLine{Name: w.Say("Queue"), State: pages.Good, Sentence: w.Say("No change waits to be saved.")}
	if h.Machine.Queue == nil {
		return line
	}
	waiting := h.Machine.Queue()
	if waiting > 0 {
		line.Sentence = w.Say("%d changes to be saved.", waiting)
	}
	if waiting >= longLine {
		line.State, line.Do = pages.Warn, w.Say("Look again in a moment. If it stays, the database or its disk is too slow: stop other work on that machine.")
	}
	return line
}

// slowLine names the pages that took longest lately.
func (h *machineHandlers) slowLine(w text.Words, now time.Time) pages.HealthLine {
	line := pages.HealthLine{Name: w.Say("Slowest pages"), State: pages.Good, Sentence: w.Say("None was asked for lately.")}
	var named []string
	for _, p := range h.Slowest.Worst(3, now) {
		named = append(named, fmt.Sprintf("%s %d ms", p.Route, p.Took.Milliseconds()))
		if p.Took > slow {
			line.State, line.Do = pages.Warn, w.Say("Look at the lines above. When they are good, the machine has too little power for this hall: see the sizing table for operators.")
		}
	}
	if len(named) > 0 {
		line.Sentence = w.Say("At worst, lately: %s.", strings.Join(named, ", "))
	}
	return line
}

// devicesLine says which versions of the program the devices at work show.
func (h *machineHandlers) devicesLine(w text.Words, now time.Time) pages.HealthLine {
	devices := h.InUse.Lately(now)
	line := pages.HealthLine{Name: w.Say("Devices"), State: pages.Good, Sentence: w.Say("None is at work through this node.")}
	var old []string
	for _, d := range devices {
		if d.Build != "" && d.Build != h.Machine.Build {
			old = append(old, w.Say("%s (version %s)", d.Device, d.Build))
		}
	}
	if len(devices) > 0 {
		line.Sentence = w.Say("%d devices signed in through this node in the last minutes, all with pages of this version.", len(devices))
	}
	if len(old) > 0 {
		line.State, line.Do = pages.Warn, w.Say("Reload the page there.")
		line.Sentence = w.Say("%d devices signed in through this node in the last minutes. With pages of another version: %s.", len(devices), strings.Join(old, ", "))
	}
	return line
}

func (h *machineHandlers) diskLine(w text.Words) pages.HealthLine {
	line := pages.HealthLine{Name: w.Say("Disk"), State: pages.Good}
	if h.Machine.DataDir == "" {
		line.Sentence = w.Say("The data is on another machine.")
		return line
	}
	free, total, err := h.Machine.Free(h.Machine.DataDir)
	if err != nil {
		h.Log.Warn("the disk cannot be asked", "error", err)
		line.State, line.Sentence, line.Do = pages.Warn, w.Say("The free space is unknown."), w.Say("Look at the disk of the data folder by hand.")
		return line
	}
	line.Sentence = w.Say("%s of %s free.", bytesInWords(free), bytesInWords(total))
	switch {
	case free < fullDisk:
		line.State, line.Do = pages.Bad, w.Say("Free some space now: a full disk saves no results.")
	case free < lowDisk:
		line.State, line.Do = pages.Warn, w.Say("Free some space before the next round.")
	}
	return line
}

// savePointLines tells the age of the last backup and what it found when it read
// every journal.
func (h *machineHandlers) savePointLines(v *visit.Visit) ([]pages.HealthLine, error) {
	points, err := h.Backups.Points()
	if err != nil {
		return nil, err
	}
	saved := pages.HealthLine{Name: v.Words.Say("Backup"), State: pages.Good}
	checked := pages.HealthLine{Name: v.Words.Say("Journals"), State: pages.Good}
	if len(points) == 0 {
		saved.State, saved.Sentence, saved.Do = pages.Warn, v.Words.Say("There is none yet."), v.Words.Say("Make one on the Backup page of an event.")
		if h.Backups.Dir == "" {
			saved.Sentence, saved.Do = v.Words.Say("This server has no folder for backups."), v.Words.Say("Set TANDEM_BACKUP_DIR and start it again.")
		}
		checked.State, checked.Sentence, checked.Do = pages.Warn, v.Words.Say("Not checked since the server was set up."), v.Words.Say("Every backup checks them; an event's journal has a button for it.")
	} else {
		last := points[0]
		saved.Sentence = v.Words.Say("The last one was made %s, %s.", wording.Age(v.Words, v.Now.Sub(last.TakenAt)), bytesInWords(uint64(last.Size)))
		checked.Sentence = v.Words.Say("All intact, checked %s with the last backup.", wording.Age(v.Words, v.Now.Sub(last.TakenAt)))
		for _, e := range last.Events {
			wrong := e.Broken
			if wrong == "" && len(e.Differs) > 0 {
				wrong = e.Differs[0]
			}
			if wrong != "" {
				checked.State, checked.Sentence = pages.Bad, v.Words.Say("The journal of event %d is not intact: %s.", e.EventID, wrong)
				checked.Do = v.Words.Say("Stop changing anything and compare with an earlier backup.")
			}
		}
	}
	switch trouble := h.Backups.Trouble(); {
	case trouble.At.IsZero():
	case trouble.Made:
		saved.State, saved.Sentence, saved.Do = pages.Warn, v.Words.Say("The last one is good, but old ones cannot be removed: %s.", trouble.Cause), v.Words.Say("Remove them by hand before the disk is full.")
	default:
		saved.State, saved.Sentence, saved.Do = pages.Bad, v.Words.Say("The last one failed %s.", wording.Age(v.Words, v.Now.Sub(trouble.At))), v.Words.Say("Free some space or choose another folder with TANDEM_BACKUP_DIR.")
	}
	return []pages.HealthLine{saved, h.secondLine(v), checked}, nil
}

// secondLine tells how the second place of the save points stands.
func (h *machineHandlers) secondLine(v *visit.Visit) pages.HealthLine {
	line := pages.HealthLine{Name: v.Words.Say("Second place"), State: pages.Good}
	now := h.Second.Status()
	switch {
	case h.Backups.Dir == "", now.Waived:
		line.Sentence = v.Words.Say("Somebody else looks after copies.")
	case now.Where == "":
		line.State, line.Sentence, line.Do = pages.Warn, v.Words.Say("There is none: save points are on this machine only."), v.Words.Say("Choose one on the Backup page of an event, or with tandem second-place FOLDER.")
	case now.Trouble != "":
		line.State, line.Sentence = pages.Warn, v.Words.Say("No copy since %s: %s.", wording.Age(v.Words, v.Now.Sub(now.At)), now.Trouble)
		line.Do = v.Words.Say("Results are saved as always; look at the place, Tandem tries again every minute.")
	case now.Slow(v.Now):
		line.State, line.Sentence = pages.Warn, v.Words.Say("It is slow: a copy is under way since %s.", wording.Age(v.Words, v.Now.Sub(now.Copying)))
	case now.TakenAt.IsZero():
		line.Sentence = v.Words.Say("The first copy is on its way.")
	default:
		line.Sentence = v.Words.Say("It has the state of %s.", wording.Age(v.Words, v.Now.Sub(now.TakenAt)))
	}
	return line
}
