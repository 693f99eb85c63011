package rounds

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
)

// Drafting knows how far the drafts are that this node makes at the moment. A desk that
// asks another node hears nothing and shows the seconds alone.
type Drafting struct {
	mu sync.Mutex
	at map[draftPlace]string
}

// draftPlace is a round that is being drafted.
type draftPlace struct {
	event, section int64
	round          int
}

// begin notes that a draft waits for its turn and returns what is told about it, and
// what ends it.
func (d *Drafting) begin(at draftPlace) (tell func(tournament.DraftStep), end func()) {
	say := func(words string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.at == nil {
			d.at = map[draftPlace]string{}
		}
		d.at[at] = words
	}
	say("Waiting until what others do is saved.")
	return func(step tournament.DraftStep) { say(draftWords(step)) }, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.at, at)
	}
}

// of says how far a draft is, "" when none is made here.
func (d *Drafting) of(at draftPlace) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.at[at]
}

// draftWords say what is being done, and how much of it is done where that is known.
func draftWords(step tournament.DraftStep) string {
	p := step.Progress
	switch {
	case step.Doing == tournament.DraftReading:
		return "Reading what was played."
	case step.Doing == tournament.DraftChecking:
		return "Checking the draft against the rules."
	case step.Doing == tournament.DraftSaving:
		return "Saving the draft."
	case p.Of == 0:
		return "Pairing."
	}
	says := fmt.Sprintf("Pairing: %d of %d have an opponent.", p.Placed, p.Of)
	if p.Without > 0 {
		says += fmt.Sprintf(" No pairing keeps every wish; this one leaves out %s.", layout.Count(p.Without, "wish"))
	}
	return says
}

// draftProgress is what a page that waits for a draft shows (long.js).
type draftProgress struct {
	Says string `json:"says"`
}

// draftProgress says how far the draft of a round is.
func (h *Handlers) draftProgress(v *visit.Visit) error {
	return v.JSON(http.StatusOK, draftProgress{Says: h.Drafting.of(draftPlace{v.Event.EventID, v.Section.SectionID, v.RoundNo})})
}
