package publicpages

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/public"
)

// GoesOnTo is who of a section goes on to its knockout and to later phases, as far as it is certain.
type GoesOnTo struct {
	Certain map[int64]string // team id → name of the phase, or the knockout
	Level   map[int64]string // team id → that it is level across the line to a phase, and what decides
	Says    []string         // who goes on, and what decides at the line
	Offs    []pages.PlayOff  // play-offs for places of the section
	above   map[int64]bool   // teams below which a line runs
}

// GoingOn reads from the last standings of a section who goes on, to its own knockout or to a
// later phase; earlier standings say nothing of it.
func GoingOn(s *SectionView, w text.Words, table *tournament.Standings) GoesOnTo {
	g := GoesOnTo{Certain: map[int64]string{}, Level: map[int64]string{}, above: map[int64]bool{}}
	if current := s.Current(); current == nil || current.RoundNo != table.Round {
		return g
	}
	for _, off := range s.PlayOffs {
		g.Offs = append(g.Offs, pages.PlayOff{Says: wording.PlayOffWords(w, s.SectionBook, off), Section: off.Section.Slug})
	}
	g.toKnockout(w, table.GroupStage())
	for _, to := range tournament.LaterPhases(s.SectionBook) {
		for _, f := range to.Rule.Feeds {
			if f.From == s.Section.SectionID {
				g.Says = append(g.Says, wording.FeedWords(w, f, to.Name, s.Section.SideBySide()))
			}
		}
		field := table.Qualifiers(to)
		for _, e := range field.Entrants {
			if e.Certain {
				g.Certain[e.Team] = to.Name
			}
		}
		for _, line := range field.Lines {
			g.above[line.Above] = true
			g.level(w, to, line)
			if says := wording.LineWords(w, line, to.Rule.Breaking); says != "" {
				g.Says = append(g.Says, says)
			}
		}
		if to.Rule.Breaking == phase.PlayOff && len(field.Lines) > 0 && !field.Lines[0].Over {
			g.Says = append(g.Says, w.Say("A tie across the line is broken by a play-off."))
		}
		if to.StartedAt != nil { // who came in stays, whatever the standings say since
			for _, e := range s.Entered {
				if e.SectionID == to.SectionID && e.FromSection == s.Section.SectionID {
					g.Certain[e.FromTeam] = to.Name
				}
			}
			for team, name := range g.Certain {
				in := slices.ContainsFunc(s.Entered, func(e tournament.PhaseEntry) bool { return e.SectionID == to.SectionID && e.FromTeam == team })
				if name == to.Name && !in {
					delete(g.Certain, team)
				}
			}
		}
	}
	said := map[string]bool{}
	g.Says = slices.DeleteFunc(g.Says, func(says string) bool { // two phases may share a line
		again := said[says]
		said[says] = true
		return again
	})
	return g
}

// level notes who waits to hear on which side of a line it is, once all is played there.
func (g *GoesOnTo) level(w text.Words, to tournament.Phase, line phase.Line) {
	if !line.Over || to.StartedAt != nil {
		return
	}
	for _, team := range line.Level {
		switch {
		case g.Level[team] != "": // phases may share a line
		case to.Rule.Breaking == phase.PlayOff:
			g.Level[team] = w.Say("Level for a place in %s: a play-off decides.", to.Name)
		default:
			g.Level[team] = w.Say("Level for a place in %s: it is not decided yet.", to.Name)
		}
	}
}

// toKnockout adds who of the groups goes on to the knockout of the same section.
func (g *GoesOnTo) toKnockout(w text.Words, groups []tournament.GroupStanding) {
	if len(groups) == 0 || groups[0].Advance == 0 {
		return
	}
	for _, group := range groups {
		if n := group.Advance; n < len(group.Rows) {
			g.above[group.Rows[n-1].TeamID] = true
		}
		for _, row := range group.Rows {
			if group.GoesOn(row) {
				g.Certain[row.TeamID] = w.Say("Knockout")
			}
		}
	}
	if n := groups[0].Advance; n > 1 {
		g.Says = append(g.Says, w.Say("Places 1 to %d of every group go on to the knockout.", n))
	} else {
		g.Says = append(g.Says, w.Say("Place 1 of every group goes on to the knockout."))
	}
}

// LineUnder reports whether the line between those who go on and the others runs below a team.
func (g GoesOnTo) LineUnder(team int64) bool { return g.above[team] }

// mark puts the line and who goes on into rows of the page.
func (g GoesOnTo) mark(lines []pages.StandingsRow, rows []tournament.Standing) []pages.StandingsRow {
	for i := range lines {
		lines[i].GoesOn, lines[i].Line = g.Certain[rows[i].TeamID], g.LineUnder(rows[i].TeamID) && i+1 < len(rows)
	}
	return lines
}

// Awaiting says where the teams come from that are still to come in; empty for a section that
// teams enter, and once they came.
func Awaiting(s *SectionView, w text.Words) string {
	if !tournament.Awaits(s.SectionBook) {
		return ""
	}
	return ComesIn(s, w)
}

// ComesIn says where the teams of a phase come from; empty for a section that teams enter.
func ComesIn(s *SectionView, w text.Words) string {
	p, known := tournament.PhaseOfBook(s.SectionBook)
	if !known {
		return ""
	}
	if f := p.Rule.Feeds[0]; p.PlayOff() {
		return w.Say("Play-off for places %d to %d of %s. It decides their order there and counts for nothing else.", f.First, f.Last, p.Sources[0].Name)
	}
	var names []string
	for _, from := range p.Sources {
		if !slices.Contains(names, from.Name) {
			names = append(names, from.Name)
		}
	}
	said := w.Say("Teams come in from %s.", strings.Join(names, ", "))
	switch p.Rule.Carry {
	case phase.Points:
		said += " " + w.Say("Their points of before count here.")
	case phase.Results:
		said += " " + w.Say("Their results against each other count here.")
	case phase.Nothing:
	}
	return said
}
