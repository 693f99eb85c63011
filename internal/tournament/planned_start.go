package tournament

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// PlannedStart is when a round of a section is planned to start.
type PlannedStart struct {
	SectionID int64
	RoundNo   int
	StartsAt  time.Time
}

// MovedStart is a planned start before it was moved.
type MovedStart struct {
	SectionID int64     `json:"section"`
	RoundNo   int       `json:"round"`
	From      time.Time `json:"from"`
	Kept      bool      `json:"kept"` // somebody had planned it for the section; else the schedule said it
}

// TimeMove is a change of planned times by some minutes.
type TimeMove struct {
	MoveID      int64
	SectionID   *int64 // nil: all sections
	Minutes     int    // negative: earlier
	Moved       []MovedStart
	ScheduleWas *string // where lines of the schedule moved too
	MovedAt     time.Time
	MovedBy     int64
	MovedName   string
	TakenBackAt *time.Time
}

// firstOf is the first round of a section that moved, 0 for none.
func (m TimeMove) firstOf(sectionID int64) (first int) {
	for _, s := range m.Moved {
		if s.SectionID == sectionID && (first == 0 || s.RoundNo < first) {
			first = s.RoundNo
		}
	}
	return first
}

// RoundTimes are the moments of a published round that say whether it can still be moved.
type RoundTimes struct {
	SectionID int64
	RoundNo   int
	StartsAt  *time.Time
	Begun     bool // its clock was started or a result is in
}

// roundNamed finds the round that a line of a schedule names, in the five languages of the pages.
var roundNamed = regexp.MustCompile(`(?i)(?:\b(?:round|runde|ronde|ronda|kolo)\s*(\d{1,2})\b|\b(\d{1,2})\s*(?:\.|e|er|ª|a)?\s*(?:round|runde|ronde|ronda|kolo)\b)`)

// NamesRound reports whether the line of the schedule is about the start of a round.
func (h ScheduleLine) NamesRound() bool { return roundNamed.MatchString(h.What) }

// roundIn is the round of a section that a line of the schedule is about: "Round 3" is about
// all sections, "Open round 3" about the one of that name. 0 is none.
func (h ScheduleLine) roundIn(section string) int {
	at := roundNamed.FindStringSubmatchIndex(h.What)
	if at == nil {
		return 0
	}
	rest := strings.Trim(h.What[:at[0]]+h.What[at[1]:], " \t,.:;–—-()")
	if rest != "" && NameKey(rest) != NameKey(section) {
		return 0
	}
	group := 2
	if at[group] < 0 {
		group = 4
	}
	n, err := strconv.Atoi(h.What[at[group]:at[group+1]])
	if err != nil {
		return 0
	}
	return n
}

// inSchedule is when the schedule says that a round of a section starts; zero for nothing.
func inSchedule(list []ScheduleLine, section string, round int) time.Time {
	for _, h := range list {
		if h.roundIn(section) == round {
			return h.At.UTC()
		}
	}
	return time.Time{}
}

// lastPlanned is the last round for which a time is known.
func lastPlanned(list []ScheduleLine, section string, planned []PlannedStart) (last int) {
	for _, h := range list {
		last = max(last, h.roundIn(section))
	}
	for _, p := range planned {
		last = max(last, p.RoundNo)
	}
	return last
}

// PlannedStarts says when round 1, 2, … of the section are planned to start, zero where nobody
// said. What the publication of a round said comes first, then what was planned for the section,
// then the schedule of the event.
func (b *SectionBook) PlannedStarts() []time.Time {
	list := b.Event.ScheduleLines()
	starts := make([]time.Time, max(b.LastRound(), lastPlanned(list, b.Section.Name, b.Planned)))
	for i := range starts {
		starts[i] = inSchedule(list, b.Section.Name, i+1)
	}
	for _, p := range b.Planned {
		starts[p.RoundNo-1] = p.StartsAt
	}
	for i := range b.Rounds {
		if r := &b.Rounds[i]; r.StartsAt != nil && r.RoundNo <= len(starts) {
			starts[r.RoundNo-1] = *r.StartsAt
		}
	}
	return starts
}

// PlannedStart is when a round is planned to start, zero when nobody said.
func (b *SectionBook) PlannedStart(round int) time.Time {
	if starts := b.PlannedStarts(); round >= 1 && round <= len(starts) {
		return starts[round-1]
	}
	return time.Time{}
}

// moveSchedule moves those lines of a schedule that moves wants, by some minutes. A line that
// comes to another day says so.
func (e Event) moveSchedule(by time.Duration, moves func(ScheduleLine) bool) (string, bool) {
	var lines []string
	day, moved := e.StartsOn, false
	for _, h := range e.ScheduleLines() {
		if moves(h) {
			h.At, moved = h.At.Add(by), true
		}
		line := h.At.Format("15:04 ") + h.What
		if h.At.Year() != day.Year() || h.At.YearDay() != day.YearDay() {
			day, line = h.At, h.At.Format(scheduleDay+" ")+line
		}
		lines = append(lines, strings.Replace(line, " 0", " ", 1))
	}
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "0")
	}
	return strings.Join(lines, "\n"), moved
}
