package web

import (
	"fmt"
	"slices"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// currentPairings shows the last published round and follows to the next one by
// itself.
func (s *Server) currentPairings(v *visit) error {
	return v.pairings(func(b *shelf) int {
		if r := b.Current(); r != nil {
			return r.RoundNo
		}
		return 1
	})
}

func (s *Server) roundPairings(v *visit) error {
	n, err := v.number("round")
	if err != nil {
		return err
	}
	return v.pairings(func(*shelf) int { return n })
}

func (v *visit) pairings(round func(*shelf) int) error {
	byTable := v.QueryParam("by") == "table"
	path := v.Request().URL.Path
	return v.public(fmt.Sprint(path, byTable), func() (templ.Component, int64, error) {
		b := v.book()
		n := round(b)
		frame := v.frame(layout.Public, v.words.Say("Round %d pairings", n), b.Event.Version)
		frame.Tab = "pairings"
		r := b.Round(n)
		if r == nil || !r.Public() {
			waiting, err := v.waiting(b, n)
			return pages.Waiting(frame, waiting), b.Event.Version, err
		}
		page, err := v.pairingsPage(b, r, byTable)
		return pages.Pairings(frame, page), b.Event.Version, err
	})
}

// waiting is the page of every round nobody may see, whether it exists or not.
// That an earlier version was withdrawn is public.
func (v *visit) waiting(b *shelf, n int) (pages.WaitingPage, error) {
	page := pages.WaitingPage{Round: n, Sentence: v.words.Say("Round %d is not published yet.", n)}
	versions, err := b.publications(v.Request().Context(), n)
	if err != nil {
		return page, err
	}
	if len(versions) > 0 {
		if last := versions[len(versions)-1]; last.WithdrawnAt != nil {
			page.Sentence = v.words.Say("Version %d was withdrawn at %s. Wait for version %d.",
				last.Version, v.words.Clock(last.WithdrawnAt.In(v.event.Zone())), last.Version+1)
		}
	}
	return page, nil
}

func (v *visit) pairingsPage(b *shelf, r *tournament.Round, byTable bool) (pages.PairingsPage, error) {
	page := pages.PairingsPage{
		Alone: b.alone(),
		Round: r.RoundNo, ByTable: byTable, Version: r.Publication, StartsAt: r.StartsAt, Rounds: publishedRounds(b), Self: v.Request().URL.Path,
	}
	if r.PublishedAt != nil {
		page.PublishedAt = *r.PublishedAt
	}
	var err error
	if page.Sections, err = v.publicSections(); err != nil {
		return page, err
	}
	change, err := b.moved(v.Request().Context(), r)
	if err != nil {
		return page, err
	}
	page.Before, page.Changed = change.before, change.tables
	if byTable {
		page.Rows = b.rowsByTable(v.words, r, change)
		err = v.addWatch(b, r, page.Rows)
	} else {
		page.Rows = b.rowsByName(v.words, r, change)
	}
	return page, err
}

// addWatch gives rows by table the links for spectators.
func (v *visit) addWatch(b *shelf, r *tournament.Round, rows []pages.PairingRow) error {
	recorded, err := b.watched(v.Request().Context())
	if err != nil || recorded == nil {
		return err
	}
	for i := range rows {
		if p := r.AtTable(rows[i].Table); p != nil {
			rows[i].Watch = b.watchLinks(v.words, r, p, recorded)
		}
	}
	return nil
}

// rowsByName lists every team under its letter.
func (s *shelf) rowsByName(w text.Words, r *tournament.Round, change changes) []pages.PairingRow {
	var rows []pages.PairingRow
	for i := range r.Pairings {
		p := &r.Pairings[i]
		for _, id := range slices.Concat(p.Side(1), p.Side(2)) {
			slot := p.Slot(id)
			team, partner := s.Team(id), s.Team(p.PartnerOf(id))
			row := pages.PairingRow{
				Team: team.Name, TeamSlug: team.Slug, Partner: partner.Name, PartnerSlug: partner.Slug,
				Other: s.SideName(*p, 3-slot), OtherSlug: s.Team(p.TeamID(3 - slot)).Slug, Table: p.Table(),
			}
			row.Was, row.Moved = change.of(team.TeamID)
			if p.Bye != nil {
				row.Bye, row.Says = w.Say("Bye"), byeSentence(w, *p)
			}
			rows = append(rows, row)
		}
	}
	rows = append(rows, s.lateRows(w, r)...)
	text.Sort(w, rows, func(row pages.PairingRow) string { return row.Team })
	letter := ""
	for i := range rows {
		if first := w.Initial(rows[i].Team); first != letter {
			rows[i].Heading, letter = first, first
		}
	}
	return rows
}

// lateRows are the teams that join in a later round, so that nobody looks for them
// in vain.
func (s *shelf) lateRows(w text.Words, r *tournament.Round) []pages.PairingRow {
	var rows []pages.PairingRow
	for _, team := range s.Teams {
		if team.ArrivesRound <= r.RoundNo || team.State == tournament.TeamWithdrawn || r.PairingOf(team.TeamID) != nil {
			continue
		}
		rows = append(rows, pages.PairingRow{Team: team.Name, TeamSlug: team.Slug, Bye: w.Say("Later"), Says: s.absence(w, team, r.RoundNo)})
	}
	return rows
}

// rowsByTable lists the tables, then the byes and the teams that come later.
func (s *shelf) rowsByTable(w text.Words, r *tournament.Round, change changes) []pages.PairingRow {
	rows := make([]pages.PairingRow, 0, len(r.Pairings))
	for i := range r.Pairings {
		p := &r.Pairings[i]
		team, other := s.Team(p.TeamID(1)), s.Team(p.TeamID(2))
		row := pages.PairingRow{Team: team.Name, TeamSlug: team.Slug, Other: other.Name, OtherSlug: other.Slug, Table: p.Table()}
		partner, otherPartner := s.Team(p.PartnerOf(team.TeamID)), s.Team(p.PartnerOf(other.TeamID))
		row.Partner, row.PartnerSlug, row.OtherPartner, row.OtherPartnerSlug = partner.Name, partner.Slug, otherPartner.Name, otherPartner.Slug
		for _, id := range slices.Concat(p.Side(1), p.Side(2)) {
			if was, moved := change.of(id); moved && !row.Moved {
				row.Was, row.Moved = was, true
			}
		}
		if p.Bye != nil {
			row.Bye, row.Says = w.Say("Bye"), byeSentence(w, *p)
		} else {
			row.ColourA, row.ColourB = firstColours(w, *p)
			if score := s.Section.Score(*p); score.Missing < len(p.Matches) {
				row.Score = layout.Score(score.Matches[0], score.Matches[1])
			}
		}
		rows = append(rows, row)
	}
	late := s.lateRows(w, r)
	text.Sort(w, late, func(row pages.PairingRow) string { return row.Team })
	return append(rows, late...)
}

// firstColours are the colours of both teams on board A in the first match.
func firstColours(w text.Words, p tournament.Pairing) (first, second string) {
	if len(p.Matches) > 0 && p.Matches[0].Side1Slot == 2 {
		return w.Say("Black on A"), w.Say("White on A")
	}
	return w.Say("White on A"), w.Say("Black on A")
}

// of is the table a team had in the version before, when it has another one now.
func (c changes) of(teamID int64) (was int, moved bool) {
	was, moved = c.was[teamID]
	return was, moved
}

func publishedRounds(b *shelf) []int {
	var rounds []int
	for _, r := range b.Rounds {
		if r.Public() {
			rounds = append(rounds, r.RoundNo)
		}
	}
	return rounds
}

// publicSections are the sections of the event for the links on top of a page.
func (v *visit) publicSections() ([]layout.Section, error) {
	all, err := v.sections()
	var shown []layout.Section
	for _, s := range all {
		shown = append(shown, layout.Section{Slug: s.Slug, Name: s.Name, Letter: s.Letter})
	}
	return shown, err
}
