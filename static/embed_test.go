package static_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

var script = strings.Repeat("console.log('hello');\n", 50)

func built() fstest.MapFS {
	return fstest.MapFS{
		"manifest.json":     {Data: []byte(`{"desk.js": "desk-AAAA.js", "icons.svg": "icons-BBBB.svg"}`)},
		"desk-AAAA.js":      {Data: []byte(script)},
		"icons-BBBB.svg":    {Data: []byte("<svg/>")},
		"not-in-manifest.x": {Data: []byte("x")},
	}
}

func TestNotBuilt(t *testing.T) {
	_, err := static.LoadFrom(fstest.MapFS{".gitkeep": {}})
	expect.MustTrue(t, errors.Is(err, static.ErrNotBuilt), "got %v, want ErrNotBuilt", err)
	expect.Equal(t, err.Error(), "The browser files are not built. Run: make assets", "message")
}

func TestManifestNamesMissingFile(t *testing.T) {
	files := built()
	delete(files, "desk-AAAA.js")
	_, err := static.LoadFrom(files)
	expect.True(t, err != nil && strings.Contains(err.Error(), "desk-AAAA.js"), "got %v, want an error naming the file", err)
}

func TestServe(t *testing.T) {
	a := expect.Must(static.LoadFrom(built()))(t)
	expect.MustEqual(t, a.Path("desk.js"), "/static/desk-AAAA.js", "Path =")
	type answer struct {
		Status               int
		Type, Encoding, Body string
	}
	cases := []struct {
		name, method, path, accept string
		want                       answer
	}{
		{"plain", "GET", a.Path("desk.js"), "", answer{200, "text/javascript; charset=utf-8", "", script}},
		{"gzip", "GET", a.Path("desk.js"), "br, GZIP;q=0.5", answer{200, "text/javascript; charset=utf-8", "gzip", script}},
		{"gzip refused", "GET", a.Path("desk.js"), "gzip;q=0, br", answer{200, "text/javascript; charset=utf-8", "", script}},
		{"too small to compress", "GET", a.Path("icons.svg"), "gzip", answer{200, "image/svg+xml", "", "<svg/>"}},
		{"head", "HEAD", a.Path("icons.svg"), "", answer{200, "image/svg+xml", "", ""}},
		{"unknown", "GET", a.Path("nothing.js"), "", answer{404, "text/plain; charset=utf-8", "", "404 page not found\n"}},
		{"source name", "GET", "/static/desk.js", "", answer{404, "text/plain; charset=utf-8", "", "404 page not found\n"}},
		{"not listed", "GET", "/static/not-in-manifest.x", "", answer{404, "text/plain; charset=utf-8", "", "404 page not found\n"}},
		{"post", "POST", a.Path("desk.js"), "", answer{405, "text/plain; charset=utf-8", "", "method not allowed\n"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res := serve(a, c.method, c.path, map[string]string{"Accept-Encoding": c.accept})
			got := answer{res.StatusCode, res.Header.Get("Content-Type"), res.Header.Get("Content-Encoding"), read(t, res)}
			expect.NoDiff(t, cmp.Diff(c.want, got), "-want +got")
			if cached := strings.Contains(res.Header.Get("Cache-Control"), "immutable"); cached != (c.want.Status == 200) {
				t.Errorf("Cache-Control %q with status %d", res.Header.Get("Cache-Control"), c.want.Status)
			}
		})
	}
}

// The compressed and the plain form are different representations: their tags
// differ, and each is confirmed only for itself.
func TestETag(t *testing.T) {
	a := expect.Must(static.LoadFrom(built()))(t)
	tag := map[string]string{}
	for _, accept := range []string{"", "gzip"} {
		res := serve(a, "GET", a.Path("desk.js"), map[string]string{"Accept-Encoding": accept})
		tag[accept] = res.Header.Get("ETag")
	}
	expect.MustTrue(t, tag[""] != "" && tag[""] != tag["gzip"], "tags %v, want two different ones", tag)
	for _, c := range []struct {
		accept, match string
		want          int
	}{{"", tag[""], 304}, {"gzip", "W/" + tag["gzip"], 304}, {"", tag["gzip"], 200}, {"gzip", `"other"`, 200}} {
		res := serve(a, "GET", a.Path("desk.js"), map[string]string{"Accept-Encoding": c.accept, "If-None-Match": c.match})
		expect.Equal(t, res.StatusCode, c.want, "Accept-Encoding %q, If-None-Match %s: status", c.accept, c.match)
	}
}

func serve(h http.Handler, method, path string, header map[string]string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for k, v := range header {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func read(t *testing.T, res *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	expect.OK(t, err)
	if res.Header.Get("Content-Encoding") != "gzip" {
		return string(body)
	}
	r := expect.Must(gzip.NewReader(bytes.NewReader(body)))(t)
	plain := expect.Must(io.ReadAll(r))(t)
	return string(plain)
}
