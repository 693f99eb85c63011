package bughouse

// choices are the legal moves of the side to move at one node, as sets of
// destinations: check and pins are worked out once, drops cost two population
// counts, and only a caller who wants a list pays for one.
type choices struct {
	pushes, doubles, easts, wests SquareSet // destinations of pawns, by kind of move
	enPassant                     SquareSet // pawns that can capture en passant
	castles                       SquareSet // the king's destinations
	dropsAnywhere, dropsPawn      SquareSet // free squares for pieces and for pawns
	kindsInStock                  int       // kinds other than pawns that can be dropped
	pawnInStock, kingInStock      bool
	n                             int
	from                          [64]Square // men other than pawns …
	to                            [64]SquareSet
}

// checksAndPins finds the men giving check to the king of the side to move and
// its own men that shield it.
func (p *Position) checksAndPins(king Square) (checkers, pinned SquareSet) {
	us, them := p.turn, p.turn.Opponent()
	own, other := &p.men[us], &p.men[them]
	checkers = pawnAttacks[us][king]&other[Pawn] | knightAttacks[king]&other[Knight] | kingAttacks[king]&other[King]
	snipers := rookAttacks(king, other[0])&(other[Rook]|other[Queen]) |
		bishopAttacks(king, other[0])&(other[Bishop]|other[Queen])
	for snipers != 0 {
		s := snipers.pop()
		switch shield := between[king][s] & own[0]; {
		case shield == 0:
			checkers |= s.set()
		case !shield.severalBits():
			pinned |= shield
		}
	}
	return checkers, pinned
}

// choose fills c with every legal move.
func (p *Position) choose(c *choices) {
	us, them := p.turn, p.turn.Opponent()
	own, occupied := &p.men[us], p.occupied()
	c.n, c.kindsInStock = 0, 0
	c.pushes, c.doubles, c.easts, c.wests, c.enPassant, c.castles = 0, 0, 0, 0, 0, 0
	c.pawnInStock, c.kingInStock = false, false

	if p.mustPlaceKing() {
		c.kingInStock = true
		c.dropsAnywhere = p.kingPlacements()
		return
	}
	king := p.king(us)
	targets := allSquares
	var checkers, pinned SquareSet
	if king != NoSquare {
		checkers, pinned = p.checksAndPins(king)
		p.chooseKing(c, king, occupied)
		if checkers.severalBits() {
			return
		}
		if checkers != 0 {
			targets = between[king][checkers.first()] | checkers
		} else if p.rights&rightsOf(us) != 0 {
			c.castles = p.castlings(king, occupied)
		}
	}
	p.choosePawns(c, king, pinned, targets)
	landing := targets &^ own[0] &^ p.men[them][King]
	for movers := own[Knight] &^ pinned; movers != 0; {
		s := movers.pop()
		c.add(s, knightAttacks[s]&landing)
	}
	p.chooseSliders(c, own[Bishop], king, pinned, landing, bishopAttacks)
	p.chooseSliders(c, own[Rook], king, pinned, landing, rookAttacks)
	p.chooseSliders(c, own[Queen], king, pinned, landing, queenAttacks)
	p.chooseDrops(c, targets&^occupied)
}

func (c *choices) add(from Square, to SquareSet) {
	if to != 0 {
		c.from[c.n&63], c.to[c.n&63] = from, to
		c.n++
	}
}

func (p *Position) chooseSliders(c *choices, movers SquareSet, king Square, pinned, landing SquareSet, attacks func(Square, SquareSet) SquareSet) {
	occupied := p.occupied()
	for movers != 0 {
		s := movers.pop()
		reach := attacks(s, occupied) & landing
		if pinned.Has(s) {
			reach &= through[king][s]
		}
		c.add(s, reach)
	}
}

func (p *Position) chooseKing(c *choices, king Square, occupied SquareSet) {
	us, them := p.turn, p.turn.Opponent()
	reach := kingAttacks[king] &^ p.men[us][0] &^ p.men[them][King]
	safe, rest := SquareSet(0), occupied&^king.set()
	for reach != 0 {
		if s := reach.pop(); !p.attacked(s, them, rest) {
			safe |= s.set()
		}
	}
	c.add(king, safe)
}

