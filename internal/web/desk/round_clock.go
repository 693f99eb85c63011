package desk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *clockHandlers) clockRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskRound+"/clock", access.SeeDesk, h.clock),
		visit.Post(address.DeskRound+"/clock", access.StartClock, h.startClock),
		visit.Post(address.DeskRound+"/clock/pause", access.StartClock, h.pauseClock),
		visit.Post(address.DeskRound+"/clock/minutes", access.StartClock, h.addMinutes),
		visit.Post(address.DeskRound+"/clock/match", access.StartClock, h.startMatch),
		visit.Post(address.DeskRound+"/clock/confirm", access.StartClock, h.confirmClock),
		visit.Post(address.DeskRound+"/clock/message", access.SteerScreens, h.messageScreens),
		visit.Post(address.DeskRound+"/clock/table", access.PauseTable, h.steerTable),
	}
}

// clock shows and steers the clock of a round.
func (h *clockHandlers) clock(v *visit.Visit) error { return h.clockPage(v, nil, pages.ClockTyped{}) }

// clockPage shows the clock, once more with its messages when a form was refused.
func (h *clockHandlers) clockPage(v *visit.Visit, refused error, typed pages.ClockTyped) error {
	book, r, err := h.RoundBook(v)
	if err != nil {
		if refused != nil {
			return refused
		}
		return err
	}
	page := pages.ClockPage{
		Round: r.RoundNo, Revision: r.Revision, State: v.Words.Say(wording.RoundStateWords[r.State]), Base: v.DeskRound(r.RoundNo), Clock: visit.RoundClock(r, v.Now), Over: publicpages.Over(r),
		Length: book.Section.RoundMinutes, MaySteer: v.Can(access.StartClock), MayTable: v.Can(access.PauseTable), Typed: typed,
		NeedsSteer: v.Words.Say("The chief of the section starts, pauses and extends the clock."),
	}
	if r.Held() && !publicpages.Over(r) {
		kept, trusted := r.Confirmed(v.Now)
		page.Held, page.Jumped = true, r.Jump()
		page.LeftKept, page.LeftNow = layout.Clock{Left: kept.Left}.Digits(), layout.Clock{Left: trusted.Left}.Digits()
	}
	for i, at := range r.MatchStarts {
		page.MatchStarts = append(page.MatchStarts, v.Words.Say("Match %d started at %s", i+1, v.Clock(at)))
	}
	if n := len(r.MatchStarts) + 1; r.ClockStarted != nil && n > 1 && n <= book.Section.MatchesPerPairing {
		page.NextMatch = n
	}
	if page.Typed.Table == "" {
		page.Typed.Table = v.QueryParam("table")
	}
	if page.Others, err = h.otherClocks(v); err != nil {
		return err
	}
	if page.MayMessage = v.Can(access.SteerScreens); page.MayMessage {
		screens, err := h.Reader.Screens(v.Request().Context(), v.Event.EventID)
		if err != nil {
			return err
		}
		page.Screens = len(screens)
	}
	if r.StartsAt != nil {
		page.Starts = v.Clock(*r.StartsAt)
	}
	for _, p := range r.Pairings {
		open := slices.ContainsFunc(p.Matches, func(m tournament.Match) bool { return m.Result == nil })
		if open {
			page.Playing++
		}
		if p.Table() == 0 || p.PausedAt == nil && (!open || p.ExtraS == 0) {
			continue
		}
		t := pages.TableTime{Table: p.Table(), Teams: publicpages.TeamNames(book, p), Reason: p.PauseReason, Extra: layout.Clock{Left: -r.ExtraTime(p, v.Now)}.Digits()}
		if c := visit.ShownClock(r.TableClock(p, v.Now)); c != nil {
			t.Clock = *c
		}
		page.Tables = append(page.Tables, t)
	}
	frame := v.Frame(layout.Desk, v.Words.Say("Round clock"), book.Event.Version)
	if refused == nil {
		return v.Page(pages.Clock(frame, page))
	}
	page.Typed.Errors = visit.FieldsIn(v.Words, refused)
	if len(page.Typed.Errors) == 0 {
		page.Typed.Problem = visit.SaidIn(v.Words, refused)
	}
	return v.Again(refused, pages.Clock(frame, page))
}

// startClock starts the clock of a round.
func (h *clockHandlers) startClock(v *visit.Visit) error {
	err := h.Clocks.StartClock(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, v.RoundNo)
	if err != nil {
		return h.clockAnswer(v, err, pages.ClockTyped{}, "")
	}
	return h.clockAnswer(v, nil, pages.ClockTyped{}, v.Words.Say("The clock of round %d runs: %d minutes.", v.RoundNo, v.Section.RoundMinutes))
}

// otherClocks are the clocks of the other sections in which a round is played.
func (h *clockHandlers) otherClocks(v *visit.Visit) ([]pages.SectionClock, error) {
	sections, err := v.Sections()
	if err != nil {
		return nil, err
	}
	sections = slices.DeleteFunc(sections, func(s tournament.Section) bool {
		return s.SectionID == v.Section.SectionID || !v.CanIn(access.SeeDesk, s.SectionID)
	})
	books, err := h.Reader.Books(v.Request().Context(), v.Event.EventID, tournament.SectionIDs(sections))
	if err != nil {
		return nil, err
	}
	var list []pages.SectionClock
	for _, s := range sections {
		r := books[s.SectionID].Current()
		if r == nil || publicpages.Over(r) {
			continue
		}
		if c := visit.RoundClock(r, v.Now); c != nil {
			to := fmt.Sprintf("/e/%s/desk/%s/round/%d/clock", v.Event.Slug, s.Slug, r.RoundNo)
			list = append(list, pages.SectionClock{Letter: s.Letter, Name: s.Name, Round: r.RoundNo, Clock: *c, To: to})
		}
	}
	return list, nil
}

