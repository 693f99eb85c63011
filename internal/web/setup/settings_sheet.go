package setup

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	sheets "github.com/tandemchess/tandem/templates/print"
	pages "github.com/tandemchess/tandem/templates/setup"
)

// basisWords name where a rule comes from that is not in the text itself.
var basisWords = map[rulebook.Basis]string{
	rulebook.Default: "open in the text, our default", rulebook.HouseValue: "house rule", rulebook.OfficialsCall: "the director decides",
}

// settingsSheet prints what a section is played by: its settings, and every rule
// in which it differs from the text of its rulebook or fills it in.
func (h *Handlers) settingsSheet(v *visit.Visit) error {
	section := v.Section
	book, err := section.Rules()
	if err != nil {
		return err
	}
	columns := []sheets.Column{{Label: v.Words.Say("Setting")}, {Label: v.Words.Say("Value")}, {Label: v.Words.Say("From")}}
	var rows []sheets.Row
	for _, setting := range tournament.Settings() {
		if setting.Sheet != "" && setting.Concerns(section.System) {
			value, from := onSheet(setting, section, book)
			rows = append(rows, sheets.Row{Cells: []string{setting.Sheet, value, from}})
		}
	}
	for _, c := range book.Cells() {
		from, own := basisWords[c.Basis()]
		switch {
		case !own && c.InPart:
			from = v.Words.Say("the text, our default in a detail it leaves open")
		case !own:
			continue // the text says it; the rules page names the article
		case c.BaseLaw:
			from += v.Words.Say(": that of %s", book.BaseLaw())
		}
		if c.Note != "" {
			from += ": " + c.Note
		}
		rows = append(rows, sheets.Row{Cells: []string{c.Setting.Question(), wording.UpperFirst(c.Setting.Say(c.Value)), from}, Mark: c.Replaced})
	}
	state := v.Words.Say("not fixed yet")
	if section.FrozenAt != nil {
		state = v.Words.Say("fixed since %s", v.Clock(*section.FrozenAt))
	}
	seal, err := h.Journal.Head(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	foot := visit.EventFoot(v, seal.Groups())
	foot.Place = section.Name
	const lines = 2
	return v.Page(sheets.Papers(v.Frame(layout.Desk, v.Words.Say("Print"), 0), sheets.Job{
		Title: v.Words.Say("Settings of %s", section.Name), Foot: foot, Sheets: sheets.TallTable(v.Words.Say("Settings"), section.Name+", "+state, columns, rows, lines),
	}))
}

// onSheet is a setting as its line on the sheet says it, and where it comes from. What
// has no words of its own here is said as the journal says it.
func onSheet(setting tournament.Setting, section tournament.Section, book *rulebook.Rulebook) (value, from string) {
	switch setting.Name {
	case "rulebook":
		return string(book.Name()) + ", " + book.Title(), ""
	case "system":
		return systemName(section.System), ""
	case "seat_rotation":
		return wording.UpperFirst(pages.RotationWords(section.SeatRotation)), ""
	case "scoring":
		return map[string]string{"match": "one point per match won", "pairing": "one result per pairing"}[section.Scoring], ""
	case "bye_points":
		return layout.Half(section.ByePoints) + " of " + wording.PointsWords(text.Words{}, section.MaxPairingPoints()) + " of a round", ""
	case "no_half_in_last":
		return cmp.Or(section.LastRounds(), "in no round: they are given in all"), ""
	case "tie_breaks":
		return layout.Spaced(section.TieBreaks), fmt.Sprintf("C.07 of %d", section.TieBreakEdition)
	case "clock":
		return layout.ClockTime(section.ClockMS), ""
	case "round_minutes":
		return fmt.Sprintf("%d minutes, results missing %d minutes later", section.RoundMinutes, section.GraceMinutes), ""
	case "appeal_minutes":
		return fmt.Sprintf("within %d minutes", section.AppealMinutes), ""
	case "first_table":
		return strings.TrimSuffix(fmt.Sprintf("from %d, %s", section.FirstTable, section.Hall), ", "), ""
	}
	return setting.Said(section), ""
}