// choosePawns works on all pawns at once. A pinned pawn may only move along the
// line of its pin, so each kind of move takes the free pawns and those pinned on
// the line that move runs along.
func (p *Position) choosePawns(c *choices, king Square, pinned, targets SquareSet) {
	us, them := p.turn, p.turn.Opponent()
	pawns := p.men[us][Pawn]
	if pawns == 0 {
		return
	}
	pushers, easters, westers := pawns, pawns, pawns
	if stuck := pawns & pinned; stuck != 0 {
		l := &lines[king]
		pushers &^= stuck &^ l.file
		eastLine, westLine := l.diagonal, l.antiDiagonal
		if us == Black {
			eastLine, westLine = westLine, eastLine
		}
		easters &^= stuck &^ eastLine
		westers &^= stuck &^ westLine
	}
	empty := ^p.occupied()
	prey := p.men[them][0] &^ p.men[them][King] & targets
	doublers := pushers
	if p.rules.NoDroppedPawnTwoStep {
		doublers &^= p.dropped
	}
	if us == White {
		c.pushes = pushers << 8 & empty
		c.doubles = (doublers & rank2 << 8 & empty) << 8 & empty & targets
		c.easts = easters &^ fileH << 9 & prey
		c.wests = westers &^ fileA << 7 & prey
	} else {
		c.pushes = pushers >> 8 & empty
		c.doubles = (doublers & rank7 >> 8 & empty) >> 8 & empty & targets
		c.easts = easters &^ fileH >> 7 & prey
		c.wests = westers &^ fileA >> 9 & prey
	}
	c.pushes &= targets
	if p.enPassant != NoSquare {
		c.enPassant = p.enPassantCapturers()
	}
}

// enPassantCapturers returns the pawns that can capture en passant without
// leaving their king in check; both pawns leave the rank, so the board is looked
// at as it would stand afterwards.
func (p *Position) enPassantCapturers() SquareSet {
	if p.enPassant == NoSquare {
		return 0
	}
	us, them := p.turn, p.turn.Opponent()
	capturers := pawnAttacks[them][p.enPassant] & p.men[us][Pawn]
	king := p.king(us)
	if capturers == 0 || king == NoSquare {
		return capturers
	}
	victim := p.victimOfEnPassant()
	for rest := capturers; rest != 0; {
		from := rest.pop()
		after := p.occupied()&^from.set()&^victim | p.enPassant.set()
		if p.attackers(king, them, after)&^victim != 0 {
			capturers &^= from.set()
		}
	}
	return capturers
}

// victimOfEnPassant is the pawn that has just advanced two squares.
func (p *Position) victimOfEnPassant() SquareSet {
	if p.turn == White {
		return p.enPassant.set() >> 8
	}
	return p.enPassant.set() << 8
}

// capturableEnPassant is the en passant square if a capture on it is legal.
func (p *Position) capturableEnPassant() Square {
	if p.enPassantCapturers() == 0 {
		return NoSquare
	}
	return p.enPassant
}

// castling describes one castling: where king and rook go, which squares must
// be empty and which must not be attacked.
type castling struct {
	right             CastlingRights
	from, to          Square
	rookFrom, rookTo  Square
	mustBeFree, unhit SquareSet
	swapped           bool // king and queen were set up the wrong way round
	short             bool
}

// castlingTable lists the castlings by the order of their rights, for kings on
// the e-file and on the d-file; the king moves two squares towards the rook.
var castlingTable = func() (table [2][4]castling) {
	for swapped, file := range []int{4, 3} {
		for bit, rook := range corners {
			from := SquareAt(file, rook.Rank())
			step := Square(1)
			if rook < from {
				step = ^step + 1
			}
			free := between[from][rook]
			table[swapped][bit] = castling{
				right: 1 << bit, from: from, to: from + 2*step, rookFrom: rook, rookTo: from + step,
				mustBeFree: free, unhit: SetOf(from, from+step, from+2*step),
				swapped: swapped == 1, short: free.Len() == 2,
			}
		}
	}
	return table
}()

// castlings returns the squares the king, not in check, can castle to.
func (p *Position) castlings(king Square, occupied SquareSet) SquareSet {
	swapped := 0
	if king.File() == 3 {
		swapped = 1
	}
	if p.rules.NoCastling || swapped == 1 && !p.rules.SwappedCastling {
		return 0
	}
	var to SquareSet
	table := castlingTable[swapped][2*p.turn:][:2]
	for i := range table {
		if c := &table[i]; c.mustBeFree&occupied == 0 && p.rights&c.right != 0 && !p.anyAttacked(c.unhit, occupied) {
			to |= c.to.set()
		}
	}
	return to
}

func (p *Position) anyAttacked(squares, occupied SquareSet) bool {
	for squares != 0 {
		if p.attacked(squares.pop(), p.turn.Opponent(), occupied) {
			return true
		}
	}
	return false
}

func (p *Position) chooseDrops(c *choices, free SquareSet) {
	stock := &p.stock[p.turn]
	for k := Knight; k <= Queen; k++ {
		if stock[k] > 0 && (k != Queen || !p.rules.NoQueenDrops) {
			c.kindsInStock++
		}
	}
	c.pawnInStock = stock[Pawn] > 0
	c.dropsAnywhere, c.dropsPawn = free, free&^endRanks
}

