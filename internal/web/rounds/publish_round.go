package rounds

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// publishForm shows what publishing changes and asks for the last word.
func (h *Handlers) publishForm(v *visit.Visit, frame layout.Frame, page pages.PublishPage) error {
	return v.Page(pages.Publish(frame, page))
}

// publishRound publishes the draft.
func (h *Handlers) publishRound(v *visit.Visit) error {
	var form fault.Form
	in := tournament.PublishRound{
		DraftInput: tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: v.FormRevision()},
		Typed:      int(v.FormID("typed")), StartsAt: formTime(v, &form, "starts"),
	}
	var err error
	if in.Settled, in.BothWays, err = settled(v); err != nil {
		return err
	}
	err = form.Err()
	var done tournament.Published
	if err == nil {
		done, err = h.Rounds.PublishRound(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict) || fault.Is(err, fault.Stale) {
		frame, page, again := h.publishPage(v)
		if again != nil {
			return again
		}
		page.Problem, page.Errors, page.Revision = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err), visit.MadeFrom(v, err, page.Revision)
		undecided(v.Words, &page)
		return v.Again(err, pages.Publish(frame, page))
	}
	if err != nil {
		return err
	}
	return v.Onward(v.DeskPath(""), v.Words.Say("Round %d is published as version %d: %s, %s.", v.RoundNo, done.Version,
		v.Words.Say("%d tables", done.Tables), v.Words.Say("%d byes", done.Byes)))
}

// settleField is the form field of an open match.
const settleField = "settle-%d"

// settleAll is the form field of the choice for every open match that asks for no
// choice of its own: such a match sends the value asAll.
const (
	settleAll = "settle-all"
	asAll     = "all"
)

// mostOneByOne is how many open matches are decided about one by one; more than
// that are offered one choice for all.
const mostOneByOne = 3

// settled are the open matches that the form accepts as they stand, and those for
// which the round is paired both ways.
func settled(v *visit.Visit) (counted, both []int64, err error) {
	form, err := v.FormParams()
	if err != nil {
		return nil, nil, fault.Wrap(fault.Invalid, err, "The form cannot be read. Open the page again.")
	}
	for field, values := range form {
		var id int64
		if _, err := fmt.Sscanf(field, settleField, &id); err != nil {
			continue
		}
		choice := values[0]
		if choice == asAll {
			choice = v.FormValue(settleAll)
		}
		switch choice {
		case "count":
			counted = append(counted, id)
		case "both":
			both = append(both, id)
		}
	}
	slices.Sort(counted)
	slices.Sort(both)
	return counted, both, nil
}

// undecided puts what was refused beside each open match, and once beside the choice
// for all of them.
func undecided(w text.Words, page *pages.PublishPage) {
	for i := range page.Open {
		o := &page.Open[i]
		switch refused := page.Errors[o.Name]; {
		case refused == "":
		case o.Chosen == asAll:
			page.AllError = w.Say("Decide about these results first: wait, or publish with what there is.")
		default:
			o.Error = refused
		}
	}
}

// formTime reads a time of day in the event's zone as a time of today; an empty
// field is no time.
func formTime(v *visit.Visit, form *fault.Form, field string) *time.Time {
	text := v.FormText(field)
	if text == "" {
		return nil
	}
	clock, err := time.Parse("15:04", text)
	if err != nil {
		form.Add(field, "Enter a time such as 14:20.")
		return nil
	}
	today := v.Now.In(v.Event.Zone())
	at := time.Date(today.Year(), today.Month(), today.Day(), clock.Hour(), clock.Minute(), 0, 0, today.Location()).UTC()
	return &at
}

// mostDifferences is how many moved teams the page lists.
const mostDifferences = 40

