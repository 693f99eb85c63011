package publicpages

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// StandingsTitle names standings: they are final when every round is played and nothing is open or
// under review.
func StandingsTitle(w text.Words, s *SectionView, table *tournament.Standings) string {
	switch {
	case table.Round == 0:
		return w.Say("Entries")
	case table.Round == s.LastRound() && table.Open+table.UnderReview == 0:
		return w.Say("Final standings")
	}
	return w.Say("Standings after round %d", table.Round)
}

func (s *SectionView) StandingsPage(w text.Words, table *tournament.Standings) pages.StandingsPage {
	page := pages.StandingsPage{
		Alone: s.Alone(),
		Title: StandingsTitle(w, s, table), Round: table.Round, Review: table.UnderReview, Open: table.Open, Published: PublishedRounds(s),
		Categories: s.Filters(), Edition: strconv.Itoa(s.Section.TieBreakEdition), Prizes: s.Prizes.Public && len(s.Prizes.Prizes) > 0, Prospects: s.Section.PublicProspects,
	}
	page.Held, page.FinalHeld = heldThrough(s, table.Round), s.FinalHeld()
	page.Open -= page.Held
	current := s.Current()
	page.Linked = current != nil && current.RoundNo == table.Round // a team's page has the sums of now
	shown := TieBreaks(table.Codes)
	for _, i := range shown {
		page.Codes = append(page.Codes, pages.Code{Name: table.Codes[i].String(), Sentence: wording.CodeSentence(w, table.Codes[i])})
	}
	goes := GoingOn(s, w, table)
	page.GoesOn, page.PlayOffs, page.ComesIn = goes.Says, goes.Offs, ComesIn(s, w)
	reach := ReachOf(s, w, table)
	page.ReachBounds = reach.Bounds()
	page.Rows, page.Outside = goes.mark(s.standingsRows(w, table, table.Rows), table.Rows), outsideRounds(s, w, table)
	if len(table.Groups) == 0 {
		reach.mark(page.Rows, table.Rows)
	}
	if page.Stage = len(table.GroupStage()) > 0; page.Stage {
		for i := range page.Rows {
			page.Rows[i].Line, page.Rows[i].GoesOn = false, "" // their groups say it
		}
	}
	for _, g := range table.Groups {
		group := pages.StandingsGroup{Letter: g.Letter, Rows: goes.mark(s.standingsRows(w, table, g.Rows), g.Rows), Notes: s.TieNotes(w, g)}
		if page.Stage {
			reach.mark(group.Rows, g.Rows)
		}
		if len(group.Rows) > 0 {
			group.Rows[0].Heading = w.Say("Group %s", g.Letter)
		}
		page.Groups = append(page.Groups, group)
	}
	page.Bracket = s.BracketParts(w, table.Round)
	return page
}

// heldThrough counts the results up to a round that are not announced.
func heldThrough(s *SectionView, round int) int {
	held := 0
	for _, r := range s.Rounds {
		if r.RoundNo > round {
			break
		}
		for _, p := range r.Pairings {
			held += p.HeldResults()
		}
	}
	return held
}

func (s *SectionView) standingsRows(w text.Words, table *tournament.Standings, rows []tournament.Standing) []pages.StandingsRow {
	shown := TieBreaks(table.Codes)
	var lines []pages.StandingsRow
	for _, row := range rows {
		team := s.Team(row.TeamID)
		line := pages.StandingsRow{
			Place: wording.PlaceWords(row), Team: team.Name, TeamSlug: team.Slug, Points: layout.Half(row.Points), Provisional: row.Provisional,
			Withdrawn: team.State == tournament.TeamWithdrawn,
		}
		for _, i := range shown {
			line.Values = append(line.Values, w.Decimal(ValueWords(table.Codes[i], row.Values[i])))
		}
		lines = append(lines, line)
	}
	return lines
}

