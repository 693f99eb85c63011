package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// missingList shows the tables whose time is over and whose results are not in,
// by row of the hall.
func (h *Handlers) missingList(v *visit.Visit) error { return h.missingPage(v, nil, refusedAt{}) }

// refusedAt is what a form of the list wanted that was refused: at a table, or for the rows.
type refusedAt struct {
	table  int
	runner string
	perRow string
}

// missingPage shows the list again after a form about a table was refused. What people
// may not read is handed on.
func (h *Handlers) missingPage(v *visit.Visit, refused error, at refusedAt) error {
	if refused != nil && !visit.Refusable(refused) {
		return refused
	}
	book, round, err := h.RoundBook(v)
	if err != nil {
		return err
	}
	m := pages.Missing{
		Round: round.RoundNo, Base: v.DeskRound(round.RoundNo), Hall: book.Section.Hall, MayChase: v.Can(access.ChaseMissing), PerRow: book.Section.TablesPerRow,
		Failed: at.table, Sent: at.runner, AskedRows: at.perRow,
	}
	now := round.Moment(v.Now)
	var late []pages.Late
	for _, p := range round.Pairings {
		if p.Runner != "" && !slices.Contains(m.Runners, p.Runner) {
			m.Runners = append(m.Runners, p.Runner)
		}
		open := openMatches(p)
		if p.Table() == 0 || len(open) == 0 {
			continue
		}
		by, overdue := book.Section.Late(round, p, now)
		if !overdue {
			m.Playing++
			continue
		}
		late = append(late, pages.Late{
			Table: p.Table(), Teams: publicpages.TeamNames(book, p), Minutes: int(by.Minutes()), Late: lateWords(v.Words, by), Runner: p.Runner, Seen: seenPlaying(v, p), Open: v.Words.Say("match %s", strings.Join(open, ", ")),
		})
	}
	m.Rows = byHallRow(book.Section, late)
	frame := v.Frame(layout.Desk, v.Words.Say("Missing"), book.Event.Version)
	if refused == nil {
		return v.Page(pages.MissingPage(frame, m))
	}
	if m.Errors = visit.FieldsIn(v.Words, refused); len(m.Errors) == 0 {
		m.Problem = visit.SaidIn(v.Words, refused)
	}
	return v.Again(refused, pages.MissingPage(frame, m))
}

// seenPlaying tells who saw a table last and when, empty for nobody.
func seenPlaying(v *visit.Visit, p tournament.Pairing) string {
	if p.LastSeen == nil {
		return ""
	}
	return p.SeenBy + ", " + v.Clock(*p.LastSeen)
}

// openMatches are the numbers of the matches without a result that counts.
func openMatches(p tournament.Pairing) []string {
	var open []string
	for _, m := range p.Matches {
		if m.State == tournament.MatchOpen {
			open = append(open, fmt.Sprint(m.MatchNo))
		}
	}
	return open
}

// byHallRow splits late tables into rows of the hall, each in the order of its
// tables as a runner passes them; without rows the latest come first.
func byHallRow(s tournament.Section, late []pages.Late) []pages.LateRow {
	var rows []pages.LateRow
	for _, t := range late {
		row := s.HallRow(t.Table)
		if len(rows) == 0 || rows[len(rows)-1].Row != row {
			first := s.FirstTable + (row-1)*s.TablesPerRow
			rows = append(rows, pages.LateRow{Row: row, First: first, Last: first + s.TablesPerRow - 1})
		}
		rows[len(rows)-1].Tables = append(rows[len(rows)-1].Tables, t)
	}
	if s.TablesPerRow == 0 && len(rows) == 1 {
		slices.SortStableFunc(rows[0].Tables, func(a, b pages.Late) int { return cmp.Compare(b.Minutes, a.Minutes) })
	}
	return rows
}

// tableOfForm is the table that a form about this round names.
func tableOfForm(v *visit.Visit) (tournament.TableClock, error) {
	var form fault.Form
	at := tournament.TableClock{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Table: v.FormNumber(&form, "table", 1, 99999)}
	return at, form.Err()
}

// noteSeen stamps that somebody saw the table still playing.
func (h *Handlers) noteSeen(v *visit.Visit, at tournament.TableClock) error {
	if err := h.Results.NoteSeen(v.Request().Context(), v.Event.EventID, v.Command(), at.SectionID, at.RoundNo, at.Table); err != nil {
		return err
	}
	return v.Onward(chasedFrom(v, at), v.Words.Say("Table %d is seen playing.", at.Table))
}

// sendRunner notes who looks for the result of a table.
func (h *Handlers) sendRunner(v *visit.Visit, at tournament.TableClock) error {
	runner := v.FormText("runner")
	to := tournament.Runner{Name: runner}
	if v.Request().Form.Has("was") {
		was := v.FormText("was")
		to.Was = &was
	}
	err := h.Results.SendRunner(v.Request().Context(), v.Event.EventID, v.Command(), at, to)
	if err != nil {
		return h.missingPage(v, err, refusedAt{table: at.Table, runner: runner})
	}
	said := v.Words.Say("Nobody brings the slip of table %d now.", at.Table)
	if runner != "" {
		said = v.Words.Say("%s brings the slip of table %d.", runner, at.Table)
	}
	return v.Onward(chasedFrom(v, at), said)
}

// chasedFrom is the page on which somebody asked after a late table: the missing
// list, or the table on the wall.
func chasedFrom(v *visit.Visit, at tournament.TableClock) string {
	base := v.DeskRound(at.RoundNo)
	if v.FormValue("from") != "wall" {
		return base + "/missing"
	}
	return viewAsked(v).with(base+"/wall", fmt.Sprintf("table=%d", at.Table))
}

// setHallRows says how many tables stand in a row.
func (h *Handlers) setHallRows(v *visit.Visit) error {
	var form fault.Form
	to := tournament.HallRows{TablesPerRow: v.FormNumber(&form, "per_row", 0, 100)}
	if v.Request().Form.Has("was") {
		was := v.FormNumber(&form, "was", 0, 100)
		to.Was = &was
	}
	err := form.Err()
	if err == nil {
		err = h.Results.SetHallRows(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, to)
	}
	if err != nil {
		return h.missingPage(v, err, refusedAt{perRow: v.FormText("per_row")})
	}
	return v.SeeOther("%s/missing", v.DeskRound(v.RoundNo))
}
