package print

import (
	"strings"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	printing "github.com/tandemchess/tandem/templates/print"
)

// prizesPaper is the list for the wall and for handing out.
func prizesPaper(v *visit.Visit, b *publicpages.SectionView, _ *tournament.Round) ([]printing.Sheet, error) {
	list, err := b.PrizeList(v.Words)
	if err != nil {
		return nil, err
	}
	wait, err := visit.PrizesWait(v, list)
	if err != nil {
		return nil, err
	}
	w := v.Words
	columns := []printing.Column{
		{Label: w.Say("Place"), Num: true}, {Label: publicpages.EntryHead(w, b)}, {Label: w.Say("Points"), Num: true}, {Label: w.Say("Prize")}, {Label: w.Say("Amount"), Num: true},
	}
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
	sub := w.Say("%s, after round %d", b.Section.Name, list.Round) + ". " + strings.Join(list.Rules, " ")
	if len(wait) > 0 {
		sub = w.Say("PROVISIONAL: %s", strings.Join(wait, " ")) + " " + sub
	}
	return printing.Table(w.Say("Prizes"), sub, columns, rows), nil
}
