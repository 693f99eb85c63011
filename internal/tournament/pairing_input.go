package tournament

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// renumberUntil is the last round whose pairing may still change the numbers of
// the teams (C.04.2: until round 4 has been paired).
const renumberUntil = 4

// pairingSystems maps the systems of a section to those of the pairing package. A
// knockout is paired by its bracket and only checked like a round robin.
var pairingSystems = map[System]pairing.System{
	TeamSwiss: pairing.TeamSwiss, Dutch: pairing.Dutch, USSwiss: pairing.USChess, RoundRobin: pairing.RoundRobin, DoubleRoundRobin: pairing.RoundRobin,
	Knockout: pairing.RoundRobin, GroupsKnockout: pairing.RoundRobin,
}

var colourModes = map[string]pairing.ColourMode{"none": pairing.NoColours, "A": pairing.ColoursTypeA, "B": pairing.ColoursTypeB}

var byeKinds = map[ByeKind]pairing.Kind{ByePairing: pairing.AllocatedBye, ByeFull: pairing.FullBye, ByeHalf: pairing.HalfBye, ByeZero: pairing.ZeroBye}

// Why says what keeps a match from being settled.
type Why string

// The reasons for which a match is not settled.
const (
	WhyMissing  Why = "missing"  // no result yet; pairing counts it as drawn
	WhyConflict Why = "conflict" // sources differ; pairing counts it as drawn
	WhyReview   Why = "review"   // the result counts and may still change
	WhyAppeal   Why = "appeal"   // the ruling on it may be appealed until a time
)

// Unsettled is a match of an earlier round that pairing had to assume something
// about.
type Unsettled struct {
	MatchID          int64
	RoundNo, Table   int
	MatchNo          int
	Team1ID, Team2ID int64
	Why              Why
	Until            time.Time // of an appeal
}

// PairingInput is a section prepared for pairing one round.
type PairingInput struct {
	Tournament *pairing.Tournament
	Unsettled  []Unsettled
	// Basis is a digest of the results the pairing rests on; when it differs, a
	// draft is stale.
	Basis string

	number map[int64]int // team id → number
	team   map[int]int64 // number → team id
	// outside are the half points of teams that no result brought.
	outside map[int64]int
	leftOut map[int64]LeftOut // teams that did not come before
	// bracket is the plan of a knockout with the winners so far; nil elsewhere.
	bracket *Bracket
	watch   func(pairing.Progress) error // told by the system how far it is; nil for nobody
}

// Numbers gives every team its pairing number, 1 = strongest, by strength and
// then name. Until round 4 is paired everybody is numbered afresh, so that late
// entries get the place their strength deserves; later ones follow at the end. Who
// left before it was paired stands behind all of them, so that nobody's number counts it.
// Tables and brackets rest on the numbers of round 1, which stay; so do the seeds of a phase.
func (b *SectionBook) Numbers(round int) map[int64]int {
	order := slices.Clone(b.Teams)
	last := renumberUntil
	if !b.Section.System.Swiss() {
		last = 1
	}
	seeded := teamsCameIn(b)
	kept := func(t Team) bool { return (round > last || seeded) && t.Number != nil }
	away := make(map[int64]int)
	for _, t := range order {
		if !takesPart(b, t) {
			away[t.TeamID] = 1
		}
	}
	slices.SortFunc(order, func(x, y Team) int {
		switch {
		case kept(x) && kept(y):
			return cmp.Compare(*x.Number, *y.Number)
		case kept(x):
			return -1
		case kept(y):
			return 1
		}
		return cmp.Or(cmp.Compare(away[x.TeamID], away[y.TeamID]), cmp.Compare(y.Strength, x.Strength), cmp.Compare(x.NameKey, y.NameKey), cmp.Compare(x.TeamID, y.TeamID))
	})
	numbers, n := make(map[int64]int, len(order)), 0
	for _, t := range order {
		n++
		if kept(t) {
			n = *t.Number
		}
		numbers[t.TeamID] = n
	}
	return numbers
}

