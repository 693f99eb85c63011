//go:build unix

package localpg_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tandemchess/tandem/internal/localpg"
)

// BenchmarkColdStart creates the database and starts the server.
func BenchmarkColdStart(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		dir := benchDir(b)
		b.StartTimer()
		srv := mustStart(b, dir)
		b.StopTimer()
		mustStop(b, srv)
		os.RemoveAll(dir)
		b.StartTimer()
	}
}

// BenchmarkWarmStart starts the server on existing data.
func BenchmarkWarmStart(b *testing.B) {
	dir := benchDir(b)
	mustStop(b, mustStart(b, dir))
	for b.Loop() {
		srv := mustStart(b, dir)
		b.StopTimer()
		mustStop(b, srv)
		b.StartTimer()
	}
}

// BenchmarkStop shuts the server down cleanly.
func BenchmarkStop(b *testing.B) {
	dir := benchDir(b)
	for b.Loop() {
		b.StopTimer()
		srv := mustStart(b, dir)
		b.StartTimer()
		mustStop(b, srv)
	}
}

func benchDir(b *testing.B) string {
	b.Helper()
	parent, err := os.MkdirTemp("", "localpg-bench-")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(parent) })
	if err := os.Chmod(parent, 0o711); err != nil {
		b.Fatal(err)
	}
	return filepath.Join(parent, "tandem")
}

func mustStart(b *testing.B, dir string) *localpg.Server {
	b.Helper()
	srv, err := localpg.Start(b.Context(), localpg.Options{DataDir: dir})
	if err != nil {
		b.Fatal(err)
	}
	return srv
}

func mustStop(b *testing.B, srv *localpg.Server) {
	b.Helper()
	if err := srv.Stop(); err != nil {
		b.Fatal(err)
	}
}
