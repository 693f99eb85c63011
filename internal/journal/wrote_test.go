package journal_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

var ledgerTables = []journal.Table{{Name: "match", Key: []string{"match_id"}}, {Name: "game", Key: []string{"match_id", "board"}}}

// wrote is the values of one entry.
func wrote(t *testing.T, stock bool, blocks ...journal.Rows) json.RawMessage {
	t.Helper()
	w := journal.Wrote{Stock: stock}
	for _, b := range blocks {
		w.Add(b)
	}
	text := expect.Must(json.Marshal(w))(t)
	return text
}

func block(table string, columns []string, rows ...string) journal.Rows {
	b := journal.Rows{Table: table, Columns: columns}
	for _, r := range rows {
		b.Rows = append(b.Rows, json.RawMessage(r))
	}
	return b
}

var (
	matchState = []string{"match_id", "state"}
	matchRow   = []string{"match_id", "section_id", "state"}
	gameRow    = []string{"match_id", "board", "winner"}
)

func gone(table string, key []string, rows ...string) journal.Rows {
	b := block(table, key, rows...)
	b.Gone = true
	return b
}

func TestLedgerFollowsValues(t *testing.T) {
	l := journal.NewLedger(ledgerTables)
	for i, w := range []json.RawMessage{
		wrote(t, false, block("match", matchRow, `[1, 7, "open"]`, `[2, 7, "open"]`), block("game", gameRow, `[1, "A", null]`, `[1,"B",null]`)),
		wrote(t, false), // nothing that decides
		wrote(t, false, block("match", matchState, `[1,"reported"]`), block("game", gameRow, `[1,"A","W"]`)),
		wrote(t, false, block("of a later program", []string{"id"}, `[1]`)),
		wrote(t, false, gone("match", []string{"match_id"}, `[2]`)),
	} {
		expect.OK(t, l.Next(int64(i+1), w))
	}
	for _, c := range []struct {
		what, table string
		columns     []string
		row         string
		want        []journal.Difference
	}{
		{"as the journal says", "match", matchRow, `[1, 7, "reported"]`, nil},
		{"written otherwise", "match", matchRow, `[1,7,"r\u0065ported"]`, nil},
		{"a changed value", "match", matchRow, `[1, 7, "verified"]`, []journal.Difference{{Table: "match", Key: []string{"1"}, Column: "state", Stored: `"verified"`, Said: `"reported"`, Seq: 3}}},
		{"a value of the first entry", "match", matchRow, `[1, 8, "reported"]`, []journal.Difference{{Table: "match", Key: []string{"1"}, Column: "section_id", Stored: "8", Said: "7", Seq: 1}}},
		{"null for a value", "game", gameRow, `[1, "A", null]`, []journal.Difference{{Table: "game", Key: []string{"1", `"A"`}, Column: "winner", Stored: "null", Said: `"W"`, Seq: 3}}},
		{"a row that was deleted", "match", matchRow, `[2, 7, "open"]`, []journal.Difference{{Table: "match", Key: []string{"2"}, Stored: "a row"}}},
		{"a row that nobody wrote", "game", gameRow, `[9, "A", null]`, []journal.Difference{{Table: "game", Key: []string{"9", `"A"`}, Stored: "a row"}}},
		{"a column nobody wrote", "match", []string{"match_id", "later"}, `[1, 5]`, nil},
	} {
		got, err := l.Compare(block(c.table, c.columns, c.row))
		if err != nil || !slices.EqualFunc(got, c.want, func(a, b journal.Difference) bool {
			return a.Table == b.Table && slices.Equal(a.Key, b.Key) && a.Column == b.Column && a.Stored == b.Stored && a.Said == b.Said && a.Seq == b.Seq
		}) {
			t.Errorf("%s: %+v, %v, want %+v", c.what, got, err, c.want)
		}
	}
	missing := l.Missing("game")
	expect.True(t, len(missing) == 1 && slices.Equal(missing[0].Key, []string{"1", `"B"`}) && missing[0].Seq == 1,
		"not stored any more: %+v, want board B alone", missing)
	expect.Equal(t, l.Said("match", []string{"1"}, "state"), `"reported"`, "the ledger")
}

// An entry that says nothing of values leaves them unknown until all are taken in.
func TestLedgerSaysWhatItDoesNotKnow(t *testing.T) {
	l := journal.NewLedger(ledgerTables)
	next := func(seq int64, w json.RawMessage) {
		t.Helper()
		expect.OK(t, l.Next(seq, w))
	}
	next(1, wrote(t, false, block("match", matchState, `[1,"open"]`)))
	next(2, nil) // of an earlier program
	next(3, wrote(t, false, block("match", matchState, `[1,"reported"]`)))
	if since, unknown := l.Unknown(); !unknown || since != 2 {
		t.Errorf("unknown %v since %d", unknown, since)
	}
	if found, err := l.Compare(block("match", matchState, `[5,"open"]`)); err != nil || found != nil {
		t.Errorf("compared what is not known: %+v, %v", found, err)
	}
	next(4, wrote(t, true, block("match", matchState, `[5,"open"]`)))
	if _, unknown := l.Unknown(); unknown {
		t.Error("unknown after all were taken in")
	}
	if found, err := l.Compare(block("match", matchState, `[5,"reported"]`)); err != nil || len(found) != 1 || found[0].Seq != 4 {
		t.Errorf("after the stock-taking: %+v, %v", found, err)
	}
	if found, err := l.Compare(block("match", matchState, `[1,"reported"]`)); err != nil || len(found) != 1 || found[0].Said != "" {
		t.Errorf("a row from before that was not found: %+v, %v", found, err)
	}
}

func TestLedgerRefusesWhatIsNoValues(t *testing.T) {
	for _, text := range []string{
		`{`, `[]`, `{"blocks":[{"table":"game","columns":["match_id"],"rows":[[1]]}]}`,
		`{"blocks":[{"table":"match","columns":["match_id","state"],"rows":[[1]]}]}`,
		`{"blocks":[{"table":"match","columns":["match_id","state"],"rows":[{"match_id":1}]}]}`,
	} {
		err := journal.NewLedger(ledgerTables).Next(3, json.RawMessage(text))
		var broken *journal.Broken
		expect.True(t, errors.As(err, &broken) && broken.Seq == 3, "%s: %v, want entry 3 broken", text, err)
	}
}

// The seal covers values, and tells an entry with none from one whose values were taken
// away.
func TestSealCoversValues(t *testing.T) {
	with := journal.Entry{EventID: 1, Seq: 1, Actor: "Ana", Action: "enter result", Subject: "open", Data: json.RawMessage(`{}`), Wrote: json.RawMessage(`{"blocks":[]}`)}
	for what, spoil := range map[string]func(*journal.Entry){
		"changed":         func(e *journal.Entry) { e.Wrote = json.RawMessage(`{"blocks":[1]}`) },
		"removed":         func(e *journal.Entry) { e.Wrote = nil },
		"moved to origin": func(e *journal.Entry) { e.Request, e.Wrote = string(e.Wrote), nil },
		"origin added":    func(e *journal.Entry) { e.Device = "Firefox" },
	} {
		e := with.Seal(journal.Hash{})
		spoil(&e)
		var v journal.Verifier
		err := v.Next(e)
		expect.True(t, err != nil, "values %s: the seal fits", what)
	}
	var v journal.Verifier
	if err := v.Next(with.Seal(journal.Hash{})); err != nil {
		t.Error(err)
	}
}
