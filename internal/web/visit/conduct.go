package visit

import (
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/wording"
)

// OutOfTheHall are the people who must not come in, as the desks of all sections read them.
func OutOfTheHall(v *Visit, all []dispute.Conduct) []string {
	var out []string
	for _, c := range dispute.MustNotComeIn(all) {
		out = append(out, c.Person+", "+wording.HallRole(v.Words, c.Role))
	}
	return out
}
