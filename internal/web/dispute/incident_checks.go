package dispute

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// shownChecks are the checks of a card on a page.
func shownChecks(w text.Words, checks []dispute.Check) []pages.Check {
	var shown []pages.Check
	for _, c := range checks {
		shown = append(shown, pages.Check{State: string(c.State), Headline: c.Headline.In(w.Told), Detail: c.Detail.In(w.Told)})
	}
	return shown
}

// remedyWords is a remedy as people say it.
func remedyWords(w text.Words, kind rulebook.RemedyKind) string {
	if m, ok := remedyMessages[kind]; ok {
		return w.Say(m)
	}
	return wording.PenaltyIn(w, string(kind))
}

var remedyMessages = map[rulebook.RemedyKind]text.Message{
	rulebook.Warning: text.Message("warning"), rulebook.AddTime: text.Message("1 minute to the opponent"), rulebook.DeductTime: text.Message("1 minute off"),
	rulebook.GameLoss: text.Message("game lost"), rulebook.MatchLoss: text.Message("match lost"), rulebook.Expel: text.Message("expelled from the hall"),
}

// priorsOf lists earlier infractions of the players of the match, each with what
// the next one of its kind brings.
func priorsOf(w text.Words, f dispute.WholeIncident, book *tournament.SectionBook) []pages.Prior {
	var list []pages.Prior
	if f.Record == nil {
		return nil // they are those of the whole section
	}
	for _, p := range f.Priors {
		prior := pages.Prior{
			Where: fmt.Sprintf("%s, %s", wording.OffenceName(w, p.Offence), placeOf(w, book, p.MatchID)), Penalty: wording.PenaltyIn(w, p.Penalty), Voided: p.State != dispute.Counts,
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
					if said := remedyWords(w, next); prior.Next == "" {
						prior.Next = said
					} else {
						prior.Next = w.Say("%s and %s", prior.Next, said)
					}
				}
			}
		}
		list = append(list, prior)
	}
	return list
}

// placeOf is a match in short, for desk lists: "R3 T14 M2".
func placeOf(w text.Words, book *tournament.SectionBook, matchID *int64) string {
	if book == nil || matchID == nil {
		return w.Say("no match")
	}
	pairing, m := book.FindMatch(*matchID)
	if pairing == nil {
		return w.Say("another section")
	}
	return w.Say("R%d T%d M%d", pairing.RoundNo, pairing.Table(), m.MatchNo)
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
