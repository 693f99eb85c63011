package bughouse

// Long writes a move in full as a hand makes it, legal or not: Nc6xd4, e2-e4,
// e7-e8=Q, O-O, N@e5. From an empty square it is written as UCI.
func (s Setup) Long(m Move) string {
	if m.IsDrop() {
		return m.UCI()
	}
	man, from, to := s.Board[m.From()], m.From(), m.To()
	if man == NoPiece {
		return m.UCI()
	}
	captures := s.Board[to] != NoPiece
	text := ""
	switch kind := man.Kind(); {
	case kind == King && from.Rank() == to.Rank() && !captures && to.File()-from.File() == 2:
		return "O-O"
	case kind == King && from.Rank() == to.Rank() && !captures && from.File()-to.File() == 2:
		return "O-O-O"
	case kind == Pawn:
		captures = captures || from.File() != to.File() // en passant, or was meant to be
	default:
		text = string(rune(kind.Letter()))
	}
	sign := "-"
	if captures {
		sign = "x"
	}
	text += from.String() + sign + to.String()
	if k := m.Promotion(); k != NoKind {
		text += "=" + string(rune(k.Letter()))
	}
	return text
}
