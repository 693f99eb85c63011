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
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// corpus returns every tournament report of the data sets by name.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, archive := range []string{"pairing/dutch/dutch.tar.gz", "pairing/team/team.tar.gz", "tiebreak/generated.tar.gz"} {
		addArchive(t, files, testdata.Path(t, archive))
	}
	for _, pattern := range []string{"trf/*.trf", "tiebreak/held/*.trf", "pairing/dutch/cases/*.input"} {
		names := expect.Must(filepath.Glob(filepath.Join(testdata.Path(t), pattern)))(t)
		for _, name := range names {
			data := expect.Must(os.ReadFile(name))(t)
			files[filepath.Base(name)] = data
		}
	}
	expect.MustTrue(t, len(files) >= 130, "only %d files found", len(files))
	return files
}

func addArchive(t testing.TB, files map[string][]byte, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	expect.OK(t, err)
	gz := expect.Must(gzip.NewReader(bytes.NewReader(data)))(t)
	for tr := tar.NewReader(gz); ; {
		head, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		expect.OK(t, err)
		if !strings.HasSuffix(head.Name, ".trf") {
			continue
		}
		if files[filepath.Base(path)+"/"+head.Name], err = io.ReadAll(tr); err != nil {
			t.Fatal(err)
		}
	}
}
