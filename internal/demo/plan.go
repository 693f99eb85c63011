package demo

import (
	"context"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/tournament"
)

// day is what the demonstration planned, in minutes before (or after, with a minus) the hour at
// which it is made. The rounds of Open and U1600 keep to it nearly, as they do in a hall.
var day = []struct {
	before int
	what   string
}{
	{300, "Check-in in the main hall"},
	{240, "Players' meeting"},
	{215, "Round 1"},
	{125, "Round 2"},
	{85, "Lunch"},
	{35, "U1600 round 3"},
	{20, "Open round 3"},
	{-40, "Round 4"},
	{-100, "Round 5"},
	{-165, "Prizes"},
}

// cupDay is when the rounds of the cup are planned: they are no rounds of the others.
var cupDay = []int{95, 10, -30}

// planned is a time of the plan, on a full five minutes.
func (c *Clock) planned(before int) time.Time {
	return c.end.Add(-time.Duration(before) * time.Minute).Round(5 * time.Minute)
}

// schedule writes the day as organizers do.
func (c *Clock) schedule() string {
	var lines []string
	on := c.end.Format(time.DateOnly)
	for _, d := range day {
		at, line := c.planned(d.before), ""
		if date := at.Format(time.DateOnly); date != on {
			on, line = date, date+" "
		}
		lines = append(lines, line+at.Format("15:04")+" "+d.what)
	}
	return strings.Join(lines, "\n")
}

// planCup gives the cup times of its own.
func (b *builder) planCup(ctx context.Context) error {
	book, err := b.Tournament.Reader().Book(ctx, b.eventID, b.cup.SectionID)
	if err != nil {
		return err
	}
	in := tournament.PlanTimes{SectionID: b.cup.SectionID, Was: book.PlannedStarts()}
	for _, before := range cupDay {
		in.Starts = append(in.Starts, b.clock.planned(before))
	}
	return b.Tournament.PlanTimes(ctx, b.eventID, b.as("demo.organizer"), in)
}
