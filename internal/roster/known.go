package roster

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Known is an entry of the list that the event has already, as when the newest list of a sign-up
// is read again. It stays as it is in the event.
type Known struct {
	Line    int
	Team    string         // as the event calls it
	Differs []fault.Clause // what the list says otherwise
}

// setKnownAside takes the entries out that the event has already: the same players together in
// the same section. One player alone has to have the same rating or number as well, since a name
// is no proof. Who says that another person has the same name means a new entry.
func (b *builder) setKnownAside(sections []tournament.Section, existing tournament.Entries) {
	have := entriesOf(sections, existing)
	known := map[int]bool{} // by line of the entry
	b.review.Entries = slices.DeleteFunc(b.review.Entries, func(e tournament.ImportEntry) bool {
		together := have[togetherKey(e.Section, e.Players)]
		at := slices.IndexFunc(together, func(h entered) bool { return h.is(e) })
		if e.SameName || at < 0 {
			return false
		}
		h := together[at]
		known[e.Line] = true
		b.review.Known = append(b.review.Known, Known{Line: e.Line, Team: h.name(), Differs: h.differs(e)})
		return true
	})
	if len(known) == 0 {
		return
	}
	lines := map[int]bool{}
	for at, cell := range b.places {
		if known[at.line] {
			lines[b.table.Rows[cell.row].Line] = true
		}
	}
	b.review.Problems = slices.DeleteFunc(b.review.Problems, func(p Problem) bool { return lines[p.Line] })
}

// entered is a team of the event, or with an empty name a player without a partner.
type entered struct {
	team    string
	left    bool // withdrawn
	players []tournament.Player
}

func (h entered) name() string {
	if h.team != "" {
		return h.team
	}
	return h.players[0].Name()
}

// is reports whether the entry of a list with the same names is this one.
func (h entered) is(e tournament.ImportEntry) bool {
	if len(e.Players) > 1 {
		return true
	}
	p, q := h.players[0], e.Players[0]
	return p.ExternalID != "" && p.ExternalID == q.ExternalID || sameRating(p.Rating, q.Rating)
}

func sameRating(a, b *int) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// differs says what the list has otherwise: a team that left the event, another name, other ratings.
func (h entered) differs(e tournament.ImportEntry) []fault.Clause {
	var told []fault.Clause
	if h.left {
		told = append(told, fault.Part("%s is withdrawn.", h.team))
	}
	if e.Team != "" && h.team != "" && tournament.NameKey(e.Team) != tournament.NameKey(h.team) {
		told = append(told, fault.Part("%s is called “%s” in the list.", h.team, e.Team))
	}
	for _, q := range e.Players {
		i := slices.IndexFunc(h.players, func(p tournament.Player) bool { return tournament.NameKey(p.Name()) == tournament.NameKey(q.Name()) })
		switch p := h.players[i]; {
		case q.Rating == nil || sameRating(p.Rating, q.Rating):
		case p.Rating == nil:
			told = append(told, fault.Part("%s, %s: unrated here, %d in the list.", h.name(), p.Name(), *q.Rating))
		default:
			told = append(told, fault.Part("%s, %s: rated %d here, %d in the list.", h.name(), p.Name(), *p.Rating, *q.Rating))
		}
	}
	return told
}

// entriesOf are the teams and the players without a partner by who plays together in which section.
func entriesOf(sections []tournament.Section, existing tournament.Entries) map[string][]entered {
	section := map[int64]string{}
	for _, s := range sections {
		section[s.SectionID] = s.Name
	}
	members, alone := map[int64][]tournament.Player{}, []tournament.Player{}
	for _, p := range existing.Players {
		if p.TeamID != nil {
			members[*p.TeamID] = append(members[*p.TeamID], p)
		} else {
			alone = append(alone, p)
		}
	}
	have := map[string][]entered{}
	for _, t := range existing.Teams {
		if players := members[t.TeamID]; len(players) > 0 {
			key := togetherKey(section[t.SectionID], players)
			have[key] = append(have[key], entered{t.Name, t.LeavesRound != nil, players})
		}
	}
	for _, p := range alone {
		key := togetherKey(section[p.SectionID], []tournament.Player{p})
		have[key] = append(have[key], entered{players: []tournament.Player{p}})
	}
	return have
}

// togetherKey is the same for the same names in the same section, in whatever order.
func togetherKey[P interface{ Name() string }](section string, players []P) string {
	var names []string
	for _, p := range players {
		names = append(names, tournament.NameKey(p.Name()))
	}
	slices.Sort(names)
	return tournament.NameKey(section) + "\n" + strings.Join(names, "\n")
}
