package pairing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// TestTeamCorpus pairs every round of the team test tournaments.
func TestTeamCorpus(t *testing.T) {
	files := testdata.Unpack(t, testdata.Path(t, "pairing", "team", "team.tar.gz"))
	rounds := 0
	for name, text := range files {
		base, ok := strings.CutSuffix(name, ".pairings")
		if !ok {
			continue
		}
		file, err := trf.Read(strings.NewReader(string(files[base+".trf"])))
		expect.MustTrue(t, err == nil, "%s: %v", base, err)
		for line := range strings.Lines(string(text)) {
			var round int
			number, pairs, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if _, err := fmt.Sscan(number, &round); err != nil {
				t.Fatalf("%s: %q is no round number", name, number)
			}
			rounds++
			tournament, err := pairing.FromTRF(file, round)
			if err != nil {
				t.Errorf("%s round %d: %v", base, round, err)
				continue
			}
			draft, err := pairing.PairRound(pairing.TeamSwiss, tournament)
			if err != nil {
				t.Errorf("%s round %d: %v", base, round, err)
				continue
			}
			var got []string
			for _, p := range draft.Pairs {
				got = append(got, fmt.Sprintf("%d-%d", p.White, p.Black))
			}
			want := strings.Fields(pairs)
			slices.Sort(got)
			slices.Sort(want)
			expect.NoDiff(t, cmp.Diff(want, got), "%s round %d (-want +got)", base, round)
		}
	}
	expect.True(t, rounds == 222, "the corpus has %d rounds, want 222", rounds)
}
