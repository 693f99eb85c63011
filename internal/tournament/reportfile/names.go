package reportfile

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trf"
)

// Columns of a report file for names.
const (
	teamColumns   = 32
	playerColumns = 33
)

// teamNames are the teams' names as the columns of a report hold them.
func teamNames(b *tournament.SectionBook) map[int64]string {
	names, codes := make([]string, len(b.Teams)), make([]string, len(b.Teams))
	for i, t := range b.Teams {
		names[i], codes[i] = t.Name, t.Code
	}
	short := map[int64]string{}
	for i, name := range fitNames(names, codes, teamColumns) {
		short[b.Teams[i].TeamID] = name
	}
	return short
}

// namePlayers gives the players of a report names that its columns hold.
func namePlayers(squads []trf.Squad) {
	var names, codes []string
	for _, squad := range squads {
		for i, p := range squad.Players {
			names, codes = append(names, p.Name), append(codes, fmt.Sprintf("%s/%d", squad.Nickname, i+1))
		}
	}
	short := fitNames(names, codes, playerColumns)
	for _, squad := range squads {
		for i := range squad.Players {
			squad.Players[i].Name, short = short[0], short[1:]
		}
	}
}

// fitNames cuts names to a number of columns and keeps what tells them apart: where the
// beginning is that of another name too, the end stands with it ("Bronx High School
// of… A"), and where that does not help, the code does.
func fitNames(names, codes []string, columns int) []string {
	const end = 8
	ways := []func(i int, runes []rune) string{
		func(_ int, runes []rune) string { return strings.TrimSpace(string(runes[:columns])) },
		func(_ int, runes []rune) string {
			return string(runes[:columns-end-1]) + "…" + string(runes[len(runes)-end:])
		},
		func(i int, runes []rune) string {
			code := "… " + codes[i]
			return string(runes[:max(0, columns-utf8.RuneCountInString(code))]) + code
		},
	}
	short := slices.Clone(names)
	way := make([]int, len(names))
	for range ways {
		seen := map[string]int{}
		for i, name := range names {
			if runes := []rune(name); len(runes) > columns {
				short[i] = ways[way[i]](i, runes)
			}
			seen[tournament.NameKey(short[i])]++
		}
		for i := range names {
			if seen[tournament.NameKey(short[i])] > 1 {
				way[i] = min(way[i]+1, len(ways)-1)
			}
		}
	}
	return short
}
