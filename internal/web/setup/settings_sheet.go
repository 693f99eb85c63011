package setup

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
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
	columns := []sheets.Column{{Label: "Setting"}, {Label: "Value"}, {Label: "From"}}
	var rows []sheets.Row
	add := func(label, value, from string) { rows = append(rows, sheets.Row{Cells: []string{label, value, from}}) }
	yes := func(on bool) string {
		if on {
			return "yes"
		}
		return "no"
	}
	add("Rulebook", string(book.Name())+", "+book.Title(), "")
	add("Pairing system", systemName(section.System), "")
	add("Rounds", fmt.Sprint(section.Rounds), "")
	add("Matches per pairing", fmt.Sprint(section.MatchesPerPairing), "")
	add("Seats", wording.UpperFirst(pages.RotationWords(section.SeatRotation)), "")
	add("Scoring", map[string]string{"match": "one point per match won", "pairing": "one result per pairing"}[section.Scoring], "")
	add("Bye of the pairing system", layout.Half(section.ByePoints)+" of "+wording.PointsWords(text.Words{}, section.MaxPairingPoints())+" of a round", "")
	add("Requested byes per team", fmt.Sprint(section.RequestedByeLimit), "")
	add("No half-point byes", cmp.Or(section.LastRounds(), "in no round: they are given in all"), "")
	add("Tie-breaks", layout.Spaced(section.TieBreaks), fmt.Sprintf("C.07 of %d", section.TieBreakEdition))
	add("Time per player", layout.ClockTime(section.ClockMS), "")
	add("Round", fmt.Sprintf("%d minutes, results missing %d minutes later", section.RoundMinutes, section.GraceMinutes), "")
	add("Appeals", fmt.Sprintf("within %d minutes", section.AppealMinutes), "")
	add("Tables", strings.TrimSuffix(fmt.Sprintf("from %d, %s", section.FirstTable, section.Hall), ", "), "")
	add("Second report verifies", yes(section.VerifyTeams || section.VerifyRekey), "")
	add("One official alone", yes(section.OneOfficial), "")
	add("Live matches public", yes(section.Broadcast), "")
	for _, c := range book.Cells() {
		from, own := basisWords[c.Basis()]
		switch {
		case !own && c.InPart:
			from = "the text, our default in a detail it leaves open"
		case !own:
			continue // the text says it; the rules page names the article
		case c.BaseLaw:
			from += ": that of " + book.BaseLaw()
		}
		if c.Note != "" {
			from += ": " + c.Note
		}
		rows = append(rows, sheets.Row{Cells: []string{c.Setting.Question(), wording.UpperFirst(c.Setting.Say(c.Value)), from}, Mark: c.Replaced})
	}
	state := "not fixed yet"
	if section.FrozenAt != nil {
		state = "fixed since " + v.Clock(*section.FrozenAt)
	}
	seal, err := h.Journal.Head(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	foot := visit.EventFoot(v, seal.Groups())
	foot.Place = section.Name
	const lines = 2
	return v.Page(sheets.Papers(v.Frame(layout.Desk, "Print", 0), sheets.Job{
		Title: "Settings of " + section.Name, Foot: foot, Sheets: sheets.TallTable("Settings", section.Name+", "+state, columns, rows, lines),
	}))
}
