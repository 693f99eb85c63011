package backupfile_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/hammer"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// sample is a backup with three tables, one of them empty.
func sample(t testing.TB, format int) []byte {
	t.Helper()
	tables := []struct {
		head backupfile.Table
		rows string
	}{
		{backupfile.Table{Name: "event", Columns: []string{"event_id", "slug"}, Rows: 2}, "1\tspring\n2\tlake \\\\ cup\n"},
		{backupfile.Table{Name: "team", Columns: []string{"event_id", "name"}, Rows: 0}, ""},
		{backupfile.Table{Name: "result_report", Columns: []string{"event_id", "outcome"}, Rows: 3}, "1\tslot1\n1\tslot2\n2\tdraw\n"},
	}
	m := backupfile.Manifest{
		Format: format, Schema: 22, TakenAt: time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC), Tables: len(tables), Rows: 5,
		Events: []backupfile.Sealed{{EventID: 1, Slug: "spring", Version: 3, Head: strings.Repeat("ab", 32)}},
	}
	if format == backupfile.Digested {
		m.Program = "devel"
	}
	var file bytes.Buffer
	w := expect.Must(backupfile.NewWriter(&file, m))(t)
	for _, table := range tables {
		rows, err := w.Table(table.head)
		if err == nil {
			_, err = io.WriteString(rows, table.rows)
		}
		expect.OK(t, err)
	}
	expect.OK(t, expect.Err(w.Close()))
	return file.Bytes()
}

func unpack(t testing.TB, file []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(file))
	expect.OK(t, err)
	text := expect.Must(io.ReadAll(r))(t)
	return string(text)
}

func pack(t testing.TB, text string) []byte {
	t.Helper()
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	_, err := io.WriteString(w, text)
	expect.OK(t, errors.Join(err, w.Close()))
	return file.Bytes()
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	for _, format := range []int{backupfile.Plain, backupfile.Digested} {
		file := sample(t, format)
		r, err := backupfile.Open(bytes.NewReader(file))
		expect.OK(t, err)
		var read strings.Builder
		for {
			head, rows, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			expect.OK(t, err)
			text := expect.Must(io.ReadAll(rows))(t)
			fmt.Fprintf(&read, "%s %d\n%s", head.Name, head.Rows, text)
		}
		seal := expect.Must(r.Close())(t)
		want := "event 2\n1\tspring\n2\tlake \\\\ cup\nteam 0\nresult_report 3\n1\tslot1\n1\tslot2\n2\tdraw\n"
		expect.Equal(t, read.String(), want, "format %d: read", format)
		expect.True(t, (format == backupfile.Digested) == (len(seal) == 64) && (format == backupfile.Digested) == (len(seal.Groups()) == 19),
			"format %d: the seal is %q, printed %q", format, seal, seal.Groups())
		if m, again, err := backupfile.Check(bytes.NewReader(file)); err != nil || again != seal || m.Rows != 5 {
			t.Errorf("format %d: checked %+v, %s, %v", format, m, again, err)
		}
	}
}

// No byte of a file may be another one, be it text, checksum, padding or a header that
// unpackers do not look at; and none may be missing or too many.
func TestNoByteMayBeAltered(t *testing.T) {
	t.Parallel()
	for _, format := range []int{backupfile.Plain, backupfile.Digested} {
		file := sample(t, format)
		for i := range file {
			for bit := range 8 {
				altered := bytes.Clone(file)
				altered[i] ^= 1 << bit
				refused(t, altered, fmt.Sprintf("format %d: bit %d of byte %d of %d", format, bit, i, len(file)))
			}
			without := append(bytes.Clone(file[:i]), file[i+1:]...)
			refused(t, without, fmt.Sprintf("format %d: without byte %d", format, i))
			twice := append(bytes.Clone(file[:i+1]), file[i:]...)
			if file[i] == twice[i] {
				refused(t, twice, fmt.Sprintf("format %d: byte %d twice", format, i))
			}
			if cut := file[:i]; format == backupfile.Digested || i > len(file)/2 && !bytes.Equal(cut, withoutLast(file)) {
				refused(t, cut, fmt.Sprintf("format %d: cut at byte %d", format, i))
			}
		}
	}
}

