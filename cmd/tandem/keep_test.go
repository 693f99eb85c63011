package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/static"
)

// psql runs statements on the database of the test.
func psql(t *testing.T, statements string) string {
	t.Helper()
	code, out, errs := runCommand(statements, "psql", "--quiet", "--no-psqlrc", "--tuples-only", "--no-align")
	expect.MustTrue(t, code == exitDone, "%s\n%s", statements, errs)
	return strings.TrimSpace(out)
}

// earlierSchema takes the database back to the schema from before values were kept.
const earlierSchema = `delete from goose_db_version where version_id > 22; alter table journal drop column wrote;
	drop table substitution, line_up, conduct, team_points, rulebook_text, time_move, planned_start, phase_result, phase_entry, phase_feed, phase; alter table match drop column verified_at;
	alter table round drop column drafted_at, drop column first_published_at; alter table section drop column no_half_in_last, drop column hidden, drop column one_official, drop column public_prospects, drop column hold_final, drop column announced_round, drop column bye_kinds, drop column byes_stay, drop column leave_out_after, drop column mid_match, drop column squad_size, drop column line_up_hour, drop column substitution_limit;
	alter table team drop column defaults_forgiven;
	alter table ruling drop column held, drop column appeal_cut;
	alter table account drop column tour_step, drop column tour_left;
	alter table event drop column paper_language;
	alter table pairing drop column decider_slot, drop column decider_how, drop column decider;`

const oneEvent = `insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at)
	values (1, 'spring', 'Spring', 'UTC', '2026-03-07', '2026-03-08', '2026-03-01');`

// Before the schema of filled data is migrated everything is saved; one that cannot be
// saved is left alone, until somebody says that there is another copy.
func TestASavePointComesBeforeAMigration(t *testing.T) {
	useDatabase(t, testdb.URL)
	folder := filepath.Join(t.TempDir(), "backups")
	t.Setenv("TANDEM_BACKUP_DIR", folder)
	psql(t, oneEvent+earlierSchema)

	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file in the way of the folder
		t.Fatal(err)
	}
	code, out, errs := runCommand("", "migrate")
	expect.True(t, code == exitMachine && out == "" && strings.Contains(errs, "nothing was migrated") && strings.Contains(errs, "-without-save-point"),
		"without a save point: exit %d, %q, %s", code, out, errs)
	expect.Equal(t, psql(t, "select max(version_id) from goose_db_version"), "22", "the schema is at")
	expect.OK(t, os.Remove(folder))
	code, out, errs = runCommand("", "migrate")
	expect.MustTrue(t, code == exitDone && strings.HasPrefix(out, "23 ") && strings.Contains(errs, "Saved everything before the migration: "+folder),
		"exit %d, %q, %s", code, out, errs)
	files, err := filepath.Glob(filepath.Join(folder, "*-upgrade.tandem"))
	expect.MustTrue(t, err == nil && len(files) == 1, "save points %v, %v", files, err)
	f := expect.Must(os.Open(files[0]))(t)
	defer f.Close()
	if m, _, err := backupfile.Check(f); err != nil || m.Schema != 22 || m.Format != backupfile.Plain || m.Rows != 1 {
		t.Errorf("it holds %+v, %v", m, err)
	}
	if code, _, errs := runCommand("", "migrate"); code != exitDone || strings.Contains(errs, "Saved") {
		t.Errorf("with nothing to do: exit %d, %s", code, errs)
	}

	psql(t, earlierSchema)
	expect.OK(t, os.RemoveAll(folder))
	expect.OK(t, os.WriteFile(folder, nil, 0o600))
	if code, _, errs := runCommand("", "migrate", "-without-save-point"); code != exitDone {
		t.Errorf("asked to go on without: exit %d, %s", code, errs)
	}
	psql(t, earlierSchema)
	t.Setenv("TANDEM_BACKUP_DIR", "")
	if code, _, errs := runCommand("", "migrate"); code != exitDone || !strings.Contains(errs, "Set TANDEM_BACKUP_DIR") {
		t.Errorf("without a folder: exit %d, %s", code, errs)
	}
}

