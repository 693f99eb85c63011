package desk

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
)

// review is what a match under review waits for.
type review struct {
	what  text.Message // "claim" or "appeal"
	since time.Time
	link  layout.Link // the card or the appeal
}

// note is the review on a tile: "appeal 9 min".
func (r review) note(w text.Words, now time.Time) string {
	return strings.TrimSpace(w.Say(r.what) + " " + waitedWords(now.Sub(r.since)))
}

// waitedWords is a time on a tile: "9 min", "2 h", nothing below a minute.
func waitedWords(d time.Duration) string {
	switch minutes := int(d.Minutes()); {
	case minutes < 1:
		return ""
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	default:
		return fmt.Sprintf("%d h", minutes/60)
	}
}

// reviews tells for each match of a round what it waits for, an appeal before the
// card it is about. They are not worth an error of the wall they stand on.
func (h *Handlers) reviews(v *visit.Visit, round *tournament.Round) map[int64]review {
	here := map[int64]bool{}
	for _, p := range round.Pairings {
		for _, m := range p.Matches {
			if m.UnderReview {
				here[m.MatchID] = true
			}
		}
	}
	if len(here) == 0 || !v.Can(access.SeeIncident) {
		return nil
	}
	found, err := h.openReviews(v, here)
	if err != nil {
		h.Log.Error("what the tables under review wait for cannot be read", "error", err)
	}
	return found
}

func (h *Handlers) openReviews(v *visit.Visit, here map[int64]bool) (map[int64]review, error) {
	about, err := h.Dispute.Reader().List(v.Request().Context(), v.Event.EventID, dispute.Selection{Matches: slices.Collect(maps.Keys(here))})
	if err != nil {
		return nil, err
	}
	desk := "/e/" + v.Event.Slug + "/desk"
	found, matchOf, matchOfRuling := map[int64]review{}, map[int64]int64{}, map[int64]int64{}
	for _, i := range about.Incidents {
		matchOf[i.IncidentID] = *i.MatchID
		if i.State == dispute.Called || i.State == dispute.Open {
			link := layout.Link{Label: v.Words.Say("Incident %d", i.IncidentID), To: fmt.Sprintf("%s/incidents/%d", desk, i.IncidentID)}
			found[*i.MatchID] = review{what: text.Message("claim"), since: i.OpenedAt, link: link}
		}
	}
	for _, r := range about.Rulings {
		matchOfRuling[r.RulingID] = matchOf[r.IncidentID]
	}
	for _, a := range about.Appeals {
		if a.State == dispute.AppealOpen {
			link := layout.Link{Label: v.Words.Say("Appeal %d", a.AppealID), To: fmt.Sprintf("%s/appeals/%d", desk, a.AppealID)}
			found[matchOfRuling[a.RulingID]] = review{what: text.Message("appeal"), since: a.FiledAt, link: link}
		}
	}
	return found, nil
}