// PairingInput prepares round for pairing from the published rounds before it.
// A match without a result counts as drawn and stands in Unsettled; so does one
// under review, whose result counts as it is.
func (b *SectionBook) PairingInput(round int) (*PairingInput, error) {
	in := &PairingInput{number: b.Numbers(round), team: make(map[int]int64, len(b.Teams)), outside: map[int64]int{}}
	for id, n := range in.number {
		in.team[n] = id
	}
	win := b.Section.MaxPairingPoints()
	t := &pairing.Tournament{
		Rounds: b.Section.Rounds, Round: round,
		Points:        pairing.PointSystem{Win: win, Draw: win / 2, AllocatedBye: b.Section.ByePoints},
		Participants:  make([]pairing.Participant, len(b.Teams)),
		InitialColour: initialColour(b.Section),
		Team:          pairing.TeamOptions{Colours: colourModes[b.Section.ColourMode]},
		RoundRobin:    pairing.RoundRobinOptions{Double: b.Section.Cycles() == 2},
	}
	in.Tournament = t
	at := make(map[int64]*pairing.Participant, len(b.Teams))
	for i, team := range b.Teams {
		t.Participants[i] = participant(team, in.number[team.TeamID], round)
		at[team.TeamID] = &t.Participants[i]
	}
	for r := 1; r < round; r++ {
		played := b.Round(r)
		if played == nil || !played.Public() {
			return nil, fault.New(fault.Conflict, "Round %d is not published yet. Rounds are paired one after the other.", r)
		}
		for _, p := range played.Pairings {
			in.record(b.Section, p, at)
		}
	}
	for _, p := range b.Points {
		if team := at[p.TeamID]; team != nil && p.RoundNo < round {
			if team.Adjusted == nil {
				team.Adjusted = make([]int, round)
			}
			team.Adjusted[p.RoundNo] += p.MatchPoints
			in.outside[p.TeamID] += p.MatchPoints
		}
	}
	in.carry(b, at)
	requestedByes(b, round, at)
	in.leftOut = LeftOutOf(b, round)
	for id := range in.leftOut {
		at[id].Bye = pairing.ZeroBye
	}
	if b.Section.Accelerated {
		pairing.Accelerate(t)
	}
	in.Basis = in.digest(b)
	switch {
	case b.GroupStage(round):
		setGroups(b, in)
	case b.Section.System.Bracket():
		if err := setBracket(b, in); err != nil {
			return nil, err
		}
	}
	in.forbid(b)
	return in, nil
}

func initialColour(s Section) pairing.Colour {
	if s.InitialColour == "B" {
		return pairing.Black
	}
	return pairing.White
}

// participant is a team without its history. Rounds before the arrival are no
// records; every other round counts as a zero-point bye until a pairing says
// what happened.
func participant(team Team, number, round int) pairing.Participant {
	p := pairing.Participant{Number: number, Rating: team.Strength, Arrival: team.ArrivesRound}
	if team.LeavesRound != nil {
		p.Withdrawn = *team.LeavesRound
	}
	if team.State == TeamAbsent {
		p.Bye = pairing.ZeroBye
	}
	p.Records = make([]pairing.Record, round-1)
	for r := range p.Records {
		if r+1 >= team.ArrivesRound {
			p.Records[r].Kind = pairing.ZeroBye
		}
	}
	return p
}

// TeamID is the team that has a number in the pairing.
func (in *PairingInput) TeamID(number int) int64 { return in.team[number] }

// record writes one pairing of an earlier round into the history of its teams.
func (in *PairingInput) record(s Section, p Pairing, at map[int64]*pairing.Participant) {
	p = p.counting(forPairing, in.Tournament.Round)
	r := p.RoundNo - 1
	score := s.Score(p)
	if p.Bye != nil {
		at[p.TeamID(1)].Records[r] = pairing.Record{Kind: byeKinds[*p.Bye], Points: score.Points[0], Secondary: score.Matches[0]}
		return
	}
	points, matches := in.settle(s, p, score)
	kinds := [2]pairing.Kind{pairing.Played, pairing.Played}
	if !score.Played && score.Missing == 0 {
		kinds = forfeitKinds(points)
	}
	for slot := 1; slot <= 2; slot++ {
		colour := pairing.Black
		if whiteSlot(p) == slot {
			colour = pairing.White
		}
		opponents := p.InSlot(3 - slot)
		for seat, id := range p.InSlot(slot) {
			at[id].Records[r] = pairing.Record{
				Kind: kinds[slot-1], Opponent: at[opponents[min(seat, len(opponents)-1)]].Number, Colour: colour, Points: points[slot-1], Secondary: matches[slot-1],
			}
		}
	}
}

// settle notes what is open about a pairing and counts missing results as draws.
func (in *PairingInput) settle(s Section, p Pairing, score Score) (points, matches [2]int) {
	for _, m := range p.Matches {
		why := WhyReview
		switch {
		case m.State == MatchConflict:
			why = WhyConflict
		case m.Result == nil:
			why = WhyMissing
		case !m.UnderReview:
			continue
		}
		in.Unsettled = append(in.Unsettled, Unsettled{
			MatchID: m.MatchID, RoundNo: p.RoundNo, Table: p.Table(), MatchNo: m.MatchNo, Team1ID: p.TeamID(1), Team2ID: p.TeamID(2), Why: why,
		})
	}
	points, matches = score.Points, score.Matches
	if score.Missing == 0 {
		return points, matches
	}
	for slot := range matches {
		matches[slot] += score.Missing
	}
	if s.Scoring == "pairing" {
		return pairingResult(matches), matches
	}
	return matches, matches
}

