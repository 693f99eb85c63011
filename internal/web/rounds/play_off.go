package rounds

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// lineTie is what can be done about teams that are level across a line.
func lineTie(v *visit.Visit, b *tournament.SectionBook, line phase.Line) pages.LineTie {
	tie := pages.LineTie{LevelTie: pages.LevelTie{Group: line.Table}}
	if off := tournament.PlayOffAbout(b, line.Level); off != nil && !tournament.PlayOffOver(off) {
		plays := playOffLine(v, b, off)
		tie.Plays = &plays
		return tie
	}
	tie.Pair = &pages.PlayOffForm{
		Name: v.Words.Say("Play-off %s", b.Section.Name), Matches: strconv.Itoa(b.Section.MatchesPerPairing), FirstTable: strconv.Itoa(b.Section.FirstTable),
	}
	if len(line.Level) > 2 {
		tie.Pair.Systems = []layout.Choice{
			{Value: string(tournament.RoundRobin), Label: v.Words.Say("everybody plays everybody")},
			{Value: string(tournament.Knockout), Label: v.Words.Say("knockout")},
		}
	}
	return tie
}

// playOffLines are the play-offs for places of a section.
func playOffLines(v *visit.Visit, b *tournament.SectionBook) []pages.PlayOff {
	var list []pages.PlayOff
	for _, off := range b.PlayOffs {
		list = append(list, playOffLine(v, b, off))
	}
	return list
}

// playOffLine says who plays a play-off and how far it is.
func playOffLine(v *visit.Visit, b, off *tournament.SectionBook) pages.PlayOff {
	var names []string
	for _, id := range tournament.PlayOffTeams(off) {
		names = append(names, b.Team(id).Name)
	}
	line := pages.PlayOff{Says: off.Section.Name + ": " + v.Words.Versus(names...), To: "/e/" + v.Event.Slug + "/desk/" + off.Section.Slug}
	switch {
	case tournament.PlayOffOver(off):
		line.State = v.Words.Say("over")
	case off.Current() == nil:
		line.State = v.Words.Say("not paired yet")
	default:
		line.State = v.Words.Say("being played")
	}
	return line
}

// pairPlayOff lets teams that are level across a line play for it.
func (h *phaseHandlers) pairPlayOff(v *visit.Visit) error {
	in := tournament.PairPlayOff{SectionID: v.Section.SectionID, Name: v.FormText("name"), System: tournament.System(v.FormText("system"))}
	var form fault.Form
	in.Matches, in.FirstTable = v.FormNumber(&form, "matches", 1, 9), v.FormNumber(&form, "first_table", 1, 9999)
	err := form.Err()
	if err == nil {
		in.Teams, err = teamsOfTie(v)
	}
	var off tournament.Section
	if err == nil {
		off, err = h.phases.PairPlayOff(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if err != nil {
		return h.phaseAnswer(v, err, "")
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/"+off.Slug, v.Words.Say("%s has its teams. Pair round 1 when you are ready.", off.Name))
}

// keepTyped puts what was typed back into the form about level teams that was refused.
func keepTyped(v *visit.Visit, leads []pages.PhaseLead, refused error) {
	for i := range leads {
		for j := range leads[i].Ties {
			tie := &leads[i].Ties[j]
			if tie.Value != v.FormValue("tie") {
				continue
			}
			tie.Typed = typedOrder(v, tie.LevelTie, refused)
			if tie.Pair != nil && v.Request().Form.Has("first_table") {
				tie.Pair.Name, tie.Pair.Matches, tie.Pair.FirstTable, tie.Pair.System = v.FormText("name"), v.FormText("matches"), v.FormText("first_table"), v.FormText("system")
				tie.Pair.Errors = visit.FieldsIn(v.Words, refused)
			}
		}
	}
}

// teamsOfTie are the level teams that a form is about.
func teamsOfTie(v *visit.Visit) ([]int64, error) {
	var ids []int64
	for text := range strings.SplitSeq(v.FormValue("tie"), "-") {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fault.New(fault.Invalid, "This tie cannot be read. Open the page again.")
		}
		ids = append(ids, id)
	}
	return ids, nil
}
