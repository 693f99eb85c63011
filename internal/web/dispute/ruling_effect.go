package dispute

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// effectOf fills in what the chosen decision changes: the match, the table, the
// standing and later pairings.
func (h *rulingHandlers) effectOf(v *visit.Visit, f dispute.WholeIncident, r *pages.Ruling, p dispute.Proposal) error {
	if f.Record == nil {
		return nil
	}
	if lastRuling(f) != nil && !r.Open {
		return h.countsNow(v, f, r)
	}
	outcome, err := shownOutcome(v, f, p, r.Choice)
	if visit.Refusable(err) {
		return nil // said at its field; there is no effect to show
	}
	if err != nil {
		return err
	}
	r.MatchBefore = score(v.Words, f.Record.Match.Result)
	if r.MatchAfter = withoutRulings(v.Words, f); outcome != "" {
		r.MatchAfter = scoreOfOutcome(v.Words, outcome)
	}
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, f.Section.SectionID)
	if err != nil {
		return err
	}
	r.Later = laterPairings(v.Words, book, f.Record.Round.RoundNo)
	if pairing, _ := book.FindMatch(f.Record.Match.MatchID); pairing != nil && len(pairing.Matches) > 1 {
		r.Table = pairing.Table()
		r.TableBefore, r.TableAfter = tableScores(*pairing, f.Record.Match.MatchID, outcome)
	}
	if outcome == "" || outcome == tournament.NoResult {
		return nil // nothing counts that would move anybody until the match has ended
	}
	if r.Open {
		if r.Correction, err = visit.CorrectionChoices(v, f, book); err != nil {
			return err
		}
	}
	if r.Correction != nil {
		r.Later = ""
		return visit.ShowRulingEffect(v, f, book, outcome, r.Correction)
	}
	r.Effect, err = standingsEffect(book, f.Record.Match.MatchID, outcome)
	return err
}

// countsNow fills in what stands since the ruling was signed: no longer what the
// proposal would do, for the official may have departed from it.
func (h *rulingHandlers) countsNow(v *visit.Visit, f dispute.WholeIncident, r *pages.Ruling) error {
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, f.Section.SectionID)
	if err != nil {
		return err
	}
	pairing, m := book.FindMatch(f.Record.Match.MatchID)
	if pairing == nil {
		return nil
	}
	r.MatchBefore = score(v.Words, m.Result)
	r.MatchAfter, r.Later = r.MatchBefore, laterPairings(v.Words, book, pairing.RoundNo)
	r.NextRound = nextToPublish(book, pairing.RoundNo)
	if r.NextRound == 0 && m.Result != nil && m.Result.Counts == tournament.CountsRecord {
		r.Later = v.Words.Say("The tables of later rounds and the standings stay as they are.")
	}
	if len(pairing.Matches) > 1 {
		r.Table = pairing.Table()
		r.TableBefore, _ = tableScores(*pairing, m.MatchID, "")
		r.TableAfter = r.TableBefore
	}
	if m.Result == nil || m.Result.Counts == tournament.CountsRecord {
		return nil
	}
	r.Effect, err = standingsEffect(book, m.MatchID, m.Result.Outcome)
	return err
}

// shownOutcome is what the page shows the effect of: the ruling that one official
// has signed and a second looks at, or the decision as typed.
func shownOutcome(v *visit.Visit, f dispute.WholeIncident, p dispute.Proposal, choice string) (tournament.Outcome, error) {
	pending := f.Incident.Pending
	switch {
	case pending == nil:
		return chosenOutcome(v, f, p, choice)
	case pending.Choice == dispute.Otherwise:
		return pending.Decision.OnRecord(), nil
	}
	return chosenOutcome(v, f, p, string(pending.Choice))
}

// chosenOutcome is what the decision as typed makes of the match, empty when it
// leaves what is on record as it is.
func chosenOutcome(v *visit.Visit, f dispute.WholeIncident, p dispute.Proposal, choice string) (tournament.Outcome, error) {
	switch dispute.Choice(choice) {
	case dispute.Deny:
		return "", nil
	case dispute.Otherwise:
		d, err := decision(v, f)
		return d.OnRecord(), err
	}
	return p.Outcome, nil
}

// tableScores is the score of a pairing over its matches, before and with an
// outcome of one of them.
func tableScores(p tournament.Pairing, matchID int64, outcome tournament.Outcome) (before, after string) {
	var now, then [2]int
	for _, m := range p.Matches {
		var points [2]int
		if m.Result != nil {
			points = [2]int{m.Result.Slot1Points, m.Result.Slot2Points}
		}
		now[0], now[1] = now[0]+points[0], now[1]+points[1]
		if m.MatchID == matchID {
			if outcome != "" {
				points[0], points[1] = outcome.Points()
			}
		}
		then[0], then[1] = then[0]+points[0], then[1]+points[1]
	}
	return layout.Score(now[0], now[1]), layout.Score(then[0], then[1])
}

func score(w text.Words, r *tournament.ResultReport) string {
	if r == nil {
		return w.Say("open")
	}
	return layout.Score(r.Slot1Points, r.Slot2Points)
}

func scoreOfOutcome(w text.Words, o tournament.Outcome) string {
	if o == tournament.NoResult {
		return w.Say("open")
	}
	a, b := o.Points()
	return layout.Score(a, b)
}

// laterPairings says what a change means for rounds that are out already.
func laterPairings(w text.Words, book *tournament.SectionBook, round int) string {
	for _, later := range slices.Backward(book.Rounds) {
		if later.RoundNo > round && later.Public() {
			return w.Say("Round %d is published already: its tables stay, the standings change.", later.RoundNo)
		}
	}
	if round >= book.LastRound() {
		return w.Say("No round follows, so no table changes.")
	}
	return w.Say("Round %d pairings: not published, so no table changes.", round+1)
}

// tally counts outcomes in the order in which they are first seen.
type tally struct {
	order  []string
	counts map[string]int
}

func newTally() *tally { return &tally{counts: map[string]int{}} }

func (t *tally) add(what string) {
	if t.counts[what] == 0 {
		t.order = append(t.order, what)
	}
	t.counts[what]++
}

// words is the tally with the most frequent first: "6 match lost, 1 play on".
func (t *tally) words() string {
	slices.SortStableFunc(t.order, func(a, b string) int { return t.counts[b] - t.counts[a] })
	parts := make([]string, len(t.order))
	for i, what := range t.order {
		parts[i] = fmt.Sprintf("%d %s", t.counts[what], what)
	}
	return strings.Join(parts, ", ")
}
