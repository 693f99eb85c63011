package web

import (
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// decideLevel records who goes on from a level tie of a knockout.
func (s *Server) decideLevel(v *visit) error {
	n, err := v.number("round")
	if err != nil {
		return err
	}
	var form fault.Form
	in := tournament.Decider{
		SectionID: v.section.SectionID, RoundNo: n, Table: v.formNumber(&form, "table", 1, 99999), Slot: v.formNumber(&form, "decider", 0, 2),
		How: tournament.DeciderHow(v.FormValue("how")), Reason: v.formText("reason"),
	}
	said := ""
	if err = form.Err(); err == nil {
		said, err = s.Tournament.SetDecider(v.Request().Context(), v.event.EventID, v.command(), in)
	}
	if refusable(err) {
		frame, page, again := v.bench(fault.Message(err))
		refuseDecider(page.Deciders, in, fault.Fields(err))
		if again != nil {
			return again
		}
		return v.again(err, pages.Bench(frame, page))
	}
	if err != nil {
		return err
	}
	b, err := v.freshBook()
	if err != nil {
		return err
	}
	if level := b.undecided(); level != nil {
		return v.say(v.levelAddress(level), said)
	}
	if n == b.LastRound() {
		return v.say(v.deskPath("/round/%d/pair", n), said)
	}
	return v.say(v.deskPath("/round/%d/pair", n+1), said)
}

// levelTables are the ties of the last published round that ended level, for the workbench
// of that round and, before it is drafted, of the next.
func (v *visit) levelTables(b *shelf) []pages.LevelTable {
	var level []pages.LevelTable
	for _, p := range b.LevelTies() {
		line := pages.LevelTable{
			Table: p.Table(), Teams: teamNames(b.Book, p), How: string(p.DeciderHow), Words: p.Decider, To: v.deskPath("/round/%d/pair/decider", p.RoundNo),
			Points: layout.Half(b.Section.Score(p).Matches[0]),
		}
		for _, how := range tournament.DecidersHow {
			line.Ways = append(line.Ways, layout.Choice{Value: string(how), Label: deciderLabels[how]})
		}
		if p.DeciderSlot != nil {
			line.Slot = *p.DeciderSlot
		}
		level = append(level, line)
	}
	return level
}

// refuseDecider puts what was typed back into the form that was refused, with what is wrong.
func refuseDecider(level []pages.LevelTable, in tournament.Decider, errors map[string]string) {
	for i := range level {
		if at := &level[i]; at.Table == in.Table {
			at.Slot, at.How, at.Words, at.Errors = in.Slot, string(in.How), in.Reason, errors
		}
	}
}

// undecided is the first level tie of the last round that nobody decided, nil for none.
func (s *shelf) undecided() *tournament.Pairing {
	for _, p := range s.LevelTies() {
		if p.DeciderSlot == nil {
			return &p
		}
	}
	return nil
}

// levelAddress is the form for a level tie, on the workbench of its own round.
func (v *visit) levelAddress(p *tournament.Pairing) string {
	return v.deskPath("/round/%d/pair#level-%d", p.RoundNo, p.Table())
}

var deciderLabels = map[tournament.DeciderHow]string{
	tournament.DecidedByGame: "One more game", tournament.DecidedByLot: "By lot", tournament.DecidedByRules: "By the rules of the event", tournament.DecidedElse: "Otherwise",
}

// decidedHow says to readers how a tie that ended level was decided, "" for the others.
func decidedHow(w text.Words, how tournament.DeciderHow) string {
	switch how {
	case tournament.DecidedByGame:
		return w.Say("level, decided by one more game")
	case tournament.DecidedByLot:
		return w.Say("level, decided by lot")
	case tournament.DecidedByRules:
		return w.Say("level, decided by the rules of the event")
	case tournament.DecidedElse:
		return w.Say("level, decided by the officials")
	}
	return ""
}

// endedLevel reports whether a table is a level tie of a knockout that may be decided now.
func (v *visit) endedLevel(book *tournament.Book, round *tournament.Round, p tournament.Pairing) bool {
	last := book.Current()
	return v.can(access.SeeDraft) && last != nil && last.RoundNo == round.RoundNo &&
		slices.ContainsFunc(book.LevelTies(), func(level tournament.Pairing) bool { return level.PairingNo == p.PairingNo })
}
