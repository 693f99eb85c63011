package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Handed tells whether the piece of a drop had been handed over in time: captured,
// the clock pressed, and given to the player.
type Handed uint8

// What is known about it. Unsaid takes a piece that was captured and completed as
// handed over: it could not have been dropped otherwise.
const (
	Unsaid Handed = iota
	InTime
	NotInTime
)

// oddPass is an act "hands over" that the record cannot account for.
type oddPass struct {
	act   int
	by    bughouse.Seat
	piece bughouse.Kind
}

// pass hands a captured man to the partner. Before the capture is completed the
// partner has it but may not use it.
func (f *fold) pass(s bughouse.Seat, k bughouse.Kind) {
	if f.set.book.Boards() == 1 {
		return // there is no partner to pass to
	}
	if i := f.owes(s, k); i >= 0 {
		f.behaved(s, rulebook.OnEarlyPass, offence{piece: k, proper: !f.handOver(s, i)})
		return
	}
	me := &f.seats[s]
	if i := slices.Index(me.given, k); i >= 0 { // the act by which a ruling was followed
		me.given = slices.Delete(me.given, i, i+1)
		return
	}
	if !f.mayHaveHeld(s, k) {
		f.odd = append(f.odd, oddPass{f.now, s, k})
		return
	}
	f.addStock(s.Partner(), k, 1) // captured before the incident
	f.behaved(s, rulebook.OnEarlyPass, offence{piece: k, proper: true})
}

// owes finds a man in a capturer's hand by kind, one that may be passed on first;
// -1 for none.
func (f *fold) owes(s bughouse.Seat, k bughouse.Kind) int {
	choice := -1
	if f.outOfPlay(s, k) {
		return choice
	}
	for i, c := range f.seats[s].hand {
		if c.gone || c.kind != k {
			continue
		}
		if choice = i; f.passable(c.move) {
			break
		}
	}
	return choice
}

// handOver moves a man from the capturer's hand to his partner, and reports
// whether that was too early for it to be used.
func (f *fold) handOver(s bughouse.Seat, index int) (early bool) {
	c := &f.seats[s].hand[index]
	c.gone = true
	f.moves[c.move].passed = f.now
	if f.passable(c.move) {
		f.addStock(s.Partner(), c.kind, 1)
		return false
	}
	f.moves[c.move].early = c.kind
	f.addEarly(s.Partner(), c.kind, 1)
	return true
}

// passable reports whether a captured man may be passed on and used.
func (f *fold) passable(move int) bool {
	return !f.set.is(rulebook.PassFrom, "press") || f.moves[move].completed >= 0
}

// outOfPlay reports a piece that was kept elsewhere for too long to be used.
func (f *fold) outOfPlay(s bughouse.Seat, k bughouse.Kind) bool {
	return slices.Contains(f.seats[s].withheld, k) && f.set.is(rulebook.WithheldPiece, "removed")
}

// mayHaveHeld reports whether a player can have held a piece from before the
// incident that he now hands over: the two sets have one left that is nowhere
// else, and what he captured on the record is not a man that he still holds or
// one that only looked like it.
func (f *fold) mayHaveHeld(s bughouse.Seat, k bughouse.Kind) bool {
	if f.outOfPlay(s, k) {
		return false
	}
	for _, c := range f.seats[s].hand {
		if !c.gone {
			return false
		}
	}
	for i := range f.moves {
		if m := &f.moves[i]; m.by == s && m.stands() && m.promoted && m.captured != k && m.taken == k {
			return false
		}
	}
	return f.unaccounted(s.Partner().Color(), k) > 0
}

// unaccounted is how many men of a kind and colour are on no board, in no stock
// and in no hand; negative when there are too many.
func (f *fold) unaccounted(c bughouse.Color, k bughouse.Kind) int {
	for _, d := range f.inventory().Discrepancies(bughouse.TwoSets) {
		if d.Color == c && d.Kind == k {
			return d.Missing
		}
	}
	return 0
}

// inventory is everything that the record knows to be on the two boards, in the
// stocks and in the hands of the capturers.
func (f *fold) inventory() bughouse.Inventory {
	inv := f.found()
	for b := range inv.Boards {
		inv.Boards[b] = f.boards[b].pos.Setup()
	}
	for s := range f.seats {
		for _, c := range f.seats[s].hand {
			if !c.gone {
				inv.InHand[s].Add(c.kind, 1)
			}
		}
	}
	return inv
}

