package standings_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// everyCode is a list of all codes, some with modifiers.
func everyCode() string {
	list := strings.Join(standings.Names(), ",")
	return list + ",BH/C1,BH/C2,BH/M1,BH:GP,BH/P,BH/F,SB/C1,SB:GP,FB/C1,AOB/F,PS/C1,KS/L60,KS/L+1,KS/L-1,ARO/C1,SSSC/K2,PTS:GP,EMMSB/C1"
}

func drawInput(t *rapid.T) standings.Input {
	in := randomSwiss(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 30).Draw(t, "teams"), rapid.IntRange(0, 9).Draw(t, "rounds"))
	in.Edition = rapid.SampledFrom([]standings.Edition{0, standings.Edition2023, standings.Edition2026}).Draw(t, "edition")
	in.RoundRobin = rapid.Bool().Draw(t, "round robin")
	return in
}

// Places are a ranking: each group of tied rows has the place after all before
// it, and rows are tied exactly when all their values are equal.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SampledFrom([]string{"PTS", "PTS,DE", "PTS,DE,BH/C1,BH,SB,WIN", "WIN,PTS,DE,MMED", "PTS,TBR,ARO"}).Draw(t, "codes")
		codes, err := standings.ParseCodes(list)
		if err != nil {
			t.Fatal(err)
		}
		table, err := standings.Compute(drawInput(t), codes)
		if err != nil {
			t.Fatal(err)
		}
		rows := table.Rows()
		for i, row := range rows {
			first := slices.IndexFunc(rows, func(r standings.Row) bool { return r.Place == row.Place })
			if row.Place != first+1 || i-first >= row.Shared {
				t.Fatalf("row %d has place %d shared by %d", i+1, row.Place, row.Shared)
			}
			for _, other := range rows {
				if (other.Place == row.Place) != slices.Equal(other.Values, row.Values) {
					t.Fatalf("places %d and %d with values %v and %v", row.Place, other.Place, row.Values, other.Values)
				}
			}
		}
	})
}

// The order in which participants are listed changes nothing.
func TestOrderOfInputDoesNotMatter(t *testing.T) {
	codes := codes(t, everyCode())
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		want, err := standings.Compute(in, codes)
		if err != nil {
			t.Fatal(err)
		}
		in.Participants = rapid.Permutation(in.Participants).Draw(t, "order")
		got, err := standings.Compute(in, codes)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Rows(), got.Rows()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A value that is a sum equals the sum of the contributions a page would show,
// and each contribution names a round and opponent of the participant.
func TestExplanationsAddUp(t *testing.T) {
	list := codes(t, everyCode())
	average := []string{"AOB", "ARO", "TPR", "PTP", "APRO", "APPO", "SSSC", "RTNG", "TPN", "DE", "TBR", "BBE"}
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		table, err := standings.Compute(in, list)
		if err != nil {
			t.Fatal(err)
		}
		records := map[int][]standings.Record{}
		for _, p := range in.Participants {
			records[p.Number] = p.Records
		}
		for _, row := range table.Rows() {
			for k, code := range list {
				x, err := table.Explain(row.Number, k)
				if err != nil {
					t.Fatal(err)
				}
				if x.Value != row.Values[k] || x.Code != code {
					t.Fatalf("%v of %d: explained %v %v, shown %v", code, row.Number, x.Code, x.Value, row.Values[k])
				}
				sum := 0
				for _, c := range x.Contributions {
					if !c.Cut.Left() {
						sum += c.N
					}
					if c.Round > 0 && c.Opponent != 0 && records[row.Number][c.Round-1].Opponent != c.Opponent {
						t.Fatalf("%v of %d: round %d names opponent %d", code, row.Number, c.Round, c.Opponent)
					}
				}
				if !slices.Contains(average, code.Name) && !strings.HasPrefix(code.Name, "EDE") && sum != x.Value.N {
					t.Fatalf("%v of %d: contributions make %d, the value is %d", code, row.Number, sum, x.Value.N)
				}
			}
		}
	})
}

// A code written out is read back as the same code.
func TestCodesReadBack(t *testing.T) {
	for _, c := range codes(t, everyCode()) {
		back, err := standings.ParseCode(strings.ToLower(c.String()))
		expect.True(t, err == nil && back == c, "%v reads back as %v, %v", c, back, err)
	}
}

func TestCodeErrorsNameTheCode(t *testing.T) {
	for _, text := range []string{"", "BHX", "BH/", "BH/Q1", "BH/C", "BH/C0", "BH/C+1", "BH/C1x", "BH:XP", "WIN/C1", "PTS/P", "DE/C1", "KS/L101", "KS/L+", "KS/L+-1", "BH/C1/C2", "BH/C1/M1", "KS/L60/L+1", "BH/P/P", "BH/P1", "SSSC/K0", "BH/C100"} {
		_, err := standings.ParseCodes("PTS," + text)
		expect.True(t, err != nil && strings.Contains(err.Error(), "“"+text+"”"), "%q: error %v does not name it", text, err)
	}
}

func TestInputErrors(t *testing.T) {
	played := func(opponent int) []standings.Record {
		return []standings.Record{{Kind: standings.Played, Opponent: opponent}}
	}
	for name, in := range map[string]standings.Input{
		"number 0":         {Participants: []standings.Participant{{Number: 0}}},
		"twice":            {Participants: []standings.Participant{{Number: 1}, {Number: 1}}},
		"rounds differ":    {Participants: []standings.Participant{{Number: 1, Records: []standings.Record{{}}}, {Number: 2}}},
		"unknown opponent": {Participants: []standings.Participant{{Number: 1, Records: played(2)}}},
		"no opponent":      {Participants: []standings.Participant{{Number: 1, Records: played(0)}}},
		"himself":          {Participants: []standings.Participant{{Number: 1, Records: played(1)}}},
		"edition":          {Edition: 2019},
		"points":           {Participants: []standings.Participant{{Number: 1, Records: []standings.Record{{Kind: standings.FullBye, Points: 1 << 40}}}}},
	} {
		_, err := standings.Compute(in, standings.DefaultCodes())
		expect.True(t, err != nil, "%s: no error", name)
	}
	if _, err := standings.Compute(standings.Input{}, nil); err == nil {
		t.Error("no codes: no error")
	}
}
