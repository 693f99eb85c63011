package tournament

import (
	"errors"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// Bracket is the knockout of a section as far as it is decided.
type Bracket struct {
	Seeds []int64 // team ids, seed 1 first
	plan  *pairing.Knockout
	team  map[int]int64 // seed → team id
	seed  map[int64]int
	table map[int]*Pairing // tie → where it was played
}

func (s Section) stages() pairing.KnockoutOptions {
	return pairing.KnockoutOptions{ThirdPlace: s.ThirdPlace, Consolation: s.Consolation}
}

// FirstKnockout is the first round of the bracket.
func (b *SectionBook) FirstKnockout() int {
	if b.Section.System == GroupsKnockout {
		return groupRounds(b, b.Groups()) + 1
	}
	return 1
}

// seeding lists the teams of the bracket, seed 1 first: by number, or the first
// of every group once all groups are finished and nobody who goes on is level
// with somebody else.
func seeding(b *SectionBook) ([]int64, error) {
	if b.Section.System != GroupsKnockout {
		return entrants(b), nil
	}
	groups := b.Groups()
	if last := b.Round(groupRounds(b, groups)); last == nil || !last.Public() {
		return nil, fault.New(fault.Conflict, "The knockout begins when the groups are played.")
	}
	s, err := GroupTables(b)
	if err != nil {
		return nil, err
	}
	var rankings [][]int
	team := map[int]int64{}
	for _, g := range s.Groups {
		if !g.Complete {
			return nil, fault.New(fault.Conflict, "Group %s has matches without a result. The knockout begins when all groups are complete.", g.Letter)
		}
		if out := b.Round(b.FirstKnockout()); len(g.Level) > 0 && out != nil && out.Public() {
			return nil, fault.New(fault.Conflict, "Group %s: %s are level, and it decides who goes on or who meets whom. The knockout is out: set the order that it was drawn by.",
				g.Letter, joinNames(b, g.Level[0]))
		}
		if len(g.Level) > 0 {
			return nil, fault.New(fault.Conflict, "Group %s: %s are level, and it decides who goes on or who meets whom. Draw lots, or set their order.",
				g.Letter, joinNames(b, g.Level[0]))
		}
		if len(g.Rows) < b.Section.Advance {
			return nil, fault.New(fault.Conflict, "Group %s has %d teams, and %d of each group go on. Change the set-up of the section.",
				g.Letter, len(g.Rows), b.Section.Advance)
		}
		var ranking []int
		for _, row := range g.Rows {
			team[len(team)+1] = row.TeamID
			ranking = append(ranking, len(team))
		}
		rankings = append(rankings, ranking)
	}
	var ids []int64
	for _, n := range pairing.Advance(rankings, b.Section.Advance) {
		ids = append(ids, team[n])
	}
	return ids, nil
}

func joinNames(b *SectionBook, ids []int64) fault.Clause {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = b.Team(id).Name
	}
	return fault.And(names...)
}

// Bracket replays the knockout through the published rounds before a round. A
// round with a tie that has no winner ends the replay with a Conflict; the
// bracket is then good up to there. It is nil while nobody is seeded.
func (b *SectionBook) Bracket(before int) (*Bracket, error) {
	seeds, err := seeding(b)
	if err != nil {
		return nil, err
	}
	numbers := make([]int, len(seeds))
	k := &Bracket{Seeds: seeds, team: map[int]int64{}, seed: map[int64]int{}, table: map[int]*Pairing{}}
	for i, id := range seeds {
		numbers[i], k.team[i+1], k.seed[id] = i+1, id, i+1
	}
	if k.plan, err = pairing.NewKnockout(numbers, b.Section.stages()); err != nil {
		return nil, fault.Wrap(fault.Conflict, err, "A knockout needs at least two teams.")
	}
	var open error
	for r := b.FirstKnockout(); r < before; r++ {
		round := b.Round(r)
		if round == nil || !round.Public() {
			break
		}
		open = errors.Join(open, replay(b, k, round))
	}
	return k, open
}

