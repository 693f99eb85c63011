package visit

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/live"
)

// Send answers with a finished page, or with "you have it".
func Send(w http.ResponseWriter, r *http.Request, page *live.Page) {
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
