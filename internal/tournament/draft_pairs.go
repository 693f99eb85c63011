package tournament

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// draftRound lets the section's system pair the round. fixed pairs stand as they
// are, and so do tables of rotating partners; a round without a legal pairing
// gives a draft that says why.
func draftRound(b *SectionBook, in *PairingInput, fixed []pairing.Pair, tables []DraftTable) (*Draft, error) {
	if b.Section.System == Rotating {
		return draftRotating(b, in, tables)
	}
	in.Tournament.Fixed = fixed
	paired, err := pairRound(b, in)
	var none *pairing.NoPairingError
	if errors.As(err, &none) {
		return stuck(b, in, none), nil
	}
	if input := (*pairing.InputError)(nil); errors.As(err, &input) {
		return nil, fault.Wrap(fault.Conflict, err, "Round %d cannot be paired: %s.", in.Tournament.Round, inputProblem(b, in, input))
	}
	if err != nil {
		return nil, fmt.Errorf("pair round %d: %w", in.Tournament.Round, err)
	}
	d := &Draft{RoundNo: paired.Round, Basis: in.Basis}
	d.note(paired.Notes...)
	points := in.points()
	table := b.Section.FirstTable
	for _, p := range paired.Pairs {
		if p.IsBye() {
			id := in.team[p.White]
			why := phrase.Of("%s", phrase.Row(" ", reasons(b, in, p)...))
			d.Byes = append(d.Byes, DraftBye{DraftSeat: DraftSeat{id, points[id]}, Kind: ByePairing, Award: b.Section.ByePoints, Reason: why.String(), Said: why, Missing: in.team[p.Missing]})
			continue
		}
		first, second := in.team[p.White], in.team[p.Black]
		if byes, met := metAlready(b, first, second, points); met && !p.Fixed {
			d.Byes = append(d.Byes, byes...)
			continue
		}
		d.Tables = append(d.Tables, DraftTable{
			Table: table, First: DraftSeat{first, points[first]}, Second: DraftSeat{second, points[second]}, Group: p.Bracket, PairingReasons: pairingReasons(reasons(b, in, p)...),
		})
		table++
	}
	d.follow(b, in)
	return d, nil
}

// plays reports whether a participant is to be paired in the round.
func (in *PairingInput) plays(p pairing.Participant) bool {
	round := in.Tournament.Round
	return p.Arrival <= round && (p.Withdrawn == 0 || p.Withdrawn > round) && p.Bye == pairing.NotArrived
}

// playing are the teams to be paired in the round.
func (in *PairingInput) playing() map[int64]bool {
	teams := map[int64]bool{}
	for _, p := range in.Tournament.Participants {
		if in.plays(p) {
			teams[in.team[p.Number]] = true
		}
	}
	return teams
}

// around puts the pairs set by hand into a plan: pairs of the plan that touch
// them, or a participant who has a bye, give way.
func (in *PairingInput) around(fixed, plan []pairing.Pair) []pairing.Pair {
	var pairs, byes []pairing.Pair
	taken := map[int]bool{}
	for _, p := range in.Tournament.Participants {
		taken[p.Number] = p.Bye != pairing.NotArrived
	}
	for _, p := range fixed {
		p.Fixed = true
		pairs = append(pairs, p)
		taken[p.White], taken[p.Black] = true, true
	}
	delete(taken, 0)
	for _, p := range plan {
		switch {
		case taken[p.White] || taken[p.Black]:
		case p.IsBye():
			byes = append(byes, p)
		default:
			pairs = append(pairs, p)
		}
	}
	return append(pairs, byes...)
}

// inputProblem says what contradicts itself, with the name of the team.
func inputProblem(b *SectionBook, in *PairingInput, e *pairing.InputError) string {
	if id := in.team[e.Number]; id != 0 {
		return b.Team(id).Name + " " + e.What
	}
	return e.What
}

func pairRound(b *SectionBook, in *PairingInput) (*pairing.Draft, error) {
	in.Tournament.Watch = in.watch
	if in.bracket != nil {
		d := draftBracket(b, in)
		d.Pairs = in.around(in.Tournament.Fixed, d.Pairs)
		return d, nil
	}
	if b.Section.System.Robin() {
		d, err := pairing.PairRound(pairing.RoundRobin, in.Tournament)
		if err == nil {
			d.Pairs = in.around(in.Tournament.Fixed, d.Pairs)
		}
		return d, err
	}
	return pairing.PairRound(pairingSystems[b.Section.System], in.Tournament)
}

