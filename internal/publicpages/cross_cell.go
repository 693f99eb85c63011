package publicpages

import (
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// crossWords write the cells of a cross table. What thousands of cells have in
// common is said once.
type crossWords struct {
	text.Words
	shelf        *SectionView
	lines        map[int64]string
	white, black string
	points       map[int]string // half points in words, as far as they were said
}

func NewCrossWords(w text.Words, s *SectionView, lines map[int64]string) crossWords {
	return crossWords{Words: w, shelf: s, lines: lines, white: w.Say("w"), black: w.Say("b"), points: map[int]string{}}
}

// scored says half points with their noun.
func (w crossWords) scored(half int) string {
	said, ok := w.points[half]
	if !ok {
		said = wording.PointsWords(w.Words, half)
		w.points[half] = said
	}
	return said
}

// Cell writes one round: "9w2" is two points against line 9 with White on A.
func (w crossWords) Cell(cell tournament.StandingRound) pages.CrossCell {
	switch {
	case cell.Absent:
		return pages.CrossCell{Text: "–", Words: w.Say("not paired")}
	case cell.Bye != "":
		return pages.CrossCell{Text: w.Say("bye %s", w.Half(cell.Points)), Words: w.Say("bye, %s", w.scored(cell.Points))}
	case cell.PartnerID != 0:
		return w.rotating(cell)
	}
	colour, open, played := w.black, text.Message("Black on A against %s, no result yet"), text.Message("Black on A against %s, %s")
	if cell.White {
		colour, open, played = w.white, text.Message("White on A against %s, no result yet"), text.Message("White on A against %s, %s")
	}
	name := w.shelf.Team(cell.OpponentID).Name
	if cell.Waits() {
		return pages.CrossCell{Text: w.lines[cell.OpponentID] + colour, Words: w.Say(open, name)}
	}
	text := w.lines[cell.OpponentID] + colour + layout.Half(cell.Points)
	if cell.Forfeit {
		text += "f"
	}
	return pages.CrossCell{Text: text, Words: w.Say(played, name, w.scored(cell.Points))}
}

// against writes what a team scored against each of its group in the rounds that count,
// the meetings one after the other: "1½ 2". Its own cell is crossed out; one who was
// not met yet leaves it empty.
func (w crossWords) against(row tournament.Standing, group []tournament.Standing, counted int) []pages.CrossCell {
	met := map[int64]pages.CrossCell{row.TeamID: {Text: "×"}}
	for _, cell := range row.Rounds[:min(counted, len(row.Rounds))] {
		if cell.OpponentID == 0 || cell.OpponentID == row.TeamID {
			continue
		}
		score := "·"
		if !cell.Waits() {
			score = layout.Half(cell.Points)
		}
		if cell.Forfeit {
			score += "f"
		}
		before, said := met[cell.OpponentID], w.Cell(cell).Words
		if before.Text != "" {
			score, said = before.Text+" "+score, before.Words+"; "+said
		}
		met[cell.OpponentID] = pages.CrossCell{Text: score, Words: said}
	}
	cells := make([]pages.CrossCell, len(group))
	for i, other := range group {
		cells[i] = met[other.TeamID]
	}
	return cells
}

// rotating writes a round with a partner: "+4 2/7 3" is three points with line 4
// against lines 2 and 7.
func (w crossWords) rotating(cell tournament.StandingRound) pages.CrossCell {
	var met []string
	for _, id := range cell.Opponents {
		met = append(met, w.lines[id])
	}
	with, against := w.shelf.Team(cell.PartnerID).Name, strings.Join(w.shelf.Names(cell.Opponents), " / ")
	text := "+" + w.lines[cell.PartnerID] + " " + strings.Join(met, "/")
	if cell.Waits() {
		return pages.CrossCell{Text: text, Words: w.Say("with %s against %s, no result yet", with, against)}
	}
	return pages.CrossCell{Text: text + " " + layout.Half(cell.Points), Words: w.Say("with %s against %s, %s", with, against, w.scored(cell.Points))}
}
