package dispute

import (
	"slices"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// packet is what was decided on an incident, oldest first: each ruling, and each appeal
// with its grounds, what its reviewer decided and why, and whom he heard. Every level
// reads what the levels below it wrote. The appeal and the ruling that the page itself
// shows are left out, 0 for none.
func packet(w text.Words, f dispute.WholeIncident, appeal, ruling int64) []pages.Signed {
	var list []pages.Signed
	for _, r := range f.Rulings {
		view := *signedView(w, f, r)
		view.Title = w.Say("Ruling of the %s", view.Level)
		for _, a := range f.Appeals {
			if a.AppealID == appeal || a.NewRuling == nil || *a.NewRuling != r.RulingID {
				continue
			}
			view.Title = w.Say("Decision of the %s on appeal %d", view.Level, a.AppealID)
			onAppeal(w, f, a, &view)
		}
		if r.RulingID != ruling {
			list = append(list, view)
		}
		for _, a := range f.Appeals {
			if a.AppealID == appeal || a.RulingID != r.RulingID || a.NewRuling != nil || a.State == dispute.AppealOpen || a.DecidedAt == nil {
				continue
			}
			decided := pages.Signed{
				Title: w.Say("Decision of the %s on appeal %d", wording.LevelName(w, a.Level), a.AppealID), State: string(a.State), Sentence: w.Say(wording.AppealWords(a.State).Decided), Reason: a.Reason,
				By: a.DecidedByName, At: *a.DecidedAt, Review: true,
			}
			if a.State == dispute.AppealWithdrawn || a.State == dispute.AppealLapsed {
				decided.Title = w.Say("Appeal %d", a.AppealID) // nobody decided it
			}
			if a.State == dispute.AppealSentBack {
				decided.Sentence += w.Say(" %s finds out: %s", a.Asked, a.Question)
			}
			onAppeal(w, f, a, &decided)
			list = append(list, decided)
		}
	}
	return list
}

// onAppeal says what an earlier appeal was about, and who was heard on it.
func onAppeal(w text.Words, f dispute.WholeIncident, a dispute.Appeal, view *pages.Signed) {
	view.Grounds, view.Review = a.Grounds, true
	if f.Record != nil {
		view.Appellant = f.Teams[max(0, f.Record.Pairing.Slot(a.TeamID)-1)].Name
	}
	if a.State != dispute.AppealWithdrawn && a.State != dispute.AppealLapsed {
		view.WasHeard, view.Note = whoWasHeard(w, a)
	}
}

// whoWasHeard are the ticks of a reviewer, and why somebody was not heard.
func whoWasHeard(w text.Words, a dispute.Appeal) (list []pages.Heard, note string) {
	hearing := a.Hearing()
	for _, who := range dispute.ToHear {
		list = append(list, pages.Heard{Who: w.Say(heardWords[who]), Heard: slices.Contains(hearing.Heard, who)})
	}
	return list, hearing.Note
}
