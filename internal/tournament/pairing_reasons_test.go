package tournament_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Reasons are kept once, and those that earlier versions kept in English alone, or twice, are
// still said.
func TestReasonsOfEarlierVersionsAreStillSaid(t *testing.T) {
	t.Parallel()
	var parts tournament.PairingReasons
	parts.Said = phrase.Keep(phrase.Of("Table %d.", 3))
	b := expect.Must(json.Marshal(parts))(t)
	expect.Equal(t, string(b), `{"said":[{"say":"Table %d.","parts":[{"number":3}]}]}`, "kept")
	for stored, want := range map[string][]string{
		string(b):                  {"table 3"},
		`{"reasons":["By rank."]}`: {"By rank."},
		`{"reasons":["Table 3."],"said":[{"say":"Table %d.","parts":[{"number":3}]}]}`: {"table 3"},
		`{}`: nil,
	} {
		var read tournament.PairingReasons
		expect.OK(t, json.Unmarshal([]byte(stored), &read))
		said := read.In(func(format string, parts ...any) string {
			if format == "Table %d." {
				format = "table %d"
			}
			return fmt.Sprintf(format, parts...)
		})
		expect.True(t, slices.Equal(said, want), "%s says %q, want %q", stored, said, want)
	}
}
