package bughouse

// CaptureUse says what becomes of captured men when one board is counted alone.
type CaptureUse uint8

const (
	CapturesLeave      CaptureUse = iota // to the partner's board: bughouse
	CapturesToCapturer                   // into the capturer's own stock: crazyhouse, for comparison with published numbers
)

// Perft counts the sequences of depth legal moves on one board. Drops of one
// kind on one square count once, each promotion counts by itself, and nothing
// but the lack of moves ends a sequence.
func Perft(p Position, depth int, captures CaptureUse) uint64 {
	if depth <= 0 {
		return 1
	}
	c := counter{captures: captures, levels: make([]level, depth)}
	return c.board(&p, depth)
}

// PerftMatch counts the sequences of depth legal moves on both boards: at every
// point the side to move on A and the side to move on B may play, and a captured
// man joins its colour's stock on the other board at once.
func PerftMatch(a, b Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	c := counter{levels: make([]level, 2*depth)}
	return c.match(&a, &b, depth)
}

// counter holds the memory a count needs, so that no node allocates.
type counter struct {
	choices  choices
	captures CaptureUse
	levels   []level
}

// level is the memory of one level of the tree: its moves and the position after
// the one being followed.
type level struct {
	moves []Move
	next  Position
}

// leaves counts the moves of a position without listing them.
func (c *counter) leaves(p *Position) uint64 {
	p.choose(&c.choices)
	return uint64(c.choices.count())
}

// open lists the moves of a position in a level of the tree.
func (c *counter) open(p *Position, depth int) *level {
	p.choose(&c.choices)
	l := &c.levels[depth]
	l.moves = p.list(&c.choices, l.moves[:0])
	return l
}

func (c *counter) board(p *Position, depth int) (n uint64) {
	if depth == 1 {
		return c.leaves(p)
	}
	l := c.open(p, depth-1)
	for _, m := range l.moves {
		l.next = *p
		if captured := l.next.play(m); captured != NoPiece && c.captures == CapturesToCapturer {
			l.next.stock[p.turn][p.rules.stockOf(captured)]++
		}
		n += c.board(&l.next, depth-1)
	}
	return n
}

func (c *counter) match(a, b *Position, depth int) (n uint64) {
	if depth == 1 {
		return c.leaves(a) + c.leaves(b)
	}
	return c.movesOn(a, b, depth, 2*depth-1) + c.movesOn(b, a, depth, 2*depth-2)
}

// movesOn counts what follows the moves on one board while the other waits.
// Above the last move the waiting board changes only when it is given a piece,
// so its moves are counted once.
func (c *counter) movesOn(here, there *Position, depth, at int) (n uint64) {
	var waiting uint64
	if depth == 2 {
		waiting = c.leaves(there)
	}
	l := c.open(here, at)
	for _, m := range l.moves {
		l.next = *here
		captured := l.next.play(m)
		switch {
		case captured != NoPiece:
			given := &there.stock[captured.Color()][here.rules.stockOf(captured)]
			*given++
			n += c.match(&l.next, there, depth-1)
			*given--
		case depth == 2:
			n += c.leaves(&l.next) + waiting
		default:
			n += c.match(&l.next, there, depth-1)
		}
	}
	return n
}
