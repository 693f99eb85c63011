package web

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

var clockRoutes = []route{
	{get, deskRound + "/clock", access.SeeDesk, (*Server).clock},
	{post, deskRound + "/clock", access.StartClock, (*Server).startClock},
	{post, deskRound + "/clock/pause", access.StartClock, (*Server).pauseClock},
	{post, deskRound + "/clock/minutes", access.StartClock, (*Server).addMinutes},
	{post, deskRound + "/clock/match", access.StartClock, (*Server).startMatch},
	{post, deskRound + "/clock/confirm", access.StartClock, (*Server).confirmClock},
	{post, deskRound + "/clock/message", access.SteerScreens, (*Server).messageScreens},
	{post, deskRound + "/clock/table", access.PauseTable, (*Server).steerTable},
}

// shownClock is a reading for a page; nil before the start.
func shownClock(c tournament.ClockReading) *layout.Clock {
	if c.State == tournament.ClockWaiting {
		return nil
	}
	return &layout.Clock{Paused: c.State == tournament.ClockPaused, Held: c.Held, Left: c.Left, Ends: c.Ends}
}

// roundClock is the clock of a round for a page of one person.
func roundClock(r *tournament.Round, now time.Time) *layout.Clock { return shownClock(r.Clock(now)) }

// sharedClock is the clock of a round for a page kept in memory: what it says
// holds at any time.
func sharedClock(r *tournament.Round) *layout.Clock { return shared(r.Clock(time.Time{})) }

// tableClock is the clock of a table for a page kept in memory.
func tableClock(r *tournament.Round, p tournament.Pairing) *layout.Clock {
	return shared(r.TableClock(p, time.Time{}))
}

func shared(reading tournament.ClockReading) *layout.Clock {
	c := shownClock(reading)
	if c != nil {
		c.Shared = true
	}
	return c
}

// clock shows and steers the clock of a round.
func (s *Server) clock(v *visit) error { return v.clockPage(nil, pages.ClockTyped{}) }

// clockPage shows the clock, once more with its messages when a form was refused.
func (v *visit) clockPage(refused error, typed pages.ClockTyped) error {
	book, r, err := v.server.roundBook(v)
	if err != nil {
		if refused != nil {
			return refused
		}
		return err
	}
	page := pages.ClockPage{
		Round: r.RoundNo, Revision: r.Revision, State: string(roundStateWords[r.State]), Base: v.deskRound(r.RoundNo), Clock: roundClock(r, v.now), Over: over(r),
		Length: book.Section.RoundMinutes, MaySteer: v.can(access.StartClock), MayTable: v.can(access.PauseTable), Typed: typed,
		NeedsSteer: "The chief of the section starts, pauses and extends the clock.",
	}
	if r.Held() && !over(r) {
		kept, trusted := r.Confirmed(v.now)
		page.Held, page.Jumped = true, r.Jump()
		page.LeftKept, page.LeftNow = layout.Clock{Left: kept.Left}.Digits(), layout.Clock{Left: trusted.Left}.Digits()
	}
	for i, at := range r.MatchStarts {
		page.MatchStarts = append(page.MatchStarts, fmt.Sprintf("Match %d started at %s", i+1, at.In(v.event.Zone()).Format("3:04 pm")))
	}
	if n := len(r.MatchStarts) + 1; r.ClockStarted != nil && n > 1 && n <= book.Section.MatchesPerPairing {
		page.NextMatch = n
	}
	if page.Typed.Table == "" {
		page.Typed.Table = v.QueryParam("table")
	}
	if page.Others, err = v.otherClocks(); err != nil {
		return err
	}
	if page.MayMessage = v.can(access.SteerScreens); page.MayMessage {
		screens, err := v.server.Tournament.Reader().Screens(v.Request().Context(), v.event.EventID)
		if err != nil {
			return err
		}
		page.Screens = len(screens)
	}
	if r.StartsAt != nil {
		page.Starts = r.StartsAt.In(v.event.Zone()).Format("3:04 pm")
	}
	for _, p := range r.Pairings {
		open := slices.ContainsFunc(p.Matches, func(m tournament.Match) bool { return m.Result == nil })
		if open {
			page.Playing++
		}
		if p.Table() == 0 || p.PausedAt == nil && (!open || p.ExtraS == 0) {
			continue
		}
		t := pages.TableTime{Table: p.Table(), Teams: teamNames(book, p), Reason: p.PauseReason, Extra: layout.Clock{Left: -r.ExtraTime(p, v.now)}.Digits()}
		if c := shownClock(r.TableClock(p, v.now)); c != nil {
			t.Clock = *c
		}
		page.Tables = append(page.Tables, t)
	}
	frame := v.frame(layout.Desk, "Round clock", book.Event.Version)
	if refused == nil {
		return v.page(pages.Clock(frame, page))
	}
	page.Typed.Errors = fault.Fields(refused)
	if len(page.Typed.Errors) == 0 {
		page.Typed.Problem = fault.Message(refused)
	}
	return v.again(refused, pages.Clock(frame, page))
}

