package publicpages

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// The same cases hold the search without contact (static/js/names.js).
func TestFindingByWhateverPeopleType(t *testing.T) {
	t.Parallel()
	file := expect.Must(os.ReadFile("testdata/find.json"))(t)
	var data struct {
		Teams []struct { // as a phone keeps them (public.findNames)
			Slug, Team, Code, School string
			Table                    int
			Players                  []string
		}
		Cases []struct {
			Typed string
			Found []string
		}
		Keys [][2]string // a name, and how it is compared
	}
	err := json.Unmarshal(file, &data)
	expect.MustTrue(t, err == nil && len(data.Teams) != 0 && len(data.Cases) != 0, "%v", err)
	for _, name := range data.Keys {
		expect.Equal(t, tournament.NameKey(name[0]), name[1], "key of %q", name[0])
	}
	s := &SectionView{}
	for _, n := range data.Teams {
		e := searchLine{
			Team: &tournament.Team{Slug: n.Slug, Name: n.Team, NameKey: tournament.NameKey(n.Team)}, key: tournament.NameKey(n.Team), Table: n.Table, code: codeKey(n.Code),
			name: wordsOf(tournament.NameKey(n.Team)), school: wordsOf(tournament.NameKey(n.School)),
		}
		for _, p := range n.Players {
			e.Players = append(e.Players, searchName{wordsOf(tournament.NameKey(p)), p})
		}
		s.index = append(s.index, e)
	}
	for _, c := range data.Cases {
		hits := s.Search(ReadTyped(c.Typed))
		SortHits(hits)
		found := []string{}
		for _, h := range hits {
			found = append(found, h.Team.Slug)
		}
		expect.True(t, slices.Equal(found, c.Found), "%q finds %v, want %v", c.Typed, found, c.Found)
	}
}
