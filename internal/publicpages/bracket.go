package publicpages

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// BracketParts draw the knockout of a section as it was after a round; none
// before its first round is published.
func (s *SectionView) BracketParts(w text.Words, round int) []pages.BracketPart {
	bracket := s.BracketAfter(round)
	if bracket == nil {
		return nil
	}
	titles := map[tournament.BracketStage]string{
		tournament.StageMain: w.Say("Knockout"), tournament.StageThird: w.Say("Third place"), tournament.StageConsolation: w.Say("Consolation bracket"),
	}
	var parts []pages.BracketPart
	for _, r := range bracket.Rounds(s.Section) {
		if title := titles[r.Stage]; len(parts) == 0 || parts[len(parts)-1].Title != title {
			parts = append(parts, pages.BracketPart{Title: title})
		}
		column := pages.BracketRound{Title: BracketRoundName(w, r)}
		for _, t := range r.Ties {
			column.Ties = append(column.Ties, s.bracketTie(w, t))
		}
		part := &parts[len(parts)-1]
		part.Rounds = append(part.Rounds, column)
	}
	return parts
}

// BracketAfter is the knockout as it was after a round, nil before its first one is
// published.
func (s *SectionView) BracketAfter(round int) *tournament.Bracket {
	if !s.Section.System.Bracket() || round < s.FirstKnockout() {
		return nil
	}
	// An error is a tie without a winner: the bracket is good up to there.
	bracket, _ := s.Bracket(round + 1)
	return bracket
}

func BracketRoundName(w text.Words, r tournament.BracketRound) string {
	switch {
	case r.Stage == tournament.StageThird:
		return w.Say("Match for third place")
	case r.Stage == tournament.StageConsolation:
		return w.Say("Round %d", r.Round)
	}
	switch r.Of - r.Round {
	case 0:
		return w.Say("Final")
	case 1:
		return w.Say("Semifinal")
	case 2:
		return w.Say("Quarterfinal")
	}
	return w.Say("Round of %s", strconv.Itoa(1<<(r.Of-r.Round+1)))
}

func (s *SectionView) bracketTie(w text.Words, t tournament.BracketTie) pages.BracketTie {
	var out pages.BracketTie
	for i, slot := range t.Slots {
		team := s.Team(slot.TeamID)
		switch {
		case slot.TeamID != 0:
			out.Slots[i] = pages.BracketSlot{Team: team.Name, Slug: team.Slug, Seed: strconv.Itoa(slot.Seed), Won: slot.Won}
			if t.Begun {
				out.Slots[i].Score = layout.Half(slot.Score)
			}
		case t.Free:
			out.Slots[i] = pages.BracketSlot{Team: w.Say("free round")}
		default:
			out.Slots[i] = pages.BracketSlot{Team: ComesFrom(w, slot.From)}
		}
	}
	out.Winner, out.How = WinnerWords(w, t), wording.DecidedHow(w, t.How)
	if !t.Decided && t.Table > 0 {
		out.Table = w.Say("table %s", strconv.Itoa(t.Table))
	}
	return out
}

// WinnerWords are what is said beside who won a tie.
func WinnerWords(w text.Words, t tournament.BracketTie) string {
	if t.Last {
		return w.Say("wins")
	}
	return w.Say("goes on")
}

// ComesFrom says who comes to a slot of a tie that is not known yet.
func ComesFrom(w text.Words, from *tournament.BracketSource) string {
	switch {
	case from == nil || from.Table == 0:
		return w.Say("not known yet")
	case from.Loser:
		return w.Say("loser of table %s", strconv.Itoa(from.Table))
	}
	return w.Say("winner of table %s", strconv.Itoa(from.Table))
}

// Alone reports whether the entries are players, who get a new partner every round.
func (s *SectionView) Alone() bool { return s.Section.EntrySize() == 1 }

// EntryHead heads the column of those who are ranked.
func EntryHead(w text.Words, s *SectionView) string { return pages.EntryHead(w, s.Alone()) }

// TieNotes tell how level teams of a group were ordered, or that it is open.
func (s *SectionView) TieNotes(w text.Words, g tournament.GroupStanding) []string {
	var notes []string
	for _, order := range g.Ordered {
		var names []string
		for _, t := range order {
			names = append(names, s.Team(t.TeamID).Name)
		}
		all := strings.Join(names, ", ")
		if order[0].How == tournament.ByLot {
			notes = append(notes, w.Say("Level after all tie-breaks, ordered by lot: %s. Seed of the lot: %s.", all, order[0].Seed))
		} else {
			notes = append(notes, w.Say("Level after all tie-breaks, ordered by an official: %s. %s", all, order[0].Reason))
		}
	}
	if g.Complete {
		for _, level := range g.Level {
			notes = append(notes, w.Say("Level after all tie-breaks: %s. The order is still to be decided.", strings.Join(s.Names(level), ", ")))
		}
	}
	return notes
}
