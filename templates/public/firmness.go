package public

import (
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
)

// Firmness says how firmly an answer stands on the text, short enough for a
// table: its articles, the law it is left to, or that it is a default. It is
// empty where the official decides and no law underneath helps him.
func Firmness(w text.Words, b *rulebook.Rulebook, c rulebook.Cell) string {
	switch {
	case c.BaseLaw && c.Basis() == rulebook.Default:
		return w.Say("default, base law: %s", b.Cite(b.Fallback()))
	case b.LeavesToBaseLaw(c.Setting):
		return w.Say("base law: %s", b.Cite(b.Fallback()))
	case c.Value == rulebook.NoRule:
		return ""
	case c.Basis() == rulebook.Default:
		return w.Say("default")
	case c.InPart:
		return w.Say("%s, a detail is open", cited(b, c.Articles))
	}
	return cited(b, c.Articles)
}

// Openness says why an answer stands among those that the text does not settle:
// the organizer's own, left to another law, open in a detail, or not there.
func Openness(w text.Words, b *rulebook.Rulebook, c rulebook.Cell) string {
	switch {
	case c.Replaced:
		return w.Say("set for this section")
	case c.BaseLaw:
		return w.Say("left to the base law by %s", b.Cite(b.Fallback()))
	case c.InPart:
		return w.Say("%s, a detail is open", cited(b, c.Articles))
	}
	return w.Say("not explicit in the text")
}
