package print

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/print"
)

// bracketPaper draws the knockout of a section as it was after a round: the main
// bracket with the match for third place, then the consolation.
func bracketPaper(w text.Words, s *publicpages.SectionView, bracket *tournament.Bracket, sub string) []pages.Sheet {
	var mainRounds, consolation []tournament.BracketRound
	var third *pages.BracketColumn
	for _, r := range bracket.Rounds(s.Section) {
		switch r.Stage {
		case tournament.StageMain:
			mainRounds = append(mainRounds, r)
		case tournament.StageConsolation:
			consolation = append(consolation, r)
		case tournament.StageThird:
			third = &pages.BracketColumn{Title: publicpages.BracketRoundName(w, r), Ties: paperTies(w, s, r.Ties)}
		}
	}
	parts := bracketSheetsOf(w, s, mainRounds, sub)
	if len(parts) > 0 {
		last := parts[len(parts)-1].Columns
		last[len(last)-1].Beside = third
	}
	sheets := pages.Bracket(w, w.Say("Bracket"), parts)
	return append(sheets, pages.Bracket(w, w.Say("Consolation bracket"), bracketSheetsOf(w, s, consolation, sub))...)
}

// bracketSheetsOf cut a tree of ties into sheets of a few rounds and one line of
// play each. A sheet begins with the round the one before ends with.
func bracketSheetsOf(w text.Words, s *publicpages.SectionView, rounds []tournament.BracketRound, sub string) []pages.BracketPart {
	var parts []pages.BracketPart
	for _, at := range publicpages.AllWindows(len(rounds), pages.BracketRounds) {
		shown := rounds[at.First:at.End]
		lines := len(shown[len(shown)-1].Ties)
		for part := range lines {
			p := pages.BracketPart{Sub: sub}
			for _, r := range shown {
				each := len(r.Ties) / lines
				p.Columns = append(p.Columns, pages.BracketColumn{Title: publicpages.BracketRoundName(w, r), Ties: paperTies(w, s, r.Ties[part*each:(part+1)*each])})
			}
			if lines > 1 {
				p.Sub += ", " + w.Say("part %d of %d", part+1, lines)
			}
			parts = append(parts, p)
		}
	}
	return parts
}

func paperTies(w text.Words, s *publicpages.SectionView, ties []tournament.BracketTie) []pages.BracketTie {
	out := make([]pages.BracketTie, len(ties))
	for i, t := range ties {
		if t.Free && t.Slots[0].TeamID == 0 && t.Slots[1].TeamID == 0 {
			continue
		}
		if !t.Decided && t.Table > 0 {
			out[i].Table = w.Say("table %d", t.Table)
		}
		out[i].Winner, out[i].How = publicpages.WinnerWords(w, t), wording.DecidedHow(w, t.How)
		for k, slot := range t.Slots {
			out[i].Slots[k] = paperSlot(w, s, t, slot)
		}
	}
	return out
}

func paperSlot(w text.Words, s *publicpages.SectionView, t tournament.BracketTie, slot tournament.BracketSlot) pages.BracketSlot {
	switch {
	case slot.TeamID == 0 && t.Free:
		return pages.BracketSlot{Name: w.Say("free round"), Open: true}
	case slot.TeamID == 0 && (slot.From == nil || slot.From.Table == 0):
		return pages.BracketSlot{Open: true}
	case slot.TeamID == 0:
		return pages.BracketSlot{Name: publicpages.ComesFrom(w, slot.From), Open: true}
	}
	out := pages.BracketSlot{Name: s.Team(slot.TeamID).Name, Seed: strconv.Itoa(slot.Seed), Won: slot.Won}
	if t.Begun {
		out.Score = layout.Half(slot.Score)
	}
	return out
}
