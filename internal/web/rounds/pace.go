package rounds

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// paceHandlers plan and move the times of rounds, and say how they stand.
type paceHandlers struct {
	times  *tournament.TimeCommands
	setup  *tournament.SetupCommands
	reader Reader
}

func (h *paceHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/pace", access.SeeDesk, h.pace),
		visit.Post(address.DeskSection+"/pace/move", access.MoveTimes, h.moveTimes),
		visit.Post(address.DeskSection+"/pace/back", access.MoveTimes, h.takeMoveBack),
		visit.Post(address.DeskSection+"/pace/plan", access.MoveTimes, h.planTimes),
		visit.Post(address.DeskSection+"/pace/rounds", access.EditSetup, h.setRounds),
		visit.Get(address.Desk+"/pace", access.SeeFloor, h.paceOfAll),
		visit.Post(address.Desk+"/pace/move", access.MoveAllTimes, h.moveTimes),
		visit.Post(address.Desk+"/pace/back", access.MoveAllTimes, h.takeMoveBack),
	}
}

// pace shows where a section's time goes and how its day goes on.
func (h *paceHandlers) pace(v *visit.Visit) error { return h.pacePage(v, nil, nil) }

// pacePage shows the page, once more with what was refused in one of its forms. typed is the plan
// that was refused.
func (h *paceHandlers) pacePage(v *visit.Visit, refused error, typed []pages.PlanRow) error {
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	in := tournament.PaceOf(b.SectionBook, v.Now)
	o := pace.Look(in)
	last := b.LastRound()
	page := pages.Pace{
		Line: wording.PaceLine(v.Words, o, last, clockOf(v)), Later: laterOf(v, b.SectionBook, v.DeskPath("/pace")), Here: v.DeskPath("/pace"),
		Costs: costs(v.Words, o), Hindsight: hindsight(v.Words, in),
	}
	if v.Can(access.SeeFloor) {
		page.All = "/e/" + v.Event.Slug + "/desk/pace"
	}
	describeParts(v.Words, &page, in, o)
	for _, r := range o.Rounds {
		if r.No <= last {
			page.Forecast = append(page.Forecast, forecastRow(v, r))
		}
	}
	page.More = moreRounds(v, b.SectionBook, o)
	page.Plan, page.Seen = planRows(v, b.SectionBook)
	frame := v.Frame(layout.Desk, v.Words.Say("Pace"), b.Event.Version)
	if refused == nil {
		return v.Page(pages.PacePage(frame, page))
	}
	if typed != nil {
		errors := visit.FieldsIn(v.Words, refused)
		page.PlanNote = visit.SaidIn(v.Words, refused)
		for i := range page.Plan {
			if i < len(typed) {
				page.Plan[i].Value, page.Plan[i].Error = typed[i].Value, errors[typed[i].Field]
			}
		}
	} else {
		page.Later.Errors = visit.FieldsIn(v.Words, refused)
		if len(page.Later.Errors) == 0 {
			page.Later.Problem = visit.SaidIn(v.Words, refused)
		}
		page.Later.Minutes = v.FormText("minutes")
	}
	return v.Again(refused, pages.PacePage(frame, page))
}

// clockOf writes the nearest minute in the event's zone, with its day where that is another one.
func clockOf(v *visit.Visit) func(time.Time) string {
	today := v.Now.In(v.Event.Zone()).Format(time.DateOnly)
	return func(at time.Time) string {
		at = at.In(v.Event.Zone()).Round(time.Minute)
		if at.Format(time.DateOnly) != today {
			return v.Words.Moment(at)
		}
		return v.Words.Clock(at)
	}
}

// laterOf is the form that moves the times of a section while a round is to come, with the newest
// move.
func laterOf(v *visit.Visit, b *tournament.SectionBook, base string) pages.Later {
	l := pages.Later{Base: base}
	if toCome(b) {
		l.May, l.Needs = v.Can(access.MoveTimes), v.Words.Say("The chief of the section moves the planned times.")
	}
	if n := len(b.Moves); n > 0 {
		m := b.Moves[n-1]
		l.LastMove, l.Moved = m.MoveID, movedWords(v, m)
		if m.SectionID != nil { // the page of the whole event takes the others back
			l.Mine = m.MoveID
		}
	}
	return l
}

// toCome reports whether a round of the section has not begun.
func toCome(b *tournament.SectionBook) bool {
	r := b.Current()
	return b.NextRound() <= b.LastRound() || r != nil && r.State == tournament.RoundPublished
}

