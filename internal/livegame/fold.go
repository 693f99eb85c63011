package livegame

import (
	"fmt"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Step is one step of a record: an act and what the match looked like after
// it.
type Step struct {
	No     int // from 1 in the order of play
	Seq    int // of its act as it was stored
	At     time.Time
	ByName string
	Source string
	Act    Act
	Seat   bughouse.Seat // of an act of a player
	Move   bughouse.Move
	SAN    string       // the move in notation; UCI for an illegal one
	Number int          // the move's number on its board
	Broken error        // why the move was illegal, or why the act could not be carried out
	Clocks Clocks       // after it
	From   int          // the step it goes on from, 0 for the start
	Off    bool         // not part of the game any more: the record went back behind it
	Late   bool         // an electronic board told it after the game on the board had ended
	Ended  [2]*BoardEnd // boards that a ruling has ended by then, nil for one that plays on
	Match  bughouse.Match

	acts []bughouse.Act
	over bool // an electronic board told it behind the move that ended the match
}

// IsMove reports whether the step is a move of the game on a board.
func (s *Step) IsMove() bool {
	return !s.Late && (s.Act.Kind == ActTurn || s.Act.Kind == ActMove)
}

// BoardActs is what the step came to on the boards.
func (s *Step) BoardActs() []bughouse.Act { return s.acts }

// Record is a match played through its acts under its rules.
type Record struct {
	Start       bughouse.Match
	StartClocks Clocks
	Steps       []Step
	LastSeq     int // of the last act; 0 for an empty record
	Waiting     int // acts of electronic boards that wait for an earlier one

	rules Rules
	told  map[string]int // by electronic board: up to which number everything is here
}

// At returns the match and its clocks after step n; 0 is the start.
func (l *Record) At(n int) (bughouse.Match, Clocks) {
	n = min(n, len(l.Steps))
	if n <= 0 {
		return l.Start, l.StartClocks
	}
	return l.Steps[n-1].Match, l.Steps[n-1].Clocks
}

// ReceivedUpTo is up to which number all acts of an electronic board are here.
func (l *Record) ReceivedUpTo(source string) int { return l.told[source] }

// Head returns the match as it stands now.
func (l *Record) Head() (bughouse.Match, Clocks) { return l.At(len(l.Steps)) }

// step returns step n; the start has none.
func (l *Record) step(n int) *Step {
	if n < 1 || n > len(l.Steps) {
		return nil
	}
	return &l.Steps[n-1]
}

// Rules are what a record is played by.
type Rules struct {
	Book     *rulebook.Rulebook // of the section, under its house rules
	OneBoard bool               // there is only board A
	ClockMS  int64              // what all clocks show at the start
}

// Fold plays a record through. An act that cannot be carried out (the section's
// rules may have changed since) stays in the list with the reason and changes
// nothing.
func Fold(rules Rules, acts []StoredAct) *Record {
	ms, play := rules.ClockMS, rules.Book.PlayRules()
	f := folder{
		lateEnds: rules.Book.Value(rulebook.LateEnd) != "never",
		live: &Record{
			Start: bughouse.NewMatch(play), StartClocks: Clocks{ms, ms, ms, ms}, Steps: make([]Step, 0, len(acts)),
			rules: rules, told: map[string]int{},
		},
		rules: play, early: map[string]map[int]*StoredAct{},
	}
	for i := range acts {
		f.take(&acts[i])
	}
	f.markOff()
	return f.live
}

type folder struct {
	lateEnds bool // a board that ends after the other may still count
	live     *Record
	rules    bughouse.Rules
	early    map[string]map[int]*StoredAct // acts that came before their turn
}

// take adds an act. Acts of an electronic board are played in the order of their
// numbers, however they came in.
func (f *folder) take(a *StoredAct) {
	f.live.LastSeq = max(f.live.LastSeq, a.Seq)
	if a.Act.Number == 0 {
		f.add(a)
		return
	}
	if f.early[a.Source] == nil {
		f.early[a.Source] = map[int]*StoredAct{}
	}
	f.early[a.Source][a.Act.Number] = a
	f.live.Waiting++
	for {
		n := f.live.told[a.Source] + 1
		due, ok := f.early[a.Source][n]
		if !ok {
			return
		}
		delete(f.early[a.Source], n)
		f.live.told[a.Source] = n
		f.live.Waiting--
		f.add(due)
	}
}

// add carries an act out as the next step.
func (f *folder) add(a *StoredAct) {
	act, clocks := a.Act, a.KnownClocks()
	last := len(f.live.Steps)
	before, shown := f.live.Head()
	s := Step{
		No: last + 1, Seq: a.Seq, At: a.At, ByName: a.ByName, Source: a.Source, Act: act, Clocks: shown.With(clocks), From: last, Match: before,
		Ended: f.live.EndedBy(last),
	}
	var err error
	switch act.Kind {
	case ActClocks:
	case ActGoBack:
		s.From = min(max(act.To, 0), last)
		s.Match, s.Clocks = f.live.At(s.From)
		s.Clocks, s.Ended = s.Clocks.With(clocks), f.live.EndedBy(s.From)
	case ActPosition:
		err = s.setUp(f.rules)
	case ActEnd, ActReopen:
		s.end()
	default:
		s.over = act.Number > 0 && s.IsMove() && f.overFor(a.Source)
		err = s.play(&before)
	}
	if err != nil {
		s.Broken, s.Match, s.acts = err, before, nil
	}
	if s.Late {
		s.Clocks = shown
	}
	f.live.Steps = append(f.live.Steps, s)
}

// overFor reports whether an electronic board tells of a move behind the one that ended
// the match, which it told as well. Between two systems nobody knows what came first, and
// by some rulebooks the end of the other board counts until play is stopped (TR3 12, 13).
func (f *folder) overFor(source string) bool {
	if f.lateEnds {
		return false
	}
	n := len(f.live.Steps)
	over, on := f.live.OverBy(1, n) // who won does not matter
	if !over || on == "" {
		return false
	}
	for s := f.live.step(n); s != nil; s = f.live.step(s.From) {
		if s.IsMove() && s.Seat.Board().String() == on {
			return s.Source == source
		}
	}
	return false
}

// EndedBy are the boards that a ruling has ended by step n, nil for one that
// plays on. The end of a board may name no reason: the ruling decided the match.
func (l *Record) EndedBy(n int) [2]*BoardEnd {
	if s := l.step(min(n, len(l.Steps))); s != nil {
		return s.Ended
	}
	return [2]*BoardEnd{}
}

// RuledOver reports whether a ruling keeps a board from being played on.
func (l *Record) RuledOver(b bughouse.BoardID) bool { return l.EndedBy(len(l.Steps))[b] != nil }

// RuledAt is the step of the last ruling that stands, 0 for none.
func (l *Record) RuledAt() int {
	for i := len(l.Steps) - 1; i >= 0; i-- {
		if s := &l.Steps[i]; !s.Off && s.Act.Ruling {
			return s.No
		}
	}
	return 0
}

// end notes what a ruling made of a board; of both when it names none.
func (s *Step) end() {
	for id, name := range []string{"A", "B"} {
		if s.Act.Board != "" && s.Act.Board != name {
			continue
		}
		s.Ended[id] = nil
		if s.Act.Kind == ActEnd {
			s.Ended[id] = &s.Act.End
		}
	}
}

// setUp puts both boards as the act says. An odd position is a fact.
func (s *Step) setUp(rules bughouse.Rules) error {
	setups, err := bughouse.ParseBFEN(s.Act.Position)
	if err != nil {
		return err
	}
	var boards [2]bughouse.Position
	for id, setup := range setups {
		if boards[id], err = setup.AsFound(rules); err != nil {
			return fmt.Errorf("board %v: %w", bughouse.BoardID(id), err)
		}
	}
	s.Match = bughouse.MatchFrom(boards[bughouse.A], boards[bughouse.B])
	return nil
}

// play carries out an act of a player and notes how the move reads.
func (s *Step) play(before *bughouse.Match) error {
	var err error
	if s.Seat, err = bughouse.ParseSeat(s.Act.Seat); err != nil {
		return err
	}
	p := before.Board(s.Seat.Board())
	if s.IsMove() {
		s.Number = p.FullMoves()
		if s.Move, err = bughouse.ParseUCI(s.Act.Move); err != nil {
			return err
		}
	}
	switch {
	case s.Act.Number == 0:
	case s.over:
		s.Late, s.SAN = true, s.Move.UCI()
		return wrong("the match had ended; this changes nothing")
	case s.afterEnd(before):
		s.Late, s.SAN = true, s.Move.UCI()
		return wrong("the game on board %s had ended; this changes nothing", s.Seat.Board().String())
	}
	if s.acts, err = s.Act.Apply(&s.Match); err != nil || !s.IsMove() {
		return err
	}
	switch reason := before.Legal(s.Seat, s.Move); reason {
	case bughouse.Legal:
		s.SAN = p.SAN(s.Move)
	default:
		s.SAN, s.Broken = s.Move.UCI(), whyIllegal(p, s.Seat, s.Move, reason)
	}
	if s.Ended[s.Seat.Board()] != nil && s.Broken == nil {
		s.Broken = wrong("a ruling had ended board %s", s.Seat.Board().String())
	}
	return nil
}

// afterEnd reports whether an electronic board tells of men that were moved when the
// game was over. The press of the mating move still hands its capture over, and a
// take-back may be how the mate went away.
func (s *Step) afterEnd(before *bughouse.Match) bool {
	if s.Ended[s.Seat.Board()] != nil {
		return true
	}
	over, _ := before.Over(s.Seat.Board())
	return over && s.IsMove()
}

// whyIllegal says in a sentence what is wrong with a move.
func whyIllegal(p *bughouse.Position, seat bughouse.Seat, move bughouse.Move, reason bughouse.Reason) error {
	if reason == bughouse.NotYourTurn {
		return wrong("%s is not on move", seat.String())
	}
	format, parts := p.Explained(move).Sentence()
	return wrong(format, parts...)
}

// markOff marks the steps that the record went back behind.
func (f *folder) markOff() {
	steps := f.live.Steps
	for i := range steps {
		steps[i].Off = true
	}
	for n := len(steps); n > 0; n = steps[n-1].From {
		steps[n-1].Off = false
	}
}

// Words tells a step in a few words: "WA Nf3", "BB presses the clock".
func (s *Step) Words() string {
	switch s.Act.Kind {
	case ActTurn:
		return s.Act.Seat + " " + s.SAN
	case ActMove:
		return s.Act.Seat + " " + s.SAN + ", clock not pressed"
	case ActPress:
		return s.Act.Seat + " presses the clock"
	case ActPass:
		return s.Act.Seat + " hands over " + s.Act.Piece
	case ActDeclare:
		return s.Act.Seat + " declares " + s.Act.Piece
	case ActTakeBack:
		return s.Act.Seat + " takes the move back"
	case ActClocks:
		return "clocks set"
	case ActPosition:
		return "position set up"
	case ActGoBack:
		if s.From == 0 {
			return "back to the start"
		}
		return fmt.Sprintf("back to step %d", s.From)
	case ActEnd:
		return boardOf(s.Act.Board) + " has ended"
	case ActReopen:
		return boardOf(s.Act.Board) + " plays on"
	}
	return string(s.Act.Kind)
}

// boardOf names a board, or the match for none.
func boardOf(board string) string {
	if board == "" {
		return "the match"
	}
	return "board " + board
}

// Ends is how the boards stand if play stops now: ended by a ruling, mate, or a
// stalemate that draws, by the rulebook. The zero value is a match that
// goes on.
func (l *Record) Ends(side1Slot int) Ends {
	ends := l.endsBy(len(l.Steps), side1Slot)
	if ends.A.Reason != "" && ends.B.Reason != "" {
		switch a, b := l.endedAt(bughouse.A), l.endedAt(bughouse.B); {
		case a < b:
			ends.Order = AEarlier
		case b < a:
			ends.Order = BEarlier
		}
	}
	return ends
}

// FirstEnd is which board had ended first by step n, as far as the record tells:
// by the positions alone, and by neither where both were set up as they are.
func (l *Record) FirstEnd(n int) Order {
	now, _ := l.At(n)
	var at [2]int
	for id := range at {
		if over, _ := now.Over(bughouse.BoardID(id)); !over {
			return OrderUnknown
		}
		for s := l.step(min(n, len(l.Steps))); s != nil; s = l.step(s.From) {
			if s.Act.Kind == ActPosition || s.IsMove() && s.Seat.Board() == bughouse.BoardID(id) {
				at[id] = s.No
				break
			}
		}
	}
	switch {
	case at[0] < at[1]:
		return AEarlier
	case at[1] < at[0]:
		return BEarlier
	}
	return OrderUnknown
}

// endOf is how a board has ended by step n, after which the match stands so: what a ruling says comes before the position.
func (l *Record) endOf(id bughouse.BoardID, n int, now *bughouse.Match, side1Slot int) (end BoardEnd, over bool) {
	if ruled := l.EndedBy(n)[id]; ruled != nil {
		return *ruled, ruled.Reason != ""
	}
	over, drawn := now.Over(id)
	switch {
	case !over:
		return BoardEnd{}, false
	case drawn:
		return BoardEnd{Reason: rulebook.ReasonStalemate}, true
	}
	return BoardEnd{Reason: rulebook.ReasonCheckmate, Winner: slotOf(bughouse.SeatAt(id, now.Board(id).Turn().Opponent()), side1Slot)}, true
}

// endedAt is the step that ended a board: the ruling on it, or its last move.
func (l *Record) endedAt(b bughouse.BoardID) int {
	for i := len(l.Steps) - 1; i >= 0; i-- {
		if s := &l.Steps[i]; !s.Off && s.Act.Kind == ActEnd && s.Ended[b] != nil && l.EndedBy(len(l.Steps))[b] == s.Ended[b] {
			return s.No
		}
	}
	return l.lastMoveOn(b)
}

// lastMoveOn is the step of the last move on a board, or the later one in which
// both boards were set up; 0 for none.
func (l *Record) lastMoveOn(b bughouse.BoardID) int {
	for i := len(l.Steps) - 1; i >= 0; i-- {
		s := &l.Steps[i]
		if !s.Off && (s.Act.Kind == ActPosition || s.IsMove() && s.Seat.Board() == b) {
			return s.No
		}
	}
	return 0
}

// WordsSince tells what came in behind an act: ": Ana Ruiz: WA Nf3; BB e5". It is
// empty where all that came waits for an earlier act of an electronic board.
func (l *Record) WordsSince(after int) string {
	var words []string
	author := ""
	for i := range l.Steps {
		s := &l.Steps[i]
		if s.Seq <= after {
			continue
		}
		if s.ByName != author {
			author = s.ByName
			words = append(words, author+": "+s.Words())
			continue
		}
		words = append(words, s.Words())
	}
	if len(words) == 0 {
		return ""
	}
	return ": " + strings.Join(words, "; ")
}

// LastAct is the last step that counts, looking through withdrawals; nil at the
// start.
func (l *Record) LastAct() *Step {
	s := l.step(len(l.Steps))
	for s != nil && s.Act.Kind == ActGoBack && !s.Act.Ruling {
		s = l.step(s.From)
	}
	return s
}
