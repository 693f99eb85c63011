package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Two teams of a section may not have the same key: accents are left out of it, vowels are not.
func TestNamesThatDifferInAVowelAreTwo(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{{"Équipe  Noire", "equipe noire"}, {"Łódź", "Lodz"}, {"Йод", "иод"}, {"שָׁלוֹם", "שלום"}, {"مُحَمَّد", "محمد"}} {
		expect.Equal(t, tournament.NameKey(same[0]), tournament.NameKey(same[1]), "%q and %q", same[0], same[1])
	}
	for _, two := range [][2]string{{"ガキ", "カキ"}, {"कि", "कु"}, {"กิ", "กุ"}, {"한국", "한구"}} {
		expect.True(t, tournament.NameKey(two[0]) != tournament.NameKey(two[1]), "%q and %q are one name", two[0], two[1])
	}
}