// mustPlaceKing reports whether the side to move has its king still to place.
func (p *Position) mustPlaceKing() bool {
	return p.rules.KingPlacement && p.men[p.turn][King] == 0 && p.stock[p.turn][King] > 0
}

// kingPlacements returns the squares a king may be placed on: outside the
// centre, not on or next to the other king (JARED 3, 4), and not into check.
func (p *Position) kingPlacements() SquareSet {
	them := p.turn.Opponent()
	free := ^p.occupied() &^ centre
	if king := p.king(them); king != NoSquare {
		free &^= kingAttacks[king]
	}
	for rest := free; rest != 0; {
		if s := rest.pop(); p.attacked(s, them, p.occupied()) {
			free &^= s.set()
		}
	}
	return free
}

// count returns how many moves there are.
func (c *choices) count() int {
	promotions := (c.pushes & endRanks).Len() + (c.easts & endRanks).Len() + (c.wests & endRanks).Len()
	n := c.pushes.Len() + c.doubles.Len() + c.easts.Len() + c.wests.Len() + 3*promotions +
		c.enPassant.Len() + c.castles.Len() + c.countDrops()
	for _, to := range c.to[:c.n&63] {
		n += to.Len()
	}
	return n
}

func (c *choices) countDrops() int {
	n := 0
	if c.kingInStock || c.kindsInStock > 0 {
		n = max(c.kindsInStock, 1) * c.dropsAnywhere.Len()
	}
	if c.pawnInStock {
		n += c.dropsPawn.Len()
	}
	return n
}

// Moves appends every legal move of the side to move; a promotion comes once per
// kind, never undeclared. The game is taken to be still on.
func (p *Position) Moves(buf []Move) []Move {
	var c choices
	p.choose(&c)
	return p.list(&c, buf)
}

// MoveCount returns the number of legal moves, drops included.
func (p *Position) MoveCount() int {
	var c choices
	p.choose(&c)
	return c.count()
}

// Destinations returns the squares the man on a square can legally go to.
func (p *Position) Destinations(from Square) (to SquareSet) {
	for _, m := range p.Moves(nil) {
		if m.From() == from && !m.IsDrop() {
			to |= m.To().set()
		}
	}
	return to
}

// DropSquares returns the squares a kind can legally be dropped on.
func (p *Position) DropSquares(k Kind) (to SquareSet) {
	for _, m := range p.Moves(nil) {
		if m.Dropped() == k && m.IsDrop() {
			to |= m.To().set()
		}
	}
	return to
}

func (p *Position) list(c *choices, buf []Move) []Move {
	forward := Square(8)
	if p.turn == Black {
		forward = ^forward + 1
	}
	buf = listPawns(buf, c.pushes, forward)
	for rest := c.doubles; rest != 0; {
		to := rest.pop()
		buf = append(buf, NewMove(to-2*forward, to, NoKind))
	}
	buf = listPawns(buf, c.easts, forward+1)
	buf = listPawns(buf, c.wests, forward-1)
	for rest := c.enPassant; rest != 0; {
		buf = append(buf, NewMove(rest.pop(), p.enPassant, NoKind))
	}
	for i, from := range c.from[:c.n&63] {
		for rest := c.to[i]; rest != 0; {
			buf = append(buf, NewMove(from, rest.pop(), NoKind))
		}
	}
	for rest := c.castles; rest != 0; {
		buf = append(buf, NewMove(p.king(p.turn), rest.pop(), NoKind))
	}
	return p.listDrops(c, buf)
}

func listPawns(buf []Move, to SquareSet, step Square) []Move {
	for rest := to; rest != 0; {
		s := rest.pop()
		if !endRanks.Has(s) {
			buf = append(buf, NewMove(s-step, s, NoKind))
			continue
		}
		for k := Queen; k >= Knight; k-- {
			buf = append(buf, NewMove(s-step, s, k))
		}
	}
	return buf
}

func (p *Position) listDrops(c *choices, buf []Move) []Move {
	if c.pawnInStock {
		for rest := c.dropsPawn; rest != 0; {
			buf = append(buf, NewDrop(Pawn, rest.pop()))
		}
	}
	if c.kingInStock {
		for rest := c.dropsAnywhere; rest != 0; {
			buf = append(buf, NewDrop(King, rest.pop()))
		}
	}
	if c.kindsInStock == 0 {
		return buf
	}
	for k := Knight; k <= Queen; k++ {
		if p.stock[p.turn][k] == 0 || k == Queen && p.rules.NoQueenDrops {
			continue
		}
		for rest := c.dropsAnywhere; rest != 0; {
			buf = append(buf, NewDrop(k, rest.pop()))
		}
	}
	return buf
}
