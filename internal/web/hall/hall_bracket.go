package hall

import (
	"slices"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/hall"
	"github.com/tandemchess/tandem/templates/layout"
)

// roundsPerSheet is how many rounds of a bracket stand side by side on a screen;
// the first of them then has four ties.
const roundsPerSheet = 3

// bracketSheets are the parts of a knockout that still matter: from the round being
// played up to the final, then the same of the consolation bracket.
func bracketSheets(s *publicpages.SectionView, w text.Words, head pages.Sheet, bracket *tournament.Bracket) []pages.Sheet {
	var mainRounds, consolation []tournament.BracketRound
	var third *pages.Column
	for _, r := range bracket.Rounds(s.Section) {
		switch r.Stage {
		case tournament.StageMain:
			mainRounds = append(mainRounds, r)
		case tournament.StageConsolation:
			consolation = append(consolation, r)
		case tournament.StageThird:
			third = &pages.Column{Title: publicpages.BracketRoundName(w, r), Ties: hallTies(s, w, r.Ties)}
		}
	}
	head.Sub = w.Say("Knockout")
	sheets := stageSheets(s, w, head, mainRounds)
	columns := sheets[len(sheets)-1].Columns
	if final := mainRounds[len(mainRounds)-1]; columns[len(columns)-1].Title == publicpages.BracketRoundName(w, final) {
		columns[len(columns)-1].Beside = third
	}
	head.Sub = w.Say("Consolation bracket")
	return append(sheets, stageSheets(s, w, head, consolation)...)
}

// stageSheets cut a tree of ties into sheets of a few rounds and four lines of play.
// Every sheet begins with the round the one before ends with.
func stageSheets(s *publicpages.SectionView, w text.Words, head pages.Sheet, rounds []tournament.BracketRound) []pages.Sheet {
	var sheets []pages.Sheet
	for _, at := range bracketWindows(rounds) {
		shown := rounds[at.First:at.End]
		last := shown[len(shown)-1]
		for part := range last.Ties {
			sheet := head
			for _, r := range shown {
				each := len(r.Ties) / len(last.Ties)
				sheet.Columns = append(sheet.Columns, pages.Column{Title: publicpages.BracketRoundName(w, r), Ties: hallTies(s, w, r.Ties[part*each:(part+1)*each])})
			}
			sheet.Range = span(sheet.Columns[0].Title, sheet.Columns[len(shown)-1].Title)
			sheets = append(sheets, sheet)
		}
	}
	return sheets
}

// bracketWindows are the runs of rounds to show: each as long as something in it is
// open that the next does not show, and the next once somebody has come to it.
func bracketWindows(rounds []tournament.BracketRound) []publicpages.BracketWindow {
	all := publicpages.AllWindows(len(rounds), roundsPerSheet)
	var shown []publicpages.BracketWindow
	for i, at := range all {
		next := len(rounds)
		if i+1 < len(all) {
			next = all[i+1].First
		}
		come := slices.ContainsFunc(rounds[at.First].Ties, func(t tournament.BracketTie) bool { return t.Slots[0].TeamID != 0 || t.Slots[1].TeamID != 0 })
		open := slices.ContainsFunc(rounds[at.First:next], func(r tournament.BracketRound) bool {
			return slices.ContainsFunc(r.Ties, func(t tournament.BracketTie) bool { return !t.Decided })
		})
		if i == 0 && open || come && (open || next == len(rounds)) {
			shown = append(shown, at)
		}
	}
	return shown
}

func hallTies(s *publicpages.SectionView, w text.Words, ties []tournament.BracketTie) []pages.Tie {
	out := make([]pages.Tie, len(ties))
	for i, t := range ties {
		if t.Free && t.Slots[0].TeamID == 0 && t.Slots[1].TeamID == 0 {
			continue
		}
		if !t.Decided {
			out[i].Table = t.Table
		}
		out[i].Winner, out[i].How = publicpages.WinnerWords(w, t), wording.DecidedHow(w, t.How)
		for k, slot := range t.Slots {
			out[i].Slots[k] = hallSlot(s, w, t, slot)
		}
	}
	return out
}

func hallSlot(s *publicpages.SectionView, w text.Words, t tournament.BracketTie, slot tournament.BracketSlot) pages.Slot {
	switch {
	case slot.TeamID == 0 && t.Free:
		return pages.Slot{Name: w.Say("free round"), Open: true}
	case slot.TeamID == 0:
		return pages.Slot{Name: publicpages.ComesFrom(w, slot.From), Open: true}
	}
	out := pages.Slot{Name: s.Team(slot.TeamID).Name, Won: slot.Won, Lost: t.Decided && !slot.Won}
	if t.Begun {
		out.Score = layout.Half(slot.Score)
	}
	return out
}
