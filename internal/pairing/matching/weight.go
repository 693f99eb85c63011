package matching

import "math/bits"

// Weight is a signed integer of fixed length, least significant word first, in
// two's complement. Weights that stand for lists of criteria are packed into one
// such number, the most important criterion on top; one to four words are usual.
// All operands of one call have the same length.
type Weight []uint64

// Add adds value << offset.
func (w Weight) Add(offset uint, value uint64) { wideShift(w, offset, value) }

// Sub subtracts another weight.
func (w Weight) Sub(other Weight) { wideSub(w, other) }

// ChoiceBits is the bonus, in bits, that ChooseRows may give a pair at most: the
// digits of a caller's weights begin above it, with room for the sum of the boni.
const ChoiceBits = 36

// Digit returns the bits needed for sums up to the given value.
func Digit(largest int) uint { return uint(bits.Len(uint(largest))) }

// wideAdd sets d = d + a.
func wideAdd(d, a []uint64) {
	var carry uint64
	for i := range d {
		d[i], carry = bits.Add64(d[i], a[i], carry)
	}
}

// wideSub sets d = d - a.
func wideSub(d, a []uint64) {
	var borrow uint64
	for i := range d {
		d[i], borrow = bits.Sub64(d[i], a[i], borrow)
	}
}

// wideLess reports a < b.
func wideLess(a, b []uint64) bool {
	i := len(a) - 1
	if a[i] != b[i] {
		return int64(a[i]) < int64(b[i])
	}
	for i--; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// wideHalve sets d = d / 2, rounding down.
func wideHalve(d []uint64) {
	last := len(d) - 1
	for i := range last {
		d[i] = d[i]>>1 | d[i+1]<<63
	}
	d[last] = uint64(int64(d[last]) >> 1)
}

func wideZero(d []uint64) bool {
	for _, x := range d {
		if x != 0 {
			return false
		}
	}
	return true
}

func wideNegative(d []uint64) bool { return int64(d[len(d)-1]) < 0 }

// wideShift sets the digit of the given bit offset: d += value << offset.
func wideShift(d []uint64, offset uint, value uint64) {
	i, s := int(offset/64), offset%64
	var carry uint64
	d[i], carry = bits.Add64(d[i], value<<s, 0)
	high := uint64(0)
	if s > 0 {
		high = value >> (64 - s)
	}
	for i++; i < len(d) && (high != 0 || carry != 0); i++ {
		d[i], carry = bits.Add64(d[i], high, carry)
		high = 0
	}
}
