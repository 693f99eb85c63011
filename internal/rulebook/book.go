package rulebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Name is the short name a rulebook is cited by.
type Name string

// The five rulebooks.
const (
	TR3   Name = "TR3"
	FIDEX Name = "FIDEX"
	USCFR Name = "USCF-R"
	USCFC Name = "USCF-C"
	JARED Name = "JARED"
)

// Names lists the rulebooks in the order pages compare them.
func Names() []Name { return []Name{TR3, FIDEX, USCFR, USCFC, JARED} }

// Basis says how firmly a value or a ruling stands on the text.
type Basis string

// The bases. OfficialsCall is the basis of every ruling whose verdict is
// Discretion; HouseValue is the basis of a value the organizer has set.
const (
	Explicit      Basis = "explicit" // the text says so
	Derived       Basis = "derived"  // it follows from the text by reading
	Default       Basis = "default"  // the text leaves it open; this is our answer
	OfficialsCall Basis = "discretion"
	HouseValue    Basis = "house"
)

// Alternative is the other answer an open point allows.
type Alternative struct {
	Point int
	Value Value
}

// Cell is one rulebook's answer to one setting.
type Cell struct {
	Setting      Setting
	Value        Value
	Articles     []string // numbers without the short name
	Alternatives []Alternative
	Points       []int  // the open points the answer touches, each once
	Preset       Value  // the value of the text, also where a house rule replaced it
	Replaced     bool   // set by the organizer or the case: nothing is open any more
	Note         string // the organizer's reason, if any
	BaseLaw      bool   // the answer is that of the laws which the first article brings in (TR3 3, FIDEX A1, USCF-R 25)
	InPart       bool   // the text gives the answer itself and leaves only a detail of it open
	reading      bool
}

// Basis tells readers of the rules page how firm the cell is.
func (c Cell) Basis() Basis {
	switch {
	case c.Replaced:
		return HouseValue
	case c.Value == NoRule:
		return OfficialsCall
	case len(c.Points) > 0 && !c.InPart:
		return Default
	case c.reading, len(c.Articles) == 0:
		return Derived
	}
	return Explicit
}

// IsReading reports whether the value follows from its articles by reading them
// together rather than from their words.
func (c Cell) IsReading() bool { return c.reading }

// Rulebook is a rulebook: settings with their articles. Books are immutable and
// shared; make variants with [Rulebook.With] and [Rulebook.WithHouseRules].
type Rulebook struct {
	name    Name
	cells   [SettingCount]Cell
	subject Subject
	appeals AppealWindow
}

// presets are built once from table; a cell that does not read is a mistake in
// this package and stops the program before it can rule on anything.
var presets = func() map[Name]*Rulebook {
	books := make(map[Name]*Rulebook)
	for i, name := range Names() {
		b := &Rulebook{name: name}
		for _, r := range table {
			text := [...]string{r.tr3, r.fidex, r.uscfr, r.uscfc, r.jared}[i]
			c, err := parseCell(r.setting, text)
			if err != nil {
				panic(fmt.Sprintf("rulebook: %s: %v", name, err))
			}
			c.reading = slices.Contains(derived[name], r.setting)
			c.InPart = slices.Contains(openInPart[name], r.setting)
			c.BaseLaw = c.Value != NoRule && len(c.Articles) > 0 && profiles[name].baseLaw != "" && c.Articles[0] == profiles[name].fallback
			b.cells[r.setting] = c
		}
		books[name] = b
	}
	return books
}()

// parseCell reads "value · articles ⟨point: value⟩"; "⟨point⟩" alone is a part of
// an open point that has no other value to try.
func parseCell(s Setting, text string) (Cell, error) {
	rest, open, _ := strings.Cut(text, " ⟨")
	value, articles, _ := strings.Cut(rest, " · ")
	v, err := ParseValue(s, value)
	if err != nil {
		return Cell{}, err
	}
	c := Cell{Setting: s, Value: v, Preset: v}
	if articles != "" {
		c.Articles = strings.Split(articles, ", ")
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(open, "⟩"), "⟩ ⟨") {
		if part == "" {
			continue
		}
		point, word, another := strings.Cut(part, ": ")
		n, err := strconv.Atoi(point)
		if err != nil {
			return Cell{}, fmt.Errorf("%s: not an open point: %q", s, part)
		}
		c.Points = appendNew(c.Points, n)
		if !another {
			continue
		}
		alternative, err := ParseValue(s, word)
		if err != nil {
			return Cell{}, err
		}
		c.Alternatives = append(c.Alternatives, Alternative{n, alternative})
	}
	return c, nil
}

