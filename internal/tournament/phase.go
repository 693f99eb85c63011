package tournament

import (
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
)

// PathStep is one feed of a phase, with what is said about the whole phase: where teams of an
// event go from one section to the next.
type PathStep struct {
	SectionID   int64
	SectionName string
	SectionSlug string
	FeedNo      int
	FromSection int64
	FromName    string
	FromSlug    string
	FromSystem  System
	FromGroups  int
	FromLimited bool // that section has a grade limit
	Kind        phase.Kind
	FirstNo     int
	LastNo      int // 0 for "to the end"
	Carry       phase.Carry
	Seeding     phase.Seeding
	Breaking    phase.Breaking
	Seed        string // of the lot, once it is drawn
	Revision    int
	StartedAt   *time.Time
	StartedName string
}

// Phase is a section whose teams come from other sections. A section without one is played
// by whoever enters it: it is the first phase, or the only one.
type Phase struct {
	SectionID   int64
	Name, Slug  string
	Rule        phase.Rule
	Sources     []PhaseSource // of the feeds of Rule, in their order
	Lot         string        // the seed of the lot, once it is drawn
	Revision    int           // 0 for one that is not defined yet
	StartedAt   *time.Time    // when its teams came in
	StartedName string
}

// PhaseSource is a section that a feed comes from.
type PhaseSource struct {
	SectionID  int64
	Name, Slug string
	Groups     int // tables side by side whose places count each; up to 1 for one table
}

// PhaseEntry is a team that came in, with the one that it is in the section before.
type PhaseEntry struct {
	SectionID   int64
	TeamID      int64
	FromSection int64
	FromTeam    int64
	SeedNo      int
	Place       int    // in its table, 0 for a loser of a bracket
	TableName   string // of its group, empty for the whole section
	LostRound   int    // of the bracket, 0 for a place
	Shared      bool   // level with another one that came in: the stronger one was seeded first
}

// CarriedResult is a result of a section before that counts here too: of one team against
// another one that came in. All points are half points.
type CarriedResult struct {
	TeamID      int64
	OpponentID  int64
	FromSection int64
	RoundNo     int
	White       bool // on board A in the first match
	Forfeit     bool // no board was played
	Points      int
	Against     int
	Games       int // of the matches
}

// Phases gathers the steps of a path: the later phases without play-offs, which decide a line
// and lead nowhere by themselves.
func Phases(path []PathStep) []Phase { return slices.DeleteFunc(gather(path), Phase.PlayOff) }

func gather(path []PathStep) []Phase {
	var list []Phase
	for _, s := range path {
		if n := len(list); n == 0 || list[n-1].SectionID != s.SectionID {
			list = append(list, Phase{
				SectionID: s.SectionID, Name: s.SectionName, Slug: s.SectionSlug, Rule: phase.Rule{Carry: s.Carry, Seeding: s.Seeding, Breaking: s.Breaking},
				Lot: s.Seed, Revision: s.Revision, StartedAt: s.StartedAt, StartedName: s.StartedName,
			})
		}
		p := &list[len(list)-1]
		p.Rule.Feeds = append(p.Rule.Feeds, phase.Feed{From: s.FromSection, Kind: s.Kind, First: s.FirstNo, Last: s.LastNo})
		p.Sources = append(p.Sources, PhaseSource{s.FromSection, s.FromName, s.FromSlug, sideBySide(s.FromSystem, s.FromGroups)})
	}
	return list
}

// PhaseOf is the phase that a section of the path is, or the play-off.
func PhaseOf(path []PathStep, sectionID int64) (Phase, bool) {
	for _, p := range gather(path) {
		if p.SectionID == sectionID {
			return p, true
		}
	}
	return Phase{SectionID: sectionID}, false
}

// PhaseOfBook is who comes into a section; false where everybody may enter.
func PhaseOfBook(b *SectionBook) (Phase, bool) { return PhaseOf(b.Path, b.Section.SectionID) }

// Awaits reports whether the teams of a section are still to come in from others.
func Awaits(b *SectionBook) bool {
	p, is := PhaseOfBook(b)
	return is && p.StartedAt == nil && b.Current() == nil
}

