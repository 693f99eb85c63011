package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
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
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	registry       = "https://registry.npmjs.org"
	downloads      = 8         // at a time
	tries          = 3         // of one download
	largestLibrary = 256 << 20 // bytes, unpacked
	stamp          = ".package-lock.json"
)

// lockFile is what we read of package-lock.json, version 3.
type lockFile struct {
	LockfileVersion int                `json:"lockfileVersion"`
	Packages        map[string]library `json:"packages"` // by folder; "" is the project itself
}

// library is one row of the lock file.
type library struct {
	Name      string   `json:"name"` // in the registry, where the folder goes by another
	Version   string   `json:"version"`
	Resolved  string   `json:"resolved"` // address of the archive; empty: the registry's usual one
	Integrity string   `json:"integrity"`
	Link      bool     `json:"link"`
	OS        []string `json:"os"`
	CPU       []string `json:"cpu"`

	folder string
}

// fetch makes node_modules below root hold what package-lock.json names and
// nothing else. It does what "npm ci --ignore-scripts" does for libraries that
// are only read, so that nobody has to install npm and the hundreds of packages
// a distribution ships with it. Each archive is held to its integrity before a
// byte of it is unpacked.
func fetch(ctx context.Context, root string) error {
	text, err := os.ReadFile(filepath.Join(root, "package-lock.json"))
	if err != nil {
		return err
	}
	wanted, err := readLock(text)
	if err != nil {
		return fmt.Errorf("package-lock.json: %w", err)
	}
	modules := filepath.Join(root, "node_modules")
	if err := os.RemoveAll(modules); err != nil {
		return err
	}
	if err := os.MkdirAll(modules, 0o755); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(downloads)
	for _, lib := range wanted {
		group.Go(func() error {
			if err := lib.install(ctx, root); err != nil {
				return fmt.Errorf("%s: %w", strings.TrimPrefix(lib.folder, "node_modules/"), err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	// Written last: make takes it for the sign that all is there.
	return os.WriteFile(filepath.Join(modules, stamp), text, 0o644)
}

// readLock returns the libraries this system can use, by folder.
func readLock(text []byte) ([]library, error) {
	var lock lockFile
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	if lock.LockfileVersion != 3 {
		return nil, fmt.Errorf("version %d of the format is not known, only 3", lock.LockfileVersion)
	}
	var wanted []library
	for _, folder := range slices.Sorted(maps.Keys(lock.Packages)) {
		lib := lock.Packages[folder]
		lib.folder = folder
		if folder == "" || !lib.fits(runtime.GOOS, runtime.GOARCH) {
			continue
		}
		if lib.Link || !filepath.IsLocal(folder) || !strings.HasPrefix(folder, "node_modules/") {
			return nil, fmt.Errorf("%s: only libraries of the registry can be fetched", folder)
		}
		wanted = append(wanted, lib)
	}
	return wanted, nil
}

// fits reports whether a library is meant for a system. npm's names differ from Go's.
func (l library) fits(system, processor string) bool {
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

// address is where the library's archive lies. NPM_CONFIG_REGISTRY names another
// registry, as it does for npm.
func (l library) address() string {
	if l.Resolved != "" {
		return l.Resolved
	}
	_, name, _ := strings.Cut(l.folder[strings.LastIndex(l.folder, "node_modules/"):], "/")
	name = cmp.Or(l.Name, name)
	host := strings.TrimSuffix(cmp.Or(os.Getenv("NPM_CONFIG_REGISTRY"), os.Getenv("npm_config_registry"), registry), "/")
	return fmt.Sprintf("%s/%s/-/%s-%s.tgz", host, name, path.Base(name), l.Version)
}

func (l library) install(ctx context.Context, root string) error {
	sum, err := l.sum()
	if err != nil {
		return err
	}
	archive, err := download(ctx, l.address())
	if err != nil {
		return err
	}
	if got := sha512.Sum512(archive); string(got[:]) != sum {
		return fmt.Errorf("%s does not have the content that package-lock.json promises", l.address())
	}
	folder := filepath.Join(root, filepath.FromSlash(l.folder))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	into, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer into.Close()
	return unpack(archive, into)
}

// sum is the SHA-512 of the archive.
func (l library) sum() (string, error) {
	for hash := range strings.FieldsSeq(l.Integrity) {
		if encoded, ok := strings.CutPrefix(hash, "sha512-"); ok {
			sum, err := base64.StdEncoding.DecodeString(encoded)
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
	return io.ReadAll(io.LimitReader(answer.Body, largestLibrary))
}

// unpack writes the files of an archive, less the folder they all lie in. Into
// is a root that no path leaves; links and devices are left out.
func unpack(archive []byte, into *os.Root) error {
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	room := int64(largestLibrary)
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
			return fmt.Errorf("it unpacks to more than %d bytes", int64(largestLibrary))
		}
		if err := write(into, path.Clean(name), files, head.FileInfo().Mode()); err != nil {
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
