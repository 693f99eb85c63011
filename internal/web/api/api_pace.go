package api

import (
	"time"

	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// apiRange is a moment that is expected; it comes before early, and after late, once in ten times.
type apiRange struct {
	Early  time.Time `json:"early"`
	Likely time.Time `json:"likely"`
	Late   time.Time `json:"late"`
}

type apiRoundPace struct {
	Round   int        `json:"round"`
	Planned *time.Time `json:"planned"`
	Started bool       `json:"started"`
	Starts  apiRange   `json:"starts"` // not before the planned time; once started that moment
	Over    apiRange   `json:"over"`   // its last result
}

type apiSectionPace struct {
	Version int64          `json:"version"`
	AsOf    time.Time      `json:"as_of"`          // the last thing that the forecast knows of
	Behind  *int           `json:"behind_minutes"` // of the next start; negative: in hand; null: nothing is planned or nothing has begun
	Rounds  []apiRoundPace `json:"rounds"`         // the current one and those to come
}

// apiPace says when the rounds of a section are planned and when they are expected, as of the last
// thing that happened.
func (h *Handlers) apiPace(v *visit.Visit) error {
	return apiBook(v, "", func(b *publicpages.SectionView) (any, error) {
		answer := apiSectionPace{Version: b.Event.Version, AsOf: tournament.LastMoment(b.SectionBook), Rounds: []apiRoundPace{}}
		o := b.Outlook()
		if o.Known {
			behind := int(o.Behind.Round(time.Minute) / time.Minute)
			answer.Behind = &behind
		}
		for _, r := range o.Rounds {
			if r.No > b.LastRound() {
				continue
			}
			item := apiRoundPace{Round: r.No, Started: r.Started, Starts: rangeOf(r.Start), Over: rangeOf(r.Over)}
			if !r.Planned.IsZero() {
				planned := r.Planned.UTC()
				item.Planned = &planned
			}
			answer.Rounds = append(answer.Rounds, item)
		}
		return answer, nil
	})
}

func rangeOf(r pace.Range) apiRange {
	return apiRange{r.Early.UTC().Round(time.Second), r.Likely.UTC().Round(time.Second), r.Late.UTC().Round(time.Second)}
}
