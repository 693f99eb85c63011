package reportfile

import (
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// bracket finds the stages of a knockout that its rounds were played by: a report
// does not say whether there is a match for third place or a consolation. Those of
// the section stay where they fit. That both teams of a tie have left is believed
// only when nothing else explains the rounds.
func (r *reader) bracket() {
	section := &r.plan.Section
	own := *section
	var first error
	every := [][2]bool{{own.ThirdPlace, own.Consolation}, {false, false}, {true, false}, {false, true}, {true, true}}
	for i, stages := range append(every, every...) {
		section.ThirdPlace, section.Consolation = stages[0], stages[1]
		err := r.plan.Book().FitsBracket(r.table.Paired, i >= len(every))
		if err == nil {
			if section.ThirdPlace != own.ThirdPlace || section.Consolation != own.Consolation {
				r.note(fault.Part("The rounds of the file are those of a knockout %s; the section is set up so.", stagesWords(*section)))
			}
			return
		}
		if first == nil {
			first = err
		}
	}
	section.ThirdPlace, section.Consolation = own.ThirdPlace, own.Consolation
	r.refuse(0, "", fault.Part("Look at the numbers and the pairings of the file."), fault.Part("Its rounds are no knockout of the teams in the order of their numbers. %s", first))
}

func stagesWords(s tournament.Section) fault.Clause {
	switch {
	case s.ThirdPlace && s.Consolation:
		return fault.Part("with a match for third place and a consolation")
	case s.ThirdPlace:
		return fault.Part("with a match for third place")
	case s.Consolation:
		return fault.Part("with a consolation")
	}
	return fault.Part("of the main bracket alone")
}
