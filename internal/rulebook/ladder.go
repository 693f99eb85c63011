package rulebook

import (
	"slices"
	"strings"
)

// RemedyKind is one kind of effect a ruling may have, in the words of rulings.
type RemedyKind string

// The remedies.
const (
	Warning         RemedyKind = "warning"
	GameLoss        RemedyKind = "game-loss"
	MatchLoss       RemedyKind = "match-loss"
	TakeBack        RemedyKind = "take-back"
	ChoosePromotion RemedyKind = "choose-promotion"
	ShowStock       RemedyKind = "show-stock"
	WithdrawHand    RemedyKind = "withdraw-hand"
	Restore         RemedyKind = "restore"
	AddTime         RemedyKind = "add-time"
	DeductTime      RemedyKind = "deduct-time"
	SetTime         RemedyKind = "set-time"
	SamePiece       RemedyKind = "same-piece"
	MoveStands      RemedyKind = "move-stands"
	GivePiece       RemedyKind = "give-piece"
	ReturnPiece     RemedyKind = "return-piece"
	RemovePiece     RemedyKind = "remove-piece"
	NewGame         RemedyKind = "new-game"
	CorrectSetup    RemedyKind = "correct-setup"
	MoveClock       RemedyKind = "move-clock"
	Expel           RemedyKind = "expel"
	Refer           RemedyKind = "refer"
	RestartClocks   RemedyKind = "restart-clocks"
)

// PenaltyMS is what one step of added or deducted time is worth, in milliseconds.
const PenaltyMS = 60_000

// step is what one word of a ladder does: the verdict on the complaint and the
// remedy, if any.
type step struct {
	word    string
	verdict Verdict
	remedy  RemedyKind
	open    bool // the amount is the official's
	meaning string
}

var steps = []step{
	{"allowed", Denied, "", false, "allowed"},
	{"improper", Upheld, "", false, "improper, without a penalty"},
	{"warning", Upheld, Warning, false, "a warning"},
	{"show-stock", Upheld, ShowStock, false, "the stock is shown"},
	{"withdraw-hand", Upheld, WithdrawHand, false, "the hand is taken away"},
	{"restore", Upheld, Restore, false, "the men are put back on the offender's own time"},
	{"return-piece", Upheld, ReturnPiece, false, "the piece goes back until the clock is pressed"},
	{"add-time", Upheld, AddTime, false, "a minute more for the opponent"},
	{"deduct-time", Upheld, DeductTime, false, "a minute less for the offender"},
	{"game-loss", Upheld, GameLoss, false, "loss of the game"},
	{"match-loss", Upheld, MatchLoss, false, "loss of the match"},
	{"refer", Upheld, Refer, false, "the director sees to it"},
	{"director", Discretion, Refer, false, "the director decides"},
	{"may-deduct", Discretion, DeductTime, true, "the director may take time off"},
	{"may-match-loss", Discretion, MatchLoss, false, "the director may forfeit the match"},
	{"may-new-game", Discretion, NewGame, false, "the director may order a new game"},
	{"may-expel", Discretion, Expel, false, "the director may expel the offender"},
}

func findStep(word string) (step, bool) {
	for _, s := range steps {
		if s.word == word {
			return s, true
		}
	}
	return step{}, false
}

func isStep(word string) bool { _, ok := findStep(word); return ok }

func stepChoices() []Choice {
	out := make([]Choice, len(steps))
	for i, s := range steps {
		out[i] = Choice{Value(s.word), s.meaning}
	}
	return out
}

// stepMeanings are the options of one step in words.
func stepMeanings(level string) []string {
	options := strings.Split(level, together)
	for i, option := range options {
		s, _ := findStep(option)
		options[i] = s.meaning
	}
	return options
}

// Penalty is the answer of a ladder to one offence: the verdict on a complaint
// about it and the remedies, all of which apply together. Under Discretion they
// are the official's options.
type Penalty struct {
	Verdict  Verdict
	Remedies []RemedyKind
	Open     bool // the amount of time is the official's to choose
}

// Occasion is one offence as a ladder sees it.
type Occasion struct {
	Count        int  // the how-manieth offence this is, from 1
	VictimFlag   bool // the opponent's flag fell through it
	OffenderFlag bool // the offender's own flag fell
}

// PenaltyFor climbs a ladder. preset is the ladder as the text has it, needed
// where value only changes whose flag is looked at (open point 21). A setting
// without a rule leaves the matter to the director.
func PenaltyFor(offence Setting, value, preset Value, o Occasion) Penalty {
	fell := o.VictimFlag
	if value == offenderFlag {
		value, fell = preset, o.OffenderFlag
	}
	if value == NoRule {
		return Penalty{Verdict: Discretion, Remedies: []RemedyKind{Refer}}
	}
	levels := value.Levels()
	level := levels[min(max(o.Count, 1), len(levels))-1]
	if offence == OnDisplacePress && o.Count <= 1 && fell && level == string(Warning) {
		level = string(AddTime)
	}
	var p Penalty
	for _, word := range strings.Split(level, together) {
		s, ok := findStep(word)
		if !ok {
			continue // ParseValue lets no unknown word through
		}
		p.Verdict = s.verdict
		p.Open = p.Open || s.open
		if s.remedy != "" {
			p.Remedies = append(p.Remedies, s.remedy)
		}
	}
	return p
}

// PenaltyDecision is a penalty with the articles it rests on and the open points
// that would change it.
type PenaltyDecision struct {
	Penalty
	Articles []string
	Basis    Basis
	Open     []int
}

// DecidePenalty climbs a ladder and cites it. A stop of clocks is no ladder: its
// articles and open points are given, what it costs depends on who stopped what.
func (b *Rulebook) DecidePenalty(offence Setting, o Occasion) PenaltyDecision {
	c := b.cells[offence]
	d := PenaltyDecision{Penalty: b.Penalty(offence, o), Articles: b.CellArticles(offence), Basis: Explicit}
	for _, a := range c.Alternatives {
		other := PenaltyFor(offence, a.Value, c.Preset, o)
		if !c.Setting.IsLadder() && offence != IllegalPenalty || !other.equal(d.Penalty) {
			d.Open, d.Basis = appendNew(d.Open, a.Point), Default
		}
	}
	if d.Verdict == Discretion {
		d.Basis = OfficialsCall
		if n := b.SilencePoint(); n != 0 && c.Value == NoRule {
			d.Open = []int{n}
		}
	}
	return d
}

func (p Penalty) equal(q Penalty) bool {
	return p.Verdict == q.Verdict && slices.Equal(p.Remedies, q.Remedies)
}
