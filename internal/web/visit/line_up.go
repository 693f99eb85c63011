package visit

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/tournament"
)

// LineUp reads the form of a team's line-up, as the desk and the team's own page have it. What is
// no number is nobody, and refused by the command.
func LineUp(v *Visit, teamID int64) tournament.SetLineUp {
	in := tournament.SetLineUp{TeamID: teamID, First: v.FormID("first"), Second: v.FormID("second"), Was: [2]int64{v.FormID("was_first"), v.FormID("was_second")}}
	in.RoundNo, _ = strconv.Atoi(v.FormValue("round"))
	in.MatchNo, _ = strconv.Atoi(v.FormValue("match"))
	return in
}
