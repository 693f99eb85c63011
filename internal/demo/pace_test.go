package demo_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// The demonstration stands in its plan, and half of the forecasts that could have been made in it
// two rounds ahead are at most four minutes off, at whatever hour it is made.
func TestForecastErrorOfTheDemonstration(t *testing.T) {
	t.Parallel()
	var off []time.Duration
	for _, end := range []time.Time{
		time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC), time.Date(2026, 5, 2, 17, 37, 0, 0, time.UTC), time.Date(2026, 5, 3, 0, 12, 30, 0, time.UTC), // the last one began the day before
	} {
		clock := demo.NewClock(end)
		s := services(t, clock)
		show, err := demo.Build(t.Context(), s, clock)
		expect.OK(t, err)
		sections := expect.Must(s.Tournament.Reader().Sections(t.Context(), show.Event.EventID))(t)
		for _, section := range sections {
			book := expect.Must(s.Tournament.Reader().Book(t.Context(), show.Event.EventID, section.SectionID))(t)
			in := tournament.PaceOf(book, end)
			for _, e := range pace.Hindsight(in, 2) {
				t.Logf("%s at %s: round %d started %.1f min later than was forecast two rounds before", section.Name, end.Format("15:04"), e.Round, e.Off.Minutes())
				off = append(off, e.Off.Abs())
			}
			if o := pace.Look(in); !o.Known || o.Behind.Abs() > 45*time.Minute {
				t.Errorf("%s made at %s: %v behind the plan, known %v", section.Name, end.Format("15:04"), o.Behind, o.Known)
			}
		}
	}
	slices.Sort(off)
	expect.True(t, len(off) >= 6 && off[(len(off)-1)/2] <= 4*time.Minute, "of %d forecasts half are off by %v or less, want 4 minutes", len(off), off[(len(off)-1)/2])
}
