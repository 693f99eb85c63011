// Package npmlock fetches what a package-lock.json of npm names, without npm: each
// archive is held to its integrity before a byte of it is used, and nothing that was
// fetched is ever run.
package npmlock

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	registry = "https://registry.npmjs.org"
	tries    = 3         // of one download
	largest  = 256 << 20 // bytes of a library, unpacked
)

// lockFile is what we read of package-lock.json, version 3.
type lockFile struct {
	LockfileVersion int                `json:"lockfileVersion"`
	Packages        map[string]Library `json:"packages"` // by folder; "" is the project itself
}

// Library is one row of the lock file.
type Library struct {
	Name      string   `json:"name"` // in the registry, where the folder goes by another
	Version   string   `json:"version"`
	Resolved  string   `json:"resolved"` // address of the archive; empty: the registry's usual one
	Integrity string   `json:"integrity"`
	License   string   `json:"license"` // by SPDX
	Link      bool     `json:"link"`
	Dev       bool     `json:"dev"` // for tests and builds alone
	OS        []string `json:"os"`
	CPU       []string `json:"cpu"`

	Folder string `json:"-"` // where npm would put it, below the project
}

// Read returns the libraries of all systems, by folder.
func Read(text []byte) ([]Library, error) {
	var lock lockFile
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	if lock.LockfileVersion != 3 {
		return nil, fmt.Errorf("version %d of the format is not known, only 3", lock.LockfileVersion)
	}
	var all []Library
	for _, folder := range slices.Sorted(maps.Keys(lock.Packages)) {
		lib := lock.Packages[folder]
		lib.Folder = folder
		if folder == "" {
			continue
		}
		if lib.Link || !filepath.IsLocal(folder) || !strings.HasPrefix(folder, "node_modules/") {
			return nil, fmt.Errorf("%s: only libraries of the registry can be fetched", folder)
		}
		all = append(all, lib)
	}
	return all, nil
}

// Fits reports whether a library is meant for a system, by Go's names of systems and
// processors.
func (l Library) Fits(system, processor string) bool {
	system = cmp.Or(map[string]string{"windows": "win32"}[system], system)
	processor = cmp.Or(map[string]string{"amd64": "x64", "386": "ia32"}[processor], processor)
	return listed(l.OS, system) && listed(l.CPU, processor)
}

// listed reads npm's lists: empty allows all, "!name" refuses one.
func listed(list []string, name string) bool {
	if slices.Contains(list, "!"+name) {
		return false
	}
	allows := func(entry string) bool { return !strings.HasPrefix(entry, "!") }
	return !slices.ContainsFunc(list, allows) || slices.Contains(list, name)
}

// Called is the library's name in the registry.
func (l Library) Called() string {
	_, name, _ := strings.Cut(l.Folder[strings.LastIndex(l.Folder, "node_modules/"):], "/")
	return cmp.Or(l.Name, name)
}

// Address is where the library's archive lies. NPM_CONFIG_REGISTRY names another
// registry, as it does for npm.
func (l Library) Address() string {
	if l.Resolved != "" {
		return l.Resolved
	}
	host := strings.TrimSuffix(cmp.Or(os.Getenv("NPM_CONFIG_REGISTRY"), os.Getenv("npm_config_registry"), registry), "/")
	return fmt.Sprintf("%s/%s/-/%s-%s.tgz", host, l.Called(), path.Base(l.Called()), l.Version)
}

// Archive fetches the library's archive and holds it to its integrity.
func (l Library) Archive(ctx context.Context) ([]byte, error) {
	sum, err := l.Sum()
	if err != nil {
		return nil, err
	}
	archive, err := download(ctx, l.Address())
	if err != nil {
		return nil, err
	}
	if got := sha512.Sum512(archive); string(got[:]) != sum {
		return nil, fmt.Errorf("%s does not have the content that package-lock.json promises", l.Address())
	}
	return archive, nil
}

// Kept is Archive from a folder that keeps archives by their sum, and fills it. What lies
// there is held to its integrity as well.
func (l Library) Kept(ctx context.Context, folder string) ([]byte, error) {
	sum, err := l.Sum()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, hex.EncodeToString([]byte(sum[:20]))+".tgz")
	if archive, err := os.ReadFile(file); err == nil {
		if got := sha512.Sum512(archive); string(got[:]) == sum {
			return archive, nil
		}
	}
	archive, err := l.Archive(ctx)
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, archive, 0o644)
	}
	return archive, err
}

// Sum is the SHA-512 of the archive, as bytes.
func (l Library) Sum() (string, error) {
	for hash := range strings.FieldsSeq(l.Integrity) {
		if encoded, ok := strings.CutPrefix(hash, "sha512-"); ok {
			sum, err := base64.StdEncoding.DecodeString(encoded)
			if err == nil && len(sum) != sha512.Size {
				err = errors.New("package-lock.json has a sha512 integrity of the wrong length for it")
			}
			return string(sum), err
		}
	}
	return "", errors.New("package-lock.json has no sha512 integrity for it")
}

func download(ctx context.Context, address string) (body []byte, err error) {
	for range tries {
		if body, err = downloadOnce(ctx, address); err == nil || ctx.Err() != nil {
			break
		}
	}
	return body, err
}

func downloadOnce(ctx context.Context, address string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", address, answer.Status)
	}
	return io.ReadAll(io.LimitReader(answer.Body, largest))
}

// Unpack writes the files of an archive into a root, which no path leaves.
func Unpack(archive []byte, into *os.Root) error {
	return Files(archive, func(name string, mode fs.FileMode, content io.Reader) error {
		return write(into, name, content, mode)
	})
}

// Files goes through the files of an archive, less the folder they all lie in; links and
// devices are left out.
func Files(archive []byte, each func(name string, mode fs.FileMode, content io.Reader) error) error {
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	room := int64(largest)
	for files := tar.NewReader(unzipped); ; {
		head, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		_, name, below := strings.Cut(head.Name, "/")
		if head.Typeflag != tar.TypeReg || !below {
			continue
		}
		if room -= head.Size; room < 0 {
			return fmt.Errorf("it unpacks to more than %d bytes", int64(largest))
		}
		if err := each(path.Clean(name), head.FileInfo().Mode(), files); err != nil {
			return err
		}
	}
}

func write(into *os.Root, name string, content io.Reader, mode fs.FileMode) error {
	if err := into.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := into.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644|mode&0o111)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close())
}
