package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/webhook"
)

// office is an event on which every command is carried out once, with what each
// told the journal and what it changed in the database.
type office struct {
	*testkit.World
	t    testing.TB
	pool *postgres.Pool
	now  time.Time
	last *journal.Change // of the command that ran last
	done map[string]bool

	desk     *tournament.Service
	disputes *dispute.Service
	people   *account.Service
}

// The stores hear what a command decides on its way to the database.
type (
	heardTournament struct {
		postgres.Tournament
		o *office
	}
	heardDisputes struct {
		postgres.Disputes
		o *office
	}
	accountStore  = postgres.Accounts
	heardAccounts struct {
		accountStore
		o *office
	}
)

func (o *office) hear(c journal.Change, err error) (journal.Change, error) {
	if err == nil {
		o.last = &c
	}
	return c, err
}

func (s heardTournament) Change(ctx context.Context, event int64, cmd journal.Command, decide func(tournament.Tx) (journal.Change, error)) (journal.Receipt, error) {
	return s.Tournament.Change(ctx, event, cmd, func(tx tournament.Tx) (journal.Change, error) { return s.o.hear(decide(tx)) })
}

func (s heardDisputes) Change(ctx context.Context, event int64, cmd journal.Command, decide func(dispute.Tx) (journal.Change, error)) (journal.Receipt, error) {
	return s.Disputes.Change(ctx, event, cmd, func(tx dispute.Tx) (journal.Change, error) { return s.o.hear(decide(tx)) })
}

func (s heardAccounts) ChangeRoles(ctx context.Context, event int64, cmd journal.Command, decide func(account.RolesTx) (journal.Change, error)) (journal.Receipt, error) {
	return s.accountStore.ChangeRoles(ctx, event, cmd, func(tx account.RolesTx) (journal.Change, error) { return s.o.hear(decide(tx)) })
}

func newOffice(t testing.TB) *office {
	t.Helper()
	o := officeOn(t, testdb.New(t), testkit.Morning)
	o.exec(nineOfficials, o.now)
	return o
}

// officeOn is the office of a database.
func officeOn(t testing.TB, pool *postgres.Pool, now time.Time) *office {
	o := &office{t: t, now: now, pool: pool, done: map[string]bool{}}
	clock := func() time.Time { return o.now }
	o.World = testkit.On(t, pool, clock)
	o.desk = tournament.NewService(heardTournament{postgres.Tournament{DB: o.DB}, o})
	o.disputes = dispute.NewService(heardDisputes{postgres.Disputes{DB: o.DB}, o})
	o.people = testkit.Accounts(heardAccounts{postgres.Accounts{DB: o.DB}, o}, clock)
	return o
}

// nineOfficials are the accounts 1 to 9, called A to I.
const nineOfficials = `insert into account (account_id, login, name, password_hash, created_at)
	select n, 'login' || n, 'Official ' || chr(64 + n), '-', $1 from generate_series(1, 9) n`

func (o *office) exec(sql string, args ...any) { o.t.Helper(); o.Exec(sql, args...) }

// by is a command of official n, A for 1.
func (o *office) by(n int64, reason string) journal.Command {
	return journal.Command{Actor: journal.Actor{AccountID: n, Name: "Official " + string(rune('@'+n))}, Reason: reason}
}

// rows are all rows of the event: table → primary key → column → value.
type rows map[string]map[string]map[string]any

const (
	eventTables = `select c.table_name, array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
			where i.indisprimary and i.indrelid = c.table_name::regclass order by a.attnum)
		from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and c.column_name = 'event_id' and t.table_type = 'BASE TABLE' order by 1`
)

// unwritten are tables in which commands leave traces of their own work.
var unwritten = []string{"journal", "idempotency", "event_counter"}

