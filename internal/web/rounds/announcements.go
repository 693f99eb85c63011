package rounds

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// announceHandlers say what was held.
type announceHandlers struct {
	rounds   *tournament.RoundCommands
	disputes *dispute.Service
}

func (h *announceHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/announcements", access.SeeDesk, visit.With(h.held, h.announcements)),
		visit.Post(address.DeskSection+"/announcements", access.Announce, h.announce),
	}
}

// announcements lists what the section keeps from everybody.
func (h *announceHandlers) announcements(v *visit.Visit, a pages.Announcements) error {
	return v.Page(pages.AnnouncementsPage(v.Frame(layout.Desk, v.Words.Say("Announcements"), v.Event.Version), a))
}

func (h *announceHandlers) held(v *visit.Visit) (pages.Announcements, error) {
	a := pages.Announcements{To: v.DeskPath("/announcements"), May: v.Can(access.Announce), Needs: v.Words.Say("The section chief, the chief floor director and the organizer announce what is held.")}
	b, err := v.FreshBook()
	if err != nil {
		return a, err
	}
	if v.Can(access.EditSetup) {
		a.Setup = "/e/" + v.Event.Slug + "/desk/setup/" + v.Section.Slug
	}
	describeFinal(v.Words, b, &a)
	here, err := h.disputes.Reader().List(v.Request().Context(), v.Event.EventID, dispute.Selection{SectionID: v.Section.SectionID})
	if err != nil {
		return a, err
	}
	about := map[int64]dispute.Incident{}
	for _, i := range here.Incidents {
		about[i.IncidentID] = i
	}
	for _, r := range slices.Backward(here.Rulings) { // oldest first
		if r.Held {
			i := about[r.IncidentID]
			a.Held = append(a.Held, pages.HeldRuling{
				ID: r.RulingID, Place: v.Words.Say("Incident %d%s", i.IncidentID, atTable(v.Words, b, i.MatchID)), Sentence: heldWords(v, b, i, r), By: r.MadeByName, At: r.At,
				Incident: fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", v.Event.Slug, i.IncidentID), Next: len(a.Held) == 0 && !a.Ready,
			})
		}
	}
	return a, nil
}

// heldWords is a ruling that is held, in the reader's language, and as it was signed where it is
// about no match that stands.
func heldWords(v *visit.Visit, b *publicpages.SectionView, i dispute.Incident, r dispute.Ruling) string {
	if i.MatchID == nil {
		return r.Sentence
	}
	p, m := b.FindMatch(*i.MatchID)
	if p == nil {
		return r.Sentence
	}
	return wording.RulingIn(v.Words, r, publicpages.TeamNames(b.SectionBook, *p), m.MatchNo, func(seat string) string {
		if player, ok := tournament.PlayerAt(b.SectionBook, *m, seat); ok {
			return player.Name()
		}
		return seat
	})
}

// describeFinal says how the final standings stand.
func describeFinal(w text.Words, b *publicpages.SectionView, a *pages.Announcements) {
	last := b.LastRound()
	a.Holds = b.Section.HoldFinal
	switch r := b.Current(); {
	case !a.Holds:
		a.Final = w.Say("They are not held: everybody reads each result when it is entered.")
	case r == nil || r.RoundNo < last:
		a.Final = w.Say("When round %d, the last one, is out, its results stay with the desk until somebody announces the standings here.", last)
	case !tournament.FinalHeld(b.SectionBook):
		a.Final = w.Say("The standings after round %d are announced.", r.RoundNo)
	default:
		if open := r.Progress().Oldest; open != nil {
			a.Final = w.Say("Nobody but officials knows the results of round %d. Table %d and perhaps others have none that counts yet.", r.RoundNo, open.Table())
			return
		}
		a.Ready, a.Final = true, w.Say("All results of round %d are in. Nobody but officials knows them.", r.RoundNo)
	}
}

// announce says the standings or one ruling.
func (h *announceHandlers) announce(v *visit.Visit) error {
	ctx, said := v.Request().Context(), v.Words.Say("The final standings are announced.")
	var err error
	switch v.FormValue("what") {
	case "standings":
		err = h.rounds.AnnounceStandings(ctx, v.Event.EventID, v.Command(), v.Section.SectionID)
	case "ruling":
		err = h.disputes.Announce(ctx, v.Event.EventID, v.Command(), v.Section.SectionID, v.FormID("ruling"))
		said = v.Words.Say("The ruling is announced. The time to appeal runs from now.")
	default:
		err = fault.New(fault.Invalid, "Choose what to announce: the final standings or a ruling of the list.")
	}
	return visit.Answer(v, err, func() error {
		a, heldErr := h.held(v)
		if heldErr != nil {
			return heldErr
		}
		a.Failed = visit.SaidIn(v.Words, err)
		return v.Again(err, pages.AnnouncementsPage(v.Frame(layout.Desk, v.Words.Say("Announcements"), v.Event.Version), a))
	}, v.DeskPath("/announcements"), said)
}