// publishPage gathers what publishing would change.
func (h *Handlers) publishPage(v *visit.Visit) (layout.Frame, pages.PublishPage, error) {
	n := v.RoundNo
	b, err := v.FreshBook()
	if err != nil {
		return layout.Frame{}, pages.PublishPage{}, err
	}
	ctx, reader := v.Request().Context(), h.Reader
	round, err := reader.DraftRound(ctx, v.Event.EventID, v.Section.SectionID, n)
	if err != nil {
		return layout.Frame{}, pages.PublishPage{}, err
	}
	if round.Draft == nil || round.Publication > 0 {
		return layout.Frame{}, pages.PublishPage{}, fault.New(fault.Conflict, "Round %d has no draft to publish. The workbench makes one.", n)
	}
	versions, err := reader.Publications(ctx, v.Event.EventID, v.Section.SectionID, n)
	if err != nil {
		return layout.Frame{}, pages.PublishPage{}, err
	}
	d := round.Draft
	input, err := d.Refresh(b.SectionBook)
	if err != nil {
		return layout.Frame{}, pages.PublishPage{}, err
	}
	page := pages.PublishPage{
		Base: v.DeskPath("/round/%d", n), Round: n, Revision: round.Revision, Version: len(versions) + 1, Byes: len(d.Byes), Problems: append(problemNotes(v.Words, d.Told()), adviceFor(v, b, d)...),
		WantsSignature: d.NeedsSignature(), Starts: v.FormText("starts"), Typed: v.FormValue("typed"), Reason: v.FormText("reason"),
	}
	if planned := b.PlannedStart(n); v.Request().Method == http.MethodGet && planned.After(v.Now) && planned.In(v.Event.Zone()).YearDay() == v.Now.In(v.Event.Zone()).YearDay() {
		page.Starts = planned.In(v.Event.Zone()).Format("15:04")
	}
	rows := draftRowsOf(d)
	for _, r := range rows {
		if r.Table > 0 {
			page.Tables++
		}
	}
	switch {
	case input.Basis != d.Basis:
		page.Blocked = v.Words.Say("Results or settings changed after this draft was made. Go back and make it again.")
	case d.Blocked():
		page.Blocked = v.Words.Say("The draft breaks a rule that cannot be set aside. Go back and change it.")
	}
	if len(versions) > 0 {
		last := versions[len(versions)-1]
		page.Before = last.Version
		page.Differences = differences(v.Words, b, last.Tables, rows)
		page.More = max(0, len(page.Differences)-mostDifferences)
		page.Differences = page.Differences[:len(page.Differences)-page.More]
	}
	windows, err := reader.AppealWindows(ctx, v.Event.EventID, v.Section.SectionID, v.Now)
	if err != nil {
		return layout.Frame{}, pages.PublishPage{}, err
	}
	if page.Open, err = openResults(v, b, d, b.WithAppeals(input.Unsettled, n, windows)); err != nil {
		return layout.Frame{}, pages.PublishPage{}, err
	}
	if len(page.Open) > mostOneByOne {
		page.All = "wait"
		if v.FormValue(settleAll) == "count" {
			page.All = "count"
		}
	}
	return v.Frame(layout.Desk, v.Words.Say("Publish round %d", n), b.Event.Version), page, nil
}

// draftRowsOf are the rows a draft would be published as.
func draftRowsOf(d *tournament.Draft) []tournament.PublishedTable {
	var rows []tournament.PublishedTable
	for _, t := range d.Tables {
		if t.Full() {
			rows = append(rows, tournament.PublishedTable{
				Table: t.Table, Team1: t.First.TeamID, Team2: t.Second.TeamID, Partner1: t.FirstPartner.TeamID, Partner2: t.SecondPartner.TeamID,
			})
		}
	}
	for _, bye := range d.Byes {
		rows = append(rows, tournament.PublishedTable{Team1: bye.TeamID, Bye: bye.Kind})
	}
	return rows
}

// differences tell for each team what is new: its table or its opponent.
func differences(w text.Words, s *publicpages.SectionView, before, now []tournament.PublishedTable) []pages.Difference {
	type place struct {
		table       int
		other, with int64
	}
	places := func(rows []tournament.PublishedTable) map[int64]place {
		at := map[int64]place{}
		for _, r := range rows {
			for _, id := range r.Entries() {
				at[id] = place{r.Table, r.Team2, r.Partner1}
			}
			if r.Team2 != 0 {
				at[r.Team2] = place{r.Table, r.Team1, r.Partner2}
			}
			if r.Partner1 != 0 {
				at[r.Partner1], at[r.Partner2] = place{r.Table, r.Team2, r.Team1}, place{r.Table, r.Team1, r.Team2}
			}
		}
		return at
	}
	words := func(p place, ok bool) string {
		switch {
		case !ok:
			return w.Say("not paired")
		case p.table == 0:
			return w.Say("bye")
		}
		if p.with != 0 {
			return w.Say("table %d with %s", p.table, s.Team(p.with).Name)
		}
		return w.Say("table %d against %s", p.table, s.Team(p.other).Name)
	}
	old, fresh := places(before), places(now)
	var list []pages.Difference
	for _, t := range s.Teams {
		was, hadPlace := old[t.TeamID]
		is, hasPlace := fresh[t.TeamID]
		if was != is || hadPlace != hasPlace {
			kind := w.Say("moved")
			switch {
			case was.with != is.with:
				kind = w.Say("new partner")
			case was.other != is.other && was.table != is.table:
				kind = w.Say("new table and opponent")
			case was.other != is.other:
				kind = w.Say("new opponent")
			}
			list = append(list, pages.Difference{Team: t.Name, Kind: kind, From: words(was, hadPlace), To: words(is, hasPlace)})
		}
	}
	slices.SortFunc(list, func(a, b pages.Difference) int { return strings.Compare(a.Team, b.Team) })
	return list
}

