package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// currentWorkbench leads to the round to be paired next, or to the last one.
func (s *Server) currentWorkbench(v *visit) error {
	b, err := v.freshBook()
	if err != nil {
		return err
	}
	return v.seeOther("%s", v.deskPath("/round/%d/pair", min(nextRound(b), b.Section.Rounds)))
}

// workbench is the pairing of a round: its draft, or what is published.
func (s *Server) workbench(v *visit) error {
	frame, page, err := v.bench("")
	if err != nil {
		return err
	}
	return v.page(pages.Bench(frame, page))
}

// bench gathers the workbench of the round in the address.
func (v *visit) bench(problem string) (layout.Frame, pages.Workbench, error) {
	n, err := v.number("round")
	if err != nil {
		return layout.Frame{}, pages.Workbench{}, err
	}
	b, err := v.freshBook()
	if err != nil {
		return layout.Frame{}, pages.Workbench{}, err
	}
	if n > b.Section.Rounds {
		return layout.Frame{}, pages.Workbench{}, fault.New(fault.NotFound, "%s has %d rounds.", b.Section.Name, b.Section.Rounds)
	}
	round, err := v.server.Tournament.Reader().DraftRound(v.Request().Context(), v.event.EventID, v.section.SectionID, n)
	if err != nil {
		return layout.Frame{}, pages.Workbench{}, err
	}
	w := pages.Workbench{
		Base: v.deskPath("/round/%d", n), Round: n, Rounds: b.LastRound(), EntryWord: b.Section.EntryWord(), Revision: round.Revision, Published: round.Publication,
		CanEdit: v.can(access.EditDraft), CanPublish: v.can(access.Publish), Problem: problem,
		Typed: v.FormValue("typed"), Reason: v.formText("reason"), Columns: v.FormValue("columns") == "yes" || n == 1 && v.FormValue("columns") != "no", // a first round is made of seeds
	}
	switch {
	case round.Publication > 0:
		v.benchPublished(b, n, &w)
		if n+1 == nextRound(b) {
			w.Deciders = v.levelTables(b)
		}
		if round.Draft != nil {
			w.Prepared = v.prepared(b, n, round.Draft.BothWays)
		}
	case round.Draft != nil:
		err = v.benchDraft(b, round, &w)
	default:
		w.Waits = b.waits(n)
		switch w.Waits {
		case "":
			w.Ready = v.ready(b, n)
			if b.nobodySeen() {
				w.Unseen, w.CheckIn = len(b.Teams), v.deskPath("/teams")
			}
		case b.needs():
			w.WaitsTo, w.WaitsFor = v.deskPath("/teams"), "Enter "+b.Section.EntryWord()+"s"
		default:
			w.WaitsTo, w.WaitsFor = v.deskPath("/round/%d/pair", nextRound(b)), fmt.Sprintf("Pair round %d", nextRound(b))
		}
		w.Level, err = b.levelTeams(n)
		w.MayLevel = b.Section.MayEndLevel() && n >= b.FirstKnockout()
		if n == nextRound(b) {
			w.Deciders = v.levelTables(b)
		}
	}
	return v.frame(layout.Desk, fmt.Sprintf("Pair round %d", n), b.Event.Version), w, err
}

// waits says why a round cannot be paired yet.
func (s *shelf) waits(n int) string {
	switch next := nextRound(s); {
	case n > next:
		return fmt.Sprintf("Round %d is not published yet. Rounds are paired one after the other.", n-1)
	case len(s.Teams) < fewestTeams:
		return s.needs()
	}
	return ""
}

const fewestTeams = 2

// needs says that there are too few entries for a round.
func (s *shelf) needs() string { return "A round needs two " + s.Section.EntryWord() + "s." }

// benchPublished offers what can still change in a published round.
func (v *visit) benchPublished(b *shelf, n int, w *pages.Workbench) {
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
		w.Listed = append(w.Listed, v.publishedTable(b, r, *p, w.Base))
		for _, id := range slices.Concat(p.Side(1), p.Side(2)) {
			where := "bye"
			if p.Table() > 0 {
				where = fmt.Sprintf("table %d", p.Table())
			}
			w.Teams = append(w.Teams, pages.Cell{ID: id, Name: b.Team(id).Name, Points: where})
		}
	}
	slices.SortFunc(w.Teams, func(x, y pages.Cell) int { return strings.Compare(x.Name, y.Name) })
	w.TeamA, w.TeamB = v.formID("team"), v.formID("other")
}

