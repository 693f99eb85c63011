package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// wholeOffice is an event on which every command was carried out.
func wholeOffice(t *testing.T) *office {
	t.Helper()
	pool := story.New(t)
	return officeOn(t, pool, storyEnd)
}

// story is that event, told once for all tests; storyEnd is the time at its end.
var (
	storyEnd time.Time
	story    = testdb.NewSource(func(t testing.TB, pool *postgres.Pool) {
		o := officeOn(t, pool, testkit.Morning)
		o.exec(nineOfficials, o.now)
		for _, part := range []func(){o.setsUp, o.enters, o.pairs, o.plays, o.records, o.corrects, o.disputed, o.appeals, o.groups, o.phases, o.imports} {
			part()
		}
		store := postgres.Tournament{DB: postgres.New(o.pool, func() time.Time { return o.now })}
		_, err := store.Change(t.Context(), 1, o.by(1, "as an imported report says"), func(tx tournament.Tx) (journal.Change, error) {
			return journal.Change{Action: "import report"}, tx.InsertTeamPoints(t.Context(), 1, []tournament.TeamPoints{{TeamID: 1, RoundNo: 1, MatchPoints: -2, Reason: "late"}})
		})
		o.must(err)
		storyEnd = o.now
	})
)

// withoutRules drops what keeps wrong values out, as somebody at the database may.
const withoutRules = `do $$
	declare c record;
	begin
		for c in select conrelid::regclass as tab, conname from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace loop
			execute format('alter table %s drop constraint %I', c.tab, c.conname);
		end loop;
		for c in select indexrelid::regclass as ind from pg_index where indisunique and not indisprimary
			and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) loop
			begin execute format('drop index %s', c.ind); exception when dependent_objects_still_exist then null; end;
		end loop;
		for c in select conrelid::regclass as tab, conname from pg_constraint where contype = 'u' and connamespace = 'public'::regnamespace loop
			execute format('alter table %s drop constraint %I', c.tab, c.conname);
		end loop;
		for c in select attrelid::regclass as tab, attname from pg_attribute a join pg_class r on r.oid = a.attrelid
			where r.relnamespace = 'public'::regnamespace and r.relkind = 'r' and a.attnum > 0 and a.attnotnull and not a.attisdropped
				and a.attnum <> all (array(select unnest(i.indkey) from pg_index i where i.indrelid = r.oid and i.indisprimary)) loop
			execute format('alter table %s alter column %I drop not null', c.tab, c.attname);
		end loop;
	end $$`

// another is SQL for a value that is not the one a column has.
func another(column, kind string) string {
	switch kind {
	case "boolean":
		return "not " + column
	case "text":
		return "coalesce(" + column + ", '') || 'x'"
	case "json":
		return `'{"changed": "by hand"}'`
	case "timestamp with time zone":
		return "coalesce(" + column + ", now()) + interval '1 hour'"
	}
	return "coalesce(" + column + ", 0) + 1"
}

// Every value that decides something is found when it is changed past the program, and
// so is every row that is added or taken away: each is named with what the journal says.
func TestAValueChangedByHandIsFound(t *testing.T) {
	t.Parallel()
	o := wholeOffice(t)
	o.journalKnowsAll("the whole story")
	o.exec(withoutRules)
	decisive := postgres.DecisiveColumns()
	for _, table := range slices.Sorted(maps.Keys(decisive)) {
		columns := map[string]string{}
		rows := expect.Must(o.pool.Query(t.Context(), `select column_name, data_type from information_schema.columns where table_schema = 'public' and table_name = $1`, table))(t)
		var column, kind string
		expect.OK(t, expect.Err(pgx.ForEachRow(rows, []any{&column, &kind}, func() error { columns[column] = kind; return nil })))
		one := ` where ctid = (select ctid from "` + table + `" where event_id = 1` + map[string]string{
			"round": " and publication > 0", "publication": " and withdrawn_at is null",
		}[table] + ` limit 1)`
		for _, column := range decisive[table] {
			to := another(column, columns[column])
			switch table + "." + column {
			case "round.state":
				to = "case state when 'locked' then 'complete' else 'locked' end"
			case "publication.withdrawn_at":
				to = "now()"
			}
			o.finds(table+"."+column, `update "`+table+`" set `+column+" = "+to+one, "the journal says")
		}
		o.finds("a row less in "+table, `delete from "`+table+`"`+one, "is not stored, and entry")
		o.finds("a row more in "+table, addRow(table, columns), "is stored, and no entry of the journal wrote it")
	}
}

