package wording

import (
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
)

// RulingOutcome is what a ruling did to the match, in the words by which rulings on
// the same claim are counted: "6 lost, 1 play on".
func RulingOutcome(r dispute.Ruling) string {
	switch d := r.Decision; {
	case d.Replay:
		return "replayed"
	case d.Outcome == tournament.Drawn:
		return "drawn"
	case d.Outcome == tournament.DoubleLoss:
		return "lost by both"
	case d.Outcome != "":
		return "lost"
	case r.Verdict == rulebook.Denied:
		return "denied"
	}
	return "play on"
}