// found is the inventory before the timeline.
func (f *fold) found() bughouse.Inventory {
	return bughouse.Inventory{Boards: [2]bughouse.Setup{f.boards[bughouse.A].start.Setup(), f.boards[bughouse.B].start.Setup()}}
}

// surplus tells which men there are too many of because of what was recorded: a
// capture taken back whose man has been dropped since, or a piece to be handed
// over that nobody can have captured. A drop out of nothing is called illegal.
func (f *fold) surplus() []phrase.Sentence {
	if f.set.book.Boards() == 1 || !f.moved || slices.ContainsFunc(f.moves, func(m made) bool { return m.stands() && m.reason == bughouse.NotInStock }) {
		return nil
	}
	found := f.found().Discrepancies(bughouse.TwoSets)
	var out []phrase.Sentence
	for _, d := range f.inventory().Discrepancies(bughouse.TwoSets) {
		before := slices.IndexFunc(found, func(o bughouse.Discrepancy) bool { return o.Color == d.Color && o.Kind == d.Kind })
		if d.Missing < 0 && (before < 0 || d.Missing < found[before].Missing) {
			out = append(out, phrase.Of("the record counts %d %s %s more than two sets have", -d.Missing, [2]phrase.Word{phrase.Word("white"), phrase.Word("black")}[d.Color], phrase.Word(d.Kind.String())))
		}
	}
	return out
}

// bring puts a piece that is about to be dropped where the hand has it: whoever
// drops a piece that his partner has captured has been given it. When that was is
// told by the capture's clock press, unless somebody knows better. It reports
// whether the record itself does not say that the piece was handed over.
func (f *fold) bring(s bughouse.Seat, a *Act) bool {
	k := a.Move.Dropped()
	if k == bughouse.NoKind || f.set.book.Boards() == 1 {
		return false
	}
	p, giver := &f.boards[s.Board()].pos, s.Partner()
	have, index := p.Stock(s.Color())[k] > 0, f.owes(giver, k)
	switch {
	case a.Handed == InTime:
		if !have {
			f.bringInTime(s, k, index)
		}
		return false
	case have, a.Handed == NotInTime, index < 0:
		return false
	case p.EarlyStock(s.Color())[k] > 0 && !f.passable(f.seats[giver].hand[index].move):
		return false
	}
	f.handOver(giver, index)
	return true
}

// bringInTime gives a player the piece that was handed over in time, as somebody
// has said: from the early stock, the capturer's hand or from before the incident.
func (f *fold) bringInTime(s bughouse.Seat, k bughouse.Kind, index int) {
	giver := s.Partner()
	switch {
	case f.addEarly(s, k, -1):
		for i := range f.moves {
			if m := &f.moves[i]; m.by == giver && m.early == k {
				m.early = bughouse.NoKind
				break
			}
		}
	case index >= 0:
		c := &f.seats[giver].hand[index]
		c.gone = true
		f.moves[c.move].passed = f.now
	case f.outOfPlay(giver, k) || f.unaccounted(s.Color(), k) <= 0:
		return
	}
	f.addStock(s, k, 1)
}

// handedUnsaid reports a drop that depends on something nobody recorded: that the
// piece was handed over, or that its capture was completed before.
func (f *fold) handedUnsaid(m *made) bool {
	odd := slices.ContainsFunc(f.odd, func(o oddPass) bool { return o.by == m.by.Partner() && o.piece == m.move.Dropped() })
	return m.brought || m.reason == bughouse.NotYetPassable || m.reason == bughouse.NotInStock && odd
}

// handedSentence tells of a drop whose piece nobody recorded as handed over.
func (f *fold) handedSentence(m *made, boards int) phrase.Sentence {
	return phrase.Of("%s had handed the %s over before it was dropped", seatName(m.by.Partner(), boards), phrase.Word(m.move.Dropped().String()))
}

// oddSentences mark what the record cannot account for: acts "hands over" that
// moved no piece, and men there are too many of.
func (f *fold) oddSentences(boards int) []phrase.Sentence {
	var out []phrase.Sentence
	for _, o := range f.odd {
		out = append(out, phrase.Of("the %s that %s is said to have handed over (act %d) was not to be handed over and is in nobody's stock",
			phrase.Word(o.piece.String()), seatName(o.by, boards), o.act+1))
	}
	return append(out, f.surplus()...)
}
