package ruling

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// seatName is a seat as officials say it.
func seatName(s bughouse.Seat, boards int) string {
	if boards == 1 {
		return s.Color().String()
	}
	return s.Color().String() + " on board " + s.Board().String()
}

func actorName(a Actor, boards int) string {
	if s, ok := a.Seat(); ok {
		return seatName(s, boards)
	}
	switch a {
	case ActorDirector:
		return "the director"
	case ActorSpectator:
		return "a spectator"
	}
	return "a player of another match"
}

// explain is one plain sentence: the answer, the ground, the effect.
func (o *outcome) explain(in *Incident) string {
	n := in.Book.Boards()
	effect := strings.Join(o.effects(n), "; ")
	if in.Claim == nil {
		if o.j.verdict == rulebook.Discretion {
			return "The director decides, because " + o.j.why + "; " + effect + "."
		}
		return upperFirst(effect) + "."
	}
	info, _ := in.Claim.Kind.Info()
	claim := "The claim of " + seatName(in.Claim.By, n) + " (" + lowerFirst(info.Label) + ")"
	if o.needless(in.Claim) {
		return claim + " changes nothing in the result, because " + o.j.why + "; " + effect + "."
	}
	answer := map[rulebook.Verdict]string{
		rulebook.Upheld:     claim + " is upheld, because ",
		rulebook.Denied:     claim + " is denied, because ",
		rulebook.Discretion: claim + " is for the director to decide, because ",
		rulebook.None:       claim + " leads to no proposal, because ",
	}[o.j.verdict]
	return answer + o.j.why + o.baseLaw(in.Book) + "; " + effect + "."
}

// baseLaw says that the ground is not the rulebook's own: the setting that decided
// first rests on the laws that the rulebook brings in for what it leaves open, or
// has no answer but theirs.
func (o *outcome) baseLaw(book *rulebook.Rulebook) string {
	if len(o.j.rests) == 0 || !book.LeavesToBaseLaw(o.j.rests[0]) {
		return ""
	}
	return " (" + book.Cite(book.Fallback()) + " leaves this to " + book.BaseLaw() + ")"
}

// effects are what the ruling does, each as part of a sentence.
func (o *outcome) effects(boards int) []string {
	var out []string
	for _, r := range o.j.remedies {
		say := r.Say(boards)
		if o.j.verdict == rulebook.Discretion {
			say = "an option: " + say
		}
		out = append(out, say)
	}
	for id := range o.f.boardIDs() {
		if g := o.game(id); g.Ended {
			out = append(out, gameSentence(id, g, boards))
		}
	}
	return append(append(out, o.f.oddSentences(boards)...), o.matchSentence(boards))
}

func gameSentence(id bughouse.BoardID, g Game, boards int) string {
	game := "the game"
	if boards == 2 {
		game += " on board " + id.String()
	}
	switch g.Winner {
	case Nobody:
		if g.Reason == rulebook.ReasonNoClock {
			return game + " has no winner because nobody brought a clock"
		}
		return game + " is drawn by " + g.Reason.Label()
	case WhiteWins:
		return game + " is won by White by " + g.Reason.Label()
	}
	return game + " is won by Black by " + g.Reason.Label()
}

func (o *outcome) matchSentence(boards int) string {
	win := func(s bughouse.Side) string {
		for seat := bughouse.WA; seat <= bughouse.BA; seat++ {
			if seat.Side() == s && boards == 1 {
				return seatName(seat, boards) + " wins"
			} else if seat.Side() == s {
				return seatName(seat, boards) + " and " + seatName(seat.Partner(), boards) + " win the match"
			}
		}
		return ""
	}
	switch o.d.Match {
	case rulebook.WonByT1:
		return win(bughouse.Side1)
	case rulebook.WonByT2:
		return win(bughouse.Side2)
	case rulebook.Drawn:
		return "the match is drawn"
	case rulebook.DoubleLoss:
		return "both teams lose the match"
	}
	switch words := lackWords(o.d.Lacks); {
	case o.d.Discretion:
		return "the match is for the director to decide"
	case o.d.Lacks != 0 && o.j.why == words:
		return "the match has no result yet"
	case o.d.Lacks != 0:
		return "the match has no result yet: " + words
	}
	return "the match goes on"
}

