package publicpages

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
)

// KnockoutFate says what a team of a knockout has before it once its match of the
// round, or its group, is decided: whom it meets next, or where it has finished. It says nothing
// while the team plays, and to a team that has left.
func (s *SectionView) KnockoutFate(w text.Words, table *tournament.Standings, r *tournament.Round, team tournament.Team) (fate string, playsOn bool) {
	if g, row, found := table.InGroup(team.TeamID); found && len(table.GroupStage()) > 0 && team.State != tournament.TeamWithdrawn {
		return groupFate(w, g, row)
	}
	bracket := s.BracketAfter(r.RoundNo)
	if bracket == nil || team.State == tournament.TeamWithdrawn {
		return "", false
	}
	row, ok := table.Of(team.TeamID)
	if !ok {
		return "", false
	}
	round, tie, playsOn := bracket.Next(s.Section, team.TeamID)
	switch {
	case playsOn && tie.RoundNo == r.RoundNo:
		return "", false
	case playsOn:
		return s.nextTie(w, round, tie, team.TeamID), true
	case !bracket.Plays(team.TeamID):
		return w.Say("Not in the knockout, place %s.", wording.PlaceWords(row)), false
	}
	stage, won := bracket.Won(team.TeamID)
	switch {
	case won && stage == tournament.StageMain:
		return w.Say("Winner of the knockout."), false
	case won && stage == tournament.StageThird:
		return w.Say("Winner of the match for third place."), false
	case won:
		return w.Say("Winner of the consolation bracket, place %s.", wording.PlaceWords(row)), false
	}
	return w.Say("Out of the knockout, place %s.", wording.PlaceWords(row)), false
}

// groupFate is what the end of a group means to a team of it.
func groupFate(w text.Words, g tournament.GroupStanding, row tournament.Standing) (fate string, playsOn bool) {
	switch {
	case g.GoesOn(row):
		return w.Say("Goes on to the knockout, place %s in group %s.", wording.PlaceWords(row), g.Letter), true
	case g.StaysBehind(row):
		return w.Say("Not in the knockout, place %s in group %s.", wording.PlaceWords(row), g.Letter), false
	}
	return "", false
}

// nextTie is the tie a team waits for.
func (s *SectionView) nextTie(w text.Words, round tournament.BracketRound, tie tournament.BracketTie, teamID int64) string {
	name := BracketRoundName(w, round)
	if round.Stage == tournament.StageConsolation {
		name = w.Say("Consolation bracket, round %d", round.Round)
	}
	other := tie.Slots[0]
	if other.TeamID == teamID {
		other = tie.Slots[1]
	}
	switch {
	case other.TeamID != 0:
		return w.Say("Next: %s, against %s.", name, s.Team(other.TeamID).Name)
	case other.From == nil || other.From.Table == 0:
		return w.Say("Next: %s. The opponent is not known yet.", name)
	case other.From.Loser:
		return w.Say("Next: %s, against the loser of table %s.", name, strconv.Itoa(other.From.Table))
	}
	return w.Say("Next: %s, against the winner of table %s.", name, strconv.Itoa(other.From.Table))
}
