package desk

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// verifySample draws results of a round to hold against their slips. The seed
// stands in the address, so that anybody can repeat the draw.
func (h *Handlers) verifySample(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round) error {
	seed, err := strconv.Atoi(v.QueryParam("seed"))
	if err != nil || seed < 1 {
		return v.SeeOther("%s/verify/sample?seed=%d", v.DeskRound(round.RoundNo), 100_000+rand.IntN(900_000))
	}
	page := pages.Sample{Round: round.RoundNo, Base: v.DeskRound(round.RoundNo), Seed: seed}
	for _, p := range round.Pairings {
		for _, m := range p.Matches {
			if m.Result == nil {
				continue
			}
			row := pages.SampleRow{
				Table: p.Table(), Match: m.MatchNo, Sentence: visit.Told(v, m.Result.Outcome.Said(publicpages.TeamNames(book, p), m.Result.Forfeit, m.Result.EndsOf())),
				By: m.Result.ByName, Slip: m.Result.Slip, Own: m.Result.ByAccount != nil && *m.Result.ByAccount == v.Who.Account.AccountID,
			}
			if v.Can(access.ProposeChange) {
				row.To = fmt.Sprintf("%s/table/%d/match/%d/correct", page.Base, row.Table, row.Match)
			}
			page.Drawn = append(page.Drawn, row)
		}
	}
	page.Results = len(page.Drawn)
	draw := rand.New(rand.NewPCG(uint64(seed), uint64(round.RoundNo)))
	draw.Shuffle(len(page.Drawn), func(i, j int) { page.Drawn[i], page.Drawn[j] = page.Drawn[j], page.Drawn[i] })
	page.Drawn = page.Drawn[:min(len(page.Drawn), pages.SampleSize)]
	slices.SortFunc(page.Drawn, func(a, b pages.SampleRow) int { return cmp.Or(a.Table-b.Table, a.Match-b.Match) })
	return v.Page(pages.SamplePage(v.Frame(layout.Desk, v.Words.Say("Check slips"), book.Event.Version), page))
}
