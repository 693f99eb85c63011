package trf

import (
	"fmt"
	"slices"
)

// Warning is something in a file that somebody should look at although the file can
// be read. Lines and columns count from 1, columns in characters.
type Warning struct {
	Line, Column int
	What         string
}

func (w Warning) String() string {
	return fmt.Sprintf("line %d, column %d: %s", w.Line, w.Column, w.What)
}

// mostWarnings bounds the list: after so many the file is another kind of file.
const mostWarnings = 50

func (r *reader) warn(l line, column int, format string, args ...any) {
	if len(r.warnings) == mostWarnings {
		return
	}
	r.warnings = append(r.warnings, Warning{l.number, column, fmt.Sprintf(format, args...)})
}

// statement is a sum of points that a file states: of a player (001), or of a team
// in one of its scores (310).
type statement struct {
	line   line
	column int
	number int // of the participant
	half   int
	team   bool
	game   bool // the game points of a team
}

// state notes the points in columns from..to unless they are blank.
func (r *reader) state(l line, from, to int, s statement) {
	if l.field(from, to) == "" {
		return
	}
	s.line, s.column = l, l.start(from, to)
	r.stated = append(r.stated, s)
}

// checkStated warns of stated points that the rounds do not add up to. Byes of the
// coming round and games without a result may be counted or not. A file that states
// 0.0 for everybody leaves the column open.
func (r *reader) checkStated(t *CrossTable) {
	index := t.byNumber()
	compared := slices.DeleteFunc(slices.Clone(r.stated), func(s statement) bool { return s.team != t.Teams || index[s.number] == nil })
	open := !slices.ContainsFunc(compared, func(s statement) bool { return s.half != 0 })
	for _, s := range compared {
		made := t.made(*index[s.number], s.game)
		if slices.Contains(made, s.half) {
			continue
		}
		who, what := "player", "points"
		switch {
		case s.game:
			who, what = "team", "game points"
		case s.team:
			who, what = "team", "match points"
		}
		if open {
			r.warn(s.line, s.column, "no %s has %s stated; the rounds make %s for %s %d", who, what, FormatPoints(made[0]), who, s.number)
			return
		}
		r.warn(s.line, s.column, "%s %d states %s %s, the rounds make %s", who, s.number, FormatPoints(s.half), what, FormatPoints(made[0]))
	}
}

// made lists what the rounds of a participant may be said to make: everything, and
// without what is not settled.
func (t *CrossTable) made(p Participant, game bool) []int {
	points := func(r Record) int {
		if game {
			return r.GamePoints
		}
		return r.Points
	}
	total, coming, unfinished := p.Points, 0, 0
	if game {
		total = p.GamePoints
	}
	for i, r := range p.Records {
		switch {
		case i >= t.Paired:
			coming += points(r)
		case r.Kind == Unfinished:
			unfinished += points(r)
		}
	}
	return []int{total, total - coming, total - unfinished, total - coming - unfinished}
}

// checkLineups warns of players in a line-up (300) whom no team record names. They
// play for the team of the line-up.
func (r *reader) checkLineups() {
	if !r.file.IsTeamEvent() {
		return
	}
	known := map[int]bool{}
	for _, t := range r.file.Teams {
		for _, id := range t.Players {
			known[id] = true
		}
	}
	for _, t := range r.file.OldTeams {
		for _, id := range t.Players {
			known[id] = true
		}
	}
	for _, u := range r.lineups {
		for i, id := range u.players {
			if id == 0 || known[id] {
				continue
			}
			column := u.line.start(17+5*i, 20+5*i)
			r.warn(u.line, column, "player %d is in no 310 record; taken as a player of team %d", id, u.team)
		}
	}
}