// sayings complete "WA …" for each remedy; %m is the man or piece, %t the time.
var sayings = map[rulebook.RemedyKind]string{
	rulebook.Warning:         "%s is warned",
	rulebook.GameLoss:        "%s loses the game as a penalty",
	rulebook.MatchLoss:       "the team of %s loses the match as a penalty",
	rulebook.TakeBack:        "%s takes the move back",
	rulebook.ChoosePromotion: "%s names the promotion piece now",
	rulebook.ShowStock:       "%s shows the stock",
	rulebook.WithdrawHand:    "%s takes the hand away",
	rulebook.Restore:         "%s puts the men back on the own time",
	rulebook.AddTime:         "%s gets %t more",
	rulebook.DeductTime:      "%s loses %t",
	rulebook.SetTime:         "the clock of %s is set to %t",
	rulebook.SamePiece:       "%s must play the %m",
	rulebook.MoveStands:      "the move %m of %s stands",
	rulebook.GivePiece:       "%s gets the %m",
	rulebook.ReturnPiece:     "%s gives the %m back until the clock is pressed",
	rulebook.RemovePiece:     "the %m is out of play",
	rulebook.NewGame:         "board %b plays a new game",
	rulebook.CorrectSetup:    "the set-up of board %b is corrected",
	rulebook.MoveClock:       "the clock of board %b is moved to the outer side",
	rulebook.Expel:           "%w is expelled",
	rulebook.Refer:           "the matter goes to the %o",
	rulebook.RestartClocks:   "the clocks are started again",
}

// Say is the remedy as part of a sentence.
func (r Remedy) Say(boards int) string {
	man := r.Piece.String()
	switch r.Kind {
	case rulebook.SamePiece:
		man = r.Man.Kind.String() + " from stock"
		if r.Man.Kind == bughouse.NoKind {
			man = "man on " + r.Man.Square.String()
		}
	case rulebook.MoveStands:
		man = r.Move.UCI()
	}
	say := sayings[r.Kind]
	for _, part := range [...][2]string{
		{"%s", seatName(r.Seat, boards)},
		{"%m", man},
		{"%t", timeOf(r.MS)},
		{"%b", r.Board.String()},
		{"%w", actorName(r.Who, boards)},
		{"%o", r.To.Title()},
	} {
		say = strings.Replace(say, part[0], part[1], 1)
	}
	return say
}

