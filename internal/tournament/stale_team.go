package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
)

// staleTeam refuses a form that was shown before somebody else saved the team, and
// names what is saved now beside what the form says.
func staleTeam(saved Team, members []Player, form NewTeam) error {
	var differ []string
	field := func(label, now, says string) {
		if now != says {
			differ = append(differ, fmt.Sprintf("%s: now %s, the form says %s", label, quotedOrEmpty(now), quotedOrEmpty(says)))
		}
	}
	field("team name", saved.Name, form.Name)
	field("school or club", saved.School, form.School)
	field("prize categories", saved.Categories, form.Categories)
	for i := range max(len(members), len(form.Players)) {
		var now, says NewPlayer
		if i < len(members) {
			p := members[i]
			now = NewPlayer{FirstName: p.FirstName, LastName: p.LastName, Rating: p.Rating, Grade: p.Grade, ExternalID: p.ExternalID}
		}
		if i < len(form.Players) {
			says = form.Players[i]
		}
		player := fmt.Sprintf("player %d", i+1)
		field(player, now.Name(), says.Name())
		field("rating of "+player, ratingText(now.Rating), ratingText(says.Rating))
		field("grade of "+player, now.Grade, says.Grade)
		field("federation number of "+player, now.ExternalID, says.ExternalID)
	}
	told := "It now holds what the form says."
	if len(differ) > 0 {
		told = strings.ToUpper(differ[0][:1]) + strings.Join(differ, "; ")[1:] + "."
	}
	return fault.New(fault.Stale, "Somebody saved %s since you opened the form. %s Nothing was saved. Look at both, then save again.", saved.Name, told)
}

func quotedOrEmpty(text string) string {
	if text == "" {
		return "empty"
	}
	return "“" + text + "”"
}

func ratingText(rating *int) string {
	if rating == nil {
		return ""
	}
	return strconv.Itoa(*rating)
}
