package pairing_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/hammer"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/trf"
)

// FuzzPairReport pairs whatever a report file says: a draft is legal, anything
// else is an error with words, and nothing panics.
func FuzzPairReport(f *testing.F) {
	if !testing.Short() {
		files := testdata.Unpack(f, testdata.Path(f, "pairing", "team", "team.tar.gz"))
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if strings.HasSuffix(name, ".trf") && len(files[name]) < 3000 {
				f.Add(files[name], uint8(len(name)))
			}
		}
	}
	odd := []string{"     3 w 1  0000 - Z", "     1 b 0  0000 - U", "     7 w =     9 w +", "     5 b =  0000 - H", "  0000 - Z     5 b -"}
	for i, header := range []string{"162  A 1.0    P 0.0\n", "BBZ  0.5\nBBF  1.0\n", "299 +    2.0  0.5\n299         -1.0  -1.0    1    1    3\n299         1.0   0.0         4\n", "320  0.0  0.0\n"} {
		f.Add([]byte(report(5, teamHeader+header, odd...)), uint8(8+i))
	}
	hammer.Fuzz(f, func(t *testing.T, text []byte, choice uint8) {
		if len(text) > 8000 {
			t.Skip("too large for a quick try")
		}
		file, err := trf.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		systems := []pairing.System{pairing.TeamSwiss, pairing.Dutch, pairing.USChess, pairing.RoundRobin}
		system, round := systems[choice%4], 1+int(choice/4)%8
		e, err := pairing.FromTRF(file, round)
		if err != nil {
			return
		}
		draft, err := pairing.PairRound(system, e)
		if err != nil {
			var none *pairing.NoPairingError
			var wrong *pairing.InputError
			if !errors.As(err, &none) && !errors.As(err, &wrong) {
				t.Fatalf("%s round %d: %v", system, round, err)
			}
			return
		}
		for _, p := range draft.Pairs {
			if p.Explain() == "" {
				t.Errorf("%s round %d: %d-%d has no explanation", system, round, p.White, p.Black)
			}
		}
		found, err := pairing.Check(system, e, draft)
		if err != nil {
			t.Fatalf("%s round %d: %v", system, round, err)
		}
		for _, v := range found {
			if system != pairing.RoundRobin {
				t.Errorf("%s round %d breaks a rule: %s", system, round, v.What)
			}
		}
	})
}
