package wording

import (
	"slices"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// The states of rounds, teams, result reports, rulings and appeals, each kind in one
// list with its words. The states of a match as the wall shows them, with mark, letter
// and rank, are layout's.

// RoundStateWords are the states of a round.
var RoundStateWords = map[tournament.RoundState]text.Message{
	tournament.RoundDraft: text.Message("draft"), tournament.RoundPublished: text.Message("published"), tournament.RoundInPlay: text.Message("in play"),
	tournament.RoundComplete: text.Message("complete"), tournament.RoundLocked: text.Message("locked"),
}

// TeamStateWords are the states of a team, as its page says them.
var TeamStateWords = map[tournament.TeamState]text.Message{
	tournament.TeamEntered: text.Message("Not checked in yet."), tournament.TeamHere: text.Message("Checked in."),
	tournament.TeamAbsent: text.Message("Absent this round."), tournament.TeamWithdrawn: text.Message("Withdrawn."),
}

// ReportStateWords are the states of a result report, as the desk says them.
var ReportStateWords = map[tournament.ReportState]text.Message{
	tournament.ReportOpen: text.Message("disputed"), tournament.ReportConfirmed: text.Message("counts"), tournament.ReportSuperseded: text.Message("replaced"), tournament.ReportWithdrawn: text.Message("taken back"),
}

// RulingStateWords are the states of a ruling.
var RulingStateWords = map[dispute.RulingState]text.Message{
	dispute.Standing: text.Message("stands"), dispute.Modified: text.Message("modified"), dispute.Overturned: text.Message("overturned"),
	dispute.SentBack: text.Message("sent back"),
}

// AppealState is a state of an appeal with what pages say of it.
type AppealState struct {
	State   dispute.AppealState
	ForTeam text.Message // on the team's own page
	Decided text.Message // the sentence of the decision; empty while it is open
	Decide  text.Message // what an official chooses to decide so; empty: it comes about otherwise
}

var appealStates = []AppealState{
	{dispute.AppealOpen, text.Message("waits for a decision"), "", ""},
	{dispute.AppealUpheld, text.Message("the ruling stands"), text.Message("Upheld: the ruling stands."), text.Message("Uphold")},
	{dispute.AppealModified, text.Message("the ruling was modified"), text.Message("Modified: same finding, other effect."), text.Message("Modify")},
	{dispute.AppealOverturned, text.Message("the ruling was overturned"), text.Message("Overturned: other finding."), text.Message("Overturn")},
	{dispute.AppealSentBack, text.Message("sent back to the first official"), text.Message("Sent back to be ruled again."), text.Message("Send back")},
	{dispute.AppealWithdrawn, text.Message("withdrawn by the team"), text.Message("Withdrawn by the team."), ""},
	{dispute.AppealLapsed, text.Message("lapsed"), text.Message("Lapsed: it came too late, and the ruling stands."), ""},
}

// AppealWords finds what is said of a state; of an unknown one nothing.
func AppealWords(state dispute.AppealState) AppealState {
	i := slices.IndexFunc(appealStates, func(a AppealState) bool { return a.State == state })
	if i < 0 {
		return AppealState{}
	}
	return appealStates[i]
}
