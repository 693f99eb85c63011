package web

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (s *Server) currentStandings(v *visit) error { return v.standings(0) }

func (s *Server) roundStandings(v *visit) error {
	n, err := v.number("round")
	if err != nil {
		return err
	}
	return v.standings(n)
}

// standings shows the table after a round; 0 means the last published one.
func (v *visit) standings(round int) error {
	b := v.book()
	key := v.Request().URL.Path
	category := b.categoryOf(v.QueryParam("category"))
	if category != "" {
		key += "?category=" + category
	}
	return v.public(key, func() (templ.Component, int64, error) {
		b := v.book()
		frame := v.frame(layout.Public, v.words.Say("Standings"), b.Event.Version)
		frame.Tab = "standings"
		if r := b.Round(round); round != 0 && (r == nil || !r.Public()) {
			waiting, err := v.waiting(b, round)
			return pages.Waiting(frame, waiting), b.Event.Version, err
		}
		table, err := b.after(round)
		if err != nil {
			return nil, 0, err
		}
		page := b.standingsPage(v.words, table)
		page.Self, page.Category = v.Request().URL.Path, category
		if category != "" {
			page.Rows = slices.DeleteFunc(page.Rows, func(r pages.StandingsRow) bool {
				team, _ := b.TeamBySlug(r.TeamSlug)
				return !b.InCategory(team, category)
			})
		}
		v.shareStandings(&frame, page)
		page.Sections, err = v.publicSections()
		return pages.Standings(frame, page), b.Event.Version, err
	})
}

func (s *shelf) standingsPage(w text.Words, table *tournament.Standings) pages.StandingsPage {
	page := pages.StandingsPage{
		Alone: s.alone(),
		Round: table.Round, Rounds: s.Section.Rounds, Review: table.UnderReview, Open: table.Open, Published: publishedRounds(s),
		Categories: s.filters(), Edition: strconv.Itoa(s.Section.TieBreakEdition), Prizes: s.Prizes.Public && len(s.Prizes.Prizes) > 0,
	}
	current := s.Current()
	page.Linked = current != nil && current.RoundNo == table.Round // a team's page has the sums of now
	shown := tieBreaks(table.Codes)
	for _, i := range shown {
		page.Codes = append(page.Codes, pages.Code{Name: table.Codes[i].String(), Sentence: codeSentence(w, table.Codes[i])})
	}
	page.Rows = s.standingsRows(w, table, table.Rows)
	for _, g := range table.Groups {
		page.Groups = append(page.Groups, pages.StandingsGroup{Letter: g.Letter, Rows: s.standingsRows(w, table, g.Rows), Notes: s.tieNotes(w, g)})
	}
	page.Bracket = s.bracketParts(w, table.Round)
	return page
}

func (s *shelf) standingsRows(w text.Words, table *tournament.Standings, rows []tournament.Standing) []pages.StandingsRow {
	shown := tieBreaks(table.Codes)
	var lines []pages.StandingsRow
	for _, row := range rows {
		team := s.Team(row.TeamID)
		line := pages.StandingsRow{
			Place: placeWords(row), Team: team.Name, TeamSlug: team.Slug, Points: layout.Half(row.Points), Provisional: row.Provisional,
			Withdrawn: team.State == tournament.TeamWithdrawn,
		}
		for _, i := range shown {
			line.Values = append(line.Values, w.Decimal(valueWords(table.Codes[i], row.Values[i])))
		}
		lines = append(lines, line)
	}
	return lines
}

// filters are the categories by which the standings can be narrowed: those some
// team is in, and those of the prizes.
func (s *shelf) filters() []string {
	words := s.knownCategories()
	for _, p := range s.Prizes.Prizes {
		if p.Category != "" {
			words = append(words, p.Category)
		}
	}
	slices.SortFunc(words, func(a, b string) int { return strings.Compare(tournament.NameKey(a), tournament.NameKey(b)) })
	return slices.CompactFunc(words, func(a, b string) bool { return tournament.NameKey(a) == tournament.NameKey(b) })
}

