package wording

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// ByeSentence is what a bye means: "No game this round, 1 point."
func ByeSentence(w text.Words, p tournament.Pairing) string {
	points := 0
	if p.ByePoints != nil {
		points = *p.ByePoints
	}
	if points == 0 {
		return w.Say("No game this round.")
	}
	return w.Say("No game this round, %s.", PointsWords(w, points))
}

// PointsWords writes half points with their noun: "1 point", "2½ points".
func PointsWords(w text.Words, half int) string {
	switch {
	case half == 1:
		return w.Say("½ point")
	case half == 3:
		return w.Say("1½ points") // the singular in some languages
	case half%2 == 0:
		return w.Say("%d points", half/2)
	}
	return w.Say("%s points", w.Half(half))
}

// PlaceWords are the places that several teams share, or that a team of a knockout
// still plays for: "3–4".
func PlaceWords(row tournament.Standing) string {
	if last := row.Last(); last > row.Place {
		return strconv.Itoa(row.Place) + text.To + strconv.Itoa(last)
	}
	return strconv.Itoa(row.Place)
}
