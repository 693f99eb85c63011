package web

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

var resultRoutes = []route{
	{get, deskSection + "/wall", access.SeeDesk, (*Server).currentWall},
	{get, deskRound + "/wall", access.SeeDesk, (*Server).wall},
	{post, deskRound + "/entry", access.EnterResult, (*Server).enterResult},
	{post, deskRound + "/beside", access.EnterResult, (*Server).beside},
	{get, deskRound + "/bulk", access.EnterResult, (*Server).bulkForm},
	{post, deskRound + "/bulk", access.EnterResult, (*Server).enterBulk},
	{post, deskRound + "/undo", access.EnterResult, (*Server).undoResult},
	{get, deskRound + "/verify", access.VerifyResult, (*Server).verifyQueue},
	{post, deskRound + "/verify", access.VerifyResult, (*Server).verifyResult},
	{post, deskRound + "/verify/at", access.VerifyResult, (*Server).verifyAt},
	{get, deskRound + "/verify/sample", access.VerifyResult, (*Server).verifySample},
	{get, deskRound + "/missing", access.SeeDesk, (*Server).missingList},
	{post, deskRound + "/missing", access.ChaseMissing, (*Server).noteSeen},
	{post, deskRound + "/missing/runner", access.ChaseMissing, (*Server).sendRunner},
	{post, deskRound + "/missing/rows", access.ChaseMissing, (*Server).setHallRows},
	{get, deskMatch + "/resolve", access.ChangeResult, (*Server).resolveForm},
	{post, deskMatch + "/resolve", access.ChangeResult, (*Server).resolveConflict},
	{get, deskMatch + "/correct", access.ProposeChange, (*Server).correctForm},
	{post, deskMatch + "/correct", access.ProposeChange, (*Server).correctResult},
}

const deskMatch = deskRound + "/table/:table/match/:match"

// stateOrder ranks the states of a tile: the worst of its matches shows.
var stateOrder = []string{
	layout.StateConflict, layout.StateReview, layout.StateMissing, layout.StateReported, layout.StateForfeit, layout.StatePlay, layout.StateVerified,
}

// matchState is how a match shows on the wall.
func matchState(m tournament.Match, overdue bool) string {
	switch {
	case m.State == tournament.MatchConflict:
		return layout.StateConflict
	case m.UnderReview:
		return layout.StateReview
	case m.State == tournament.MatchOpen && overdue:
		return layout.StateMissing
	case m.State == tournament.MatchOpen:
		return layout.StatePlay
	case m.Result != nil && m.Result.Forfeit:
		return layout.StateForfeit
	case m.State == tournament.MatchReported:
		return layout.StateReported
	}
	return layout.StateVerified
}

// worst is the state a tile shows for all its matches.
func worst(states []string) string {
	return slices.MinFunc(states, func(a, b string) int { return cmp.Compare(slices.Index(stateOrder, a), slices.Index(stateOrder, b)) })
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

// lateness is how long a table is over its time, counting the round clock, the
// table's own extra time and the section's grace; false while it is not.
func lateness(s tournament.Section, r *tournament.Round, p tournament.Pairing, now time.Time) (time.Duration, bool) {
	if r.ClockStarted == nil || r.ClockS == nil || r.ClockPausedS != nil || p.PausedAt != nil {
		return 0, false
	}
	due := r.ClockStarted.Add(time.Duration(*r.ClockS+p.ExtraS)*time.Second + time.Duration(s.GraceMinutes)*time.Minute)
	return now.Sub(due), now.After(due)
}

// roundBook reads the section and the published round the address names.
func (s *Server) roundBook(v *visit) (*tournament.Book, *tournament.Round, error) {
	n, err := v.number("round")
	if err != nil {
		return nil, nil, err
	}
	book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, v.section.SectionID)
	if err != nil {
		return nil, nil, err
	}
	r := book.Round(n)
	if r == nil || !r.Public() {
		return book, nil, notPublished(n, v.section)
	}
	return book, r, nil
}

func notPublished(round int, s tournament.Section) error {
	return fault.New(fault.NotFound, "Round %d of %s is not published. The pairing workbench publishes it.", round, s.Name)
}

func (v *visit) deskRound(round int) string {
	return fmt.Sprintf("/e/%s/desk/%s/round/%d", v.event.Slug, v.section.Slug, round)
}

