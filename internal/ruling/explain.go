package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

var whyIllegal = map[bughouse.Reason]phrase.Word{
	bughouse.GameOver:              phrase.Word("the game was over"),
	bughouse.NotYourTurn:           phrase.Word("it was the opponent's turn"),
	bughouse.KingNotPlaced:         phrase.Word("the king has to be placed first"),
	bughouse.KingPlacementCentre:   phrase.Word("the king may not be placed in the middle"),
	bughouse.KingPlacementAdjacent: phrase.Word("the king may not be placed next to the other king"),
	bughouse.QueenDrop:             phrase.Word("a queen may not be dropped"),
	bughouse.NotInStock:            phrase.Word("the piece was not in stock"),
	bughouse.NotYetPassable:        phrase.Word("the piece could not be used yet, its capture was not completed"),
	bughouse.SquareOccupied:        phrase.Word("the square was occupied"),
	bughouse.PawnDropRank:          phrase.Word("a pawn may not be dropped on the first or last rank"),
	bughouse.KingLeftInCheck:       phrase.Word("the king is left in check"),
	bughouse.NoOwnMan:              phrase.Word("no man of the player stood there"),
	bughouse.CastlingNotAllowed:    phrase.Word("castling is not allowed"),
	bughouse.CastlingRight:         phrase.Word("the right to castle was gone"),
	bughouse.CastlingPath:          phrase.Word("the way to castle was blocked"),
	bughouse.CastlingCheck:         phrase.Word("the king may not castle out of, through or into check"),
	bughouse.OwnManThere:           phrase.Word("a man of the player stood there"),
	bughouse.KingCapture:           phrase.Word("a king is never captured"),
	bughouse.Movement:              phrase.Word("the man does not move like that"),
	bughouse.PromotionPiece:        phrase.Word("the promotion piece was not named or not allowed"),
}

// SayIllegal says a reason of illegality in plain words; empty for a legal move.
func SayIllegal(r bughouse.Reason) phrase.Word { return whyIllegal[r] }

func reasonSentence(m *made, undeclared bool) phrase.Word {
	if undeclared && (m.reason == bughouse.Legal || m.reason == bughouse.KingLeftInCheck) {
		return whyIllegal[bughouse.PromotionPiece]
	}
	return whyIllegal[m.reason]
}

// FactState says where a fact comes from.
type FactState string

// The states of a fact.
const (
	Recorded FactState = "recorded" // it is in the incident
	Assumed  FactState = "assumed"  // it is among the assumed facts
	Missing  FactState = "missing"  // it is among the unknown facts; the ruling takes it as it stands
)

// Step is one link in the chain of reasons: a fact, with its state, or a rule,
// with its articles and basis.
type Step struct {
	Sentence phrase.Sentence
	Asks     bool      // the sentence is the question of a fact that nobody knows
	State    FactState // of a fact
	About    *Fact     // what a fact can be asked as; nil for a rule, and for what nobody can doubt
	Setting  rulebook.Setting
	IsRule   bool
	Articles []string
	Basis    rulebook.Basis // of a rule
	Law      phrase.Word    // the laws a rule comes from where the rulebook leaves it to them
}

// reasons is the chain: the facts that matter, what is missing, then the rules.
func (o *outcome) reasons(in *Incident, rests []rulebook.Setting, points []OpenPoint) []Step {
	steps := o.facts(in)
	for _, u := range in.Unknown {
		if slices.ContainsFunc(steps, func(s Step) bool { return s.About != nil && *s.About == u }) {
			continue // it is among the facts already
		}
		steps = append(steps, Step{Sentence: u.Question(in), Asks: true, State: Missing, About: &u})
	}
	for _, s := range rests {
		c := in.Book.Cell(s)
		if c.Value == rulebook.NoRule && o.j.verdict != rulebook.Discretion {
			continue
		}
		step := Step{Sentence: s.Rule(c.Value), IsRule: true, Setting: s, Basis: c.Basis()}
		if slices.ContainsFunc(points, func(p OpenPoint) bool { return p.Setting == s }) {
			step.Basis = rulebook.Default // here the detail that is open decides
		}
		if in.Book.LeavesToBaseLaw(s) {
			step.Law = phrase.Word(in.Book.BaseLaw())
		}
		for _, a := range in.Book.CellArticles(s) {
			step.Articles = append(step.Articles, in.Book.Cite(a))
		}
		steps = append(steps, step)
	}
	return steps
}

// stateOf tells where a fact comes from.
func (in *Incident) stateOf(f Fact) FactState {
	switch {
	case slices.Contains(in.Known, f):
		return Recorded
	case slices.Contains(in.Unknown, f):
		return Missing
	case slices.Contains(in.Assumed, f), f.Kind == FactHanded: // nobody records every pass
		return Assumed
	}
	return Recorded
}