// ByName finds a preset by its short name.
func ByName(name string) (*Rulebook, error) {
	b, ok := presets[Name(name)]
	if !ok {
		return nil, fmt.Errorf("not a rulebook: %q; expected TR3, FIDEX, USCF-R, USCF-C or JARED", name)
	}
	return b, nil
}

// All returns the five presets in order.
func All() []*Rulebook {
	books := make([]*Rulebook, 0, len(presets))
	for _, name := range Names() {
		books = append(books, presets[name])
	}
	return books
}

// Name is the short name, also of a book with house rules.
func (b *Rulebook) Name() Name { return b.name }

// Boards is the number of boards of a match: 1 where two single players meet
// (JARED 1), otherwise 2.
func (b *Rulebook) Boards() int { return profiles[b.name].boards }

// Value answers a setting; it makes a Book a [Reader].
func (b *Rulebook) Value(s Setting) Value { return b.cells[s].Value }

// Cell returns the answer to a setting with its articles and open points.
func (b *Rulebook) Cell(s Setting) Cell { return b.cells[s] }

// Cells returns every answer in table order.
func (b *Rulebook) Cells() []Cell { return slices.Clone(b.cells[:]) }

// With returns the book with one setting replaced; a replaced setting has no
// open alternative. The value is not checked against the others; see Validate.
func (b *Rulebook) With(s Setting, v Value) *Rulebook {
	next := *b
	c := &next.cells[s]
	c.Value, c.Replaced, c.Alternatives, c.Points, c.BaseLaw = v, true, nil, nil, false
	return &next
}

// Cite puts the short name before an article number.
func (b *Rulebook) Cite(article string) string { return string(b.name) + " " + article }

// Fallback is the article that leaves unnamed matters to other laws or to the
// official; empty where there is none (USCF-C).
func (b *Rulebook) Fallback() string { return profiles[b.name].fallback }

// BaseLaw names the laws that the fallback article brings in; empty where it
// brings in none (USCF-C, JARED).
func (b *Rulebook) BaseLaw() string { return profiles[b.name].baseLaw }

// LeavesToBaseLaw reports that the text leaves a setting to the laws it brings in,
// whether the cell gives their answer or the official is to look for it there.
func (b *Rulebook) LeavesToBaseLaw(s Setting) bool {
	return b.cells[s].BaseLaw || b.cells[s].Value == NoRule && b.BaseLaw() != ""
}

// SilencePoint is the open point shown when the book has no fallback article
// and the director's discretion has to be recorded as such: 31 for USCF-C, 0 elsewhere.
func (b *Rulebook) SilencePoint() int {
	if b.Fallback() == "" {
		return silence
	}
	return 0
}

// Resignation is the article a resignation rests on and how firmly: where the
// text neither names it nor brings in a law that does, it follows by reading.
func (b *Rulebook) Resignation() (article string, basis Basis) {
	if p := profiles[b.name]; p.resignationRead {
		return p.resignation, Derived
	}
	return profiles[b.name].resignation, Explicit
}

// Reader answers settings: a Book, or a ruling that also notes what it read.
type Reader interface{ Value(Setting) Value }

// Penalty climbs the ladder of an offence.
func (b *Rulebook) Penalty(offence Setting, o Occasion) Penalty {
	return PenaltyFor(offence, b.Value(offence), b.cells[offence].Preset, o)
}

// CellArticles are the articles of a cell, or of the book's silence where it has no rule.
func (b *Rulebook) CellArticles(s Setting) []string {
	c := b.cells[s]
	if c.Value != NoRule {
		return c.Articles
	}
	if f := b.Fallback(); f != "" {
		return []string{f}
	}
	return nil
}
