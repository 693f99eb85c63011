package postgres_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
)

func TestCheckDurability(t *testing.T) {
	t.Parallel()
	dsn := testdb.URL(t)
	sep := "?"
	if strings.Contains(dsn, "?") {
		sep = "&"
	}
	pool, err := postgres.Connect(t.Context(), dsn+sep+"synchronous_commit=off")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	err = postgres.CheckDurability(t.Context(), pool)
	if err == nil || !strings.Contains(err.Error(), "synchronous_commit = on") {
		t.Errorf("got %v, want a refusal that says what to switch on", err)
	}
}

func TestEmbeddedServerIsDurable(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "durable-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	srv, err := localpg.Start(t.Context(), localpg.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Stop()
	pool, err := postgres.Connect(t.Context(), srv.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := postgres.CheckDurability(t.Context(), pool); err != nil {
		t.Error(err)
	}
}
