package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

// built builds the browser files of this tree into a folder of the test.
func built(t *testing.T) *static.Assets {
	t.Helper()
	dist := t.TempDir()
	expect.OK(t, os.WriteFile(filepath.Join(dist, "old-AAAA.js"), nil, 0o644))
	expect.OK(t, build("../../static", dist))
	left, _ := filepath.Glob(filepath.Join(dist, "old-*"))
	expect.True(t, len(left) == 0, "an earlier build's file is left: %v", left)
	assets := expect.Must(static.LoadFrom(os.DirFS(dist)))(t)
	return assets
}

func get(t *testing.T, assets *static.Assets, path string) string {
	t.Helper()
	w := httptest.NewRecorder()
	assets.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	body, err := io.ReadAll(w.Result().Body)
	expect.MustTrue(t, err == nil && w.Code == http.StatusOK, "%s: status %d, %v", path, w.Code, err)
	return string(body)
}

func TestBuild(t *testing.T) {
	assets := built(t)
	for name, holds := range map[string][]string{
		"desk.js":    {"innerMorph", "4.0.1"},
		"public.js":  {"innerMorph"},
		"public.css": {"@layer tokens", "@media print"},
		"desk.css":   {"@layer tokens", "@media print"},
		"hall.css":   {"@layer tokens", "@media print"},
		"pieces.svg": {`id="wK"`},
		"icons.svg":  {`id="m-conflict"`},
	} {
		text := get(t, assets, assets.Path(name))
		for _, s := range holds {
			expect.Contains(t, text, s, "%s lacks", name)
		}
		expect.Lacks(t, text, "@import", "%s fetches another file", name)
	}
}

// Templates name files by their source; a slip would only show as a page
// without style.
func TestTemplatesNameBuiltFiles(t *testing.T) {
	call := regexp.MustCompile(`Asset\("([^"]+)"\)`)
	known := map[string]bool{}
	for _, e := range entries {
		expect.True(t, !known[filepath.Base(e)], "two files are called %s", filepath.Base(e))
		known[filepath.Base(e)] = true
	}
	files, err := filepath.Glob("../../templates/*/*.templ")
	expect.MustTrue(t, err == nil && len(files) != 0, "no templates found: %v", err)
	for _, file := range files {
		text := expect.Must(os.ReadFile(file))(t)
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			expect.True(t, known[m[1]], "%s names %s, which is not built", file, m[1])
		}
	}
}
