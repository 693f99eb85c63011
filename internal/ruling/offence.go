package ruling

import "github.com/tandemchess/tandem/internal/rulebook"

// OffenceOf is the ladder that an act of a timeline is about, by its words in the
// rulings format: "hide-stock", or "hover" with the detail "clock". ok is false for
// what is no offence by itself, such as a move.
func OffenceOf(act, detail string) (rulebook.Setting, bool) {
	kind, detailKind := ActKind(act), Detail(detail)
	switch kind {
	case ActTwoHands:
		return rulebook.OnHand, true
	case ActStopClocks:
		return rulebook.OnStopClocks, true
	}
	if ladder, ok := laddersOf[kind]; ok {
		return ladder, true
	}
	ladder, ok := laddersOfDetail[kind][detailKind]
	return ladder, ok
}
