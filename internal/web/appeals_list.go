package web

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// appeals lists what waits for a decision, for each level by itself and the oldest
// first, what was sent back, what may still be appealed, and what was decided.
func (s *Server) appeals(v *visit) error {
	ctx := v.Request().Context()
	found, err := s.Dispute.Reader().Appeals(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	rulings, err := s.Dispute.Reader().Rulings(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	incidents, err := s.Dispute.Reader().Incidents(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	byID := map[int64]dispute.Incident{}
	for _, i := range incidents {
		byID[i.IncidentID] = i
	}
	of, needed := map[int64]ruledOn{}, map[int64]bool{}
	for _, r := range rulings {
		i := byID[r.IncidentID]
		of[r.RulingID], needed[i.SectionID] = ruledOn{r, i}, true
	}
	where, err := s.placesOf(v, needed)
	if err != nil {
		return err
	}
	first, last := pages.AppealGroup{Title: "For the section chief to decide"}, pages.AppealGroup{Title: "For the chief floor director to decide, finally"}
	var list pages.AppealList
	for _, a := range slices.Backward(found) {
		about := of[a.RulingID]
		if !v.canIn(access.SeeAppeals, about.incident.SectionID) {
			continue
		}
		line := v.appealLine(a, about, where)
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
	list.Back.Title, list.Done.Title = "Sent back, to be ruled again", "Decided"
	slices.Reverse(list.Done.Lines) // what was decided last is looked for first
	for _, level := range []pages.AppealGroup{first, last} {
		if len(level.Lines) > 0 {
			list.Open = append(list.Open, level)
		}
	}
	list.Windows = v.openWindows(rulings, found, of, where)
	return v.page(pages.AppealsPage(v.frame(layout.Desk, "Appeals", v.event.Version), list))
}

// ruledOn is a ruling with the incident it is about.
type ruledOn struct {
	ruling   dispute.Ruling
	incident dispute.Incident
}

// appealLine is an appeal in the lists: what it is about, and what waits for it.
func (v *visit) appealLine(a dispute.Appeal, about ruledOn, where places) pages.AppealLine {
	i := about.incident
	book := where.books[i.SectionID]
	line := pages.AppealLine{
		ID: a.AppealID, Question: a.Grounds, Level: levelName(a.Level), State: string(a.State), At: a.FiledAt, Late: a.Late, Holder: a.HolderName,
		To: fmt.Sprintf("/e/%s/desk/appeals/%d", v.event.Slug, a.AppealID), Team: book.Team(a.TeamID).Name,
		Claim: claimLabel(i.Kind), Rulebook: where.sections[i.SectionID].Rulebook, Outcome: about.ruling.Sentence,
	}
	line.Place, _ = where.match(i.SectionID, i.MatchID)
	switch {
	case a.State == dispute.AppealOpen:
		line.Waits, line.Hangs = true, hangsOn(book, i.MatchID)
	case a.State == dispute.AppealSentBack && i.State == dispute.Open:
		line.Asks = a.Asked + " finds out: " + a.Question
		line.Card = fmt.Sprintf("/e/%s/desk/incidents/%d", v.event.Slug, i.IncidentID)
		line.Hangs, line.Due = hangsOn(book, i.MatchID), a.DueAt
	}
	return line
}

// openWindows lists every ruling that may still be appealed in time, the window that
// ends first on top. A ruling away from the tables is not among them: only a team of a
// match appeals.
func (v *visit) openWindows(rulings []dispute.Ruling, appeals []dispute.Appeal, of map[int64]ruledOn, where places) []pages.Window {
	var list []pages.Window
	for _, r := range rulings {
		i, until := of[r.RulingID].incident, r.Window(appeals, v.now)
		if until == nil || i.MatchID == nil || !v.canIn(access.SeeAppeals, i.SectionID) {
			continue
		}
		w := pages.Window{Sentence: r.Sentence, Until: *until, To: fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", v.event.Slug, i.IncidentID)}
		if heard := r.LastHeard(appeals); heard != dispute.ByDirector {
			w.Level = "decided by the " + levelName(heard)
		}
		w.Place, _ = where.match(i.SectionID, i.MatchID)
		list = append(list, w)
	}
	slices.SortStableFunc(list, func(a, b pages.Window) int { return a.Until.Compare(b.Until) })
	return list
}

// hangsOn says what waits for the decision about a match: the pairings of the next
// round, or the final standings; and that nothing does any more.
func hangsOn(book *tournament.Book, matchID *int64) string {
	if waits := waitingRound(book, matchID); waits != "" || book == nil || matchID == nil {
		return waits
	}
	pairing, _ := book.FindMatch(*matchID)
	switch {
	case pairing == nil:
		return ""
	case pairing.RoundNo >= book.Section.Rounds:
		return "the final standings wait"
	}
	return fmt.Sprintf("round %d is out already", pairing.RoundNo+1)
}

// waitingRound is the round whose pairings wait for a match; empty when they are
// out already.
func waitingRound(book *tournament.Book, matchID *int64) string {
	if book == nil || matchID == nil {
		return ""
	}
	pairing, _ := book.FindMatch(*matchID)
	if pairing == nil {
		return ""
	}
	if next := nextToPublish(book, pairing.RoundNo); next != 0 {
		return fmt.Sprintf("round %d waits", next)
	}
	return ""
}

// nextToPublish is the round after another, 0 when it is out already or there is none.
func nextToPublish(book *tournament.Book, round int) int {
	if round >= book.Section.Rounds {
		return 0
	}
	if next := book.Round(round + 1); next != nil && next.Public() {
		return 0
	}
	return round + 1
}