// fromSection says that a form stands on the section's page.
const fromSection = "section"

func movedWords(v *visit.Visit, m tournament.TimeMove) string {
	at, minutes := clockOf(v)(m.MovedAt), max(m.Minutes, -m.Minutes)
	switch all, earlier := m.SectionID == nil, m.Minutes < 0; {
	case all && earlier:
		return v.Words.Say("%s moved the times of all sections %d min earlier at %s.", m.MovedName, minutes, at)
	case all:
		return v.Words.Say("%s moved the times of all sections %d min later at %s.", m.MovedName, minutes, at)
	case earlier:
		return v.Words.Say("%s moved the times %d min earlier at %s.", m.MovedName, minutes, at)
	}
	return v.Words.Say("%s moved the times %d min later at %s.", m.MovedName, minutes, at)
}

// describeParts fills in what the parts of each round took, and what they usually take here.
func describeParts(w text.Words, page *pages.Pace, in pace.Input, o pace.Outlook) {
	for _, part := range pace.Parts() {
		page.Names = append(page.Names, w.Say(wording.PartNames[part]))
		page.Usual.Parts = append(page.Usual.Parts, pages.PacePart{Minutes: wording.Minutes(o.Usual[part]), Known: part != pace.Waiting})
	}
	page.Usual.Name = w.Say("Expected")
	for _, part := range page.Usual.Parts {
		page.Usual.Total += part.Minutes
	}
	for i, lengths := range in.Lengths() {
		row := pages.PaceRow{Name: w.Say("Round %d", in.Rounds[i].No), Total: wording.Minutes(lengths.Total())}
		for _, part := range pace.Parts() {
			l := lengths[part]
			row.Parts = append(row.Parts, pages.PacePart{Minutes: wording.Minutes(l.Took), Known: l.Known, Running: l.Running})
		}
		page.Rounds = append(page.Rounds, row)
	}
}

var costWords = map[pace.Part]text.Message{
	pace.Walking:   text.Message("Besides play, walking from the pairings to the tables costs the most: %d min a round."),
	pace.LastSlips: text.Message("Besides play, waiting for the last slips costs the most: %d min a round."),
	pace.Checking:  text.Message("Besides play, checking results costs the most: %d min a round."),
	pace.Pairing:   text.Message("Besides play, pairing and publishing costs the most: %d min a round."),
}

// costs names the part besides play that takes the most.
func costs(w text.Words, o pace.Outlook) string {
	part, took := o.Dearest()
	if wording.Minutes(took) == 0 {
		return ""
	}
	return w.Say(costWords[part], wording.Minutes(took))
}

// hindsight says how far off the forecasts of this section were so far.
func hindsight(w text.Words, in pace.Input) string {
	var off []time.Duration
	for _, e := range pace.Hindsight(in, 2) {
		off = append(off, e.Off.Abs())
	}
	if len(off) == 0 {
		return ""
	}
	slices.Sort(off)
	return w.Say("Two rounds ahead, half of the forecasts of this section were off by %d min or less (forecasts: %d).", wording.Minutes(off[len(off)/2]), len(off))
}

func forecastRow(v *visit.Visit, r pace.RoundOutlook) pages.ForecastRow {
	clock := clockOf(v)
	row := pages.ForecastRow{Round: r.No, Start: clock(r.Start.Likely), Over: clock(r.Over.Likely), StartRange: rangeWords(v.Words, r.Start, clock), OverRange: rangeWords(v.Words, r.Over, clock)}
	if !r.Planned.IsZero() {
		row.Planned = clock(r.Planned)
	}
	return row
}

func rangeWords(w text.Words, r pace.Range, clock func(time.Time) string) string {
	if clock(r.Early) == clock(r.Late) {
		return ""
	}
	return w.Say("%s to %s", clock(r.Early), clock(r.Late))
}