// startClock starts the clock of a round.
func (s *Server) startClock(v *visit) error {
	round, err := v.number("round")
	if err != nil {
		return err
	}
	err = s.Tournament.StartClock(v.Request().Context(), v.event.EventID, v.command(), v.section.SectionID, round)
	if err != nil {
		return v.clockAnswer(err, pages.ClockTyped{}, "")
	}
	return v.clockAnswer(nil, pages.ClockTyped{}, fmt.Sprintf("The clock of round %d runs: %d minutes.", round, v.section.RoundMinutes))
}

// otherClocks are the clocks of the other sections in which a round is played.
func (v *visit) otherClocks() ([]pages.SectionClock, error) {
	sections, err := v.sections()
	if err != nil {
		return nil, err
	}
	var list []pages.SectionClock
	for _, s := range sections {
		if s.SectionID == v.section.SectionID || !v.canIn(access.SeeDesk, s.SectionID) {
			continue
		}
		book, err := v.server.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, s.SectionID)
		if err != nil {
			return nil, err
		}
		r := book.Current()
		if r == nil || over(r) {
			continue
		}
		if c := roundClock(r, v.now); c != nil {
			to := fmt.Sprintf("/e/%s/desk/%s/round/%d/clock", v.event.Slug, s.Slug, r.RoundNo)
			list = append(list, pages.SectionClock{Letter: s.Letter, Name: s.Name, Round: r.RoundNo, Clock: *c, To: to})
		}
	}
	return list, nil
}

// startMatch notes the common start of the next match of a round.
func (s *Server) startMatch(v *visit) error {
	in, err := v.namedClock()
	if err != nil {
		return err
	}
	var form fault.Form
	match := v.formNumber(&form, "match", 2, 9)
	if err = form.Err(); err == nil {
		err = s.Tournament.StartMatch(v.Request().Context(), v.event.EventID, v.command(), in, match)
	}
	return v.clockAnswer(err, pages.ClockTyped{}, fmt.Sprintf("Match %d of round %d has started.", match, in.RoundNo))
}

