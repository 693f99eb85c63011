package tournament

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phase"
)

// A play-off is a section of its own whose teams are level across a line of another one. It is
// paired, played, shown and corrected like any section, and its results decide nothing but the
// order of its teams at that line.

// PlayOff reports whether the phase is a play-off.
func (p Phase) PlayOff() bool {
	return len(p.Rule.Feeds) > 0 && p.Rule.Feeds[0].Kind == phase.Level
}

// PlayOffsOf are the play-offs of the event for places of a section, the oldest first.
func PlayOffsOf(path []PathStep, sectionID int64) []Phase {
	list := slices.DeleteFunc(gather(path), func(p Phase) bool { return !p.PlayOff() || !p.Feeds(sectionID) })
	slices.SortFunc(list, func(x, y Phase) int { return cmp.Compare(x.SectionID, y.SectionID) })
	return list
}

// AsPlayOff is the play-off that a section is; false for any other section.
func AsPlayOff(b *SectionBook) (Phase, bool) {
	p, _ := PhaseOfBook(b)
	return p, p.PlayOff()
}

// WithPlayOffs is a section with the books of the play-offs for its places. The two share
// everything else, so neither may be written to.
func WithPlayOffs(b *SectionBook, playOffs []*SectionBook) *SectionBook {
	next := *b
	next.PlayOffs = playOffs
	return &next
}

// PlayOffTeams are the teams of a play-off by the numbers that they have in the section that it
// decides in, in order of seed.
func PlayOffTeams(p *SectionBook) []int64 {
	var ids []int64
	for _, e := range p.Entered {
		if e.SectionID == p.Section.SectionID {
			ids = append(ids, e.FromTeam)
		}
	}
	return ids
}

// PlayOffAbout is the play-off in which exactly these teams of a section play; nil for none.
func PlayOffAbout(b *SectionBook, teams []int64) *SectionBook {
	wanted := slices.Sorted(slices.Values(teams))
	for _, p := range slices.Backward(b.PlayOffs) {
		if slices.Equal(slices.Sorted(slices.Values(PlayOffTeams(p))), wanted) {
			return p
		}
	}
	return nil
}

// PlayOffOver reports whether a play-off has nothing left to play or to decide.
func PlayOffOver(p *SectionBook) bool { return playOffOrder(p) != nil }

// withoutPlay is the order of a play-off in which nobody is left to meet before its first round:
// who stayed comes first. It is nil while two can play, or once they have.
func withoutPlay(p *SectionBook) []TieOrder {
	stayed := entrants(p)
	if p.Current() != nil || len(stayed) != 1 {
		return nil
	}
	var order []TieOrder
	for _, t := range p.Teams {
		if e, came := PhaseEntryOf(p, t.TeamID); came {
			position := 2
			if t.TeamID == stayed[0] {
				position = 1
			}
			order = append(order, TieOrder{TeamID: e.FromTeam, DecisionNo: -p.Section.SectionID, Position: position, How: ByPlayOff})
		}
	}
	return order
}

// playOffOrder is the order in which a play-off left its teams; nil while it is played. Teams that
// share a place there share their position.
func playOffOrder(p *SectionBook) []TieOrder {
	if order := withoutPlay(p); order != nil {
		return order
	}
	s, err := p.Standings(0)
	if err != nil || s.Round == 0 || s.Round < p.LastRound() || s.Open > 0 || s.UnderReview > 0 {
		return nil
	}
	var order []TieOrder
	for _, row := range s.Rows {
		if e, ok := PhaseEntryOf(p, row.TeamID); ok {
			order = append(order, TieOrder{TeamID: e.FromTeam, DecisionNo: -p.Section.SectionID, Position: row.Place, How: ByPlayOff})
		}
	}
	return order
}

// decisions are the orders of level teams in a section, each with all whom it is about: what
// play-offs came to before what was drawn or set.
func decisions(b *SectionBook) [][]TieOrder {
	var list [][]TieOrder
	for _, p := range b.PlayOffs {
		if order := playOffOrder(p); len(order) > 1 {
			list = append(list, order)
		}
	}
	at := map[int64]int{}
	for _, t := range b.Ties {
		i, known := at[t.DecisionNo]
		if !known {
			i = len(list)
			at[t.DecisionNo], list = i, append(list, nil)
		}
		list[i] = append(list[i], t)
	}
	return list
}

// PairPlayOff makes a play-off of teams that are level across a line to a later phase.
type PairPlayOff struct {
	SectionID  int64
	Teams      []int64
	Name       string
	System     System // Knockout or RoundRobin; empty: what fits their number
	Matches    int    // per pairing; 0: as in the section
	FirstTable int    // 0: that of the section, whose rounds are over
}

// PairPlayOff makes the section of a play-off with its teams, which keep their players, and whose
// private links lead there while they play. It is refused while rounds are played, for teams that
// are not level across a line or play off already, and once the phase has started.
func (s *PhaseCommands) PairPlayOff(ctx context.Context, eventID int64, cmd journal.Command, in PairPlayOff) (Section, error) {
	cmd = cmd.With(in)
	cmd.Alone = true // it reads results, which must not wait for it
	return change(ctx, s.starts, eventID, cmd, func(tx startPhaseTx) (Section, journal.Change, error) {
		b, err := tx.teams.Book(ctx, in.SectionID)
		if err != nil {
			return Section{}, journal.Change{}, err
		}
		line, err := in.line(b)
		if err != nil {
			return Section{}, journal.Change{}, err
		}
		section, err := in.section(ctx, tx.sections, b)
		if err != nil {
			return Section{}, journal.Change{}, err
		}
		w := phaseWriter{tx: tx, books: map[int64]*SectionBook{in.SectionID: b}, ids: map[int64]int64{}, by: cmd.Actor.Name, at: tx.entries.Now()}
		if err := w.playOff(b, section, line); err != nil {
			return Section{}, journal.Change{}, err
		}
		if err := tx.phases.SavePhase(ctx, w.phase); err != nil {
			return Section{}, journal.Change{}, err
		}
		if err := w.enter(ctx); err != nil {
			return Section{}, journal.Change{}, err
		}
		return section, journal.Change{Action: "pair play-off", Subject: journal.Subject(section.Slug, "phase"), After: w.told()}, nil
	})
}

