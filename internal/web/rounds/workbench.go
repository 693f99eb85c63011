package rounds

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// currentWorkbench leads to the round to be paired next, or to the last one.
func (h *Handlers) currentWorkbench(v *visit.Visit, b *publicpages.SectionView) error {
	return v.SeeOther("%s", v.DeskPath("/round/%d/pair", min(b.NextRound(), b.LastRound())))
}

// workbench is the pairing of a round: its draft, or what is published.
func (h *Handlers) workbench(v *visit.Visit) error {
	frame, page, err := h.bench(v, "")
	if err != nil {
		return err
	}
	return v.Page(pages.Bench(frame, page))
}

// bench gathers the workbench of the round in the address.
func (h *Handlers) bench(v *visit.Visit, problem string) (layout.Frame, pages.Workbench, error) {
	n := v.RoundNo
	b, err := v.FreshBook()
	if err != nil {
		return layout.Frame{}, pages.Workbench{}, err
	}
	if n > b.Section.Rounds {
		return layout.Frame{}, pages.Workbench{}, fault.New(fault.NotFound, "%s has %d rounds.", b.Section.Name, b.Section.Rounds)
	}
	round, err := h.Reader.DraftRound(v.Request().Context(), v.Event.EventID, v.Section.SectionID, n)
	if err != nil {
		return layout.Frame{}, pages.Workbench{}, err
	}
	w := pages.Workbench{
		Base: v.DeskPath("/round/%d", n), Round: n, Rounds: b.LastRound(), Alone: b.Section.EntrySize() == 1, Revision: round.Revision, Published: round.Publication,
		CanEdit: v.Can(access.EditDraft), CanPublish: v.Can(access.Publish), Problem: problem,
		Typed: v.FormValue("typed"), Reason: v.FormText("reason"), Columns: v.FormValue("columns") == "yes" || n == 1 && v.FormValue("columns") != "no", // a first round is made of seeds
	}
	switch {
	case round.Publication > 0:
		benchPublished(v, b, n, &w)
		w.Deciders = visit.LevelTables(v, b, n)
		w.Level, err = levelTeams(v, b, n)
		if round.Draft != nil {
			w.Prepared = prepared(v, b, n, round.Draft.BothWays)
		}
	case round.Draft != nil:
		err = benchDraft(v, b, round, &w)
	default:
		w.Waits = waits(v.Words, b, n)
		switch w.Waits {
		case "":
			w.Ready = visit.Ready(v, b, n)
			if nobodySeen(b) {
				w.Unseen, w.CheckIn = publicpages.Entered(b), v.DeskPath("/teams")
			}
		case b.Needs(v.Words):
			w.WaitsTo, w.WaitsFor = visit.WayToEntries(v, b)
		default:
			w.WaitsTo, w.WaitsFor = v.DeskPath("/round/%d/pair", b.NextRound()), v.Words.Say("Pair round %d", b.NextRound())
		}
		w.Level, err = levelTeams(v, b, n)
		w.MayLevel = b.Section.MayEndLevel() && n >= b.FirstKnockout()
		if n == b.NextRound() {
			w.Deciders = visit.LevelTables(v, b, n)
		}
	}
	return v.Frame(layout.Desk, v.Words.Say("Pair round %d", n), b.Event.Version), w, err
}

// waits says why a round cannot be paired yet.
func waits(w text.Words, s *publicpages.SectionView, n int) string {
	switch next := s.NextRound(); {
	case n > next:
		return w.Say("Round %d is not published yet. Rounds are paired one after the other.", n-1)
	case publicpages.Entered(s) < tournament.FewestTeams:
		return s.Needs(w)
	}
	return ""
}

