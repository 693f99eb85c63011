package web

import (
	"fmt"
	"sort"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// penalties is the register: every infraction with its step, also those that no
// longer count. It is never public.
func (s *Server) penalties(v *visit) error {
	ctx := v.Request().Context()
	register, err := s.Dispute.Reader().Penalties(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	rulings, err := s.Dispute.Reader().Rulings(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	incidentOf, needed := map[int64]int64{}, map[int64]bool{}
	for _, r := range rulings {
		incidentOf[r.RulingID] = r.IncidentID
	}
	for _, p := range register {
		needed[p.SectionID] = true
	}
	where, err := s.placesOf(v, needed)
	if err != nil {
		return err
	}
	page := pages.Register{Words: v.formText("find")}
	words := tournament.NameKey(page.Words)
	counted, voided := map[string]int{}, map[string]int{}
	for _, p := range register {
		if !v.canIn(access.SeePenalties, p.SectionID) {
			continue
		}
		book := where.books[p.SectionID]
		line := pages.PenaltyLine{
			Team: book.Team(p.TeamID).Name, Section: book.Section.Name, Offence: p.Offence, Penalty: p.Penalty, Step: p.Step, State: string(p.State), At: p.At,
			To: fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", v.event.Slug, incidentOf[p.RulingID]),
		}
		line.Where, _ = where.match(p.SectionID, p.MatchID)
		if p.PlayerID != nil {
			if player, ok := book.Player(*p.PlayerID); ok {
				line.Person = player.Name()
			}
		}
		if p.State == dispute.Voided {
			voided[p.Offence]++
		} else {
			counted[p.Offence]++
		}
		if words == "" || strings.Contains(tournament.NameKey(line.Person+" "+line.Team+" "+line.Offence), words) {
			page.Lines = append(page.Lines, line)
		}
	}
	page.Summaries = consistency(counted, voided)
	return v.page(pages.RegisterPage(v.frame(layout.Desk, "Penalties", v.event.Version), page))
}

// consistency sums the register up by offence, so that a chief sees whether the
// same offence is answered alike.
func consistency(counted, voided map[string]int) []string {
	offences := map[string]bool{}
	for o := range counted {
		offences[o] = true
	}
	for o := range voided {
		offences[o] = true
	}
	var lines []string
	for o := range offences {
		line := fmt.Sprintf("%s: %d counted", o, counted[o])
		if voided[o] > 0 {
			line += fmt.Sprintf(", %d voided on appeal", voided[o])
		}
		lines = append(lines, line+".")
	}
	sort.Strings(lines)
	return lines
}
