// Package backupfile is the file format of backups: how one is written, read and
// checked. It knows tables as lines of text and nothing of what they mean; it must
// never need a database, so that a file can be checked on any machine.
//
// A backup is one gzip file of lines. The first is the manifest as JSON. Each table
// follows as a line of JSON (its name, columns and number of rows) and that many lines
// in PostgreSQL's COPY text format. The last line is the trailer, with a digest of the
// manifest and of every table; without it the file is cut off. Behind the lines stands
// an empty gzip member, which unpackers pass over: its comment is the digest of all
// bytes before it. So no byte of a file can be altered unnoticed, and of an altered
// text the trailer tells which table it is in.
package backupfile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
	"time"
)

// Formats that are written and read.
const (
	// Plain has no digests in its trailer. Programs before digests wrote it, and it is
	// written for a schema that only they can read, before it is migrated.
	Plain = 1
	// Digested has them.
	Digested = 2
)

// Manifest says what a backup holds.
type Manifest struct {
	Format  int       `json:"tandem_backup"`
	Event   string    `json:"event,omitempty"`   // the slug of the only event; empty: more than one event
	Program string    `json:"program,omitempty"` // the version of tandem that wrote it
	Schema  int64     `json:"schema"`            // the last migration applied
	TakenAt time.Time `json:"taken_at"`
	Tables  int       `json:"tables"`
	Rows    int64     `json:"rows"`
	Events  []Sealed  `json:"events"`
	Part    *Part     `json:"part,omitempty"` // nil: the file needs no other

	Seal Seal `json:"-"` // once it is written, or read and proved; empty without digests
}

// Part marks a file with the events that changed since another file and with everything
// that belongs to no event. It can be restored by itself, without the other events, or
// together with the file it follows.
type Part struct {
	Follows time.Time `json:"follows"` // when that file was taken
}

// Sealed is the state of one event's journal.
type Sealed struct {
	EventID int64  `json:"event_id"`
	Slug    string `json:"slug"`
	Version int64  `json:"version"`                 // entries in its journal
	Head    string `json:"head"`                    // hexadecimal seal of the last entry, empty without entries
	Broken  string `json:"broken,omitempty" db:"-"` // the first entry that does not fit, and why

	// Differs names values that are not stored as the journal says, in words.
	Differs []string `json:"differs,omitempty" db:"-"`

	Compared   int   `json:"-" db:"-"` // rows whose values were compared with the journal
	Unvalued   bool  `json:"-" db:"-"` // none could be: the journal does not know them all
	UnvaluedAt int64 `json:"-" db:"-"` // the last entry that says nothing of values
}

// Table is the head of one table.
type Table struct {
	Name    string   `json:"table"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
}

// trailer ends a complete backup.
type trailer struct {
	Complete bool     `json:"complete"`
	Rows     int64    `json:"rows"`
	Manifest string   `json:"manifest,omitempty"` // SHA-256 of its line
	Tables   []digest `json:"digests,omitempty"`
	Seal     string   `json:"seal,omitempty"`
}

// digest is the SHA-256 of a table's head and rows.
type digest struct {
	Table  string `json:"table"`
	SHA256 string `json:"sha256"`
}

// seal is one digest of the whole content, whatever it is packed with. The manifest
// stands in it and in the manifest the head of every journal.
func (t trailer) seal() string {
	h := sha256.New()
	fmt.Fprintf(h, "tandem backup\n%s\n%d\n", t.Manifest, t.Rows)
	for _, d := range t.Tables {
		fmt.Fprintf(h, "%s %s\n", d.Table, d.SHA256)
	}
	return sum(h)
}

func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// Seal is what proves that a file is as it was written, for people to note and compare.
type Seal string

// Groups prints the first sixteen digits in groups of four, as seals are printed
// everywhere; of a file without digests, nothing.
func (s Seal) Groups() string {
	if len(s) < 16 {
		return ""
	}
	return strings.Join([]string{string(s[:4]), string(s[4:8]), string(s[8:12]), string(s[12:16])}, " ")
}

// BadError says that a file is not a backup that can be restored.
type BadError struct {
	Why string
}

func (e *BadError) Error() string { return "the backup cannot be restored: " + e.Why }

// Bad makes a BadError.
func Bad(format string, args ...any) error {
	return &BadError{Why: fmt.Sprintf(format, args...)}
}
