package tournament

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
)

// ScheduleLine is one line of an event's schedule.
type ScheduleLine struct {
	At   time.Time // in the event's zone
	What string
}

// A schedule is written one happening to a line, "9:30 Check-in". A line with a
// day in front, "2026-05-03 9:00 Round 4", is about that day and so are the lines
// after it; the first lines are about the first day.
const (
	scheduleDay    = "2006-01-02"
	scheduleTime   = "15:04"
	mostHappenings = 60
)

// ScheduleLines reads the schedule. What was saved is known to be readable.
func (e Event) ScheduleLines() []ScheduleLine {
	list, err := readSchedule(e.Schedule, e.StartsOn, e.Zone())
	if err != nil {
		return nil
	}
	return list
}

// readSchedule names the first line that cannot be read.
func readSchedule(text string, first time.Time, zone *time.Location) ([]ScheduleLine, error) {
	var list []ScheduleLine
	day := first
	number := 0
	for line := range strings.Lines(text) {
		number++
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if d, err := time.Parse(scheduleDay, words[0]); err == nil {
			day, words = d, words[1:]
		}
		if len(words) < 2 {
			return nil, fmt.Errorf("line %d: expected a time and what happens, such as 9:30 Check-in", number)
		}
		clock, err := time.Parse(scheduleTime, words[0])
		if err != nil {
			return nil, fmt.Errorf("line %d: %q is no time; write it as 9:30 or 14:00", number, words[0])
		}
		list = append(list, ScheduleLine{
			At:   time.Date(day.Year(), day.Month(), day.Day(), clock.Hour(), clock.Minute(), 0, 0, zone),
			What: strings.Join(words[1:], " "),
		})
	}
	return list, nil
}

// checkSchedule notes what is wrong with a schedule and returns it tidied up.
func checkSchedule(form *fault.Form, text string, first time.Time) string {
	list, err := readSchedule(text, first, time.UTC)
	if err != nil {
		form.Add("schedule", "The schedule cannot be read, %s.", err)
		return text
	}
	if len(list) > mostHappenings {
		form.Add("schedule", "A schedule has up to %d lines.", mostHappenings)
	}
	var lines []string
	for line := range strings.Lines(text) {
		if tidied := tidy(line); tidied != "" {
			limit.Line.Check(form, "schedule", tidied)
			lines = append(lines, tidied)
		}
	}
	return strings.Join(lines, "\n")
}

// checkMap takes the address of a map that opens safely on every phone.
func checkMap(form *fault.Form, link string) {
	if link == "" {
		return
	}
	if u, err := url.Parse(link); err != nil || u.Scheme != "https" || u.Host == "" {
		form.Add("map_link", "Paste the address of a map page, beginning with https://.")
	}
}

// RowOf is the row of a table in its hall, counted from the hall's first table;
// 0 when nobody said how many tables a row has. Sections in a hall of the same
// name share its rows.
func (e Event) RowOf(sections []Section, hall string, table int) int {
	first := 0
	for _, s := range sections {
		if s.Hall == hall && (first == 0 || s.FirstTable < first) {
			first = s.FirstTable
		}
	}
	if e.TablesPerRow == 0 || first == 0 || table < first {
		return 0
	}
	return (table-first)/e.TablesPerRow + 1
}
