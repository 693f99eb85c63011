package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// The decisive tables are those that results, pairings, standings, prizes and rulings
// follow from. Every command that writes into one says so in its journal entry, under
// the seal, so that a value that was changed past the program is found by comparing
// what is stored with what the journal says. A method of Tx that writes into one of
// these tables has to keep what it wrote: with returning where the database works the
// values out, with keep where they are known and a round trip counts. One that forgets
// is found by the comparison at the end of each test that carries commands out.

// decisiveTable is one of them.
type decisiveTable struct {
	name  string
	words string   // what a row of it is called
	key   []string // the primary key without event_id
	// columns are those compared. Personal texts and long ones stand in the journal as
	// digests: the entry's words say what they were, and a changed one is found as well.
	columns []decisiveColumn
	where   string // which rows count; empty: all
}

type decisiveColumn struct {
	name string
	sql  string // of its value; @ stands for the table
}

// source is the column of the table that the value is of.
func (c decisiveColumn) source() string {
	_, rest, _ := strings.Cut(c.sql, "@.")
	end := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if end < 0 {
		return rest
	}
	return rest[:end]
}

// plain columns stand in the journal as they are.
func plain(names ...string) []decisiveColumn {
	columns := make([]decisiveColumn, len(names))
	for i, name := range names {
		columns[i] = decisiveColumn{name, "@." + name}
	}
	return columns
}

// asText writes JSON as it was sent.
func asText(name string) []decisiveColumn { return []decisiveColumn{{name, "@." + name + "::text"}} }

// asDigest writes the first half of a SHA-256.
func asDigest(names ...string) []decisiveColumn {
	columns := make([]decisiveColumn, len(names))
	for i, name := range names {
		columns[i] = decisiveColumn{name, "left(encode(sha256(convert_to(@." + name + "::text, 'UTF8')), 'hex'), 32)"}
	}
	return columns
}

func asTime(name string) []decisiveColumn {
	return []decisiveColumn{{name, "extract(epoch from @." + name + ")"}}
}