// PlayedBefore reports whether one section is over before another one begins: teams of the other
// come from places of the one, on whatever way, or the one is a play-off for the places by which
// they come. Losers come in while their bracket goes on.
func PlayedBefore(path []PathStep, one, other int64) bool {
	from := one
	if p, _ := PhaseOf(path, one); p.PlayOff() {
		from = p.Rule.Feeds[0].From
	}
	return slices.ContainsFunc(path, func(s PathStep) bool {
		switch {
		case s.FromSection != from || s.Kind == phase.Losers:
			return false
		case s.Kind == phase.Level: // two play-offs of a section can be played at once, and feed nobody
			return from == one && s.SectionID == other
		}
		return s.SectionID == other || leadsTo(path, s.SectionID, other)
	})
}

// leadsTo reports whether teams come from one section to another one on any way.
func leadsTo(path []PathStep, one, other int64) bool {
	return slices.ContainsFunc(path, func(s PathStep) bool {
		return s.FromSection == one && (s.SectionID == other || leadsTo(path, s.SectionID, other))
	})
}

// LaterPhases are the phases that teams of a section go on to.
func LaterPhases(b *SectionBook) []Phase {
	var list []Phase
	for _, p := range Phases(b.Path) {
		if p.Feeds(b.Section.SectionID) {
			list = append(list, p)
		}
	}
	return list
}

// Feeds reports whether teams come in from a section.
func (p Phase) Feeds(sectionID int64) bool {
	return slices.ContainsFunc(p.Rule.Feeds, func(f phase.Feed) bool { return f.From == sectionID })
}

// SourceIDs are the sections that the phase is fed by, each once.
func (p Phase) SourceIDs() []int64 {
	var ids []int64
	for _, f := range p.Rule.Feeds {
		if !slices.Contains(ids, f.From) {
			ids = append(ids, f.From)
		}
	}
	return ids
}

// only is the rule for the teams of one section.
func (p Phase) only(sectionID int64) phase.Rule {
	rule := p.Rule
	rule.Feeds = slices.DeleteFunc(slices.Clone(rule.Feeds), func(f phase.Feed) bool { return f.From != sectionID })
	return rule
}

// Field says who would come into a phase now. books are those of the sections that feed it.
func (p Phase) Field(books map[int64]*SectionBook) (phase.Field, error) {
	sources := map[int64]phase.Source{}
	for _, id := range p.SourceIDs() {
		source, err := PhaseSourceOf(books[id])
		if err != nil {
			return phase.Field{}, err
		}
		sources[id] = source
	}
	return phase.Resolve(p.Rule, sources, p.Lot), nil
}

// Qualifiers says who of a section would come into a phase now.
func Qualifiers(b *SectionBook, p Phase) (phase.Field, error) {
	s, err := b.Standings(0)
	if err != nil {
		return phase.Field{}, err
	}
	return s.Qualifiers(p), nil
}

// Qualifiers says the same from the last standings of the section, where they are known already.
func (s *Standings) Qualifiers(p Phase) phase.Field {
	id := s.book.Section.SectionID
	return phase.Resolve(p.only(id), map[int64]phase.Source{id: phaseSource(s.book, s)}, p.Lot)
}

// PhaseSourceOf is what a section says about its teams to the phases that it feeds: its
// tables with the places that each team can still reach, and who lost in which round of its
// bracket.
func PhaseSourceOf(b *SectionBook) (phase.Source, error) {
	s, err := b.Standings(0)
	if err != nil {
		return phase.Source{}, err
	}
	return phaseSource(b, s), nil
}

func phaseSource(b *SectionBook, s *Standings) phase.Source {
	if s.Round == 0 {
		return phase.Source{Tables: []phase.Table{{}}} // nobody has a place yet
	}
	p := s.reach()
	ranges := map[int64]TeamProspect{}
	for _, g := range p.Groups {
		for _, t := range g.Teams {
			ranges[t.TeamID] = t
		}
	}
	over := p.Over && !s.bracketOpen()
	table := func(name string, rows []Standing) phase.Table {
		t := phase.Table{Name: name, Over: over, Bracket: b.Section.System.Bracket()}
		for i, row := range rows {
			r := ranges[row.TeamID]
			out := s.phaseRow(row, i, rows)
			out.Best, out.Worst = r.Best, r.Worst
			if t.Bracket && b.GroupStage(s.Round) && !p.Over {
				out.Best, out.Worst = 1, len(rows) // the places of the section are open while groups are played
			}
			t.Rows = append(t.Rows, out)
		}
		return t
	}
	var source phase.Source
	if b.Section.InGroups() && !b.Section.System.Bracket() {
		for _, g := range s.Groups {
			source.Tables = append(source.Tables, table(g.Letter, g.Rows))
		}
	} else {
		source.Tables = []phase.Table{table("", s.Rows)}
	}
	source.Lost = lostIn(b)
	return source
}

