package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Names that nobody typed: who enters alone is called by the own name, a team without a
// name by its players' last names. Where public pages shorten last names, these names are
// made of the shortened ones, so that no page can show more.

// HidesNames reports whether public pages shorten the last names of the section's players:
// it has a grade limit, or its teams come from a section that has one, and the organizer
// does not say otherwise.
func HidesNames(b *SectionBook) bool {
	limited := func(sectionID int64) bool {
		if sectionID == b.Section.SectionID {
			return b.Section.MaxGrade != nil
		}
		return slices.ContainsFunc(b.Path, func(s PathStep) bool { return s.FromSection == sectionID && s.FromLimited })
	}
	return b.Event.HideMinors && ofMinors(b.Path, b.Section.SectionID, limited)
}

// ofMinors reports whether a section has a grade limit, or one that its teams come from.
func ofMinors(path []PathStep, sectionID int64, limited func(sectionID int64) bool) bool {
	return limited(sectionID) || slices.ContainsFunc(path, func(s PathStep) bool {
		return s.SectionID == sectionID && ofMinors(path, s.FromSection, limited)
	})
}

// madeName is the name of an entry that has none.
func madeName(section Section, players []NewPlayer, hide bool) string {
	var names []string
	for _, p := range players[:min(section.EntrySize(), len(players))] {
		name := Player{FirstName: tidy(p.FirstName), LastName: tidy(p.LastName)}.PublicName(hide)
		if section.EntrySize() == 2 && !hide && tidy(p.LastName) != "" {
			name = tidy(p.LastName)
		}
		if name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " / ")
}

// isMade reports whether a name is that one, or that one with a number.
func isMade(name, made string) bool {
	var n int
	number, numbered := strings.CutPrefix(name, made+" (")
	if !numbered {
		return name == made
	}
	_, err := fmt.Sscanf(number, "%d)", &n)
	return err == nil && number == fmt.Sprintf("%d)", n)
}

// newPlayers are players as they were entered.
func newPlayers(members []Player) []NewPlayer {
	var players []NewPlayer
	for _, p := range members {
		players = append(players, NewPlayer{FirstName: p.FirstName, LastName: p.LastName, Rating: p.Rating, Grade: p.Grade, School: p.School, ExternalID: p.ExternalID})
	}
	return players
}

// hiding lets the register make names as short as the event shows them.
func (r *register) hiding(ctx context.Context, tx registerTx) error {
	event, err := tx.Event(ctx)
	if err != nil {
		return err
	}
	path, err := tx.Path(ctx)
	if err != nil {
		return err
	}
	limited := func(sectionID int64) bool { return r.sections[sectionID].MaxGrade != nil }
	r.hides = func(s Section) bool { return event.HideMinors && ofMinors(path, s.SectionID, limited) }
	return nil
}

// renameTx gives entries the names that the settings ask for.
type renameTx interface {
	registerTx
	UpdateTeams(ctx context.Context, teams []Team) error
}

// remakeNames makes the names that Tandem made once more, after last names came to be shortened
// or ceased to be. Names that somebody typed stay. As long as the event is being set up the
// addresses follow; later they are printed on badges.
func remakeNames(ctx context.Context, tx renameTx) error {
	event, err := tx.Event(ctx)
	if err != nil {
		return err
	}
	r, err := loadRegister(ctx, tx)
	if err != nil {
		return err
	}
	entries, err := tx.Entries(ctx)
	if err != nil {
		return err
	}
	members := map[int64][]Player{}
	for _, p := range entries.Players {
		if p.TeamID != nil {
			members[*p.TeamID] = append(members[*p.TeamID], p)
		}
	}
	var renamed []Team
	for _, t := range entries.Teams {
		section, seen := r.sections[t.SectionID]
		if !seen {
			continue
		}
		players := newPlayers(bySeat(members[t.TeamID]))
		hide := r.hides(section)
		was, is := madeName(section, players, !hide), madeName(section, players, hide)
		if was == is || !isMade(t.Name, was) {
			continue
		}
		t.Name = r.freeName(section, is)
		t.NameKey = NameKey(t.Name)
		r.teams[teamKey{t.SectionID, t.NameKey}] = t.Name
		if event.State == EventSetup {
			t.Slug = r.slug(t.Name, t.TeamID)
		}
		t.Revision++
		renamed = append(renamed, t)
	}
	return tx.UpdateTeams(ctx, renamed)
}
