package pairing_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/trf"
)

func kindOf(r trf.Record) pairing.Kind {
	switch r.Kind {
	case trf.Played, trf.Unfinished:
		return pairing.Played
	case trf.ForfeitWon:
		return pairing.ForfeitWin
	case trf.ForfeitLost:
		return pairing.ForfeitLoss
	case trf.AllocatedBye:
		return pairing.AllocatedBye
	case trf.FullPointBye:
		return pairing.FullBye
	case trf.HalfPointBye:
		return pairing.HalfBye
	case trf.ZeroPointBye:
		return pairing.ZeroBye
	default:
		return pairing.NotArrived
	}
}

// before makes the tournament as it was before the given round of a finished file.
func before(f *trf.File, table *trf.CrossTable, round int) *pairing.Tournament {
	t := &pairing.Tournament{Rounds: table.Rounds, Round: round, InitialColour: pairing.Colour(table.InitialColour),
		Points: pairing.PointSystem{Win: table.Win, Draw: table.Draw, Loss: table.Loss, AllocatedBye: table.PAB}}
	for _, p := range table.Participants {
		q := pairing.Participant{Number: p.Number, Name: p.Name, Rating: p.Rating}
		for r := 1; r <= round; r++ {
			q.Virtual = append(q.Virtual, f.VirtualPoints(p.Number, r))
		}
		for i, r := range p.Records {
			kind := kindOf(r)
			paired := kind == pairing.Played || kind == pairing.ForfeitWin || kind == pairing.ForfeitLoss || kind == pairing.AllocatedBye
			if paired && q.Arrival == 0 {
				q.Arrival = i + 1
			}
			switch {
			case i < round-1:
				q.Records = append(q.Records, pairing.Record{Kind: kind, Opponent: r.Opponent, Colour: pairing.Colour(r.Colour), Points: r.Points})
			case i == round-1 && !paired:
				q.Bye = kind
				if kind == pairing.NotArrived {
					q.Bye = pairing.ZeroBye
				}
			}
		}
		if len(p.Records) < round {
			q.Bye = pairing.ZeroBye
		}
		if q.Arrival == 0 {
			q.Arrival = round + 1
		}
		t.Participants = append(t.Participants, q)
	}
	for _, g := range f.Forbidden {
		t.Forbidden = append(t.Forbidden, pairing.Forbidden{Numbers: g.IDs, First: g.First, Last: g.Last, Hard: true})
	}
	return t
}

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

// initialColour infers the colour drawn by lot from the best-ranked participant
// paired in the first round, for files without a record of it.
func initialColour(table *trf.CrossTable) trf.Colour {
	for i, p := range slices.SortedFunc(slices.Values(table.Participants), func(a, b trf.Participant) int { return a.Number - b.Number }) {
		_ = i
		if len(p.Records) > 0 && p.Records[0].Kind.HasOpponent() {
			return p.Records[0].Colour
		}
	}
	return trf.White
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
	if table.InitialColour == trf.NoColour {
		table.InitialColour = initialColour(table)
	}
	for round := 1; round <= table.Paired; round++ {
		rounds++
		draft, err := pairing.PairRound(pairing.Dutch, before(f, table, round))
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

// TestDutchCorpus replays the finished tournaments of the shared data set.
func TestDutchCorpus(t *testing.T) {
	file, err := os.Open(testdata.Path(t, "pairing", "dutch", "dutch.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	files, rounds := 0, 0
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(header.Name, ".trf") {
			continue
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		files++
		rounds += replay(t, filepath.Base(header.Name), content)
	}
	if files != 62 || rounds != 469 {
		t.Errorf("replayed %d rounds of %d files, want 469 of 62", rounds, files)
	}
}

// TestDutchCases pairs the hand-made cases.
func TestDutchCases(t *testing.T) {
	for _, name := range []string{"dutch_2025_C5", "dutch_2025_C9", "issue_7"} {
		content, err := os.ReadFile(testdata.Path(t, "pairing", "dutch", "cases", name+".input"))
		if err != nil {
			t.Fatal(err)
		}
		f, err := trf.Read(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		table, err := f.CrossTable()
		if err != nil {
			t.Fatal(err)
		}
		if table.InitialColour == trf.NoColour {
			table.InitialColour = initialColour(table)
		}
		tournament := before(f, table, table.Paired+1)
		for i := range tournament.Participants {
			p := &tournament.Participants[i]
			p.Arrival = 0
			if len(table.Participants[i].Records) <= table.Paired {
				p.Bye = pairing.NotArrived
			}
		}
		draft, err := pairing.PairRound(pairing.Dutch, tournament)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		expected, err := os.ReadFile(testdata.Path(t, "pairing", "dutch", "cases", name+".output.expected"))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(expected), "\r", "")), "\n")[1:]
		slices.Sort(want)
		if got := draftPairs(draft); !slices.Equal(want, got) {
			t.Errorf("%s:\n want %v\n got  %v", name, want, got)
		}
	}
	content, err := os.ReadFile(testdata.Path(t, "pairing", "dutch", "cases", "issue_15.input"))
	if err != nil {
		t.Fatal(err)
	}
	replay(t, "issue_15", content)
}
