package dispute

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// appeals lists what waits for a decision, for each level by itself and the oldest
// first, what was sent back, what may still be appealed, and what was decided.
func (h *appealHandlers) appeals(v *visit.Visit) error {
	found, err := h.Dispute.Reader().List(v.Request().Context(), v.Event.EventID, dispute.Selection{})
	if err != nil {
		return err
	}
	byID := map[int64]dispute.Incident{}
	for _, i := range found.Incidents {
		byID[i.IncidentID] = i
	}
	of, needed := map[int64]ruledOn{}, map[int64]bool{}
	for _, r := range found.Rulings {
		i := byID[r.IncidentID]
		of[r.RulingID], needed[i.SectionID] = ruledOn{r, i}, true
	}
	where, err := h.placesOf(v, needed)
	if err != nil {
		return err
	}
	first, last := pages.AppealGroup{Title: v.Words.Say("For the section chief to decide")}, pages.AppealGroup{Title: v.Words.Say("For the chief floor director to decide, finally")}
	var list pages.AppealList
	for _, a := range slices.Backward(found.Appeals) {
		about := of[a.RulingID]
		if !v.CanIn(access.SeeAppeals, about.incident.SectionID) {
			continue
		}
		line := appealLine(v, a, about, where)
		switch {
		case a.State == dispute.AppealOpen && a.Level == dispute.ByChief:
			last.Lines = append(last.Lines, line)
		case a.State == dispute.AppealOpen:
			first.Lines = append(first.Lines, line)
		case line.Card != "":
			list.Back.Lines = append(list.Back.Lines, line)
		default:
			list.Done.Lines = append(list.Done.Lines, line)
		}
	}
	list.Back.Title, list.Done.Title = v.Words.Say("Sent back, to be ruled again"), v.Words.Say("Decided")
	slices.SortStableFunc(list.Done.Lines, func(a, b pages.AppealLine) int { return b.At.Compare(a.At) }) // what was decided last is looked for first
	for _, level := range []pages.AppealGroup{first, last} {
		if len(level.Lines) > 0 {
			list.Open = append(list.Open, level)
		}
	}
	list.Windows = openWindows(v, found.Rulings, found.Appeals, of, where)
	return v.Page(pages.AppealsPage(v.Frame(layout.Desk, v.Words.Say("Appeals"), v.Event.Version), list))
}

// ruledOn is a ruling with the incident it is about.
type ruledOn struct {
	ruling   dispute.Ruling
	incident dispute.Incident
}

// appealLine is an appeal in the lists: what it is about, and what waits for it.
func appealLine(v *visit.Visit, a dispute.Appeal, about ruledOn, where places) pages.AppealLine {
	i := about.incident
	book := where.books[i.SectionID]
	line := pages.AppealLine{
		ID: a.AppealID, Question: a.Grounds, Level: wording.LevelName(v.Words, a.Level), State: string(a.State), At: a.FiledAt, Late: a.Late, Holder: a.HolderName,
		To: fmt.Sprintf("/e/%s/desk/appeals/%d", v.Event.Slug, a.AppealID), Team: book.Team(a.TeamID).Name,
		Claim: wording.ClaimLabel(v.Words, i.Kind), Rulebook: where.sections[i.SectionID].Rulebook, Outcome: where.tells(about.ruling, i),
	}
	line.Place, _ = where.match(i.SectionID, i.MatchID)
	if a.DecidedAt != nil {
		line.At = *a.DecidedAt
	}
	switch {
	case a.State == dispute.AppealOpen:
		line.Waits, line.Hangs = true, whatWaits(v.Words, book, i.MatchID)
	case a.State == dispute.AppealSentBack && i.State == dispute.Open:
		line.Asks = v.Words.Say("%s finds out: %s", a.Asked, a.Question)
		line.Card = fmt.Sprintf("/e/%s/desk/incidents/%d", v.Event.Slug, i.IncidentID)
		line.Hangs, line.Due = whatWaits(v.Words, book, i.MatchID), a.DueAt
	}
	return line
}

// openWindows lists every ruling that may still be appealed in time, the window that
// ends first on top. A ruling away from the tables is not among them: only a team of a
// match appeals.
func openWindows(v *visit.Visit, rulings []dispute.Ruling, appeals []dispute.Appeal, of map[int64]ruledOn, where places) []pages.Window {
	var list []pages.Window
	for _, r := range rulings {
		i, until := of[r.RulingID].incident, r.Window(appeals, v.Now)
		if until == nil || i.MatchID == nil || !v.CanIn(access.SeeAppeals, i.SectionID) {
			continue
		}
		w := pages.Window{Sentence: where.tells(r, i), Until: *until, To: fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", v.Event.Slug, i.IncidentID)}
		if heard := r.LastHeard(appeals); heard != dispute.ByDirector {
			w.Level = v.Words.Say("decided by the %s", wording.LevelName(v.Words, heard))
		}
		w.Place, _ = where.match(i.SectionID, i.MatchID)
		list = append(list, w)
	}
	slices.SortStableFunc(list, func(a, b pages.Window) int { return a.Until.Compare(b.Until) })
	return list
}

// whatWaits says what waits for the decision about a match: the pairings of the next
// round, or the final standings; and that nothing does any more.
func whatWaits(w text.Words, book *tournament.SectionBook, matchID *int64) string {
	if waits := waitingRound(w, book, matchID); waits != "" || book == nil || matchID == nil {
		return waits
	}
	pairing, _ := book.FindMatch(*matchID)
	switch {
	case pairing == nil:
		return ""
	case pairing.RoundNo >= book.LastRound():
		return w.Say("the final standings wait")
	}
	return w.Say("round %d is out already", pairing.RoundNo+1)
}

// waitingRound is the round whose pairings wait for a match; empty when they are
// out already.
func waitingRound(w text.Words, book *tournament.SectionBook, matchID *int64) string {
	if book == nil || matchID == nil {
		return ""
	}
	pairing, _ := book.FindMatch(*matchID)
	if pairing == nil {
		return ""
	}
	if next := nextToPublish(book, pairing.RoundNo); next != 0 {
		return w.Say("round %d waits", next)
	}
	return ""
}

// nextToPublish is the round after another, 0 when it is out already or there is none.
func nextToPublish(book *tournament.SectionBook, round int) int {
	if round >= book.LastRound() {
		return 0
	}
	if next := book.Round(round + 1); next != nil && next.Public() {
		return 0
	}
	return round + 1
}
