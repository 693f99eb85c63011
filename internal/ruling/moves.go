package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// legality judges a move where it stands, including the two reasons that concern
// the state of the game.
func (f *fold) legality(s bughouse.Seat, m bughouse.Move) bughouse.Reason {
	b := &f.boards[s.Board()]
	switch {
	case b.end.ended:
		return bughouse.GameOver
	case b.pos.Turn() != s.Color():
		return bughouse.NotYourTurn
	}
	return b.pos.Legal(m)
}

// move puts a man on a square. A held man changes nothing but its legality is
// on record; a released one changes the position and passes the turn, legal or not.
func (f *fold) move(s bughouse.Seat, a *Act) {
	b := &f.boards[s.Board()]
	if !a.Held {
		f.nobodyAsked(s.Opponent())
		f.seats[s].tookKing = -1 // play goes on with the king on the board
		f.letLapse(s)
	}
	brought := f.bring(s, a)
	reason := f.legality(s, a.Move)
	f.legal[f.now] = reason
	if a.Held {
		return
	}
	m := made{act: f.now, by: s, move: a.Move, reason: reason, before: b.pos, completed: -1, takenBack: -1, passed: -1, brought: brought}
	m.castles = isCastling(&b.pos, a.Move)
	m.rests = f.restsOn(b, &m)
	if taken := b.pos.MakeAsPlayed(s.Color(), a.Move); taken != bughouse.NoPiece && taken.Color() != s.Color() && taken.Kind() != bughouse.King {
		m.captured, m.taken, m.promoted = f.stockKind(taken), taken.Kind(), taken.Promoted()
	}
	m.undeclared = reason != bughouse.GameOver && undeclared(&b.pos, a.Move)
	f.moves = append(f.moves, m)
	index := len(f.moves) - 1
	if m.captured != bughouse.NoKind {
		f.capture(index)
	}
	if a.Move.IsDrop() {
		f.noteDropped(&b.pos)
	}
	b.seen = append(b.seen, seenPosition{b.pos.Key(), a.Move.IsDrop()})
	if reason == bughouse.Legal {
		f.test(index)
	}
}

// isCastling reports a king's two-square step along its first rank from where it
// may stand at the start.
func isCastling(p *bughouse.Position, m bughouse.Move) bool {
	from, to := m.From(), m.To()
	if m.IsDrop() || p.At(from).Kind() != bughouse.King || from.Rank() != to.Rank() {
		return false
	}
	home := from.Rank() == 7*int(p.At(from).Color())
	return home && (from.File() == 3 || from.File() == 4) && (from.File()-to.File() == 2 || to.File()-from.File() == 2)
}

// undeclared reports a pawn that stands on the last rank without a choice made.
func undeclared(after *bughouse.Position, m bughouse.Move) bool {
	r := m.To().Rank()
	return !m.IsDrop() && after.At(m.To()).Kind() == bughouse.Pawn && (r == 0 || r == 7)
}

// stockKind is what a captured man becomes, noting what that depends on.
func (f *fold) stockKind(man bughouse.Piece) bughouse.Kind {
	if man.Promoted() && f.set.is(rulebook.CapturedPromoted, "pawn") {
		return bughouse.Pawn
	}
	return man.Kind()
}

// capture gives a captured man to the opponent at once or into the capturer's hand.
func (f *fold) capture(index int) {
	m := &f.moves[index]
	if f.set.is(rulebook.CapturesGoTo, "opponent") {
		f.addStock(m.by.Opponent(), m.captured, 1)
		return
	}
	me := &f.seats[m.by]
	me.hand = append(me.hand, captured{kind: m.captured, move: index})
}

func (f *fold) addStock(s bughouse.Seat, k bughouse.Kind, n int) {
	p := &f.boards[s.Board()].pos
	stock := p.Stock(s.Color())
	if stock.Add(k, n) {
		p.SetStock(s.Color(), stock)
	}
}

func (f *fold) addEarly(s bughouse.Seat, k bughouse.Kind, n int) bool {
	p := &f.boards[s.Board()].pos
	stock := p.EarlyStock(s.Color())
	ok := stock.Add(k, n)
	if ok {
		p.SetEarlyStock(s.Color(), stock)
	}
	return ok
}

