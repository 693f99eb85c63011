package journey_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// longWord is as long as names of folders and files get on machines that are synchronised,
// and has no place where a line could end.
var longWord = strings.Repeat("CommonFolderOfTheWholeClub", 5)

// Folders and addresses of other programs have no blanks: pages tell them whole, and
// stay as wide as the window.
func TestLongNamesOfFoldersFitThePage(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	folder := filepath.Join(t.TempDir(), longWord)
	expect.OK(t, os.MkdirAll(folder, 0o700))
	v.keeper = savepoint.New(savepoint.Options{
		Dir: folder, Keep: 3, Now: v.now, Log: slog.New(slog.DiscardHandler),
		Write: func(ctx context.Context, w io.Writer) error {
			_, err := postgres.Backup(ctx, v.pool, w, v.now())
			return err
		},
	})
	v.url = v.node()
	expect.OK(t, expect.Err(v.accounts.Create(t.Context(), account.NewPerson{Login: "robin", Name: "Robin Vale", Password: demo.Password}, "administrator")))
	if _, err := v.keeper.Make(t.Context(), savepoint.ByHand); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int64{phone, desktop} {
		administrator := v.official("robin", width)
		administrator.looksAt(event+"/desk/backup", width)
		administrator.sees("main", longWord)
		administrator.types("[name=where]", "/nowhere/"+longWord)
		administrator.click("form[action$='/backup/second'] button")
		administrator.sees("form[action$='/backup/second'] .field-error", longWord)
		administrator.noWider("a second place that is refused", width)
	}
}