// bracketOpen reports whether ties of a bracket keep places open: one that has no winner yet, or
// one that only some of those who can have a place would still play.
func (s *Standings) bracketOpen() bool {
	if !s.book.Section.System.Bracket() || s.book.GroupStage(s.Round) {
		return false
	}
	if _, err := s.book.Bracket(s.Round + 1); err != nil {
		return true
	}
	for i := 1; i < len(s.Rows); i++ {
		if before, row := s.Rows[i-1], s.Rows[i]; row.Place <= before.Last() && !row.sharesWith(before) {
			return true
		}
	}
	return false
}

// phaseRow is a row with what puts it behind the one before it.
func (s *Standings) phaseRow(row Standing, at int, rows []Standing) phase.Row {
	t := s.book.Team(row.TeamID)
	out := phase.Row{
		Team: row.TeamID, Place: row.Place, Points: row.Values[0].N, Strength: t.Strength, Code: t.Code,
		Gone: t.LeavesRound != nil,
	}
	if order, ok := s.ordered[row.TeamID]; ok {
		out.Decision, out.How = order.DecisionNo, string(order.How)
	}
	if at == 0 || rows[at-1].Place == row.Place {
		return out
	}
	for k, value := range row.Values {
		if value != rows[at-1].Values[k] {
			if k > 0 {
				out.Apart = s.Codes[k].String()
			}
			break
		}
	}
	return out
}

// lostIn are the losers of the main bracket by round, as far as it is decided.
func lostIn(b *SectionBook) []phase.Lost {
	last := b.Current()
	if last == nil || !b.Section.System.Bracket() || last.RoundNo < b.FirstKnockout() {
		return nil
	}
	k, _ := b.Bracket(last.RoundNo + 1) // an error is a tie without a winner: good up to there
	if k == nil {
		return nil
	}
	var list []phase.Lost
	for _, round := range k.Rounds(b.Section) {
		if round.Stage != StageMain {
			continue
		}
		lost := phase.Lost{Round: round.Round}
		for _, tie := range round.Ties {
			switch {
			case tie.Free:
			case !tie.Decided, tie.underReview(b):
				lost.Open++
			default:
				loser := tie.Slots[0]
				if loser.Won {
					loser = tie.Slots[1]
				}
				t := b.Team(loser.TeamID)
				lost.Rows = append(lost.Rows, phase.Row{
					Team: t.TeamID, Strength: t.Strength, Code: t.Code, Gone: t.LeavesRound != nil,
				})
			}
		}
		list = append(list, lost)
	}
	return list
}

// underReview reports whether the result of a tie may still change.
func (t BracketTie) underReview(b *SectionBook) bool {
	r := b.Round(t.RoundNo)
	if r == nil {
		return false
	}
	p := r.AtTable(t.Table)
	return p != nil && slices.ContainsFunc(p.Matches, func(m Match) bool { return m.UnderReview })
}

// orderLevel puts teams with equal points into the order that a lot, an official or a
// play-off gave them, once all rounds are played. A decision about teams that are not beside
// each other any more, because a result was corrected, is left out.
func (s *Standings) orderLevel(rows []Standing) {
	if s.Round == 0 || s.Open > 0 || s.Round < s.book.LastRound() {
		return
	}
	for _, order := range decisions(s.book) {
		at := map[int64]TieOrder{}
		for _, t := range order {
			at[t.TeamID] = t
		}
		for start := 0; start+len(order) <= len(rows); start++ {
			s.orderRun(rows[start:start+len(order)], at)
		}
	}
}

// equalTo reports equal points, or one place of a bracket that both have.
func (s Standing) equalTo(other Standing) bool {
	return s.Values[0] == other.Values[0] || s.sharesWith(other)
}

// sharesWith reports whether two rows have the same place or places.
func (s Standing) sharesWith(other Standing) bool {
	return s.Place == other.Place && s.Shared == other.Shared
}

