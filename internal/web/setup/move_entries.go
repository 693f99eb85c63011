package setup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

// moveEntriesForm asks who of a section goes to another one. Everybody is ticked where two
// sections are to become one.
func (h *moveHandlers) moveEntriesForm(v *visit.Visit, book *publicpages.SectionView) error {
	in := tournament.EntriesMove{}
	if v.FormValue("all") == "yes" {
		teams, alone := tournament.Movable(book.SectionBook)
		for _, t := range teams {
			in.Teams = append(in.Teams, t.TeamID)
		}
		for _, p := range alone {
			in.Players = append(in.Players, p.PlayerID)
		}
	}
	page, err := moveEntriesPage(v, book, in, nil)
	if err != nil {
		return err
	}
	return v.Page(pages.MoveEntriesPage(moveFrame(v, book), page))
}

// mayMove reports whether the list leads to the form. An error is no reason to keep the list back.
func mayMove(v *visit.Visit, book *publicpages.SectionView) bool {
	if !v.Can(access.EditTeams) {
		return false
	}
	sections, err := otherSections(v)
	teams, alone := tournament.Movable(book.SectionBook)
	return err == nil && len(sections) > 0 && len(teams)+len(alone) > 0
}

func moveFrame(v *visit.Visit, book *publicpages.SectionView) layout.Frame {
	return v.Frame(layout.Desk, v.Words.Say(publicpages.ByEntry(book.Section, text.Message("Move teams"), text.Message("Move players"))), 0)
}

// moveEntriesPage shows who can move, those ticked who were, and who could not.
func moveEntriesPage(v *visit.Visit, book *publicpages.SectionView, in tournament.EntriesMove, err error) (pages.MoveEntries, error) {
	sections, readErr := otherSections(v)
	p := pages.MoveEntries{
		Alone: book.Alone(), Sections: sections, To: in.SectionID, SameName: in.SameName, Errors: visit.FieldsIn(v.Words, err),
		Stay: len(book.Teams), All: v.FormValue("all") == "yes",
	}
	if err != nil {
		p.Problem = visit.SaidIn(v.Words, err)
	}
	teams, alone := tournament.Movable(book.SectionBook)
	p.Stay -= len(teams)
	for _, t := range teams {
		p.Rows = append(p.Rows, pages.MovingRow{Field: fmt.Sprintf("team%d", t.TeamID), TeamID: t.TeamID, Name: t.Name, Code: t.Code, Players: book.Members(t.TeamID), Ticked: slices.Contains(in.Teams, t.TeamID)})
	}
	for _, player := range alone {
		p.Waiting = append(p.Waiting, pages.MovingRow{
			Field: fmt.Sprintf("player%d", player.PlayerID), Name: player.Name(), Players: []tournament.Player{player}, Ticked: slices.Contains(in.Players, player.PlayerID),
		})
	}
	rows := slices.Concat(p.Rows, p.Waiting)
	for field := range fault.Each(err) {
		at := slices.IndexFunc(rows, func(r pages.MovingRow) bool { return r.Field == field })
		switch {
		case at >= 0:
			p.AskSameName = true
		case field != "section": // it is in no row any more
			p.Gone = append(p.Gone, p.Errors[field])
		}
	}
	p.AskSameName = p.AskSameName || in.SameName
	return p, readErr
}

// moveEntries takes those who are ticked to the section that is chosen.
func (h *moveHandlers) moveEntries(v *visit.Visit, book *publicpages.SectionView) error {
	in := tournament.EntriesMove{FromID: v.Section.SectionID, SectionID: v.FormID("section"), SameName: v.FormValue("same_name") == "yes"}
	form, err := v.FormParams()
	if err != nil {
		return err
	}
	for name := range form {
		if id, ok := strings.CutPrefix(name, "team"); ok {
			in.Teams = appendID(in.Teams, id)
		} else if id, ok := strings.CutPrefix(name, "player"); ok {
			in.Players = appendID(in.Players, id)
		}
	}
	slices.Sort(in.Teams)
	slices.Sort(in.Players)
	if in.SectionID != 0 && !v.CanIn(access.EditTeams, in.SectionID) {
		return h.Refuse(v, access.EditTeams)
	}
	moved, err := h.Entries.MoveEntries(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if err != nil {
		return h.moveEntriesAgain(v, in, err)
	}
	h.Saved(v.Event.EventID)
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(sections, func(s tournament.Section) bool { return s.SectionID == moved.SectionID })
	if at < 0 { // put out of sight meanwhile
		return v.SeeOther("/e/%s/desk", v.Event.Slug)
	}
	said, err := allMovedTo(v, h.Reader, moved, sections[at])
	if err != nil {
		return err
	}
	if moved.LeftEmpty {
		said += " " + v.Words.Say("%s has no entry any more; the set-up can put it out of sight.", v.Section.Name)
	}
	return v.Onward(fmt.Sprintf("/e/%s/desk/%s/teams", v.Event.Slug, sections[at].Slug), said)
}

// allMovedTo says who came into a section, from when on the teams play, and what was left behind.
func allMovedTo(v *visit.Visit, reader Reader, moved tournament.EntriesMoved, section tournament.Section) (string, error) {
	book, err := reader.Book(v.Request().Context(), v.Event.EventID, section.SectionID)
	if err != nil {
		return "", err
	}
	var who []string
	if moved.Teams > 0 {
		who = append(who, v.Words.Say(publicpages.ByEntry(section, text.Message("%d teams"), text.Message("%d players")), moved.Teams))
	}
	if moved.Players > 0 {
		who = append(who, v.Words.Say("%d without a partner", moved.Players))
	}
	said := v.Words.Say("Moved to %s: %s.", section.Name, strings.Join(who, ", "))
	placeless := slices.ContainsFunc(book.Teams, func(t tournament.Team) bool {
		return t.ArrivesRound == moved.FirstRound && tournament.Placeless(book, t.TeamID)
	})
	switch {
	case moved.Teams == 0 || moved.FirstRound == 1:
	case placeless && section.System == tournament.Knockout:
		said += " " + v.Words.Say("The bracket stands since round 1: a team that comes now plays in none of its ties.")
	case placeless:
		said += " " + v.Words.Say("Whoever comes now plays once it has a place, on the page Groups.")
	default:
		said += " " + v.Words.Say("They play from round %d on.", moved.FirstRound)
	}
	if len(moved.LeftBehind) > 0 {
		said += " " + v.Words.Say("Requested byes and pairs kept apart that did not come along: %s.", strings.Join(moved.LeftBehind, ", "))
	}
	return said, nil
}

func appendID(ids []int64, text string) []int64 {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		ids = append(ids, id)
	}
	return ids
}

// moveEntriesAgain shows the form once more, with who is there now.
func (h *moveHandlers) moveEntriesAgain(v *visit.Visit, in tournament.EntriesMove, refused error) error {
	if !visit.Refusable(refused) {
		return refused
	}
	book, err := v.FreshBook()
	if err != nil {
		return err
	}
	page, err := moveEntriesPage(v, book, in, refused)
	if err != nil {
		return err
	}
	return v.Again(refused, pages.MoveEntriesPage(moveFrame(v, book), page))
}
