package chief

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *machineHandlers) backupRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Desk+"/backup", access.SeeBackup, visit.With(h.backupPage, h.backup)),
		visit.Post(address.Desk+"/backup", access.KeepBackup, h.ownBackup(h.makeBackup)),
		visit.Post(address.Desk+"/backup/second", access.KeepBackup, h.ownBackup(h.chooseSecond)),
		visit.Get(address.Desk+"/backup/lost", access.SeeBackup, h.lostMachine),
		visit.Get(address.Desk+"/backup/lost/paper", access.SeeBackup, h.lostPaper),
		visit.Get(address.Desk+"/backup/:file", access.KeepBackup, h.ownBackup(h.downloadBackup)),
		visit.Post(address.Desk+"/backup/:file/try", access.KeepBackup, h.ownBackup(h.tryBackup)),
	}
}

// ownBackup lets in who keeps the backups of this machine.
func (h *machineHandlers) ownBackup(handle func(*visit.Visit) error) func(*visit.Visit) error {
	return func(v *visit.Visit) error {
		may, err := h.keepsBackups(v)
		if err != nil {
			return err
		}
		if !may {
			return h.Refuse(v, access.KeepServer)
		}
		return handle(v)
	}
}

// keepsBackups reports whether the visitor makes, tries and downloads backups: the
// administrator; and on a machine of one's own, with the database that Tandem started
// itself, whoever is organizer of all its events. A backup holds every event.
func (h *machineHandlers) keepsBackups(v *visit.Visit) (bool, error) {
	if v.Can(access.KeepServer) {
		return true, nil
	}
	if !h.OwnMachine || !v.Can(access.KeepBackup) {
		return false, nil
	}
	events, err := h.Reader.Events(v.Request().Context())
	if err != nil {
		return false, err
	}
	whole := v.Who.Actor
	whole.Grants = slices.DeleteFunc(slices.Clone(whole.Grants), func(g access.Grant) bool { return g.SectionID != 0 })
	return !slices.ContainsFunc(events, func(e tournament.Event) bool {
		return !access.Holds(whole, access.Organizer, access.Object{EventID: e.EventID}, v.Now)
	}), nil
}

// oldBackup is the age from which a backup with work after it is a warning.
const oldBackup = 2 * time.Hour

// backup shows how old the last backup is and what is not in it.
func (h *machineHandlers) backup(v *visit.Visit, page pages.Backup) error {
	return v.Page(pages.BackupPage(v.Frame(layout.Desk, v.Words.Say("Backup"), page.Version), page))
}

func (h *machineHandlers) backupPage(v *visit.Visit) (pages.Backup, error) {
	points, err := h.Backups.Points()
	if err != nil {
		return pages.Backup{}, err
	}
	event, err := h.Reader.EventBySlug(v.Request().Context(), v.Event.Slug)
	if err != nil {
		return pages.Backup{}, err
	}
	to := "/e/" + v.Event.Slug + "/desk/backup"
	may, err := h.keepsBackups(v)
	if err != nil {
		return pages.Backup{}, err
	}
	page := pages.Backup{Version: event.Version, Lost: event.Version, Keep: h.Backups.Keep, MayKeep: may, Off: h.Backups.Dir == "", Health: seesHealth(v)}
	if page.MayKeep {
		page.Folder = h.Backups.Dir
	}
	if trouble := h.Backups.Trouble(); !trouble.At.IsZero() {
		page.TroubleAt, page.Trouble, page.Crowded = trouble.At, trouble.Cause, trouble.Made
	}
	trial, err := h.Backups.LastTrial()
	if err != nil {
		return pages.Backup{}, err
	}
	if !trial.At.IsZero() {
		page.Tried, page.TriedAge, page.TriedTaken = true, wording.Age(v.Words, v.Now.Sub(trial.At)), trial.TakenAt
	}
	for _, p := range points {
		line := pages.BackupLine{Name: p.Name, TakenAt: p.TakenAt, Age: wording.Age(v.Words, v.Now.Sub(p.TakenAt)), Size: bytesInWords(uint64(p.Size)), Kind: v.Words.Say(pointWords[p.Kind])}
		line.Entries, line.Broken = inPoint(p, event.EventID)
		if p.Kind == savepoint.Part && line.Entries == 0 {
			continue // it has other events
		}
		if page.MayKeep {
			line.To = to + "/" + p.Name
		}
		page.Lines = append(page.Lines, line)
	}
	if len(page.Lines) > 0 {
		page.Lost = max(0, event.Version-page.Lines[0].Entries)
		page.Old = page.Lost > 0 && v.Now.Sub(page.Lines[0].TakenAt) > oldBackup
	}
	page.Second = h.secondPlace(v, may)
	return page, nil
}