// errOffBracket is a table that its bracket does not have.
var errOffBracket = errors.New("not part of the bracket")

// replay enters the winners of a round. The error is the first tie without one.
func replay(b *SectionBook, k *Bracket, round *Round) error {
	ready := k.plan.Ready()
	var open, off error
	for i := range round.Pairings {
		p := &round.Pairings[i]
		if p.Bye != nil {
			continue
		}
		tie, ok := k.tieOf(ready, p)
		if !ok {
			if off == nil {
				off = fault.Wrap(fault.Conflict, errOffBracket, "Round %d, table %d is not part of the bracket as the results are now. Pair the table again or take the round back; if it was played, correct the earlier result once more and let it count in the standings only.", p.RoundNo, p.Table())
			}
			continue // the tables after it may be ties as they are
		}
		k.table[tie.ID] = p
		winner, err := winnerOf(b, p.counting(forPairing, round.RoundNo+1))
		if err == nil {
			err = k.win(tie.ID, winner)
		}
		if err != nil && open == nil {
			open = err
		}
	}
	if off != nil {
		return off
	}
	// A tie that was not played although it could be: the opponent of the one who
	// went through had left, or stayed away.
	for _, tie := range ready {
		if _, played := k.table[tie.ID]; played {
			continue
		}
		x, y, _ := k.plan.Slots(tie.ID)
		winner := k.team[x] // when both have left
		if claim(round, k.team[y]) > claim(round, k.team[x]) {
			winner = k.team[y]
		}
		if err := k.win(tie.ID, winner); err != nil && open == nil {
			open = err
		}
	}
	return open
}

// claims are how much the byes of two teams of a tie say for going on without playing it.
var claims = map[ByeKind]int{ByeZero: 1, ByeHalf: 2, ByeFull: 3, ByePairing: 4}

// claim is that of a team, 0 for one that left.
func claim(round *Round, team int64) int {
	if p := round.PairingOf(team); p != nil && p.Bye != nil {
		return claims[*p.Bye]
	}
	return 0
}

// off are the tables of the bracket's rounds up to last that are none of its ties.
func (k *Bracket) off(b *SectionBook, last int) (off []Pairing) {
	has := map[[2]int]bool{}
	for _, p := range k.table {
		has[[2]int{p.RoundNo, p.PairingNo}] = true
	}
	for n := b.FirstKnockout(); n <= last; n++ {
		r := b.Round(n)
		if r == nil || !r.Public() {
			continue
		}
		for _, p := range r.Pairings {
			if p.Bye == nil && !has[[2]int{p.RoundNo, p.PairingNo}] {
				off = append(off, p)
			}
		}
	}
	return off
}

// FitsBracket reports what keeps the published rounds from being those that the
// knockout pairs on their results: every tie that could be played is, or one of its
// teams goes through because the other has left, and no others are. bothLeft allows
// ties of which nobody plays on.
func (b *SectionBook) FitsBracket(last int, bothLeft bool) error {
	for n := 1; n <= last; n++ {
		k, err := b.Bracket(n)
		if err != nil {
			return err
		}
		if err := fitsRound(b, k, b.Round(n), bothLeft); err != nil {
			return err
		}
	}
	return nil
}

// fitsRound reports whether a round holds the ties that are due and no others.
func fitsRound(b *SectionBook, k *Bracket, round *Round, bothLeft bool) error {
	ready := k.plan.Ready()
	played := map[int]bool{}
	for i := range round.Pairings {
		p := &round.Pairings[i]
		if p.Bye != nil {
			continue
		}
		tie, ok := k.tieOf(ready, p)
		if !ok {
			return fault.New(fault.Invalid, "In round %d %s and %s do not meet in the bracket.", p.RoundNo, b.Team(p.TeamID(1)).Name, b.Team(p.TeamID(2)).Name)
		}
		played[tie.ID] = true
	}
	for _, tie := range ready {
		x, y, _ := k.plan.Slots(tie.ID)
		if played[tie.ID] {
			continue
		}
		if through := goesThrough(round, k.team[x]); through == goesThrough(round, k.team[y]) && (!bothLeft || through) {
			return fault.New(fault.Invalid, "In round %d %s and %s do not meet, and neither goes through instead.", round.RoundNo, b.Team(k.team[x]).Name, b.Team(k.team[y]).Name)
		}
	}
	return nil
}

