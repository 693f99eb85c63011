package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// fold is the state of a match while the timeline is applied to it, act by act,
// under one reading of the rulebook.
type fold struct {
	in     *Incident
	set    *reading
	now    int     // index of the act being applied; len(timeline) during the claim
	time   Instant // of that act
	boards [2]board
	seats  [4]seat
	moves  []made // every released move, in order
	legal  []bughouse.Reason
	stops  []stop
	bad    []offence // what a complaint about conduct may be about
	odd    []oddPass
	moved  bool // a capture was taken back or a piece awarded: men may count twice
	// simultaneous claims that wait for each other, by index of the later one
	tied  map[int]tie
	loose bool // the order of the acts does not say which board ended first

	agreed    bool          // the teams agreed to a draw
	lapsed    bool          // an offer of a draw ended with a move of an opponent
	lossFor   bughouse.Side // the side that forfeited the match
	forfeiter rulebook.Setting
	unsettled []rulebook.Setting // matters without a rule nobody has decided yet
	clockless [2]bool            // boards without a clock under a rulebook that has no rule for it
}

// board is one board of the match.
type board struct {
	pos     bughouse.Position
	start   bughouse.Position
	end     end
	mate    *pendingEnd // a mate or stalemate that does not count yet
	seen    []seenPosition
	before  int // occurrences of the start position before the incident
	dropped bool
}

// end is how and when a game ended.
type end struct {
	Result
	ended  bool
	stated bool // the record says so; nothing was judged
	linked bool
	order  int // index of the act, -1 before the timeline
	time   Instant
	move   int  // index in moves of the mating move, -1 without one
	after  bool // supposed: it comes after the other end, whatever the list says
}

// pendingEnd is a mate given but not yet counting.
type pendingEnd struct {
	by     bughouse.Seat
	result Result
	move   int
}

// seenPosition is a position that was on the board, for repetitions.
type seenPosition struct {
	key  uint64
	drop bool // it arose by a drop
}

// seat is one player.
type seat struct {
	clock     int64
	down      bool // the flag is down
	flagAct   int  // when it fell: index of the act, -1 before the timeline
	hand      []captured
	withheld  []bughouse.Kind
	given     []bughouse.Kind // handed to the partner by a ruling, ahead of the act
	hidden    bool
	displaced bool
	punched   bool // displaced men and pressed before putting them back
	offered   bool
	accepted  bool
	tookKing  int // index of the act in which he took the king, -1 without one or once it is back
}

// captured is a man taken and not yet passed on.
type captured struct {
	kind bughouse.Kind
	move int // index in moves
	gone bool
}

// made is one released move.
type made struct {
	act        int
	by         bughouse.Seat
	move       bughouse.Move
	reason     bughouse.Reason
	before     bughouse.Position
	captured   bughouse.Kind // what the partner or opponent gets, NoKind
	taken      bughouse.Kind // the man as it stood, NoKind
	promoted   bool          // the captured man was promoted
	brought    bool          // a drop of a piece that no act hands over
	completed  int           // index of the completing press, -1
	takenBack  int           // index of the take-back, -1
	ordered    bool          // a ruling took it back; the act that follows the ruling is still to come
	undeclared bool          // a promotion nobody has named yet
	late       bool          // it was still unnamed when the clock was pressed
	castles    bool
	passed     int           // index of the act that handed the captured man over, -1
	early      bughouse.Kind // passed on before it was completed
	rests      []rulebook.Setting
}

func (m *made) stands() bool { return m.takenBack < 0 }

// stop is one stopping of clocks.
type stop struct {
	act    int
	time   Instant
	by     Actor
	with   []bughouse.Seat
	boards [2]bool
}

func newFold(in *Incident, set *reading) *fold {
	f := &fold{in: in, set: set, legal: make([]bughouse.Reason, len(in.Timeline)), now: -1, loose: in.isLoose()}
	f.moves = make([]made, 0, len(in.Timeline))
	for s := range f.seats {
		clock := in.Clocks[s]
		f.seats[s] = seat{clock: clock, down: clock == 0, flagAct: -1, tookKing: -1}
	}
	rules := set.rules()
	for b := range f.boardIDs() {
		f.openBoard(b, rules)
	}
	return f
}

// boardIDs ranges over the boards there are.
func (f *fold) boardIDs() func(func(bughouse.BoardID) bool) {
	n := f.set.book.Boards()
	return func(yield func(bughouse.BoardID) bool) {
		for b := range n {
			if !yield(bughouse.BoardID(b)) {
				return
			}
		}
	}
}

