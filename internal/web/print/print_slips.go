package print

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/square"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/print"
)

// slipsPaper has the slips of a round, or with ?table= that of one table again.
// Where reports of both teams prove a result, each team has a code to report by.
func slipsPaper(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round) ([]pages.Sheet, error) {
	code, err := visit.SlipCodes(v, v.Request().Context(), r.RoundNo)
	if err != nil {
		return nil, err
	}
	again := v.QueryParam("table")
	var slips []pages.Slip
	for _, p := range r.Pairings {
		if p.Table() == 0 || again != "" && again != strconv.Itoa(p.Table()) {
			continue
		}
		slip := pages.Slip{Section: b.Section.Name, Round: v.Words.Say("Round %d", r.RoundNo), Table: strconv.Itoa(p.Table()), Teams: publicpages.TeamNames(b.SectionBook, p)}
		for _, m := range p.Matches {
			line := pages.SlipMatch{Number: m.MatchNo}
			for i, team := range slip.Teams {
				line.Sides[i] = pages.SlipSide{Team: team, Seats: slipSeats(b, m, i+1)}
			}
			slip.Matches = append(slip.Matches, line)
		}
		for slot := 1; slot <= 2 && b.Section.VerifyTeams; slot++ {
			if slip.Codes[slot-1], err = square.ForPaper(code(p.Table(), slot)); err != nil {
				return nil, err
			}
		}
		slips = append(slips, slip)
	}
	if len(slips) == 0 {
		return nil, fault.New(fault.NotFound, "There is no table %s in %s, round %d.", again, b.Section.Name, r.RoundNo)
	}
	return pages.Slips(v.Words, slips), nil
}

// slipSeats tells who sits where: "WA Maya O., BB Theo L.".
func slipSeats(s *publicpages.SectionView, m tournament.Match, slot int) string {
	var parts []string
	for _, card := range s.SeatCards(m, slot) {
		seat := "B" + card.Board
		if card.White {
			seat = "W" + card.Board
		}
		parts = append(parts, strings.TrimSpace(seat+" "+card.Player))
	}
	return strings.Join(parts, ", ")
}

// cardsPaper has a card for every table the section can need.
func cardsPaper(v *visit.Visit, b *publicpages.SectionView, _ *tournament.Round) ([]pages.Sheet, error) {
	link := v.Absolute("/e/" + v.Event.Slug + "/find")
	code, err := square.ForPaper(link)
	if err != nil {
		return nil, err
	}
	first, last := b.Section.FirstTable, b.Section.FirstTable+max(1, b.Section.TablesFor(publicpages.Entered(b)))-1
	if r := b.Current(); r != nil {
		for _, p := range r.Pairings {
			last = max(last, p.Table())
		}
	}
	var cards []pages.Card
	for n := first; n <= last; n++ {
		cards = append(cards, pages.Card{
			Letter: b.Section.Letter, Section: b.Section.Name, Table: strconv.Itoa(n), Hall: b.Section.Hall, QR: code, Link: visit.ShortLink(link),
		})
	}
	return pages.Cards(v.Words, cards), nil
}

// blankPaper is what an event needs when the computers are down: empty slips and
// the form of an incident.
func blankPaper(v *visit.Visit, b *publicpages.SectionView, _ *tournament.Round) ([]pages.Sheet, error) {
	slip := pages.Slip{Section: b.Section.Name, Round: v.Words.Say("Round %s", "____")}
	for n := range b.Section.MatchesPerPairing {
		slip.Matches = append(slip.Matches, pages.SlipMatch{Number: n + 1})
	}
	w := v.Words
	sheets := pages.Slips(w, []pages.Slip{slip, slip, slip, slip})
	forms, err := formsPaper(v, b, nil)
	return slices.Concat(sheets, pages.Chart(w.Say("Wall chart"), b.Section.Name+", "+w.Say("Round %s", "____"), blankChart(b)), forms), err
}

// formsPaper has the forms of an incident and of an appeal, in the order of the
// screens they are typed into later.
func formsPaper(v *visit.Visit, b *publicpages.SectionView, _ *tournament.Round) ([]pages.Sheet, error) {
	var kinds []string
	for _, c := range rulebook.Claims() {
		kinds = append(kinds, wording.ClaimLabel(v.Words, string(c.Kind)))
	}
	return slices.Concat(pages.Claim(v.Words, b.Section.Name, kinds), pages.Appeal(v.Words, b.Section.Name, b.Section.AppealMinutes)), nil
}
