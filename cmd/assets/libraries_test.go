package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/npmlock"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// packed is an archive as the registry has them: all files in one folder.
func packed(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var archive bytes.Buffer
	zipped := gzip.NewWriter(&archive)
	w := tar.NewWriter(zipped)
	for name, text := range files {
		head := tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(text))}
		expect.OK(t, w.WriteHeader(&head))
		expect.OK(t, expect.Err(w.Write([]byte(text))))
	}
	expect.OK(t, w.Close())
	expect.OK(t, zipped.Close())
	return archive.Bytes()
}

func integrity(archive []byte) string {
	sum := sha512.Sum512(archive)
	return "sha1-AAAA sha512-" + base64.StdEncoding.EncodeToString(sum[:])
}

// project writes a lock file and returns its folder.
func project(t *testing.T, packages map[string]map[string]any) string {
	t.Helper()
	text := expect.Must(json.Marshal(map[string]any{"lockfileVersion": 3, "packages": packages}))(t)
	root := t.TempDir()
	expect.OK(t, os.WriteFile(filepath.Join(root, "package-lock.json"), text, 0o644))
	return root
}

func names(t *testing.T, root string) string {
	t.Helper()
	var found []string
	expect.OK(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(root, path)
			found = append(found, filepath.ToSlash(name))
		}
		return err
	}))
	return strings.Join(found, " ")
}

func TestFetch(t *testing.T) {
	plain := packed(t, map[string]string{"package/a.js": "a", "package/dist/b.js": "b"})
	scoped := packed(t, map[string]string{"scoped-2.0.0/c.js": "c"})
	failures := 2 // of the first request, as networks in halls have them
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/plain/-/plain-1.0.0.tgz":
			if failures--; failures >= 0 {
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			w.Write(plain)
		case "/@own/scoped/-/scoped-2.0.0.tgz":
			w.Write(scoped)
		default:
			t.Errorf("asked for %s", r.URL.Path)
		}
	}))
	defer server.Close()
	t.Setenv("NPM_CONFIG_REGISTRY", server.URL+"/")
	root := project(t, map[string]map[string]any{
		"":                   {"name": "own"},
		"node_modules/plain": {"version": "1.0.0", "integrity": integrity(plain)},
		"node_modules/plain/node_modules/@own/scoped": {"version": "2.0.0", "integrity": integrity(scoped)},
		"node_modules/alias":                          {"name": "plain", "version": "1.0.0", "integrity": integrity(plain)},
		"node_modules/other-system":                   {"version": "1.0.0", "os": []string{"plan9"}, "integrity": integrity(plain)},
	})
	expect.OK(t, os.MkdirAll(filepath.Join(root, "node_modules", "left-over"), 0o755))
	expect.OK(t, fetch(t.Context(), root))
	const want = "node_modules/.package-lock.json node_modules/alias/a.js node_modules/alias/dist/b.js node_modules/plain/a.js node_modules/plain/dist/b.js node_modules/plain/node_modules/@own/scoped/c.js package-lock.json"
	got := names(t, root)
	expect.True(t, got == want, "fetched %s\nwant    %s", got, want)
}

func TestFetchRefuses(t *testing.T) {
	good := packed(t, map[string]string{"package/a.js": "a"})
	escaping := packed(t, map[string]string{"package/../../../out.js": "a"})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/good/-/good-1.0.0.tgz":
			w.Write(good)
		case "/escaping/-/escaping-1.0.0.tgz":
			w.Write(escaping)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	t.Setenv("NPM_CONFIG_REGISTRY", server.URL)
	for name, test := range map[string]struct {
		folder    string
		integrity string
		says      string
	}{
		"other content":         {"node_modules/good", integrity(escaping), "does not have the content"},
		"no integrity":          {"node_modules/good", "", "no sha512 integrity"},
		"not in the registry":   {"node_modules/missing", integrity(good), "404"},
		"a path that leaves":    {"node_modules/escaping", integrity(escaping), "escapes"},
		"a folder that leaves":  {"node_modules/../../good", integrity(good), "only libraries of the registry"},
		"a folder of one's own": {"tools", integrity(good), "only libraries of the registry"},
	} {
		t.Run(name, func(t *testing.T) {
			root := project(t, map[string]map[string]any{test.folder: {"version": "1.0.0", "integrity": test.integrity}})
			err := fetch(t.Context(), root)
			expect.MustTrue(t, err != nil && strings.Contains(err.Error(), test.says), "answers %v, want %q", err, test.says)
			expect.Equal(t, names(t, root), "package-lock.json", "left")
		})
	}
}

func TestLibrariesOfOtherSystems(t *testing.T) {
	for _, test := range []struct {
		os, cpu []string
		fits    bool
	}{
		{nil, nil, true},
		{[]string{"linux", "darwin"}, []string{"x64"}, true},
		{[]string{"win32"}, nil, false},
		{[]string{"!win32"}, nil, true},
		{[]string{"!linux"}, nil, false},
		{nil, []string{"arm64"}, false},
	} {
		expect.Equal(t, (npmlock.Library{OS: test.os, CPU: test.cpu}).Fits("linux", "amd64"), test.fits, "os %v, cpu %v: fits", test.os, test.cpu)
	}
	expect.True(t, (npmlock.Library{OS: []string{"win32"}, CPU: []string{"x64"}}).Fits("windows", "amd64"), "npm's names for Windows are not known")
}