// goesThrough reports whether a team that plays no tie of a round is still in it: not one that has
// left or is left out.
func goesThrough(round *Round, team int64) bool {
	p := round.PairingOf(team)
	return p != nil && (p.Bye == nil || *p.Bye == ByePairing)
}

func (k *Bracket) win(tie int, team int64) error {
	if err := k.plan.Win(tie, k.seed[team]); err != nil {
		return fault.Wrap(fault.Conflict, err, "The bracket was played on in another way than the results say. Correct the results, or take the round back.")
	}
	return nil
}

// tieOf finds the tie of a pairing.
func (k *Bracket) tieOf(ready []pairing.Tie, p *Pairing) (pairing.Tie, bool) {
	one, other := k.seed[p.TeamID(1)], k.seed[p.TeamID(2)]
	for _, tie := range ready {
		if x, y, _ := k.plan.Slots(tie.ID); x == one && y == other || x == other && y == one {
			return tie, true
		}
	}
	return pairing.Tie{}, false
}

// winnerOf is the team that goes on from a pairing.
func winnerOf(b *SectionBook, p Pairing) (int64, error) {
	score := b.Section.Score(p)
	switch {
	case score.Missing > 0:
		return 0, fault.New(fault.Conflict, "Round %d, table %d has no result yet. A knockout goes on when every tie has a winner.", p.RoundNo, p.Table())
	case score.Matches[0] == score.Matches[1] && p.DeciderSlot != nil:
		return p.TeamID(*p.DeciderSlot), nil
	case score.Matches[0] == score.Matches[1]:
		return 0, fault.New(fault.Conflict, "Round %d, table %d: %s and %s are level. Let them play on, or draw lots, and say who goes on; a knockout needs a winner.",
			p.RoundNo, p.Table(), b.Team(p.TeamID(1)).Name, b.Team(p.TeamID(2)).Name)
	case score.Matches[1] > score.Matches[0]:
		return p.TeamID(2), nil
	}
	return p.TeamID(1), nil
}

// setBracket prepares the pairing of a round of the knockout. Teams that are out
// no longer take part.
func setBracket(b *SectionBook, in *PairingInput) error {
	k, err := b.Bracket(in.Tournament.Round)
	if err != nil {
		return err
	}
	in.bracket = k
	alive := map[int64]bool{}
	for _, tie := range k.plan.Ties {
		if _, done := k.plan.Winner(tie.ID); !done {
			x, y, _ := k.plan.Slots(tie.ID)
			alive[k.team[x]], alive[k.team[y]] = true, true
		}
	}
	for i := range in.Tournament.Participants {
		if p := &in.Tournament.Participants[i]; !alive[in.team[p.Number]] && (p.Withdrawn == 0 || p.Withdrawn > in.Tournament.Round) {
			p.Withdrawn = in.Tournament.Round
		}
	}
	return nil
}