// pointWords say why a save point was made.
var pointWords = map[savepoint.Kind]text.Message{
	savepoint.Automatic: text.Message("save point"), savepoint.ByHand: text.Message("made by hand"), savepoint.Upgrade: text.Message("before the program was upgraded"),
	savepoint.Part: text.Message("what changed since"),
}

// inPoint is how many entries of an event's journal a save point has.
func inPoint(p savepoint.Point, eventID int64) (entries int64, broken string) {
	i := slices.IndexFunc(p.Events, func(e savepoint.Sealed) bool { return e.EventID == eventID })
	if i < 0 {
		return 0, ""
	}
	broken = p.Events[i].Broken
	if broken == "" && len(p.Events[i].Differs) > 0 {
		broken = p.Events[i].Differs[0]
	}
	return p.Events[i].Version, broken
}

// makeBackup writes one now.
func (h *machineHandlers) makeBackup(v *visit.Visit) error {
	point, err := h.Backups.Make(v.Request().Context(), savepoint.ByHand)
	if err != nil {
		page, viewErr := h.backupPage(v)
		if viewErr != nil {
			return viewErr
		}
		page.Problem = v.Words.Say("The backup was not made. Nothing else is affected. Free some space on the disk or choose another folder with TANDEM_BACKUP_DIR, then try again.")
		if visit.Refusable(err) {
			page.Problem = visit.SaidIn(v.Words, err)
		} else {
			h.Log.Error("no backup was made", "error", err)
			err = fault.Wrap(fault.Unavailable, err, "%s", page.Problem)
		}
		return v.Again(err, pages.BackupPage(v.Frame(layout.Desk, v.Words.Say("Backup"), page.Version), page))
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/backup", v.Words.Say("The backup is made: %s. Download it and keep it on another machine.", bytesInWords(uint64(point.Size))))
}

// tryBackup restores a file into a scratch copy, so that it is known to be good
// before it is needed.
func (h *machineHandlers) tryBackup(v *visit.Visit) error {
	trial, err := h.Backups.Prove(v.Request().Context(), v.Param("file"))
	if err != nil {
		if visit.Refusable(err) {
			return err
		}
		h.Log.Error("a backup could not be restored", "file", v.Param("file"), "error", err)
		page, viewErr := h.backupPage(v)
		if viewErr != nil {
			return viewErr
		}
		page.Problem = v.Words.Say("This backup cannot be restored: %v. The data in use is not touched. Make a new backup now and try that one.", err)
		return v.Again(fault.Wrap(fault.Conflict, err, "%s", page.Problem), pages.BackupPage(v.Frame(layout.Desk, v.Words.Say("Backup"), page.Version), page))
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/backup", v.Words.Say("The backup of %s can be restored: every row count and every seal is right. The copy is gone again.", v.Frame(layout.Desk, v.Words.Say("Backup"), 0).Clock(trial.TakenAt)))
}

// downloadBackup sends one file. It holds everything of the server, with what
// passwords are checked against.
func (h *machineHandlers) downloadBackup(v *visit.Visit) error {
	f, err := h.Backups.Open(v.Param("file"))
	if err != nil {
		return err
	}
	defer f.Close()
	return sendFile(v, f, "tandem-")
}

// sendFile sends a backup for keeping, under its own name behind a mark. With the name it
// has in a folder of save points, tandem restore knows it there.
func sendFile(v *visit.Visit, f *os.File, mark string) error {
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("look at the backup: %w", err)
	}
	h := v.Response().Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", mark+info.Name()))
	http.ServeContent(v.Response(), v.Request(), info.Name(), info.ModTime(), f)
	return nil
}

// bytesInWords prints a size as people say it.
func bytesInWords(n uint64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GB", n>>30)
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d kB", (n+1023)>>10)
}
