package rulebook

import (
	"errors"
	"fmt"
	"slices"
)

// HouseRule is one setting an organizer changes for a section before round 1.
type HouseRule struct {
	Setting Setting
	Value   Value
	Note    string // why, shown beside the setting
}

// HouseRules are all of a section's changes to its rulebook. The zero value
// changes nothing.
type HouseRules struct {
	Rules   []HouseRule
	CountBy Subject // whose offences a ladder counts
	Appeals AppealWindow
}

// WithHouseRules returns the book under house rules, refusing them with every
// reason if they contradict each other or the rulebook; see [Rulebook.Validate].
func (b *Rulebook) WithHouseRules(h HouseRules) (*Rulebook, error) {
	if problems := b.Validate(h); len(problems) > 0 {
		errs := make([]error, len(problems))
		for i, p := range problems {
			errs[i] = p
		}
		return nil, errors.Join(errs...)
	}
	next := b.apply(h)
	next.subject, next.appeals = h.CountBy, h.Appeals
	return next, nil
}

func (b *Rulebook) apply(h HouseRules) *Rulebook {
	next := b
	for _, rule := range h.Rules {
		next = next.With(rule.Setting, rule.Value)
		next.cells[rule.Setting].Note = rule.Note
	}
	if next == b {
		copied := *b
		next = &copied
	}
	return next
}

// Problem is one reason to refuse house rules.
type Problem struct {
	Setting Setting
	Why     string
}

func (p Problem) Error() string { return fmt.Sprintf("%s: %s", p.Setting, p.Why) }

// Validate returns why the house rules cannot be played, one problem per
// contradiction; none means they can.
func (b *Rulebook) Validate(h HouseRules) []Problem {
	var problems []Problem
	seen := make(map[Setting]bool)
	for _, rule := range h.Rules {
		if int(rule.Setting) >= SettingCount {
			return []Problem{{0, fmt.Sprintf("there is no setting number %d", rule.Setting)}}
		}
		switch _, err := ParseValue(rule.Setting, rule.Value.String()); {
		case seen[rule.Setting]:
			problems = append(problems, Problem{rule.Setting, "is set twice"})
		case rule.Value == NoRule:
			problems = append(problems, Problem{rule.Setting, "a house rule answers a question; it cannot remove the answer"})
		case err != nil:
			problems = append(problems, Problem{rule.Setting, err.Error()})
		}
		seen[rule.Setting] = true
	}
	if len(problems) > 0 {
		return problems
	}
	if h.CountBy > PerTeam {
		problems = append(problems, Problem{CountOver, "offences are counted per player or per team"})
	}
	if h.Appeals < 0 {
		problems = append(problems, Problem{Appeal, "an appeal window cannot be negative"})
	}
	next := b.apply(h)
	for _, c := range contradictions {
		if c.holds(next) {
			problems = append(problems, Problem{c.setting, c.why})
		}
	}
	for _, rule := range h.Rules {
		switch infos[rule.Setting].domain {
		case ladder:
			problems = append(problems, checkLadder(rule)...)
		case path:
			problems = append(problems, checkPath(rule)...)
		}
	}
	return problems
}

// contradiction is a pair of answers that cannot both be played.
type contradiction struct {
	setting Setting
	why     string
	holds   func(*Rulebook) bool
}

func both(s Setting, v Value, t Setting, w Value) func(*Rulebook) bool {
	return func(b *Rulebook) bool { return b.Value(s) == v && b.Value(t) == w }
}

