package setup

import (
	"cmp"
	"strconv"
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
var basisWords = map[rulebook.Basis]text.Message{
	rulebook.Default: text.Message("open in the text, our default"), rulebook.HouseValue: text.Message("house rule"), rulebook.OfficialsCall: text.Message("the director decides"),
}

// settingsSheet prints what a section is played by: its settings, and every rule
// in which it differs from the text of its rulebook or fills it in.
func (h *Handlers) settingsSheet(v *visit.Visit) error {
	section := v.Section
	book, err := section.Rules()
	if err != nil {
		return err
	}
	paper := visit.OnPaper(v)
	w := paper.Words
	columns := []sheets.Column{{Label: w.Say("Setting")}, {Label: w.Say("Value")}, {Label: w.Say("From")}}
	var rows []sheets.Row
	for _, setting := range tournament.Settings() {
		if setting.Sheet != "" && setting.Concerns(section.System) {
			value, from := onSheet(w, setting, section, book)
			rows = append(rows, sheets.Row{Cells: []string{w.Say(text.Message(setting.Sheet)), value, from}})
		}
	}
	for _, c := range book.Cells() {
		basis, own := basisWords[c.Basis()]
		from := w.Say(basis)
		switch {
		case !own && c.InPart:
			from = w.Say("the text, our default in a detail it leaves open")
		case !own:
			continue // the text says it; the rules page names the article
		case c.BaseLaw:
			from += w.Say(": that of %s", w.Say(text.Message(book.BaseLaw())))
		}
		if c.Note != "" {
			from += ": " + c.Note
		}
		rows = append(rows, sheets.Row{Cells: []string{w.Rule(c.Setting.Question()), wording.UpperFirst(w.Answer(c.Setting, c.Value)), from}, Mark: c.Replaced})
	}
	state := w.Say("not fixed yet")
	if section.FrozenAt != nil {
		state = w.Say("fixed since %s", paper.Clock(*section.FrozenAt))
	}
	seal, err := h.Journal.Head(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	foot := visit.EventFoot(paper, seal.Groups())
	foot.Place = section.Name
	const lines = 2
	job := visit.Paper(paper, v.Words.Say("Settings of %s", section.Name), foot, sheets.TallTable(w.Say("Settings"), section.Name+", "+state, columns, rows, lines))
	return v.Page(sheets.Papers(v.Frame(layout.Desk, v.Words.Say("Print"), 0), job))
}

// onSheet is a setting as its line on the sheet says it, and where it comes from. What
// has no words of its own here is said as the journal says it.
func onSheet(w text.Words, setting tournament.Setting, section tournament.Section, book *rulebook.Rulebook) (value, from string) {
	switch setting.Name {
	case "rulebook":
		return string(book.Name()) + ", " + w.Rule(book.Title()), ""
	case "system":
		return systemName(w, section.System), ""
	case "seat_rotation":
		return wording.UpperFirst(pages.RotationWords(w, section.SeatRotation)), ""
	case "scoring":
		return map[string]string{"match": w.Say("one point per match won"), "pairing": w.Say("one result per pairing")}[section.Scoring], ""
	case "bye_points":
		return w.Say("%s of %s of a round", layout.Half(section.ByePoints), wording.PointsWords(w, section.MaxPairingPoints())), ""
	case "no_half_in_last":
		return cmp.Or(section.LastRounds(), w.Say("in no round: they are given in all")), ""
	case "tie_breaks":
		return layout.Spaced(section.TieBreaks), w.Say("C.07 of %s", strconv.Itoa(section.TieBreakEdition))
	case "clock":
		return layout.ClockTime(section.ClockMS), ""
	case "round_minutes":
		return w.Say("%d minutes, results missing %d minutes later", section.RoundMinutes, section.GraceMinutes), ""
	case "appeal_minutes":
		return w.Say("within %d minutes", section.AppealMinutes), ""
	case "first_table":
		return strings.TrimSuffix(w.Say("from %d, %s", section.FirstTable, section.Hall), ", "), ""
	}
	return w.Say(text.Message(setting.Said(section))), ""
}
