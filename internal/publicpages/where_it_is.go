package publicpages

import (
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/public"
)

// TopPlaces are named on the page of an event that is over, with all who share
// them or, where these are many, none of them.
const TopPlaces, MostNamed = 3, 6

// AlsoSaying are two sentences, of which either may be missing.
func AlsoSaying(sentence, more string) string { return strings.TrimSpace(sentence + " " + more) }

// playedSentence says how far a section of an event that is over was played.
func playedSentence(w text.Words, b *SectionView, r *tournament.Round) string {
	switch {
	case r == nil:
		return w.Say("No round was played.")
	case r.RoundNo < b.LastRound() || r.State == tournament.RoundPublished || r.State == tournament.RoundInPlay:
		return w.Say("Played to round %d of %d.", r.RoundNo, b.LastRound())
	case b.FinalHeld():
		return w.Say("All rounds are played.") + " " + w.Say(pages.FinalHeld)
	}
	return w.Say("All rounds are played.")
}

// RoundSentence says where a section's round is.
func RoundSentence(w text.Words, b *SectionView, e tournament.Event) string {
	r := b.Current()
	if e.State == tournament.EventArchived {
		return playedSentence(w, b, r)
	}
	if awaiting := Awaiting(b, w); awaiting != "" {
		return awaiting
	}
	if _, phase := tournament.PhaseOfBook(b.SectionBook); r == nil && phase {
		return w.Say("Round %d is not published yet.", 1)
	}
	if r == nil {
		return w.Say("Entries are open. Round %d is not out yet.", 1)
	}
	switch r.State {
	case tournament.RoundPublished:
		if r.StartsAt != nil {
			return w.Say("Round %d starts %s.", r.RoundNo, w.Clock(r.StartsAt.In(e.Zone())))
		}
		return w.Say("Round %d is out.", r.RoundNo)
	case tournament.RoundInPlay:
		return w.Say("Round %d is in play.", r.RoundNo)
	}
	if r.RoundNo >= b.LastRound() {
		return playedSentence(w, b, r)
	}
	return AlsoSaying(w.Say("Round %d is complete. Round %d is not out yet.", r.RoundNo, r.RoundNo+1), PlannedSentence(w, b, r.RoundNo+1))
}
