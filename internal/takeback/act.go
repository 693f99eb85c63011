package takeback

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// act is an entry of the journal with what it says taken apart.
type act struct {
	journal.Entry
	Before json.RawMessage
	After  json.RawMessage
	Back   json.RawMessage
	Undoes int64

	section tournament.Section // where it was; zero for the event
	way     *way               // nil for an act that this program does not know
	values  journal.Wrote
}

func read(e journal.Entry, sections map[string]tournament.Section) (*act, error) {
	a := &act{Entry: e}
	said := struct {
		Before, After, Back *json.RawMessage
		Undoes              *int64
	}{&a.Before, &a.After, &a.Back, &a.Undoes}
	if err := json.Unmarshal(e.Data, &said); err != nil {
		return nil, fmt.Errorf("read journal entry %d: %w", e.Seq, err)
	}
	if len(e.Wrote) > 0 {
		if err := json.Unmarshal(e.Wrote, &a.values); err != nil {
			return nil, fmt.Errorf("read the values of journal entry %d: %w", e.Seq, err)
		}
	}
	first, _, _ := strings.Cut(e.Subject, "/")
	a.section = sections[first]
	a.way = ways[e.Action]
	return a, nil
}

// row is a row of a table as the act left it; gone ones have only their key.
type row struct {
	table  string
	gone   bool
	names  []string
	values []json.RawMessage
}

// rows are those that the act wrote into a table, each as it was left; the last word counts.
func (a *act) rows(table string) ([]row, error) {
	var list []row
	for _, block := range a.values.Blocks {
		if block.Table != table {
			continue
		}
		for _, text := range block.Rows {
			r := row{table: table, gone: block.Gone, names: block.Columns}
			if err := json.Unmarshal(text, &r.values); err != nil || len(r.values) != len(r.names) {
				return nil, fmt.Errorf("journal entry %d has a row of %s that cannot be read", a.Seq, table)
			}
			list = append(list, r)
		}
	}
	return list, nil
}

// value is a column of a row as JSON; empty where the act said nothing of it.
func (r row) value(column string) string {
	for i, name := range r.names {
		if name == column {
			return string(r.values[i])
		}
	}
	return ""
}

// id is a column that holds a number, 0 where it holds none.
func (r row) id(column string) int64 {
	n, err := strconv.ParseInt(r.value(column), 10, 64)
	if err != nil {
		return 0 // null
	}
	return n
}

// ids are the numbers in a column of the rows that the act wrote, each once.
func (a *act) ids(table, column string) ([]int64, error) {
	rows, err := a.rows(table)
	var list []int64
	seen := map[int64]bool{}
	for _, r := range rows {
		if id := r.id(column); id != 0 && !seen[id] {
			seen[id], list = true, append(list, id)
		}
	}
	return list, err
}

// oneID is the only number of ids.
func (a *act) oneID(table, column string) (int64, error) {
	list, err := a.ids(table, column)
	if err == nil && len(list) != 1 {
		err = fmt.Errorf("journal entry %d (%s) wrote %d rows of %s, expected 1", a.Seq, a.Action, len(list), table)
	}
	if err != nil {
		return 0, err
	}
	return list[0], nil
}

// number is what stands behind a word in the subject: "open/round 3/table 14" has round 3.
func (a *act) number(word string) int {
	for _, part := range journal.Parts(a.Subject) {
		if text, found := strings.CutPrefix(part, word+" "); found {
			if n, err := strconv.Atoi(text); err == nil {
				return n
			}
		}
	}
	return 0
}

// behind is the number in the last part of the subject, as in "person/7".
func (a *act) behind() int64 {
	text := a.Subject[strings.LastIndexAny(a.Subject, "/ ")+1:]
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// text reads one of the values as a text; empty where it is none.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// into reads one of the values.
func into[T any](value json.RawMessage) (T, error) {
	var v T
	if len(value) == 0 || string(value) == "null" {
		return v, nil
	}
	err := json.Unmarshal(value, &v)
	return v, err
}

// place says where an act was: "Open, round 3, table 14".
func (a *act) place() string {
	where := journal.Parts(a.Subject)
	if a.section.SectionID != 0 {
		where[0] = a.section.Name
	}
	return strings.Join(where, ", ")
}

// what is the last part of the place, without its first word: the name of a team.
func (a *act) what() string {
	where := journal.Parts(a.Subject)
	return strings.TrimPrefix(where[len(where)-1], "team ")
}