func (o *office) rows() rows {
	o.t.Helper()
	found := expect.Must(o.pool.Query(o.t.Context(), eventTables))(o.t)
	keys := map[string][]string{}
	for found.Next() {
		var table string
		var key []string
		expect.OK(o.t, found.Scan(&table, &key))
		keys[table] = key
	}
	all := rows{}
	for table, key := range keys {
		if slices.Contains(unwritten, table) {
			continue
		}
		all[table] = map[string]map[string]any{}
		list := expect.Must(o.pool.Query(o.t.Context(), `select to_jsonb(r) from `+table+` r where event_id = 1`))(o.t)
		for list.Next() {
			var row map[string]any
			expect.OK(o.t, list.Scan(&row))
			var id []string
			for _, k := range key {
				id = append(id, fmt.Sprint(row[k]))
			}
			all[table][strings.Join(id, " ")] = row
		}
		expect.OK(o.t, list.Err())
	}
	return all
}

// value is one value that a command wrote or took away.
type value struct {
	where string // table.column, and the path inside a JSON value
	text  string
}

// changed lists what went and what came between two states of the event.
func changed(before, after rows) (gone, come []value) {
	for table := range after {
		for _, id := range slices.Sorted(maps.Keys(union(before[table], after[table]))) {
			was, is := before[table][id], after[table][id]
			for _, column := range slices.Sorted(maps.Keys(union(was, is))) {
				old, now := map[string]string{}, map[string]string{}
				leaves(table+"."+column, was[column], old)
				leaves(table+"."+column, is[column], now)
				for where, text := range old {
					if now[where] != text {
						gone = append(gone, value{where, text})
					}
				}
				for where, text := range now {
					if old[where] != text {
						come = append(come, value{where, text})
					}
				}
			}
		}
	}
	return gone, come
}

func union[V any](a, b map[string]V) map[string]V {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]V{}
	}
	maps.Copy(all, b)
	return all
}

// leaves flattens a JSON value; empty ones, false and 0 say nothing.
func leaves(where string, v any, into map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			leaves(where+"/"+k, inner, into)
		}
	case []any:
		for i, inner := range v {
			leaves(where+"/"+strconv.Itoa(i), inner, into)
		}
	case string:
		if v != "" {
			into[where] = v
		}
	case bool:
		if v {
			into[where] = "true"
		}
	case float64:
		if v != 0 {
			into[where] = strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
}

// told is everything an entry says, in one text with a bar around each part.
func told(parts ...any) string {
	var said strings.Builder
	for _, part := range parts {
		encoded, err := json.Marshal(part)
		if err != nil {
			return err.Error()
		}
		var plain any
		if err := json.Unmarshal(encoded, &plain); err != nil {
			return err.Error()
		}
		speak(plain, &said)
	}
	return said.String()
}

func speak(v any, said *strings.Builder) {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			said.WriteString("|" + k)
			speak(inner, said)
		}
	case []any:
		for _, inner := range v {
			speak(inner, said)
		}
	case float64:
		said.WriteString("|" + strconv.FormatFloat(v, 'f', -1, 64) + "|")
	case nil:
	default:
		fmt.Fprintf(said, "|%v|", v)
	}
}

// says reports whether the text holds the value as a word of its own.
func says(text, value string) bool {
	if n, err := strconv.ParseFloat(value, 64); err == nil && n > 0 {
		for _, form := range []float64{n, n / 2, n / 60, n / 1000, n / 60_000} { // half points, seconds, milliseconds
			if regexp.MustCompile(`(^|[^0-9.])` + regexp.QuoteMeta(strconv.FormatFloat(form, 'f', -1, 64)) + `($|[^0-9.]|\.[^0-9])`).MatchString(text) {
				return true
			}
		}
		return false
	}
	return strings.Contains(strings.ToLower(text), strings.ToLower(strings.TrimSpace(value)))
}

// follows are columns that say nothing of their own: they are made from what the
// entry tells, name things by numbers, or keep when and by whom, as every entry does.
var follows = regexp.MustCompile(`(^event\.(version|public_version)|\.(revision|[a-z0-9]+_(id|by|at|hash)|(asked|decided|decided_by|made_by|seconded_by|noted_by|holder|writer|sent)_name|name_key|at|event_id|by_name|by_account|by_team)|^[a-z_]+\.(public_version))$`)