// withoutLast is a file as programs before digests wrote it.
func withoutLast(file []byte) []byte {
	return file[:bytes.LastIndex(file, []byte("\x1f\x8b\x08\x10"))]
}

func refused(t *testing.T, file []byte, what string) {
	t.Helper()
	_, _, err := backupfile.Check(bytes.NewReader(file))
	var bad *backupfile.BadError
	expect.True(t, errors.As(err, &bad), "%s: %v, want a *BadError", what, err)
}

// A letter changed in the text is refused with the table it is in, also when whoever
// changed it packed the text again and made the last bytes fit.
func TestAnAlteredTextNamesTheTable(t *testing.T) {
	t.Parallel()
	text := unpack(t, sample(t, backupfile.Digested))
	for _, c := range []struct{ from, to, says string }{
		{"spring\n", "sprang\n", "the table event was altered"},
		{"slot2", "slot1", "the table result_report was altered"},
		{`"name"]`, `"nome"]`, "the table team was altered"},
		{"1\tslot1\n", "", "at the end of the table result_report"},
		{"2\tdraw\n", "2\tdraw\n2\tdraw\n", "at the end of the table result_report"},
		{`"table":"event","columns":["event_id","slug"],"rows":2`, `"table":"event","columns":["event_id","slug"],"rows":1`, "at the end of the table event"},
		{"2026-05-02", "2026-05-03", "the manifest, was altered"},
		{`"version":3`, `"version":4`, "the manifest, was altered"},
		{`"tandem_backup":2`, `"tandem_backup":1`, "says that it has no digests"},
		{`"tandem_backup":2`, `"tandem_backup":3`, "use tandem devel, which wrote it, or a newer one"},
		{`"seal":"`, `"seal":"0`, "seal at its end was altered"},
		{`"complete":true`, `"complete":false`, "its end is missing"},
	} {
		altered := strings.Replace(text, c.from, c.to, 1)
		expect.MustTrue(t, altered != text, "%q is not in the file", c.from)
		for _, file := range [][]byte{pack(t, altered), backupfile.SealAgain(pack(t, altered))} {
			_, _, err := backupfile.Check(bytes.NewReader(file))
			expect.True(t, err != nil && strings.Contains(err.Error(), c.says), "%q for %q: %v, want %q", c.to, c.from, err, c.says)
		}
	}
	if _, _, err := backupfile.Check(bytes.NewReader(pack(t, text))); err == nil || !strings.Contains(err.Error(), "packed again") {
		t.Errorf("packed again by another program: %v", err)
	}
	if _, _, err := backupfile.Check(bytes.NewReader(backupfile.SealAgain(pack(t, text)))); err != nil {
		t.Errorf("the text as it was, in other packing with the digest that belongs to it: %v", err)
	}
}

// A file as programs before digests wrote it is read, and has no seal.
func TestFilesFromBeforeDigests(t *testing.T) {
	t.Parallel()
	file := withoutLast(sample(t, backupfile.Plain))
	m, seal, err := backupfile.Check(bytes.NewReader(file))
	expect.True(t, err == nil && seal == "" && m.Format == backupfile.Plain && m.Rows == 5, "%+v, %q, %v", m, seal, err)
	text := unpack(t, file)
	expect.True(t, strings.HasSuffix(text, "\n"+`{"complete":true,"rows":5}`+"\n") && !strings.Contains(text, "program"), "such programs could not read\n%s", text)
}

// gzip makes much out of little: a head without an end is not read into memory.
func TestEndlessLines(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"tandem_backup":1,"x":"` + strings.Repeat("x", 17<<20),
		`{"tandem_backup":1,"tables":1,"events":null}` + "\n" + `{"table":"` + strings.Repeat("x", 17<<20),
	} {
		_, _, err := backupfile.Check(bytes.NewReader(pack(t, text)))
		expect.True(t, err != nil && strings.Contains(err.Error(), "more than"), "%.40s...: %v", text, err)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(sample(f, backupfile.Digested))
	f.Add(sample(f, backupfile.Plain))
	hammer.Fuzz(f, func(t *testing.T, file []byte) {
		_, _, err := backupfile.Check(bytes.NewReader(file))
		var bad *backupfile.BadError
		if err != nil && !errors.As(err, &bad) {
			t.Errorf("%v is no *BadError", err)
		}
	})
}
