package web

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

var backupRoutes = []route{
	{get, deskPath + "/backup", access.SeeBackup, (*Server).backup},
	{post, deskPath + "/backup", access.KeepBackup, ownBackup((*Server).makeBackup)},
	{post, deskPath + "/backup/second", access.KeepBackup, ownBackup((*Server).chooseSecond)},
	{get, deskPath + "/backup/lost", access.SeeBackup, (*Server).lostMachine},
	{get, deskPath + "/backup/lost/paper", access.SeeBackup, (*Server).lostPaper},
	{get, deskPath + "/backup/:file", access.KeepBackup, ownBackup((*Server).downloadBackup)},
	{post, deskPath + "/backup/:file/try", access.KeepBackup, ownBackup((*Server).tryBackup)},
}

// ownBackup lets in who keeps the backups of this machine.
func ownBackup(handle func(*Server, *visit) error) func(*Server, *visit) error {
	return func(s *Server, v *visit) error {
		may, err := v.keepsBackups()
		if err != nil {
			return err
		}
		if !may {
			return s.refuse(v, access.KeepServer)
		}
		return handle(s, v)
	}
}

// keepsBackups reports whether the visitor makes, tries and downloads backups: the
// administrator; and on a machine of one's own, with the database that Tandem started
// itself, whoever is organizer of all its events. A backup holds every event.
func (v *visit) keepsBackups() (bool, error) {
	if v.can(access.KeepServer) {
		return true, nil
	}
	if !v.server.OwnMachine || !v.can(access.KeepBackup) {
		return false, nil
	}
	events, err := v.server.Tournament.Reader().Events(v.Request().Context())
	if err != nil {
		return false, err
	}
	whole := v.who.Actor
	whole.Grants = slices.DeleteFunc(slices.Clone(whole.Grants), func(g access.Grant) bool { return g.SectionID != 0 })
	return !slices.ContainsFunc(events, func(e tournament.Event) bool {
		return !access.Holds(whole, access.Organizer, access.Object{EventID: e.EventID}, v.now)
	}), nil
}

// oldBackup is the age from which a backup with work after it is a warning.
const oldBackup = 2 * time.Hour

// backup shows how old the last backup is and what is not in it.
func (s *Server) backup(v *visit) error {
	page, err := s.backupPage(v)
	if err != nil {
		return err
	}
	return v.page(pages.BackupPage(v.frame(layout.Desk, "Backup", page.Version), page))
}

func (s *Server) backupPage(v *visit) (pages.Backup, error) {
	points, err := s.Backups.Points()
	if err != nil {
		return pages.Backup{}, err
	}
	event, err := s.Tournament.Reader().EventBySlug(v.Request().Context(), v.event.Slug)
	if err != nil {
		return pages.Backup{}, err
	}
	to := "/e/" + v.event.Slug + "/desk/backup"
	may, err := v.keepsBackups()
	if err != nil {
		return pages.Backup{}, err
	}
	page := pages.Backup{Version: event.Version, Lost: event.Version, Keep: s.Backups.Keep, MayKeep: may, Off: s.Backups.Dir == "", Health: v.seesHealth()}
	if page.MayKeep {
		page.Folder = s.Backups.Dir
	}
	if trouble := s.Backups.Trouble(); !trouble.At.IsZero() {
		page.TroubleAt, page.Trouble, page.Crowded = trouble.At, trouble.Cause, trouble.Made
	}
	trial, err := s.Backups.LastTrial()
	if err != nil {
		return pages.Backup{}, err
	}
	if !trial.At.IsZero() {
		page.Tried, page.TriedAge, page.TriedTaken = true, age(v.now.Sub(trial.At)), trial.TakenAt
	}
	for _, p := range points {
		line := pages.BackupLine{Name: p.Name, TakenAt: p.TakenAt, Age: age(v.now.Sub(p.TakenAt)), Size: bytesInWords(uint64(p.Size)), Kind: pointWords[p.Kind]}
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
		page.Old = page.Lost > 0 && v.now.Sub(page.Lines[0].TakenAt) > oldBackup
	}
	page.Second = v.secondPlace(may)
	return page, nil
}

// pointWords say why a save point was made.
var pointWords = map[savepoint.Kind]string{
	savepoint.Automatic: "save point", savepoint.ByHand: "made by hand", savepoint.Upgrade: "before the program was upgraded",
	savepoint.Part: "what changed since",
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
func (s *Server) makeBackup(v *visit) error {
	point, err := s.Backups.Make(v.Request().Context(), savepoint.ByHand)
	if err != nil {
		page, viewErr := s.backupPage(v)
		if viewErr != nil {
			return viewErr
		}
		page.Problem = "The backup was not made. Nothing else is affected. Free some space on the disk or choose another folder with TANDEM_BACKUP_DIR, then try again."
		if refusable(err) {
			page.Problem = fault.Message(err)
		} else {
			s.Log.Error("no backup was made", "error", err)
			err = fault.Wrap(fault.Unavailable, err, "%s", page.Problem)
		}
		return v.again(err, pages.BackupPage(v.frame(layout.Desk, "Backup", page.Version), page))
	}
	return v.say("/e/"+v.event.Slug+"/desk/backup", fmt.Sprintf("The backup is made: %s. Download it and keep it on another machine.", bytesInWords(uint64(point.Size))))
}

// tryBackup restores a file into a scratch copy, so that it is known to be good
// before it is needed.
func (s *Server) tryBackup(v *visit) error {
	trial, err := s.Backups.Prove(v.Request().Context(), v.Param("file"))
	if err != nil {
		if refusable(err) {
			return err
		}
		s.Log.Error("a backup could not be restored", "file", v.Param("file"), "error", err)
		page, viewErr := s.backupPage(v)
		if viewErr != nil {
			return viewErr
		}
		page.Problem = fmt.Sprintf("This backup cannot be restored: %v. The data in use is not touched. Make a new backup now and try that one.", err)
		return v.again(fault.Wrap(fault.Conflict, err, "%s", page.Problem), pages.BackupPage(v.frame(layout.Desk, "Backup", page.Version), page))
	}
	return v.say("/e/"+v.event.Slug+"/desk/backup", fmt.Sprintf("The backup of %s can be restored: every row count and every seal is right. The copy is gone again.", v.frame(layout.Desk, "Backup", 0).Clock(trial.TakenAt)))
}

// downloadBackup sends one file. It holds everything of the server, with what
// passwords are checked against.
func (s *Server) downloadBackup(v *visit) error {
	f, err := s.Backups.Open(v.Param("file"))
	if err != nil {
		return err
	}
	defer f.Close()
	return v.sendFile(f, "tandem-")
}

// sendFile sends a backup for keeping, under its own name behind a mark. With the name it
// has in a folder of save points, tandem restore knows it there.
func (v *visit) sendFile(f *os.File, mark string) error {
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

// age prints how long something is ago.
func age(d time.Duration) string {
	switch {
	case d <= -time.Minute: // the clock was set back since
		return layout.Count(int(-d.Minutes()), "minute") + " ahead of this machine's clock"
	case d < time.Minute:
		return "just now"
	case d < 2*time.Hour:
		return layout.Count(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return layout.Count(int(d.Hours()), "hour") + " ago"
	}
	return layout.Count(int(d.Hours())/24, "day") + " ago"
}
