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
	if !errors.Is(err, static.ErrNotBuilt) {
		t.Fatalf("got %v, want ErrNotBuilt", err)
	}
	if got, want := err.Error(), "The browser files are not built. Run: make assets"; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
}

func TestManifestNamesMissingFile(t *testing.T) {
	files := built()
	delete(files, "desk-AAAA.js")
	if _, err := static.LoadFrom(files); err == nil || !strings.Contains(err.Error(), "desk-AAAA.js") {
		t.Errorf("got %v, want an error naming the file", err)
	}
}

func TestServe(t *testing.T) {
	a, err := static.LoadFrom(built())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.Path("desk.js"), "/static/desk-AAAA.js"; got != want {
		t.Fatalf("Path = %q, want %q", got, want)
	}
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
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if cached := strings.Contains(res.Header.Get("Cache-Control"), "immutable"); cached != (c.want.Status == 200) {
				t.Errorf("Cache-Control %q with status %d", res.Header.Get("Cache-Control"), c.want.Status)
			}
		})
	}
}

// The compressed and the plain form are different representations: their tags
// differ, and each is confirmed only for itself.
func TestETag(t *testing.T) {
	a, err := static.LoadFrom(built())
	if err != nil {
		t.Fatal(err)
	}
	tag := map[string]string{}
	for _, accept := range []string{"", "gzip"} {
		res := serve(a, "GET", a.Path("desk.js"), map[string]string{"Accept-Encoding": accept})
		tag[accept] = res.Header.Get("ETag")
	}
	if tag[""] == "" || tag[""] == tag["gzip"] {
		t.Fatalf("tags %v, want two different ones", tag)
	}
	for _, c := range []struct {
		accept, match string
		want          int
	}{{"", tag[""], 304}, {"gzip", "W/" + tag["gzip"], 304}, {"", tag["gzip"], 200}, {"gzip", `"other"`, 200}} {
		res := serve(a, "GET", a.Path("desk.js"), map[string]string{"Accept-Encoding": c.accept, "If-None-Match": c.match})
		if res.StatusCode != c.want {
			t.Errorf("Accept-Encoding %q, If-None-Match %s: status %d, want %d", c.accept, c.match, res.StatusCode, c.want)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	if res.Header.Get("Content-Encoding") != "gzip" {
		return string(body)
	}
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}