// benchPublished offers what can still change in a published round.
func benchPublished(v *visit.Visit, b *publicpages.SectionView, n int, w *pages.Workbench) {
	r := b.Round(n)
	if r == nil {
		return
	}
	w.Locked = r.State == tournament.RoundLocked
	if r.PublishedAt != nil {
		w.PublishedAt = *r.PublishedAt
	}
	for i := range r.Pairings {
		p := &r.Pairings[i]
		w.Listed = append(w.Listed, publishedTable(v, b, r, *p, w.Base))
		for _, id := range slices.Concat(p.InSlot(1), p.InSlot(2)) {
			where := v.Words.Say("bye")
			if p.Table() > 0 {
				where = v.Words.Say("table %d", p.Table())
			}
			w.Teams = append(w.Teams, pages.Cell{ID: id, Name: b.Team(id).Name, Points: where})
		}
	}
	for _, t := range tournament.WithoutTable(b.SectionBook, n) {
		if r.PairingOf(t.TeamID) == nil {
			w.Teams = append(w.Teams, pages.Cell{ID: t.TeamID, Name: t.Name, Points: v.Words.Say("no table")})
		}
	}
	slices.SortFunc(w.Teams, func(x, y pages.Cell) int { return strings.Compare(x.Name, y.Name) })
	w.TeamA, w.TeamB = v.FormID("team"), v.FormID("other")
}

// publishedTable is a table of a published round with how it was paired and how far
// it is.
func publishedTable(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, p tournament.Pairing, base string) pages.PublishedTable {
	line := pages.PublishedTable{Table: p.Table(), Teams: publicpages.TeamNames(b.SectionBook, p)}
	line.Reasons, line.By = p.Why(visit.Saying(v.Words))
	if p.Table() == 0 {
		if p.ByePoints != nil {
			line.Bye = wording.PointsWords(v.Words, *p.ByePoints)
		}
		return line
	}
	_, overdue := b.Section.Late(r, p, r.Moment(v.Now))
	line.State, line.To = visit.TableState(p, overdue), fmt.Sprintf("%s/wall?table=%d", base, p.Table())
	points, any := [2]int{}, false
	for _, m := range p.Matches {
		if m.Result != nil {
			points[0], points[1], any = points[0]+m.Result.Slot1Points, points[1]+m.Result.Slot2Points, true
		}
	}
	if any {
		line.Score = layout.Score(points[0], points[1])
	}
	return line
}

// benchDraft shows a draft with everything that speaks against it on top.
func benchDraft(v *visit.Visit, b *publicpages.SectionView, round tournament.DraftRound, w *pages.Workbench) error {
	d := round.Draft
	input, err := d.Refresh(b.SectionBook)
	if err != nil {
		return err
	}
	w.HasDraft, w.MadeBy, w.Notes, w.WantsSignature = true, round.Editor, d.NotesIn(visit.Saying(v.Words)), d.NeedsSignature()
	if round.DraftAt != nil {
		w.MadeAt = *round.DraftAt
	}
	if round.DraftBy != nil && *round.DraftBy != v.Who.Account.AccountID {
		w.Editor = round.Editor
	}
	if h := d.Handover; h != nil {
		w.Handover = &pages.Handover{From: h.From, To: h.To, At: h.At}
	}
	w.Stale = input.Basis != d.Basis
	for _, u := range input.Unsettled {
		w.Unsettled = append(w.Unsettled, unsettledWords(v.Words, b, u))
	}
	for _, t := range tournament.Awaited(b.SectionBook, round.RoundNo) {
		w.NotHere = append(w.NotHere, t.Name)
	}
	if d.NoPairing != nil {
		w.Stuck = stuck(v.Words, b, d.NoPairing)
	}
	if len(d.Edits) > 0 {
		w.LastEdit = d.Edits[len(d.Edits)-1].In(visit.Saying(v.Words))
	}
	w.Problems, w.Advice, w.Blocked = problemNotes(v.Words, d.Told()), adviceFor(v, b, d), d.Blocked()
	draftRows(v.Words, b, d, w)
	return nil
}

