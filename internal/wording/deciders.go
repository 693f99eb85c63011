package wording

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

var DeciderLabels = map[tournament.DeciderHow]text.Message{
	tournament.DecidedByGame: text.Message("One more game"), tournament.DecidedByLot: text.Message("By lot"), tournament.DecidedByRules: text.Message("By the rules of the event"), tournament.DecidedOtherwise: text.Message("Otherwise"),
}

// DecidedHow says to readers how a tie that ended level was decided, "" for the others.
func DecidedHow(w text.Words, how tournament.DeciderHow) string {
	switch how {
	case tournament.DecidedByGame:
		return w.Say("level, decided by one more game")
	case tournament.DecidedByLot:
		return w.Say("level, decided by lot")
	case tournament.DecidedByRules:
		return w.Say("level, decided by the rules of the event")
	case tournament.DecidedOtherwise:
		return w.Say("level, decided by the officials")
	}
	return ""
}