// categoryOf is the category a reader asks for, "" for one nobody is in.
func (s *shelf) categoryOf(asked string) string {
	if asked == "" {
		return ""
	}
	filters := s.filters()
	i := slices.IndexFunc(filters, func(c string) bool { return tournament.NameKey(c) == tournament.NameKey(asked) })
	if i < 0 {
		return ""
	}
	return filters[i]
}

// tieBreaks are the codes after the points.
func tieBreaks(codes []standings.Code) []int {
	var shown []int
	for i, c := range codes {
		if c.Name != "PTS" {
			shown = append(shown, i)
		}
	}
	return shown
}

// placeWords are the places that several teams share, or that a team of a knockout
// still plays for: "3–4".
func placeWords(row tournament.Standing) string {
	if last := row.Last(); last > row.Place {
		return strconv.Itoa(row.Place) + text.To + strconv.Itoa(last)
	}
	return strconv.Itoa(row.Place)
}

// valueWords writes a value; codes that decide nothing show a dash.
func valueWords(c standings.Code, v standings.Value) string {
	if (c.Name == "DE" || c.Name == "EDE") && v.N == 0 {
		return "–"
	}
	return v.String()
}

func (s *Server) crossTable(v *visit) error {
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b := v.book()
		table, err := b.after(0)
		if err != nil {
			return nil, 0, err
		}
		frame := v.frame(layout.Public, v.words.Say("Cross table"), b.Event.Version)
		frame.Tab = "standings"
		page := b.crossPage(v.words, table)
		if page.Sections, err = v.publicSections(); err != nil {
			return nil, 0, err
		}
		return pages.CrossTable(frame, page), b.Event.Version, nil
	})
}

func (s *shelf) crossPage(w text.Words, table *tournament.Standings) pages.CrossPage {
	page := pages.CrossPage{Rounds: publishedRounds(s), Alone: s.alone(), Rotating: s.Section.System == tournament.Rotating}
	if len(table.Groups) == 0 {
		page.Groups = []pages.CrossGroup{{Rows: s.crossRows(w, sectionPlaces(table), table.Rows)}}
	}
	for _, g := range table.Groups {
		page.Groups = append(page.Groups, pages.CrossGroup{Title: w.Say("Group %s", g.Letter), Rows: s.crossRows(w, groupPlaces(table, g.Letter), g.Rows)})
	}
	return page
}

// sectionPlaces are the places of all entries as a cross table names them.
func sectionPlaces(table *tournament.Standings) map[int64]string {
	places := map[int64]string{}
	for _, row := range table.Rows {
		places[row.TeamID] = strconv.Itoa(row.Place)
	}
	return places
}

// groupPlaces are the places inside the groups, as the rows of the group's cross
// table show them. Those of other groups, met in a knockout, carry their letter.
func groupPlaces(table *tournament.Standings, letter string) map[int64]string {
	places := map[int64]string{}
	for _, g := range table.Groups {
		for _, row := range g.Rows {
			places[row.TeamID] = strconv.Itoa(row.Place)
			if g.Letter != letter {
				places[row.TeamID] = g.Letter + places[row.TeamID]
			}
		}
	}
	return places
}

func (s *shelf) crossRows(w text.Words, places map[int64]string, rows []tournament.Standing) []pages.CrossRow {
	said := newCrossWords(w, s, places)
	lines := make([]pages.CrossRow, 0, len(rows))
	for _, row := range rows {
		team := s.Team(row.TeamID)
		line := pages.CrossRow{Place: placeWords(row), Team: team.Name, TeamSlug: team.Slug, Points: layout.Half(row.Points), Provisional: row.Provisional}
		if row.Adjusted != 0 { // what the rounds of the row do not add up to
			line.Points += " (" + signed(row.Adjusted) + ")"
		}
		for _, cell := range row.Rounds {
			line.Cells = append(line.Cells, said.cell(cell))
		}
		lines = append(lines, line)
	}
	return lines
}

// signed prints a penalty or a bonus in half points: "−1", "+½".
func signed(half int) string {
	if half > 0 {
		return "+" + layout.Half(half)
	}
	return layout.Half(half)
}
