package desk

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) resultRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/wall", access.SeeDesk, h.currentWall),
		visit.Get(address.DeskRound+"/wall", access.SeeDesk, h.wall),
		visit.Post(address.DeskRound+"/entry", access.EnterResult, h.enterResult),
		visit.Post(address.DeskRound+"/beside", access.EnterResult, h.beside),
		visit.Get(address.DeskRound+"/bulk", access.EnterResult, visit.WithBoth(h.RoundBook, h.bulkForm)),
		visit.Post(address.DeskRound+"/bulk", access.EnterResult, visit.WithBoth(h.RoundBook, h.enterBulk)),
		visit.Post(address.DeskRound+"/undo", access.EnterResult, visit.With(h.matchToUndo, h.undoResult)),
		visit.Get(address.DeskRound+"/verify", access.VerifyResult, visit.WithBoth(h.verifyPage, h.verifyQueue)),
		visit.Post(address.DeskRound+"/verify", access.VerifyResult, h.verifyResult),
		visit.Post(address.DeskRound+"/verify/at", access.VerifyResult, h.verifyAt),
		visit.Get(address.DeskRound+"/verify/sample", access.VerifyResult, visit.WithBoth(h.RoundBook, h.verifySample)),
		visit.Get(address.DeskRound+"/missing", access.SeeDesk, h.missingList),
		visit.Post(address.DeskRound+"/missing", access.ChaseMissing, visit.With(tableOfForm, h.noteSeen)),
		visit.Post(address.DeskRound+"/missing/runner", access.ChaseMissing, visit.With(tableOfForm, h.sendRunner)),
		visit.Post(address.DeskRound+"/missing/rows", access.ChaseMissing, h.setHallRows),
		visit.Get(address.DeskMatch+"/resolve", access.ChangeResult, (&correctionHandlers{h}).resolveForm),
		visit.Post(address.DeskMatch+"/resolve", access.ChangeResult, (&correctionHandlers{h}).resolveConflict),
		visit.Get(address.DeskMatch+"/correct", access.ProposeChange, (&correctionHandlers{h}).correctForm),
		visit.Post(address.DeskMatch+"/correct", access.ProposeChange, (&correctionHandlers{h}).correctResult),
		visit.Post(address.DeskMatch+"/take-back", access.ChangeResult, (&correctionHandlers{h}).takeResultBack),
	}
}

// scoreOf is one team's score of a match: 1, ½, 0, F, ≠ or · while it is open.
func scoreOf(m tournament.Match, slot int) string {
	switch {
	case m.State == tournament.MatchConflict:
		return "≠"
	case m.Result == nil:
		return "·"
	}
	points := m.Result.Slot1Points
	if slot == 2 {
		points = m.Result.Slot2Points
	}
	if m.Result.Forfeit && points == 0 {
		return "F"
	}
	return layout.Half(points)
}

// currentWall leads to the wall of the round that is played now.
func (h *Handlers) currentWall(v *visit.Visit) error {
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return err
	}
	n := 1 // which says that it is still to come
	if round := book.Current(); round != nil {
		n = round.RoundNo
	}
	return v.SeeOther("%s/wall", v.DeskRound(n))
}

// wall shows the tables of the round and takes results; ?table= and ?match= open
// the entry panel, the other parameters are a wallView.
func (h *Handlers) wall(v *visit.Visit) error {
	book, round, err := h.RoundBook(v)
	if err != nil && book != nil {
		return emptyWall(v, book, err)
	}
	if err != nil {
		return err
	}
	w := h.wallPage(v, book, round)
	if typed := v.QueryParam("table"); typed != "" {
		match, _ := strconv.Atoi(v.QueryParam("match")) // anything else means the first match without a result
		w.Entry = h.entryPanel(v, book, round, typed, match, w.Entry)
	}
	f := v.Frame(layout.Desk, v.Words.Say("Round %d", round.RoundNo), book.Event.Version)
	f.Wide = true
	if v.QueryParam("part") == "entry" { // a page that is open already has the rest
		return v.Page(pages.EntryPart(f, w))
	}
	return v.Page(pages.WallPage(f, w))
}

// lockedWords say why nothing is entered in a round any more, empty while it is.
func lockedWords(w text.Words, round *tournament.Round) string {
	if round.State != tournament.RoundLocked {
		return ""
	}
	return w.Say("Round %d is locked: a result changes only by a correction.", round.RoundNo)
}