var decisiveTables = []decisiveTable{
	{name: "section", words: "section", key: []string{"section_id"}, columns: withNewSettings(slices.Concat(
		plain("rulebook", "system", "colour_mode", "initial_colour", "accelerated", "rounds", "matches_per_pairing", "scoring", "bye_points",
			"requested_bye_limit", "tie_breaks", "tie_break_edition", "team_size", "clock_ms", "round_minutes", "appeal_minutes", "verify_teams",
			"verify_rekey", "max_grade", "heavy_penalties", "group_count", "double_cycle", "advance", "third_place", "consolation", "seat_rotation",
			"no_half_in_last", "hidden", "one_official"),
		asText("house_rules"), plain("announced_round")))},
	{name: "team", words: "team", key: []string{"team_id"}, columns: slices.Concat(
		plain("section_id", "number", "strength", "state", "arrives_round", "leaves_round", "group_no", "categories"), asDigest("name"), plain("defaults_forgiven"))},
	{name: "player", words: "player", key: []string{"player_id"}, columns: slices.Concat(
		plain("section_id", "team_id", "seat_order", "rating"), asDigest("first_name", "last_name"))},
	{name: "bye_request", words: "requested bye", key: []string{"section_id", "round_no", "team_id"}, columns: plain("kind")},
	{name: "forbidden_pair", words: "pair kept apart", key: []string{"section_id", "team_id", "other_id"}, columns: plain("first_round", "last_round", "hard")},
	{name: "team_points", words: "points without a match", key: []string{"points_id"}, columns: append(
		plain("section_id", "team_id", "round_no", "match_points", "game_points", "ruling_id"), asDigest("taken_back_reason")...)},
	{name: "tie_order", words: "order of level teams", key: []string{"section_id", "team_id"}, columns: plain("decision_no", "position", "how", "seed")},
	{name: "phase", words: "phase", key: []string{"section_id"}, columns: append(plain("carry", "seeding", "breaking", "seed"), asTime("started_at")...)},
	{name: "phase_feed", words: "feed of a phase", key: []string{"section_id", "feed_no"}, columns: plain("from_section", "kind", "first_no", "last_no")},
	{name: "phase_entry", words: "team that came into a phase", key: []string{"section_id", "team_id"}, columns: plain("from_section", "from_team", "seed_no", "place", "table_name", "lost_round", "shared")},
	{
		name: "phase_result", words: "result that came along", key: []string{"section_id", "team_id", "from_section", "round_no"},
		columns: plain("opponent_id", "white", "forfeit", "points", "against", "games"),
	},
	{name: "prize_plan", words: "prizes of the section", key: []string{"section_id"}, columns: plain("split", "several", "currency")},
	{name: "prize", words: "prize", key: []string{"section_id", "prize_no"}, columns: plain("name", "category", "place", "money")},
	{
		name: "round", words: "round", key: []string{"section_id", "round_no"}, where: "publication > 0",
		columns: append(plain("publication"), decisiveColumn{"locked", "@.state = 'locked'"}),
	},
	{
		name: "publication", words: "published pairings", key: []string{"section_id", "round_no", "version"},
		columns: append(asDigest("tables"), decisiveColumn{"withdrawn", "@.withdrawn_at is not null"}),
	},
	{name: "pairing", words: "pairing", key: []string{"section_id", "round_no", "pairing_no"}, columns: plain("table_no", "bye", "bye_points", "decider_slot")},
	{name: "pairing_team", words: "team of a pairing", key: []string{"section_id", "round_no", "team_id"}, columns: plain("pairing_no", "slot", "seat_order")},
	{name: "substitution", words: "substitution", key: []string{"match_id", "number"}, columns: plain("team_id", "seat", "out_id", "in_id")},
	{name: "line_up", words: "line-up", key: []string{"section_id", "round_no", "match_no", "team_id"}, columns: plain("first_id", "second_id")},
	{
		name: "match", words: "match", key: []string{"match_id"},
		columns: plain("section_id", "round_no", "pairing_no", "match_no", "side1_slot", "state", "under_review"),
	},
	{name: "game", words: "game", key: []string{"match_id", "board"}, columns: plain("white_id", "black_id", "winner", "reason")},
	{name: "result_report", words: "result report", key: []string{"report_id"}, columns: slices.Concat(
		plain("match_id", "source", "by_account", "by_team", "outcome", "slot1_points", "slot2_points", "forfeit"), asText("ends"),
		plain("articles", "basis", "slip", "state", "verified_by", "counts", "counts_from", "replaces", "replaced_verified", "ruling_id"))},
	{name: "correction", words: "correction that waits", key: []string{"correction_id"}, columns: append(plain("match_id", "state", "decided_by"), asDigest("input")...)},
	{name: "match_act", words: "act of a live record", key: []string{"match_id", "seq"}, columns: append(plain("source"), asDigest("act", "clocks")...)},
	{
		name: "incident", words: "incident", key: []string{"incident_id"},
		columns: append(plain("section_id", "match_id", "state", "kind", "joined_to"), asDigest("facts", "pending")...),
	},
	{name: "ruling", words: "ruling", key: []string{"ruling_id"}, columns: slices.Concat(
		plain("incident_id", "level", "made_by", "verdict", "follows", "articles", "basis", "state", "replaces", "heavy", "seconded_by"),
		asTime("appeal_until"), asText("decision"), asDigest("proposal", "sentence", "reason"), plain("held"))},
	{
		name: "remedy", words: "remedy", key: []string{"ruling_id", "remedy_no"},
		columns: append(plain("kind", "seat", "player_id", "team_id", "ms", "applied"), asDigest("detail")...),
	},
	{name: "appeal", words: "appeal", key: []string{"appeal_id"}, columns: append(
		plain("ruling_id", "level", "team_id", "late", "state", "decided_by", "new_ruling", "deposit"), asDigest("grounds", "reason")...)},
	{
		name: "penalty", words: "penalty", key: []string{"penalty_id"},
		columns: plain("ruling_id", "section_id", "player_id", "team_id", "match_id", "offence", "step", "penalty", "scope", "state"),
	},
	{name: "conduct", words: "measure against a person of the hall", key: []string{"conduct_id"}, columns: append(
		plain("section_id", "team_id", "offence", "step", "measure"), asDigest("person", "ended_reason")...)},
	{name: "rulebook_text", words: "text of a rulebook", key: []string{"rulebook"}, columns: append(plain("digest"), asDigest("body")...)},
}

// withNewSettings adds the decisive settings that the list does not have yet. The list
// keeps its order: the rows that journals hold are written in it.
func withNewSettings(columns []decisiveColumn) []decisiveColumn {
	for _, c := range tournament.SettingColumns(tournament.Section{}) {
		if c.Decisive && !slices.ContainsFunc(columns, func(known decisiveColumn) bool { return known.name == c.Name }) {
			columns = append(columns, plain(c.Name)...)
		}
	}
	return columns
}

