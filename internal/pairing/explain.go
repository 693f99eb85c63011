package pairing

import (
	"fmt"
	"strings"
)

// Explain says in one line where the pair comes from: bracket, float, the rule
// that decided its colours, and why more obvious opponents were passed over.
func (p Pair) Explain() string {
	switch {
	case p.Fixed:
		return fmt.Sprintf("%d-%d: drawn by hand", p.White, p.Black)
	case p.IsBye():
		return strings.Join(append([]string{fmt.Sprintf("%d: pairing-allocated bye, score %s", p.White, FormatPoints(p.Bracket))}, p.reasons()...), "; ")
	}
	parts := []string{fmt.Sprintf("%d-%d: bracket %s", p.White, p.Black, FormatPoints(p.Bracket))}
	if p.WhiteFloat != NoFloat {
		parts = append(parts, fmt.Sprintf("%d %s", p.White, p.WhiteFloat), fmt.Sprintf("%d %s", p.Black, p.BlackFloat))
	}
	if !p.Plan.Empty() {
		parts = append(parts, "colours by "+p.Plan.String())
	}
	if p.ColourRule != "" {
		parts = append(parts, "colours by "+p.ColourRule)
	}
	return strings.Join(append(parts, p.reasons()...), "; ")
}

func (p Pair) reasons() []string {
	var texts []string
	for _, r := range p.Reasons {
		texts = append(texts, r.String())
	}
	return texts
}

// String puts the reason in words: "not 3-7: already met in round 2".
func (r Reason) String() string {
	if r.Other == 0 {
		return fmt.Sprintf("no bye for %d: %s", r.Of, r.Why)
	}
	return fmt.Sprintf("not %d-%d: %s", r.Of, r.Other, r.Why)
}
