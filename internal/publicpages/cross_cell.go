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
	if cell.Open && cell.Points == 0 && cell.Against == 0 {
		return pages.CrossCell{Text: w.lines[cell.OpponentID] + colour, Words: w.Say(open, name)}
	}
	text := w.lines[cell.OpponentID] + colour + layout.Half(cell.Points)
	if cell.Forfeit {
		text += "f"
	}
	return pages.CrossCell{Text: text, Words: w.Say(played, name, w.scored(cell.Points))}
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
	if cell.Open && cell.Points == 0 && cell.Against == 0 {
		return pages.CrossCell{Text: text, Words: w.Say("with %s against %s, no result yet", with, against)}
	}
	return pages.CrossCell{Text: text + " " + layout.Half(cell.Points), Words: w.Say("with %s against %s, %s", with, against, w.scored(cell.Points))}
}