// Whoever adds a table or a column decides whether the journal keeps its values: those
// listed here decide nothing of the tournament, or follow from what is compared.
var passedOver = map[string]string{
	"affiliation":       "a tie that an official declared",
	"api_token":         "a door for programs",
	"desk_message":      "words between desks",
	"desk_message_read": "who has read them",
	"duty":              "where an official stands",
	"event":             "name, place and days; its version is that of the journal",
	"event_counter":     "the numbers given out",
	"event_slug":        "addresses from before a rename",
	"hall_screen":       "what a screen shows",
	"idempotency":       "answers to forms that are sent again",
	"invitation":        "an open link",
	"journal":           "the seals prove it",
	"live_feed":         "a door for boards",
	"planned_start":     "when a round is to start",
	"printed_paper":     "what came out of the printer",
	"role_grant":        "who may act; each act names who did",
	"statement":         "what somebody said; rulings are compared with their reasons",
	"time_move":         "by how much planned times moved",
	"webhook":           "a program that is told",

	"conduct":        "person_key role club reason given_name given_at ended_at ended_name",
	"appeal":         "filed_by filed_at holder heard decided_at accepted_at accepted_reason accepted_by_name holder_name decided_by_name question asked due_at",
	"correction":     "sentence asked_by asked_name asked_at decided_name decided_at",
	"forbidden_pair": "reason",
	"incident":       "summary revision called_by opened_by opened_at taken_at photo writer writer_name writing_at chief_called_at chief_comes chief_comes_at",
	"line_up":        "set_by set_at",
	"match":          "revision verified_at",
	"match_act":      "at by_name outer_id",
	"pairing":        "reason extra_s paused_at pause_reason last_seen seen_by runner decider_how decider",
	"penalty":        "at",
	"phase":          "revision started_name",
	"player":         "name_key grade school external_id created_at",
	"prize_plan":     "revision public",
	"publication":    "published_at published_by",
	"result_report":  "by_name reason at",
	"rulebook_text":  "file_name saved_at saved_name",
	"round":          "revision draft draft_by draft_at published_at starts_at completed_at clock_s clock_started clock_paused_s clock_held_at clock_jump_ms match_starts drafted_at first_published_at",
	"ruling":         "made_by_name at seconded_by_name noted_by noted_by_name noted_at appeal_cut",
	"section":        "slug position revision frozen_at public_version tables_per_row" + handySettings(),
	"substitution":   "by_name reason at",
	"team":           "name_key slug code school link_hash revision created_at",
	"team_points":    "reason given_at given_name taken_back_at taken_back_name",
	"tie_order":      "reason decided_by_name decided_at",
}

// handySettings are the columns of settings on which no result rests.
func handySettings() (columns string) {
	for _, c := range tournament.SettingColumns(tournament.Section{}) {
		if !c.Decisive {
			columns += " " + c.Name
		}
	}
	return columns
}

