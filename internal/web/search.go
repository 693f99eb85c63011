package web

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/tournament"
)

// searchEntry is a team with everything a person may type for it, folded by
// tournament.NameKey.
type searchEntry struct {
	team    *tournament.Team
	code    string
	school  string
	players []searchName
}

type searchName struct{ key, shown string }

// searchHit is a team that fits what was typed. The smaller rank fits better.
type searchHit struct {
	shelf  *shelf
	team   *tournament.Team
	player string // the name that fitted, as everybody may read it
	rank   int
}

const (
	rankExact  = iota // the whole name, or the code
	rankStart         // the name begins like this
	rankWord          // a word of the name does
	rankPlayer        // a word of a player's name does
	rankSchool
	rankInside // somewhere inside the name
	rankNear   // like it but for a slip of the finger: a guess, never the answer
)

// entries lists what can be searched, once per book.
func (s *shelf) entries() []searchEntry {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index != nil {
		return s.index
	}
	s.index = make([]searchEntry, 0, len(s.Teams))
	for i := range s.Teams {
		t := &s.Teams[i]
		e := searchEntry{team: t, code: tournament.NameKey(t.Code), school: tournament.NameKey(t.School)}
		for _, p := range s.Members(t.TeamID) {
			e.players = append(e.players, searchName{p.NameKey, s.publicName(p)})
			if e.school == "" {
				e.school = tournament.NameKey(p.School)
			}
		}
		s.index = append(s.index, e)
	}
	return s.index
}

// guess finds the teams of a section whose names nearly fit.
func (s *shelf) guess(typed string) []searchHit {
	slips := slipsIn(typed)
	if slips == 0 {
		return nil
	}
	var hits []searchHit
	for _, e := range s.entries() {
		if near(e.team.NameKey, typed, slips) || near(e.school, typed, slips) {
			hits = append(hits, searchHit{shelf: s, team: e.team, rank: rankNear})
			continue
		}
		for _, p := range e.players {
			if near(p.key, typed, slips) {
				hits = append(hits, searchHit{shelf: s, team: e.team, player: p.shown, rank: rankNear})
				break
			}
		}
	}
	return hits
}

// search finds the teams of a section for what somebody typed, folded.
func (s *shelf) search(typed string) []searchHit {
	var hits []searchHit
	for _, e := range s.entries() {
		if rank, player, ok := e.fits(typed); ok {
			hits = append(hits, searchHit{shelf: s, team: e.team, player: player, rank: rank})
		}
	}
	return hits
}

func (e searchEntry) fits(typed string) (rank int, player string, ok bool) {
	name := e.team.NameKey
	switch {
	case name == typed, e.code != "" && e.code == typed:
		return rankExact, "", true
	case strings.HasPrefix(name, typed):
		return rankStart, "", true
	case wordStarts(name, typed):
		return rankWord, "", true
	}
	for _, p := range e.players {
		if wordStarts(p.key, typed) {
			return rankPlayer, p.shown, true
		}
	}
	switch {
	case wordStarts(e.school, typed):
		return rankSchool, "", true
	case len(typed) >= 3 && strings.Contains(name, typed):
		return rankInside, "", true
	}
	return 0, "", false
}

// wordStarts reports whether the text has the typed words at the start of a word.
func wordStarts(text, typed string) bool {
	return strings.HasPrefix(text, typed) || strings.Contains(text, " "+typed)
}

// sortHits puts the best hits first.
func sortHits(hits []searchHit) {
	slices.SortStableFunc(hits, func(a, b searchHit) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.team.NameKey, b.team.NameKey))
	})
}
