package rounds

import (
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// levelTeams are the ties that have to be decided before the knockout can be drawn from the
// groups, or so that it goes on where the result of a group was changed since.
func levelTeams(v *visit.Visit, s *publicpages.SectionView, n int) ([]pages.LevelTie, error) {
	first := s.FirstKnockout()
	if s.Section.System != tournament.GroupsKnockout || n != first && n != s.NextRound() || n < first || n == 1 {
		return nil, nil
	}
	drawn := s.Round(first) != nil && s.Round(first).Public()
	table, err := tournament.GroupTables(s.SectionBook)
	if err != nil {
		return nil, err
	}
	var ties []pages.LevelTie
	for _, g := range table.Groups {
		for _, level := range g.Level {
			if !g.Complete {
				continue
			}
			tie := pages.LevelTie{Group: g.Letter, Drawn: drawn}
			var ids []string
			for _, id := range level {
				tie.Teams = append(tie.Teams, pages.Cell{ID: id, Name: s.Team(id).Name})
				ids = append(ids, strconv.FormatInt(id, 10))
			}
			tie.Value = strings.Join(ids, "-")
			ties = append(ties, tie)
		}
		if drawn {
			continue
		}
		for _, order := range g.Ordered {
			if order[0].How != tournament.ByLot {
				ties = append(ties, orderSet(v, s, g.Letter, order))
			}
		}
	}
	return ties, nil
}

// orderSet is an order that an official set, as it can be set once more before the knockout is out.
func orderSet(v *visit.Visit, s *publicpages.SectionView, group string, order []tournament.TieOrder) pages.LevelTie {
	tie := pages.LevelTie{Group: group, Decision: order[0].DecisionNo}
	var ids, names []string
	for _, t := range order {
		name := s.Team(t.TeamID).Name
		tie.Teams = append(tie.Teams, pages.Cell{ID: t.TeamID, Name: name})
		ids, names = append(ids, strconv.FormatInt(t.TeamID, 10)), append(names, name)
	}
	tie.Value = strings.Join(ids, "-")
	tie.Set = v.Words.Say("Level after all tie-breaks, ordered by an official: %s. %s", strings.Join(names, ", "), order[0].Reason)
	return tie
}

// decideTie draws a lot among level teams, or takes the order that the form says.
func (h *Handlers) decideTie(v *visit.Visit, do string) (fault.Clause, error) {
	in, err := tieOrder(v, do)
	if err != nil {
		return fault.Clause{}, err
	}
	return h.Rounds.DecideTie(v.Request().Context(), v.Event.EventID, v.Command(), in)
}

// typedOrder is the order of level teams as a form has it that was refused.
func typedOrder(v *visit.Visit, tie pages.LevelTie, refused error) pages.TypedOrder {
	typed := pages.TypedOrder{Places: map[int64]string{}, Reason: v.FormText("reason"), Wrong: visit.FieldsIn(v.Words, refused)["reason"]}
	for _, c := range tie.Teams {
		typed.Places[c.ID] = v.FormText("place-" + strconv.FormatInt(c.ID, 10))
	}
	return typed
}

// tieOrder reads the form about level teams: it draws the seed of a lot, or takes the order
// that was chosen or played for.
func tieOrder(v *visit.Visit, do string) (tournament.DecideTie, error) {
	ids, err := teamsOfTie(v)
	if err != nil {
		return tournament.DecideTie{}, err
	}
	in := tournament.DecideTie{SectionID: v.Section.SectionID, Teams: ids, PlayOff: do == "play-off", Was: v.FormID("decision")}
	if do == "lot" {
		var seed [8]byte
		rand.Read(seed[:])
		in.Seed = hex.EncodeToString(seed[:])
	} else {
		place := map[int64]int{}
		for _, id := range ids {
			n, err := strconv.Atoi(v.FormValue("place-" + strconv.FormatInt(id, 10)))
			if err != nil || n < 1 || n > len(ids) {
				return tournament.DecideTie{}, fault.New(fault.Invalid, "Choose a position for every team.")
			}
			place[id] = n
		}
		slices.SortFunc(in.Teams, func(a, b int64) int { return place[a] - place[b] })
		for i, id := range in.Teams {
			if place[id] != i+1 {
				return tournament.DecideTie{}, fault.New(fault.Invalid, "Give every team a position of its own.")
			}
		}
	}
	return in, nil
}
