package publicpages

import (
	"time"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// worthSaying is how much later than planned a start has to be expected before people are told,
// and to which minutes a forecast is rounded up: nobody should come too late for it.
const worthSaying = 5 * time.Minute

// PlannedSentence says when a round that is not out yet is planned; empty without a plan, and
// after the last round.
func PlannedSentence(w text.Words, b *SectionView, round int) string {
	at := b.PlannedStart(round)
	if at.IsZero() || round > b.LastRound() {
		return ""
	}
	zone := b.Event.Zone()
	at = at.In(zone)
	if last := tournament.LastMoment(b.SectionBook).In(zone); b.Current() != nil && last.Format(time.DateOnly) != at.Format(time.DateOnly) {
		return w.Say("Round %d is planned for %s, %s.", round, w.Date(at), w.Clock(at))
	}
	return w.Say("Round %d is planned for %s.", round, w.Clock(at))
}

// ExpectedSentence says when a round that is not out yet is expected, where that is clearly later
// than planned or nobody planned it; empty before the first round begins. It goes by the last thing
// that happened, so that a page kept in memory says the same on every machine.
func ExpectedSentence(w text.Words, b *SectionView, round int) string {
	r := b.Current()
	if r == nil || round > b.LastRound() || r.State == tournament.RoundPublished {
		return ""
	}
	next, ok := b.Outlook().Round(round)
	if !ok {
		return ""
	}
	expected := next.Ready.Likely.Add(worthSaying - 1).Truncate(worthSaying)
	clock := w.Clock(expected.In(b.Event.Zone()))
	switch {
	case next.Planned.IsZero():
		return w.Say("Round %d is expected about %s.", round, clock)
	case next.Ready.Likely.Sub(next.Planned) >= worthSaying:
		return w.Say("As things stand it starts about %s.", clock)
	}
	return ""
}
