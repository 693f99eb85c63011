package webhook_test

import (
	"encoding/json"
	"testing"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/webhook"
)

// Who sits at the boards is told once it is public: a line-up before the publication is for the
// desk and the team alone.
func TestLineUpsAreToldOnceTheyArePublic(t *testing.T) {
	t.Parallel()
	before, moved := json.RawMessage(`{"blocks": [{"table": "line_up", "columns": [], "rows": []}]}`),
		json.RawMessage(`{"blocks": [{"table": "game", "columns": [], "rows": []}, {"table": "line_up", "columns": [], "rows": []}]}`)
	for _, c := range []struct {
		action string
		wrote  json.RawMessage
		told   bool
	}{
		{"set line-up", nil, false},
		{"set line-up", before, false},
		{"set line-up", moved, true},
		{"substitute in a match", moved, true},
		{"correct who sat", moved, true},
		{"edit team", before, false},
	} {
		e := journal.Entry{Seq: 7, Action: c.action, Subject: "open/round 2/table 4/match 1", Wrote: c.wrote}
		n, told := webhook.Tells(e, tournament.TellLineUp)
		if told != c.told || told && (n.Kind != webhook.LineUp || n.Section != "open" || n.Round != 2 || n.Table != 4 || n.Match != 1) {
			t.Errorf("%s with %s: told is %v, %+v", c.action, c.wrote, told, n)
		}
		if _, told := webhook.Tells(e, tournament.TellPublish, tournament.TellResult); told {
			t.Errorf("%s is told to who asked for pairings and results", c.action)
		}
	}
}

// A hook may be opened for line-ups, and is told of a substitution.
func TestAHookForLineUps(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	r, url := newReceiver(t)
	h.opens(url, nil, tournament.TellLineUp)
	r.until("the hello came", func() bool { return len(r.got) == 1 })
	h.does("enter result", "open/round 1/table 2/match 1")
	h.does("substitute in a match", "open/round 1/table 2/match 1")
	r.until("the substitution came", func() bool { return len(r.got) == 2 })
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.got[1]
	expect.True(t, n.Kind == webhook.LineUp && n.Action == "substitute in a match" && n.Table == 2, "%+v", n)
}
