package limit_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestFieldsHaveTheLimitOfTheirUse(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]limit.Kind{
		"reason": limit.Reason, "name": limit.Name, "player2": limit.Name, "prizes.3.name": limit.Name, "sections.0.letter": limit.Sign, "id1": limit.Line,
		"note.claim-time": limit.Note, "note.name": limit.Note, "point.reason": limit.Line, "section.Grundschule 4": limit.Line, "table": limit.Choice,
		"revision": limit.Choice, "row.12": limit.Choice, "map.0": limit.Choice, "": limit.Choice, "7": limit.Choice, "something new": limit.Choice, "text": limit.File,
	} {
		got := limit.Of(field)
		expect.True(t, got == want, "%q holds a %s, want a %s", field, got.Name, want.Name)
	}
	cell := limit.Of("cell.12.3")
	expect.Equal(t, cell.Most, 400, "a cell holds %+v", cell)
}

func TestTextsAtTheirLimit(t *testing.T) {
	t.Parallel()
	long := limit.Summary.Most
	for text, right := range map[string]bool{
		"": true, strings.Repeat("ž", long): true, strings.Repeat("ž", long+1): false, strings.Repeat("👪", long): true, strings.Repeat("a\r\n", long/2): true,
		strings.Repeat("a\r\n", long/2) + "b": false, "one\ntwo\tthree\r\n": true, "a\x00b": false, "a\x1bb": false, "a\x7fb": false, "a\u0085b": false,
		"\xff": false, "\xf0\x9f": false, "\xed\xa0\x80": false, "1-0 \u202e0-1": false, "\u2066x": false, "Zoë\u200d\u200f": true, "\ufffd": true,
	} {
		err := limit.Text("summary", text)
		if (err == nil) != right {
			t.Errorf("%.20q, %d characters: %v", text, limit.Count(text), err)
		}
		if err != nil && (!fault.Is(err, fault.Invalid) || fault.Fields(err)["summary"] == "") {
			t.Errorf("%.20q is refused without its field: %v", text, err)
		}
	}
}

type seat string

type inner struct {
	FirstName string
	Reason    seat   // a type of its own: a choice
	External  string `json:"external_id,omitempty"`
	Move      string `limit:"name"`
	Kept      string `limit:"-"`
	hidden    string
}

type outer struct {
	inner
	URL      string
	Players  []inner
	Other    *inner
	Raw      json.RawMessage `json:"house_rules"`
	Acts     []map[string]any
	Hash     []byte
	Any      any
	Pair     [2]string
	At       time.Time
	Revision int
	Nobody   *inner
}

func TestCheckFindsEveryText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 60_000)
	wrong := inner{long, seat(long), long, long, long, long}
	err := limit.Check(outer{
		inner: inner{hidden: long}, URL: long, Players: []inner{{}, wrong}, Other: &wrong, Raw: json.RawMessage(`"` + long + `"`), Acts: []map[string]any{{"move": long, "t": 3, "deep": []any{long}}},
		Hash: []byte(long), Any: wrong, Pair: [2]string{"", long}, Revision: -1,
	})
	var fields []string
	for _, field := range []string{
		"url", "players.1.first_name", "players.1.reason", "players.1.external_id", "players.1.move", "other.first_name", "house_rules", "acts.0.move", "acts.0.deep.0",
		"any.first_name", "pair.1", "revision",
	} {
		if fault.Fields(err)[field] == "" {
			fields = append(fields, field)
		}
	}
	expect.True(t, len(fields) == 0 && len(fault.Fields(err)) == 18, "%d fields are named, without %v: %v", len(fault.Fields(err)), fields, fault.Fields(err))
	diff := cmp.Diff("Use at most 100 characters; this has 60000. Nothing was saved.", fault.Fields(err)["players.1.reason"])
	expect.True(t, diff == "", "%v", diff)
	if err := limit.Check(outer{inner: inner{FirstName: "Ana", Kept: long}, Revision: 1 << 30}, nil, 7); err != nil {
		t.Errorf("what is within its limits: %v", fault.Fields(err))
	}
}

// A choice is not for texts that people write; every kind that is has room for more.
func TestKindsGrow(t *testing.T) {
	t.Parallel()
	order := []limit.Kind{limit.Sign, limit.Name, limit.Choice, limit.Line, limit.Message, limit.Summary, limit.Question, limit.Reason, limit.Statement, limit.Acts, limit.File}
	for i := 1; i < len(order); i++ {
		expect.True(t, order[i].Most > order[i-1].Most, "a %s has %d characters, no more than a %s", order[i].Name, order[i].Most, order[i-1].Name)
	}
	expect.True(t, !limit.Name.Long() && !limit.Link.Long() && !limit.File.Long() && limit.Summary.Long() && limit.Statement.Long(),
		"room is to be said beside what is written at length, and only there")
}
