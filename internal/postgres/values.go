package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/journal"
)

// mostDiffers is how many differing values of one event are named; behind them their
// number is.
const mostDiffers = 50

// compareValues compares the decisive values that are stored with what the journal says
// and fills in what differs.
func compareValues(ctx context.Context, q querier, schema []table, ledger *journal.Ledger, e *Sealed) error {
	var found []journal.Difference
	for i := range decisiveTables {
		t := &decisiveTables[i]
		has := columnsIn(schema, t.name)
		if has == nil {
			continue // a schema from before the table
		}
		differs, rows, err := compareTable(ctx, q, t, has, ledger, e.EventID)
		if err != nil {
			return err
		}
		e.Compared += rows
		differs = append(differs, ledger.Missing(t.name)...)
		slices.SortFunc(differs, journal.Difference.Compare) // rows lie in another order after a restore
		found = append(found, differs...)
	}
	if len(found) == 0 {
		return nil
	}
	named := found[:min(len(found), mostDiffers)]
	places, err := placesOf(ctx, q, ledger, named, e.EventID)
	if err != nil {
		return err
	}
	for _, d := range named {
		e.Differs = append(e.Differs, inWords(d, places))
	}
	if more := len(found) - len(named); more > 0 {
		e.Differs = append(e.Differs, fmt.Sprintf("and %d more", more))
	}
	return nil
}

// compareTable streams the rows of one table.
func compareTable(ctx context.Context, q querier, t *decisiveTable, has []string, ledger *journal.Ledger, eventID int64) (found []journal.Difference, count int, err error) {
	sql, names := t.stored(has)
	rows, err := q.Query(ctx, sql, eventID)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	block := journal.Rows{Table: t.name, Columns: names, Rows: make([]json.RawMessage, 1)}
	for rows.Next() {
		block.Rows[0] = rows.RawValues()[0]
		differs, err := ledger.Compare(block)
		if err != nil {
			return nil, 0, err
		}
		found = append(found, differs...)
		count++
	}
	return found, count, rows.Err()
}

// columnsIn lists the columns of one table of a schema; nil when it has no such table.
func columnsIn(schema []table, name string) []string {
	for _, t := range schema {
		if t.Name == name {
			return t.Columns
		}
	}
	return nil
}

// inWords names a difference for people: what it is about, what is stored, and what
// which entry of the journal says.
func inWords(d journal.Difference, places map[string]string) string {
	t := decisiveByName(d.Table)
	what := t.words
	for i, name := range t.key {
		what += " " + strings.TrimSuffix(strings.TrimSuffix(name, "_id"), "_no") + " " + d.Key[i]
	}
	if len(t.key) == 1 {
		what = t.words + " " + d.Key[0]
	}
	if place := places[d.Table+" "+strings.Join(d.Key, " ")]; place != "" {
		what += " of " + place
	}
	switch {
	case d.Said == "":
		return what + " is stored, and no entry of the journal wrote it"
	case d.Stored == "":
		return fmt.Sprintf("%s is not stored, and entry %d of the journal wrote it", what, d.Seq)
	}
	return fmt.Sprintf("%s: %s is %s, entry %d of the journal says %s", what, d.Column, d.Stored, d.Seq, d.Said)
}

const matchPlaces = `select m.match_id, coalesce(s.slug, 'section ' || m.section_id) || '/round ' || m.round_no ||
		case when p.table_no is null then '/pairing ' || m.pairing_no else '/table ' || p.table_no end || '/match ' || m.match_no
	from match m left join section s using (event_id, section_id) left join pairing p using (event_id, section_id, round_no, pairing_no)
	where m.event_id = $1 and m.match_id = any($2)`

// placesOf says at which table of the hall each difference that belongs to a match is,
// by table and key.
func placesOf(ctx context.Context, q querier, ledger *journal.Ledger, found []journal.Difference, eventID int64) (map[string]string, error) {
	matches := map[string]int64{}
	var asked []int64
	for _, d := range found {
		if id := matchOf(ledger, d.Table, d.Key); id != 0 {
			matches[d.Table+" "+strings.Join(d.Key, " ")] = id
			asked = append(asked, id)
		}
	}
	rows, err := q.Query(ctx, matchPlaces, eventID, asked)
	if err != nil {
		return nil, err
	}
	var id int64
	var place string
	known := map[int64]string{}
	if _, err := pgx.ForEachRow(rows, []any{&id, &place}, func() error { known[id] = place; return nil }); err != nil {
		return nil, err
	}
	places := map[string]string{}
	for what, id := range matches {
		places[what] = known[id]
		if places[what] == "" {
			places[what] = fmt.Sprintf("match %d", id)
		}
	}
	return places, nil
}

// matchOf is the match that a row belongs to, as the journal says; 0 for none.
func matchOf(ledger *journal.Ledger, table string, key []string) int64 {
	id := ""
	switch table {
	case "match", "game", "match_act":
		id = key[0]
	case "result_report", "correction", "incident", "penalty":
		id = ledger.Said(table, key, "match_id")
	case "ruling":
		return matchOf(ledger, "incident", []string{ledger.Said(table, key, "incident_id")})
	case "appeal":
		return matchOf(ledger, "ruling", []string{ledger.Said(table, key, "ruling_id")})
	case "remedy":
		return matchOf(ledger, "ruling", key[:1])
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
