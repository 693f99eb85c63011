package postgres_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// before is the last schema of the programs before values were kept.
const before = 22

// A backup that is made before a migration is one that the program from before can read:
// its format, its schema, nothing that such a program does not know. What it restores is
// what was saved, and it restores on the present program as well.
func TestTheWayBackFromAnUpgrade(t *testing.T) {
	t.Parallel()
	old := empty(t)
	expect.OK(t, postgres.MigrateTo(t.Context(), old, before))
	fill(t, old)
	upgrade, err := postgres.PendingUpgrade(t.Context(), old)
	expect.MustTrue(t, err == nil && upgrade.Due && upgrade.Filled && upgrade.From == before, "pending: %+v, %v", upgrade, err)
	file, manifest := backup(t, old)
	text := unpack(t, file)
	first, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(first, `{"tandem_backup":1,"schema":22,"taken_at":`) || strings.Contains(first, "program") || strings.Contains(first, "differs") {
		t.Errorf("the file begins with %s", first)
	}
	if !strings.HasSuffix(text, "\n"+`{"complete":true,"rows":9}`+"\n") {
		t.Errorf("the file ends with %s", text[max(0, len(text)-200):])
	}

	expect.Must(postgres.Migrate(t.Context(), old.Config().ConnString()))(t)
	back := empty(t)
	restored := expect.Must(postgres.RestoreAsOf(t.Context(), back, bytes.NewReader(file), before))(t)
	expect.NoDiff(t, cmp.Diff(manifest, restored), "manifest, -written +read")
	if again, _ := backup(t, back); unpack(t, again) != text {
		t.Errorf("-saved +restored:\n%s", cmp.Diff(text, unpack(t, again)))
	}
	forward := empty(t)
	expect.Must(postgres.Restore(t.Context(), forward, bytes.NewReader(file)))(t)
	if done, err := postgres.PendingUpgrade(t.Context(), forward); err != nil || done.Due {
		t.Errorf("restored on the present program: %+v, %v", done, err)
	}
	events, err := postgres.VerifyJournals(t.Context(), forward)
	expect.True(t, err == nil && !events[1].Unvalued && events[1].Broken == "" && events[1].Differs == nil && events[1].Version == 4,
		"its values are under the seal: %+v, %v", events, err)
}

// Nothing has to be saved of a database in which nobody has worked.
func TestAnEmptyDatabaseNeedsNoSavePoint(t *testing.T) {
	t.Parallel()
	pool := empty(t)
	if u, err := postgres.PendingUpgrade(t.Context(), pool); err != nil || !u.Due || u.Filled || u.From != 0 {
		t.Errorf("no schema: %+v, %v", u, err)
	}
	expect.OK(t, postgres.MigrateTo(t.Context(), pool, before))
	if u, err := postgres.PendingUpgrade(t.Context(), pool); err != nil || !u.Due || u.Filled || u.From != before {
		t.Errorf("no rows: %+v, %v", u, err)
	}
}

// A step whose number is lower than the last one comes later when somebody else wrote it: it is
// applied, and what is there is saved before, as before every other.
func TestAStepThatComesLater(t *testing.T) {
	t.Parallel()
	const late = 47
	pool := empty(t)
	dsn := pool.Config().ConnString()
	expect.Must(postgres.Migrate(t.Context(), dsn))(t)
	fill(t, pool)
	run(t, pool, "alter table event drop column paper_language")
	run(t, pool, fmt.Sprint("delete from goose_db_version where version_id = ", late))
	pending, err := postgres.PendingUpgrade(t.Context(), pool)
	expect.MustTrue(t, err == nil && pending.Due && pending.Filled, "pending: %+v, %v", pending, err)
	applied, err := postgres.Migrate(t.Context(), dsn)
	expect.MustTrue(t, err == nil && len(applied) == 1 && applied[0].Version == late, "applied %v, %v", applied, err)
	run(t, pool, "select paper_language from event")
	pending, err = postgres.PendingUpgrade(t.Context(), pool)
	expect.True(t, err == nil && !pending.Due, "afterwards: %+v, %v", pending, err)
}

// Each schema says which program can read it.
func TestANewerSchemaNamesItsProgram(t *testing.T) {
	t.Parallel()
	pool := empty(t)
	dsn := pool.Config().ConnString()
	expect.Must(postgres.Migrate(t.Context(), dsn))(t)
	run(t, pool, "insert into goose_db_version (version_id, is_applied) values (99999, true)")
	if _, err := postgres.Migrate(t.Context(), dsn); err == nil || !strings.Contains(err.Error(), "start tandem devel, which wrote it, or a newer one") {
		t.Errorf("%v, want one that names the program", err)
	}
	run(t, pool, "comment on table goose_db_version is null")
	if _, err := postgres.Migrate(t.Context(), dsn); err == nil || !strings.Contains(err.Error(), "start a newer tandem") {
		t.Errorf("without a word of who wrote it: %v", err)
	}
	file, _ := backup(t, filled(t))
	newer := pack(t, regexp.MustCompile(`"schema":\d+`).ReplaceAllLiteralString(unpack(t, file), `"schema":9999`))
	if _, err := postgres.Restore(t.Context(), empty(t), bytes.NewReader(newer)); err == nil || !strings.Contains(err.Error(), "start tandem devel, which wrote it") {
		t.Errorf("a file of a newer schema: %v", err)
	}
}
