package setup

import (
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/setup"
)

// clubsApart keeps the club mates of the whole section apart, or lets them meet again.
func (h *entryHandlers) clubsApart(v *visit.Visit, book *publicpages.SectionView) error {
	ctx, n := v.Request().Context(), 0
	var said string
	var err error
	switch v.FormValue("do") {
	case "apart":
		apart := tournament.ForbiddenPair{Hard: v.FormValue("force") == "hard"}
		n, err = h.Entries.ForbidClubs(ctx, v.Event.EventID, v.Command(), v.Section.SectionID, apart)
		said = v.Words.Say("Teams of one club are kept apart, in %s. Each team's page can change it for a pair.", v.Words.Say("%d clubs", n))
	case "meet":
		n, err = h.Entries.AllowClubs(ctx, v.Event.EventID, v.Command(), v.Section.SectionID)
		said = v.Words.Say("Teams of one club may meet again: %s.", v.Words.Say("%d pairs", n))
	default:
		err = fault.New(fault.Invalid, "Choose to keep club mates apart or to let them meet.")
	}
	return visit.Answer(v, err, func() error {
		return v.Again(err, h.teamsPage(v, book, "", visit.SaidIn(v.Words, err), pages.TypedPair{}))
	}, teamsAddress(v), said)
}

// showClubs puts the clubs of the section in words, and how many pairs of club mates are
// kept apart.
func showClubs(w text.Words, book *tournament.SectionBook) (clubs []string, apart int) {
	for _, c := range book.Clubs() {
		clubs = append(clubs, c.Words().In(visit.Saying(w)))
	}
	for _, pair := range book.Apart {
		school := tournament.NameKey(book.Team(pair.TeamID).School)
		if school != "" && school == tournament.NameKey(book.Team(pair.OtherID).School) {
			apart++
		}
	}
	return clubs, apart
}
