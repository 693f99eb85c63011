package dispute

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// penalties is the register: every infraction with its step, also those that no
// longer count. It is never public. An entry is added by a ruling and voided by an
// appeal or a correction, never here.
func (h *rulingHandlers) penalties(v *visit.Visit) error {
	ctx := v.Request().Context()
	register, err := h.Dispute.Reader().Penalties(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	found, err := h.Dispute.Reader().List(ctx, v.Event.EventID, dispute.Selection{})
	if err != nil {
		return err
	}
	made, needed := map[int64]dispute.Ruling{}, map[int64]bool{}
	for _, r := range found.Rulings {
		made[r.RulingID] = r
	}
	register = slices.DeleteFunc(register, func(p dispute.Penalty) bool { return !v.CanIn(access.SeePenalties, p.SectionID) })
	for _, p := range register {
		needed[p.SectionID] = true
	}
	where, err := h.placesOf(v, needed)
	if err != nil {
		return err
	}
	page := pages.Register{Words: v.FormText("find"), Section: v.FormValue("section"), State: v.FormValue("state"), Any: len(register) > 0, Same: consistency(register, where)}
	registerFilters(v, where, &page)
	people, err := h.Dispute.Reader().Conducts(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	page.Conduct = "/e/" + v.Event.Slug + "/desk/conduct"
	for _, c := range dispute.MustNotComeIn(people) {
		page.Out = append(page.Out, conductLine(v, c, nil, tournament.Section{}))
	}
	if v.Can(access.EditIncident) {
		page.Add = "/e/" + v.Event.Slug + "/desk/incidents/new"
	}
	for _, p := range register {
		line := registerLine(v.Words, p, made[p.RulingID], where, register)
		line.To = fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", v.Event.Slug, made[p.RulingID].IncidentID)
		if fits(page, line, where.sections[p.SectionID].Slug) {
			page.Lines = append(page.Lines, line)
		}
	}
	return v.Page(pages.RegisterPage(v.Frame(layout.Desk, v.Words.Say("Penalties"), v.Event.Version), page))
}

// registerFilters offers the sections of the reader and the states.
func registerFilters(v *visit.Visit, where places, page *pages.Register) {
	page.Sections = []layout.Choice{{Value: "", Label: v.Words.Say("all")}}
	for _, section := range where.sections {
		if v.CanIn(access.SeePenalties, section.SectionID) {
			page.Sections = append(page.Sections, layout.Choice{Value: section.Slug, Label: section.Name})
		}
	}
	slices.SortFunc(page.Sections, func(a, b layout.Choice) int { return strings.Compare(a.Value, b.Value) })
	page.States = []layout.Choice{
		{Value: "", Label: v.Words.Say("all")}, {Value: "counts", Label: v.Words.Say("counts")}, {Value: "voided", Label: v.Words.Say("voided")}, {Value: "expired", Label: v.Words.Say("expired")},
	}
}

func fits(page pages.Register, l pages.PenaltyLine, section string) bool {
	words := tournament.NameKey(page.Words)
	return (page.Section == "" || page.Section == section) && (page.State == "" || page.State == l.State) &&
		(words == "" || strings.Contains(tournament.NameKey(l.Person+" "+l.Team+" "+l.Offence), words))
}

func registerLine(w text.Words, p dispute.Penalty, r dispute.Ruling, where places, register []dispute.Penalty) pages.PenaltyLine {
	book := where.books[p.SectionID]
	line := pages.PenaltyLine{
		Team: book.Team(p.TeamID).Name, Section: book.Section.Name, Offence: wording.OffenceName(w, p.Offence), Penalty: wording.PenaltyIn(w, p.Penalty), Step: p.Step,
		Scope: p.Scope, State: string(p.State), At: p.At, By: r.MadeByName, Where: book.Section.Name + " " + placeOf(w, book, p.MatchID),
	}
	if p.PlayerID != nil {
		if player, ok := book.Player(*p.PlayerID); ok {
			line.Person = player.Name()
		}
	}
	if p.State == dispute.Counts && newestOf(p, register) {
		line.Next = nextWords(w, book.Section, p)
	}
	return line
}

// newestOf reports whether no later entry of the player climbs the same ladder.
func newestOf(p dispute.Penalty, register []dispute.Penalty) bool {
	return !slices.ContainsFunc(register, func(other dispute.Penalty) bool {
		same := other.Offence == p.Offence && other.TeamID == p.TeamID && (other.PlayerID == nil) == (p.PlayerID == nil) && (p.PlayerID == nil || *other.PlayerID == *p.PlayerID)
		return same && other.State == dispute.Counts && other.PenaltyID > p.PenaltyID
	})
}

// nextWords is what the next offence of the kind brings, or who decides it and by
// which article where the rulebook has no step.
func nextWords(w text.Words, section tournament.Section, p dispute.Penalty) string {
	remedies, articles := dispute.StepAfter(section, p)
	var words []string
	for _, kind := range remedies {
		words = append(words, remedyWords(w, kind))
	}
	said := fault.And(words...).In(w.Told)
	if len(remedies) == 0 {
		said = w.Say("no ladder: the official decides")
		if len(articles) == 0 {
			return w.Say("%s; %s has no article", said, section.Rulebook)
		}
	}
	if len(articles) > 0 {
		said += " (" + strings.Join(articles, ", ") + ")"
	}
	return said
}

// consistency sums the register up by rulebook and offence, so that a chief sees whether
// the same offence is answered alike: "6 warning, 1 game loss". Two rulebooks may answer
// it differently, and nothing is said of that.
func consistency(register []dispute.Penalty, where places) []pages.SameOffence {
	answers, steps, voided := map[string]*tally{}, map[string]map[int]string{}, map[string]int{}
	var order []string
	uneven := map[string]bool{}
	for _, p := range register {
		offence := fmt.Sprintf("%s (%s)", wording.OffenceName(where.words, p.Offence), where.sections[p.SectionID].Rulebook)
		if answers[offence] == nil {
			order = append(order, offence)
			answers[offence], steps[offence] = newTally(), map[int]string{}
		}
		if p.State == dispute.Voided {
			voided[offence]++
			continue
		}
		answers[offence].add(wording.PenaltyIn(where.words, p.Penalty))
		if was, ok := steps[offence][p.Step]; ok && was != p.Penalty {
			uneven[offence] = true
		}
		steps[offence][p.Step] = p.Penalty
	}
	slices.Sort(order)
	var list []pages.SameOffence
	for _, offence := range order {
		line := pages.SameOffence{Offence: offence, Answers: answers[offence].words(), Uneven: uneven[offence]}
		if n := voided[offence]; n > 0 {
			line.Answers = strings.TrimPrefix(where.words.Say("%s, %d voided on appeal", line.Answers, n), ", ")
		}
		list = append(list, line)
	}
	return list
}
