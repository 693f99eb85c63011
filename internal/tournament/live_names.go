package tournament

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
)

// compareNames refuses a game text that names other players than those who sit at the
// match: it is likely the game of another table, or of the other match of this one.
func compareNames(ctx context.Context, tx liveTx, rec *Record, game *bughouse.Game) error {
	book, err := tx.Book(ctx, rec.Section.SectionID)
	if err != nil {
		return err
	}
	at := rec.Match.players(book)
	var differ []any
	swapped := true
	for seat := bughouse.WA; seat <= bughouse.BB; seat++ {
		told := game.Player(seat)
		if !namesSomebody(told) || at[seat] == "" {
			continue
		}
		if !samePerson(told, at[seat]) {
			differ = append(differ, fault.Part("%s at %s, where %s sits", told, seat.String(), at[seat]))
		}
		swapped = swapped && samePerson(told, at[seat.Opponent()])
	}
	if len(differ) == 0 {
		return nil
	}
	hint := fault.Word("Look whether it is the game of this table.")
	if swapped {
		hint = fault.Word("The names fit with the colours swapped: it looks like the other match of this table.")
	}
	var form fault.Form
	form.Add("names", "The game text names %s. %s Nothing was loaded.", fault.Chain{Parts: differ, Between: "; "}, hint)
	return form.Err()
}

// players are the names at the four seats, empty where nobody sits.
func (m Match) players(book *SectionBook) [4]string {
	var names [4]string
	for board, g := range m.Games {
		for i, id := range []*int64{g.WhiteID, g.BlackID} {
			if id == nil {
				continue
			}
			if p, ok := book.Player(*id); ok {
				names[bughouse.SeatAt(bughouse.BoardID(board), []bughouse.Color{bughouse.White, bughouse.Black}[i])] = p.Name()
			}
		}
	}
	return names
}

// namesSomebody reports whether a tag is a name: not left out, and no seat.
func namesSomebody(tag string) bool {
	if strings.Trim(tag, " ?-*.") == "" {
		return false
	}
	_, err := bughouse.ParseSeat(strings.TrimSpace(tag))
	return err != nil
}

// samePerson compares names as people write them: surname first or last, without
// accents, with an initial in place of a name, or one name alone.
func samePerson(one, other string) bool {
	a, b := nameParts(one), nameParts(other)
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, part := range a {
		i := slices.IndexFunc(b, func(p string) bool {
			return p == part || stands(part, p) || stands(p, part)
		})
		if i < 0 {
			return false
		}
		b = slices.Delete(slices.Clone(b), i, i+1)
	}
	return len(a) > 0
}

// stands reports whether an initial can stand for a name.
func stands(initial, name string) bool {
	return utf8.RuneCountInString(initial) == 1 && strings.HasPrefix(name, initial)
}

func nameParts(name string) []string {
	return strings.FieldsFunc(NameKey(name), func(r rune) bool { return strings.ContainsRune(" ,.;-_()", r) })
}
