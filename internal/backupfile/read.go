package backupfile

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
)

// Reader reads one backup: the manifest when it is opened, then the tables, then Close,
// which proves that all of it was as it was written. What was read before must not be
// kept unless Close agrees.
type Reader struct {
	Manifest Manifest

	file     *digestedReader
	packed   *unpacker
	lines    *bufio.Reader
	manifest string // digest of its line
	present  *rowReader
	seen     []digest
	rows     int64
	last     string // the table that was read last
}

// longestLine is how many bytes a manifest, the head of a table or the trailer may
// have: gzip makes gigabytes out of a small file. Rows are streamed instead.
const longestLine = 16 << 20

// Open reads the manifest. A file that is no backup, or one that only a later program
// can read, is a *BadError.
func Open(from io.Reader) (*Reader, error) {
	r := &Reader{file: &digestedReader{from: from, h: sha256.New()}}
	var err error
	if r.packed, err = newUnpacker(r.file); err != nil {
		return nil, Bad("it is another kind of file, or damaged at its beginning (not a gzip file: %v)", err)
	}
	r.lines = bufio.NewReaderSize(r.packed, 1<<16)
	line, err := r.line()
	if err != nil {
		return nil, Bad("it does not begin with a manifest (%v)", err)
	}
	r.manifest = sumOf(line)
	var version struct {
		Format  int    `json:"tandem_backup"`
		Program string `json:"program"`
	}
	if err := json.Unmarshal(line, &version); err != nil || version.Format == 0 {
		return nil, Bad("it does not begin with a manifest (%v)", err)
	}
	if version.Format > Digested {
		return nil, Bad("its format is %d, this program reads up to %d; use %s", version.Format, Digested, Newer(version.Program))
	}
	if err := strict(line, &r.Manifest); err != nil {
		return nil, Bad("it does not begin with a manifest (%v)", err)
	}
	return r, nil
}

// Newer names the program that can read what this one cannot.
func Newer(program string) string {
	if program == "" {
		return "a newer tandem"
	}
	return fmt.Sprintf("tandem %s, which wrote it, or a newer one", program)
}

// line reads one line that is short by nature.
func (r *Reader) line() ([]byte, error) {
	var line []byte
	for {
		part, err := r.lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, cutOff(err)
		}
		if len(line)+len(part) > longestLine {
			return nil, fmt.Errorf("a line has more than %d bytes", longestLine)
		}
		line = append(line, part...)
		if err == nil {
			return line, nil
		}
	}
}

// strict reads JSON that may hold nothing unknown.
func strict(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("more than one value in a line")
	}
	return nil
}

func sumOf(line []byte) string {
	h := sha256.Sum256(line)
	return fmt.Sprintf("%x", h)
}

func cutOff(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is cut off")
	}
	return err
}

// Next begins the next table and returns its head and its rows, a line each; io.EOF
// when all tables of the manifest were read. The rows of the table before are passed over
// if nobody read them.
func (r *Reader) Next() (Table, io.Reader, error) {
	if err := r.endTable(); err != nil {
		return Table{}, nil, err
	}
	if len(r.seen) == r.Manifest.Tables {
		return Table{}, nil, io.EOF
	}
	line, err := r.line()
	var t Table
	if err == nil {
		err = strict(line, &t)
	}
	if err != nil {
		return t, nil, Bad("%s: %v", r.behind(), err)
	}
	if t.Rows < 0 {
		return t, nil, Bad("table %s has %d rows", t.Name, t.Rows)
	}
	r.last = t.Name
	r.rows += t.Rows
	r.present = &rowReader{lines: r.lines, left: t.Rows, h: sha256.New()}
	r.present.h.Write(line)
	r.seen = append(r.seen, digest{Table: t.Name})
	return t, r.present, nil
}

// behind says where in the file a reader stands: a wrong number of rows is noticed only
// where the next head should be.
func (r *Reader) behind() string {
	if r.last == "" {
		return "behind the manifest"
	}
	return "at the end of the table " + r.last
}

func (r *Reader) endTable() error {
	if r.present == nil {
		return nil
	}
	if _, err := io.Copy(io.Discard, r.present); err != nil {
		return Bad("table %s: %v", r.last, err)
	}
	r.seen[len(r.seen)-1].SHA256 = sum(r.present.h)
	r.present = nil
	return nil
}

// Close reads the trailer and proves the digests. The seal is empty for a file from
// before there were any.
func (r *Reader) Close() (Seal, error) {
	if err := r.endTable(); err != nil {
		return "", err
	}
	var end trailer
	line, err := r.line()
	if err == nil {
		err = strict(line, &end)
	}
	if err != nil || !end.Complete || end.Rows != r.Manifest.Rows || end.Rows != r.rows {
		return "", Bad("%s its end is missing", r.behind())
	}
	if err := r.prove(end); err != nil {
		return "", err
	}
	switch _, err := r.lines.ReadByte(); { // also checks gzip's checksum
	case err == nil:
		return "", Bad("something follows its end")
	case !errors.Is(err, io.EOF):
		return "", Bad("the file is damaged, its end does not fit the rest (%v)", err)
	}
	if (r.Manifest.Format != Plain || r.packed.members > 1) && !r.file.whole() {
		return "", Bad("the file was altered or packed again: its last bytes are not the digest of those before them")
	}
	return Seal(end.Seal), nil
}

// prove compares what was read with the digests of the trailer.
func (r *Reader) prove(end trailer) error {
	if r.Manifest.Format == Plain {
		if end.Manifest != "" || end.Tables != nil || end.Seal != "" {
			return Bad("its first line says that it has no digests, and its end has some")
		}
		return nil
	}
	if end.Manifest != r.manifest {
		return Bad("its first line, the manifest, was altered")
	}
	if len(end.Tables) != len(r.seen) {
		return Bad("its end has digests of %d tables, and it has %d", len(end.Tables), len(r.seen))
	}
	for i, d := range r.seen {
		if d != end.Tables[i] {
			return Bad("the table %s was altered after the backup was made", d.Table)
		}
	}
	if end.Seal != end.seal() {
		return Bad("the seal at its end was altered")
	}
	return nil
}

// Check reads a whole file and proves it, without a database.
func Check(from io.Reader) (Manifest, Seal, error) {
	r, err := Open(from)
	if err != nil {
		return Manifest{}, "", err
	}
	for err == nil {
		_, _, err = r.Next()
	}
	if !errors.Is(err, io.EOF) {
		return r.Manifest, "", err
	}
	seal, err := r.Close()
	return r.Manifest, seal, err
}

// rowReader hands on exactly so many lines: the rows of one table.
type rowReader struct {
	lines *bufio.Reader
	left  int64
	rest  []byte // of the present line
	h     hash.Hash
	err   error
}

func (r *rowReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.left == 0 {
			return 0, io.EOF
		}
		line, err := r.lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			r.err = cutOff(err)
			return 0, r.err
		}
		if err == nil {
			r.left--
		}
		r.h.Write(line)
		r.rest = line // valid until the next ReadSlice, which comes after it is handed on
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
