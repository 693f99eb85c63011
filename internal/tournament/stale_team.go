package tournament

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
)

// staleTeam refuses a form that was shown before somebody else saved the team, and
// names what is saved now beside what the form says.
func staleTeam(saved Team, members []Player, form NewTeam) error {
	differ := fault.Chain{Between: "; "}
	field := func(label fault.Clause, now, says string) {
		if now != says {
			differ.Parts = append(differ.Parts, fault.Part("%s: now %s, the form says %s", label, quotedOrEmpty(now), quotedOrEmpty(says)))
		}
	}
	field(fault.Part("team name"), saved.Name, form.Name)
	field(fault.Part("school or club"), saved.School, form.School)
	field(fault.Part("prize categories"), saved.Categories, form.Categories)
	for i := range max(len(members), len(form.Players)) {
		var now, says NewPlayer
		if i < len(members) {
			p := members[i]
			now = NewPlayer{FirstName: p.FirstName, LastName: p.LastName, Rating: p.Rating, Grade: p.Grade, ExternalID: p.ExternalID}
		}
		if i < len(form.Players) {
			says = form.Players[i]
		}
		field(fault.Part("name of player %d", i+1), now.Name(), says.Name())
		field(fault.Part("rating of player %d", i+1), ratingText(now.Rating), ratingText(says.Rating))
		field(fault.Part("grade of player %d", i+1), now.Grade, says.Grade)
		field(fault.Part("federation number of player %d", i+1), now.ExternalID, says.ExternalID)
	}
	if len(differ.Parts) == 0 {
		return fault.New(fault.Stale, "Somebody saved %s since you opened the form. It now holds what the form says. Nothing was saved. Look at both, then save again.", saved.Name)
	}
	return fault.New(fault.Stale, "Somebody saved %s since you opened the form: %s. Nothing was saved. Look at both, then save again.", saved.Name, differ)
}

func quotedOrEmpty(text string) fault.Clause {
	if text == "" {
		return fault.Part("empty")
	}
	return fault.Part("“%s”", text)
}

func ratingText(rating *int) string {
	if rating == nil {
		return ""
	}
	return strconv.Itoa(*rating)
}