// moreRounds answers whether one more round fits before an hour.
func moreRounds(v *visit.Visit, b *tournament.SectionBook, o pace.Outlook) pages.MoreRounds {
	more := pages.MoreRounds{Shown: b.Section.MoreRounds(), Round: b.LastRound() + 1, By: v.QueryParam("by"), Rounds: b.Section.Rounds}
	if v.Can(access.EditSetup) {
		more.To = v.DeskPath("/pace/rounds")
	}
	more.MayLess = b.Section.Rounds > max(len(b.Rounds), 1)
	if more.By == "" {
		return more
	}
	clock, err := time.Parse("15:04", more.By)
	r, ok := o.Round(more.Round)
	if err != nil || !ok {
		more.Problem = v.Words.Say("Enter a time such as 19:30.")
		return more
	}
	today := v.Now.In(v.Event.Zone())
	by := time.Date(today.Year(), today.Month(), today.Day(), clock.Hour(), clock.Minute(), 0, 0, today.Location())
	if by.Before(today) {
		by = by.AddDate(0, 0, 1)
	}
	more.Answer = fits(v.Words, r, by, clockOf(v))
	return more
}

// fits says whether a round is over by an hour.
func fits(w text.Words, r pace.RoundOutlook, by time.Time, clock func(time.Time) string) string {
	chance := r.OverBy(by)
	word := w.Say("No")
	switch {
	case chance >= 0.9:
		word = w.Say("Yes")
	case chance >= 0.5:
		word = w.Say("Perhaps")
	case chance >= 0.1:
		word = w.Say("Hardly")
	}
	return w.Say("%s. Round %d would start about %s and be over about %s (%s to %s): %d in 10 such rounds are over by %s.",
		word, r.No, clock(r.Start.Likely), clock(r.Over.Likely), clock(r.Over.Early), clock(r.Over.Late), int(chance*10+0.5), clock(by))
}

// localTime is how a browser writes a day and a time.
const localTime = "2006-01-02T15:04"

// planRows are the fields of the plan, and what they showed.
func planRows(v *visit.Visit, b *tournament.SectionBook) ([]pages.PlanRow, string) {
	var rows []pages.PlanRow
	var seen []string
	for i, at := range b.PlannedStarts() {
		row := pages.PlanRow{Round: i + 1, Field: fmt.Sprintf("round-%d", i+1)}
		if r := b.Round(i + 1); r != nil && r.Public() {
			row.Begun = r.State != tournament.RoundPublished || r.ClockStarted != nil
		}
		if !at.IsZero() {
			row.Value = at.In(v.Event.Zone()).Format(localTime)
		}
		rows, seen = append(rows, row), append(seen, row.Value)
	}
	return rows, strings.Join(seen, ",")
}

