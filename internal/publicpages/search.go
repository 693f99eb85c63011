package publicpages

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/tandemchess/tandem/internal/letters"
	"github.com/tandemchess/tandem/internal/tournament"
)

// searchLine is a team with everything a person may type for it.
type searchLine struct {
	Team    *tournament.Team
	key     string // of its name; the stored one may be from before a script was known
	code    string // see codeKey
	Table   int    // in the current round, 0 for none
	name    []string
	school  []string
	Players []searchName
}

// searchName is a player as a reader may type and read the name.
type searchName struct {
	words []string
	Shown string
}

// SearchHit is a team that fits what was typed. The smaller rank fits better.
type SearchHit struct {
	View    *SectionView
	Team    *tournament.Team
	Players []string // the names that fitted, as everybody may read them
	Rank    int
}

const (
	RankExact   = iota // the whole name of the team or of a player, or the code
	rankTable          // the table where it plays now
	rankStart          // the name begins like this
	rankWord           // words of the name do
	rankPlayer         // words of a player's name do
	rankPartner        // words of both partners' names do
	rankSchool
	rankInside // somewhere inside the name
	RankNear   // like it but for a slip of the finger: a guess, never the answer
)

// wordsOf splits a folded text into its letters and digits: "o'brien-lee, t." is
// obrien, lee, t.
func wordsOf(key string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(key, "'", ""), func(r rune) bool { return !unicode.In(r, unicode.Letter, unicode.Number, unicode.Mark) })
}

// codeKey is a code as people type it: "o14" for O-14.
func codeKey(code string) string { return strings.Join(wordsOf(tournament.NameKey(code)), "") }

// Entries lists what can be searched, once per book.
func (s *SectionView) Entries() []searchLine {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index != nil {
		return s.index
	}
	current := s.Current()
	s.index = make([]searchLine, 0, len(s.Teams))
	for i := range s.Teams {
		t := &s.Teams[i]
		e := searchLine{Team: t, key: tournament.NameKey(t.Name), code: codeKey(t.Code), school: wordsOf(tournament.NameKey(t.School))}
		e.name = wordsOf(e.key)
		if current != nil {
			if p := current.PairingOf(t.TeamID); p != nil {
				e.Table = p.Table()
			}
		}
		for _, p := range s.Members(t.TeamID) {
			e.Players = append(e.Players, searchName{wordsOf(tournament.NameKey(p.Name())), s.PublicName(p)})
			if len(e.school) == 0 {
				e.school = wordsOf(tournament.NameKey(p.School))
			}
		}
		s.index = append(s.index, e)
	}
	return s.index
}

// Guess finds the teams of a section whose names nearly fit.
func (s *SectionView) Guess(t Typed) []SearchHit {
	if t.slips() == 0 {
		return nil
	}
	var hits []SearchHit
	for _, e := range s.Entries() {
		players := e.shown(func(p searchName) bool { return t.near(p.words) })
		if len(players) > 0 || t.near(e.name) || t.near(e.school) {
			hits = append(hits, SearchHit{View: s, Team: e.Team, Players: players, Rank: RankNear})
		}
	}
	return hits
}

// Search finds the teams of a section for what somebody typed.
func (s *SectionView) Search(t Typed) []SearchHit {
	if len(t.words) == 0 {
		return nil
	}
	var hits []SearchHit
	for _, e := range s.Entries() {
		if rank, players, ok := e.fits(t); ok {
			hits = append(hits, SearchHit{View: s, Team: e.Team, Players: players, Rank: rank})
		}
	}
	return hits
}

func (e searchLine) fits(t Typed) (rank int, players []string, ok bool) {
	players = e.shown(func(p searchName) bool { return t.starts(p.words) || t.runs(p.words) })
	whole := func(p searchName) bool { return len(p.words) == len(t.words) && len(p.words) > 1 && t.is(p.words) }
	switch {
	case e.key == t.Text, e.code != "" && e.code == t.joined:
		return RankExact, players, true
	case slices.ContainsFunc(e.Players, whole):
		return RankExact, e.shown(whole), true
	case t.table > 0 && e.Table == t.table:
		return rankTable, e.shown(func(searchName) bool { return true }), true
	case strings.HasPrefix(e.key, t.Text):
		return rankStart, players, true
	case t.starts(e.name):
		return rankWord, players, true
	case len(players) > 0:
		return rankPlayer, players, true
	case t.starts(e.everybody()):
		return rankPartner, e.shown(func(searchName) bool { return true }), true
	case t.starts(e.school):
		return rankSchool, nil, true
	case letters.Count(t.Text) >= 3 && strings.Contains(e.key, t.Text):
		return rankInside, nil, true
	}
	return 0, nil, false
}

// shown are the names of the players whom fit chooses.
func (e searchLine) shown(fit func(searchName) bool) (names []string) {
	for _, p := range e.Players {
		if fit(p) {
			names = append(names, p.Shown)
		}
	}
	return names
}

// everybody are the words of all names of the team.
func (e searchLine) everybody() (words []string) {
	for _, p := range e.Players {
		words = append(words, p.words...)
	}
	return words
}

// SortHits puts the best hits first.
func SortHits(hits []SearchHit) {
	slices.SortStableFunc(hits, func(a, b SearchHit) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Team.NameKey, b.Team.NameKey))
	})
}
