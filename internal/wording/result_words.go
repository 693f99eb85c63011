// Package wording holds the sentences that several areas say about results, rulings, acts and
// places. It decides nothing and reads nothing.
package wording

import (
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// ResultIn is a result with both team names, without a full stop.
func ResultIn(w text.Words, names [2]string, o tournament.Outcome, forfeit bool) string {
	switch {
	case o.Winner() != 0 && forfeit:
		return w.Say("%s win against %s by forfeit", names[o.Winner()-1], names[2-o.Winner()])
	case o.Winner() != 0:
		return w.Say("%s beat %s", names[o.Winner()-1], names[2-o.Winner()])
	case o == tournament.Drawn:
		return w.Say("%s and %s drew", names[0], names[1])
	}
	return w.Say("%s and %s both lose", names[0], names[1])
}

// ReportIn tells a report: the result, how the boards ended, and who said so.
// by is the team that reported; empty stands for the desk.
func ReportIn(w text.Words, names [2]string, r tournament.ResultReport, by string) string {
	said := ResultIn(w, names, r.Outcome, r.Forfeit)
	if by == "" {
		said = w.Say("%s, entered by the desk.", said)
	} else {
		said = w.Say("%s, reported by %s.", said, by)
	}
	return said + endsIn(w, r.EndsOf())
}

// endWords are the ways a game ends.
var endWords = map[rulebook.Reason]text.Message{
	rulebook.ReasonCheckmate: text.Message("checkmate"), rulebook.ReasonStalemate: text.Message("stalemate"), rulebook.ReasonFlag: text.Message("time"),
	rulebook.ReasonBothFlags: text.Message("both flags down"), rulebook.ReasonResignation: text.Message("resignation"),
	rulebook.ReasonIllegalMove: text.Message("an illegal move"), rulebook.ReasonAgreement: text.Message("agreement"),
	rulebook.ReasonRepetition: text.Message("repetition"), rulebook.ReasonForfeit: text.Message("forfeit"), rulebook.ReasonNoClock: text.Message("no clock"),
	rulebook.ReasonStopped: text.Message("stopped"),
}

// EnteredWords read an entry back and say what became of it.
func EnteredWords(w text.Words, done tournament.Entered) string {
	said := done.Said.In(w.Told)
	switch done.Kind {
	case tournament.ReportFirst:
		return w.Say("Saved. %s", said)
	case tournament.ReportVerified:
		return w.Say("Verified by a second entry. %s", said)
	case tournament.ReportRepeated:
		return w.Say("Already stored. %s", said)
	case tournament.ReportChanged:
		return w.Say("Changed. %s", said)
	case tournament.ReportConflict:
		return w.Say("Different results, none counts: a director resolves it. You entered: %s", said)
	}
	return said
}
