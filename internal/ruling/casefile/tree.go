package casefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
)

// node is one JSON value with its path, kept in the order of the text so that
// errors can say where and duplicate keys do not slip through.
type node struct {
	path  string
	kind  nodeKind
	text  string // of a string or number
	truth bool
	items []node
	keys  []string // of an object, parallel to items
}

type nodeKind uint8

const (
	isNull nodeKind = iota
	isBool
	isNumber
	isString
	isArray
	isObject
)

func (k nodeKind) String() string {
	return [...]string{"null", "true or false", "a number", "a string", "a list", "an object"}[k]
}

// PathError says what is wrong with a case and where, as a JSON path.
type PathError struct {
	Path string // "$.timeline[2].move"
	Msg  string
}

func (e *PathError) Error() string { return e.Path + ": " + e.Msg }

func (n *node) fail(format string, args ...any) error {
	return &PathError{n.path, fmt.Sprintf(format, args...)}
}

// maxDepth is far beyond any case; it keeps hostile input from using up the stack.
const maxDepth = 64

// Limits of a file of cases. A thousand cases have 1 MB and 50,000 values; a value takes
// a hundred bytes or more while the file is read.
const (
	MaxBytes  = 16 << 20
	maxValues = 1_000_000
)

// values counts what a file holds.
type values struct {
	*json.Decoder
	n int
}

// readTree reads one JSON value that must fill the input, of up to MaxBytes.
func readTree(r io.Reader) (node, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return node{}, fmt.Errorf("reading the cases: %w", err)
	}
	if len(data) > MaxBytes {
		return node{}, &PathError{"$", fmt.Sprintf("the file is larger than %d MB", MaxBytes>>20)}
	}
	plain := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	plain.UseNumber()
	d := &values{Decoder: plain}
	n, err := readNode(d, "$", 0)
	if err != nil {
		return node{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return node{}, &PathError{"$", fmt.Sprintf("text follows the value, at byte %d", d.InputOffset())}
	}
	return n, nil
}

func readNode(d *values, path string, depth int) (node, error) {
	n := node{path: path}
	if d.n++; d.n > maxValues {
		return n, &PathError{path, fmt.Sprintf("the file has more than %d values", maxValues)}
	}
	t, err := d.Token()
	if err != nil {
		return n, notJSON(d, path, err)
	}
	switch v := t.(type) {
	case nil:
		n.kind = isNull
	case bool:
		n.kind, n.truth = isBool, v
	case json.Number:
		n.kind, n.text = isNumber, v.String()
	case string:
		n.kind, n.text = isString, v
	case json.Delim:
		if depth >= maxDepth {
			return n, n.fail("nested more than %d deep", maxDepth)
		}
		if v == '[' {
			return n, n.readList(d, depth)
		}
		return n, n.readObject(d, depth)
	}
	return n, nil
}

func notJSON(d *values, path string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &PathError{path, "the JSON text ends too early"}
	}
	return &PathError{path, fmt.Sprintf("not JSON at byte %d: %v", d.InputOffset(), err)}
}

func (n *node) readList(d *values, depth int) error {
	n.kind = isArray
	for d.More() {
		item, err := readNode(d, n.path+"["+strconv.Itoa(len(n.items))+"]", depth+1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := d.Token()
	if err != nil {
		return notJSON(d, n.path, err)
	}
	return nil
}

func (n *node) readObject(d *values, depth int) error {
	n.kind = isObject
	seen := make(map[string]bool)
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return notJSON(d, n.path, err)
		}
		key, ok := t.(string)
		if !ok {
			return n.fail("a key is not a string")
		}
		path := n.path + member(key)
		if seen[key] {
			return &PathError{path, "the field is given twice"}
		}
		seen[key] = true
		item, err := readNode(d, path, depth+1)
		if err != nil {
			return err
		}
		n.keys, n.items = append(n.keys, key), append(n.items, item)
	}
	if _, err := d.Token(); err != nil {
		return notJSON(d, n.path, err)
	}
	return nil
}

// plainKey is a key that needs no quotes in a path.
var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

func member(key string) string {
	if plainKey.MatchString(key) {
		return "." + key
	}
	return "[" + strconv.Quote(key) + "]"
}

// get returns a field of an object, nil if it is missing.
func (n *node) get(key string) *node {
	for i, k := range n.keys {
		if k == key {
			return &n.items[i]
		}
	}
	return nil
}

// fields is an object being read: every field must be asked for by the time done
// is called, and the first mistake is kept.
type fields struct {
	n    *node
	used map[string]bool
	err  error
}

func openObject(n *node) *fields {
	f := &fields{n: n, used: make(map[string]bool)}
	if n.kind != isObject {
		f.err = n.fail("expected an object, not %v", n.kind)
	}
	return f
}

// optional returns a field, nil if it is missing.
func (f *fields) optional(key string) *node {
	f.used[key] = true
	if f.err != nil {
		return nil
	}
	return f.n.get(key)
}

// required returns a field and records an error if it is missing.
func (f *fields) required(key string) *node {
	n := f.optional(key)
	if n == nil && f.err == nil {
		f.err = &PathError{f.n.path + member(key), "the field is missing"}
	}
	return n
}

func (f *fields) keep(err error) {
	if f.err == nil {
		f.err = err
	}
}

// done returns the first mistake, or the first field nobody asked for.
func (f *fields) done() error {
	if f.err != nil {
		return f.err
	}
	for i, key := range f.n.keys {
		if !f.used[key] {
			return f.n.items[i].fail("unknown field")
		}
	}
	return nil
}

// text reads an optional string.
func (f *fields) text(key string) string {
	n := f.optional(key)
	if n == nil {
		return ""
	}
	s, err := n.asString()
	f.keep(err)
	return s
}

// flag reads an optional truth value.
func (f *fields) flag(key string, unless bool) bool {
	n := f.optional(key)
	if n == nil {
		return unless
	}
	if n.kind != isBool {
		f.keep(n.fail("expected true or false, not %v", n.kind))
	}
	return n.truth
}

// number reads an optional number from 1 up, 0 if it is missing.
func (f *fields) number(key string) int {
	n := f.optional(key)
	if n == nil {
		return 0
	}
	v, err := n.asInt(1)
	f.keep(err)
	return int(v)
}

func (n *node) asString() (string, error) {
	if n.kind != isString {
		return "", n.fail("expected a string, not %v", n.kind)
	}
	return n.text, nil
}

// highest is the largest whole number every JSON reader keeps exactly.
const highest = 1 << 53

// asInt reads a whole number from lowest up.
func (n *node) asInt(lowest int64) (int64, error) {
	if n.kind != isNumber {
		return 0, n.fail("expected a whole number, not %v", n.kind)
	}
	v, err := strconv.ParseInt(n.text, 10, 64)
	if err != nil {
		whole, ferr := strconv.ParseFloat(n.text, 64)
		if ferr != nil || whole != math.Trunc(whole) || math.Abs(whole) > highest {
			return 0, n.fail("expected a whole number, not %s", n.text)
		}
		v = int64(whole)
	}
	if v < lowest || v > highest {
		return 0, n.fail("expected %d to %d, not %s", lowest, int64(highest), n.text)
	}
	return v, nil
}

func (n *node) asList() ([]node, error) {
	if n.kind != isArray {
		return nil, n.fail("expected a list, not %v", n.kind)
	}
	return n.items, nil
}
