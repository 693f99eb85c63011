package setup

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

// moveHandlers take entries to another section: one team, or as many as are ticked.
type moveHandlers struct{ *entryHandlers }

func (h *moveHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Post(teamsPath+"/:team/move", access.EditTeams, h.moveTeam),
		visit.Get(teamsPath+"/move", access.EditTeams, visit.WithBook(h.moveEntriesForm)),
		visit.Post(teamsPath+"/move", access.EditTeams, visit.WithBook(h.moveEntries)),
	}
}

// moveTeam takes a team that was not paired yet to another section, and leads there.
func (h *moveHandlers) moveTeam(v *visit.Visit) error {
	in := tournament.TeamMove{SectionID: v.FormID("section"), SameName: v.FormValue("same_name") == "yes"}
	in.Revision, _ = strconv.Atoi(v.FormValue("revision")) // anything else is stale
	if in.SectionID != 0 && !v.CanIn(access.EditTeams, in.SectionID) {
		return h.Refuse(v, access.EditTeams)
	}
	team, err := teamToMove(v, h.Reader)
	if err != nil {
		return err
	}
	in.TeamID = team.TeamID
	moved, err := h.Entries.MoveTeam(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if err != nil {
		return h.showTeam(v, cannotMove(v, err), nil, err)
	}
	h.Saved(v.Event.EventID)
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	for _, section := range sections {
		if section.SectionID == moved.SectionID {
			said, err := movedTo(v, h.Reader, moved, section)
			if err != nil {
				return err
			}
			return v.Onward(fmt.Sprintf("/e/%s/desk/%s/teams/%d", v.Event.Slug, section.Slug, moved.TeamID), said)
		}
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk", v.Words.Say("%s is moved.", moved.Name))
}

// cannotMove says in the panel what is wrong with a team for another section; a player's name
// may be somebody else's there.
func cannotMove(v *visit.Visit, err error) (p pages.TeamPage) {
	p.Typed.MoveTo = v.FormValue("section")
	said := visit.FieldsIn(v.Words, err)
	for field := range fault.Each(err) {
		if field != "section" {
			p.CannotMove = append(p.CannotMove, said[field])
		}
		p.AskSameName = p.AskSameName || strings.HasPrefix(field, "player")
	}
	return p
}

// teamToMove is the team of the address. Where the form is sent again the team is in the other
// section already, and the first answer is given again.
func teamToMove(v *visit.Visit, reader Reader) (tournament.Team, error) {
	_, team, err := namedTeam(v)
	if !fault.Is(err, fault.NotFound) {
		return team, err
	}
	team, known, readErr := teamElsewhere(v, reader)
	if readErr != nil || !known || !v.CanIn(access.EditTeams, team.SectionID) {
		return team, cmp.Or(readErr, err)
	}
	return team, nil
}

// teamElsewhere finds the team of the address in another section of the event.
func teamElsewhere(v *visit.Visit, reader Reader) (team tournament.Team, known bool, err error) {
	n, err := v.Number("team")
	if err != nil {
		return team, false, err
	}
	entries, err := reader.Entries(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return team, false, err
	}
	at := slices.IndexFunc(entries.Teams, func(t tournament.Team) bool { return t.TeamID == int64(n) })
	if at < 0 {
		return team, false, nil
	}
	return entries.Teams[at], true, nil
}

// whereMoved leads to a team that is in another section now, if the visitor may see it there.
func whereMoved(v *visit.Visit, reader Reader, notHere error) error {
	team, known, err := teamElsewhere(v, reader)
	if err != nil || !known || !v.CanIn(access.SeeTeams, team.SectionID) {
		return cmp.Or(err, notHere)
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(sections, func(s tournament.Section) bool { return s.SectionID == team.SectionID })
	if at < 0 { // out of sight
		return notHere
	}
	return v.SeeOther("/e/%s/desk/%s/teams/%d", v.Event.Slug, sections[at].Slug, team.TeamID)
}

// movedTo says where a team plays now, or that it has no place there yet.
func movedTo(v *visit.Visit, reader Reader, moved tournament.Team, section tournament.Section) (string, error) {
	book, err := reader.Book(v.Request().Context(), v.Event.EventID, section.SectionID)
	if err != nil {
		return "", err
	}
	if why := withoutPlace(v.Words, book, moved.TeamID); why != "" {
		return v.Words.Say("%s is moved.", moved.Name) + " " + why, nil
	}
	return v.Words.Say("%s plays in %s from round %d on.", moved.Name, section.Name, moved.ArrivesRound), nil
}

// withoutPlace says why a team that came after round 1 plays no round, empty where it does.
func withoutPlace(w text.Words, b *tournament.SectionBook, teamID int64) string {
	switch placeless := tournament.Placeless(b, teamID); {
	case placeless && b.Section.System == tournament.Knockout:
		return w.Say("The bracket stands since round 1: a team that comes now plays in none of its ties.")
	case placeless:
		return w.Say("It plays once it has a place, on the page Groups.")
	}
	return ""
}

// otherSections are those to which the visitor may move a team of this one.
func otherSections(v *visit.Visit) ([]layout.Choice, error) {
	sections, err := v.Sections()
	var choices []layout.Choice
	for _, section := range sections {
		if section.SectionID != v.Section.SectionID && section.EntrySize() == v.Section.EntrySize() && v.CanIn(access.EditTeams, section.SectionID) {
			choices = append(choices, layout.Choice{Value: strconv.FormatInt(section.SectionID, 10), Label: section.Name})
		}
	}
	return choices, err
}
