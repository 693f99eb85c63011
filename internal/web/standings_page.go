package web

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
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
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b, err := v.book()
		if err != nil {
			return nil, 0, err
		}
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
		page.Sections, err = v.publicSections()
		return pages.Standings(frame, page), b.Event.Version, err
	})
}

func (s *shelf) standingsPage(w text.Words, table *tournament.Standings) pages.StandingsPage {
	page := pages.StandingsPage{
		Round: table.Round, Rounds: s.Section.Rounds, Review: table.UnderReview, Open: table.Open, Published: publishedRounds(s),
	}
	shown := tieBreaks(table.Codes)
	for _, i := range shown {
		page.Codes = append(page.Codes, pages.Code{Name: table.Codes[i].String(), Sentence: codeSentence(w, table.Codes[i])})
	}
	for _, row := range table.Rows {
		team := s.Team(row.TeamID)
		line := pages.StandingsRow{
			Place: placeWords(row), Team: team.Name, TeamSlug: team.Slug, Points: layout.Half(row.Points), Provisional: row.Provisional,
			Withdrawn: team.State == tournament.TeamWithdrawn,
		}
		for _, i := range shown {
			line.Values = append(line.Values, w.Decimal(valueWords(table.Codes[i], row.Values[i])))
		}
		page.Rows = append(page.Rows, line)
	}
	return page
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

// placeWords marks a place that several teams share.
func placeWords(row tournament.Standing) string {
	if row.Shared > 1 {
		return fmt.Sprintf("%d–%d", row.Place, row.Place+row.Shared-1)
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

// codeSentences say in one sentence what a code counts.
var codeSentences = map[string]text.Message{
	"PTS": text.Message("Points of all rounds."), "DE": text.Message("Results of the tied teams against each other."), "EDE": text.Message("Results of the tied teams against each other, then their game points."),
	"BH": text.Message("Buchholz: the points of all opponents, added up."), "FB": text.Message("Buchholz as if the last round were drawn everywhere."),
	"AOB": text.Message("Average Buchholz of the opponents."), "SB": text.Message("Sonneborn-Berger: each opponent's points times the points won from that opponent."),
	"EMMSB": text.Message("Each opponent's match points times the match points won from that opponent."),
	"PS":    text.Message("The running score after each round, added up."), "WIN": text.Message("Rounds won, with or without play."), "WON": text.Message("Rounds won at the board."),
	"BPG": text.Message("Games played with Black."), "BWG": text.Message("Games won with Black."), "KS": text.Message("Points against opponents who scored at least half."),
	"REP": text.Message("Rounds the team was ready to play."), "STD": text.Message("One for each opponent outscored in the round, a half for equal."),
	"ARO": text.Message("Average rating of the opponents."), "TPN": text.Message("Starting number: the stronger team first."), "MPvGP": text.Message("The other of match points and game points."),
}

func codeSentence(w text.Words, c standings.Code) string {
	known, ok := codeSentences[c.Name]
	if !ok {
		known = text.Message("As the tie-break regulations define it.")
	}
	sentence := w.Say(known)
	switch {
	case c.CutHigh > 0:
		sentence += " " + w.Say("Without the %d lowest and highest.", c.CutHigh)
	case c.CutLow > 0:
		sentence += " " + w.Say("Without the %d lowest.", c.CutLow)
	}
	return sentence
}

func (s *Server) crossTable(v *visit) error {
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b, err := v.book()
		if err != nil {
			return nil, 0, err
		}
		table, err := b.after(0)
		if err != nil {
			return nil, 0, err
		}
		frame := v.frame(layout.Public, v.words.Say("Cross table"), b.Event.Version)
		frame.Tab = "standings"
		return pages.CrossTable(frame, b.crossPage(v.words, table)), b.Event.Version, nil
	})
}

func (s *shelf) crossPage(w text.Words, table *tournament.Standings) pages.CrossPage {
	page := pages.CrossPage{Rounds: publishedRounds(s)}
	for _, row := range table.Rows {
		team := s.Team(row.TeamID)
		line := pages.CrossRow{Place: strconv.Itoa(row.Place), Team: team.Name, TeamSlug: team.Slug, Points: layout.Half(row.Points), Provisional: row.Provisional}
		for _, cell := range row.Rounds {
			line.Cells = append(line.Cells, s.crossCell(w, table, cell))
		}
		page.Rows = append(page.Rows, line)
	}
	return page
}

// crossCell writes one round: "9w2" is two points against place 9 with White on A.
func (s *shelf) crossCell(w text.Words, table *tournament.Standings, cell tournament.StandingRound) pages.CrossCell {
	switch {
	case cell.Absent:
		return pages.CrossCell{Text: "–", Words: w.Say("not paired")}
	case cell.Bye != "":
		return pages.CrossCell{Text: w.Say("bye %s", w.Half(cell.Points)), Words: w.Say("bye, %s", pointsWords(w, cell.Points))}
	}
	colour, open, played := w.Say("b"), text.Message("Black on A against %s, no result yet"), text.Message("Black on A against %s, %s")
	if cell.White {
		colour, open, played = w.Say("w"), text.Message("White on A against %s, no result yet"), text.Message("White on A against %s, %s")
	}
	opponent, _ := table.Of(cell.OpponentID)
	name := s.Team(cell.OpponentID).Name
	if cell.Open && cell.Points == 0 && cell.Against == 0 {
		return pages.CrossCell{Text: fmt.Sprintf("%d%s", opponent.Place, colour), Words: w.Say(open, name)}
	}
	text := fmt.Sprintf("%d%s%s", opponent.Place, colour, layout.Half(cell.Points))
	if cell.Forfeit {
		text += "f"
	}
	return pages.CrossCell{Text: text, Words: w.Say(played, name, pointsWords(w, cell.Points))}
}

// standingsCSV is the table for a spreadsheet.
func (s *Server) standingsCSV(v *visit) error {
	b, err := v.book()
	if err != nil {
		return err
	}
	table, err := b.after(0)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	sheet := csv.NewWriter(&out)
	head := []string{"Place", "Team", "School"}
	for _, c := range table.Codes {
		head = append(head, c.String())
	}
	for _, n := range publishedRounds(b) {
		head = append(head, fmt.Sprintf("Round %d", n))
	}
	lines := [][]string{append(head, "Provisional")}
	for _, row := range table.Rows {
		team := b.Team(row.TeamID)
		line := []string{strconv.Itoa(row.Place), plainCell(team.Name), plainCell(team.School)}
		for i, value := range row.Values {
			line = append(line, valueWords(table.Codes[i], value))
		}
		for _, cell := range row.Rounds {
			line = append(line, b.crossCell(text.Words{}, table, cell).Text)
		}
		lines = append(lines, append(line, map[bool]string{true: "yes"}[row.Provisional]))
	}
	if err := sheet.WriteAll(lines); err != nil {
		return fmt.Errorf("write the standings: %w", err)
	}
	h := v.Response().Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s-standings.csv"`, v.event.Slug, v.section.Slug))
	return v.Blob(http.StatusOK, "text/csv; charset=utf-8", out.Bytes())
}

// plainCell keeps a spreadsheet from taking a name for a formula.
func plainCell(s string) string {
	if s != "" && strings.ContainsAny(s[:1], "=+-@\t\r") {
		return "'" + s
	}
	return s
}