// emptyWall is the wall of a round of the section that is still to come.
func emptyWall(v *visit.Visit, book *tournament.SectionBook, cause error) error {
	if v.RoundNo > book.LastRound() {
		return cause
	}
	w := pages.EmptyWall{Round: v.RoundNo}
	if v.Can(access.SeeDraft) {
		w.Workbench = v.DeskRound(v.RoundNo) + "/pair"
	}
	if r := book.Current(); r != nil {
		w.Current, w.CurrentTo = r.RoundNo, v.DeskRound(r.RoundNo)+"/wall"
	}
	return v.Page(pages.EmptyWallPage(v.Frame(layout.Desk, v.Words.Say("Round %d", v.RoundNo), book.Event.Version), w))
}

func (h *Handlers) wallPage(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round) pages.Wall {
	base := v.DeskRound(round.RoundNo)
	view := viewAsked(v)
	w := pages.Wall{
		Orders: ordersOf(book.Section), Points: pointsOfOutcomes(),
		Round: round.RoundNo, State: string(round.State), Base: base, CanEnter: v.Can(access.EnterResult), CanVerify: v.Can(access.VerifyResult),
		Find: view.find, Tables: view.tables(), StateFilter: view.state, OldestFirst: view.oldestFirst, View: view.query(), Steps: roundSteps(v.Words, round),
		Row: view.row, Rows: hallRows(book.Section, round), ByTable: view.ordered(false).with(base + "/wall"), ByOldest: view.ordered(true).with(base + "/wall"),
	}
	now := round.Moment(v.Now)
	w.Clock, w.ClockTo = visit.RoundClock(round, v.Now), base+"/clock"
	w.Match, w.Matches = matchPlayed(round)
	w.Section, w.MayForfeit, w.Locked = book.Section.Name, v.Can(access.EnterForfeit), lockedWords(v.Words, round)
	if v.Can(access.EditIncident) {
		w.Dispute = fmt.Sprintf("/e/%s/desk/incidents/new?section=%s&round=%d", v.Event.Slug, v.Section.Slug, round.RoundNo)
	}
	reviews := h.reviews(v, round)
	counts := map[string]int{}
	var oldest time.Duration
	for _, p := range round.Pairings {
		if p.Table() == 0 {
			continue
		}
		w.Conflicts = append(w.Conflicts, conflictsOf(v, book, p, base)...)
		w.ToVerify += countIn(p, tournament.MatchReported)
		late, overdue := book.Section.Late(round, p, now)
		t := tileOf(book, p, overdue)
		if !view.mine(t.Table) || !view.finds(book, p) || view.row != 0 && view.row != book.Section.HallRow(t.Table) {
			w.Elsewhere = append(w.Elsewhere, t)
			continue
		}
		t.To = view.with(base+"/wall", "table="+strconv.Itoa(t.Table))
		t.On = strconv.Itoa(t.Table) == v.QueryParam("table")
		t.Note = tileNote(v, p, t.State, reviews)
		t.Reported = reportedBy(p)
		if t.State == layout.StateMissing {
			t.Late, t.Note = late, lateWords(v.Words, late)
			if late > oldest {
				oldest, w.Oldest = late, t.Table
				w.Entry.Next = v.Words.Say("table %d, %s", t.Table, t.Note)
			}
		}
		counts[t.State]++
		if view.state == "" || view.state == t.State {
			w.Tiles = append(w.Tiles, t)
		} else {
			w.Elsewhere = append(w.Elsewhere, t)
		}
	}
	view.arrange(w.Tiles)
	w.Filters = view.filters(base+"/wall", counts)
	w.Log = lastEntries(v, book, round)
	return w
}

// wallView is the view of the address, or the one a form carries.
func viewAsked(v *visit.Visit) wallView {
	if q, err := url.ParseQuery(v.FormValue("view")); err == nil && len(q) > 0 {
		return viewOf(q)
	}
	return viewOf(v.QueryParams())
}

// lateWords are how late a table is, in whole minutes; in its first minute it is
// only "late".
func lateWords(w text.Words, by time.Duration) string {
	if by < time.Minute {
		return w.Say("late")
	}
	return w.Say("%d min late", int(by.Minutes()))
}

// countIn counts the matches of a table in a state.
func countIn(p tournament.Pairing, state tournament.MatchState) int {
	n := 0
	for _, m := range p.Matches {
		if m.State == state {
			n++
		}
	}
	return n
}

// reportedBy is the first match of a table that waits for a second pair of eyes, 0
// for none.
func reportedBy(p tournament.Pairing) int64 {
	for _, m := range p.Matches {
		if m.State == tournament.MatchReported {
			return m.MatchID
		}
	}
	return 0
}

