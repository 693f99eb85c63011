package npmlock_test

import (
	"crypto/sha512"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/npmlock"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What was fetched once is not fetched again, and is not believed either.
func TestKept(t *testing.T) {
	archive := []byte("the archive")
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Write(archive)
	}))
	defer server.Close()
	sum := sha512.Sum512(archive)
	library := npmlock.Library{Resolved: server.URL, Integrity: "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
	folder := filepath.Join(t.TempDir(), "kept")
	fetch := func(wantAsked int) {
		t.Helper()
		got, err := library.Kept(t.Context(), folder)
		expect.MustTrue(t, err == nil && string(got) == string(archive) && asked == wantAsked, "got %q, %v, asked %d times, want %d", got, err, asked, wantAsked)
	}
	fetch(1)
	fetch(1)
	kept, err := filepath.Glob(filepath.Join(folder, "*"))
	expect.MustTrue(t, err == nil && len(kept) == 1, "kept %v, %v", kept, err)
	expect.OK(t, os.WriteFile(kept[0], []byte("changed"), 0o600))
	fetch(2)
	archive = []byte("another archive")
	os.Remove(kept[0])
	if _, err := library.Kept(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "does not have the content") {
		t.Errorf("another content: %v", err)
	}
	left, _ := filepath.Glob(filepath.Join(folder, "*"))
	expect.Equal(t, len(left), 0, "another content was kept: %v", left)
}

func TestRowsOfALockFile(t *testing.T) {
	rows, err := npmlock.Read([]byte(`{"lockfileVersion": 3, "packages": {"": {}, "node_modules/@a/b": {"version": "1.0.0", "dev": true}}}`))
	expect.True(t, err == nil && len(rows) == 1 && rows[0].Called() == "@a/b" && rows[0].Dev && strings.HasSuffix(rows[0].Address(), "/@a/b/-/b-1.0.0.tgz"),
		"read %v, %v", rows, err)
	for _, text := range []string{`{"lockfileVersion": 2}`, `{"lockfileVersion": 3, "packages": {"node_modules/../../x": {}}}`, `[`} {
		_, err := npmlock.Read([]byte(text))
		expect.True(t, err != nil, "%s was read", text)
	}
	if _, err := (npmlock.Library{Integrity: "sha512-AAAA"}).Sum(); err == nil {
		t.Error("a sum of three bytes was taken")
	}
}
