package rounds

import (
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

func (h *Handlers) prospectRoutes() []visit.Route {
	return []visit.Route{visit.Get(address.DeskSection+"/prospects", access.SeeDesk, visit.WithBook(h.prospects))}
}

// prospects shows what each team can still reach, and what the results that are contested
// would change.
func (h *Handlers) prospects(v *visit.Visit, b *publicpages.SectionView) error {
	page := pages.Prospects{Section: b.Section.Name, From: tournament.ProspectsFrom(b.SectionBook)}
	if r := b.Current(); r != nil {
		page.Round = r.RoundNo
	}
	table, err := b.Standings(0)
	if err != nil {
		return err
	}
	now, boards := table.Prospects(), table.BoardProspects()
	page.Over, page.Groups, page.Boards = now.Over, prospectGroups(v.Words, b, now), boardGroups(v.Words, b, boards)
	page.OneCategory = !b.Prizes.Several && now.SeveralPrizes()
	for _, m := range tournament.Contested(b.SectionBook) {
		fork, err := forkAt(v.Words, b, now, boards, m)
		if err != nil {
			return err
		}
		page.Forks = append(page.Forks, fork)
	}
	return v.Page(pages.ProspectsPage(v.Frame(layout.Desk, v.Words.Say("Who can still win"), b.Event.Version), page))
}

func prospectGroups(w text.Words, b *publicpages.SectionView, p tournament.Prospects) (groups []pages.ProspectGroup) {
	var goals []string
	for _, goal := range p.Goals {
		goals = append(goals, wording.GoalWords(w, goal))
	}
	for _, g := range p.Groups {
		group := pages.ProspectGroup{Exact: true, Goals: goals}
		if g.Letter != "" {
			group.Name = w.Say("Group %s", g.Letter)
		}
		for _, team := range g.Teams {
			line := pages.ProspectLine{
				Name: b.Team(team.TeamID).Name, Place: team.Place, Points: w.Half(team.Points), Places: wording.PlaceRange(team.Range),
			}
			for i, goal := range p.Goals {
				line.States = append(line.States, chanceState(w, team.Chances[i], goal))
			}
			group.Exact = group.Exact && team.Exact
			group.Lines = append(group.Lines, line)
		}
		groups = append(groups, group)
	}
	return groups
}

// boardGroups are the players who can still win a prize of a board.
func boardGroups(w text.Words, b *publicpages.SectionView, boards []tournament.BoardProspects) (groups []pages.ProspectGroup) {
	for _, board := range boards {
		group := pages.ProspectGroup{Name: w.Say(wording.BoardNames[board.Board]), Goals: []string{w.Say("A prize")}, Exact: true, Players: true, Out: board.Out}
		for _, line := range board.Players {
			player, _ := b.Player(line.PlayerID)
			group.Exact = group.Exact && line.Exact
			group.Lines = append(group.Lines, pages.ProspectLine{
				Name: player.Name(), Beside: b.Team(line.TeamID).Name, Place: line.Place, Points: w.Half(line.Points), Places: wording.PlaceRange(line.Range),
				States: []pages.ProspectState{{Words: wording.ChanceWords(w, line.State), Certain: line.State == prospect.Certain, Open: line.State == prospect.Open}},
			})
		}
		groups = append(groups, group)
	}
	return groups
}

// chanceState is how a team stands to a goal: for a prize of a category with the places there.
func chanceState(w text.Words, c tournament.Chance, goal tournament.Goal) pages.ProspectState {
	state := pages.ProspectState{Words: wording.ChanceWords(w, c.State), Certain: c.State == prospect.Certain, Open: c.State == prospect.Open, NotFor: c.State == prospect.NotFor}
	if goal.Category != "" && c.State != prospect.NotFor {
		state.Places = wording.PlaceRange(c.Range)
	}
	return state
}

// forkAt says what each outcome of a contested match would settle that is open now.
func forkAt(w text.Words, b *publicpages.SectionView, now tournament.Prospects, boards []tournament.BoardProspects, m *tournament.Match) (pages.Fork, error) {
	pairing, _ := b.FindMatch(m.MatchID)
	fork := pages.Fork{Place: w.Say("Round %d, table %d, match %d", pairing.RoundNo, pairing.Table(), m.MatchNo)}
	for _, o := range []struct {
		outcome tournament.Outcome
		says    string
	}{
		{tournament.FirstWins, w.Say("%s win", b.SlotName(*pairing, 1))}, {tournament.Drawn, w.Say("A draw")}, {tournament.SecondWins, w.Say("%s win", b.SlotName(*pairing, 2))},
	} {
		then, boardsThen, err := tournament.ProspectsIf(b.SectionBook, m.MatchID, o.outcome)
		if err != nil {
			return fork, err
		}
		fork.Outcomes = append(fork.Outcomes, pages.ForkOutcome{Says: o.says, Settles: append(settles(w, b, now, then), settlesAtBoards(w, b, boards, boardsThen)...)})
	}
	return fork, nil
}

// settles lists what is open now and is not then.
func settles(w text.Words, b *publicpages.SectionView, now, then tournament.Prospects) (list []string) {
	was := map[int64]tournament.TeamProspect{}
	for _, g := range now.Groups {
		for _, team := range g.Teams {
			was[team.TeamID] = team
		}
	}
	for _, g := range then.Groups {
		for _, team := range g.Teams {
			for i, goal := range then.Goals {
				k := slices.Index(now.Goals, goal) // a prize can stand apart from another one only now, or only then
				if k < 0 || was[team.TeamID].Chances[k].State != prospect.Open || team.Chances[i].State == prospect.Open {
					continue
				}
				list = append(list, w.Say("%s – %s: %s.", b.Team(team.TeamID).Name, wording.GoalWords(w, goal), wording.ChanceWords(w, team.Chances[i].State)))
			}
		}
	}
	return list
}

// settlesAtBoards lists the prizes of boards that are open for a player now and are not then.
func settlesAtBoards(w text.Words, b *publicpages.SectionView, now, then []tournament.BoardProspects) (list []string) {
	for i, board := range now {
		states := map[int64]prospect.State{}
		for _, line := range then[i].Players {
			states[line.PlayerID] = line.State
		}
		for _, line := range board.Players {
			state, listed := states[line.PlayerID]
			if !listed { // who cannot win any more is counted, not listed
				state = prospect.Gone
			}
			if line.State != prospect.Open || state == prospect.Open {
				continue
			}
			player, _ := b.Player(line.PlayerID)
			list = append(list, w.Say("%s – %s, a prize: %s.", player.Name(), w.Say(wording.BoardNames[board.Board]), wording.ChanceWords(w, state)))
		}
	}
	return list
}
