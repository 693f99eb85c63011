package publicpages

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// RowsByName lists every team under its letter.
func (s *SectionView) RowsByName(w text.Words, r *tournament.Round, change Changes) []pages.PairingRow {
	var rows []pages.PairingRow
	for i := range r.Pairings {
		p := &r.Pairings[i]
		for _, id := range slices.Concat(p.InSlot(1), p.InSlot(2)) {
			slot := p.Slot(id)
			team, partner := s.Team(id), s.Team(p.PartnerOf(id))
			row := pages.PairingRow{
				Team: team.Name, TeamSlug: team.Slug, Partner: partner.Name, PartnerSlug: partner.Slug,
				Other: s.SlotName(*p, 3-slot), OtherSlug: s.Team(p.TeamID(3 - slot)).Slug, Table: p.Table(),
			}
			row.Was, row.Moved = change.Of(team.TeamID)
			row.LineUp = newLineUp(s, r, id)
			if p.Bye != nil {
				row.Bye, row.Says = w.Say("Bye"), wording.ByeSentence(w, *p)
			}
			rows = append(rows, row)
		}
	}
	rows = append(rows, lateRows(s, w, r)...)
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
func lateRows(s *SectionView, w text.Words, r *tournament.Round) []pages.PairingRow {
	var rows []pages.PairingRow
	for _, team := range s.Teams {
		if team.ArrivesRound <= r.RoundNo || team.LeftBy(team.ArrivesRound) || r.PairingOf(team.TeamID) != nil || s.Section.System == tournament.Knockout {
			continue
		}
		rows = append(rows, pages.PairingRow{Team: team.Name, TeamSlug: team.Slug, Bye: w.Say("Later"), Says: s.Absence(w, team, r.RoundNo)})
	}
	return rows
}

// RowsByTable lists the tables, then the byes and the teams that come later.
func (s *SectionView) RowsByTable(w text.Words, r *tournament.Round, change Changes) []pages.PairingRow {
	rows := make([]pages.PairingRow, 0, len(r.Pairings))
	for i := range r.Pairings {
		p := &r.Pairings[i]
		team, other := s.Team(p.TeamID(1)), s.Team(p.TeamID(2))
		row := pages.PairingRow{Team: team.Name, TeamSlug: team.Slug, Other: other.Name, OtherSlug: other.Slug, Table: p.Table()}
		partner, otherPartner := s.Team(p.PartnerOf(team.TeamID)), s.Team(p.PartnerOf(other.TeamID))
		row.Partner, row.PartnerSlug, row.OtherPartner, row.OtherPartnerSlug = partner.Name, partner.Slug, otherPartner.Name, otherPartner.Slug
		for _, id := range slices.Concat(p.InSlot(1), p.InSlot(2)) {
			if was, moved := change.Of(id); moved && !row.Moved {
				row.Was, row.Moved = was, true
			}
		}
		if p.Bye != nil {
			row.Bye, row.Says = w.Say("Bye"), wording.ByeSentence(w, *p)
		} else {
			row.ColourA, row.ColourB = firstColours(w, *p)
			row.LineUp = newLineUp(s, r, team.TeamID, other.TeamID)
			if score := s.Section.Score(*p); score.Missing < len(p.Matches) {
				row.Score = layout.Score(score.Matches[0], score.Matches[1])
			}
		}
		rows = append(rows, row)
	}
	late := lateRows(s, w, r)
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

// Of is the table a team had in the version before, when it has another one now.
func (c Changes) Of(teamID int64) (was int, moved bool) {
	was, moved = c.was[teamID]
	return was, moved
}

func PublishedRounds(b *SectionView) []int {
	var rounds []int
	for _, r := range b.Rounds {
		if r.Public() {
			rounds = append(rounds, r.RoundNo)
		}
	}
	return rounds
}

// BesideWords say whom somebody plays, and with rotating partners with whom.
func BesideWords(w text.Words, p pages.PairingRow) string {
	if p.Partner != "" {
		return w.Say("with %s", p.Partner) + " " + w.Say("vs %s", p.Other)
	}
	return w.Say("vs %s", p.Other)
}

func TeamNames(book *tournament.SectionBook, p tournament.Pairing) [2]string {
	return [2]string{book.SlotName(p, 1), book.SlotName(p, 2)}
}

// ChangedWords says what is new in a pairing since it was published: its table, who plays, or both.
func ChangedWords(w text.Words, p pages.PairingRow) string {
	var news []string
	if p.Moved {
		news = append(news, movedWords(w, p.Was))
	}
	if p.LineUp {
		news = append(news, w.Say("new line-up"))
	}
	return strings.Join(news, ", ")
}

// movedWords says where a team sat in the version before.
func movedWords(w text.Words, was int) string {
	if was == 0 {
		return w.Say("new")
	}
	return w.Say("was %d", was)
}
