package journal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Wrote is what a command wrote into the tables that decide a tournament. An entry
// has it beside its words, so that what is stored now can be compared with what all
// entries together say: see Ledger.
type Wrote struct {
	// Stock says that these are all values of the event as they were found, and not
	// only those that the command changed. What was known before is put aside.
	Stock  bool   `json:"stock,omitempty"`
	Blocks []Rows `json:"blocks,omitempty"`
}

// Rows are rows of one table. Columns names what each row lists, in order, those of
// the key first; columns that are not named keep the value they had.
type Rows struct {
	Table   string            `json:"table"`
	Gone    bool              `json:"gone,omitempty"` // the rows were deleted; only the key is listed
	Columns []string          `json:"columns"`
	Rows    []json.RawMessage `json:"rows"` // a JSON array each
}

// Add appends rows, to the last block when they are like those in it.
func (w *Wrote) Add(r Rows) {
	if len(r.Rows) == 0 {
		return
	}
	if last := len(w.Blocks) - 1; last >= 0 {
		b := &w.Blocks[last]
		if b.Table == r.Table && b.Gone == r.Gone && slices.Equal(b.Columns, r.Columns) {
			b.Rows = append(b.Rows, r.Rows...)
			return
		}
	}
	w.Blocks = append(w.Blocks, r)
}

// Empty reports whether nothing was written.
func (w *Wrote) Empty() bool { return len(w.Blocks) == 0 }

// Table describes one table of a Ledger: how many of its columns are the key.
type Table struct {
	Name string
	Key  []string
}

// Ledger follows the values through the entries of one event, in order, and compares
// them with what is stored. Its zero value knows no tables: use NewLedger.
type Ledger struct {
	tables  map[string]*ledgerTable
	based   bool  // all values are known: from the first entry on, or since a stock-taking
	unknown int64 // the last entry that said nothing of values
}

type ledgerTable struct {
	key     int
	columns []string // those heard of, the key left out
	rows    map[string]*ledgerRow
}

type ledgerRow struct {
	values []json.RawMessage // by ledgerTable.columns; nil: never said
	seq    []int64           // the entry that said it
	seen   bool              // it was compared
}

// NewLedger is empty: nothing was written yet.
func NewLedger(tables []Table) *Ledger {
	l := &Ledger{tables: map[string]*ledgerTable{}, based: true}
	for _, t := range tables {
		l.tables[t.Name] = &ledgerTable{key: len(t.Key), rows: map[string]*ledgerRow{}}
	}
	return l
}

// Next takes the values of the next entry. One without any, as programs before this
// field wrote, leaves everything unknown until a stock-taking.
func (l *Ledger) Next(seq int64, wrote json.RawMessage) error {
	if len(wrote) == 0 {
		l.forget()
		l.based, l.unknown = false, seq
		return nil
	}
	var w Wrote
	if err := json.Unmarshal(wrote, &w); err != nil {
		return &Broken{seq, fmt.Sprintf("the values it wrote cannot be read: %v", err)}
	}
	if w.Stock {
		l.forget()
		l.based = true
	}
	if !l.based {
		return nil
	}
	for _, block := range w.Blocks {
		if err := l.take(seq, block); err != nil {
			return &Broken{seq, fmt.Sprintf("the values it wrote cannot be read: %v", err)}
		}
	}
	return nil
}

func (l *Ledger) forget() {
	for _, t := range l.tables {
		clear(t.rows)
	}
}

// take puts one block in. A table that this program does not compare is passed over:
// a later one may know more.
func (l *Ledger) take(seq int64, block Rows) error {
	t := l.tables[block.Table]
	if t == nil {
		return nil
	}
	if len(block.Columns) < t.key {
		return fmt.Errorf("the table %s has no whole key", block.Table)
	}
	places := make([]int, 0, len(block.Columns))
	for _, name := range block.Columns[t.key:] {
		places = append(places, t.place(name))
	}
	for _, text := range block.Rows {
		values, err := values(text, len(block.Columns))
		if err != nil {
			return fmt.Errorf("the table %s: %w", block.Table, err)
		}
		key := keyOf(values[:t.key])
		if block.Gone {
			delete(t.rows, key)
			continue
		}
		row := t.rows[key]
		if row == nil {
			row = &ledgerRow{}
			t.rows[key] = row
		}
		for i, at := range places {
			row.set(at, len(t.columns), values[t.key+i], seq)
		}
	}
	return nil
}

