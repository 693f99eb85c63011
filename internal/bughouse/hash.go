package bughouse

// splitMix is the finaliser of the SplitMix64 generator: a fixed scrambling of
// 64 bits from which all hash keys come.
func splitMix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

const (
	turnSeed      = 1 << 20
	rightsSeed    = 1 << 21
	enPassantSeed = 1 << 22
)

var (
	manKeys = func() (keys [2][kinds][64]uint64) {
		for c := range keys {
			for k := range keys[c] {
				for s := range keys[c][k] {
					keys[c][k][s] = splitMix(uint64(c<<10 | k<<6 | s))
				}
			}
		}
		return keys
	}()
	rightsKeys = func() (keys [16]uint64) {
		for i := range keys {
			keys[i] = splitMix(rightsSeed + uint64(i))
		}
		return keys
	}()
	turnKey = splitMix(turnSeed)
)

// Key identifies the position for repetition: men, side to move, castling rights
// and an en passant capture that can be made. Stocks, promotion marks and
// counters are not part of it (FIDEX 18, TR3 19).
func (p *Position) Key() uint64 {
	if s := p.capturableEnPassant(); s != NoSquare {
		return p.key ^ splitMix(enPassantSeed+uint64(s))
	}
	return p.key
}

// Hash identifies the position with its stocks and promotion marks.
func (p *Position) Hash() uint64 {
	h := p.Key() ^ splitMix(uint64(p.promoted))
	for c := range p.stock {
		for k := range p.stock[c] {
			h = splitMix(h ^ uint64(p.stock[c][k])<<8 ^ uint64(p.early[c][k]))
		}
	}
	return h
}

// keyFromScratch computes what make keeps up to date move by move.
func (p *Position) keyFromScratch() uint64 {
	key := rightsKeys[p.rights]
	if p.turn == Black {
		key ^= turnKey
	}
	for s, piece := range p.board {
		if piece != NoPiece {
			key ^= manKeys[piece.Color()][piece.Kind()][s]
		}
	}
	return key
}
