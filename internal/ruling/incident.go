package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Incident is one matter to rule on. Build it in Go, or read it
// from a case file (package casefile); [Rule] needs
// Book and Boards, everything else may be empty.
type Incident struct {
	ID       string
	Book     *rulebook.Rulebook // a preset, or one under house rules or replaced settings
	Boards   [2]Board           // B is ignored where the book has one board
	Clocks   [4]int64           // milliseconds by seat at the start; 0 = flag down, NoClock = none on record
	Offences [4]Offences        // earlier offences by seat, in this match
	// Elsewhere are those in other matches of the event: whether they count is what
	// the rulebook, or an open point, says.
	Elsewhere [4]Offences
	// CallsAgreed: the players agreed that officials call flags and illegal moves.
	CallsAgreed bool
	Timeline    []Act
	Tries       []Try
	Claim       *Claim // nil: what is the state of this match?
	Unknown     []Fact // facts nobody knows yet; see NextQuestion
	Known       []Fact // facts that were asked and answered; see Doubts
	Assumed     []Fact // facts taken for granted without a record; they only show in the reasons

	// Unordered: the acts are listed as people told them, and their order does not
	// say which of two boards ended first; times and answers do.
	Unordered   bool
	EndedFirst  rulebook.Order // what was learned by asking
	Neutralised Stopped        // the same, about what happened between the two ends
	// Concluded: the match had its result before the claim was made.
	Concluded bool

	openly bool // a director who acts openly on a concluded match; see Options
}

// Seats ranges over the seats of the boards that its rulebook has.
func (in *Incident) Seats() func(func(bughouse.Seat) bool) {
	n := 2 * in.Book.Boards()
	return func(yield func(bughouse.Seat) bool) {
		for s := range n {
			if !yield(bughouse.Seat(s)) {
				return
			}
		}
	}
}

// NoClock marks a seat whose clock time is not on record.
const NoClock int64 = -1

// Offences counts a player's earlier offences by ladder name ("hand"; see
// [rulebook.Setting.PriorLadder]).
type Offences map[string]int

// Board is one board before the incident.
type Board struct {
	Setup      bughouse.Setup
	Repetition *Repetition // nil: counted from the timeline
	Result     *Result     // the game had ended before the incident
}

// Repetition is how often the position on the board has occurred already.
type Repetition struct {
	Occurrences int
	DropBetween bool
}

// Result is how a game ended.
type Result struct {
	Winner Winner
	Reason rulebook.Reason
}

// Winner is a colour or nobody; the zero value is nobody.
type Winner uint8

// The winners.
const (
	Nobody Winner = iota
	WhiteWins
	BlackWins
)

// WonBy is the colour as a winner.
func WonBy(c bughouse.Color) Winner { return WhiteWins + Winner(c) }

func (w Winner) String() string { return [...]string{"none", "W", "B"}[w] }

// side is the winner's side at a board.
func (w Winner) side(b bughouse.BoardID) bughouse.Side {
	if w == Nobody {
		return 0
	}
	return bughouse.SeatAt(b, bughouse.Color(w-WhiteWins)).Side()
}

// Actor is whoever acts: one of the four seats, an official, or a bystander.
type Actor uint8

// The actors; the first four are the seats.
const (
	ActorWA Actor = iota
	ActorBA
	ActorWB
	ActorBB
	ActorDirector
	ActorSpectator
	ActorOtherPlayer
)

// Seated is the actor sitting on a seat.
func Seated(s bughouse.Seat) Actor { return Actor(s) }

// Seat returns the seat an actor sits on; ok is false for officials and bystanders.
func (a Actor) Seat() (s bughouse.Seat, ok bool) { return bughouse.Seat(a), a <= ActorBB }

func (a Actor) String() string {
	return [...]string{"WA", "BA", "WB", "BB", "director", "spectator", "other-player"}[a]
}

// Instant is a time on the record, in milliseconds; the zero value is unknown.
type Instant struct {
	MS    int64
	Known bool
}

// At is a known instant.
func At(ms int64) Instant { return Instant{ms, true} }

func (t Instant) same(u Instant) bool { return t.Known && u.Known && t.MS == u.MS }

func (t Instant) before(u Instant) bool { return t.Known && u.Known && t.MS < u.MS }

// ActKind is one kind of act.
type ActKind string