// verify names what was changed past the program, and stays quiet when somebody has
// looked at it and accepted it.
func TestVerifyNamesAChangedValue(t *testing.T) {
	assets, err := static.Load()
	if err != nil {
		t.Skip(err)
	}
	useDatabase(t, testdb.URL)
	expect.OK(t, expect.Err(openDemo(t.Context(), console{out: io.Discard}, openNode(t, assets, time.Now()))))
	code, out, errs := runCommand("", "verify", demo.Slug)
	expect.MustTrue(t, code == exitDone && regexp.MustCompile(`\tok\t[0-9]+ entries\t[0-9a-f]{64}\t[0-9]{3,} values compared\n$`).MatchString(out),
		"exit %d, %q, %s", code, out, errs)
	psql(t, `update result_report set outcome = case outcome when 'slot1' then 'slot2' else 'slot1' end where report_id = 2`)
	code, out, _ = runCommand("", "verify", demo.Slug)
	if code != exitNo || !regexp.MustCompile(`^`+demo.Slug+`\tdiffers\tresult report 2 of [a-z0-9-]+/round 1/table [0-9]+/match [0-9]: outcome is "slot[12]", entry [0-9]+ of the journal says "slot[12]"\n$`).MatchString(out) {
		t.Errorf("exit %d, %q", code, out)
	}
	file := filepath.Join(t.TempDir(), "all.tandem")
	if code, _, errs := runCommand("", "backup", file); code != exitDone || !strings.Contains(errs, "WARNING: a value of "+demo.Slug+" is not what its journal says: result report 2 of") || !strings.Contains(errs, "File seal ") {
		t.Errorf("backup: exit %d, %s", code, errs)
	}
	if code, _, _ := runCommand("", "verify", "-accept", "agreed by both teams on paper"); code != exitUsage {
		t.Errorf("accepting the values of no event: exit %d", code)
	}
	if code, out, errs := runCommand("", "verify", "-accept", "agreed by both teams on paper", demo.Slug); code != exitDone {
		t.Errorf("accepted: exit %d, %q, %s", code, out, errs)
	}
	got := psql(t, `select action || ': ' || (data ->> 'reason') from journal order by seq desc limit 1`)
	expect.Equal(t, got, "take stock: agreed by both teams on paper", "the journal")

	useDatabase(t, testdb.Empty)
	if code, _, errs := runCommand("", "restore", file); code != exitDone || !strings.Contains(errs, "WARNING: a value of "+demo.Slug) {
		t.Errorf("restore: exit %d, %s", code, errs)
	}
}

// doors are the ways into a machine that lie outside it: codes on paper, links in phones,
// browsers that are signed in, programs.
type doors struct {
	slip, link, session, program string
}

// opened says how a node answers at each door.
func (d doors) opened(t *testing.T, n *node) map[string]string {
	t.Helper()
	ask := func(path string, header ...string) string {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		answer := httptest.NewRecorder()
		n.server.ServeHTTP(answer, r)
		return strings.TrimSpace(fmt.Sprint(answer.Code, " ", answer.Header().Get("Location")))
	}
	event := "/e/" + demo.Slug
	matches := "/api/v1/events/" + demo.Slug + "/sections/open/rounds/1/matches"
	return map[string]string{
		"a slip":            ask(event + "/slip/" + d.slip),
		"a forged slip":     ask(event + "/slip/" + d.slip + "x"),
		"a private link":    ask("/l/" + d.link),
		"a wrong link":      ask("/l/" + d.link + "x"),
		"a signed-in page":  ask(event+"/desk/journal", "Cookie", "tandem="+d.session),
		"nobody signed in":  ask(event+"/desk/journal", "Cookie", "tandem="+d.session+"x"),
		"a program":         ask(matches, "Authorization", "Bearer "+d.program),
		"a program unknown": ask(matches, "Authorization", "Bearer "+d.program+"x"),
	}
}

