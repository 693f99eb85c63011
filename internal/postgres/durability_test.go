package postgres_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestCheckDurability(t *testing.T) {
	t.Parallel()
	dsn := testdb.URL(t)
	sep := "?"
	if strings.Contains(dsn, "?") {
		sep = "&"
	}
	pool := expect.Must(postgres.Connect(t.Context(), dsn+sep+"synchronous_commit=off"))(t)
	defer pool.Close()
	err := postgres.CheckDurability(t.Context(), pool)
	expect.True(t, err != nil && strings.Contains(err.Error(), "synchronous_commit = on"), "got %v, want a refusal that says what to switch on", err)
}

func TestEmbeddedServerIsDurable(t *testing.T) {
	t.Parallel()
	dir := expect.Must(os.MkdirTemp("", "durable-"))(t)
	defer os.RemoveAll(dir)
	expect.OK(t, os.Chmod(dir, 0o711))
	srv := expect.Must(localpg.Start(t.Context(), localpg.Options{DataDir: dir}))(t)
	defer srv.Stop()
	pool := expect.Must(postgres.Connect(t.Context(), srv.URL()))(t)
	defer pool.Close()
	err := postgres.CheckDurability(t.Context(), pool)
	expect.True(t, err == nil, "%v", err)
}
