package testdata

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"testing"
)

// Unpack reads a .tar.gz archive and returns its files by base name.
func Unpack(t testing.TB, archive string) map[string][]byte {
	t.Helper()
	f, err := os.Open(archive)
	if err != nil {
		t.Fatalf("open archive: %v", err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("unzip %s: %v", archive, err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatalf("unpack %s: %v", archive, err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if files[path.Base(h.Name)], err = io.ReadAll(r); err != nil {
			t.Fatalf("unpack %s: %v", h.Name, err)
		}
	}
}
