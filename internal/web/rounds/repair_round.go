package rounds

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// repairForm names tables of a published round and shows what they would become
// before anything is published.
func (h *Handlers) repairForm(v *visit.Visit, frame layout.Frame, page pages.Repair) error {
	return v.Page(pages.RepairPage(frame, page))
}

// repairRound publishes the new pairing of the named tables.
func (h *Handlers) repairRound(v *visit.Visit, tables []int, withBye bool) error {
	in := tournament.RepairInput{
		DraftInput: tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: v.FormRevision()}, Tables: tables, WithBye: withBye,
	}
	receipt, err := h.Rounds.RepairRound(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if visit.Refusable(err) {
		frame, page, again := repairPage(v)
		if again != nil {
			return again
		}
		page.Problem, page.Errors, page.Revision = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err), visit.MadeFrom(v, err, page.Revision)
		return v.Again(err, pages.RepairPage(frame, page))
	}
	if err != nil {
		return err
	}
	said, err := journal.Answer[fault.Clause](receipt)
	if err != nil {
		return err
	}
	return v.Onward(v.DeskPath("/round/%d/pair", v.RoundNo), visit.Told(v, said))
}

// namedTables reads the ticked tables of a form or an address: tables=3&tables=7,
// or tables=3,7.
func namedTables(v *visit.Visit) (tables []int, withBye bool, err error) {
	form, err := v.FormParams()
	if err != nil {
		return nil, false, fault.Wrap(fault.Invalid, err, "The form cannot be read. Open the page again.")
	}
	for _, text := range strings.FieldsFunc(strings.Join(form["tables"], ","), func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, false, fault.New(fault.Invalid, "This is no table number: “%s”.", text)
		}
		tables = append(tables, n)
	}
	slices.Sort(tables)
	return slices.Compact(tables), v.FormValue("bye") == "yes", nil
}

func repairPage(v *visit.Visit) (layout.Frame, pages.Repair, error) {
	n := v.RoundNo
	b, err := v.FreshBook()
	if err != nil {
		return layout.Frame{}, pages.Repair{}, err
	}
	r := b.Round(n)
	if r == nil || !r.Public() {
		return layout.Frame{}, pages.Repair{}, fault.New(fault.Conflict, "Round %d is not published. Its draft is changed at the workbench.", n)
	}
	tables, withBye, err := namedTables(v)
	if err != nil {
		return layout.Frame{}, pages.Repair{}, err
	}
	page := pages.Repair{
		Base: v.DeskPath("/round/%d", n), Round: n, Version: r.Publication + 1, Revision: r.Revision, WithBye: withBye, Reason: v.FormText("reason"),
	}
	for _, p := range r.Pairings {
		names := publicpages.TeamNames(b.SectionBook, p)
		switch {
		case p.Table() > 0:
			begun := slices.ContainsFunc(p.Matches, func(m tournament.Match) bool {
				return m.Result != nil || m.Reopened != nil || m.UnderReview || len(m.Reports) > 0
			})
			choice := pages.TableChoice{Table: p.Table(), Teams: v.Words.Versus(names[:]...), Chosen: slices.Contains(tables, p.Table())}
			if begun {
				choice.Why, choice.Chosen = v.Words.Say("has a result"), false
			}
			page.Tables = append(page.Tables, choice)
		case *p.Bye == tournament.ByePairing:
			page.Bye = names[0]
		}
	}
	slices.SortFunc(page.Tables, func(a, b pages.TableChoice) int { return a.Table - b.Table })
	switch {
	case len(tables) > 0:
		showRepairing(v, b, &page, tables)
	case v.FormValue("revision") != "": // the button was pressed
		page.Problem = v.Words.Say("Tick the tables above whose teams are paired again, then show the new pairing.")
	}
	return v.Frame(layout.Desk, v.Words.Say("Pair tables of round %d", n), b.Event.Version), page, nil
}