// WithAppeals adds the matches before a round whose rulings may still be
// appealed to those that are open for another reason.
func (b *SectionBook) WithAppeals(open []Unsettled, round int, windows []AppealWindow) []Unsettled {
	for _, w := range windows {
		p, m := b.FindMatch(w.MatchID)
		listed := slices.ContainsFunc(open, func(u Unsettled) bool { return u.MatchID == w.MatchID })
		if p == nil || p.RoundNo >= round || listed {
			continue
		}
		open = append(open, Unsettled{
			MatchID: w.MatchID, RoundNo: p.RoundNo, Table: p.Table(), MatchNo: m.MatchNo, Team1ID: p.TeamID(1), Team2ID: p.TeamID(2),
			Why: WhyAppeal, Until: w.Until,
		})
	}
	return open
}

// forfeitKinds tells who won a pairing of which no board was played.
func forfeitKinds(points [2]int) [2]pairing.Kind {
	switch {
	case points[0] > points[1]:
		return [2]pairing.Kind{pairing.ForfeitWin, pairing.ForfeitLoss}
	case points[1] > points[0]:
		return [2]pairing.Kind{pairing.ForfeitLoss, pairing.ForfeitWin}
	}
	return [2]pairing.Kind{pairing.DoubleForfeit, pairing.DoubleForfeit}
}

// requestedByes adds the byes that were asked for in the round, but for a team that came and was
// given a table of it.
func requestedByes(b *SectionBook, round int, at map[int64]*pairing.Participant) {
	r := b.Round(round)
	for _, w := range b.Byes {
		if r != nil && r.Public() && !withoutTable(r.PairingOf(w.TeamID)) {
			continue
		}
		if p := at[w.TeamID]; p != nil && w.RoundNo == round {
			p.Bye = byeKinds[w.Kind]
		}
	}
}

// forbid adds the pairs that must not meet. A pair of whom one is not in the table or the
// bracket of the section, such as a late entry, forbids nothing.
func (in *PairingInput) forbid(b *SectionBook) {
	takesPart := make(map[int64]bool, len(in.Tournament.Participants))
	for _, p := range in.Tournament.Participants {
		takesPart[in.team[p.Number]] = true
	}
	for _, f := range b.Apart {
		if !takesPart[f.TeamID] || !takesPart[f.OtherID] {
			continue
		}
		in.Tournament.Forbidden = append(in.Tournament.Forbidden, pairing.Forbidden{
			Numbers: []int{in.number[f.TeamID], in.number[f.OtherID]}, First: f.FirstRound, Last: f.LastRound, Hard: f.Hard, Why: phrase.Plain(f.Reason),
		})
	}
}

// digest covers the history by team and the settings that a draft is made by. Neither a new
// team nor new numbers change it: those are found by checking the draft.
func (in *PairingInput) digest(b *SectionBook) string {
	ids := make([]int64, 0, len(in.number))
	history := make(map[int64][]pairing.Record, len(in.number))
	adjusted := make(map[int64][]int, len(in.number))
	for _, p := range in.Tournament.Participants {
		id := in.team[p.Number]
		ids, history[id], adjusted[id] = append(ids, id), p.Records, p.Adjusted
	}
	slices.Sort(ids)
	h := sha256.New()
	fmt.Fprintln(h, madeBy(b.Section))
	for _, id := range ids {
		if adjusted[id] != nil {
			fmt.Fprintln(h, "points", id, adjusted[id])
		}
		for r, rec := range history[id] {
			if rec.Kind != pairing.ZeroBye && rec.Kind != pairing.NotArrived {
				fmt.Fprintln(h, id, r, rec.Kind, in.team[rec.Opponent], rec.Colour, rec.Points, rec.Secondary)
			}
		}
	}
	for _, t := range b.Teams {
		if t.GroupNo != nil {
			fmt.Fprintln(h, "group", t.TeamID, *t.GroupNo)
		}
	}
	for _, t := range slices.SortedFunc(slices.Values(b.Ties), func(x, y TieOrder) int { return cmp.Compare(x.TeamID, y.TeamID) }) {
		fmt.Fprintln(h, "order", t.TeamID, t.DecisionNo, t.Position)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// madeBy are the settings that say who meets whom in a draft, at which table, and what its byes
// are worth.
func madeBy(s Section) []any {
	made := []any{
		s.System, s.GroupCount, s.DoubleCycle, s.Advance, s.ThirdPlace, s.Consolation, s.ColourMode, s.InitialColour, s.Accelerated,
		s.FirstTable, s.MatchesPerPairing, s.Scoring, s.ByePoints,
	}
	if s.System.Swiss() {
		made = append(made, s.Rounds) // the last ones are paired by other rules
	}
	return made
}