// points are the points each team has been awarded so far.
func (in *PairingInput) points() map[int64]int {
	sums := make(map[int64]int, len(in.team))
	for _, p := range in.Tournament.Participants {
		for _, r := range p.Records {
			sums[in.team[p.Number]] += r.Points
		}
		for _, half := range p.Adjusted {
			sums[in.team[p.Number]] += half
		}
	}
	return sums
}

// absences are the byes of the teams that asked not to play and are still in the
// tournament.
func absences(b *SectionBook, in *PairingInput, points map[int64]int) []DraftBye {
	awards := map[pairing.Kind]DraftBye{
		pairing.FullBye: {Kind: ByeFull, Award: b.Section.MaxPairingPoints(), Said: phrase.Of("Asked for a bye with full points.")},
		pairing.HalfBye: {Kind: ByeHalf, Award: b.Section.MaxPairingPoints() / 2, Said: phrase.Of("Asked for a bye with half the points.")},
		pairing.ZeroBye: {Kind: ByeZero, Said: phrase.Of("Does not play this round.")},
	}
	var byes []DraftBye
	for _, p := range in.Tournament.Participants {
		bye, asked := awards[p.Bye]
		if !asked || p.Arrival > in.Tournament.Round || p.Withdrawn > 0 && p.Withdrawn <= in.Tournament.Round {
			continue
		}
		id := in.team[p.Number]
		bye.DraftSeat = DraftSeat{id, points[id]}
		if out, ok := in.leftOut[id]; ok {
			bye.Said = phrase.Of("%s The page of the team lets it in again.", out.Why())
		}
		bye.Reason = bye.Said.String()
		byes = append(byes, bye)
	}
	return byes
}

// reasons tell where a pair comes from, with the names of the teams.
func reasons(b *SectionBook, in *PairingInput, p pairing.Pair) []phrase.Sentence {
	name := func(number int) string { return b.Team(in.team[number]).Name }
	var said []phrase.Sentence
	if p.Fixed {
		return []phrase.Sentence{phrase.Of("Set by hand.")}
	}
	switch {
	case in.bracket != nil:
		return []phrase.Sentence{bracketReason(in, p)}
	case b.Section.System.Robin():
		return []phrase.Sentence{groupReason(b, in, p)}
	}
	if p.IsBye() {
		said = append(said, phrase.Of("Lowest score that may have the bye: %s.", pointsSaid(p.Bracket)))
	}
	said = append(said, floats(b, p, name)...)
	for _, r := range p.Reasons {
		if r.Other == 0 {
			said = append(said, phrase.Of("No bye for %s: %s.", name(r.Of), r.Why))
			continue
		}
		said = append(said, phrase.Of("Not %s – %s: %s.", name(r.Of), name(r.Other), r.Why))
	}
	if p.ColourRule != "" {
		said = append(said, ColourWords(p.ColourRule))
	}
	if len(said) == 0 {
		said = append(said, phrase.Of("Paired inside the group of %s.", pointsSaid(p.Bracket)))
	}
	for _, number := range []int{p.White, p.Black} {
		if half := in.outside[in.team[number]]; half != 0 {
			said = append(said, phrase.Of("%s count %s given outside the rounds.", name(number), SignedPoints(half)))
		}
	}
	return said
}

// floats tell who leaves their group for this pair. A group of C.04.6 fetches opponents from
// below; in the Dutch system and that of US Chess who is over goes down.
func floats(b *SectionBook, p pairing.Pair, name func(int) string) []phrase.Sentence {
	goes := func(number int) phrase.Sentence {
		return phrase.Of("%s come down to the group of %s.", name(number), pointsSaid(p.Bracket))
	}
	of := pairing.DownFloat
	if b.Section.System == TeamSwiss {
		of = pairing.UpFloat
		goes = func(number int) phrase.Sentence {
			return phrase.Of("%s come up to the group of %s.", name(number), pointsSaid(p.Bracket))
		}
	}
	var said []phrase.Sentence
	if p.WhiteFloat == of {
		said = append(said, goes(p.White))
	}
	if p.BlackFloat == of {
		said = append(said, goes(p.Black))
	}
	return said
}

