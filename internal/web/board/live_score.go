package board

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/board"
	"github.com/tandemchess/tandem/templates/layout"
)

// mostDiagrams is how many positions one score may show.
const mostDiagrams = 24

// liveScore is the record of a match for paper, with both boards after the steps
// of ?at=.
func (h *Handlers) liveScore(v *visit.Visit, l *liveView) error {
	page := board.Score{
		Place: v.Words.Say("%s, round %d, table %d, match %d", l.book.Section.Name, l.round.RoundNo, l.pair.Table(), l.match.MatchNo),
		Teams: publicpages.TeamNames(l.book, l.pair), Base: l.base(v), At: v.FormText("at"), OneBoard: l.book.Section.TeamSize == 1,
	}
	for i := range l.live.Steps {
		page.Log = append(page.Log, rowOf(v.Words, &l.live.Steps[i]))
	}
	var steps []int
	steps, page.Problem = chosenSteps(v.Words, page.At, len(l.live.Steps))
	for _, n := range steps {
		page.Diagrams = append(page.Diagrams, h.scoreDiagram(v, l, n))
	}
	return v.Page(board.ScorePage(v.Frame(layout.Desk, v.Words.Say("Score of %s", page.Place), l.book.Event.Version), page))
}

// chosenSteps reads steps as people type them, separated by spaces or commas.
func chosenSteps(w text.Words, typed string, last int) (steps []int, problem string) {
	for _, word := range strings.FieldsFunc(typed, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > last {
			return nil, w.Say("There is no step “%s”: type numbers from 0 to %d.", word, last)
		}
		steps = append(steps, n)
	}
	slices.Sort(steps)
	steps = slices.Compact(steps)
	if len(steps) > mostDiagrams {
		return nil, w.Say("Choose at most %d steps.", mostDiagrams)
	}
	return steps, ""
}

// scoreDiagram draws both boards after a step, with the clocks.
func (h *Handlers) scoreDiagram(v *visit.Visit, l *liveView, n int) board.Diagram {
	match, clocks := l.live.At(n)
	drawn := diagram.MatchOf(&match)
	for seat := range drawn.Players {
		drawn.Players[seat].Clock = livegame.FormatClock(clocks[seat])
	}
	var told []string
	for id := range drawn.Boards {
		b := &drawn.Boards[id]
		b.Label, b.Told = v.Words.Say("Board %s", bughouse.BoardID(id)), wording.BoardWords(v.Words, *b)
		told = append(told, b.Label+": "+b.Told)
	}
	pieces := diagram.Linked(h.Asset("pieces.svg"))
	d := board.Diagram{Step: n}
	if n > 0 {
		row := rowOf(v.Words, &l.live.Steps[n-1])
		d.Move = ", " + strings.TrimSpace(row.Board+" "+row.Number+" "+row.Text)
	}
	if l.book.Section.TeamSize == 1 {
		d.SVG, d.InWords = diagram.SVG(drawn.Boards[bughouse.A], pieces), drawn.Boards[bughouse.A].Told
		return d
	}
	drawn.Told = strings.Join(told, " ")
	drawn.Label = v.Words.Say("%s and %s", drawn.Boards[bughouse.A].Label, drawn.Boards[bughouse.B].Label)
	d.SVG, d.InWords = diagram.MatchSVG(drawn, pieces), drawn.Told
	return d
}
