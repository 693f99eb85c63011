package web

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/tournament"
)

// The same cases hold the search without contact (static/js/names.js).
func TestFindingByWhateverPeopleType(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/find.json")
	if err != nil {
		t.Fatal(err)
	}
	var data struct {
		Teams []keptName
		Cases []struct {
			Typed string
			Found []string
		}
	}
	if err := json.Unmarshal(file, &data); err != nil || len(data.Teams) == 0 || len(data.Cases) == 0 {
		t.Fatal(err)
	}
	s := &shelf{}
	for _, n := range data.Teams {
		e := searchEntry{
			team: &tournament.Team{Slug: n.Slug, Name: n.Team, NameKey: tournament.NameKey(n.Team)}, table: n.Table, code: codeKey(n.Code),
			name: wordsOf(tournament.NameKey(n.Team)), school: wordsOf(tournament.NameKey(n.School)),
		}
		for _, p := range n.Players {
			e.players = append(e.players, searchName{wordsOf(tournament.NameKey(p)), p})
		}
		s.index = append(s.index, e)
	}
	for _, c := range data.Cases {
		hits := s.search(readTyped(c.Typed))
		sortHits(hits)
		found := []string{}
		for _, h := range hits {
			found = append(found, h.team.Slug)
		}
		if !slices.Equal(found, c.Found) {
			t.Errorf("%q finds %v, want %v", c.Typed, found, c.Found)
		}
	}
}
