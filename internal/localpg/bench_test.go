//go:build unix

package localpg_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testkit/expect"
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
	parent := expect.Must(os.MkdirTemp("", "localpg-bench-"))(b)
	b.Cleanup(func() { os.RemoveAll(parent) })
	expect.OK(b, os.Chmod(parent, 0o711))
	return filepath.Join(parent, "tandem")
}

func mustStart(b *testing.B, dir string) *localpg.Server {
	b.Helper()
	srv := expect.Must(localpg.Start(b.Context(), localpg.Options{DataDir: dir}))(b)
	return srv
}

func mustStop(b *testing.B, srv *localpg.Server) {
	b.Helper()
	expect.OK(b, srv.Stop())
}