// The acts.
const (
	ActMove         ActKind = "move"
	ActTakeBack     ActKind = "take-back"
	ActPress        ActKind = "press"
	ActTouch        ActKind = "touch"
	ActDeclare      ActKind = "declare"
	ActAnnounceMate ActKind = "announce-mate"
	ActPass         ActKind = "pass"
	ActWithhold     ActKind = "withhold"
	ActTakeKing     ActKind = "take-king"
	ActFlag         ActKind = "flag"
	ActOfferDraw    ActKind = "offer-draw"
	ActAcceptDraw   ActKind = "accept-draw"
	ActRefuseDraw   ActKind = "refuse-draw"
	ActResign       ActKind = "resign"
	ActClaim        ActKind = "claim"
	ActEnd          ActKind = "end"
	ActNoClock      ActKind = "no-clock"
	ActOrderUnknown ActKind = "order-unknown"
	ActStopClocks   ActKind = "stop-clocks"
	ActHideStock    ActKind = "hide-stock"
	ActShowStock    ActKind = "show-stock"
	ActPartnerBoard ActKind = "partner-board"
	ActHover        ActKind = "hover"
	ActTwoHands     ActKind = "two-hands"
	ActOtherHand    ActKind = "other-hand"
	ActDisplace     ActKind = "displace"
	ActRestore      ActKind = "restore"
	ActKnockClock   ActKind = "knock-clock"
	ActSwapClock    ActKind = "swap-clock"
	ActBang         ActKind = "bang"
	ActAnnoy        ActKind = "annoy"
	ActOffBoard     ActKind = "off-board"
	ActAbuse        ActKind = "abuse"
	ActTelephone    ActKind = "telephone"
	ActLate         ActKind = "late"
	ActTouchClock   ActKind = "touch-clock"
	ActLiftClock    ActKind = "lift-clock"
	ActSpeak        ActKind = "speak"
)

// Act is one thing that happened. Which fields count depends on the kind; the
// zero values of the others mean nothing.
type Act struct {
	Kind       ActKind
	By         Actor
	T          Instant
	Move       bughouse.Move      // move
	Held       bool               // move: still in the hand, the position unchanged
	Accidental bool               // move, touch: contact was not deliberate
	Handed     Handed             // move: whether the piece dropped had been handed over in time
	Man        Man                // touch
	Piece      bughouse.Kind      // declare, pass, withhold
	Board      bughouse.BoardID   // end, no-clock
	Result     Result             // end
	Linked     bool               // end: both ends answer one capture
	Boards     []bughouse.BoardID // stop-clocks
	With       []bughouse.Seat    // stop-clocks: who acts along and agrees
	Detail     Detail             // partner-board, hover, touch-clock, speak
	Claim      *Claim             // claim
}

// Detail narrows an act down.
type Detail string

// The details, by act.
const (
	HowPoint Detail = "point" // partner-board
	HowTouch Detail = "touch"
	HowMove  Detail = "move"
	HowPress Detail = "press"

	OverBoard Detail = "board" // hover
	OverClock Detail = "clock"

	WhyStraighten Detail = "straighten" // touch-clock
	WhyRepunch    Detail = "repunch"
	WhyOther      Detail = "other"

	AboutIllegalMove Detail = "illegal-move" // speak; "other" is WhyOther
	AboutFlag        Detail = "flag"
	AboutAdvice      Detail = "advice"
	AboutSit         Detail = "sit"
)

// Man is a man on a square, or a piece in stock if Kind is set.
type Man struct {
	Square bughouse.Square
	Kind   bughouse.Kind
}

func (m Man) String() string {
	if m.Kind != bughouse.NoKind {
		return string(rune(m.Kind.Letter()))
	}
	return m.Square.String()
}

// manOf is the man a move handles.
func manOf(m bughouse.Move) Man {
	if m.IsDrop() {
		return Man{Kind: m.Dropped(), Square: bughouse.NoSquare}
	}
	return Man{Square: m.From()}
}

// Try is a move examined in the start position but not played.
type Try struct {
	By   bughouse.Seat
	Move bughouse.Move
}

// Claim is a matter put before the official.
type Claim struct {
	By        bughouse.Seat
	Kind      rulebook.ClaimKind
	Against   Actor // meaningful if Named
	Named     bool  // Against was said; otherwise it is the seat across the board
	Silent    bool  // not said aloud; for a repetition: not counted aloud
	Running   bool  // the clock was not stopped
	T         Instant
	Piece     bughouse.Kind     // stock
	To        rulebook.Official // appeal
	DecidedBy rulebook.Official // appeal
}

// against is whom the claim is about.
func (c *Claim) against() Actor {
	if c.Named {
		return c.Against
	}
	return Seated(c.By.Opponent())
}
