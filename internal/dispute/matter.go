package dispute

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Matter is what rulings are compared by. Only those by one rulebook, on one kind of
// claim and about one act have answered the same question: a hidden stock and the wrong
// hand are both conduct, and two books answer either differently.
type Matter struct {
	Rulebook string
	Claim    rulebook.ClaimKind
	Act      string // ladder name or word of the rulings format; empty where the claim says it all
}

// MatterOf is the matter of an incident; ok is false while nothing is claimed, and for a
// complaint whose card does not tell what was done.
func MatterOf(s tournament.Section, i Incident) (m Matter, ok bool) {
	m = Matter{Rulebook: s.Rulebook, Claim: rulebook.ClaimKind(i.Kind)}
	if i.Kind == "" {
		return m, false
	}
	if m.Claim != rulebook.ClaimConduct {
		return m, true
	}
	m.Act = FactsOf(i).complained()
	return m, m.Act != ""
}

// complained is the last act on the card that a complaint can be about: of the player it
// is against, and of anybody where no act of his is one.
func (f Facts) complained() string {
	against := f.Claim.Against
	if by, err := bughouse.ParseSeat(f.Claim.By); err == nil && against == "" {
		against = by.Opponent().String()
	}
	anybody := ""
	for _, act := range slices.Backward(f.Acts) {
		name := act.offence()
		if name == "" {
			continue
		}
		if act.Actor() == against {
			return name
		}
		if anybody == "" {
			anybody = name
		}
	}
	return anybody
}

// noOffence are acts of play and of claiming.
var noOffence = []string{
	"move", "press", "pass", "take-back", "declare", "announce-mate", "take-king", "flag", "offer-draw", "accept-draw", "refuse-draw", "resign", "claim", "end", "no-clock",
	"show-stock", "restore", orderUnknown,
}

// offence names what an act may be complained of, empty for nothing.
func (a Act) offence() string {
	kind, _ := a["act"].(string)
	detail := ""
	for _, field := range grammar[kind] {
		if text, ok := a[strings.Trim(field, "[]?")].(string); ok {
			detail = text
			break
		}
	}
	if ladder, ok := ruling.OffenceOf(kind, detail); ok {
		return ladder.PriorLadder()
	}
	if slices.Contains(noOffence, kind) {
		return ""
	}
	return kind
}