// messageScreens puts a message on every screen that shows the section.
func (s *Server) messageScreens(v *visit) error {
	ctx := v.Request().Context()
	typed := pages.ClockTyped{Form: "message", Reason: v.formText("message")}
	screens, err := s.Tournament.Reader().Screens(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	shown := 0
	for i, screen := range screens {
		if len(screen.Sections) > 0 && !slices.Contains(screen.Sections, v.section.SectionID) {
			continue
		}
		screen.Programme, screen.Message = tournament.ShowMessage, typed.Reason
		cmd := v.command()
		cmd.Key += fmt.Sprintf("-screen-%d", i)
		if _, err := s.Tournament.SteerScreen(ctx, v.event.EventID, cmd, screen); err != nil {
			return v.clockAnswer(err, typed, "")
		}
		shown++
	}
	if shown == 0 {
		return v.clockAnswer(fault.New(fault.Conflict, "No screen shows %s. The page Screens adds one.", v.section.Name), typed, "")
	}
	return v.clockAnswer(nil, typed, fmt.Sprintf("The message is on %s. The page Screens brings back what they showed.", layout.Count(shown, "screen")))
}

// pauseClock pauses the whole round or lets it go on.
func (s *Server) pauseClock(v *visit) error {
	in, err := v.namedClock()
	if err != nil {
		return err
	}
	ctx := v.Request().Context()
	if v.FormValue("do") == "resume" {
		return v.clockAnswer(s.Tournament.ResumeClock(ctx, v.event.EventID, v.command(), in), pages.ClockTyped{}, fmt.Sprintf("Round %d goes on.", in.RoundNo))
	}
	return v.clockAnswer(s.Tournament.PauseClock(ctx, v.event.EventID, v.command(), in), pages.ClockTyped{},
		fmt.Sprintf("Round %d is paused. No table loses time.", in.RoundNo))
}

// addMinutes changes the time of the whole round.
func (s *Server) addMinutes(v *visit) error {
	in, err := v.namedClock()
	if err != nil {
		return err
	}
	typed := pages.ClockTyped{Form: "round", Minutes: v.formText("minutes"), Reason: v.formText("reason")}
	var form fault.Form
	minutes := v.formNumber(&form, "minutes", -60, 60)
	if err := form.Err(); err != nil {
		return v.clockAnswer(err, typed, "")
	}
	left, err := s.Tournament.AddMinutes(v.Request().Context(), v.event.EventID, v.command(), in, minutes)
	return v.clockAnswer(err, typed, fmt.Sprintf("Round %d has %s left.", in.RoundNo, layout.ClockTime(int64(left)*1000)))
}

// steerTable pauses one table, lets it go on, or gives it minutes.
func (s *Server) steerTable(v *visit) error {
	round, err := v.number("round")
	if err != nil {
		return err
	}
	typed := pages.ClockTyped{Form: "table", Table: v.formText("table"), Minutes: v.formText("minutes"), Reason: v.formText("reason")}
	var form fault.Form
	in := tournament.TableClock{SectionID: v.section.SectionID, RoundNo: round, Table: v.formNumber(&form, "table", 1, 99999)}
	minutes, do := 0, v.FormValue("do")
	if do == "extend" {
		minutes = v.formNumber(&form, "minutes", -60, 60)
	}
	if err := form.Err(); err != nil {
		return v.clockAnswer(err, typed, "")
	}
	ctx, event, cmd := v.Request().Context(), v.event.EventID, v.command()
	var extra int
	var said string
	switch do {
	case "extend":
		extra, err = s.Tournament.ExtendTable(ctx, event, cmd, in, minutes)
		said = fmt.Sprintf("Table %d has %s on top of the round.", in.Table, layout.ClockTime(int64(extra)*1000))
	case "pause":
		err = s.Tournament.PauseTable(ctx, event, cmd, in)
		said = fmt.Sprintf("Table %d is paused: %s.", in.Table, strings.TrimSuffix(cmd.Reason, "."))
	case "resume":
		extra, err = s.Tournament.ResumeTable(ctx, event, cmd, in)
		said = fmt.Sprintf("Table %d goes on with %s on top of the round.", in.Table, layout.ClockTime(int64(extra)*1000))
	default:
		err = fault.New(fault.Invalid, "Choose to pause, resume or extend the table.")
	}
	return v.clockAnswer(err, typed, said)
}

func (v *visit) namedClock() (tournament.RoundClock, error) {
	round, err := v.number("round")
	return tournament.RoundClock{SectionID: v.section.SectionID, RoundNo: round, Revision: v.formRevision()}, err
}

// clockAnswer leads back to the clock with a sentence, or shows it again with
// what was refused.
func (v *visit) clockAnswer(err error, typed pages.ClockTyped, said string) error {
	switch {
	case err == nil:
		round, err := v.number("round")
		if err != nil {
			return err
		}
		return v.say(v.deskRound(round)+"/clock", said)
	case refusable(err):
		return v.clockPage(err, typed)
	}
	return err
}
