package bughouse

// Stock counts the pieces a player holds, by kind. The zero value is empty.
type Stock [kinds]uint8

// stockOrder is the order in which stocks are written.
var stockOrder = [...]Kind{King, Queen, Rook, Bishop, Knight, Pawn}

// Len returns the number of pieces.
func (s Stock) Len() int {
	n := 0
	for _, count := range s {
		n += int(count)
	}
	return n
}

// Add puts n pieces of a kind into the stock; it reports whether they fit (at most 255).
func (s *Stock) Add(k Kind, n int) bool {
	total := int(s[k]) + n
	if total < 0 || total > 255 {
		return false
	}
	s[k] = uint8(total)
	return true
}

// Plus returns the pieces of both stocks together, at most 255 of a kind.
func (s Stock) Plus(other Stock) Stock {
	for k, n := range other {
		s[k] = uint8(min(255, int(s[k])+int(n)))
	}
	return s
}

// String lists the pieces as upper-case letters in the order K Q R B N P.
func (s Stock) String() string { return string(s.append(nil, White)) }

func (s Stock) append(out []byte, c Color) []byte {
	for _, k := range stockOrder {
		letter := k.Letter()
		if c == Black {
			letter += 'a' - 'A'
		}
		for range s[k] {
			out = append(out, letter)
		}
	}
	return out
}