// A machine that was brought back from its copies opens the doors of the lost one: slips
// on tables, links in phones, browsers and programs go on without being made again.
func TestLinksAndCodesOutliveTheMachine(t *testing.T) {
	assets, err := static.Load()
	if err != nil {
		t.Skip(err)
	}
	useDatabase(t, testdb.URL)
	backups, second := t.TempDir(), t.TempDir()
	t.Setenv("TANDEM_BACKUP_DIR", backups)
	lost := openNode(t, assets, time.Now())
	expect.OK(t, expect.Err(openDemo(t.Context(), console{out: io.Discard}, lost)))
	keeper := newKeeper(settings{backupDir: backups}, time.Now, lost.db, slog.New(slog.DiscardHandler))
	keeper.Every = time.Millisecond
	expect.OK(t, expect.Err(keeper.Make(t.Context(), savepoint.Automatic)))

	var d doors
	key := expect.Must(lost.tournament.Reader().SlipKey(t.Context(), 1))(t)
	round := expect.Must(strconv.Atoi(psql(t, `select max(round_no) from round where event_id = 1 and section_id = 1 and publication > 0 and state <> 'locked'`)))(t)
	table := expect.Must(strconv.Atoi(psql(t, fmt.Sprintf(`select min(table_no) from pairing where event_id = 1 and section_id = 1 and round_no = %d`, round))))(t)
	d.slip = visit.SlipCode(key, 1, round, table, 1)
	if d.session, err = lost.accounts.SignIn(t.Context(), account.Credentials{Login: "demo.chief", Password: demo.Password}); err != nil {
		t.Fatal(err)
	}
	chief := expect.Must(strconv.ParseInt(psql(t, `select account_id from account where login = 'demo.chief'`), 10, 64))(t)
	by := journal.Command{Actor: journal.Actor{AccountID: chief, Name: "Sam Cole"}}
	d.program = account.NewToken()
	expect.Must(lost.accounts.OpenToken(t.Context(), by, account.NewProgram{
		EventID: 1, Name: "scoreboard", Scopes: []access.Scope{access.ScopeRead}, ExpiresAt: time.Now().Add(24 * time.Hour), Token: d.program,
	}))(t)
	d.link = account.NewToken()
	expect.OK(t, expect.Err(lost.tournament.RenewTeamLinks(t.Context(), 1, by, map[int64][]byte{1: account.HashToken(d.link)})))
	want := d.opened(t, lost)
	for door, answer := range want {
		strange := strings.Contains(door, "forged") || strings.Contains(door, "wrong") || strings.Contains(door, "nobody") || strings.Contains(door, "unknown")
		open := strings.HasPrefix(answer, "200") || strings.Contains(answer, "/own")
		expect.True(t, open != strange, "%s: %s", door, answer)
	}

	// The copies are what is left: everything, and what changed since.
	copies := savepoint.NewSecond(savepoint.SecondOptions{Keeper: keeper, Fixed: second, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() { keeper.Run(ctx) })
	work.Go(func() { copies.Run(ctx) })
	keeper.Changed()
	for !strings.HasSuffix(copies.Status().Latest, "-part.tandem") {
		expect.OK(t, t.Context().Err())
		runtime.Gosched()
	}
	stop()
	work.Wait()

	useDatabase(t, testdb.Empty)
	code, _, errs := runCommand("", "restore", second)
	if code != exitDone || strings.Count(errs, "Taking "+second) != 2 || !strings.Contains(errs, "(what changed since, as of ") {
		t.Fatalf("restore: exit %d, %s", code, errs)
	}
	expect.NoDiff(t, cmp.Diff(want, d.opened(t, openNode(t, assets, time.Now()))), "-before +after")
}

func TestRestoreOfAFolder(t *testing.T) {
	useDatabase(t, testdb.Empty)
	folder := t.TempDir()
	if code, _, errs := runCommand("", "restore", folder); code != exitUsage || !strings.Contains(errs, "no save point in "+folder) {
		t.Errorf("an empty folder: exit %d, %s", code, errs)
	}
	if code, _, errs := runCommand("", "restore", folder, "more"); code != exitUsage || !strings.Contains(errs, "follows a folder") {
		t.Errorf("something behind a folder: exit %d, %s", code, errs)
	}
}

func TestSecondPlaceCommand(t *testing.T) {
	useDatabase(t, testdb.Empty)
	t.Setenv("TANDEM_BACKUP_DIR", t.TempDir())
	place := t.TempDir()
	if code, _, errs := runCommand("", "second-place", place); code != exitDone {
		t.Errorf("exit %d, %s", code, errs)
	}
	if code, _, errs := runCommand("", "second-place", filepath.Join(place, "away")); code != exitUsage || !strings.Contains(errs, "it is not there") {
		t.Errorf("a folder that is not there: exit %d, %s", code, errs)
	}
	if code, _, errs := runCommand("", "second-place", "none"); code != exitDone {
		t.Errorf("none: exit %d, %s", code, errs)
	}
	t.Setenv("TANDEM_BACKUP_SECOND", place)
	if code, _, errs := runCommand("", "second-place", "none"); code != exitUsage || !strings.Contains(errs, "TANDEM_BACKUP_SECOND") {
		t.Errorf("set by the operator: exit %d, %s", code, errs)
	}
}

// Data of a later program is not called broken by one that does not understand it.
func TestCommandsRefuseANewerSchema(t *testing.T) {
	useDatabase(t, testdb.URL)
	psql(t, oneEvent+"insert into goose_db_version (version_id, is_applied) values (99999, true); comment on table goose_db_version is '77aa88bb99cc of 2027-01-05';")
	for _, call := range [][]string{{"verify"}, {"backup", filepath.Join(t.TempDir(), "x.tandem")}, {"migrate"}} {
		code, _, errs := runCommand("", call...)
		if code != exitMachine || !strings.Contains(errs, "schema version 99999") || !strings.Contains(errs, "start tandem 77aa88bb99cc of 2027-01-05, which wrote it, or a newer one") {
			t.Errorf("%v: exit %d, %s", call, code, errs)
		}
	}
}
