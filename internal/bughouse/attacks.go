package bughouse

// Lookup tables for the movement of each kind. Sliding attacks use hyperbola
// quintessence: subtracting the slider from the blockers of a line flips every
// square up to the first blocker, and byte-swapping the board does the same in
// the other direction. It needs no large tables, so the caches stay free.

type lineMasks struct{ file, diagonal, antiDiagonal SquareSet }

var (
	knightAttacks = leaperAttacks([][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	kingAttacks   = leaperAttacks([][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}})
	pawnAttacks   = [2][64]SquareSet{leaperAttacks([][2]int{{-1, 1}, {1, 1}}), leaperAttacks([][2]int{{-1, -1}, {1, -1}})}

	lines    = lineTable()    // the file and diagonals through a square, without it
	rankRays = rankRayTable() // attacks along a rank by file and inner six blockers
	between  = betweenTable() // squares strictly between two squares on one line
	through  = throughTable() // the whole line through two squares, with both
)

func onBoard(file, rank int) bool { return file >= 0 && file < 8 && rank >= 0 && rank < 8 }

func leaperAttacks(steps [][2]int) (table [64]SquareSet) {
	for s := range table {
		for _, step := range steps {
			if f, r := s&7+step[0], s>>3+step[1]; onBoard(f, r) {
				table[s] |= SquareAt(f, r).set()
			}
		}
	}
	return table
}

// ray walks from a square in one direction to the edge of the board.
func ray(s Square, df, dr int) (set SquareSet) {
	for f, r := s.File()+df, s.Rank()+dr; onBoard(f, r); f, r = f+df, r+dr {
		set |= SquareAt(f, r).set()
	}
	return set
}

func lineTable() (table [64]lineMasks) {
	for i := range table {
		s := Square(i)
		table[i] = lineMasks{
			file:         ray(s, 0, 1) | ray(s, 0, -1),
			diagonal:     ray(s, 1, 1) | ray(s, -1, -1),
			antiDiagonal: ray(s, -1, 1) | ray(s, 1, -1),
		}
	}
	return table
}

func rankRayTable() (table [8][64]uint8) {
	for file := range table {
		for inner := range table[file] {
			blockers := inner << 1
			for _, step := range []int{1, -1} {
				for f := file + step; f >= 0 && f < 8; f += step {
					table[file][inner] |= 1 << f
					if blockers>>f&1 != 0 {
						break
					}
				}
			}
		}
	}
	return table
}

var directions = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}

func betweenTable() (table [64][64]SquareSet) {
	for i := range table {
		s := Square(i)
		for _, d := range directions {
			line := ray(s, d[0], d[1])
			for rest := line; rest != 0; {
				t := rest.pop()
				table[s][t] = line &^ ray(t, d[0], d[1]) &^ t.set()
			}
		}
	}
	return table
}

func throughTable() (table [64][64]SquareSet) {
	for i := range table {
		s := Square(i)
		for _, d := range directions {
			line := ray(s, d[0], d[1])
			whole := line | ray(s, -d[0], -d[1]) | s.set()
			for rest := line; rest != 0; {
				table[s][rest.pop()] = whole
			}
		}
	}
	return table
}

func lineAttacks(slider, line, occupied SquareSet) SquareSet {
	blockers := occupied & line
	up := blockers - 2*slider
	down := (blockers.mirrored() - 2*slider.mirrored()).mirrored()
	return (up ^ down) & line
}

func rookAttacks(s Square, occupied SquareSet) SquareSet {
	s &= 63
	row := uint(s) & 56
	along := SquareSet(rankRays[s&7][occupied>>row>>1&63]) << row
	return along | lineAttacks(1<<s, lines[s].file, occupied)
}

func bishopAttacks(s Square, occupied SquareSet) SquareSet {
	s &= 63
	l := &lines[s]
	return lineAttacks(1<<s, l.diagonal, occupied) | lineAttacks(1<<s, l.antiDiagonal, occupied)
}

func queenAttacks(s Square, occupied SquareSet) SquareSet {
	return bishopAttacks(s, occupied) | rookAttacks(s, occupied)
}

// attacksOf returns what a man other than a pawn attacks from a square.
func attacksOf(k Kind, s Square, occupied SquareSet) SquareSet {
	switch k {
	case Knight:
		return knightAttacks[s]
	case Bishop:
		return bishopAttacks(s, occupied)
	case Rook:
		return rookAttacks(s, occupied)
	case Queen:
		return queenAttacks(s, occupied)
	case King:
		return kingAttacks[s]
	}
	return 0
}
