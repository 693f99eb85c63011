package roster

import (
	"cmp"

	"github.com/tandemchess/tandem/internal/tournament"
)

// joinPartners makes one team of two rows that name each other: where everybody signs up for
// themselves and says with whom they play. What a row says of its own player counts before what
// the partner's row says. Rows that do not agree in section and team stay as they are.
func (b *builder) joinPartners() {
	waiting := map[string]int{} // rows by what the partner's row would say: index among the teams
	var teams []tournament.ImportEntry
	for _, e := range b.review.Entries {
		if e.Pool || len(e.Players) != 2 {
			teams = append(teams, e)
			continue
		}
		own, partner := e.Players[0], e.Players[1]
		said := namedTogether(e.Section, own, partner)
		if at, waits := waiting[said]; waits && sameTeam(teams[at].Team, e.Team) {
			takeIn(&teams[at], e)
			delete(waiting, said)
			b.places[place{teams[at].Line, "partner's row"}] = cellAt{b.rowOf(e.Line), -1}
			b.review.Joined++
			continue
		}
		waiting[namedTogether(e.Section, partner, own)] = len(teams)
		teams = append(teams, e)
	}
	b.review.Entries = teams
}

// namedTogether is the same for rows of one section that name the same players in the same order.
func namedTogether(section string, own, partner tournament.NewPlayer) string {
	return tournament.NameKey(section) + "\n" + tournament.NameKey(own.Name()) + "\n" + tournament.NameKey(partner.Name())
}

// sameTeam reports whether two rows may be about one team.
func sameTeam(a, b string) bool {
	return a == "" || b == "" || tournament.NameKey(a) == tournament.NameKey(b)
}

// takeIn completes a team by what the second player's own row says.
func takeIn(e *tournament.ImportEntry, own tournament.ImportEntry) {
	e.SameName = e.SameName || own.SameName
	e.Team, e.Categories = cmp.Or(e.Team, own.Team), cmp.Or(e.Categories, own.Categories)
	if e.School != "" && own.School != "" && e.School != own.School { // each row has that of its own player
		e.Players[0].School, own.Players[0].School = cmp.Or(e.Players[0].School, e.School), cmp.Or(own.Players[0].School, own.School)
		e.School = ""
	} else {
		e.School = cmp.Or(e.School, own.School)
	}
	e.Players[0], e.Players[1] = completed(e.Players[0], own.Players[1]), completed(own.Players[0], e.Players[1])
}

// completed is a player with what only the other row knows.
func completed(p, other tournament.NewPlayer) tournament.NewPlayer {
	p.Rating = cmp.Or(p.Rating, other.Rating)
	p.Grade, p.School, p.ExternalID = cmp.Or(p.Grade, other.Grade), cmp.Or(p.School, other.School), cmp.Or(p.ExternalID, other.ExternalID)
	return p
}
