package wording

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// PlaceWords are the places that several teams share, or that a team of a knockout
// still plays for: "3–4".
func PlaceWords(row tournament.Standing) string {
	if last := row.Last(); last > row.Place {
		return strconv.Itoa(row.Place) + text.To + strconv.Itoa(last)
	}
	return strconv.Itoa(row.Place)
}