// pointsSaid are half points as part of a sentence.
func pointsSaid(half int) phrase.Sentence {
	switch {
	case half == 1:
		return phrase.Of("½ point")
	case half == 2:
		return phrase.Of("1 point")
	case half == 3:
		return phrase.Of("1½ points")
	case half%2 == 0:
		return phrase.Of("%d points", half/2)
	}
	return phrase.Of("%s points", fmt.Sprintf("%d½", half/2))
}

// stuck is the draft of a round without a legal pairing: everybody who should
// play is loose.
func stuck(b *SectionBook, in *PairingInput, none *pairing.NoPairingError) *Draft {
	d := &Draft{RoundNo: in.Tournament.Round, Basis: in.Basis, NoPairing: &NoPairing{Teams: in.ids(none.Witness), Partners: in.ids(none.Partners)}}
	for _, r := range none.Relax {
		d.NoPairing.Relax = append(d.NoPairing.Relax, relaxation(b, in, r))
	}
	d.follow(b, in)
	return d
}

// relaxation is one that the pairing offers, in words with the names of the teams.
func relaxation(b *SectionBook, in *PairingInput, r pairing.Relaxation) Relaxation {
	out := Relaxation{Undo: in.ids(r.Undo)}
	name := func(id int64) string { return b.Team(id).Name }
	var meet []phrase.Sentence
	var bye string
	for _, numbers := range r.Allow {
		ids := in.ids(numbers)
		out.Allow = append(out.Allow, ids)
		if len(ids) == 1 {
			bye = name(ids[0])
			continue
		}
		meet = append(meet, phrase.Of("%s – %s", name(ids[0]), name(ids[1])))
	}
	switch {
	case len(out.Undo) == 1:
		out.Said = phrase.Of("Take the bye of %s set by hand back", name(out.Undo[0]))
	case len(out.Undo) > 1:
		out.Said = phrase.Of("Take the table of %s set by hand back", joinNames(b, out.Undo))
	case len(meet) == 0:
		out.Said = phrase.Of("Give %s the bye once more", bye)
	case bye != "":
		out.Said = phrase.Of("Give %s the bye once more, and let these meet although they may not: %s", bye, phrase.Row(", ", meet...))
	case len(meet) == 1:
		out.Said = phrase.Of("Let %s and %s meet although they may not", name(out.Allow[0][0]), name(out.Allow[0][1]))
	default:
		out.Said = phrase.Of("Let these meet although they may not: %s", phrase.Row(", ", meet...))
	}
	out.Sentence = out.Said.String()
	return out
}

