package account

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

// carryHandlers go on with a save point of a machine that is lost. Who may is whoever holds the
// one-time link that an empty Tandem prints on its console.
type carryHandlers struct {
	*Handlers
}

func (h *carryHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Get("/join/:token/continue", access.SignIn, h.ways),
		visit.Post("/join/:token/continue", access.SignIn, h.start),
		visit.Post("/join/:token/continue/file", access.SignIn, h.take),
		visit.Get("/join/:token/continue/progress", access.SignIn, h.progress),
		visit.Post("/join/:token/continue/enter", access.SignIn, h.enter),
	}
}

// carryPath is a page of whoever has the link.
func carryPath(v *visit.Visit, rest string) string {
	return "/join/" + v.Param("token") + "/continue" + rest
}

// ended is what others get, as for any link that is used up.
var ended = fault.New(fault.NotFound, "This link was used already or is too old. If you used it, sign in; otherwise ask for a new one.")

// mayBegin lets the holder of the first organizer's link pass, while the server is empty.
func (h *carryHandlers) mayBegin(v *visit.Visit) error {
	i, err := h.Accounts.Invitation(v.Request().Context(), v.Param("token"))
	if err == nil && (i.EventID != nil || h.Carry == nil) {
		err = ended
	}
	return err
}

// ways lists what lies beside, and takes a file.
func (h *carryHandlers) ways(v *visit.Visit) error {
	if h.Carry != nil {
		if s, ok := h.Carry.Status(v.Param("token")); ok && (s.Running() || s.Done()) {
			return v.SeeOther("%s", carryPath(v, "/progress"))
		}
	}
	if err := h.mayBegin(v); err != nil {
		return err
	}
	return v.Page(pages.CarryPage(v.Frame(layout.Plain, v.Words.Say("Continue from a save point"), 0), h.waysPage(v)))
}

func (h *carryHandlers) waysPage(v *visit.Visit) pages.Carry {
	page := pages.Carry{To: carryPath(v, ""), Setup: "/join/" + v.Param("token")}
	for _, held := range h.Carry.Found() {
		page.Found = append(page.Found, heldLine(v, held))
	}
	return page
}

// inUTC prints a moment of a machine whose zone nobody knows here.
func inUTC(v *visit.Visit, t time.Time) string {
	t = t.UTC()
	return v.Words.Date(t) + ", " + v.Words.Clock(t) + " UTC"
}

// heldLine says what a save point holds and how old it is.
func heldLine(v *visit.Visit, held savepoint.Held) pages.CarryHeld {
	m := held.Manifest
	line := pages.CarryHeld{ID: held.ID, Where: held.Where, Sent: held.Sent, Problem: held.Problem}
	if held.Problem != "" {
		return line
	}
	line.TakenAt, line.Age, line.Program = inUTC(v, m.TakenAt), age(v, m.TakenAt), m.Program
	line.Events = carryEvents(m)
	if m.Part != nil {
		line.Note = v.Words.Say("It holds only the events that changed since %s. The folder that it comes from has the others as well.", v.Words.Clock(m.Part.Follows.UTC())+" UTC")
	}
	return line
}

// age says how old a save point is; of one from the future, that a clock is wrong.
func age(v *visit.Visit, taken time.Time) string {
	if passed := v.Now.Sub(taken); passed > -time.Minute {
		return wording.Age(v.Words, passed)
	}
	return wording.Age(v.Words, v.Now.Sub(taken))
}

func carryEvents(m backupfile.Manifest) []pages.CarryEvent {
	var list []pages.CarryEvent
	for _, e := range m.Events {
		row := pages.CarryEvent{Slug: e.Slug, Entries: e.Version, Problem: e.Broken}
		if len(e.Differs) > 0 {
			row.Problem = strings.Join(e.Differs, "; ")
		}
		if len(e.Head) >= 16 {
			row.Seal = e.Head[:4] + " " + e.Head[4:8] + " " + e.Head[8:12] + " " + e.Head[12:16]
		}
		list = append(list, row)
	}
	return list
}

// mostSent is how large a file may be that a browser sends: a weekend of two hundred teams has a few
// megabytes.
const mostSent = 64 << 20