// place is where a column stands; one not heard of before gets the next place.
func (t *ledgerTable) place(column string) int {
	if i := slices.Index(t.columns, column); i >= 0 {
		return i
	}
	t.columns = append(t.columns, column)
	return len(t.columns) - 1
}

func (r *ledgerRow) set(at, columns int, value json.RawMessage, seq int64) {
	if len(r.values) < columns {
		r.values = append(r.values, make([]json.RawMessage, columns-len(r.values))...)
		r.seq = append(r.seq, make([]int64, columns-len(r.seq))...)
	}
	r.values[at], r.seq[at] = value, seq
}

// values takes a JSON array apart.
func values(text json.RawMessage, want int) ([]json.RawMessage, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	if len(list) != want {
		return nil, fmt.Errorf("a row has %d values, expected %d", len(list), want)
	}
	return list, nil
}

// keyOf is a key as a text that is the same for equal keys. Keys are numbers and
// single words.
func keyOf(key []json.RawMessage) string { return strings.Join(words(key), " ") }

// Unknown reports whether values cannot be compared, and since which entry.
func (l *Ledger) Unknown() (since int64, unknown bool) { return l.unknown, !l.based }

// Difference is a stored value that is not the one the journal says.
type Difference struct {
	Table  string
	Key    []string // values of the key's columns
	Column string   // empty: the whole row
	Stored string   // as JSON; empty: there is no such row
	Said   string   // as JSON; empty: no entry speaks of the row
	Seq    int64    // the entry that says so; 0: none
}

// Compare orders differences of one table by key and column, numbers by their size.
func (d Difference) Compare(o Difference) int {
	return cmp.Or(slices.CompareFunc(d.Key, o.Key, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}), cmp.Compare(d.Column, o.Column))
}

// Compare takes rows of a table as they are stored and returns what differs. Columns
// that no entry ever spoke of are left out, so that an older record stays valid when a
// later program compares more.
func (l *Ledger) Compare(stored Rows) ([]Difference, error) {
	t := l.tables[stored.Table]
	if t == nil || !l.based {
		return nil, nil
	}
	var found []Difference
	for _, text := range stored.Rows {
		values, err := values(text, len(stored.Columns))
		if err != nil {
			return nil, fmt.Errorf("compare the table %s: %w", stored.Table, err)
		}
		key := values[:t.key]
		row := t.rows[keyOf(key)]
		if row == nil {
			found = append(found, Difference{Table: stored.Table, Key: words(key), Stored: "a row"})
			continue
		}
		row.seen = true
		for i, column := range stored.Columns[t.key:] {
			at := slices.Index(t.columns, column)
			if at < 0 || at >= len(row.values) || row.values[at] == nil || same(row.values[at], values[t.key+i]) {
				continue
			}
			found = append(found, Difference{
				Table: stored.Table, Key: words(key), Column: column,
				Stored: string(values[t.key+i]), Said: string(row.values[at]), Seq: row.seq[at],
			})
		}
	}
	return found, nil
}

// Said is the value of one column of a row as JSON; empty when no entry speaks of it.
func (l *Ledger) Said(table string, key []string, column string) string {
	t := l.tables[table]
	row := t.rows[strings.Join(key, " ")]
	at := slices.Index(t.columns, column)
	if row == nil || at < 0 || at >= len(row.values) {
		return ""
	}
	return string(row.values[at])
}

// Missing lists, in no order, the rows of a table that were never compared: the journal speaks of
// them and they are not stored. To be called when all stored rows were compared.
func (l *Ledger) Missing(table string) []Difference {
	t := l.tables[table]
	if t == nil || !l.based {
		return nil
	}
	var found []Difference
	for key, row := range t.rows {
		if !row.seen {
			found = append(found, Difference{Table: table, Key: strings.Split(key, " "), Said: "a row", Seq: slices.Max(row.seq)})
		}
	}
	return found
}

func words(key []json.RawMessage) []string {
	list := make([]string, len(key))
	for i, v := range key {
		list[i] = string(v)
	}
	return list
}

// same compares two JSON values. Texts may be written in more than one way.
func same(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y string
	return len(a) > 0 && len(b) > 0 && a[0] == '"' && b[0] == '"' && json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && x == y
}
