package trf

import "strconv"

// Summaries returns the readable 802 records of a team event, one per team: its
// points and, by round, opponent or kind of bye, colour and game points; f marks
// a forfeited match. They say nothing that the other records do not say.
func (t *CrossTable) Summaries(nicknames map[int]string) []string {
	var lines []string
	for _, p := range t.Participants {
		var w writer
		w.record("802")
		w.number(4, 7, p.Number)
		w.put(9, 13, cut(nicknames[p.Number], 5))
		w.half(15, 20, p.Points)
		w.half(22, 27, p.GamePoints)
		for i, r := range p.Records[:min(t.Paired, len(p.Records))] {
			w.summary(29+13*i, r)
		}
		lines = append(lines, w.buf.String())
	}
	return lines
}

// summary writes one round of an 802 record from a column on.
func (w *writer) summary(at int, r Record) {
	byes := map[Kind]string{AllocatedBye: "PAB", FullPointBye: "FPB", HalfPointBye: "HPB", ZeroPointBye: "ZPB", NotArrived: "ZPB"}
	if bye, ok := byes[r.Kind]; ok {
		w.put(at, at+2, bye)
	} else {
		w.right(at-1, at+2, strconv.Itoa(r.Opponent))
		w.put(at+4, at+4, [...]string{NoColour: "", White: "w", Black: "b"}[r.Colour])
	}
	if r.Kind == Unfinished {
		return
	}
	w.half(at+6, at+9, r.GamePoints)
	if r.Kind == ForfeitWon || r.Kind == ForfeitLost {
		w.put(at+10, at+10, "f")
	}
}
