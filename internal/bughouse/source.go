package bughouse

import (
	"errors"
	"io"
)

// source hands out the bytes of a reader one at a time, with a look ahead and a
// count of lines. After the end, or an error, every byte is 0.
type source struct {
	in      io.Reader
	buf     []byte
	at, end int
	line    int
	failed  error // of the reader; bytes read before it are still handed out
}

const (
	sourceSize = 1 << 16
	noProgress = 100 // reads in a row that may give nothing
)

func newSource(in io.Reader) source { return source{in: in, buf: make([]byte, sourceSize), line: 1} }

// get takes the next byte.
func (s *source) get() byte {
	c := s.peek()
	if s.at < s.end {
		s.at++
	}
	if c == '\n' {
		s.line++
	}
	return c
}

// peek looks at the next byte.
func (s *source) peek() byte {
	if s.at < s.end {
		return s.buf[s.at]
	}
	if s.fill() {
		return s.buf[s.at]
	}
	return 0
}

// startsWith reports whether the bytes to come begin with text.
func (s *source) startsWith(text string) bool {
	for s.end-s.at < len(text) && s.fill() {
	}
	return s.end-s.at >= len(text) && string(s.buf[s.at:s.at+len(text)]) == text
}

// fill reads more behind the bytes not yet taken and reports whether any came.
func (s *source) fill() bool {
	if s.failed != nil {
		return false
	}
	s.end = copy(s.buf, s.buf[s.at:s.end])
	s.at = 0
	for range noProgress {
		n, err := s.in.Read(s.buf[s.end:])
		s.end += n
		s.failed = err
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.failed = io.ErrNoProgress
	return false
}

// atEnd reports whether everything was taken and nothing more comes.
func (s *source) atEnd() bool { return s.at == s.end && s.failed != nil }

// trouble is the error that ended the bytes, nil for their proper end.
func (s *source) trouble() error {
	if errors.Is(s.failed, io.EOF) {
		return nil
	}
	return s.failed
}
