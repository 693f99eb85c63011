package web

import (
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/text"
)

// A page that is in memory is answered here, before any middleware runs: the
// address is looked up in the event's snapshot and the finished bytes go out with
// headers that were made together with them. Everything else takes the long way,
// with the same headers and limits. Nothing is logged for a page that was
// found, as for every reading that went well.
func (s *Server) fromMemory(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.ContentLength != 0 {
		return false
	}
	snap, part := s.snapshotAt(r.URL.Path)
	if snap == nil || strings.Contains(r.URL.RawQuery, "lang=") {
		return false
	}
	address := live.Address{Host: s.keptFor(r), URI: r.RequestURI}
	if !strings.HasPrefix(r.URL.Path, apiPath) {
		address.Language = s.languages.of(r)
	}
	page := snap.pageAt(part, address)
	if page == nil || s.limitCrowd(r.URL.Path, s.echo.IPExtractor(r)) != nil {
		return false
	}
	send(w, r, page)
	return true
}

// snapshotAt finds the snapshot that an address leads to, and the name behind that of
// the event: a section's, or that of a page of the event.
func (s *Server) snapshotAt(path string) (snap *snapshot, name string) {
	rest, api := strings.CutPrefix(path, apiPath+"/events/")
	if !api {
		var found bool
		if rest, found = strings.CutPrefix(path, "/e/"); !found {
			return nil, ""
		}
	}
	slug, rest, _ := strings.Cut(rest, "/")
	if api {
		rest = strings.TrimPrefix(rest, "sections/")
	}
	name, _, _ = strings.Cut(rest, "/")
	return s.snapshots.now(slug), name
}

// pageAt finds a page in memory. Those about a team or a player are kept with the
// section, which their address does not name.
func (s *snapshot) pageAt(name string, a live.Address) *live.Page {
	if p := s.parts[name]; p != nil {
		return p.pages.At(a)
	}
	if page := s.pages.At(a); page != nil {
		return page
	}
	switch name {
	case "find", "team", "player":
		for _, p := range s.parts {
			if page := p.pages.At(a); page != nil {
				return page
			}
		}
	}
	return nil
}

// send answers with a finished page, or with "you have it".
func send(w http.ResponseWriter, r *http.Request, page *live.Page) {
	form := &page.Gzip
	if !acceptsGzip(r.Header.Get("Accept-Encoding")) {
		form = page.Plain()
	}
	h := w.Header()
	known := strings.Join(r.Header.Values("If-None-Match"), ",")
	if plain, zipped := page.ETags(); known != "" && (has(known, plain) || has(known, zipped)) {
		for _, f := range form.Header {
			if f.Name != "Content-Length" && f.Name != "Content-Encoding" && f.Name != "Content-Type" {
				h[f.Name] = f.Value
			}
		}
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if conn := readyConnOf(r); conn != nil && len(h) == 0 { // nothing was said by a middleware
		conn.answer(form)
		return
	}
	for _, f := range form.Header {
		h[f.Name] = f.Value
	}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write(form.Body) // a reader who went away is nobody's error
	}
}

// has reports whether an If-None-Match header names the tag (RFC 9110, 13.1.2).
func has(header, tag string) bool {
	if header == tag || header == "*" {
		return true
	}
	for part := range strings.SplitSeq(header, ",") {
		if strings.TrimPrefix(strings.TrimSpace(part), "W/") == tag {
			return true
		}
	}
	return false
}

// acceptsGzip reads an Accept-Encoding header (RFC 9110, 12.5.3).
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, weight, weighted := strings.Cut(strings.TrimSpace(part), ";")
		if coding = strings.TrimSpace(coding); coding != "gzip" && coding != "*" {
			continue
		}
		if !weighted {
			return true
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return err == nil && q > 0
	}
	return false
}

// languages remembers which language a header asks for: there are few of them,
// and reading one takes longer than finding the page.
type languages struct {
	mu    sync.RWMutex
	known map[string]string
}

const (
	mostLanguageHeaders   = 2000
	longestLanguageHeader = 1000 // bytes
)

// of is the code of the language of a request that does not choose one by its
// address.
func (l *languages) of(r *http.Request) string {
	if cookies := r.Header["Cookie"]; len(cookies) > 0 {
		if cookie, err := r.Cookie(languageCookie); err == nil {
			if words, ok := text.Exactly(cookie.Value); ok {
				return words.Code()
			}
		}
	}
	header := r.Header.Get("Accept-Language")
	if len(header) > longestLanguageHeader {
		header = header[:longestLanguageHeader] // a browser's has a tenth of that
	}
	l.mu.RLock()
	code, ok := l.known[header]
	l.mu.RUnlock()
	if ok {
		return code
	}
	code = text.Accepted(header).Code()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || len(l.known) >= mostLanguageHeaders {
		l.known = map[string]string{}
	}
	l.known[header] = code
	return code
}