// decisiveByName finds a table; every name in the program is one of them.
func decisiveByName(name string) *decisiveTable {
	i := slices.IndexFunc(decisiveTables, func(t decisiveTable) bool { return t.name == name })
	return &decisiveTables[i]
}

// ledgerTables describes the decisive tables to a journal.Ledger.
func ledgerTables() []journal.Table {
	list := make([]journal.Table, len(decisiveTables))
	for i, t := range decisiveTables {
		list[i] = journal.Table{Name: t.name, Key: t.key}
	}
	return list
}

// names are the columns of a whole row, the key first.
func (t *decisiveTable) names() []string {
	list := slices.Clone(t.key)
	for _, c := range t.columns {
		list = append(list, c.name)
	}
	return list
}

// row is SQL for a whole row as a JSON array, or for its key alone.
func (t *decisiveTable) row(alias string, keyOnly bool) string {
	values := make([]string, 0, len(t.key)+len(t.columns))
	for _, name := range t.key {
		values = append(values, alias+"."+name)
	}
	for _, c := range t.columns {
		if !keyOnly {
			values = append(values, strings.ReplaceAll(c.sql, "@", alias))
		}
	}
	return "json_build_array(" + strings.Join(values, ", ") + ")::text"
}

// stored reads the rows of event $1 as they are, with those of the values that a table
// of these columns has: an older schema lacks some.
func (t *decisiveTable) stored(has []string) (sql string, names []string) {
	present := *t
	present.columns = slices.DeleteFunc(slices.Clone(t.columns), func(c decisiveColumn) bool { return !slices.Contains(has, c.source()) })
	sql = "select " + present.row(quoted(t.name), false) + " from " + quoted(t.name) + " where event_id = $1"
	if t.where != "" {
		sql += " and " + t.where
	}
	return sql, present.names()
}

// returning ends a statement that writes whole rows of a decisive table; the rows are
// for keeping. alias is what the statement calls the table.
func returning(table, alias string) string {
	return " returning " + decisiveByName(table).row(alias, false)
}

// returningGone ends a statement that deletes rows of a decisive table.
func returningGone(table string) string {
	return " returning " + decisiveByName(table).row(table, true)
}

// keeping takes the rows that a statement with returning brings.
func (tx *openTx) keeping(table string) func(pgx.Rows) error {
	return tx.collectInto(journal.Rows{Table: table, Columns: decisiveByName(table).names()})
}

// keepingGone takes the rows that a statement with returningGone brings.
func (tx *openTx) keepingGone(table string) func(pgx.Rows) error {
	return tx.collectInto(journal.Rows{Table: table, Gone: true, Columns: decisiveByName(table).key})
}

func (tx *openTx) collectInto(block journal.Rows) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
		for _, text := range texts {
			block.Rows = append(block.Rows, json.RawMessage(text))
		}
		tx.wrote.Add(block)
		return err
	}
}

// keep notes values of one row that are written without asking the database back: those
// of the key and of the columns named behind it.
func (tx *openTx) keep(table string, columns []string, row ...any) {
	text, err := json.Marshal(row)
	if err != nil || len(row) != len(columns) {
		panic(fmt.Sprintf("keep %d values of %v in %s: %v", len(row), columns, table, err))
	}
	tx.wrote.Add(journal.Rows{Table: table, Columns: columns, Rows: []json.RawMessage{text}})
}

// keepGone notes that one row is deleted.
func (tx *openTx) keepGone(table string, key ...any) {
	text, err := json.Marshal(key)
	if err != nil {
		panic(fmt.Sprintf("keep the key of a row of %s: %v", table, err))
	}
	tx.wrote.Add(journal.Rows{Table: table, Gone: true, Columns: decisiveByName(table).key, Rows: []json.RawMessage{text}})
}

// write carries out a statement that writes whole rows of a decisive table, and keeps
// them. alias is what the statement calls the table.
func (tx *openTx) write(ctx context.Context, what, table, alias, sql string, args ...any) error {
	return tx.writeRows(ctx, what, sql+returning(table, alias), tx.keeping(table), args...)
}

// remove carries out a statement that deletes rows of a decisive table.
func (tx *openTx) remove(ctx context.Context, what, table, sql string, args ...any) error {
	return tx.writeRows(ctx, what, sql+returningGone(table), tx.keepingGone(table), args...)
}

func (tx *openTx) writeRows(ctx context.Context, what, sql string, take func(pgx.Rows) error, args ...any) error {
	rows, err := tx.Query(ctx, sql, args...)
	if err == nil {
		err = take(rows)
	}
	return failed(what, err)
}
