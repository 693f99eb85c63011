package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The packages of npm bring the servers without the licences of what is in them. Debian
// gives the same libraries on and has their texts; packaging/licences.json says in which
// package and pins each text by its sum, so that no text of others lies in this repository
// and every machine takes the same.

// debianText is a file of a package of Debian.
type debianText struct {
	Package string `json:"package"`
	Path    string `json:"path"`   // below the root of a system that has the package
	Sum     string `json:"sha256"` // of the file
}

// shelf is where texts are looked for: those that were taken once, a system that may have
// the package, and Debian's archive.
type shelf struct {
	cache, root string
	fetch       func(name string) (tarball []byte, err error) // of the package's files
}

// licenceText is a licence by its row in packaging/licences.json.
func licenceText(name string) ([]byte, error) {
	list, err := readFile("packaging/licences.json")
	if err != nil {
		return nil, err
	}
	rows := map[string]debianText{}
	if err := json.Unmarshal(list, &rows); err != nil {
		return nil, fmt.Errorf("packaging/licences.json: %w", err)
	}
	row, ok := rows[name]
	if !ok {
		return nil, fmt.Errorf("packaging/licences.json does not name %s", name)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	return shelf{filepath.Join(cache, "tandem-dist"), "/", fetchDebian}.take(row)
}

func (s shelf) take(row debianText) ([]byte, error) {
	kept := filepath.Join(s.cache, "licence-"+row.Sum)
	for _, path := range []string{kept, filepath.Join(s.root, filepath.FromSlash(row.Path))} {
		text, err := os.ReadFile(path)
		if err == nil && row.fits(text) {
			return text, s.keep(kept, text)
		}
	}
	archive, err := s.fetch(row.Package)
	if err != nil {
		return nil, fmt.Errorf("taking %s from Debian's package %s: %w", row.Path, row.Package, err)
	}
	text, err := fileIn(archive, row.Path)
	if err != nil {
		return nil, fmt.Errorf("the package %s of Debian: %w", row.Package, err)
	}
	if !row.fits(text) {
		return nil, fmt.Errorf("%s of Debian's package %s is another text than the one in packaging/licences.json: it is that of Debian 12; read what changed before you pin another", row.Path, row.Package)
	}
	return text, s.keep(kept, text)
}

func (d debianText) fits(text []byte) bool { return fmt.Sprintf("%x", sha256.Sum256(text)) == d.Sum }

func (s shelf) keep(path string, text []byte) error {
	if err := os.MkdirAll(s.cache, 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// fileIn is one file of an archive of tar.
func fileIn(archive []byte, name string) ([]byte, error) {
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("it has no file %s", name)
		}
		if err != nil {
			return nil, err
		}
		if strings.TrimPrefix(head.Name, "./") == name && head.Typeflag == tar.TypeReg {
			return io.ReadAll(r)
		}
	}
}

// fetchDebian asks Debian's own programs, which check whom a package is from.
func fetchDebian(name string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "tandem-licence-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	get := exec.Command("apt-get", "download", "-qq", name)
	get.Dir = dir
	if said, err := get.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("apt-get download: %w\n%s", err, said)
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.deb"))
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("apt-get download left %v", found)
	}
	return exec.Command("dpkg-deb", "--fsys-tarfile", found[0]).Output()
}
