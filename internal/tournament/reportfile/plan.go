package reportfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trf"
)

// Plan is a report file as a section would hold it, before anything is written. With
// problems it is refused; notes say what the file does not carry or what the section
// keeps otherwise.
type Plan struct {
	tournament.Content
	Problems []Problem
	Notes    []fault.Clause

	codes []standings.Code
}

// Problem is one thing a section cannot hold. Round and Team are 0 and
// empty where it is about the whole file.
type Problem struct {
	Round int
	Team  string
	What  fault.Clause
	Do    fault.Clause
}

// Sentence is the problem with its place and the way out.
func (p Problem) Sentence() fault.Chain {
	switch {
	case p.Round > 0 && p.Team != "":
		return fault.Sentences(fault.Part("Round %d, %s:", p.Round, p.Team), p.What, p.Do)
	case p.Round > 0:
		return fault.Sentences(fault.Part("Round %d:", p.Round), p.What, p.Do)
	case p.Team != "":
		return fault.Sentences(fault.Part("%s:", p.Team), p.What, p.Do)
	}
	return fault.Sentences(p.What, p.Do)
}

// MaxProblems bounds the list: after so many the file is another kind of file.
const MaxProblems = 50

// NewPlan turns a report into the section. The standings of the plan are those
// the file implies: they are compared, and a difference in points or places is a
// problem. It fails only when the records of the file contradict each other.
func NewPlan(section tournament.Section, f *trf.File) (*Plan, error) {
	table, err := f.CrossTable()
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The records of the file contradict each other: %v.", err)
	}
	input, err := standings.FromTRF(f)
	if err != nil {
		return nil, fmt.Errorf("read the rounds of the report: %w", err)
	}
	r := &reader{file: f, table: table, index: map[int]*trf.Participant{}, plan: &Plan{Content: tournament.Content{Section: section}}}
	for i := range table.Participants {
		r.index[table.Participants[i].Number] = &table.Participants[i]
	}
	if r.seats, err = f.Seats(); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The records of the file contradict each other: %v.", err)
	}
	r.settings(input)
	if len(r.plan.Problems) == 0 {
		r.teams()
		for round := 1; round <= table.Paired; round++ {
			r.round(round)
		}
		r.absent()
		r.apart()
	}
	r.notes()
	if len(r.plan.Problems) == 0 && r.plan.Section.System == tournament.Knockout {
		r.bracket()
	}
	if len(r.plan.Problems) == 0 {
		if err := r.compare(input); err != nil {
			return nil, err
		}
	}
	r.plan.Problems = r.plan.Problems[:min(len(r.plan.Problems), MaxProblems)]
	return r.plan, nil
}

// reader makes the plan of a file.
type reader struct {
	file  *trf.File
	table *trf.CrossTable
	index map[int]*trf.Participant
	plan  *Plan
	seats func(round, team int) []int // who sat at the boards of a team, by number in the file
}

func (r *reader) refuse(round int, team string, do, what fault.Clause) {
	r.plan.Problems = append(r.plan.Problems, Problem{Round: round, Team: team, What: what, Do: do})
}

func (r *reader) note(said fault.Clause) { r.plan.Notes = append(r.plan.Notes, said) }

