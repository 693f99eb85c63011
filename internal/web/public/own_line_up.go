package public

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// untilWords say until when a line-up can be changed.
var untilWords = map[tournament.LineUpHour]text.Message{
	tournament.UntilPublication: text.Message("It can be changed until the round is published."),
	tournament.UntilClock:       text.Message("It can be changed until the round clock starts."),
	tournament.UntilMatch:       text.Message("It can be changed until the match starts."),
}

// ownLineUp is the next line-up that the team can name; nil where there is nobody to choose.
func ownLineUp(v *visit.Visit, b *publicpages.SectionView, team tournament.Team) *pages.OwnLineUp {
	members := b.Members(team.TeamID)
	round, match := tournament.NextLineUp(b.SectionBook, team.TeamID)
	if !b.Section.Reserves() || len(members) < 2 || team.State == tournament.TeamWithdrawn || round > b.LastRound() {
		return nil
	}
	own := &pages.OwnLineUp{
		Title: v.Words.Say("Line-up of round %d", round), Until: v.Words.Say(untilWords[b.Section.LineUpHour]), Round: round, Match: match,
		Playing: tournament.LineUpOf(b.SectionBook, team.TeamID, round, match),
	}
	if match > 1 {
		own.Title = v.Words.Say("Line-up of round %d, from match %d", round, match)
	}
	if b.Section.SeatRotation == tournament.RotateOpponents {
		own.Turns = v.Words.Say("Boards A and B are those of match 1; players change boards as the section says.")
	}
	for _, p := range members {
		own.Players = append(own.Players, layout.Choice{Value: strconv.FormatInt(p.PlayerID, 10), Label: b.PublicName(p)})
	}
	return own
}

// ownLineUp names who plays the team's next match.
func (h *ownTeamHandlers) ownLineUp(v *visit.Visit) error {
	b, team, err := h.linkedTeam(v)
	if err != nil {
		return err
	}
	in := visit.LineUp(v, team.TeamID)
	said, err := h.Entries.SetLineUp(v.Request().Context(), v.Event.EventID, teamCommand(v), in)
	first, _ := b.Player(said.FirstID)
	second, _ := b.Player(said.SecondID)
	return h.ownDone(v, lineUpRefused(b, in, err), v.Words.Say("Line-up saved: %s on board A, %s on board B.", b.PublicName(first), b.PublicName(second)))
}

// lineUpRefused says in the team's words why a line-up was not taken.
func lineUpRefused(b *publicpages.SectionView, in tournament.SetLineUp, err error) error {
	switch fault.Of(err) {
	case fault.Invalid:
		return visit.Refused(fault.Invalid, text.Message("Choose two different players of your team, one for each board."))
	case fault.Stale:
		return visit.Refused(fault.Stale, text.Message("Somebody changed the line-up since the page was shown. Nothing was saved; look at what stands and choose again."))
	case fault.Conflict:
		if round, match := tournament.NextLineUp(b.SectionBook, in.TeamID); round == in.RoundNo && match == in.MatchNo {
			return visit.Refused(fault.Conflict, text.Message("Nobody else may come into the line-up now. Nothing was saved; ask at the desk."))
		}
		return visit.Refused(fault.Conflict, text.Message("The time to name this line-up is over. Nothing was saved; the page shows the next one that can be named."))
	}
	return err
}
