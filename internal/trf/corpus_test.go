package trf_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testdata"
)

// corpus returns every tournament report of the data sets by name.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, archive := range []string{"pairing/dutch/dutch.tar.gz", "pairing/team/team.tar.gz", "tiebreak/generated.tar.gz"} {
		addArchive(t, files, testdata.Path(t, archive))
	}
	for _, pattern := range []string{"trf/*.trf", "tiebreak/held/*.trf", "pairing/dutch/cases/*.input"} {
		names, err := filepath.Glob(filepath.Join(testdata.Path(t), pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.Base(name)] = data
		}
	}
	if len(files) < 130 {
		t.Fatalf("only %d files found", len(files))
	}
	return files
}

func addArchive(t testing.TB, files map[string][]byte, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	gz, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for tr := tar.NewReader(gz); ; {
		head, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(head.Name, ".trf") {
			continue
		}
		if files[filepath.Base(path)+"/"+head.Name], err = io.ReadAll(tr); err != nil {
			t.Fatal(err)
		}
	}
}
