package backupfile

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"hash"
	"io"
)

// The last member of a file holds nothing: its header's comment is the digest of all
// bytes before it. gzip has no checksum for headers and does not look at the bits
// between its blocks, so the checksums of gzip alone would let such bytes be altered.

const (
	commentBegins = "tandem file sha256 "
	memberLength  = 10 + len(commentBegins) + 2*sha256.Size + 1 + 2 + 8
)

// member is the last member for a digest, byte by byte (RFC 1952): header with a
// comment, an empty block of fixed codes, CRC and length of nothing.
func member(digest string) []byte {
	b := make([]byte, 0, memberLength)
	b = append(b, 0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff)
	b = append(b, commentBegins+digest...)
	b = append(b, 0, 0x03, 0x00)
	return append(b, make([]byte, 8)...)
}

// digestedWriter hashes what goes through it.
type digestedWriter struct {
	to io.Writer
	h  hash.Hash
}

func (w *digestedWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	w.h.Write(p[:n])
	return n, err
}

// digestedReader hashes what was read through it, all but the last bytes that may be the
// last member.
type digestedReader struct {
	from io.Reader
	h    hash.Hash
	tail []byte
}

func (r *digestedReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.tail = append(r.tail, p[:n]...)
	if more := len(r.tail) - memberLength; more > 0 {
		r.h.Write(r.tail[:more])
		r.tail = r.tail[:copy(r.tail, r.tail[more:])]
	}
	return n, err
}

// whole reports whether the file ends with the member that belongs to it. Everything
// has to be read by then.
func (r *digestedReader) whole() bool { return string(r.tail) == string(member(sum(r.h))) }

// unpacker reads all members of a file as one text and counts them: programs from before
// digests wrote one.
type unpacker struct {
	from    *bufio.Reader
	member  *gzip.Reader
	members int
}

func newUnpacker(from io.Reader) (*unpacker, error) {
	u := &unpacker{from: bufio.NewReader(from)}
	var err error
	if u.member, err = gzip.NewReader(u.from); err != nil {
		return nil, err
	}
	u.begin()
	return u, nil
}

func (u *unpacker) begin() {
	u.member.Multistream(false)
	u.members++
}

func (u *unpacker) Read(p []byte) (int, error) {
	for {
		n, err := u.member.Read(p)
		switch {
		case !errors.Is(err, io.EOF):
			return n, err
		case n > 0:
			return n, nil
		}
		if err := u.member.Reset(u.from); err != nil {
			return 0, err // io.EOF behind the last
		}
		u.begin()
	}
}
