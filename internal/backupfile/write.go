package backupfile

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"io"
)

// Writer writes one backup: the manifest when it is made, then the tables, then Close.
type Writer struct {
	file   *digestedWriter
	packed *gzip.Writer
	lines  *bufio.Writer
	m      Manifest
	end    trailer
	table  hash.Hash // of the table that is being written
}

// NewWriter begins a file. The manifest's Format decides whether digests are written.
func NewWriter(to io.Writer, m Manifest) (*Writer, error) {
	w := &Writer{file: &digestedWriter{to, sha256.New()}, m: m}
	w.packed = gzip.NewWriter(w.file)
	w.lines = bufio.NewWriterSize(w.packed, 1<<16)
	line, err := w.line(m)
	w.end.Manifest = line
	return w, err
}

// line writes a value as one line of JSON and returns its digest.
func (w *Writer) line(v any) (digest string, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("write the backup: %w", err)
	}
	h := sha256.New()
	_, err = io.MultiWriter(w.lines, h).Write(append(text, '\n'))
	if err != nil {
		return "", fmt.Errorf("write the backup: %w", err)
	}
	return sum(h), nil
}

// Table begins a table and returns where its rows go, a line each.
func (w *Writer) Table(t Table) (io.Writer, error) {
	w.endTable()
	text, err := json.Marshal(t)
	if err != nil {
		return nil, fmt.Errorf("write the backup: %w", err)
	}
	w.table = sha256.New()
	w.end.Tables = append(w.end.Tables, digest{Table: t.Name})
	w.end.Rows += t.Rows
	both := io.MultiWriter(w.lines, w.table)
	if _, err := both.Write(append(text, '\n')); err != nil {
		return nil, fmt.Errorf("write the backup: %w", err)
	}
	return both, nil
}

func (w *Writer) endTable() {
	if w.table != nil {
		w.end.Tables[len(w.end.Tables)-1].SHA256 = sum(w.table)
	}
}

// Close ends the file and returns its seal. It does not close what it was written to.
func (w *Writer) Close() (Seal, error) {
	w.endTable()
	w.end.Complete = true
	w.end.Seal = w.end.seal()
	if w.m.Format == Plain {
		w.end = trailer{Complete: true, Rows: w.end.Rows}
	}
	if _, err := w.line(w.end); err != nil {
		return "", err
	}
	if err := w.lines.Flush(); err != nil {
		return "", fmt.Errorf("write the backup: %w", err)
	}
	if err := w.packed.Close(); err != nil {
		return "", fmt.Errorf("write the backup: %w", err)
	}
	if _, err := w.file.to.Write(member(sum(w.file.h))); err != nil {
		return "", fmt.Errorf("write the backup: %w", err)
	}
	return Seal(w.end.Seal), nil
}
