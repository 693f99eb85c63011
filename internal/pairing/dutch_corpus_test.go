package pairing_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// playedPairs lists the pairs of a round as the file has them, "white black",
// sorted; a bye is "n 0".
func playedPairs(table *trf.CrossTable, round int) []string {
	var pairs []string
	for _, p := range table.Participants {
		if len(p.Records) < round {
			continue
		}
		switch r := p.Records[round-1]; {
		case r.Kind == trf.AllocatedBye:
			pairs = append(pairs, fmt.Sprintf("%d 0", p.Number))
		case r.Kind.HasOpponent() && r.Colour == trf.White:
			pairs = append(pairs, fmt.Sprintf("%d %d", p.Number, r.Opponent))
		}
	}
	slices.Sort(pairs)
	return pairs
}

func draftPairs(d *pairing.Draft) []string {
	var pairs []string
	for _, p := range d.Pairs {
		pairs = append(pairs, fmt.Sprintf("%d %d", p.White, p.Black))
	}
	slices.Sort(pairs)
	return pairs
}

// replay pairs every round of a finished file and reports the rounds that differ.
func replay(t *testing.T, name string, content []byte) (rounds int) {
	f, err := trf.Read(bytes.NewReader(content))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	table, err := f.CrossTable()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	for round := 1; round <= table.Paired; round++ {
		rounds++
		tournament, err := pairing.FromTRF(f, round)
		if err != nil {
			t.Errorf("%s round %d: %v", name, round, err)
			continue
		}
		draft, err := pairing.PairRound(pairing.Dutch, tournament)
		if err != nil {
			t.Errorf("%s round %d: %v", name, round, err)
			continue
		}
		want, got := playedPairs(table, round), draftPairs(draft)
		if !slices.Equal(want, got) {
			var missing, extra []string
			for _, p := range want {
				if !slices.Contains(got, p) {
					missing = append(missing, p)
				}
			}
			for _, p := range got {
				if !slices.Contains(want, p) {
					extra = append(extra, p)
				}
			}
			t.Errorf("%s round %d of %d:\n want %v\n got  %v", name, round, table.Paired, missing, extra)
		}
	}
	return rounds
}

// TestDutchCorpus replays the finished tournaments of the data set.
func TestDutchCorpus(t *testing.T) {
	files, rounds := 0, 0
	for name, content := range testdata.Unpack(t, testdata.Path(t, "pairing", "dutch", "dutch.tar.gz")) {
		if strings.HasSuffix(name, ".trf") {
			files++
			rounds += replay(t, name, content)
		}
	}
	expect.True(t, files == 62 && rounds == 469, "replayed %d rounds of %d files, want 469 of 62", rounds, files)
}

// TestDutchCases pairs the hand-made cases.
func TestDutchCases(t *testing.T) {
	for _, name := range []string{"dutch_2025_C5", "dutch_2025_C9", "issue_7"} {
		content, err := os.ReadFile(testdata.Path(t, "pairing", "dutch", "cases", name+".input"))
		expect.OK(t, err)
		f := expect.Must(trf.Read(bytes.NewReader(content)))(t)
		table := expect.Must(f.CrossTable())(t)
		tournament := expect.Must(pairing.FromTRF(f, table.Paired+1))(t)
		draft, err := pairing.PairRound(pairing.Dutch, tournament)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		expected := expect.Must(os.ReadFile(testdata.Path(t, "pairing", "dutch", "cases", name+".output.expected")))(t)
		want := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(expected), "\r", "")), "\n")[1:]
		slices.Sort(want)
		got := draftPairs(draft)
		expect.True(t, slices.Equal(want, got), "%s:\n want %v\n got  %v", name, want, got)
	}
}
