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
	c := counter{captures: captures, moves: make([][]Move, depth)}
	return c.board(&p, depth)
}

// PerftMatch counts the sequences of depth legal moves on both boards: at every
// point the side to move on A and the side to move on B may play, and a captured
// man joins its colour's stock on the other board at once.
func PerftMatch(a, b Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	c := counter{moves: make([][]Move, 2*depth)}
	return c.match(&a, &b, depth)
}

// counter holds the memory a count needs, so that no node allocates.
type counter struct {
	choices  choices
	captures CaptureUse
	moves    [][]Move // a buffer for each level
}

// leaves counts the moves of a position without listing them.
func (c *counter) leaves(p *Position) uint64 {
	p.choose(&c.choices, true)
	return uint64(c.choices.count())
}

// list returns the moves of a position in the buffer of a level.
func (c *counter) list(p *Position, level int) []Move {
	p.choose(&c.choices, true)
	c.moves[level] = p.list(&c.choices, c.moves[level][:0])
	return c.moves[level]
}

func (c *counter) board(p *Position, depth int) (n uint64) {
	if depth == 1 {
		return c.leaves(p)
	}
	for _, m := range c.list(p, depth-1) {
		next := *p
		if captured := next.play(m); captured != NoPiece && c.captures == CapturesToCapturer {
			next.stock[p.turn][p.rules.stockOf(captured)]++
		}
		n += c.board(&next, depth-1)
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
func (c *counter) movesOn(here, there *Position, depth, level int) (n uint64) {
	var waiting uint64
	if depth == 2 {
		waiting = c.leaves(there)
	}
	for _, m := range c.list(here, level) {
		next := *here
		captured := next.play(m)
		if captured == NoPiece {
			if depth == 2 {
				n += c.leaves(&next) + waiting
			} else {
				n += c.match(&next, there, depth-1)
			}
			continue
		}
		given := &there.stock[captured.Color()][here.rules.stockOf(captured)]
		*given++
		n += c.match(&next, there, depth-1)
		*given--
	}
	return n
}
