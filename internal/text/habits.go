package text

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// habits are how a language writes days, times, decimals and moves
// (messages/LANGUAGE/language.json).
type habits struct {
	Name     string     `json:"name"`  // what the language calls itself
	Clock    string     `json:"clock"` // layout of package time
	Date     string     `json:"date"`
	Day      string     `json:"day"`      // a date without its year
	Weekdays [7]string  `json:"weekdays"` // from Sunday
	Months   [12]string `json:"months"`
	Decimal  string     `json:"decimal"`
	Pieces   [6]string  `json:"pieces"`  // king, queen, rook, bishop, knight, pawn
	Letters  []string   `json:"letters"` // those that have a place of their own in the alphabet, besides A to Z
	Plurals  []string   `json:"plurals"` // the forms that whole numbers take, in the order of the alphabet
}

func readHabits(code string, folder fs.FS) (habits, error) {
	var h habits
	raw, err := fs.ReadFile(folder, "language.json")
	if err != nil {
		return h, fmt.Errorf("read how %q is written: %w", code, err)
	}
	if err := json.Unmarshal(raw, &h); err != nil {
		return h, fmt.Errorf("read how %q is written: %w", code, err)
	}
	return h, nil
}