// line finds the line that the teams are level across, and refuses a play-off that may not be.
func (in PairPlayOff) line(b *SectionBook) (phase.Line, error) {
	line, err := levelLine(b, LaterPhases(b), in.Teams)
	switch p := PlayOffAbout(b, in.Teams); {
	case err != nil:
		return line, err
	case p != nil && !PlayOffOver(p):
		return line, fault.New(fault.Conflict, "These teams play off already, in %s.", p.Section.Name)
	case FinalHeld(b) || len(b.Held) > 0:
		return line, fault.New(fault.Conflict, "%s holds results or a ruling that nobody has announced, and who plays off would tell them. Announce first.", b.Section.Name)
	}
	for _, id := range in.Teams {
		if t := b.Team(id); t.LeavesRound != nil {
			return line, fault.New(fault.Conflict, "%s has left and cannot play off. Draw lots, or set the order.", t.Name)
		}
	}
	return line, nil
}

// section makes the section of the play-off: as the one whose line it decides, with a system for
// so few teams.
func (in PairPlayOff) section(ctx context.Context, tx sectionTx, b *SectionBook) (Section, error) {
	var form fault.Form
	if in.Matches < 0 || in.Matches > 9 {
		form.Add("matches", "Enter a whole number from %d to %d.", 0, 9)
	}
	if in.FirstTable < 0 || in.FirstTable > 9999 {
		form.Add("first_table", "Enter a whole number from %d to %d.", 0, 9999)
	}
	if err := form.Err(); err != nil {
		return Section{}, err
	}
	n, teams := SettingsOf(b.Section), len(in.Teams)
	n.Name, n.Letter, n.Groups, n.HoldFinal, n.PublicProspects = in.Name, "", 1, false, false
	n.MatchesPerPairing, n.FirstTable = firstOf(in.Matches, n.MatchesPerPairing), firstOf(in.FirstTable, n.FirstTable)
	n.RequestedByeLimit, n.NoHalfInLast, n.LeaveOutAfter, n.ByePoints, n.Advance = ptr(0), 0, 0, nil, 0
	n.System, n.TieBreaks, n.RoundMinutes = in.System, "", 0
	switch {
	case in.System != "":
	case teams == 2:
		n.System = Knockout
	default:
		n.System = RoundRobin
	}
	switch n.System {
	case Knockout:
		n.Rounds, n.ThirdPlace, n.Consolation = bits.Len(uint(teams-1)), teams > 3, false
	case RoundRobin:
		n.Rounds = teams - 1 + teams%2
	default:
		form.Add("system", "Choose a knockout, or that everybody plays everybody.")
		return Section{}, form.Err()
	}
	others, err := tx.Sections(ctx)
	if err != nil {
		return Section{}, err
	}
	n.Name = freeName(firstOf(tidy(n.Name), "Play-off "+b.Section.Name), others)
	row := newSection(&form, "", n, 0)
	if err := form.Err(); err != nil {
		return Section{}, err
	}
	return insertSection(ctx, tx, row)
}

// freeName is the name, with a number where a section has it already, be it one out of sight.
func freeName(name string, others []Section) string {
	free := name
	for n := 2; slices.ContainsFunc(others, func(o Section) bool { return NameKey(o.Name) == NameKey(free) || o.Slug == Slug(free) }); n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

// playOff fills in a play-off and its teams, in the order of their table.
func (w *phaseWriter) playOff(b *SectionBook, section Section, line phase.Line) error {
	s, err := b.Standings(0)
	if err != nil {
		return err
	}
	feed := phase.Feed{From: b.Section.SectionID, Kind: phase.Level}
	rows := s.Rows
	for _, g := range s.Groups {
		if line.Table != "" && g.Letter == line.Table {
			rows = g.Rows
		}
	}
	for i, row := range rows {
		if !slices.Contains(line.Level, row.TeamID) {
			continue
		}
		feed.First, feed.Last = cmp.Or(feed.First, row.Place), i+1
		w.field.Entrants = append(w.field.Entrants, phase.Entrant{
			Team: row.TeamID, Seed: len(w.field.Entrants) + 1, From: b.Section.SectionID, Table: line.Table, Place: row.Place, Certain: true,
		})
	}
	w.book = &SectionBook{Event: b.Event, Section: section}
	w.phase = Phase{
		SectionID: section.SectionID, Name: section.Name, Slug: section.Slug, Revision: 1, StartedAt: &w.at, StartedName: w.by,
		Rule:    phase.Rule{Feeds: []phase.Feed{feed}, Carry: phase.Nothing, Seeding: phase.ByPlace, Breaking: phase.TieBreaks},
		Sources: []PhaseSource{{b.Section.SectionID, b.Section.Name, b.Section.Slug, b.Section.SideBySide()}},
	}
	return nil
}