// Filters are the categories by which the standings can be narrowed: those some
// team is in, and those of the prizes.
func (s *SectionView) Filters() []string {
	words := s.KnownCategories()
	for _, p := range s.Prizes.Prizes {
		if p.Category != "" && !p.OfBoard() { // no team is in a board
			words = append(words, p.Category)
		}
	}
	slices.SortFunc(words, func(a, b string) int { return strings.Compare(tournament.NameKey(a), tournament.NameKey(b)) })
	return slices.CompactFunc(words, func(a, b string) bool { return tournament.NameKey(a) == tournament.NameKey(b) })
}

// TieBreaks are the codes after the points.
func TieBreaks(codes []standings.Code) []int {
	var shown []int
	for i, c := range codes {
		if c.Name != "PTS" {
			shown = append(shown, i)
		}
	}
	return shown
}

// ValueWords writes a value; codes that decide nothing show a dash.
func ValueWords(c standings.Code, v standings.Value) string {
	if (c.Name == "DE" || c.Name == "EDE") && v.N == 0 {
		return "–"
	}
	return v.String()
}

func (s *SectionView) CrossPage(w text.Words, table *tournament.Standings) pages.CrossPage {
	page := pages.CrossPage{FinalHeld: s.FinalHeld(), Rounds: slices.DeleteFunc(PublishedRounds(s), func(n int) bool { return n > table.Round }), Alone: s.Alone(), Rotating: s.Section.System == tournament.Rotating}
	if len(table.Groups) == 0 {
		page.Groups = []pages.CrossGroup{{Rows: crossRows(s, w, SectionLines(table), table.Rows, table.Counted())}}
	}
	for _, g := range table.Groups {
		page.Groups = append(page.Groups, pages.CrossGroup{Title: w.Say("Group %s", g.Letter), Rows: crossRows(s, w, groupLines(table, g.Letter), g.Rows, table.Counted())})
	}
	return page
}

// SectionLines are the lines of all entries as the cells of a cross table name them. Unlike
// places nobody shares one.
func SectionLines(table *tournament.Standings) map[int64]string {
	lines := map[int64]string{}
	for i, row := range table.Rows {
		lines[row.TeamID] = strconv.Itoa(i + 1)
	}
	return lines
}

// groupLines are the lines of the groups, each in its own cross table. Those of other groups,
// met in a knockout, carry their letter.
func groupLines(table *tournament.Standings, letter string) map[int64]string {
	lines := map[int64]string{}
	for _, g := range table.Groups {
		for i, row := range g.Rows {
			lines[row.TeamID] = strconv.Itoa(i + 1)
			if g.Letter != letter {
				lines[row.TeamID] = g.Letter + lines[row.TeamID]
			}
		}
	}
	return lines
}

func crossRows(s *SectionView, w text.Words, numbers map[int64]string, rows []tournament.Standing, counted int) []pages.CrossRow {
	said := NewCrossWords(w, s, numbers)
	lines := make([]pages.CrossRow, 0, len(rows))
	for _, row := range rows {
		team := s.Team(row.TeamID)
		line := pages.CrossRow{Line: numbers[row.TeamID], Place: wording.PlaceWords(row), Team: team.Name, TeamSlug: team.Slug, Points: layout.Half(row.Points), Provisional: row.Provisional}
		if beside := row.Adjusted + row.Carried; beside != 0 {
			line.Outside = tournament.SignedPoints(beside)
		}
		for _, cell := range row.Rounds {
			line.Cells = append(line.Cells, said.Cell(cell))
		}
		if s.Section.System.Robin() {
			line.Against = said.against(row, rows, counted)
		}
		lines = append(lines, line)
	}
	return lines
}

// outsideRounds names the teams that were given points which no result brought, or lost
// some, with those points: "Pawn Stars −½, Rook Lift +1". It is empty for nobody.
func outsideRounds(s *SectionView, w text.Words, table *tournament.Standings) string {
	var said []string
	for _, row := range table.Rows {
		if row.Adjusted != 0 {
			said = append(said, w.Apart(s.Team(row.TeamID).Name)+" "+tournament.SignedPoints(row.Adjusted))
		}
	}
	return strings.Join(said, ", ")
}