// settings takes from the file what decides points and places.
func (r *reader) settings(in standings.Input) {
	s, t := &r.plan.Section, r.table
	if t.Teams != (s.TeamSize == 2) {
		what := fault.Part("The file lists single players, and %s has teams of two.", s.Name)
		if t.Teams {
			what = fault.Part("The file lists teams, and %s has single players.", s.Name)
		}
		r.refuse(0, "", fault.Part("Choose a section whose rulebook has teams of that size."), what)
	}
	knockout := strings.Contains(r.file.Type, "KNOCKOUT")
	switch {
	case s.InGroups() || s.System == tournament.Rotating:
		r.refuse(0, "", fault.Part("Choose a section that is a Swiss system, a round robin or a knockout."), fault.Part("%s is played by a plan of its own, which a report does not carry.", s.Name))
	case s.System == tournament.Knockout && !knockout:
		r.refuse(0, "", fault.Part("Choose a section that is a Swiss system or a round robin."), fault.Part("%s is a knockout, and the file is none.", s.Name))
	case s.System != tournament.Knockout && knockout:
		r.refuse(0, "", fault.Part("Choose a section that is a knockout."), fault.Part("The file is a knockout, and %s is none.", s.Name))
	}
	if t.Win < 2 || t.Win%2 != 0 || t.Win > 18 || t.Draw*2 != t.Win || t.Loss != 0 {
		r.refuse(0, "", fault.Part("Import it where a win counts twice a draw and a loss nothing."), fault.Part("The file gives %s for a win, %s for a draw and %s for a loss.",
			trf.FormatPoints(t.Win), trf.FormatPoints(t.Draw), trf.FormatPoints(t.Loss)))
		return
	}
	if t.Paired > 99 || t.Rounds > 99 || len(t.Participants) < 2 {
		r.refuse(0, "", fault.Part("Choose another file."), fault.Part("Participants in the file: %d. Rounds: %d.", len(t.Participants), t.Rounds))
		return
	}
	s.Scoring, s.MatchesPerPairing = "match", t.Win/2
	s.ByePoints, s.Rounds = min(t.PAB, t.Win), max(t.Rounds, t.Paired, 1)
	s.InitialColour = "W"
	if t.InitialColour == trf.Black {
		s.InitialColour = "B"
	}
	s.System = r.system(in.RoundRobin)
	s.ColourMode, s.Accelerated = "none", strings.HasSuffix(r.file.Type, "_BAKU")
	for _, mode := range []string{"A", "B"} {
		if strings.Contains(r.file.Type, "TYPE"+mode) {
			s.ColourMode = mode
		}
	}
	r.tieBreaks()
}

// system is how the file says it was paired, else how the section is.
func (r *reader) system(roundRobin bool) tournament.System {
	kind := r.file.Type
	switch {
	case r.plan.Section.System == tournament.Knockout:
		return tournament.Knockout
	case roundRobin && r.table.Paired >= 2*(len(r.table.Participants)-1):
		return tournament.DoubleRoundRobin
	case roundRobin:
		return tournament.RoundRobin
	case strings.Contains(kind, "DUTCH"):
		return tournament.Dutch
	case strings.Contains(kind, "TEAM"):
		return tournament.TeamSwiss
	case !r.plan.Section.System.Swiss():
		return tournament.TeamSwiss
	}
	return r.plan.Section.System
}

