package wording

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

var RoundStateWords = map[tournament.RoundState]text.Message{
	tournament.RoundDraft: text.Message("draft"), tournament.RoundPublished: text.Message("published"), tournament.RoundInPlay: text.Message("in play"),
	tournament.RoundComplete: text.Message("complete"), tournament.RoundLocked: text.Message("locked"),
}