// publishedTable is a table of a published round with how it was paired and how far
// it is.
func (v *visit) publishedTable(b *shelf, r *tournament.Round, p tournament.Pairing, base string) pages.PublishedTable {
	line := pages.PublishedTable{Table: p.Table(), Teams: teamNames(b.Book, p)}
	line.Reasons, line.By = p.Why()
	if p.Table() == 0 {
		if p.ByePoints != nil {
			line.Bye = pointsWords(text.Words{}, *p.ByePoints)
		}
		return line
	}
	_, overdue := lateness(b.Section, r, p, r.Moment(v.now))
	line.State, line.To = tileOf(b.Book, p, overdue).State, fmt.Sprintf("%s/wall?table=%d", base, p.Table())
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

// formID reads an id of a form field, 0 when there is none.
func (v *visit) formID(field string) int64 {
	id, err := strconv.ParseInt(v.FormValue(field), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// benchDraft shows a draft with everything that speaks against it on top.
func (v *visit) benchDraft(b *shelf, round tournament.DraftRound, w *pages.Workbench) error {
	d := round.Draft
	w.HasDraft, w.MadeBy, w.Notes, w.WantsSignature = true, round.Editor, d.Notes, d.NeedsSignature()
	if round.DraftAt != nil {
		w.MadeAt = *round.DraftAt
	}
	if round.DraftBy != nil && *round.DraftBy != v.who.Account.AccountID {
		w.Editor = round.Editor
	}
	if h := d.Handover; h != nil {
		w.Handover = &pages.Handover{From: h.From, To: h.To, At: h.At}
	}
	input, err := b.PairingInput(round.RoundNo)
	if err != nil {
		return err
	}
	w.Stale = input.Basis != d.Basis
	for _, u := range input.Unsettled {
		w.Unsettled = append(w.Unsettled, b.unsettledWords(u))
	}
	for _, t := range b.Teams {
		if t.State == tournament.TeamEntered && t.ArrivesRound <= round.RoundNo {
			w.NotHere = append(w.NotHere, t.Name)
		}
	}
	if d.NoPairing != nil {
		w.Stuck = b.stuck(d.NoPairing)
	}
	if len(d.Edits) > 0 {
		w.LastEdit = d.Edits[len(d.Edits)-1].Sentence
	}
	w.Problems, w.Blocked = problemNotes(d.Problems), d.Blocked()
	b.draftRows(d, w)
	return nil
}

// draftRows lists the tables by score group, the byes and the loose teams.
func (s *shelf) draftRows(d *tournament.Draft, w *pages.Workbench) {
	bad := map[int]bool{}
	for _, p := range d.Problems {
		bad[p.Table] = true
	}
	for _, t := range d.Tables {
		if title := s.groupTitle(d.RoundNo, t); len(w.Groups) == 0 || w.Groups[len(w.Groups)-1].Title != title {
			w.Groups = append(w.Groups, pages.Group{Title: title})
		}
		row := pages.TableRow{
			Table: t.Table, First: s.cell(w, t.First, t.Second), Second: s.cell(w, t.Second, t.First),
			FirstPartner: s.cell(w, t.FirstPartner, tournament.DraftSeat{}), SecondPartner: s.cell(w, t.SecondPartner, tournament.DraftSeat{}), Reasons: t.Reasons, By: t.By, Held: t.Held, Problem: bad[t.Table],
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
			Cell: s.cell(w, bye.DraftSeat, tournament.DraftSeat{}), Award: pointsWords(text.Words{}, bye.Award), Reason: bye.Reason, By: bye.By,
			Fixed: bye.Kind != tournament.ByePairing && bye.By == "",
		})
	}
	for _, seat := range d.Loose {
		w.Loose = append(w.Loose, s.cell(w, seat, tournament.DraftSeat{}))
	}
}

// groupTitle is what stands above a run of tables: the score, or the group or
// stage of a system that does not pair by score.
func (s *shelf) groupTitle(round int, t tournament.DraftTable) string {
	switch {
	case s.Section.System.Swiss():
		return pointsWords(text.Words{}, t.Group)
	case s.Section.System == tournament.Rotating:
		return "Tables"
	case !s.GroupStage(round):
		return "Knockout"
	case !s.Section.InGroups():
		return "Round robin"
	}
	return "Group " + s.GroupLetter(t.First.TeamID)
}

// cell is a team in a draft; the mark says whether it meets another score.
func (s *shelf) cell(w *pages.Workbench, seat, against tournament.DraftSeat) pages.Cell {
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

func problemNotes(problems []tournament.Problem) []pages.Problem {
	var notes []pages.Problem
	for _, p := range slices.SortedStableFunc(slices.Values(problems), heavierFirst) {
		notes = append(notes, pages.Problem{Class: severityClass[p.Severity], Sentence: p.Sentence, Table: p.Table})
	}
	return notes
}

func (s *shelf) stuck(n *tournament.NoPairing) *pages.Stuck {
	stuck := &pages.Stuck{Teams: s.names(n.Teams), Partners: s.names(n.Partners)}
	for _, r := range n.Relax {
		var ids []string
		for _, id := range r.Teams {
			ids = append(ids, strconv.FormatInt(id, 10))
		}
		stuck.Relax = append(stuck.Relax, pages.Relax{Sentence: r.Sentence, Value: strings.Join(ids, "-")})
	}
	return stuck
}

func (s *shelf) names(ids []int64) []string {
	var names []string
	for _, id := range ids {
		names = append(names, s.Team(id).Name)
	}
	return names
}

// unsettledWords tell what is open about a match.
func (s *shelf) unsettledWords(u tournament.Unsettled) string {
	what := map[tournament.Why]string{
		tournament.WhyMissing: "no result yet", tournament.WhyConflict: "two different results", tournament.WhyReview: "under review",
	}[u.Why]
	if u.Why == tournament.WhyAppeal {
		what = "the ruling may be appealed until " + u.Until.In(s.Event.Zone()).Format("3:04 pm")
	}
	names := s.unsettledNames(u)
	return fmt.Sprintf("Round %d, table %d, match %d, %s – %s: %s.", u.RoundNo, u.Table, u.MatchNo, names[0], names[1], what)
}

// unsettledNames are the two sides of an open match.
func (s *shelf) unsettledNames(u tournament.Unsettled) [2]string {
	if p, _ := s.FindMatch(u.MatchID); p != nil {
		return teamNames(s.Book, *p)
	}
	return [2]string{s.Team(u.Team1ID).Name, s.Team(u.Team2ID).Name}
}

// editDraft carries out one button of the workbench.
func (s *Server) editDraft(v *visit) error {
	n, err := v.number("round")
	if err != nil {
		return err
	}
	at := tournament.DraftInput{SectionID: v.section.SectionID, RoundNo: n, Revision: v.formRevision()}
	var receipt journal.Receipt
	said := ""
	if do := v.FormValue("do"); do == "lot" || do == "order" {
		said, err = v.decideTie(do)
	} else {
		receipt, err = v.draftCommand(at)
	}
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict) || fault.Is(err, fault.Stale) {
		frame, page, again := v.bench(fault.Message(err))
		if again != nil {
			return again
		}
		return v.again(err, pages.Bench(frame, page))
	}
	if err != nil {
		return err
	}
	to := v.deskPath("/round/%d/pair", n)
	if shown := v.FormValue("columns"); shown == "yes" || shown == "no" {
		to += "?columns=" + shown
	}
	if said != "" {
		return v.say(to, said)
	}
	if sentence, err := journal.Answer[string](receipt); err == nil && sentence != "" {
		return v.say(to, sentence)
	}
	return v.seeOther("%s", to)
}

func (v *visit) formRevision() int {
	n, err := strconv.Atoi(v.FormValue("revision"))
	if err != nil {
		return -1 // no round has it: the form counts as stale
	}
	return n
}

func (v *visit) draftCommand(at tournament.DraftInput) (journal.Receipt, error) {
	ctx, service, do := v.Request().Context(), v.server.Tournament, v.FormValue("do")
	pair := func(in tournament.MakeDraftInput) (journal.Receipt, error) {
		tell, end := v.server.drafting.begin(draftPlace{v.event.EventID, at.SectionID, at.RoundNo})
		defer end()
		in.DraftInput, in.Watch = at, tell
		return service.MakeDraft(ctx, v.event.EventID, v.command(), in)
	}
	if relax := v.FormValue("relax"); relax != "" {
		fix, err := relaxation(relax)
		if err != nil {
			return journal.Receipt{}, err
		}
		return pair(tournament.MakeDraftInput{Keep: true, Fix: [][]int64{fix}})
	}
	switch do {
	case "make", "keep":
		if err := v.askUnseen(at.RoundNo); err != nil {
			return journal.Receipt{}, err
		}
		return pair(tournament.MakeDraftInput{Keep: do == "keep"})
	case "check":
		return service.CheckDraft(ctx, v.event.EventID, v.command(), at)
	case "discard":
		return service.DiscardDraft(ctx, v.event.EventID, v.command(), at)
	case "takeover":
		return service.TakeOverDraft(ctx, v.event.EventID, v.command(), at)
	}
	edit, err := v.draftEdit(at, tournament.DraftEditKind(do))
	if err != nil {
		return journal.Receipt{}, err
	}
	return service.EditDraft(ctx, v.event.EventID, v.command(), edit)
}

// askUnseen asks before the first draft of a section in which nobody was checked in: such
// a round pairs everybody who was ever entered, and half of the hall may stay empty.
func (v *visit) askUnseen(round int) error {
	if round != 1 || v.FormValue("unseen") == "yes" {
		return nil
	}
	b, err := v.freshBook()
	if err != nil {
		return err
	}
	draft, err := v.nextDraft(b)
	if err != nil || draft.Draft != nil || !b.nobodySeen() {
		return err
	}
	return fault.New(fault.Conflict, "Nobody of %s is checked in. Check teams in first, or say below that all of them are paired.", layout.Count(len(b.Teams), "team"))
}

// nobodySeen reports whether no team of a section before round 1 was checked in.
func (s *shelf) nobodySeen() bool {
	return s.Current() == nil && len(s.Teams) > 0 && !slices.ContainsFunc(s.Teams, func(t tournament.Team) bool { return t.State != tournament.TeamEntered })
}

// marksFor is how many teams have to be marked for an edit.
var marksFor = map[tournament.DraftEditKind]int{
	tournament.EditSwap: 2, tournament.EditPair: 2, tournament.EditUnpair: 1, tournament.EditBye: 1, tournament.EditHold: 1, tournament.EditUndo: 0,
}

// draftEdit reads the marked teams of the workbench.
func (v *visit) draftEdit(at tournament.DraftInput, kind tournament.DraftEditKind) (tournament.DraftEditInput, error) {
	edit := tournament.DraftEditInput{DraftInput: at, Kind: kind, Bye: tournament.ByeKind(v.FormValue("bye"))}
	need, known := marksFor[kind]
	if !known {
		return edit, fault.New(fault.Invalid, "This page has no button %q. Open it again.", kind)
	}
	form, err := v.FormParams()
	if err != nil {
		return edit, fault.Wrap(fault.Invalid, err, "The form cannot be read. Open the page again.")
	}
	marked := form["team"]
	if need > 0 && len(marked) != need {
		return edit, fault.New(fault.Invalid, "Mark %s for this; %d marked.", map[int]string{1: "one team", 2: "two teams"}[need], len(marked))
	}
	for i, into := range []*int64{&edit.TeamID, &edit.OtherID}[:need] {
		if *into, err = strconv.ParseInt(marked[i], 10, 64); err != nil {
			return edit, fault.New(fault.Invalid, "This is no team: %q.", marked[i])
		}
	}
	if kind == tournament.EditHold {
		if edit.Table, err = strconv.Atoi(v.formText("table")); err != nil {
			return edit, fault.New(fault.Invalid, "Enter the table number to hold.")
		}
	}
	return edit, nil
}

// relaxation reads the teams of an exception: "12" or "12-7".
func relaxation(value string) ([]int64, error) {
	var ids []int64
	for _, text := range strings.Split(value, "-") {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || len(ids) == 2 {
			return nil, fault.New(fault.Invalid, "This exception cannot be read. Open the page again.")
		}
		ids = append(ids, id)
	}
	return ids, nil
}