// take keeps a file that is sent and shows what it holds.
func (h *carryHandlers) take(v *visit.Visit) error {
	if err := h.mayBegin(v); err != nil {
		return err
	}
	file, err := v.FormFile("file")
	switch {
	case err == nil && file.Size > mostSent:
		err = fault.New(fault.Invalid, "The file has more than %d MB. Put it into a folder of this machine and name that in TANDEM_BACKUP_SECOND.", mostSent>>20)
	case err == nil:
		err = h.keep(v)
	case strings.Contains(err.Error(), http.ErrMissingFile.Error()):
		err = fault.New(fault.Invalid, "Choose a file whose name ends in .tandem.")
	}
	if visit.Refusable(err) {
		return h.again(v, err)
	}
	if err != nil {
		return err
	}
	return v.SeeOther("%s", carryPath(v, ""))
}

func (h *carryHandlers) keep(v *visit.Visit) error {
	file, err := v.FormFile("file")
	if err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	open, err := file.Open()
	if err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	defer open.Close()
	return h.Carry.Take(file.Filename, open)
}

func (h *carryHandlers) again(v *visit.Visit, err error) error {
	page := h.waysPage(v)
	page.Problem = visit.SaidIn(v.Words, err)
	return v.Again(err, pages.CarryPage(v.Frame(layout.Plain, v.Words.Say("Continue from a save point"), 0), page))
}

// start begins to bring a save point back.
func (h *carryHandlers) start(v *visit.Visit) error {
	if err := h.mayBegin(v); err != nil {
		return err
	}
	err := h.Carry.Start(v.FormText("id"), v.Param("token"))
	if visit.Refusable(err) {
		return h.again(v, err)
	}
	if err != nil {
		return err
	}
	return v.SeeOther("%s", carryPath(v, "/progress"))
}

// progress says how far it is, and in the end lets the person in.
func (h *carryHandlers) progress(v *visit.Visit) error {
	s, err := h.status(v)
	if err != nil {
		return err
	}
	if s.Running() {
		v.Response().Header().Set("Refresh", "1")
	}
	return v.Page(pages.CarryProgressPage(v.Frame(layout.Plain, v.Words.Say("Continue from a save point"), 0), h.progressPage(v, s)))
}

func (h *carryHandlers) status(v *visit.Visit) (savepoint.CarryStatus, error) {
	if h.Carry != nil {
		if s, ok := h.Carry.Status(v.Param("token")); ok {
			return s, nil
		}
	}
	return savepoint.CarryStatus{}, ended
}

func (h *carryHandlers) progressPage(v *visit.Visit, s savepoint.CarryStatus) pages.CarryProgress {
	page := pages.CarryProgress{
		To: carryPath(v, ""), Running: s.Running(), Problem: s.Problem, Used: s.Used, MinPassword: account.MinPassword, Where: s.Held.Where,
		Seconds: strconv.Itoa(int(v.Now.Sub(s.Began).Seconds())),
	}
	if s.Held.Bytes > 0 {
		page.Percent = int(100 * s.Read / s.Held.Bytes)
	}
	page.Step = v.Words.Say("Reading the tables")
	if page.Percent >= 100 {
		page.Step = v.Words.Say("Comparing every journal with its seal, and every value with its journal")
	}
	if s.Done() {
		page.Took = fmt.Sprintf("%.1f s", s.Ended.Sub(s.Began).Seconds())
		page.TakenAt, page.Age = inUTC(v, s.Manifest.TakenAt), age(v, s.Manifest.TakenAt)
		page.Events = carryEvents(s.Manifest)
	}
	return page
}

// enter makes the account of whoever continued, once, and opens the desk.
func (h *carryHandlers) enter(v *visit.Visit) error {
	s, err := h.status(v)
	if err != nil {
		return err
	}
	person := account.NewPerson{Login: v.FormText("login"), Name: v.FormText("name"), Password: v.FormValue("password")}
	var session string
	err = h.Carry.Enter(v.Param("token"), func(s savepoint.CarryStatus) (err error) {
		var events []int64
		for _, e := range s.Manifest.Events {
			events = append(events, e.EventID)
		}
		session, err = h.Accounts.CarryOn(v.Request().Context(), person, events, v.Request().UserAgent(), v.RealIP())
		return err
	})
	if visit.Refusable(err) {
		page := h.progressPage(v, s)
		page.Name, page.Login, page.FormProblem, page.Errors = person.Name, person.Login, visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
		return v.Again(err, pages.CarryProgressPage(v.Frame(layout.Plain, v.Words.Say("Continue from a save point"), 0), page))
	}
	if err != nil {
		return fmt.Errorf("let in who continued: %w", err)
	}
	h.setCookie(v, session)
	if len(s.Manifest.Events) == 1 {
		return v.SeeOther("/e/%s/desk", s.Manifest.Events[0].Slug)
	}
	return v.SeeOther("/desk")
}