// currentWall leads to the wall of the round that is played now.
func (s *Server) currentWall(v *visit) error {
	book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, v.section.SectionID)
	if err != nil {
		return err
	}
	n := 1 // which says that it is still to come
	if round := book.Current(); round != nil {
		n = round.RoundNo
	}
	return v.seeOther("%s/wall", v.deskRound(n))
}

// wall shows the tables of the round and takes results; ?table= and ?match= open
// the entry panel, the other parameters are a wallView.
func (s *Server) wall(v *visit) error {
	book, round, err := s.roundBook(v)
	if err != nil && book != nil {
		return v.emptyWall(book, err)
	}
	if err != nil {
		return err
	}
	w := s.wallPage(v, book, round)
	if typed := v.QueryParam("table"); typed != "" {
		match, _ := strconv.Atoi(v.QueryParam("match")) // anything else means the first match without a result
		w.Entry = v.entryPanel(book, round, typed, match, w.Entry)
	}
	f := v.frame(layout.Desk, fmt.Sprintf("Round %d", round.RoundNo), book.Event.Version)
	f.Wide = true
	if v.QueryParam("part") == "entry" { // a page that is open already has the rest
		return v.page(pages.EntryPart(f, w))
	}
	return v.page(pages.WallPage(f, w))
}

// lockedWords say why nothing is entered in a round any more, empty while it is.
func lockedWords(round *tournament.Round) string {
	if round.State != tournament.RoundLocked {
		return ""
	}
	return fmt.Sprintf("Round %d is locked: a result changes only by a correction.", round.RoundNo)
}

// emptyWall is the wall of a round of the section that is still to come.
func (v *visit) emptyWall(book *tournament.Book, cause error) error {
	n, err := v.number("round")
	if err != nil || n > book.Section.Rounds {
		return cause
	}
	w := pages.EmptyWall{Round: n}
	if v.can(access.SeeDraft) {
		w.Workbench = v.deskRound(n) + "/pair"
	}
	if r := book.Current(); r != nil {
		w.Current, w.CurrentTo = r.RoundNo, v.deskRound(r.RoundNo)+"/wall"
	}
	return v.page(pages.EmptyWallPage(v.frame(layout.Desk, fmt.Sprintf("Round %d", n), book.Event.Version), w))
}

