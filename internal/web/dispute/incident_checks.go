package dispute

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// shownChecks are the checks of a card on a page.
func shownChecks(checks []dispute.Check) []pages.Check {
	var shown []pages.Check
	for _, c := range checks {
		shown = append(shown, pages.Check{State: string(c.State), Headline: c.Headline, Detail: c.Detail})
	}
	return shown
}

// remedyWords is a remedy as people say it.
func remedyWords(kind rulebook.RemedyKind) string {
	switch kind {
	case rulebook.AddTime:
		return "1 minute to the opponent"
	case rulebook.DeductTime:
		return "1 minute off"
	case rulebook.GameLoss:
		return "game lost"
	case rulebook.MatchLoss:
		return "match lost"
	case rulebook.Expel:
		return "expelled from the hall"
	}
	return strings.ReplaceAll(string(kind), "-", " ")
}

// priorsOf lists earlier infractions of the players of the match, each with what
// the next one of its kind brings.
func priorsOf(f dispute.WholeIncident, book *tournament.SectionBook) []pages.Prior {
	var list []pages.Prior
	if f.Record == nil {
		return nil // they are those of the whole section
	}
	for _, p := range f.Priors {
		prior := pages.Prior{
			Where: fmt.Sprintf("%s, %s", strings.ReplaceAll(p.Offence, "-", " "), placeOf(book, p.MatchID)), Penalty: p.Penalty, Voided: p.State != dispute.Counts,
		}
		for _, team := range f.Teams {
			if team.TeamID == p.TeamID {
				prior.Name = team.Name
			}
		}
		for _, player := range f.Players {
			if p.PlayerID != nil && player.PlayerID == *p.PlayerID {
				prior.Name = player.Name()
			}
		}
		for _, seat := range dispute.Seats {
			if player, ok := f.PlayerAt(seat); ok && p.PlayerID != nil && player.PlayerID == *p.PlayerID {
				prior.Seat = seat
				for _, next := range f.NextStep(seat, p.Offence) {
					prior.Next = strings.TrimPrefix(prior.Next+" and "+remedyWords(next), " and ")
				}
			}
		}
		list = append(list, prior)
	}
	return list
}

// placeOf is a match in short, for desk lists: "R3 T14 M2".
func placeOf(book *tournament.SectionBook, matchID *int64) string {
	if book == nil || matchID == nil {
		return "no match"
	}
	pairing, m := book.FindMatch(*matchID)
	if pairing == nil {
		return "another section"
	}
	return fmt.Sprintf("R%d T%d M%d", pairing.RoundNo, pairing.Table(), m.MatchNo)
}

// clean lists the seats whose players have no entry.
func clean(f dispute.WholeIncident, priors []pages.Prior) []string {
	var seats []string
	for _, seat := range dispute.Seats[:2*f.Section.TeamSize] {
		found := false
		for _, p := range priors {
			found = found || p.Seat == seat
		}
		if !found {
			seats = append(seats, seat)
		}
	}
	return seats
}