// mostWays bounds for how many open results the page works out the other pairings.
const mostWays = 4

// openResults are the choices about results that are not settled.
func openResults(v *visit.Visit, b *publicpages.SectionView, d *tournament.Draft, unsettled []tournament.Unsettled) ([]pages.Open, error) {
	var open []pages.Open
	for i, u := range unsettled {
		o := pages.Open{MatchID: u.MatchID, Name: fmt.Sprintf(settleField, u.MatchID), Sentence: unsettledWords(v.Words, b, u), Counts: v.Words.Say("Count it as drawn in these pairings"), Chosen: "wait"}
		if len(unsettled) > mostOneByOne {
			o.Chosen = asAll
		}
		if u.Why == tournament.WhyReview || u.Why == tournament.WhyAppeal {
			o.Counts = v.Words.Say("Use the provisional result")
		}
		if chosen := v.FormValue(o.Name); chosen == "wait" || chosen == "count" || chosen == "both" {
			o.Chosen = chosen
		}
		if i < mostWays && d.NoPairing == nil {
			ways, err := b.BothWays(d, u.MatchID)
			if visit.Refusable(err) { // such a section cannot be paired ahead, as a knockout without a winner
				open = append(open, o)
				continue
			}
			if err != nil {
				return nil, err
			}
			showWays(v, b, &o, u, ways)
		}
		open = append(open, o)
	}
	return open, nil
}

// showWays says what depends on an open result.
func showWays(v *visit.Visit, s *publicpages.SectionView, o *pages.Open, u tournament.Unsettled, ways tournament.BothWays) {
	tables, bye := ways.Tables()
	o.Same, o.Possible, o.Depends = ways.Same(), ways.Possible(), tablesInWords(v.Words, tables, bye)
	names := unsettledNames(s, u)
	for _, w := range ways.Ways {
		o.Ways = append(o.Ways, pages.WayLine{
			If: v.Words.Say("If %s", visit.Told(v, w.Outcome.Said(names, false, livegame.Ends{}))), Stuck: w.Stuck, Before: pairLines(v.Words, s, w.Before), After: pairLines(v.Words, s, w.After),
		})
	}
}

// changePublished lets two teams of a published round change places.
func (h *Handlers) changePublished(v *visit.Visit) error {
	in := tournament.SwapPublishedInput{
		DraftInput: tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: v.FormRevision()},
		TeamID:     v.FormID("team"), OtherID: v.FormID("other"),
	}
	receipt, err := h.Rounds.SwapPublished(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if err != nil {
		return h.benchAgain(v, pages.ChangeForm, err)
	}
	said, err := journal.Answer[fault.Clause](receipt)
	if err != nil {
		return err
	}
	return v.Onward(v.DeskPath("/round/%d/pair", v.RoundNo), visit.Told(v, said))
}

// unpublish takes a round back before its first result.
func (h *Handlers) unpublish(v *visit.Visit) error {
	in := tournament.UnpublishInput{
		DraftInput: tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: v.FormRevision()}, Typed: int(v.FormID("typed")),
	}
	if _, err := h.Rounds.Unpublish(v.Request().Context(), v.Event.EventID, v.Command(), in); err != nil {
		return h.benchAgain(v, pages.UnpublishForm, err)
	}
	return v.Onward(v.DeskPath("/round/%d/pair", v.RoundNo), v.Words.Say("Round %d is withdrawn and a draft again.", v.RoundNo))
}

// benchAgain shows the workbench once more with what was refused in one of its forms.
func (h *Handlers) benchAgain(v *visit.Visit, form string, err error) error {
	if kind := fault.Of(err); kind != fault.Invalid && kind != fault.Conflict && kind != fault.Stale {
		return err
	}
	frame, page, again := h.bench(v, visit.SaidIn(v.Words, err))
	if again != nil {
		return again
	}
	page.Form, page.Errors = form, visit.FieldsIn(v.Words, err)
	if form == pages.MoveForm {
		page.TableA, page.TableB = v.FormText("table"), v.FormText("to")
	}
	return v.Again(err, pages.Bench(frame, page))
}