func (in *PairingInput) ids(numbers []int) []int64 {
	ids := make([]int64, 0, len(numbers))
	for _, n := range numbers {
		if id := in.team[n]; id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// check lists the rules a draft breaks.
func check(b *SectionBook, in *PairingInput, d *Draft) ([]Problem, error) {
	if b.Section.System == Rotating {
		return rotatingProblems(b, in, d), nil
	}
	trial := &pairing.Draft{Round: d.RoundNo}
	table := map[int]int{}
	for _, t := range d.Tables {
		if t.Full() {
			white, black := in.number[t.First.TeamID], in.number[t.Second.TeamID]
			table[white], table[black] = t.Table, t.Table
			trial.Pairs = append(trial.Pairs, pairing.Pair{White: white, Black: black})
		}
	}
	for _, bye := range d.Byes {
		if bye.Kind == ByePairing {
			trial.Pairs = append(trial.Pairs, pairing.Pair{White: in.number[bye.TeamID]})
		}
	}
	found, err := pairing.Check(pairingSystems[b.Section.System], in.Tournament, trial)
	if err != nil {
		return nil, fmt.Errorf("check the draft of round %d: %w", d.RoundNo, err)
	}
	var problems []Problem
	for _, v := range found {
		if allowed(b, v) {
			continue
		}
		if byHand := v.Rule == pairing.RuleUnpaired && d.hasBye(in.ids(v.Numbers)); byHand {
			continue
		}
		said := violation(b, in, v)
		if absent := in.absentInTie(v); absent != 0 {
			one, other := b.Team(in.team[v.Numbers[0]]).Name, b.Team(absent).Name
			said = phrase.Of("%s should meet %s, who is absent. Withdraw the absent team, and the other one goes on, or check it in; then make the draft again.", one, other)
			if d.RoundNo == b.FirstKnockout() && len(in.bracket.Seeds) == 2 { // one of them alone is no knockout
				said = phrase.Of("%s should meet %s, who is absent. Check the absent team in, make the draft again, and enter after publishing that it did not come.", one, other)
			}
		}
		if g := aloneInGroup(b, in, v); g != nil {
			said = phrase.Of("%s is the only team of group %s. Move a team there, or choose fewer groups in the set-up.", b.Team(g.Teams[0]).Name, g.Letter)
		}
		p := problem(severity(v), v.Rule, said, in.ids(v.Numbers)...)
		if len(v.Numbers) > 0 {
			p.Table = table[v.Numbers[0]]
		}
		problems = append(problems, p)
	}
	switch {
	case in.bracket != nil:
		problems = append(problems, bracketProblems(b, in, d)...)
	case b.Section.System.Robin():
		problems = append(problems, groupProblems(b, in, d)...)
	}
	return problems, nil
}

// allowed reports whether what Swiss systems forbid is part of this system:
// several teams without an opponent where nobody is moved, and a bye again.
func allowed(b *SectionBook, v pairing.Violation) bool {
	return !b.Section.System.Swiss() && (v.Rule == pairing.RuleTwoByes || v.Rule == pairing.RuleBye)
}

// hasBye reports whether the team has a bye that was set in the draft.
func (d *Draft) hasBye(teams []int64) bool {
	return len(teams) == 1 && slices.ContainsFunc(d.Byes, func(bye DraftBye) bool { return bye.TeamID == teams[0] })
}

func severity(v pairing.Violation) Severity {
	switch {
	case v.Soft:
		return Wish
	case v.Rule == pairing.RuleRepeat, v.Rule == pairing.RuleForbidden, v.Rule == pairing.RuleBye, v.Rule == pairing.RuleTwoByes,
		v.Rule == pairing.RuleColours, v.Rule == pairing.RuleByeScore:
		return Sign
	}
	return Blocks
}

// violation is the sentence about a broken rule, with the names of the teams.
func violation(b *SectionBook, in *PairingInput, v pairing.Violation) phrase.Sentence {
	ids := in.ids(v.Numbers)
	if len(ids) == 0 {
		return phrase.Of("%s", v.What)
	}
	first, both := b.Team(ids[0]).Name, joinNames(b, ids)
	switch v.Rule {
	case pairing.RuleRepeat:
		return phrase.Of("%s have already met.", both)
	case pairing.RuleForbidden:
		if why := whyApart(b, ids); why != "" {
			return phrase.Of("%s must not meet (%s).", both, why)
		}
		return phrase.Of("%s must not meet.", both)
	case pairing.RuleBye:
		return phrase.Of("%s already had a bye or a win's points without a game.", first)
	case pairing.RuleBoth:
		return phrase.Of("%s is paired more than once.", first)
	case pairing.RuleAbsent, pairing.RuleUnknown:
		return phrase.Of("%s is paired but does not play this round. Unpair the team, or change it on the page Teams.", first)
	case pairing.RuleUnpaired:
		return phrase.Of("%s has no opponent and no bye.", first)
	case pairing.RuleTwoByes:
		return phrase.Of("%s has a second bye of this round.", first)
	case pairing.RuleColours:
		return phrase.Of("%s must both have the same colour (C.04.3 C3).", both)
	case pairing.RuleByeScore:
		return phrase.Of("%s has the bye although it could go to a lower score (C.04.3 C5).", first)
	}
	return phrase.Of("%s", v.What)
}

func problem(severity Severity, rule pairing.Rule, said phrase.Sentence, teams ...int64) Problem {
	return Problem{Rule: string(rule), Teams: teams, Severity: severity, Sentence: said.String(), Said: said}
}

func whyApart(b *SectionBook, ids []int64) string {
	for _, f := range b.Apart {
		if f.Reason != "" && slices.Contains(ids, f.TeamID) && slices.Contains(ids, f.OtherID) {
			return f.Reason
		}
	}
	return ""
}