func timeOf(ms int64) string {
	switch {
	case ms == NoClock:
		return "time the director names"
	case ms == 60_000:
		return "one minute"
	case ms%60_000 == 0:
		return itoa(int(ms/60_000)) + " minutes"
	}
	return itoa(int(ms/1000)) + " seconds"
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

var whyIllegal = map[bughouse.Reason]string{
	bughouse.GameOver:              "the game was over",
	bughouse.NotYourTurn:           "it was the opponent's turn",
	bughouse.KingNotPlaced:         "the king has to be placed first",
	bughouse.KingPlacementCentre:   "the king may not be placed in the middle",
	bughouse.KingPlacementAdjacent: "the king may not be placed next to the other king",
	bughouse.QueenDrop:             "a queen may not be dropped",
	bughouse.NotInStock:            "the piece was not in stock",
	bughouse.NotYetPassable:        "the piece could not be used yet, its capture was not completed",
	bughouse.SquareOccupied:        "the square was occupied",
	bughouse.PawnDropRank:          "a pawn may not be dropped on the first or last rank",
	bughouse.KingLeftInCheck:       "the king is left in check",
	bughouse.NoOwnMan:              "no man of the player stood there",
	bughouse.CastlingNotAllowed:    "castling is not allowed",
	bughouse.CastlingRight:         "the right to castle was gone",
	bughouse.CastlingPath:          "the way to castle was blocked",
	bughouse.CastlingCheck:         "the king may not castle out of, through or into check",
	bughouse.OwnManThere:           "a man of the player stood there",
	bughouse.KingCapture:           "a king is never captured",
	bughouse.Movement:              "the man does not move like that",
	bughouse.PromotionPiece:        "the promotion piece was not named or not allowed",
}

// SayIllegal says a reason of illegality in plain words; empty for a legal move.
func SayIllegal(r bughouse.Reason) string { return whyIllegal[r] }

func reasonSentence(m *made, undeclared bool) string {
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
	Sentence string
	State    FactState // of a fact
	About    *Fact     // what a fact can be asked as; nil for a rule, and for what nobody can doubt
	Setting  rulebook.Setting
	IsRule   bool
	Articles []string
	Basis    rulebook.Basis // of a rule
	Law      string         // the laws a rule comes from where the rulebook leaves it to them
}

// reasons is the chain: the facts that matter, what is missing, then the rules.
func (o *outcome) reasons(in *Incident, rests []rulebook.Setting, points []OpenPoint) []Step {
	steps := o.facts(in)
	for _, u := range in.Unknown {
		if slices.ContainsFunc(steps, func(s Step) bool { return s.About != nil && *s.About == u }) {
			continue // it is among the facts already
		}
		steps = append(steps, Step{Sentence: u.Question(in), State: Missing, About: &u})
	}
	for _, s := range rests {
		c := in.Book.Cell(s)
		if c.Value == rulebook.NoRule && o.j.verdict != rulebook.Discretion {
			continue
		}
		step := Step{Sentence: strings.TrimSuffix(s.Question(), "?") + ": " + s.Say(c.Value), IsRule: true, Setting: s, Basis: c.Basis()}
		if slices.ContainsFunc(points, func(p OpenPoint) bool { return p.Setting == s }) {
			step.Basis = rulebook.Default // here the detail that is open decides
		}
		if in.Book.LeavesToBaseLaw(s) {
			step.Law = in.Book.BaseLaw()
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
	say := func(state FactState, s string) { out = append(out, Step{Sentence: s, State: state}) }
	about := func(fact Fact, s string) { out = append(out, Step{Sentence: s, State: in.stateOf(fact), About: &fact}) }
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
			about(Fact{Kind: FactFlag, Seat: s}, "the flag of "+seatName(s, n)+" is down")
		}
	}
	for i := range f.bad {
		if b := &f.bad[i]; !b.undone && in.Claim != nil && in.Claim.Kind == rulebook.ClaimConduct && b.concerns(in.Claim.against()) {
			about(Fact{Kind: FactHappened, Act: b.act}, actorName(b.by, n)+": "+offenceName(b.setting)+" (act "+itoa(b.act+1)+")")
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
func (o *outcome) claimFacts(in *Incident, say func(FactState, string), about func(Fact, string)) {
	c, board := in.Claim, in.Claim.By.Board()
	aloud := func(what string) {
		about(Fact{Kind: FactAloud}, what+choose(c.Silent, " in silence", " aloud"))
	}
	stopped := func() {
		about(Fact{Kind: FactStopped}, "the clock was "+choose(c.Running, "left running", "stopped"))
	}
	switch c.Kind {
	case rulebook.ClaimIllegalMove:
		aloud("the claim was made")
		stopped()
	case rulebook.ClaimConduct:
		o.priorSteps(in, say)
	case rulebook.ClaimFlag:
		stopped()
	case rulebook.ClaimCheckmate, rulebook.ClaimStalemate:
		say(Recorded, "the player to move "+sayStatus[o.f.finalStatus(board)])
	case rulebook.ClaimRepetition:
		n, drop := o.f.occurrences(board)
		about(Fact{Kind: FactOccurrences, Board: board}, "the position has occurred "+times(n))
		about(Fact{Kind: FactDropBetween, Board: board}, choose(drop, "a piece was dropped in between", "no piece was dropped in between"))
		aloud("the repetitions were counted")
	}
}

var sayStatus = map[bughouse.Status]string{
	bughouse.InPlay:        "has a legal move",
	bughouse.AwaitingBlock: "is in check without a legal move, and a piece to come could block",
	bughouse.Checkmate:     "is in check, and no piece to come could help",
	bughouse.AwaitingPiece: "is not in check and has no legal move, and a piece to come could be dropped",
	bughouse.Stalemate:     "is not in check, and no piece to come could be dropped",
}

func choose(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}

func (f *fold) moveSentence(m *made, boards int) string {
	s := seatName(m.by, boards) + " played " + m.move.UCI()
	if reason := f.judged(m.act); reason != bughouse.Legal {
		s += ", which was illegal: " + whyIllegal[reason]
	}
	switch {
	case m.takenBack >= 0:
		s += "; it was taken back"
	case m.completed >= 0:
		s += "; the clock was pressed"
	default:
		s += "; the clock was not pressed"
	}
	return s
}

// needless reports a denied claim of somebody who has won the game or the match
// all the same. It is not called denied: beside that it reads as its opposite.
func (o *outcome) needless(c *Claim) bool {
	g := o.game(c.By.Board())
	won := g.Ended && g.Winner == WonBy(c.By.Color())
	return o.j.verdict == rulebook.Denied && (won || o.d.Match == rulebook.WonBy(c.By.Side()))
}