var contradictions = []contradiction{
	{
		CapturesGoTo, "captured pieces cannot go to a partner where there is none",
		func(b *Rulebook) bool { return b.Value(CapturesGoTo) == "partner" && b.Boards() == 1 },
	},
	{
		CapturesGoTo, "with a partner on the other board captured pieces go to the partner",
		func(b *Rulebook) bool { return b.Value(CapturesGoTo) == "opponent" && b.Boards() == 2 },
	},
	{PassFrom, "only pieces that go to the opponent change hands with the move itself", both(PassFrom, "move", CapturesGoTo, "partner")},
	{
		KingPlacement, "kings are placed only in the one-board game, which begins with an empty board",
		func(b *Rulebook) bool { return (b.Value(KingPlacement) == "yes") != (b.Boards() == 1) },
	},
	{DroppedRookCastles, "a dropped rook cannot castle where nobody castles", both(DroppedRookCastles, "yes", Castling, "no")},
	{SwappedCastling, "swapped castling needs castling", both(SwappedCastling, "yes", Castling, "no")},
	{IllegalDropBinds, "an illegal drop cannot bind where a legal one does not", both(IllegalDropBinds, "yes", TouchStock, "none")},
	{
		IllegalDropBinds, "an illegal drop cannot have to stay where it already loses on release",
		func(b *Rulebook) bool {
			return b.Value(IllegalDropBinds) == "yes" && b.Value(IllegalFrom) == "release" && b.Value(IllegalPenalty) == "game-loss"
		},
	},
	{Correction, "after a free correction nothing may bind a man before the press", func(b *Rulebook) bool {
		return b.Value(Correction) == "same-piece" && b.Value(TouchBoard) == "none"
	}},
	{PassFrom, "a piece cannot be passed on release where the move may still be taken back freely", func(b *Rulebook) bool {
		return b.Value(PassFrom) == "release" && b.Value(TouchBoard) == "none"
	}},
	{NeutralisedBy, "a later end never counts, so nobody needs to neutralise the match", func(b *Rulebook) bool {
		return b.cells[NeutralisedBy].Replaced && b.Value(LateEnd) == "never" && b.Value(NeutralisedBy) != "any"
	}},
	{
		LinkedEnds, "linked mates are told apart by nothing but time; they cannot count together while equal times go by order",
		both(LinkedEnds, "both-count", EqualTime, "by-order"),
	},
	{Repetition, "a position that occurs once is not repeated", func(b *Rulebook) bool { return b.Value(Repetition) == "1" }},
	{RepetitionDropBreaks, "repetitions cannot be claimed at all", func(b *Rulebook) bool {
		return b.Value(Repetition) == "0" && b.Value(RepetitionDropBreaks) == "yes"
	}},
	{RepetitionAloud, "repetitions cannot be claimed at all", func(b *Rulebook) bool {
		return b.Value(Repetition) == "0" && b.Value(RepetitionAloud) == "yes"
	}},
	{BothFlags, "a board drawn by flags already leaves the match to the other board", both(BothFlags, "board-only", MatchEndsOn, "win")},
	{SetupClaimMoves, "a set-up can be wrong before anyone has moved", func(b *Rulebook) bool { return b.Value(SetupClaimMoves) == "0" }},
	{NoClock, "both teams cannot lose the match of a single board", func(b *Rulebook) bool {
		return b.Value(NoClock) == "double-loss" && b.Boards() == 1
	}},
}

// severity orders penalties; steps that leave the choice to the official have none.
var severity = map[string]int{
	"allowed": 1, "improper": 2, "show-stock": 2, "withdraw-hand": 2, "restore": 2, "return-piece": 2, "refer": 2,
	"warning": 3, "add-time": 4, "deduct-time": 4, "game-loss": 5, "match-loss": 6,
}

func checkLadder(rule HouseRule) []Problem {
	last := 0
	levels := rule.Value.Levels()
	for i, level := range levels {
		n := severity[level]
		switch {
		case n != 0 && n < last:
			return []Problem{{rule.Setting, fmt.Sprintf("step %d (%s) is milder than the one before", i+1, level)}}
		case level == "allowed" && len(levels) > 1:
			return []Problem{{rule.Setting, "what is allowed has no further steps"}}
		case i > 0 && level == levels[i-1]:
			return []Problem{{rule.Setting, fmt.Sprintf("step %d repeats the one before; the last step repeats by itself", i+1)}}
		}
		last = max(last, n)
	}
	return nil
}

func checkPath(rule HouseRule) []Problem {
	var ranks []int
	for _, level := range rule.Value.Levels() {
		ranks = append(ranks, Official(level).Rank())
	}
	rising := slices.IsSorted(ranks)
	if slices.Sort(ranks); !rising || len(slices.Compact(ranks)) != len(rule.Value.Levels()) {
		return []Problem{{rule.Setting, "an appeal climbs: director, section chief, chief floor director, each once"}}
	}
	return nil
}