// facts are the facts a claim is judged by.
func (o *outcome) facts(in *Incident) []Step {
	f, n := o.f, in.Book.Boards()
	var out []Step
	say := func(state FactState, s phrase.Sentence) { out = append(out, Step{Sentence: s, State: state}) }
	about := func(fact Fact, s phrase.Sentence) {
		out = append(out, Step{Sentence: s, State: in.stateOf(fact), About: &fact})
	}
	for i := range f.moves {
		m := &f.moves[i]
		if in.Claim == nil || m.by.Board() == in.Claim.By.Board() || f.judged(m.act) != bughouse.Legal {
			about(Fact{Kind: FactHappened, Act: m.act}, f.moveSentence(m, n))
			if m.brought {
				about(Fact{Kind: FactHanded, Act: m.act}, f.handedSentence(m, n))
			}
		}
	}
	for s := range in.Seats() {
		if f.seats[s].down {
			about(Fact{Kind: FactFlag, Seat: s}, phrase.Of("the flag of %s is down", seatName(s, n)))
		}
	}
	for i := range f.bad {
		if b := &f.bad[i]; !b.undone && in.Claim != nil && in.Claim.Kind == rulebook.ClaimConduct && b.concerns(in.Claim.against()) {
			about(Fact{Kind: FactHappened, Act: b.act}, phrase.Of("%s: %s (act %d)", actorName(b.by, n), b.setting.Name(), b.act+1))
		}
	}
	for _, sentence := range f.oddSentences(n) {
		say(Recorded, sentence)
	}
	if in.Claim != nil {
		o.claimFacts(in, say, about)
	}
	return out
}

// claimFacts are the facts about the claim itself that its kind is judged by.
func (o *outcome) claimFacts(in *Incident, say func(FactState, phrase.Sentence), about func(Fact, phrase.Sentence)) {
	c, board := in.Claim, in.Claim.By.Board()
	stopped := func() {
		about(Fact{Kind: FactStopped}, choose(c.Running, phrase.Of("the clock was left running"), phrase.Of("the clock was stopped")))
	}
	switch c.Kind {
	case rulebook.ClaimIllegalMove:
		about(Fact{Kind: FactAloud}, choose(c.Silent, phrase.Of("the claim was made in silence"), phrase.Of("the claim was made aloud")))
		stopped()
	case rulebook.ClaimConduct:
		o.priorSteps(in, say)
	case rulebook.ClaimFlag:
		stopped()
	case rulebook.ClaimCheckmate, rulebook.ClaimStalemate:
		say(Recorded, sayStatus[o.f.finalStatus(board)])
	case rulebook.ClaimRepetition:
		n, drop := o.f.occurrences(board)
		about(Fact{Kind: FactOccurrences, Board: board}, phrase.Of("the position has occurred %s", times(n)))
		about(Fact{Kind: FactDropBetween, Board: board}, choose(drop, phrase.Of("a piece was dropped in between"), phrase.Of("no piece was dropped in between")))
		about(Fact{Kind: FactAloud}, choose(c.Silent, phrase.Of("the repetitions were counted in silence"), phrase.Of("the repetitions were counted aloud")))
	}
}

var sayStatus = map[bughouse.Status]phrase.Sentence{
	bughouse.InPlay:        phrase.Of("the player to move has a legal move"),
	bughouse.AwaitingBlock: phrase.Of("the player to move is in check without a legal move, and a piece to come could block"),
	bughouse.Checkmate:     phrase.Of("the player to move is in check, and no piece to come could help"),
	bughouse.AwaitingPiece: phrase.Of("the player to move is not in check and has no legal move, and a piece to come could be dropped"),
	bughouse.Stalemate:     phrase.Of("the player to move is not in check, and no piece to come could be dropped"),
}

func choose(cond bool, yes, no phrase.Sentence) phrase.Sentence {
	if cond {
		return yes
	}
	return no
}

func (f *fold) moveSentence(m *made, boards int) phrase.Sentence {
	who, move := seatName(m.by, boards), m.move.UCI()
	played := phrase.Of("%s played %s", who, move)
	if reason := f.judged(m.act); reason != bughouse.Legal {
		played = phrase.Of("%s played %s, which was illegal: %s", who, move, whyIllegal[reason])
	}
	switch {
	case m.takenBack >= 0:
		return phrase.Of("%s; it was taken back", played)
	case m.completed >= 0:
		return phrase.Of("%s; the clock was pressed", played)
	}
	return phrase.Of("%s; the clock was not pressed", played)
}

// needless reports a denied claim of somebody who has won the game or the match
// all the same. It is not called denied: beside that it reads as its opposite.
func (o *outcome) needless(c *Claim) bool {
	g := o.game(c.By.Board())
	won := g.Ended && g.Winner == WonBy(c.By.Color())
	return o.j.verdict == rulebook.Denied && (won || o.d.Match == rulebook.WonBy(c.By.Side()))
}
