package journey_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testdb"
)

// savePoint writes a save point of the demonstration into a folder of its own, as the machine that
// is lost has left it on a stick.
func savePoint(t *testing.T) (folder string) {
	t.Helper()
	lost := newShow(t)
	folder = filepath.Join(t.TempDir(), longWord)
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(folder, lost.now().UTC().Format("20060102-150405.000")+"-auto.tandem"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := postgres.Backup(t.Context(), lost.pool, file, lost.now()); err != nil {
		t.Fatal(err)
	}
	return folder
}

// A machine is lost. On another one a volunteer opens the one-time link in a browser, is told that a
// file is no save point, goes on with the one that lies beside, watches it come back, and stands at
// the desk under the own name. Nobody types a command.
func TestAVolunteerGoesOnInABrowser(t *testing.T) {
	inBrowser(t)
	folder := savePoint(t)
	pool := testdb.New(t)
	v := openVenue(t, pool, time.Now)
	v.carry = savepoint.NewCarry(savepoint.CarryOptions{
		Places: func() []string { return []string{folder} },
		Restore: func(ctx context.Context, files ...io.Reader) (backupfile.Manifest, error) {
			return postgres.Continue(ctx, pool, files[0], files[1:]...)
		},
		After: func(context.Context) { pool.Reset() }, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	v.url = v.node()
	link, err := v.accounts.ConsoleLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	onPhone := v.visitor(phone)
	onPhone.looksAt("/join/"+link.Token, phone)
	onPhone.looksAt("/join/"+link.Token+"/continue", phone)
	volunteer := v.visitor(desktop)
	volunteer.looksAt("/join/"+link.Token, desktop)
	volunteer.click("a[href$='/continue']")
	volunteer.sees("main", demo.Slug)
	volunteer.sees("main", "Found in "+folder)
	wrong := filepath.Join(t.TempDir(), longWord+".tandem")
	if err := os.WriteFile(wrong, []byte("not a save point"), 0o600); err != nil {
		t.Fatal(err)
	}
	volunteer.upload("#carry-file", wrong)
	volunteer.click("form[action$='/file'] button")
	volunteer.sees("main", longWord+".tandem")
	volunteer.noWider("a file that is no save point", desktop)
	volunteer.shoot("going-on-wrong-file-1440")
	volunteer.click("form[action$='/continue'] .btn-main")
	volunteer.sees("h1", "Everything is back")
	volunteer.sees("main", "Every journal fits its seal")
	volunteer.shoot("going-on-back-1440")
	volunteer.types("[name=name]", "Vera Lund")
	volunteer.types("[name=login]", "vera")
	volunteer.types("[name=password]", "knights drop in pairs")
	volunteer.click("form[action$='/enter'] button")
	volunteer.until("!location.pathname.startsWith('/join')")
	volunteer.sees("main", "Open")
	volunteer.shoot("going-on-desk-1440")
	volunteer.open(event + "/desk/open/round/3/wall")
	volunteer.sees("body", "Vera Lund")
	onPhone.open("/join/" + link.Token + "/continue/progress") // the link is used up
	onPhone.gone("main", "I have no sign-in there")
	onPhone.shoot("going-on-used-390")
	onPhone.open(event + "/open/standings")
	onPhone.sees("main", "Standings")
}
