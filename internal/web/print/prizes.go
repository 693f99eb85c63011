package print

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	printing "github.com/tandemchess/tandem/templates/print"
)

// prizesPaper is the list for the wall and for handing out.
func prizesPaper(v *visit.Visit, b *publicpages.SectionView, _ *tournament.Round) ([]printing.Sheet, error) {
	list, err := b.PrizeList(text.Words{})
	if err != nil {
		return nil, err
	}
	wait, err := visit.PrizesWait(v, list)
	if err != nil {
		return nil, err
	}
	columns := []printing.Column{{Label: "Place", Num: true}, {Label: "Team"}, {Label: "Points", Num: true}, {Label: "Prize"}, {Label: "Amount", Num: true}}
	var rows []printing.Row
	for _, r := range list.Rows {
		var parts []string
		for _, part := range []string{r.Category, r.Prize, r.How} {
			if part != "" {
				parts = append(parts, strings.TrimSuffix(part, "."))
			}
		}
		winner := r.Team
		if r.Player != "" {
			winner = r.Player + ", " + r.Team
		}
		rows = append(rows, printing.Row{Cells: []string{r.Place, winner, r.Points, strings.Join(parts, ". "), r.Amount}})
	}
	sub := fmt.Sprintf("%s, after round %d. %s", b.Section.Name, list.Round, strings.Join(list.Rules, " "))
	if len(wait) > 0 {
		sub = "PROVISIONAL: " + strings.Join(wait, " ") + " " + sub
	}
	return printing.Table("Prizes", sub, columns, rows), nil
}