// tileNote says how long a table has waited: for a second pair of eyes, or for
// a decision; or that its time stands.
func tileNote(v *visit.Visit, p tournament.Pairing, state string, reviews map[int64]review) string {
	switch state {
	case layout.StatePlay:
		if p.PausedAt != nil {
			return v.Words.Say("paused")
		}
		return ""
	case layout.StateReview:
		for _, m := range p.Matches {
			if r, ok := reviews[m.MatchID]; ok {
				return r.note(v.Words, v.Now)
			}
		}
		return ""
	case layout.StateReported, layout.StateConflict:
	default:
		return ""
	}
	var last time.Time
	for _, m := range p.Matches {
		if m.Result != nil && m.Result.At.After(last) {
			last = m.Result.At
		}
		for _, r := range m.Reports {
			if r.At.After(last) {
				last = r.At
			}
		}
	}
	return waitedWords(v.Now.Sub(last))
}

func tileOf(book *tournament.SectionBook, p tournament.Pairing, overdue bool) pages.Tile {
	t := pages.Tile{Table: p.Table(), Teams: publicpages.TeamNames(book, p), State: visit.TableState(p, overdue)}
	for _, m := range p.Matches {
		t.Scores = append(t.Scores, [2]string{scoreOf(m, 1), scoreOf(m, 2)})
		t.Stored = append(t.Stored, storedOf(m))
	}
	t.NextMatch = 1 + max(0, slices.Index(t.Stored, pages.StoredNone))
	return t
}

// storedOf is what a tile knows of a match: enough to open it for an entry before
// the server is asked.
func storedOf(m tournament.Match) string {
	switch {
	case m.State == tournament.MatchConflict:
		return pages.StoredConflict
	case m.State == tournament.MatchOpen || m.Result == nil:
		return pages.StoredNone
	}
	return string(m.Result.Outcome)
}

func conflictsOf(v *visit.Visit, book *tournament.SectionBook, p tournament.Pairing, base string) []pages.Conflict {
	var found []pages.Conflict
	for _, m := range p.Matches {
		if m.State != tournament.MatchConflict {
			continue
		}
		var said strings.Builder
		for _, r := range m.Reports {
			said.WriteString(v.Words.Say("%s: %s.", source(v, r), visit.Told(v, r.Outcome.Said(publicpages.TeamNames(book, p), r.Forfeit, r.EndsOf()))) + " ")
		}
		found = append(found, pages.Conflict{Title: conflictTitle(v.Words, p, m), Said: said.String(), To: fmt.Sprintf("%s/table/%d/match/%d/resolve", base, p.Table(), m.MatchNo)})
	}
	return found
}

func conflictTitle(w text.Words, p tournament.Pairing, m tournament.Match) string {
	switch n := len(m.Reports); n {
	case 1:
		return w.Say("Table %d, match %d: the result was rejected.", p.Table(), m.MatchNo)
	case 2:
		return w.Say("Table %d, match %d: two different results.", p.Table(), m.MatchNo)
	default:
		return w.Say("Table %d, match %d: %d people say different results.", p.Table(), m.MatchNo, n)
	}
}

// source names who reported a result, with the number of the slip.
func source(v *visit.Visit, r tournament.ResultReport) string {
	if r.Slip == "" {
		return r.ByName
	}
	return v.Words.Say("%s, slip %s", r.ByName, r.Slip)
}

// lastEntries lists what was entered last, newest first.
func lastEntries(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round) []pages.LogLine {
	var log []pages.LogLine
	for _, p := range round.Pairings {
		for _, m := range p.Matches {
			reports := m.Reports
			if m.Result != nil {
				reports = append(slices.Clone(reports), *m.Result)
			}
			for _, r := range reports {
				own := r.ByAccount != nil && *r.ByAccount == v.Who.Account.AccountID
				log = append(log, pages.LogLine{
					Table: p.Table(), Match: m.MatchNo, Place: v.Words.Say("T%d M%d", p.Table(), m.MatchNo), Sentence: visit.Told(v, r.Outcome.Said(publicpages.TeamNames(book, p), r.Forfeit, r.EndsOf())),
					State: visit.MatchState(m, false), By: r.ByName, At: r.At, MatchID: m.MatchID,
					Undo: own && v.Now.Sub(r.At) <= tournament.UndoTime && round.State != tournament.RoundLocked,
				})
			}
		}
	}
	slices.SortStableFunc(log, func(a, b pages.LogLine) int { return b.At.Compare(a.At) })
	return log[:min(len(log), 8)]
}
