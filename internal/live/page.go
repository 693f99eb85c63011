package live

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
)

// Page is a finished public page. It is never changed. It is kept as it is sent to
// nearly everybody, zipped; the other form is made of that for the first who needs it.
type Page struct {
	Version int64 // of what it shows
	Gzip    Form

	header []Field // of both forms
	tag    string  // of the plain form
	zipTag string
	size   int // bytes before they were zipped
	asked  atomic.Int64
	unzip  sync.Once
	plain  Form
}

// Form is the bytes of a page and everything that is said in front of them.
type Form struct {
	Body   []byte
	Header []Field
	Head   []byte // the header as it is sent, with the empty line at its end
}

// Field is a line of an HTTP header, ready to be put into a map.
type Field struct {
	Name  string
	Value []string
}

// NewPage makes a page ready to be sent. header is what is said of it in whatever
// form: all but its length, its coding and its tag.
func NewPage(version int64, body []byte, header []Field) *Page {
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:12])
	p := &Page{Version: version, header: header, tag: `"` + digest + `"`, zipTag: `"` + digest + `-gzip"`, size: len(body)}
	p.Gzip = p.form(zip(body), p.zipTag, Field{Name: "Content-Encoding", Value: []string{"gzip"}})
	return p
}

// Plain is the page for readers who cannot unzip it.
func (p *Page) Plain() *Form {
	p.unzip.Do(func() { p.plain = p.form(unzip(p.Gzip.Body, p.size), p.tag) })
	return &p.plain
}

// ETags are the tags of both forms as they are sent.
func (p *Page) ETags() (plain, zipped string) { return p.tag, p.zipTag }

// Ask counts a reader of the page whose address was not remembered yet.
func (p *Page) Ask() { p.asked.Add(1) }

// form makes the header of a body ready to be sent.
func (p *Page) form(body []byte, tag string, more ...Field) Form {
	f := Form{Body: body}
	f.Header = append(slices.Concat(p.header, more),
		Field{Name: "Content-Length", Value: []string{strconv.Itoa(len(body))}}, Field{Name: "Etag", Value: []string{tag}})
	for _, field := range f.Header {
		for _, value := range field.Value {
			f.Head = append(append(append(append(f.Head, field.Name...), ": "...), value...), "\r\n"...)
		}
	}
	f.Head = bytes.Clone(append(f.Head, "\r\n"...))
	return f
}

// zipLevel: a page is zipped once and sent thousands of times, but while it is
// zipped a crowd waits.
const zipLevel = 6

// A zipper has tables of some hundred kilobytes, far more than most pages: making it
// takes longer than using it.
var zippers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, zipLevel)
	if err != nil {
		panic(err) // the level is a constant inside the range
	}
	return w
}}

func zip(body []byte) []byte {
	w := zippers.Get().(*gzip.Writer)
	defer zippers.Put(w)
	var zipped bytes.Buffer
	zipped.Grow(len(body) / 4)
	w.Reset(&zipped)
	w.Write(body) // a bytes.Buffer takes everything
	w.Close()
	return bytes.Clone(zipped.Bytes())
}

func unzip(zipped []byte, size int) []byte {
	r, err := gzip.NewReader(bytes.NewReader(zipped))
	body := make([]byte, size)
	if err == nil {
		_, err = io.ReadFull(r, body)
	}
	if err != nil {
		panic(fmt.Errorf("unzip a page of our own: %w", err))
	}
	return body
}