// draftRows lists the tables by score group, the byes and the loose teams.
func draftRows(said text.Words, s *publicpages.SectionView, d *tournament.Draft, w *pages.Workbench) {
	bad := map[int]bool{}
	for _, p := range d.Problems {
		bad[p.Table] = true
	}
	for _, t := range d.Tables {
		if title := groupTitle(said, s, d.RoundNo, t); len(w.Groups) == 0 || w.Groups[len(w.Groups)-1].Title != title {
			w.Groups = append(w.Groups, pages.Group{Title: title})
		}
		row := pages.TableRow{
			Table: t.Table, First: cell(s, w, t.First, t.Second), Second: cell(s, w, t.Second, t.First),
			FirstPartner: cell(s, w, t.FirstPartner, tournament.DraftSeat{}), SecondPartner: cell(s, w, t.SecondPartner, tournament.DraftSeat{}), Reasons: t.In(visit.Saying(said)), By: t.By, Held: t.Held, Problem: bad[t.Table],
		}
		if t.Full() {
			w.Tables++
		}
		w.ByHand = w.ByHand || t.By != "" || t.Held
		g := &w.Groups[len(w.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	for _, bye := range d.Byes {
		w.ByHand = w.ByHand || bye.By != ""
		w.Byes = append(w.Byes, pages.ByeRow{
			Cell: cell(s, w, bye.DraftSeat, tournament.DraftSeat{}), Award: wording.PointsWords(said, bye.Award), Reason: bye.In(visit.Saying(said)), By: bye.By,
			Fixed: bye.Kind != tournament.ByePairing && bye.By == "",
		})
	}
	for _, seat := range d.Loose {
		w.Loose = append(w.Loose, cell(s, w, seat, tournament.DraftSeat{}))
	}
}

// groupTitle is what stands above a run of tables: the score, or the group or
// stage of a system that does not pair by score.
func groupTitle(w text.Words, s *publicpages.SectionView, round int, t tournament.DraftTable) string {
	switch {
	case s.Section.System.Swiss():
		return wording.PointsWords(w, t.Group)
	case s.Section.System == tournament.Rotating:
		return w.Say("Tables")
	case !s.GroupStage(round):
		return w.Say("Knockout")
	case !s.Section.InGroups():
		return w.Say("Round robin")
	}
	return w.Say("Group %s", s.GroupLetter(t.First.TeamID))
}

// cell is a team in a draft; the mark says whether it meets another score.
func cell(s *publicpages.SectionView, w *pages.Workbench, seat, against tournament.DraftSeat) pages.Cell {
	if seat.TeamID == 0 {
		return pages.Cell{}
	}
	team := s.Team(seat.TeamID)
	c := pages.Cell{ID: seat.TeamID, Name: team.Name, Points: layout.Half(seat.Points)}
	if w.Columns {
		c.Rating, c.Club = team.Strength, team.School
		if team.Number != nil {
			c.Number = *team.Number
		}
	}
	switch {
	case against.TeamID == 0, !s.Section.System.Swiss():
	case seat.Points > against.Points:
		c.Float = "down"
	case seat.Points < against.Points:
		c.Float = "up"
	}
	return c
}

var severityClass = map[tournament.Severity]string{tournament.Blocks: "s-conflict", tournament.Sign: "s-missing", tournament.Wish: ""}

// heavierFirst puts what cannot be set aside on top, then what somebody signs for.
func heavierFirst(a, b tournament.Problem) int {
	weight := []tournament.Severity{tournament.Blocks, tournament.Sign, tournament.Wish}
	return slices.Index(weight, a.Severity) - slices.Index(weight, b.Severity)
}

func problemNotes(w text.Words, problems []tournament.Problem) []pages.Problem {
	var notes []pages.Problem
	for _, p := range slices.SortedStableFunc(slices.Values(problems), heavierFirst) {
		notes = append(notes, pages.Problem{Class: severityClass[p.Severity], Sentence: p.In(visit.Saying(w)), Table: p.Table})
	}
	return notes
}

// adviceFor is what is better done before a draft is published, with the way to where.
func adviceFor(v *visit.Visit, b *publicpages.SectionView, d *tournament.Draft) (advice []pages.Problem) {
	if said, needed := tournament.RoundsAdvice(b.SectionBook); needed {
		note := pages.Problem{Sentence: said.In(visit.Saying(v.Words))}
		if v.Can(access.EditSetup) {
			note.To, note.Way = "/e/"+v.Event.Slug+"/desk/setup/"+v.Section.Slug+"/system", v.Words.Say("Open the set-up")
		}
		advice = append(advice, note)
	}
	for _, l := range tournament.Leavers(b.SectionBook, d) {
		note := pages.Problem{Sentence: l.Said(b.SectionBook).In(visit.Saying(v.Words))}
		if !l.Half && v.Can(access.GivePoints) {
			note.To, note.Way = v.DeskPath("/points"), v.Words.Say("Points outside the rounds")
		}
		advice = append(advice, note)
	}
	return advice
}

func stuck(w text.Words, s *publicpages.SectionView, n *tournament.NoPairing) *pages.Stuck {
	stuck := &pages.Stuck{Teams: s.Names(n.Teams), Partners: s.Names(n.Partners)}
	for _, r := range n.Relax {
		stuck.Relax = append(stuck.Relax, pages.Relax{Sentence: r.In(visit.Saying(w)), Value: relaxationValue(r)})
	}
	return stuck
}

// unsettledWords tell what is open about a match.
func unsettledWords(w text.Words, s *publicpages.SectionView, u tournament.Unsettled) string {
	what := map[tournament.Why]string{
		tournament.WhyMissing: w.Say("no result yet"), tournament.WhyConflict: w.Say("two different results"), tournament.WhyReview: w.Say("under review"),
	}[u.Why]
	if u.Why == tournament.WhyAppeal {
		what = w.Say("the ruling may be appealed until %s", w.Clock(u.Until.In(s.Event.Zone())))
	}
	names := unsettledNames(s, u)
	return w.Say("Round %d, table %d, match %d, %s – %s: %s.", u.RoundNo, u.Table, u.MatchNo, names[0], names[1], what)
}

// unsettledNames are the two sides of an open match.
func unsettledNames(s *publicpages.SectionView, u tournament.Unsettled) [2]string {
	if p, _ := s.FindMatch(u.MatchID); p != nil {
		return publicpages.TeamNames(s.SectionBook, *p)
	}
	return [2]string{s.Team(u.Team1ID).Name, s.Team(u.Team2ID).Name}
}

// editDraft carries out one button of the workbench.
func (h *Handlers) editDraft(v *visit.Visit) error {
	at := tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: v.FormRevision()}
	var receipt journal.Receipt
	var said fault.Clause
	var err error
	if do := v.FormValue("do"); do == "lot" || do == "order" {
		said, err = h.decideTie(v, do)
	} else {
		receipt, err = h.draftCommand(v, at)
	}
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict) || fault.Is(err, fault.Stale) {
		frame, page, again := h.bench(v, visit.SaidIn(v.Words, err))
		if again != nil {
			return again
		}
		page.Marked = map[string]bool{}
		for _, id := range v.Request().Form["team"] {
			page.Marked[id] = true
		}
		for i := range page.Level {
			if tie := &page.Level[i]; tie.Value == v.FormValue("tie") {
				tie.Typed = typedOrder(v, *tie, err)
			}
		}
		return v.Again(err, pages.Bench(frame, page))
	}
	if err != nil {
		return err
	}
	to := v.DeskPath("/round/%d/pair", v.RoundNo)
	if shown := v.FormValue("columns"); shown == "yes" || shown == "no" {
		to += "?columns=" + shown
	}
	if said.String() == "" {
		said, _ = journal.Answer[fault.Clause](receipt) // not every button has something to say
	}
	if told := visit.Told(v, said); told != "" {
		return v.Onward(to, told)
	}
	return v.SeeOther("%s", to)
}

func (h *Handlers) draftCommand(v *visit.Visit, at tournament.DraftInput) (journal.Receipt, error) {
	ctx, service, do := v.Request().Context(), h.Rounds, v.FormValue("do")
	pair := func(in tournament.MakeDraftInput) (journal.Receipt, error) {
		tell, end := h.Drafting.begin(draftPlace{v.Event.EventID, at.SectionID, at.RoundNo})
		defer end()
		in.DraftInput, in.Watch = at, tell
		return service.MakeDraft(ctx, v.Event.EventID, v.Command(), in)
	}
	if relax := v.FormValue("relax"); relax != "" {
		in, err := readRelaxation(relax)
		if err != nil {
			return journal.Receipt{}, err
		}
		return pair(in)
	}
	switch do {
	case "make", "keep":
		if err := askUnseen(v, at.RoundNo); err != nil {
			return journal.Receipt{}, err
		}
		return pair(tournament.MakeDraftInput{Keep: do == "keep"})
	case "check":
		return service.CheckDraft(ctx, v.Event.EventID, v.Command(), at)
	case "discard":
		return service.DiscardDraft(ctx, v.Event.EventID, v.Command(), at)
	case "takeover":
		return service.TakeOverDraft(ctx, v.Event.EventID, v.Command(), at)
	}
	edit, err := draftEdit(v, at, tournament.DraftEditKind(do))
	if err != nil {
		return journal.Receipt{}, err
	}
	return service.EditDraft(ctx, v.Event.EventID, v.Command(), edit)
}

// askUnseen asks before the first draft of a section in which nobody was checked in: such
// a round pairs everybody who was ever entered, and half of the hall may stay empty.
func askUnseen(v *visit.Visit, round int) error {
	if round != 1 || v.FormValue("unseen") == "yes" {
		return nil
	}
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	draft, err := visit.NextDraft(v, b)
	if err != nil || draft.Draft != nil || !nobodySeen(b) {
		return err
	}
	return fault.New(fault.Conflict, "Nobody of the %d teams is checked in. Check teams in first, or say below that all of them are paired.", publicpages.Entered(b))
}

// nobodySeen reports whether no team of a section before round 1 was checked in.
func nobodySeen(s *publicpages.SectionView) bool {
	in := tournament.TakingPart(s.SectionBook)
	return s.Current() == nil && len(in) > 0 && !slices.ContainsFunc(in, func(t tournament.Team) bool { return t.State != tournament.TeamEntered })
}

// marksFor is how many teams have to be marked for an edit.
var marksFor = map[tournament.DraftEditKind]int{
	tournament.EditSwap: 2, tournament.EditPair: 2, tournament.EditUnpair: 1, tournament.EditBye: 1, tournament.EditHold: 1, tournament.EditUndo: 0,
}

// draftEdit reads the marked teams of the workbench.
func draftEdit(v *visit.Visit, at tournament.DraftInput, kind tournament.DraftEditKind) (tournament.DraftEditInput, error) {
	edit := tournament.DraftEditInput{DraftInput: at, Kind: kind, Bye: tournament.ByeKind(v.FormValue("bye"))}
	need, known := marksFor[kind]
	if !known {
		return edit, fault.New(fault.Invalid, "This page has no button “%s”. Open it again.", kind)
	}
	form, err := v.FormParams()
	if err != nil {
		return edit, fault.Wrap(fault.Invalid, err, "The form cannot be read. Open the page again.")
	}
	marked := form["team"]
	if need > 0 && len(marked) != need {
		return edit, fault.New(fault.Invalid, "Mark %s for this; %d marked.", map[int]fault.Word{1: fault.Word("one team"), 2: fault.Word("two teams")}[need], len(marked))
	}
	for i, into := range []*int64{&edit.TeamID, &edit.OtherID}[:need] {
		if *into, err = strconv.ParseInt(marked[i], 10, 64); err != nil {
			return edit, fault.New(fault.Invalid, "This is no team: “%s”.", marked[i])
		}
	}
	if kind == tournament.EditHold {
		if edit.Table, err = strconv.Atoi(v.FormText("table")); err != nil {
			return edit, fault.New(fault.Invalid, "Enter the table number to hold.")
		}
	}
	return edit, nil
}

// A relaxation as its button sends it: "12-7,3-4" are pairs that meet, "12" gets the bye, and
// "undo:12-7" is what was set by hand and goes.
const undoes = "undo:"

func relaxationValue(r tournament.Relaxation) string {
	if len(r.Undo) > 0 {
		return undoes + joinIDs(r.Undo)
	}
	var all []string
	for _, ids := range r.Allow {
		all = append(all, joinIDs(ids))
	}
	return strings.Join(all, ",")
}

func joinIDs(ids []int64) string {
	var all []string
	for _, id := range ids {
		all = append(all, strconv.FormatInt(id, 10))
	}
	return strings.Join(all, "-")
}

func readRelaxation(value string) (tournament.MakeDraftInput, error) {
	in := tournament.MakeDraftInput{Keep: true}
	value, undo := strings.CutPrefix(value, undoes)
	for exception := range strings.SplitSeq(value, ",") {
		var ids []int64
		for text := range strings.SplitSeq(exception, "-") {
			id, err := strconv.ParseInt(text, 10, 64)
			if err != nil || len(ids) == 2 {
				return in, fault.New(fault.Invalid, "This exception cannot be read. Open the page again.")
			}
			ids = append(ids, id)
		}
		if undo {
			in.Undo = append(in.Undo, ids...)
			continue
		}
		in.Fix = append(in.Fix, ids)
	}
	return in, nil
}