// draftBracket is the next round of a knockout: its ties, and a bye for those
// who go through without one or wait for an opponent.
func draftBracket(b *SectionBook, in *PairingInput) *pairing.Draft {
	d := &pairing.Draft{Round: in.Tournament.Round}
	k := in.bracket
	if winner := k.plan.Champion(); winner != 0 && len(k.plan.Ready()) == 0 {
		d.Notes = append(d.Notes, phrase.Of("%s have won the knockout.", b.Team(k.team[winner]).Name))
		return d
	}
	gone := map[int64]bool{}
	for _, p := range in.Tournament.Participants {
		id := in.team[p.Number]
		_, leftOut := in.leftOut[id]
		gone[id] = leftOut || p.Withdrawn > 0 && p.Withdrawn <= in.Tournament.Round
	}
	playing := map[int]bool{}
	for _, tie := range k.plan.Ready() {
		x, y, _ := k.plan.Slots(tie.ID)
		one, other := k.team[x], k.team[y]
		if gone[one] || gone[other] {
			d.Notes = append(d.Notes, phrase.Of("%s: %s – %s is not played, because one of them has left or is left out.", k.tieName(tie), b.Team(one).Name, b.Team(other).Name))
			continue
		}
		pair := pairing.Pair{White: in.number[one], Black: in.number[other], Plan: k.tieName(tie)}
		playing[pair.White], playing[pair.Black] = true, true
		d.Pairs = append(d.Pairs, pair)
	}
	for _, p := range in.Tournament.Participants {
		if !gone[in.team[p.Number]] && p.Arrival <= in.Tournament.Round && !playing[p.Number] {
			d.Pairs = append(d.Pairs, pairing.Pair{White: p.Number})
		}
	}
	return d
}

// mainRounds is the number of rounds of the main bracket.
func (k *Bracket) mainRounds() int {
	rounds := 0
	for _, tie := range k.plan.Ties {
		if tie.Stage == pairing.MainStage {
			rounds = max(rounds, tie.Round)
		}
	}
	return rounds
}

// tieName calls a tie what people call it.
func (k *Bracket) tieName(tie pairing.Tie) phrase.Sentence {
	last := k.mainRounds()
	stage := stageName(StageOf(tie.Stage), tie.Round, last)
	if tie.Stage == pairing.MainStage && tie.Round == last || tie.Stage == pairing.ThirdPlaceStage {
		return stage
	}
	return phrase.Of("%s, tie %d", stage, tie.Place)
}

func stageName(stage BracketStage, round, last int) phrase.Sentence {
	switch stage {
	case StageThird:
		return phrase.Of("Third place")
	case StageConsolation:
		return phrase.Of("Consolation, round %d", round)
	}
	switch last - round {
	case 0:
		return phrase.Of("Final")
	case 1:
		return phrase.Of("Semifinal")
	case 2:
		return phrase.Of("Quarterfinal")
	}
	return phrase.Of("Round of %d", 1<<(last-round+1))
}

// Rules of plans that stand, beside those of the pairing systems.
const (
	ruleBracket = "bracket"
	ruleTable   = "table"
)

// bracketProblems are the tables of a draft that are no tie of the bracket.
func bracketProblems(b *SectionBook, in *PairingInput, d *Draft) []Problem {
	ready := in.bracket.plan.Ready()
	var problems []Problem
	for _, t := range d.Tables {
		if !t.Full() {
			continue
		}
		p := &Pairing{Team1: &t.First.TeamID, Team2: &t.Second.TeamID}
		if _, ok := in.bracket.tieOf(ready, p); !ok {
			both := []int64{t.First.TeamID, t.Second.TeamID}
			p := problem(Blocks, ruleBracket, phrase.Of("%s do not meet in this round of the bracket.", joinNames(b, both)), both...)
			p.Table = t.Table
			problems = append(problems, p)
		}
	}
	return problems
}

// absentInTie is the absent team that leaves another one of its tie without an opponent, 0 for
// none: a tie is not skipped, so somebody has to say what becomes of it.
func (in *PairingInput) absentInTie(v pairing.Violation) int64 {
	if in.bracket == nil || v.Rule != pairing.RuleUnpaired {
		return 0
	}
	waits, plays := in.team[v.Numbers[0]], in.playing()
	for _, tie := range in.bracket.plan.Ready() {
		x, y, _ := in.bracket.plan.Slots(tie.ID)
		switch one, other := in.bracket.team[x], in.bracket.team[y]; {
		case one == waits && !plays[other]:
			return other
		case other == waits && !plays[one]:
			return one
		}
	}
	return 0
}

// places are those every team of the bracket can still finish on.
func (k *Bracket) places() map[int64]pairing.Places {
	places := make(map[int64]pairing.Places, len(k.Seeds))
	for seed, p := range k.plan.Places() {
		places[k.team[seed]] = p
	}
	return places
}
