package rulebook

import "github.com/tandemchess/tandem/internal/bughouse"

// PlayRules are the rules of play of the book, house rules included.
func (b *Rulebook) PlayRules() bughouse.Rules { return PlayRules(b.Value) }

// PlayRules turns settings into the rules the boards are played by. Settings
// come from a function so that a caller can look at the book with one of them
// answered differently.
func PlayRules(value func(Setting) Value) bughouse.Rules {
	rules := bughouse.Rules{
		NoQueenDrops:         value(QueenDrops) == "no",
		KingPlacement:        value(KingPlacement) == "yes",
		NoCastling:           value(Castling) == "no",
		DroppedRookCastles:   value(DroppedRookCastles) == "yes",
		NoDroppedPawnTwoStep: value(DroppedPawnTwoStep) == "no",
		SwappedCastling:      value(SwappedCastling) == "yes",
		CapturesToOpponent:   value(CapturesGoTo) == "opponent",
		PromotedKeepKind:     value(CapturedPromoted) == "piece",
		StalemateDraws:       value(Stalemate) == "draw",
	}
	switch value(PassFrom) {
	case "release":
		rules.PassFrom = bughouse.PassFromRelease
	case "move":
		rules.PassFrom = bughouse.PassFromMove
	}
	switch value(MateTest) {
	case "hand":
		rules.MateTest = bughouse.MateHand
	case "double-waits":
		rules.MateTest = bughouse.MateDoubleWaits
	case "any-material":
		rules.MateTest = bughouse.MateAnyMaterial
	}
	return rules
}