// openBoard sets up a board. A start position that ends the game has ended it
// before the timeline.
func (f *fold) openBoard(id bughouse.BoardID, rules bughouse.Rules) {
	b, from := &f.boards[id], &f.in.Boards[id]
	b.pos, _ = from.Setup.AsFound(rules) // Check has refused what no board can be
	b.start = b.pos
	b.before = 1
	if r := from.Repetition; r != nil {
		b.before, b.dropped = r.Occurrences, r.DropBetween
	}
	b.seen = append(b.seen, seenPosition{key: b.pos.Key()})
	b.end.move = -1
	f.noteDropped(&b.pos)
	switch {
	case from.Result != nil && from.Result.Reason == rulebook.ReasonNoClock && f.set.silent(rulebook.NoClock):
		f.leaveClockless(id)
	case from.Result != nil:
		b.end = end{Result: *from.Result, ended: true, stated: true, order: -1, move: -1}
	default:
		if r, over := f.outcome(&b.pos); over && !b.pos.OpponentInCheck() {
			b.end = end{Result: r, ended: true, order: -1, move: -1}
		}
	}
}

// noteDropped notes the settings that men dropped on their starting squares
// make matter.
func (f *fold) noteDropped(p *bughouse.Position) {
	for s := range p.Dropped().All() {
		switch p.At(s).Kind() {
		case bughouse.Rook:
			f.set.asked.add(rulebook.DroppedRookCastles)
		case bughouse.Pawn:
			f.set.asked.add(rulebook.DroppedPawnTwoStep)
		}
	}
}

// status classifies a board for the side to move and notes what it depends on.
func (f *fold) status(p *bughouse.Position) bughouse.Status {
	if p.MoveCount() > 0 {
		return bughouse.InPlay
	}
	f.set.asked.add(rulebook.MateTest)
	f.set.asked.add(rulebook.Stalemate)
	f.set.asked.add(rulebook.CapturesGoTo)
	return p.Status()
}

// outcome tells whether the player to move has lost or drawn.
func (f *fold) outcome(p *bughouse.Position) (r Result, over bool) {
	switch s := f.status(p); {
	case s == bughouse.Checkmate:
		return Result{WonBy(p.Turn().Opponent()), rulebook.ReasonCheckmate}, true
	case (s == bughouse.Stalemate || s == bughouse.AwaitingPiece) && f.set.is(rulebook.Stalemate, "draw"):
		return Result{Nobody, rulebook.ReasonStalemate}, true
	}
	return Result{}, false
}

// run applies the whole timeline.
func (f *fold) run() {
	for i := range f.in.Timeline {
		f.now, f.time = i, f.in.Timeline[i].T
		f.apply(&f.in.Timeline[i])
	}
	f.now = len(f.in.Timeline)
	f.time = Instant{}
	if f.in.Claim != nil {
		f.time = f.in.Claim.T
	}
}

// apply applies one act.
func (f *fold) apply(a *Act) {
	s, seated := a.By.Seat()
	switch a.Kind {
	case ActEnd:
		f.stateEnd(a)
		return
	case ActNoClock:
		f.stateNoClock(a.Board)
		return
	case ActOrderUnknown:
		return // it is about the whole list
	case ActStopClocks:
		f.stopClocks(a)
		return
	case ActSpeak:
		f.speak(a)
		return
	case ActLiftClock:
		f.liftClock(a)
		return
	case ActClaim:
		f.claimInTimeline(a.Claim)
		return
	}
	if !seated {
		return
	}
	me := &f.seats[s]
	switch a.Kind {
	case ActMove:
		f.move(s, a)
	case ActTakeBack:
		f.takeBack(s)
	case ActDeclare:
		f.declare(s, a.Piece)
	case ActPress:
		f.press(s)
	case ActAnnounceMate:
		f.announce(s)
	case ActPass:
		f.pass(s, a.Piece)
	case ActWithhold:
		me.withheld = append(me.withheld, a.Piece)
	case ActTakeKing:
		me.tookKing = f.now
	case ActFlag:
		f.flagFalls(s)
	case ActOfferDraw, ActAcceptDraw, ActRefuseDraw:
		f.talkOfDraw(s, a.Kind)
	case ActResign:
		f.finish(s.Board(), Result{WonBy(s.Opponent().Color()), rulebook.ReasonResignation}, -1)
	default:
		f.behave(s, a)
	}
}

func (f *fold) flagFalls(s bughouse.Seat) {
	me := &f.seats[s]
	if me.down {
		return
	}
	me.down, me.flagAct = true, f.now
	me.clock = 0
}

func (f *fold) agree() {
	f.agreed = true
	for b := range f.boardIDs() {
		f.finish(b, Result{Nobody, rulebook.ReasonAgreement}, -1)
	}
}