func TestEveryColumnIsComparedOrPassedOver(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	rows := expect.Must(pool.Query(t.Context(), `select c.table_name, c.column_name, c.column_name in (
			select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
			where i.indisprimary and i.indrelid = quote_ident(c.table_name)::regclass) as in_key
		from information_schema.columns c where c.table_schema = 'public'
			and c.table_name in (select table_name from information_schema.columns where table_schema = 'public' and column_name = 'event_id')
		order by 1, 2`))(t)
	decisive := postgres.DecisiveColumns()
	var table, column string
	var inKey bool
	if _, err := pgx.ForEachRow(rows, []any{&table, &column, &inKey}, func() error {
		compared := decisive[table]
		over := slices.Contains(strings.Fields(passedOver[table]), column)
		switch {
		case compared == nil && passedOver[table] == "":
			t.Errorf("the table %s is neither compared nor passed over", table)
		case compared == nil, inKey:
		case slices.Contains(compared, column) == over:
			t.Errorf("%s.%s: compared %v, passed over %v; decide for one", table, column, !over, over)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// addRow copies a row under a new key.
func addRow(table string, columns map[string]string) string {
	key := map[string]string{
		"bye_request": "round_no", "forbidden_pair": "other_id", "game": "match_id", "line_up": "match_no", "match_act": "seq", "substitution": "number", "pairing": "pairing_no", "pairing_team": "team_id",
		"prize": "prize_no", "publication": "version", "remedy": "remedy_no", "result_report": "report_id", "team_points": "points_id", "round": "round_no", "tie_order": "team_id",
		"prize_plan": "section_id", "rulebook_text": "rulebook", "phase": "section_id", "phase_feed": "feed_no", "phase_entry": "team_id", "phase_result": "round_no",
	}[table]
	if key == "" {
		key = table + "_id"
	}
	names := slices.Sorted(maps.Keys(columns))
	values := slices.Clone(names)
	values[slices.Index(names, key)] = another(key, columns[key])
	if columns[key] != "text" {
		values[slices.Index(names, key)] = key + " + 900"
	}
	where := " where event_id = 1"
	if table == "round" {
		where += " and publication > 0"
	}
	return `insert into "` + table + `" (` + strings.Join(names, ", ") + `) select ` + strings.Join(values, ", ") + ` from "` + table + `"` + where + ` limit 1`
}

// finds does something by hand, looks, and takes it back.
func (o *office) finds(what, sql, says string) {
	o.t.Helper()
	tx := expect.Must(o.pool.Begin(o.t.Context()))(o.t)
	defer tx.Rollback(o.t.Context())
	tag, err := tx.Exec(o.t.Context(), sql)
	if err != nil || tag.RowsAffected() != 1 {
		o.t.Errorf("%s: %d rows, %v\n%s", what, tag.RowsAffected(), err, sql)
		return
	}
	events := expect.Must(postgres.VerifyInside(o.t.Context(), tx))(o.t)
	expect.True(o.t, len(events[0].Differs) == 1 && strings.Contains(events[0].Differs[0], says), "%s: found %q, want one that says %q", what, events[0].Differs, says)
}

// The words name event, match, what is stored and what which entry says.
func TestTheWordsOfADifference(t *testing.T) {
	t.Parallel()
	o := wholeOffice(t)
	for _, c := range []struct{ sql, want string }{
		{
			`update result_report set outcome = 'double-loss' where event_id = 1 and report_id = 1`,
			`^result report 1 of open/round 1/table 21/match 1: outcome is "double-loss", entry [0-9]+ of the journal says "slot1"$`,
		},
		{`update penalty set step = 7 where event_id = 1 and penalty_id = 1`, `^penalty 1 of open/round 2/table 21/match 1: step is 7, entry [0-9]+ of the journal says [0-9]+$`},
		{
			`update ruling set verdict = case verdict when 'denied' then 'upheld' else 'denied' end where event_id = 1 and ruling_id = 1`,
			`^ruling 1 of open/round 2/table 21/match 1: verdict is "[a-z]+", entry [0-9]+ of the journal says "[a-z]+"$`,
		},
		{
			`update pairing set table_no = 99 where (event_id, section_id, round_no, pairing_no) = (1, 1, 1, 1)`,
			`^pairing section 1 round 1 pairing 1: table_no is 99, entry [0-9]+ of the journal says 21$`,
		},
		{`update team set state = 'withdrawn' where event_id = 1 and team_id = 1`, `^team 1: state is "withdrawn", entry [0-9]+ of the journal says "here"$`},
	} {
		tx := expect.Must(o.pool.Begin(t.Context()))(t)
		expect.Must(tx.Exec(t.Context(), c.sql))(t)
		events, err := postgres.VerifyInside(t.Context(), tx)
		expect.True(t, err == nil && events[0].Slug != "" && len(events[0].Differs) == 1 && regexp.MustCompile(c.want).MatchString(events[0].Differs[0]),
			"%s:\n%q, %v, want %s", c.sql, events[0].Differs, err, c.want)
		expect.OK(t, tx.Rollback(t.Context()))
	}
}

// What was changed by hand before a backup is saved and restored as it is, and said;
// what is changed after it is refused.
func TestABackupTellsOfValuesChangedByHand(t *testing.T) {
	t.Parallel()
	o := wholeOffice(t)
	good, manifest := backup(t, o.pool)
	expect.MustTrue(t, manifest.Events[0].Differs == nil, "before: %q", manifest.Events[0].Differs)
	o.exec(`update result_report set slot1_points = 9 where event_id = 1 and report_id = 1`)
	// Many more, in rows that lie in another order than they are restored in.
	o.exec(`update team set strength = strength + 1 where event_id = 1`)
	o.exec(`update player set rating = coalesce(rating, 0) + 1, first_name = first_name || 'x', last_name = last_name || 'x' where event_id = 1`)
	o.exec(`delete from forbidden_pair where event_id = 1`)
	bad, manifest := backup(t, o.pool)
	differs := manifest.Events[0].Differs
	expect.True(t, len(differs) == 51 && regexp.MustCompile(`^and [0-9]+ more$`).MatchString(differs[50]) && strings.HasPrefix(differs[0], "team 1: strength is "),
		"the manifest says %q", differs)
	restored, err := postgres.Restore(t.Context(), empty(t), bytes.NewReader(bad))
	expect.True(t, err == nil && slices.Equal(restored.Events[0].Differs, manifest.Events[0].Differs), "restored with %q, %v", restored.Events[0].Differs, err)
	if _, err := postgres.Restore(t.Context(), empty(t), bytes.NewReader(good)); err != nil {
		t.Error(err)
	}
}

// An event that an earlier program wrote has its values taken into the journal once:
// with the migration, or else with its next command.
func TestStockIsTakenOfEarlierEvents(t *testing.T) {
	t.Parallel()
	o := wholeOffice(t)
	forget := func() {
		t.Helper()
		o.exec(`update journal set wrote = null`)
		o.reseal()
	}
	verified := func() postgres.Sealed {
		t.Helper()
		events, err := postgres.VerifyJournals(t.Context(), o.pool)
		expect.MustTrue(t, err == nil && events[0].Broken == "", "%v, %v", events, err)
		return events[0]
	}
	forget()
	before := verified()
	expect.MustTrue(t, before.Unvalued && before.UnvaluedAt == before.Version && before.Compared == 0, "without values: %+v", before)
	if n, err := postgres.SealValues(t.Context(), o.pool); err != nil || n != 1 {
		t.Fatalf("stock was taken of %d events, %v", n, err)
	}
	if n, err := postgres.SealValues(t.Context(), o.pool); err != nil || n != 0 {
		t.Errorf("stock was taken again of %d events, %v", n, err)
	}
	after := verified()
	expect.True(t, !after.Unvalued && after.Version == before.Version+1 && after.Compared >= 100 && after.Differs == nil, "after the stock-taking: %+v", after)

	forget()
	o.run("tournament.NoteSeen", "-", `^pairing\.(last_seen|seen_by)`, func() error {
		return o.desk.NoteSeen(t.Context(), 1, o.by(1, ""), 1, 1, 21)
	})
	if now := verified(); now.Unvalued || now.Version != after.Version+2 {
		t.Errorf("after the next command: %+v, want the stock and the command's own entry", now)
	}
	o.exec(`update result_report set outcome = 'double-loss' where event_id = 1 and report_id = 1`)
	if now := verified(); len(now.Differs) != 1 {
		t.Errorf("changed after the stock-taking: %q", now.Differs)
	}
}

// reseal makes the journal fit again, as an earlier program would have written it.
func (o *office) reseal() {
	o.t.Helper()
	rows := expect.Must(o.pool.Query(o.t.Context(), `select event_id, seq, at, actor_id, actor, action, subject, data, device, request from journal where event_id = 1 order by seq`))(o.t)
	var head journal.Hash
	var e journal.Entry
	var entries []journal.Entry
	if _, err := pgx.ForEachRow(rows, []any{&e.EventID, &e.Seq, &e.At, &e.ActorID, &e.Actor, &e.Action, &e.Subject, &e.Data, &e.Device, &e.Request}, func() error {
		e.Data = bytes.Clone(e.Data)
		sealed := e.Seal(head)
		head = sealed.Hash
		entries = append(entries, sealed)
		return nil
	}); err != nil {
		o.t.Fatal(err)
	}
	for _, e := range entries {
		o.exec(`update journal set prev_hash = $2, hash = $3 where event_id = 1 and seq = $1`, e.Seq, e.PrevHash[:], e.Hash[:])
	}
}

// A command that writes a decisive value has to write an entry.
func TestNoDecisiveValueWithoutAnEntry(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	out := b.send(t.Context(), "says nothing", func(ctx context.Context, tx tournament.Tx) (journal.Change, error) {
		_, err := rename("Silent")(ctx, tx)
		return journal.Change{}, err
	})
	<-out.done
	expect.True(t, out.err != nil && strings.Contains(out.err.Error(), "without a journal entry wrote into team") && b.teamName() != "Silent",
		"%v, the team is called %s", out.err, b.teamName())
}

// forged is a backup whose rows of one table were changed by somebody who made all
// digests fit again.
func forged(t *testing.T, file []byte, table, from, to string) []byte {
	t.Helper()
	r := expect.Must(backupfile.Open(bytes.NewReader(file)))(t)
	var out bytes.Buffer
	w, err := backupfile.NewWriter(&out, r.Manifest)
	for err == nil {
		head, rows, failed := r.Next()
		if errors.Is(failed, io.EOF) {
			break
		}
		var text []byte
		var into io.Writer
		if text, err = io.ReadAll(rows); err == nil {
			into, err = w.Table(head)
		}
		if head.Name == table {
			changed := strings.Replace(string(text), from, to, 1)
			expect.MustTrue(t, changed != string(text), "%s has no %q:\n%s", table, from, text)
			text = []byte(changed)
		}
		if err == nil {
			_, err = into.Write(text)
		}
	}
	if err == nil {
		_, err = w.Close()
	}
	expect.OK(t, err)
	return out.Bytes()
}

// Digests can be computed by anybody. Who computes them anew still cannot make the
// journal say what it does not say.
func TestAForgedBackupIsRefused(t *testing.T) {
	t.Parallel()
	o := wholeOffice(t)
	file, _ := backup(t, o.pool)
	for _, c := range []struct{ table, from, to, says string }{
		{"result_report", "\tslot1\t", "\tslot2\t", `outcome is "slot2", entry`},
		{"match", "\tverified\t", "\treported\t", `state is "reported", entry`},
		{"team", "\there\t", "\tabsent\t", `state is "absent", entry`},
		{"journal", "\tenter result\t", "\tenter resolt\t", "its content does not match its seal"},
	} {
		_, err := postgres.Restore(t.Context(), empty(t), bytes.NewReader(forged(t, file, c.table, c.from, c.to)))
		expect.True(t, err != nil && strings.Contains(err.Error(), "the journal of the event sea: ") && strings.Contains(err.Error(), c.says),
			"%s: %v, want one that names the event and says %q", c.table, err, c.says)
	}
}