// planTimes saves when the rounds of the section are to start. One that the form does not ask
// for, because it has begun, keeps its time.
func (h *paceHandlers) planTimes(v *visit.Visit) error {
	in := tournament.PlanTimes{SectionID: v.Section.SectionID}
	var form fault.Form
	seen := strings.Split(v.FormValue("seen"), ",")
	var typed []pages.PlanRow
	for i, shown := range seen {
		field := fmt.Sprintf("round-%d", i+1)
		wants := shown
		if v.Request().Form.Has(field) {
			wants = v.FormText(field)
		}
		typed = append(typed, pages.PlanRow{Field: field, Value: wants})
		in.Was = append(in.Was, localMoment(v, &form, "seen", shown))
		in.Starts = append(in.Starts, localMoment(v, &form, field, wants))
	}
	err := form.Err()
	if err == nil {
		err = h.times.PlanTimes(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	return visit.Answer(v, err, func() error { return h.pacePage(v, err, typed) }, v.DeskPath("/pace"), v.Words.Say("The plan is saved. Players see it at once."))
}

// localMoment reads a day and a time in the event's zone; an empty text is no moment.
func localMoment(v *visit.Visit, form *fault.Form, field, text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	at, err := time.ParseInLocation(localTime, text, v.Event.Zone())
	if err != nil {
		form.Add(field, "Enter a day and a time such as 2026-05-02 14:20.")
	}
	return at
}

// setRounds plays one round more or less.
func (h *paceHandlers) setRounds(v *visit.Visit) error {
	rounds := int(v.FormID("rounds"))
	_, err := h.setup.SetRounds(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, int(v.FormID("was")), rounds)
	return visit.Answer(v, err, func() error { return h.pacePage(v, err, nil) }, v.DeskPath("/pace"), v.Words.Say("%s plays %d rounds.", v.Section.Name, rounds))
}

// moveTimes moves the planned times of a section, or of the whole event where the address names none.
func (h *paceHandlers) moveTimes(v *visit.Visit) error {
	var form fault.Form
	in := tournament.MoveTimes{
		SectionID: v.Section.SectionID, LastMove: v.FormID("last"), Minutes: v.FormNumber(&form, "minutes", -tournament.MostMinutesMoved, tournament.MostMinutesMoved),
	}
	err := form.Err()
	if err == nil {
		_, err = h.times.MoveTimes(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	said := v.Words.Say("What has not begun starts %d min later.", in.Minutes)
	if in.Minutes < 0 {
		said = v.Words.Say("What has not begun starts %d min earlier.", -in.Minutes)
	}
	return h.timesAnswer(v, err, said)
}

// takeMoveBack gives the times back what they were before the newest move.
func (h *paceHandlers) takeMoveBack(v *visit.Visit) error {
	m, err := h.times.TakeMoveBack(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, v.FormID("move"))
	return h.timesAnswer(v, err, v.Words.Say("Taken back: %d min. The times are as they were.", m.Minutes))
}

func (h *paceHandlers) timesAnswer(v *visit.Visit, err error, said string) error {
	all := v.Section.SectionID == 0
	switch {
	case err == nil && all:
		return v.Onward("/e/"+v.Event.Slug+"/desk/pace", said)
	case err == nil && v.FormValue("from") == fromSection:
		return v.Onward(v.DeskPath(""), said)
	case err == nil:
		return v.Onward(v.DeskPath("/pace"), said)
	case !visit.Refusable(err):
		return err
	case all:
		return h.paceOfAllPage(v, err)
	}
	return h.pacePage(v, err, nil)
}

// paceOfAll shows how all sections stand, and moves the whole event.
func (h *paceHandlers) paceOfAll(v *visit.Visit) error { return h.paceOfAllPage(v, nil) }

// paceOfAllPage goes by what readers are shown now, so that many sections cost no more than one; the
// newest move is read anew, for the form that names it.
func (h *paceHandlers) paceOfAllPage(v *visit.Visit, refused error) error {
	version := v.Event.Version // of the desk; that of the snapshot knows public changes alone
	moves, err := h.reader.TimeMoves(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	if err := v.OpenSnapshot(v.Event.Slug); err != nil {
		return err
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	page := pages.PaceEvent{Later: pages.Later{
		Base: "/e/" + v.Event.Slug + "/desk/pace", All: true, May: v.Can(access.MoveAllTimes), Needs: v.Words.Say("The chief floor director and the organizer move the times of all sections."),
	}}
	for _, s := range sections {
		if part := v.Snap.OfSection(s.SectionID); part != nil && v.CanIn(access.SeeFloor, s.SectionID) {
			page.Sections = append(page.Sections, paceSection(v, part.View.SectionBook))
		}
	}
	if m, of := newestMove(moves, sections); m != nil {
		page.Later.LastMove, page.Later.Moved, page.Later.Mine = m.MoveID, of+movedWords(v, *m), m.MoveID
	}
	frame := v.Frame(layout.Desk, v.Words.Say("Pace"), version)
	if refused == nil {
		return v.Page(pages.PaceOfAll(frame, page))
	}
	page.Later.Errors, page.Later.Minutes = visit.FieldsIn(v.Words, refused), v.FormText("minutes")
	if len(page.Later.Errors) == 0 {
		page.Later.Problem = visit.SaidIn(v.Words, refused)
	}
	return v.Again(refused, pages.PaceOfAll(frame, page))
}

// paceSection is the line of a section among the others.
func paceSection(v *visit.Visit, b *tournament.SectionBook) pages.PaceSection {
	clock, last := clockOf(v), b.LastRound()
	o := pace.Look(tournament.PaceOf(b, v.Now))
	row := pages.PaceSection{
		Letter: b.Section.Letter, Name: b.Section.Name, To: fmt.Sprintf("/e/%s/desk/%s/pace", v.Event.Slug, b.Section.Slug), Line: wording.PaceLine(v.Words, o, last, clock),
	}
	if r, ok := o.Round(last); ok && row.Line != "" {
		row.Ends = v.Words.Say("All over about %s (%s to %s).", clock(r.Over.Likely), clock(r.Over.Early), clock(r.Over.Late))
	}
	return row
}

// newestMove is the newest of the moves that sections in sight know, with the name of the section
// that moved alone.
func newestMove(moves []tournament.TimeMove, sections []tournament.Section) (newest *tournament.TimeMove, of string) {
	for i := len(moves) - 1; i >= 0; i-- {
		m := &moves[i]
		if m.SectionID == nil {
			return m, ""
		}
		for _, s := range sections {
			if s.SectionID == *m.SectionID {
				return m, s.Name + ": "
			}
		}
	}
	return nil, ""
}