func (s *Server) wallPage(v *visit, book *tournament.Book, round *tournament.Round) pages.Wall {
	base := v.deskRound(round.RoundNo)
	view := v.wallView()
	w := pages.Wall{
		Orders: ordersOf(book.Section),
		Round:  round.RoundNo, State: string(round.State), Base: base, CanEnter: v.can(access.EnterResult), CanVerify: v.can(access.VerifyResult),
		Find: view.find, Tables: view.tables(), StateFilter: view.state, OldestFirst: view.oldestFirst, View: view.query(), Steps: roundSteps(round),
		Row: view.row, Rows: hallRows(book.Section, round), ByTable: view.ordered(false).with(base + "/wall"), ByOldest: view.ordered(true).with(base + "/wall"),
	}
	now := round.Moment(v.now)
	w.Clock, w.ClockTo = roundClock(round, v.now), base+"/clock"
	w.Match, w.Matches = matchPlayed(round)
	w.Section, w.MayForfeit, w.Locked = book.Section.Name, v.can(access.EnterForfeit), lockedWords(round)
	if v.can(access.EditIncident) {
		w.Dispute = fmt.Sprintf("/e/%s/desk/incidents/new?section=%s&round=%d", v.event.Slug, v.section.Slug, round.RoundNo)
	}
	reviews := v.reviews(round)
	counts := map[string]int{}
	var oldest time.Duration
	for _, p := range round.Pairings {
		if p.Table() == 0 {
			continue
		}
		w.Conflicts = append(w.Conflicts, conflictsOf(book, p, base)...)
		w.ToVerify += countIn(p, tournament.MatchReported)
		late, overdue := lateness(book.Section, round, p, now)
		t := tileOf(book, p, overdue)
		if !view.mine(t.Table) || !view.finds(book, p) || view.row != 0 && view.row != book.Section.HallRow(t.Table) {
			w.Elsewhere = append(w.Elsewhere, t)
			continue
		}
		t.To = view.with(base+"/wall", "table="+strconv.Itoa(t.Table))
		t.On = strconv.Itoa(t.Table) == v.QueryParam("table")
		t.Note = v.tileNote(p, t.State, reviews)
		t.Reported = reportedBy(p)
		if t.State == layout.StateMissing {
			t.Late, t.Note = late, lateWords(late)
			if late > oldest {
				oldest, w.Oldest = late, t.Table
				w.Entry.Next = fmt.Sprintf("table %d, %s", t.Table, t.Note)
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
	w.Log = v.lastEntries(book, round)
	return w
}

// wallView is the view of the address, or the one a form carries.
func (v *visit) wallView() wallView {
	if q, err := url.ParseQuery(v.FormValue("view")); err == nil && len(q) > 0 {
		return viewOf(q)
	}
	return viewOf(v.QueryParams())
}

// lateWords are how late a table is, in whole minutes; in its first minute it is
// only "late".
func lateWords(by time.Duration) string {
	if by < time.Minute {
		return "late"
	}
	return fmt.Sprintf("%d min late", int(by.Minutes()))
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
func (v *visit) tileNote(p tournament.Pairing, state string, reviews map[int64]review) string {
	switch state {
	case layout.StatePlay:
		if p.PausedAt != nil {
			return "paused"
		}
		return ""
	case layout.StateReview:
		for _, m := range p.Matches {
			if r, ok := reviews[m.MatchID]; ok {
				return r.note(v.now)
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
	return waitedWords(v.now.Sub(last))
}

func tileOf(book *tournament.Book, p tournament.Pairing, overdue bool) pages.Tile {
	t := pages.Tile{Table: p.Table(), Teams: teamNames(book, p)}
	var states []string
	for _, m := range p.Matches {
		states = append(states, matchState(m, overdue))
		t.Scores = append(t.Scores, [2]string{scoreOf(m, 1), scoreOf(m, 2)})
		t.Stored = append(t.Stored, storedOf(m))
	}
	t.State = worst(states)
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

func teamNames(book *tournament.Book, p tournament.Pairing) [2]string {
	return [2]string{book.SideName(p, 1), book.SideName(p, 2)}
}

func conflictsOf(book *tournament.Book, p tournament.Pairing, base string) []pages.Conflict {
	var found []pages.Conflict
	for _, m := range p.Matches {
		if m.State != tournament.MatchConflict {
			continue
		}
		var said strings.Builder
		for _, r := range m.Reports {
			fmt.Fprintf(&said, "%s: %s. ", source(r), r.Outcome.Sentence(teamNames(book, p), r.Forfeit, r.EndsOf()))
		}
		found = append(found, pages.Conflict{Title: conflictTitle(p, m), Said: said.String(), To: fmt.Sprintf("%s/table/%d/match/%d/resolve", base, p.Table(), m.MatchNo)})
	}
	return found
}

func conflictTitle(p tournament.Pairing, m tournament.Match) string {
	switch n := len(m.Reports); n {
	case 1:
		return fmt.Sprintf("Table %d, match %d: the result was rejected.", p.Table(), m.MatchNo)
	case 2:
		return fmt.Sprintf("Table %d, match %d: two different results.", p.Table(), m.MatchNo)
	default:
		return fmt.Sprintf("Table %d, match %d: %d people say different results.", p.Table(), m.MatchNo, n)
	}
}

// source names who reported a result, with the number of the slip.
func source(r tournament.Report) string {
	if r.Slip == "" {
		return r.ByName
	}
	return r.ByName + ", slip " + r.Slip
}

// lastEntries lists what was entered last, newest first.
func (v *visit) lastEntries(book *tournament.Book, round *tournament.Round) []pages.LogLine {
	var log []pages.LogLine
	for _, p := range round.Pairings {
		for _, m := range p.Matches {
			reports := m.Reports
			if m.Result != nil {
				reports = append(slices.Clone(reports), *m.Result)
			}
			for _, r := range reports {
				own := r.ByAccount != nil && *r.ByAccount == v.who.Account.AccountID
				log = append(log, pages.LogLine{
					Place: fmt.Sprintf("T%d M%d", p.Table(), m.MatchNo), Sentence: r.Outcome.Sentence(teamNames(book, p), r.Forfeit, r.EndsOf()),
					State: matchState(m, false), By: r.ByName, At: r.At, MatchID: m.MatchID,
					Undo: own && v.now.Sub(r.At) <= tournament.UndoTime && round.State != tournament.RoundLocked,
				})
			}
		}
	}
	slices.SortStableFunc(log, func(a, b pages.LogLine) int { return b.At.Compare(a.At) })
	return log[:min(len(log), 8)]
}
