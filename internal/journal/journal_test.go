package journal_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func chain(n int) []journal.Entry {
	var entries []journal.Entry
	var head journal.Hash
	for i := 1; i <= n; i++ {
		e := journal.Entry{
			EventID: 7, Seq: int64(i), At: time.Unix(int64(1000+i), 0).UTC(), ActorID: 3, Actor: "Ana Ruiz",
			Action: "enter result", Subject: "open/round 1", Data: json.RawMessage(`{"after":1}`),
		}
		if i > 3 { // entries of earlier programs have no origin
			e.Origin = journal.Origin{Device: "Firefox, Windows #4", Request: "3f2a"}
		}
		e = e.Seal(head)
		head = e.Hash
		entries = append(entries, e)
	}
	return entries
}

func verify(entries []journal.Entry, version int64) error {
	var v journal.Verifier
	for _, e := range entries {
		if err := v.Next(e); err != nil {
			return err
		}
	}
	return v.Finish(version)
}

func TestVerifyNamesTheFirstBrokenEntry(t *testing.T) {
	tests := map[string]struct {
		spoil func([]journal.Entry) []journal.Entry
		want  int64
	}{
		"untouched":     {func(e []journal.Entry) []journal.Entry { return e }, 0},
		"actor changed": {func(e []journal.Entry) []journal.Entry { e[3].Actor = "Bo"; return e }, 4},
		"data changed":  {func(e []journal.Entry) []journal.Entry { e[1].Data = json.RawMessage(`{}`); return e }, 2},
		"time changed":  {func(e []journal.Entry) []journal.Entry { e[2].At = e[2].At.Add(time.Microsecond); return e }, 3},
		"text moved": {func(e []journal.Entry) []journal.Entry {
			e[0].Action, e[0].Subject = "enter", " resultopen/round 1"
			return e
		}, 1},
		"device changed": {func(e []journal.Entry) []journal.Entry { e[4].Device = "Firefox on Mac #4"; return e }, 5},
		"origin removed": {func(e []journal.Entry) []journal.Entry { e[4].Origin = journal.Origin{}; return e }, 5},
		"origin added":   {func(e []journal.Entry) []journal.Entry { e[1].Request = "3f2a"; return e }, 2},
		"origin moved": {func(e []journal.Entry) []journal.Entry {
			e[5].Origin = journal.Origin{Device: "Firefox, Windows #43", Request: "f2a"}
			return e
		}, 6},
		"entry removed":   {func(e []journal.Entry) []journal.Entry { return append(e[:2], e[3:]...) }, 3},
		"end cut off":     {func(e []journal.Entry) []journal.Entry { return e[:4] }, 5},
		"resealed inside": {func(e []journal.Entry) []journal.Entry { e[1].Actor = "Bo"; e[1] = e[1].Seal(e[0].Hash); return e }, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := verify(tt.spoil(chain(6)), 6)
			var broken *journal.Broken
			switch {
			case tt.want == 0 && err != nil:
				t.Fatalf("an intact chain was refused: %v", err)
			case tt.want != 0 && !errors.As(err, &broken):
				t.Fatalf("got %v, want a broken entry %d", err, tt.want)
			case tt.want != 0 && broken.Seq != tt.want:
				t.Errorf("first broken entry is %d, want %d (%v)", broken.Seq, tt.want, err)
			}
		})
	}
}

// The seal of an entry made before origins were kept; it must never become another one.
func TestSealOfEarlierEntriesStays(t *testing.T) {
	expect.Equal(t, chain(3)[2].Hash.Groups(), "6797 d3f6 b11f 3723", "the third entry is sealed with")
}

func TestGroups(t *testing.T) {
	expect.Equal(t, (journal.Hash{0xab, 0xcd, 0x01}).Groups(), "abcd 0100 0000 0000", "Groups() =")
}

// A team may be called by its two players; its name stays whole.
func TestPartsKeepNamesWhole(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string][]string{
		"event":                           {"event"},
		"open/round 3/table 14/match 2":   {"open", "round 3", "table 14", "match 2"},
		"team Abara / Castillo":           {"team Abara / Castillo"},
		"open/team Abara / Castillo":      {"open", "team Abara / Castillo"},
		"open/round 3/team Rooks/round 7": {"open", "round 3", "team Rooks/round 7"},
		"open/team Red/team Blue/table 3": {"open", "team Red/team Blue/table 3"},
		"screen/hall-1":                   {"screen", "hall-1"},
	} {
		if got := journal.Parts(subject); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", subject, got, want)
		}
	}
}
