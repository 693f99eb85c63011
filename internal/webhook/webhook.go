// Package webhook tells programs outside that a round was published, a result or who sits
// at the boards changed. A notice says where to look and nothing more, so that it can never hold
// what is not public. What is still to be sent is the journal itself, from the last
// entry dealt with: nothing is lost when a machine stops, and a receiver may get
// the same notice twice, never none. It must never call an address inside the
// operator's own network unless the operator allows that.
package webhook

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Kind is what a notice is about.
type Kind string

const (
	Hello   Kind = "hello"                // the first notice, so that the receiver can be tried
	Publish Kind = tournament.TellPublish // the published pairings of a round changed
	Result  Kind = tournament.TellResult  // what counts for a match may have changed
	LineUp  Kind = tournament.TellLineUp  // others sit at the boards of a published round
)

// Hook is an address to be told.
type Hook struct {
	EventID   int64
	WebhookID int64
	Event     string  // address of the event
	Section   *string // address of the only section to tell of; nil: all
	URL       string
	Secret    string
	Kinds     []string
	SentSeq   int64 // the last journal entry dealt with
	Failures  int   // in a row
}

// Notice is the body that is sent, as JSON.
type Notice struct {
	ID      string    `json:"id"` // the same when a notice is sent again
	Kind    Kind      `json:"kind"`
	Event   string    `json:"event"`
	Section string    `json:"section,omitempty"`
	Round   int       `json:"round,omitempty"`
	Table   int       `json:"table,omitempty"`
	Match   int       `json:"match,omitempty"`
	Action  string    `json:"action"`  // as in the journal
	Version int64     `json:"version"` // of the event, with this change
	At      time.Time `json:"at"`
}

// kinds are the acts that receivers may be told of.
var kinds = map[string]Kind{
	"publish round": Publish, "unpublish round": Publish, "change published tables": Publish, "pair tables again": Publish, "move table": Publish, "import report": Publish,
	"enter result": Result, "forfeit a table": Result, "enter a different result": Result, "change result": Result, "verify result": Result, "reject result": Result, "undo result": Result, "take back result": Result, "take back a verification": Result,
	"resolve conflict": Result, "correct result": Result, "sign ruling": Result, "decide appeal": Result, "announce ruling": Result, "announce standings": Result,
	setLineUp: LineUp, "substitute in a match": LineUp, "correct who sat": LineUp,
}

// setLineUp is public only where the pairings are out already: then it has changed who sits there.
const setLineUp = "set line-up"

// changedSeats reports whether an entry changed who sits at a board.
func changedSeats(e journal.Entry) bool {
	var wrote journal.Wrote
	if len(e.Wrote) == 0 || json.Unmarshal(e.Wrote, &wrote) != nil {
		return false // it says nothing that could be told
	}
	return slices.ContainsFunc(wrote.Blocks, func(r journal.Rows) bool { return r.Table == "game" })
}

// KindOf is what an act of the journal is about for receivers, empty for nothing.
func KindOf(action string) Kind { return kinds[action] }

// notice is what the hook is told of a journal entry, if anything.
func (h Hook) notice(e journal.Entry) (Notice, bool) {
	n := Notice{ID: fmt.Sprintf("%s/%d", h.Event, e.Seq), Kind: KindOf(e.Action), Event: h.Event, Action: e.Action, Version: e.Seq, At: e.At}
	if e.Action == tournament.OpenWebhookAction && e.Subject == tournament.WebhookSubject(h.WebhookID) {
		n.Kind = Hello
		return n, true
	}
	if n.Kind == "" || !h.wants(n.Kind) || e.Action == setLineUp && !changedSeats(e) {
		return Notice{}, false
	}
	parts := journal.Parts(e.Subject)
	n.Section = parts[0]
	for _, part := range parts[1:] {
		what, number, _ := strings.Cut(part, " ")
		into := map[string]*int{"round": &n.Round, "table": &n.Table, "match": &n.Match}[what]
		if v, err := strconv.Atoi(number); err == nil && into != nil {
			*into = v
		}
	}
	return n, h.Section == nil || *h.Section == n.Section
}

func (h Hook) wants(kind Kind) bool {
	return slices.Contains(h.Kinds, string(kind))
}
