// Package journal defines the record of everything that happened in an event:
// one entry per command, each sealed with the hash of the one before. It answers
// who did what, what changed since I last looked, and whether the record is
// intact. It computes and checks seals; it must never read a clock or a
// database, and no caller may write an entry except together with the change
// that the entry tells.
package journal

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Hash is a SHA-256 seal; the zero value stands before the first entry.
type Hash [sha256.Size]byte

// Groups prints the first sixteen digits of the seal in groups of four, as on
// the foot of every printed sheet.
func (h Hash) Groups() string {
	s := hex.EncodeToString(h[:8])
	return s[:4] + " " + s[4:8] + " " + s[8:12] + " " + s[12:]
}

// Entry is one act of one person in one event. Seq counts from 1 without gaps;
// the event's version is the Seq of its last entry.
type Entry struct {
	EventID  int64
	Seq      int64
	At       time.Time // UTC, whole microseconds, as the database keeps it
	ActorID  int64     // account; 0 for a team's private link or the program itself
	Actor    string    // the name people read
	Action   string    // what was done, a verb phrase: "enter result"
	Subject  string    // what it was done to: "open/round 3/table 14/match 2"
	Data     json.RawMessage
	Origin                   // of the request that asked for it
	Wrote    json.RawMessage // a Wrote as JSON; empty in entries older than this field
	PrevHash Hash
	Hash     Hash
}

// Data is what every entry stores: the values before and after, and why.
type Data struct {
	Before any    `json:"before,omitempty"`
	After  any    `json:"after,omitempty"`
	Reason string `json:"reason,omitempty"`
	Back   any    `json:"back,omitempty"`   // see Change.Back
	Undoes int64  `json:"undoes,omitempty"` // see Command.Undoes
}

// Seal returns e chained behind prev.
func (e Entry) Seal(prev Hash) Entry {
	e.PrevHash = prev
	e.Hash = e.seal()
	return e
}

// seal hashes the previous seal and every field of the entry, each with its
// length in front, so that no two different entries have the same bytes. An entry
// without an origin, as all were before origins were kept, ends with its data; one
// without values, as all were before values were kept, ends with its origin.
func (e Entry) seal() Hash {
	h := sha256.New()
	h.Write(e.PrevHash[:])
	number := func(n int64) {
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], uint64(n))
		h.Write(b[:])
	}
	text := func(s string) {
		number(int64(len(s)))
		h.Write([]byte(s))
	}
	number(e.EventID)
	number(e.Seq)
	number(e.At.UnixMicro())
	number(e.ActorID)
	text(e.Actor)
	text(e.Action)
	text(e.Subject)
	text(string(e.Data))
	if e.Origin != (Origin{}) || len(e.Wrote) > 0 {
		text(e.Device)
		text(e.Request)
	}
	if len(e.Wrote) > 0 {
		text(string(e.Wrote))
	}
	return Hash(h.Sum(nil))
}

// Verifier checks the entries of one event in order; its zero value is ready
// for entry 1.
type Verifier struct {
	seq  int64
	head Hash
}

// Broken says which entry is the first that does not fit, and why.
type Broken struct {
	Seq int64
	Why string
}

func (b *Broken) Error() string { return fmt.Sprintf("entry %d: %s", b.Seq, b.Why) }

// Next checks the next entry and returns a *Broken when it does not fit.
func (v *Verifier) Next(e Entry) error {
	switch {
	case e.Seq != v.seq+1:
		return &Broken{v.seq + 1, fmt.Sprintf("it is missing; the next one found is entry %d", e.Seq)}
	case e.PrevHash != v.head:
		return &Broken{e.Seq, "it is not chained to the entry before it"}
	case e.Hash != e.seal():
		return &Broken{e.Seq, "its content does not match its seal"}
	}
	v.seq, v.head = e.Seq, e.Hash
	return nil
}

// Finish checks that the chain is as long as the event's version says.
func (v *Verifier) Finish(version int64) error {
	if v.seq != version {
		return &Broken{v.seq + 1, fmt.Sprintf("the event is at version %d but the journal ends at %d", version, v.seq)}
	}
	return nil
}

// Actor is whoever acts: an account, or a team through its private link.
type Actor struct {
	AccountID int64
	TeamID    int64
	Name      string
}

// Command is what every change carries besides its own values. Key makes a
// repeat harmless: the same key gets the first answer. An empty key is allowed
// for changes made by the program itself.
type Command struct {
	Actor   Actor `limit:"-"` // who is known already
	Key     string
	Content []byte // digest of all that was asked for: a key repeated with another one is refused; empty is not compared
	Reason  string
	Alone   bool // takes long: commands beside it do not wait for it to be saved
	Input   any  `limit:"-"` // what is asked for; its texts are measured before anything is read

	At     int64 // the event's version that was looked at; at another one nothing is done: see Moved. 0: at any
	Undoes int64 // the entry that is taken back, 0 for none
	Try    bool  // only decide: see ErrTried
}

// With is the command with what it asks for.
func (c Command) With(input any) Command {
	c.Input = input
	return c
}

// Moved says that the event has another version than the one that a command was meant for.
// Nothing was done.
type Moved struct{ Now int64 }

func (m *Moved) Error() string {
	return fmt.Sprintf("the event is at version %d by now, nothing was saved", m.Now)
}

// ErrTried is the answer to a command that was only tried and would have been carried out.
var ErrTried = errors.New("the command was only tried")

// Unexplained reports whether nobody said why.
func (c Command) Unexplained() bool { return strings.TrimSpace(c.Reason) == "" }

// Change is what a decision tells the journal. An empty Action means that
// nothing changed: no entry is written and nobody is told.
type Change struct {
	Action  string
	Subject string
	Before  any
	After   any
	Reason  string
	Reach   Reach // which public pages it may alter
	Answer  any   // what a repeat of the command gets back
	Back    any   // what only the taking back of it needs and the words do not say; no page shows it
}

// Receipt is what a command gets back.
type Receipt struct {
	Version  int64           // of the event, after the command
	Repeated bool            // the command had been carried out before
	Answer   json.RawMessage // as it is stored; see Answer
}

// Answer reads the answer of a command, which was stored with its key; a command
// without one gives the zero value. T is what the command answers with.
func Answer[T any](r Receipt) (T, error) {
	var answer T
	if len(r.Answer) == 0 {
		return answer, nil
	}
	if err := json.Unmarshal(r.Answer, &answer); err != nil {
		return answer, fmt.Errorf("read the answer of a command: %w", err)
	}
	return answer, nil
}

// Subject joins the parts of a subject with slashes.
func Subject(parts ...any) string {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = fmt.Sprint(p)
	}
	return strings.Join(words, "/")
}

// Parts takes a subject apart again. A team's name, which comes last, may hold slashes of
// its own: "Abara / Castillo".
func Parts(subject string) []string {
	if strings.HasPrefix(subject, "team ") {
		return []string{subject}
	}
	place, team, named := strings.Cut(subject, "/team ")
	parts := strings.Split(place, "/")
	if named {
		parts = append(parts, "team "+team)
	}
	return parts
}
