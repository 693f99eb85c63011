package print

import "github.com/tandemchess/tandem/internal/text"

// Rounds and lines of play that fit one sheet of a bracket, which lies on its side.
const (
	// BracketRounds stand side by side.
	BracketRounds = 4
	bracketName   = 19 // letters of a name in body size
)

// BracketColumn is one round of a bracket, upright; Beside stands below it, apart.
type BracketColumn struct {
	Title  string
	Ties   []BracketTie
	Beside *BracketColumn
}

// BracketTie is two slots that meet; without any it keeps the place of one that is
// not played.
type BracketTie struct {
	Slots  [2]BracketSlot
	Table  string // where it is played, until it is decided
	How    string // how it was decided, when its matches ended level
	Winner string // what is said beside who won
}

// BracketSlot is a team, or what there is instead of one: where nobody can say yet,
// room to write.
type BracketSlot struct {
	Name, Seed, Score string
	Won               bool
	Open              bool // nobody yet
}

func (t BracketTie) empty() bool { return t.Slots[0] == BracketSlot{} && t.Slots[1] == BracketSlot{} }

// Bracket makes a sheet of each part of a bracket.
func Bracket(w text.Words, title string, parts []BracketPart) []Sheet {
	var sheets []Sheet
	for _, p := range parts {
		sheets = append(sheets, Sheet{Title: title, Sub: p.Sub, Wide: true, Body: bracketSheet(w, p.Columns)})
	}
	return numbered(sheets)
}

// BracketPart is what stands on one sheet: each column has half the ties of the one
// before, at most eight at first.
type BracketPart struct {
	Sub     string
	Columns []BracketColumn
}