// run carries a command out and compares what it changed with what it told. Where
// except matches a table and column, the entry need not say the value; why is the
// comment beside the call.
func (o *office) run(name, reach string, except string, command func() error) {
	o.t.Helper()
	o.now = o.now.Add(time.Minute)
	before := o.rows()
	o.last = nil
	err := command()
	expect.MustTrue(o.t, err == nil, "%s: %v %v", name, err, fault.Fields(err))
	o.done[name] = true
	after := o.rows()
	o.journalKnowsAll(name)
	gone, come := changed(before, after)
	c := o.last
	expect.MustTrue(o.t, c != nil, "%s: no change was decided", name)
	if c.Action == "" {
		o.t.Errorf("%s: no entry was written", name)
		return
	}
	expect.Equal(o.t, c.Reach.String(), reach, "%s: its reach", name)
	o.tellsReceivers(name, *c, slices.Concat(gone, come))
	skip := func(v value) bool {
		column, _, _ := strings.Cut(v.where, "/")
		return follows.MatchString(column) || except != "" && regexp.MustCompile(except).MatchString(v.where) || strings.HasPrefix(v.text, o.now.Format("2006-01-02T15:04"))
	}
	told1, told2 := told(c.Before, c.Subject), told(c.After, c.Subject, c.Reason, c.Action)
	for _, v := range gone {
		expect.True(o.t, skip(v) || says(told1, v.text), "%s took %s %q away; before it the entry says %s", name, v.where, v.text, told1)
	}
	for _, v := range come {
		expect.True(o.t, skip(v) || says(told2, v.text), "%s wrote %s %q; the entry says %s", name, v.where, v.text, told2)
	}
}

// journalKnowsAll reports values that are stored and are not what the entries say.
func (o *office) journalKnowsAll(after string) {
	o.t.Helper()
	events := expect.Must(postgres.VerifyJournals(o.t.Context(), o.pool))(o.t)
	for _, e := range events {
		if e.Broken != "" || len(e.Differs) > 0 || e.Unvalued {
			o.t.Errorf("after %s: %s, differing: %s, unvalued %v", after, e.Broken, strings.Join(e.Differs, "; "), e.Unvalued)
		}
	}
}

// tellsReceivers reports a change of published pairings, or of what counts for a
// match, that no webhook is told of.
func (o *office) tellsReceivers(name string, c journal.Change, values []value) {
	o.t.Helper()
	for _, v := range values {
		published, counts := v.where == "publication.version", v.where == "result_report.state" && v.text == string(tournament.ReportConfirmed)
		kind := webhook.KindOf(c.Action)
		if published && kind != webhook.Publish || counts && kind == "" {
			o.t.Errorf("%s changes %s, and receivers of %q are told %q", name, v.where, c.Action, kind)
			return
		}
	}
}

// commands lists the methods of a service that take a journal.Command.
func commands(pack string, service any) []string {
	var names []string
	kind := reflect.TypeOf(service)
	for m := range kind.NumMethod() {
		method := kind.Method(m)
		for n := range method.Type.NumIn() {
			if method.Type.In(n) == reflect.TypeFor[journal.Command]() {
				names = append(names, pack+"."+method.Name)
			}
		}
	}
	return names
}

func second[T any](_ T, err error) error { return err }

// TestEveryCommandTellsWhatItChanged carries every command of the services out. The
// journal's entry has to hold every value that went and every one that came, and
// to reach the pages that show it: "-" the desk alone, "1" section 1, "1 2" its
// round 2, "*" all.
func TestEveryCommandTellsWhatItChanged(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, story := range []func(){o.setsUp, o.enters, o.pairs, o.plays, o.records, o.corrects, o.disputed, o.appeals, o.groups, o.phases, o.playOffs, o.paths, o.imports, o.staffs} {
		story()
	}
	var missing []string
	for _, name := range slices.Concat(commands("tournament", o.desk), commands("dispute", o.disputes), commands("account", o.people)) {
		if !o.done[name] {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("never carried out: %s", strings.Join(missing, ", "))
	}
}