// restsOn lists the settings the legality of a move depends on, and notes those
// with another answer.
func (f *fold) restsOn(b *board, m *made) []rulebook.Setting {
	p := &m.before
	var rests []rulebook.Setting
	if m.move.IsDrop() {
		rests = append(rests, rulebook.Drops)
		switch k := m.move.Dropped(); {
		case k == bughouse.King || m.reason == bughouse.KingNotPlaced:
			rests = append(rests, rulebook.KingPlacement)
		case k == bughouse.Queen:
			rests = append(rests, rulebook.QueenDrops)
		}
		switch m.reason {
		case bughouse.NotYetPassable:
			rests = append(rests, rulebook.PassFrom, rulebook.EarlyUse)
		case bughouse.NotInStock:
			rests = append(rests, rulebook.CapturesGoTo, rulebook.PassFrom)
		}
		return rests
	}
	from, to := m.move.From(), m.move.To()
	switch man := p.At(from); {
	case m.reason == bughouse.KingNotPlaced:
		rests = append(rests, rulebook.KingPlacement)
	case m.castles:
		rests = append(rests, rulebook.Castling)
		if rook := cornerOf(from, to); p.Dropped().Has(rook) {
			rests = append(rests, rulebook.DroppedRookCastles)
		}
		if from.File() == 3 {
			rests = append(rests, rulebook.SwappedCastling)
		}
	case man.Kind() == bughouse.Pawn && (to.Rank() == 0 || to.Rank() == 7):
		rests = append(rests, rulebook.PromotionUndeclared)
	case man.Kind() == bughouse.Pawn && p.Dropped().Has(from) && (to == from+16 || from == to+16):
		rests = append(rests, rulebook.DroppedPawnTwoStep)
	case man.Kind() == bughouse.Pawn && to.File() != from.File() && p.At(to) == bughouse.NoPiece:
		if last := f.lastOn(m.by.Board()); last != nil && len(last.rests) > 0 && last.rests[0] == rulebook.DroppedPawnTwoStep {
			rests = append(rests, rulebook.DroppedPawnTwoStep)
		}
	}
	for _, s := range rests {
		f.set.asked.add(s)
	}
	return rests
}

// cornerOf is the corner of the rook a king castles with.
func cornerOf(from, to bughouse.Square) bughouse.Square {
	if to > from {
		return bughouse.SquareAt(7, from.Rank())
	}
	return bughouse.SquareAt(0, from.Rank())
}

// lastOn is the last released move on a board that still stands, or nil.
func (f *fold) lastOn(b bughouse.BoardID) *made {
	for i := len(f.moves) - 1; i >= 0; i-- {
		if m := &f.moves[i]; m.by.Board() == b && m.stands() {
			return m
		}
	}
	return nil
}

// lastBy is the last released move of a player that still stands, or nil.
func (f *fold) lastBy(s bughouse.Seat) *made {
	for i := len(f.moves) - 1; i >= 0; i-- {
		if m := &f.moves[i]; m.by == s && m.stands() {
			return m
		}
	}
	return nil
}

// test looks whether a legal move ends the game, now or once it counts.
func (f *fold) test(index int) {
	m := &f.moves[index]
	id := m.by.Board()
	b := &f.boards[id]
	b.mate = nil
	found := b.pos
	if m.undeclared {
		found.Declare(m.move.To(), bughouse.Queen) // which it is unless somebody asks
	}
	result, over := f.outcome(&found)
	switch {
	case !over:
	case f.set.is(rulebook.MateCountsFrom, "release"):
		f.finish(id, result, index)
	default:
		b.mate = &pendingEnd{m.by, result, index}
	}
}

// count lets a pending mate of a player count.
func (f *fold) count(s bughouse.Seat) {
	id := s.Board()
	if p := f.boards[id].mate; p != nil && p.by == s {
		f.boards[id].mate = nil
		f.finish(id, p.result, p.move)
	}
}

// announce says mate after the last move.
func (f *fold) announce(s bughouse.Seat) {
	if b := &f.boards[s.Board()]; b.mate != nil && f.set.is(rulebook.MateCountsFrom, "announce-or-press") {
		f.count(s)
	}
}

// press completes the player's released moves. Without one to complete it is an
// act of its own that may be proper or not.
func (f *fold) press(s bughouse.Seat) {
	completed := false
	for i := range f.moves {
		m := &f.moves[i]
		if m.by != s || !m.stands() || m.completed >= 0 {
			continue
		}
		m.completed, completed = f.now, true
		m.late = m.undeclared
		if m.early != bughouse.NoKind && f.addEarly(s.Partner(), m.early, -1) {
			f.addStock(s.Partner(), m.early, 1)
		}
	}
	f.pressed(s, completed)
	f.count(s)
}

