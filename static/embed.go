// Package static serves the browser files: scripts, style sheet, pieces and
// icons, built by cmd/assets into dist and embedded here.
//
// It must never serve anything that can change under the same address: each
// built name carries a hash of its content.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// The folder is empty in a fresh clone but for .gitkeep, which lets everything
// compile without node.
//
//go:embed all:dist
var dist embed.FS

// Prefix is the part of the site the files live under.
const Prefix = "/static/"

// ErrNotBuilt is returned by Load when the browser files are missing.
//
//lint:ignore ST1005 it is printed to people as a sentence of its own
var ErrNotBuilt = errors.New("The browser files are not built. Run: make assets")

// Assets is the built browser files, compressed once. It is an http.Handler
// for everything below Prefix.
type Assets struct {
	paths map[string]string // "desk.js" → "/static/desk-….js"
	files map[string]file   // by path
}

type file struct {
	contentType  string
	etag         string
	plain, small []byte // small is gzipped, nil when that would not be smaller
}

// Load returns the embedded files; it returns ErrNotBuilt when there are none. They are
// read and zipped at the first call.
func Load() (*Assets, error) { return embedded() }

var embedded = sync.OnceValues(func() (*Assets, error) {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, fmt.Errorf("reading the browser files: %w", err)
	}
	return LoadFrom(built)
})

// LoadFrom is Load from any folder with a manifest.json.
func LoadFrom(built fs.FS) (*Assets, error) {
	text, err := fs.ReadFile(built, "manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("reading the browser files: %w", err)
	}
	var manifest map[string]string
	if err := json.Unmarshal(text, &manifest); err != nil {
		return nil, fmt.Errorf("reading the browser files: manifest.json: %w", err)
	}
	a := &Assets{paths: map[string]string{}, files: map[string]file{}}
	for name, hashed := range manifest {
		content, err := fs.ReadFile(built, hashed)
		if err != nil {
			return nil, fmt.Errorf("reading the browser files: %w", err)
		}
		a.paths[name] = Prefix + hashed
		a.files[Prefix+hashed] = newFile(hashed, content)
	}
	return a, nil
}

func newFile(name string, content []byte) file {
	sum := sha256.Sum256(content)
	f := file{
		contentType: mime.TypeByExtension(path.Ext(name)),
		etag:        base64.RawURLEncoding.EncodeToString(sum[:12]),
		plain:       content,
	}
	switch path.Ext(name) { // the machine's own list of types may lack these
	case ".js":
		f.contentType = "text/javascript; charset=utf-8"
	case ".css":
		f.contentType = "text/css; charset=utf-8"
	case ".svg":
		f.contentType = "image/svg+xml"
	}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is a valid constant
	w.Write(content)                                      // a buffer takes everything
	w.Close()
	if b.Len() < len(content) {
		f.small = b.Bytes()
	}
	return f
}

// Path returns the address of a file by the name of its source, such as
// "desk.js". An unknown name gives an address that answers "not found".
func (a *Assets) Path(name string) string {
	if p, ok := a.paths[name]; ok {
		return p
	}
	return Prefix + name
}

// ServeHTTP answers GET and HEAD for the files. They may be kept for good.
func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := a.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	body, etag := f.plain, `"`+f.etag+`"`
	h := w.Header()
	if f.small != nil {
		h.Add("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Get("Accept-Encoding")) {
			body, etag = f.small, `"`+f.etag+`-gz"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", etag)
	if strings.Contains(r.Header.Get("If-None-Match"), etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		w.Write(body) // the reader may be gone; there is nobody to tell
	}
}

// acceptsGzip reads an Accept-Encoding header (RFC 9110, 12.5.3).
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			weight = strings.TrimPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			q, err := strconv.ParseFloat(weight, 64)
			return err != nil || q > 0
		}
	}
	return false
}