// showRepairing works out what the named tables become; a refusal stands on top
// of the page.
func showRepairing(v *visit.Visit, b *publicpages.SectionView, page *pages.Repair, tables []int) {
	again, err := b.RepairPreview(page.Round, tables, page.WithBye)
	if err != nil {
		page.Problem = visit.SaidIn(v.Words, err)
		return
	}
	page.Shown, page.Same, page.Stuck = true, again.Same, again.Stuck
	for _, rule := range again.Aside {
		page.Aside = append(page.Aside, rule.In(visit.Saying(v.Words)))
	}
	page.Before, page.After = pairLines(v.Words, b, again.Before), pairLines(v.Words, b, again.After)
}

// pairLines put published rows in words.
func pairLines(w text.Words, s *publicpages.SectionView, rows []tournament.PublishedTable) []pages.PairLine {
	var lines []pages.PairLine
	for _, r := range rows {
		if r.Team2 == 0 {
			lines = append(lines, pages.PairLine{Where: w.Say("bye"), Teams: s.Team(r.Team1).Name})
			continue
		}
		lines = append(lines, pages.PairLine{Where: strconv.Itoa(r.Table), Teams: w.Versus(publishedSide(w, s, r.Team1, r.Partner1), publishedSide(w, s, r.Team2, r.Partner2))})
	}
	return lines
}

// publishedSide names one side of a published table.
func publishedSide(w text.Words, s *publicpages.SectionView, team, partner int64) string {
	if partner == 0 {
		return s.Team(team).Name
	}
	return w.Together(s.Team(team).Name, s.Team(partner).Name)
}

// prepared tells what became of the open results for which a published round was
// paired both ways.
func prepared(v *visit.Visit, b *publicpages.SectionView, round int, all []tournament.BothWays) []pages.Prepared {
	var list []pages.Prepared
	for _, w := range all {
		p, m := b.FindMatch(w.MatchID)
		if p == nil {
			continue
		}
		tables, bye := w.Tables()
		line := pages.Prepared{
			Sentence: v.Words.Say("Round %d, table %d, match %d, %s – %s:", p.RoundNo, p.Table(), m.MatchNo, b.SlotName(*p, 1), b.SlotName(*p, 2)),
			Tables:   tablesInWords(v.Words, tables, bye),
		}
		now := tournament.Outcome("")
		if m.Result != nil {
			now = m.Result.Outcome
		}
		switch {
		case m.UnderReview || now == "":
			line.State = v.Words.Say("not decided yet. %s hang on it.", wording.UpperFirst(line.Tables))
		case now == w.Paired || now == tournament.Drawn && w.Paired == "":
			line.State = v.Words.Say("it ended as it was paired. Nothing is to be done.")
		default:
			line.State = v.Words.Say("it ended otherwise: %s.", visit.Told(v, m.Result.Outcome.Said(publicpages.TeamNames(b.SectionBook, *p), m.Result.Forfeit, livegame.Ends{})))
			line.To = visit.RepairAddress(v, round, tables, bye)
		}
		list = append(list, line)
	}
	return list
}

// tablesInWords: "table 3", "tables 3, 4 and the bye".
func tablesInWords(w text.Words, tables []int, bye bool) string {
	numbers := make([]string, len(tables))
	for i, t := range tables {
		numbers[i] = strconv.Itoa(t)
	}
	said := ""
	switch n := len(numbers); {
	case n == 0 && bye:
		return w.Say("the bye")
	case n == 0:
		return ""
	case n == 1:
		said = w.Say("table %s", numbers[0])
	case bye:
		said = w.Say("tables %s", strings.Join(numbers, ", "))
	default:
		return w.Say("tables %s", w.Say("%s and %s", strings.Join(numbers[:n-1], ", "), numbers[n-1]))
	}
	if bye {
		said = w.Say("%s and %s", said, w.Say("the bye"))
	}
	return said
}
