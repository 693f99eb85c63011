package standings_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/standings"
)

// Standings with six tie-breaks of 10,000 teams after 11 rounds.
func BenchmarkCompute10000(b *testing.B) {
	in := randomSwiss(7, 10_000, 11)
	list := codes(b, "PTS,DE,BH/C1,BH,SB,WIN,PS")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := standings.Compute(in, list); err != nil {
			b.Fatal(err)
		}
	}
}

// The place of both teams of a disputed match, decided the other way.
func BenchmarkWhatIf(b *testing.B) {
	for _, size := range []struct {
		name  string
		teams int
	}{{"60", 60}, {"10000", 10_000}} {
		b.Run(size.name, func(b *testing.B) {
			in := randomSwiss(7, size.teams, 11)
			table := compute(b, in, "PTS,DE,BH/C1,BH,SB,WIN")
			number := 1
			for in.Participants[number-1].Records[10].Kind != standings.Played {
				number++
			}
			b.ReportAllocs()
			for b.Loop() {
				changes, err := table.Decide(number, 11, standings.Loss)
				if err != nil {
					b.Fatal(err)
				}
				p, err := table.WhatIf(changes...)
				if err != nil {
					b.Fatal(err)
				}
				for _, c := range changes {
					if _, err := p.Row(c.Number); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