// startMatch notes the common start of the next match of a round.
func (h *clockHandlers) startMatch(v *visit.Visit) error {
	in := namedClock(v)
	var form fault.Form
	match := v.FormNumber(&form, "match", 2, 9)
	err := form.Err()
	if err == nil {
		err = h.Clocks.StartMatch(v.Request().Context(), v.Event.EventID, v.Command(), in, match)
	}
	return h.clockAnswer(v, err, pages.ClockTyped{}, v.Words.Say("Match %d of round %d has started.", match, in.RoundNo))
}

// messageScreens puts a message on every screen that shows the section.
func (h *clockHandlers) messageScreens(v *visit.Visit) error {
	ctx := v.Request().Context()
	typed := pages.ClockTyped{Form: "message", Reason: v.FormText("message")}
	screens, err := h.Reader.Screens(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	shown := 0
	for i, screen := range screens {
		if len(screen.Sections) > 0 && !slices.Contains(screen.Sections, v.Section.SectionID) {
			continue
		}
		was := screen
		screen.Programme, screen.Message = tournament.ShowMessage, typed.Reason
		cmd := v.Command()
		cmd.Key += fmt.Sprintf("-screen-%d", i)
		if _, err := h.Floor.SteerScreen(ctx, v.Event.EventID, cmd, tournament.Steering{To: screen, Was: &was}); err != nil {
			return h.clockAnswer(v, err, typed, "")
		}
		shown++
	}
	if shown == 0 {
		return h.clockAnswer(v, fault.New(fault.Conflict, "No screen shows %s. The page Screens adds one.", v.Section.Name), typed, "")
	}
	return h.clockAnswer(v, nil, typed, v.Words.Say("The message is on %s. The page Screens brings back what they showed.", v.Words.Say("%d screens", shown)))
}

// pauseClock pauses the whole round or lets it go on.
func (h *clockHandlers) pauseClock(v *visit.Visit) error {
	in := namedClock(v)
	ctx := v.Request().Context()
	if v.FormValue("do") == "resume" {
		return h.clockAnswer(v, h.Clocks.ResumeClock(ctx, v.Event.EventID, v.Command(), in), pages.ClockTyped{}, v.Words.Say("Round %d goes on.", in.RoundNo))
	}
	return h.clockAnswer(v, h.Clocks.PauseClock(ctx, v.Event.EventID, v.Command(), in), pages.ClockTyped{},
		v.Words.Say("Round %d is paused. No table loses time.", in.RoundNo))
}

// addMinutes changes the time of the whole round.
func (h *clockHandlers) addMinutes(v *visit.Visit) error {
	in := namedClock(v)
	typed := pages.ClockTyped{Form: "round", Minutes: v.FormText("minutes"), Reason: v.FormText("reason")}
	var form fault.Form
	minutes := v.FormNumber(&form, "minutes", -60, 60)
	if err := form.Err(); err != nil {
		return h.clockAnswer(v, err, typed, "")
	}
	left, err := h.Clocks.AddMinutes(v.Request().Context(), v.Event.EventID, v.Command(), in, minutes)
	return h.clockAnswer(v, err, typed, v.Words.Say("Round %d has %s left.", in.RoundNo, layout.ClockTime(int64(left)*1000)))
}

// steerTable pauses one table, lets it go on, or gives it minutes.
func (h *clockHandlers) steerTable(v *visit.Visit) error {
	typed := pages.ClockTyped{Form: "table", Table: v.FormText("table"), Minutes: v.FormText("minutes"), Reason: v.FormText("reason")}
	var form fault.Form
	in := tournament.TableClock{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Table: v.FormNumber(&form, "table", 1, 99999)}
	minutes, do := 0, v.FormValue("do")
	if do == "extend" {
		minutes = v.FormNumber(&form, "minutes", -60, 60)
	}
	if err := form.Err(); err != nil {
		return h.clockAnswer(v, err, typed, "")
	}
	ctx, event, cmd := v.Request().Context(), v.Event.EventID, v.Command()
	var extra int
	var said string
	var err error
	switch do {
	case "extend":
		extra, err = h.Clocks.ExtendTable(ctx, event, cmd, in, minutes)
		said = v.Words.Say("Table %d has %s on top of the round.", in.Table, layout.ClockTime(int64(extra)*1000))
	case "pause":
		err = h.Clocks.PauseTable(ctx, event, cmd, in)
		said = v.Words.Say("Table %d is paused: %s.", in.Table, strings.TrimSuffix(cmd.Reason, "."))
	case "resume":
		extra, err = h.Clocks.ResumeTable(ctx, event, cmd, in)
		said = v.Words.Say("Table %d goes on with %s on top of the round.", in.Table, layout.ClockTime(int64(extra)*1000))
	default:
		err = fault.New(fault.Invalid, "Choose to pause, resume or extend the table.")
	}
	return h.clockAnswer(v, err, typed, said)
}

func namedClock(v *visit.Visit) tournament.RoundClock {
	return tournament.RoundClock{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: v.FormRevision()}
}

// clockAnswer leads back to the clock with a sentence, or shows it again with
// what was refused.
func (h *clockHandlers) clockAnswer(v *visit.Visit, err error, typed pages.ClockTyped, said string) error {
	switch {
	case err == nil:
		return v.Onward(v.DeskRound(v.RoundNo)+"/clock", said)
	case visit.Refusable(err):
		return h.clockPage(v, err, typed)
	}
	return err
}