// declare names the promotion of the player's last move.
func (f *fold) declare(s bughouse.Seat, k bughouse.Kind) {
	m := f.lastBy(s)
	if m == nil || !m.undeclared {
		return
	}
	b := &f.boards[s.Board()]
	if !b.pos.Declare(m.move.To(), k) {
		return
	}
	m.undeclared = false
	b.seen[len(b.seen)-1].key = b.pos.Key()
	index := f.indexOf(m)
	if b.end.ended && b.end.move == index { // it had ended as a queen
		b.end = end{move: -1}
	}
	if m.reason == bughouse.Legal && !b.end.ended {
		f.test(index)
		if m.completed >= 0 {
			f.count(s)
		}
	}
}

func (f *fold) indexOf(m *made) int {
	for i := range f.moves {
		if &f.moves[i] == m {
			return i
		}
	}
	return -1
}

// nobodyAsked turns a promotion the opponent has let pass into a queen.
func (f *fold) nobodyAsked(s bughouse.Seat) {
	m := f.lastBy(s)
	if m == nil || !m.undeclared {
		return
	}
	b := &f.boards[s.Board()]
	if b.pos.Declare(m.move.To(), bughouse.Queen) {
		m.undeclared, m.late = false, true
		b.seen[len(b.seen)-1].key = b.pos.Key()
	}
}

// takeBack undoes the player's last move and whatever was played on its board
// since. Stocks keep what came from the other board meanwhile. A man only held
// has changed nothing. The moves of a game that has ended stay; only what was
// played after the end can still be undone.
func (f *fold) takeBack(s bughouse.Seat) {
	if f.heldLast(s) {
		return
	}
	if m := f.lastBy(s); f.seats[s].tookKing >= 0 && (m == nil || m.act < f.seats[s].tookKing) {
		f.seats[s].tookKing = -1 // he puts the king back
		return
	}
	if m := f.anyLast(s); m != nil && m.ordered { // the act by which a ruling was followed
		m.ordered = false
		return
	}
	if m := f.lastBy(s); m != nil && (!f.boards[s.Board()].end.ended || m.reason == bughouse.GameOver) {
		f.undo(f.indexOf(m))
	}
}

// heldLast reports that the player's last move act only held a man.
func (f *fold) heldLast(s bughouse.Seat) bool {
	for i := min(f.now, len(f.in.Timeline)) - 1; i >= 0; i-- {
		if a := &f.in.Timeline[i]; a.By == Seated(s) && (a.Kind == ActMove || a.Kind == ActTakeBack) {
			return a.Kind == ActMove && a.Held
		}
	}
	return false
}

// undo takes back a move and every later one on its board.
func (f *fold) undo(index int) {
	id := f.moves[index].by.Board()
	for i := len(f.moves) - 1; i >= index; i-- {
		if m := &f.moves[i]; m.by.Board() == id && m.stands() {
			f.undoOne(i)
		}
	}
}

func (f *fold) undoOne(index int) {
	m := &f.moves[index]
	b := &f.boards[m.by.Board()]
	stocks, early := [2]bughouse.Stock{b.pos.Stock(0), b.pos.Stock(1)}, [2]bughouse.Stock{b.pos.EarlyStock(0), b.pos.EarlyStock(1)}
	if k := m.move.Dropped(); k != bughouse.NoKind {
		c := m.by.Color()
		switch had := m.before.Stock(c); {
		case had[k] > 0:
			stocks[c].Add(k, 1)
		case m.before.EarlyStock(c)[k] > 0:
			early[c].Add(k, 1)
		}
	}
	b.pos = m.before
	for c := range stocks {
		b.pos.SetStock(bughouse.Color(c), stocks[c])
		b.pos.SetEarlyStock(bughouse.Color(c), early[c])
	}
	m.takenBack = f.now
	if len(b.seen) > 1 {
		b.seen = b.seen[:len(b.seen)-1]
	}
	if b.mate != nil && b.mate.move == index {
		b.mate = nil
	}
	if b.end.ended && b.end.move == index { // a mate against touch-move ends nothing (base law)
		b.end = end{move: -1}
	}
	f.uncapture(index)
}

// uncapture returns a captured man to the board it stands on again.
func (f *fold) uncapture(index int) {
	m := &f.moves[index]
	if m.captured == bughouse.NoKind {
		return
	}
	f.moved = true
	if f.set.is(rulebook.CapturesGoTo, "opponent") {
		f.addStock(m.by.Opponent(), m.captured, -1)
		return
	}
	hand := f.seats[m.by].hand
	for i := range hand {
		if hand[i].move != index {
			continue
		}
		if hand[i].gone && !f.addEarly(m.by.Partner(), m.captured, -1) {
			f.addStock(m.by.Partner(), m.captured, -1)
		}
		hand[i].gone = true
	}
}
