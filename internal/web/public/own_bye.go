package public

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// worthWords are what a bye is worth, as a team reads it.
var worthWords = map[tournament.ByeKind]text.Message{
	tournament.ByeHalf: text.Message("half the points of a round"),
	tournament.ByeFull: text.Message("all points of a round"),
	tournament.ByeZero: text.Message("no points"),
}

// ownByes offers the rounds that the team can still skip, with what it asked for: that is taken
// back before it is asked for otherwise.
func ownByes(v *visit.Visit, b *publicpages.SectionView, team tournament.Team) *pages.OwnByes {
	next := b.NextRound()
	last := min(b.LastRound(), b.Section.ByeRounds())
	if next > last || team.State == tournament.TeamWithdrawn {
		return nil
	}
	w := v.Words
	own := pages.OwnByes{Round: v.FormText("round"), Kind: v.FormText("kind"), Stays: b.Section.ByesStay}
	var open []int
	for n := next; n <= last; n++ {
		if slices.ContainsFunc(b.Byes, func(asked tournament.RequestedBye) bool { return asked.TeamID == team.TeamID && asked.RoundNo == n }) {
			continue
		}
		open = append(open, n)
		own.Rounds = append(own.Rounds, layout.Choice{Value: strconv.Itoa(n), Label: w.Say("Round %d", n)})
	}
	kinds := []tournament.ByeKind{tournament.ByeHalf, tournament.ByeZero}
	switch b.Section.ByeKinds {
	case tournament.OnlyFullByes:
		kinds[0] = tournament.ByeFull
	case tournament.NoScoringBye:
		kinds = kinds[1:]
	}
	for _, kind := range kinds {
		given, whyNot := stillGiven(b, team, kind, open)
		if whyNot != nil {
			own.WhyNot = visit.FirstSaidIn(w, whyNot)
		}
		if !given && kind != tournament.ByeZero {
			continue
		}
		own.Kinds = append(own.Kinds, layout.Choice{Value: string(kind), Label: w.Say(worthWords[kind])})
	}
	for _, asked := range b.Byes {
		if asked.TeamID == team.TeamID && asked.RoundNo >= next {
			own.Asked = append(own.Asked, pages.OwnBye{Round: asked.RoundNo, Says: fmt.Sprintf("%s: %s", w.Say("Round %d", asked.RoundNo), w.Say(worthWords[asked.Kind]))})
		}
	}
	return &own
}

// stillGiven reports whether a team gets another bye of a kind in one of those rounds. If it has
// had them all, or none is given any more, whyNot says so.
func stillGiven(b *publicpages.SectionView, team tournament.Team, kind tournament.ByeKind, rounds []int) (given bool, whyNot error) {
	for _, n := range rounds {
		q := tournament.ByeRequest{Section: b.Section, Team: team, Asked: b.Byes, Next: b.NextRound(), Round: n, Kind: kind, ByTeam: true}
		switch problem := q.Problem(); {
		case problem == "":
			return true, nil
		case whyNot == nil && (problem == tournament.ByeLimit || problem == tournament.ByeLate):
			whyNot = byeRefused(q)
		}
	}
	return false, whyNot
}

// ownBye asks for a round without the team, or takes that back.
func (h *ownTeamHandlers) ownBye(v *visit.Visit) error {
	b, team, err := h.linkedTeam(v)
	if err != nil {
		return err
	}
	round, err := strconv.Atoi(v.FormText("round"))
	if err != nil {
		return visit.Refused(fault.Invalid, text.Message("Choose a round."))
	}
	q := tournament.ByeRequest{
		Section: b.Section, Team: team, Asked: b.Byes, Next: b.NextRound(), Round: round, Kind: tournament.ByeKind(v.FormValue("kind")), ByTeam: true,
	}
	if err = byeRefused(q); err == nil {
		err = h.Entries.RequestBye(v.Request().Context(), v.Event.EventID, teamCommand(v), team.TeamID, round, q.Kind)
	}
	if q.Kind == "" {
		return h.ownDone(v, err, v.Words.Say("You play round %d again.", round))
	}
	return h.ownDone(v, err, v.Words.Say("You do not play round %d.", round))
}

// byeRefused says in the team's language why a bye is not given; nil when it is.
func byeRefused(q tournament.ByeRequest) error {
	refuse := func(field string, m text.Message, parts ...any) error { return fault.Field(field, string(m), parts...) }
	switch q.Problem() {
	case "":
		return nil
	case tournament.ByePublished:
		return refuse("round", text.Message("Round %d is published already. Choose round %d or a later one."), q.Round, q.Next)
	case tournament.ByeBeyond:
		return refuse("round", text.Message("%s has %d rounds."), q.Section.Name, q.Section.Rounds)
	case tournament.ByeOfKnockout:
		return refuse("round", text.Message("Round %d is a round of the knockout, in which a team that does not play is out."), q.Round)
	case tournament.ByeStays:
		return refuse("kind", text.Message("Here a bye that was asked for is not taken back or changed."))
	case tournament.ByeNotOffered:
		return refuse("kind", text.Message("Byes of this kind are not given here. A round off for no points is still possible."))
	case tournament.ByeAtDesk:
		return refuse("kind", text.Message("Ask at the desk for a bye worth all points."))
	case tournament.ByeLate:
		return refuse("kind", text.Message("Byes with points are not given in round %d. A round off for no points is still possible."), q.Round)
	case tournament.ByeLimit:
		return refuse("kind", text.Message("Your team has had all its byes with points (%d). A round off for no points is still possible."), q.Section.RequestedByeLimit)
	}
	return refuse("kind", text.Message("Choose what the bye is worth."))
}
