package public

import (
	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// roundStatus answers "how long until the next round?".
func (h *Handlers) roundStatus(v *visit.Visit) error {
	return v.Public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b := v.Book()
		return pages.Status(v.Frame(layout.Public, v.Words.Say("Round status"), b.Event.Version), status(b, v.Words)), b.Event.Version, nil
	})
}

func status(s *publicpages.SectionView, w text.Words) pages.StatusPage {
	r := s.Current()
	if r == nil {
		return pages.StatusPage{Next: w.Say("Round %d is not published yet.", 1), NextStart: publicpages.PlannedSentence(w, s, 1)}
	}
	page := pages.StatusPage{Round: r.RoundNo, State: w.Say(wording.RoundStateWords[r.State])}
	count := r.Progress()
	page.Playing, page.Total, page.Review = count.Playing, count.Tables, count.Review
	if r.State == tournament.RoundPublished {
		page.StartsAt = r.StartsAt
	}
	if count.Playing > 0 {
		page.Clock = visit.SharedClock(r)
	}
	page.Appeals, page.Planned = s.Appeals, plannedAfter(s, w, r)
	page.NextStart, page.Expected = publicpages.PlannedSentence(w, s, r.RoundNo+1), publicpages.ExpectedSentence(w, s, r.RoundNo+1)
	switch {
	case r.RoundNo >= s.LastRound() && count.Playing == 0 && s.FinalHeld():
		page.Next = w.Say("The last round is over.") + " " + w.Say(pages.FinalHeld)
	case r.RoundNo >= s.LastRound() && count.Playing == 0:
		page.Next = w.Say("The last round is over.")
	case r.RoundNo >= s.LastRound():
		page.Next = w.Say("This is the last round.")
	case count.Playing == 0:
		page.Next = w.Say("Round %d comes when its pairings are published.", r.RoundNo+1)
	default:
		page.Next = w.Say("Round %d is paired when all tables have finished.", r.RoundNo+1)
	}
	return page
}

// plannedAfter is the first line of the schedule after the start of a round; empty
// where the schedule says nothing more.
func plannedAfter(s *publicpages.SectionView, w text.Words, r *tournament.Round) string {
	began := r.StartsAt
	if began == nil {
		began = r.PublishedAt
	}
	if began == nil {
		return ""
	}
	for _, h := range s.Event.ScheduleLines() {
		if h.At.After(*began) && !h.NamesRound() { // those have a sentence of their own
			return w.Say("Next in the schedule: %s %s", w.Clock(h.At), h.What)
		}
	}
	return ""
}
