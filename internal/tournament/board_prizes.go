package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/standings"
)

// BoardCategories are the categories of prizes that players win, not teams: for what they did at
// board A, or B.
var BoardCategories = [2]string{"Board A", "Board B"}

// boardOf is the board, 0 for A, of a category of board prizes.
func boardOf(category string) (board int, is bool) {
	board = slices.IndexFunc(BoardCategories[:], func(c string) bool { return strings.EqualFold(c, category) })
	return board, board >= 0
}

// OfBoard reports whether players win the prize, for what they did at a board.
func (p Prize) OfBoard() bool {
	_, is := boardOf(p.Category)
	return is
}

// boardAwards adds the board prizes to out, by the places after a round. They go to persons: who
// wins one takes nothing from what the team may win. Level players divide the money of their
// places, whatever the teams do: no tie-break is about a person.
func boardAwards(b *SectionBook, round int, out *Awards) error {
	for board, category := range BoardCategories {
		var prizes []standings.Prize
		for _, p := range b.Prizes.Prizes {
			if of, ok := boardOf(p.Category); ok && of == board {
				prizes = append(prizes, standings.Prize{Name: p.Name, Place: p.Place, Money: p.Money})
			}
		}
		if len(prizes) == 0 {
			continue
		}
		table := BoardTable(b, board, round)
		rows := make([]standings.Row, len(table))
		for i, p := range table {
			rows[i] = standings.Row{Number: i + 1, Place: p.Place, Shared: p.Shared}
		}
		awards, left, err := standings.DividePrizes(rows, prizes, nil, standings.PrizeRules{})
		if err != nil {
			return fmt.Errorf("board prizes of %s: %w", b.Section.Name, err)
		}
		slices.SortStableFunc(awards, func(x, y standings.Award) int { return cmp.Compare(x.Number, y.Number) })
		for _, a := range awards {
			p := table[a.Number-1]
			given := Award{
				TeamID: p.TeamID, PlayerID: p.PlayerID, Place: p.Place, Shared: p.Shared, Points: p.Boards[board].Points, Category: category, Prizes: ofBoard(a.Prizes, category), Money: a.Money,
			}
			for _, n := range a.With {
				given.With = append(given.With, table[n-1].PlayerID)
			}
			out.Given = append(out.Given, given)
		}
		out.Left = append(out.Left, ofBoard(left, category)...)
	}
	return nil
}

// ofBoard are divided prizes with the category of their board.
func ofBoard(list []standings.Prize, category string) []Prize {
	prizes := prizesOf(list)
	for i := range prizes {
		prizes[i].Category = category
	}
	return prizes
}