// orderRun orders rows if one decision is about exactly them, and if nothing ordered them before:
// what a play-off left level can still be drawn by lot.
func (s *Standings) orderRun(rows []Standing, at map[int64]TieOrder) {
	first := rows[0].Place
	for _, row := range rows {
		_, about := at[row.TeamID]
		_, before := s.ordered[row.TeamID]
		if !about || !row.equalTo(rows[0]) || before && row.Place != first {
			return
		}
	}
	if last := rows[len(rows)-1]; last.Last() > first+len(rows)-1 {
		return // somebody else shares the place
	}
	slices.SortStableFunc(rows, func(x, y Standing) int { return at[x.TeamID].Position - at[y.TeamID].Position })
	if s.ordered == nil {
		s.ordered = map[int64]TieOrder{}
	}
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && at[rows[end].TeamID].Position == at[rows[start].TeamID].Position {
			end++
		}
		for i := start; i < end; i++ {
			rows[i].Place, rows[i].Shared = first+start, end-start
		}
		start = end
	}
	for _, row := range rows {
		order := at[row.TeamID]
		if before, ok := s.ordered[row.TeamID]; ok {
			order.DecisionNo = before.DecisionNo // it goes on from there
		}
		s.ordered[row.TeamID] = order
	}
}

// PhaseEntryOf is how a team came into a section; false for one that was entered here.
func PhaseEntryOf(b *SectionBook, teamID int64) (PhaseEntry, bool) {
	for _, e := range b.Entered {
		if e.SectionID == b.Section.SectionID && e.TeamID == teamID {
			return e, true
		}
	}
	return PhaseEntry{}, false
}

// PhasesEntered are the phases that a team of this section came into.
func PhasesEntered(b *SectionBook, teamID int64) []PhaseEntry {
	var list []PhaseEntry
	for _, e := range b.Entered {
		if e.FromSection == b.Section.SectionID && e.FromTeam == teamID {
			list = append(list, e)
		}
	}
	return list
}

// teamsCameIn reports whether the teams of this phase have come in: they keep their seeds.
func teamsCameIn(b *SectionBook) bool {
	return slices.ContainsFunc(b.Entered, func(e PhaseEntry) bool { return e.SectionID == b.Section.SectionID })
}

// SeedReason says in words why a team has its seed.
func SeedReason(b *SectionBook, e PhaseEntry) fault.Clause {
	p, _ := PhaseOfBook(b)
	from := ""
	for _, s := range p.Sources {
		if s.SectionID == e.FromSection {
			from = s.Name
		}
	}
	return seedReason(p, from, e.Place, e.TableName, e.LostRound, e.Shared, b.Team(e.TeamID))
}

// WhySeed says in words why an entrant would have its seed. from is the section that it comes
// from.
func (p Phase) WhySeed(e phase.Entrant, from *SectionBook) fault.Clause {
	return seedReason(p, from.Section.Name, e.Place, e.Table, e.Round, e.Shared, from.Team(e.Team))
}

// PathDepth says how many sections are played before each section of a path.
func PathDepth(phases []Phase) map[int64]int {
	depth := map[int64]int{}
	for range len(phases) + 1 { // a path has no circle
		for _, p := range phases {
			for _, id := range p.SourceIDs() {
				depth[id] = max(depth[id], 0)
				depth[p.SectionID] = max(depth[p.SectionID], depth[id]+1)
			}
		}
	}
	return depth
}

func seedReason(p Phase, from string, place int, table string, lost int, shared bool, t Team) fault.Clause {
	where := fault.Part("place %d of %s", place, from)
	switch {
	case lost > 0:
		where = fault.Part("lost in round %d of the bracket of %s", lost, from)
	case table != "":
		where = fault.Part("place %d of group %s of %s", place, table, from)
	}
	switch {
	case p.Rule.Seeding == phase.ByStrength:
		return fault.Part("%s; seeded by strength (%d)", where, t.Strength)
	case p.Rule.Seeding == phase.ByLot && p.Lot != "":
		return fault.Part("%s; drawn by lot, seed %s with %s", where, p.Lot, t.Code)
	case p.Rule.Seeding == phase.ByLot:
		return fault.Part("%s; the lot is drawn when the phase starts", where)
	case shared && lost == 0:
		return fault.Part("%s, shared; the stronger team is seeded first", where)
	}
	return where
}