func (r *reader) tieBreaks() {
	codes, err := standings.CodesOf(r.file)
	switch {
	case err != nil:
		r.note(fault.Part("The file's order of tie-breaks is not known (%s); the section keeps its own.", err))
	case r.file.StandingOrder == "" && r.file.TieBreaks == "":
		r.note(fault.Part("The file names no tie-breaks; the section keeps its own."))
	case len(codes) > tournament.MaxTieBreaks || codes[0].Name != "PTS":
		r.note(fault.Part("The file's order of tie-breaks has more than %d codes or does not begin with the points; the section keeps its own.", tournament.MaxTieBreaks))
	default:
		var list []string
		for _, c := range codes {
			if text := c.String(); !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
		r.plan.Section.TieBreaks = strings.Join(list, ",")
	}
	if r.plan.codes, err = standings.ParseCodes(r.plan.Section.TieBreaks); err != nil {
		r.refuse(0, "", fault.Part("Correct the section's tie-breaks first."), fault.Part("The tie-breaks of %s cannot be read: %s.", r.plan.Section.Name, err))
	}
}

// teams makes the entries. A team's strength is the file's.
func (r *reader) teams() {
	squads, players := r.squads()
	if r.table.Teams {
		r.addReserves(squads)
	}
	seen, numbers := map[string]int{}, map[string]int{} // by name: whose it is, and the last number it was given
	left, longest := 0, 0
	who := map[int]int64{} // number in the file → player of the plan
	var owner []int        // by player: whose he is, as an index of teams
	for _, p := range r.table.Participants {
		name := cmp.Or(tidy(p.Name), fmt.Sprintf("Team %d", p.Number))
		if !r.table.Teams {
			first, last := tournament.SplitName(p.Name)
			name = cmp.Or(tidy(first+" "+last), name)
			base, key := name, tournament.NameKey(name)
			for seen[tournament.NameKey(name)] != 0 { // two people may have one name
				numbers[key] = max(numbers[key], 1) + 1
				name = fmt.Sprintf("%s (%d)", base, numbers[key])
			}
		}
		var form fault.Form
		limit.Name.Check(&form, "name", name)
		if form.Err() != nil {
			r.refuse(0, name, fault.Part("Correct the name in the file."), fault.Part("Number %d: %s", p.Number, fault.At(form.Err(), "name")))
		}
		if other := seen[tournament.NameKey(name)]; other != 0 {
			r.refuse(0, name, fault.Part("Give one of them another name in the file."), fault.Part("Numbers %d and %d have names that a person cannot tell apart.", other, p.Number))
		}
		seen[tournament.NameKey(name)] = p.Number
		number := p.Number
		for _, a := range p.Adjustments {
			r.plan.Points = append(r.plan.Points, tournament.TeamPoints{
				TeamID: int64(number), RoundNo: min(cmp.Or(a.Round, r.table.Paired), r.table.Paired), MatchPoints: a.Points, GamePoints: a.GamePoints,
				Reason: adjustmentReason(a),
			})
		}
		t := tournament.Team{TeamID: int64(number), Number: &number, Name: name, NameKey: tournament.NameKey(name), Strength: p.Rating, State: tournament.TeamEntered, ArrivesRound: r.arrival(p)}
		r.plan.Teams = append(r.plan.Teams, t)
		ids := r.takenOver(p.Number, squads[p.Number])
		longest = max(longest, len(ids))
		for seat := range max(len(ids), r.plan.Section.TeamSize) {
			member := tournament.Player{PlayerID: int64(len(r.plan.Players) + 1), SeatOrder: ptr(seat + 1), FirstName: fmt.Sprintf("Player %d", seat+1), LastName: name}
			if seat < len(ids) {
				known := players[ids[seat]]
				who[ids[seat]] = member.PlayerID
				member.FirstName, member.LastName = tournament.SplitName(known.Name)
				member.ExternalID = known.FIDENumber
				if known.Rating > 0 && known.Rating <= tournament.MaxRating {
					member.Rating = &known.Rating
				}
			}
			told := tournament.NewPlayer{FirstName: member.FirstName, LastName: member.LastName, ExternalID: member.ExternalID}
			if err := limit.Check(told); err != nil {
				field, _, _ := fault.First(err)
				r.refuse(0, name, fault.Part("Correct the name in the file."), fault.Part("A player of number %d: %s", p.Number, fault.At(err, field)))
			}
			member.NameKey = tournament.NameKey(member.Name())
			r.plan.Players = append(r.plan.Players, member)
			owner = append(owner, len(r.plan.Teams)-1)
		}
		left += max(0, len(squads[p.Number])-len(ids))
	}
	// The address of a team is that of its element, which moved while the list grew.
	for i := range r.plan.Players {
		r.plan.Players[i].TeamID = &r.plan.Teams[owner[i]].TeamID
	}
	if left > 0 {
		r.note(fault.Part("%d players are not taken over: a team of this section has at most %d.", left, r.mostPlayers()))
	}
	if longest > max(r.plan.Section.Squad(), r.plan.Section.TeamSize) {
		r.plan.Section.SquadSize = longest
		r.note(fault.Part("Teams of the section may have %d players from now on, as the file has them.", longest))
	}
	r.lineUps(who)
}

// adjustmentReason says where points of the register of a section came from.
func adjustmentReason(a trf.Adjustment) string {
	what := "Bonus"
	if a.Points < 0 || a.Points == 0 && a.GamePoints < 0 {
		what = "Penalty"
	}
	if a.Round > 0 {
		return fmt.Sprintf("%s of round %d in the imported report (record 299).", what, a.Round)
	}
	return what + " in the imported report (record 299)."
}

// squads lists the players of each participant.
func (r *reader) squads() (map[int][]int, map[int]trf.Player) {
	squads, players := map[int][]int{}, map[int]trf.Player{}
	for _, p := range r.file.Players {
		players[p.ID] = p
		if !r.table.Teams {
			squads[p.ID] = []int{p.ID}
		}
	}
	for _, t := range r.file.Teams {
		squads[t.Number] = t.Players
	}
	if len(r.file.Teams) == 0 && r.table.Teams {
		for i, t := range r.file.OldTeams {
			squads[i+1] = t.Players
		}
	}
	return squads, players
}

// arrival is the first round of a participant: the coming one where none of those
// that were paired has a word about it.
func (r *reader) arrival(p trf.Participant) int {
	here := slices.IndexFunc(p.Records[:r.table.Paired], func(record trf.Record) bool { return record.Kind != trf.NotArrived })
	switch {
	case here >= 0:
		return here + 1
	case r.table.Paired < r.plan.Section.Rounds:
		return r.table.Paired + 1
	}
	return 1
}

// notes say what a report cannot carry.
func (r *reader) notes() {
	r.note(fault.Part("A report has one result per pairing: which match of it was won, how the boards ended, table numbers, clocks and rulings are not in it. Tables are numbered in the order of the file."))
	r.note(fault.Part("A team that left and one that was absent look the same in a report: every team stays entered. Withdraw those that have left before the next round."))
	if r.file.Accelerations != nil || r.file.Virtual != nil {
		r.note(fault.Part("Virtual points of the file are not taken over; an accelerated section works its own out."))
	}
}

// absent takes over who misses the coming round.
func (r *reader) absent() {
	next := r.table.Paired + 1
	if next > r.plan.Section.Rounds {
		return
	}
	for _, p := range r.table.Participants {
		if len(p.Records) < next {
			continue
		}
		if kind, is := byeKinds[p.Records[next-1].Kind]; is && kind != tournament.ByePairing {
			r.plan.Byes = append(r.plan.Byes, tournament.RequestedBye{RoundNo: next, TeamID: int64(p.Number), Kind: kind})
		}
	}
}

// compare holds the plan's standings against those of the file. A code that
// counts boards one by one has other values where both boards share the result;
// it leaves the order, and the rest has to agree to the last value.
func (r *reader) compare(in standings.Input) error {
	in.Edition = standings.Edition(r.plan.Section.TieBreakEdition)
	for {
		other, err := r.differing(in)
		if err != nil || other == nil || len(r.plan.Problems) > 0 {
			return err
		}
		r.note(fault.Part("%s is left out of the tie-breaks: the file counts its boards one by one, and in bughouse both share the result.", other.String()))
		r.plan.codes = slices.DeleteFunc(r.plan.codes, func(c standings.Code) bool { return c == *other })
		list := make([]string, len(r.plan.codes))
		for i, c := range r.plan.codes {
			list[i] = c.String()
		}
		r.plan.Section.TieBreaks = strings.Join(list, ",")
	}
}

// differing finds the first code whose values differ, nil when all agree. Other
// points are a problem.
func (r *reader) differing(in standings.Input) (*standings.Code, error) {
	want, err := standings.Compute(in, r.plan.codes)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The standings of the file cannot be worked out: %v.", err)
	}
	got, err := r.plan.Book().Standings(0)
	if err != nil {
		return nil, err
	}
	first := len(r.plan.codes)
	for _, row := range got.Rows {
		file, err := want.Row(int(row.TeamID))
		if err != nil {
			return nil, fmt.Errorf("compare the standings: %w", err)
		}
		if file.Values[0] != row.Values[0] {
			r.refuse(0, r.index[int(row.TeamID)].Name, fault.Part("Look at its rounds in the file."), fault.Part("It would have %s points, and the file implies %s.", row.Values[0], file.Values[0]))
			continue
		}
		for i := range first {
			if file.Values[i] != row.Values[i] {
				first = i
			}
		}
	}
	if first == len(r.plan.codes) {
		return nil, nil
	}
	code := r.plan.codes[first]
	return &code, nil
}

// apart takes over who must not meet: of each list every two. A pair that stands in
// several lists is kept apart from the first of their rounds to the last.
func (r *reader) apart() {
	at := map[[2]int64]int{}
	for _, f := range r.file.Forbidden {
		first, last := cmp.Or(f.First, 1), cmp.Or(f.Last, r.plan.Section.Rounds)
		for i, one := range f.IDs {
			for _, other := range f.IDs[i+1:] {
				if one == other || r.index[one] == nil || r.index[other] == nil {
					continue
				}
				pair := [2]int64{int64(min(one, other)), int64(max(one, other))}
				k, known := at[pair]
				if !known {
					k, at[pair] = len(r.plan.Apart), len(r.plan.Apart)
					r.plan.Apart = append(r.plan.Apart, tournament.ForbiddenPair{TeamID: pair[0], OtherID: pair[1], FirstRound: first, LastRound: max(first, last), Hard: true})
				}
				p := &r.plan.Apart[k]
				p.FirstRound, p.LastRound = min(p.FirstRound, first), max(p.LastRound, last)
			}
		}
	}
}

// tidy makes single spaces of all white space.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }

func ptr[T any](v T) *T { return &v }
