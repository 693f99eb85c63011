package web

import (
	"cmp"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// missingList shows the tables whose time is over and whose results are not in.
func (s *Server) missingList(v *visit) error {
	book, round, err := s.roundBook(v)
	if err != nil {
		return err
	}
	m := pages.Missing{Round: round.RoundNo, Base: v.deskRound(round.RoundNo), Hall: book.Section.Hall, MayChase: v.can(access.ChaseMissing)}
	for _, p := range round.Pairings {
		open := slices.ContainsFunc(p.Matches, func(m tournament.Match) bool { return m.State == tournament.MatchOpen })
		if !open {
			continue
		}
		late, overdue := lateness(book.Section, round, p, v.now)
		if !overdue {
			m.Playing++
			continue
		}
		t := pages.Late{Table: p.Table(), Teams: teamNames(book, p), Minutes: int(late.Minutes())}
		if p.LastSeen != nil {
			t.Seen = p.SeenBy + ", " + p.LastSeen.In(v.event.Zone()).Format("3:04 pm")
		}
		m.Tables = append(m.Tables, t)
	}
	slices.SortStableFunc(m.Tables, func(a, b pages.Late) int { return cmp.Compare(b.Minutes, a.Minutes) })
	return v.page(pages.MissingPage(v.frame(layout.Desk, "Missing", book.Event.Version), m))
}

// noteSeen stamps that somebody saw the table still playing.
func (s *Server) noteSeen(v *visit) error {
	round, err := v.number("round")
	if err != nil {
		return err
	}
	var form fault.Form
	table := v.formNumber(&form, "table", 1, 99999)
	if err := form.Err(); err != nil {
		return err
	}
	if err := s.Tournament.NoteSeen(v.Request().Context(), v.event.EventID, v.command(), v.section.SectionID, round, table); err != nil {
		return err
	}
	return v.seeOther("%s/missing", v.deskRound(round))
}
