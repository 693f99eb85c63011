package rounds

import (
	"net/http"
	"sync"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Drafting knows how far the drafts are that this node makes at the moment. A desk that
// asks another node hears nothing and shows the seconds alone.
type Drafting struct {
	mu sync.Mutex
	at map[draftPlace]tournament.DraftProgress
}

// draftPlace is a round that is being drafted.
type draftPlace struct {
	event, section int64
	round          int
}

// begin notes that a draft waits for its turn and returns what is told about it, and
// what ends it.
func (d *Drafting) begin(at draftPlace) (tell func(tournament.DraftProgress), end func()) {
	say := func(step tournament.DraftProgress) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.at == nil {
			d.at = map[draftPlace]tournament.DraftProgress{}
		}
		d.at[at] = step
	}
	say(tournament.DraftProgress{Stage: draftWaiting})
	return say, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.at, at)
	}
}

// draftWaiting is what a draft does until its turn comes.
const draftWaiting tournament.DraftStage = "waiting"

// of says how far a draft is, "" when none is made here.
func (d *Drafting) of(w text.Words, at draftPlace) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	step, made := d.at[at]
	if !made {
		return ""
	}
	return draftWords(w, step)
}

// draftWords say what is being done, and how much of it is done where that is known.
func draftWords(w text.Words, step tournament.DraftProgress) string {
	p := step.Progress
	switch {
	case step.Stage == draftWaiting:
		return w.Say("Waiting until what others do is saved.")
	case step.Stage == tournament.DraftReading:
		return w.Say("Reading what was played.")
	case step.Stage == tournament.DraftChecking:
		return w.Say("Checking the draft against the rules.")
	case step.Stage == tournament.DraftSaving:
		return w.Say("Saving the draft.")
	case p.Of == 0:
		return w.Say("Pairing.")
	}
	says := w.Say("Pairing: %d of %d have an opponent.", p.Placed, p.Of)
	if p.Without > 0 {
		says += " " + w.Say("No pairing keeps every wish; this one leaves out %d wishes.", p.Without)
	}
	return says
}

// draftProgress is what a page that waits for a draft shows (long.js).
type draftProgress struct {
	Says string `json:"says"`
}

// draftProgress says how far the draft of a round is.
func (h *Handlers) draftProgress(v *visit.Visit) error {
	return v.JSON(http.StatusOK, draftProgress{Says: h.Drafting.of(v.Words, draftPlace{v.Event.EventID, v.Section.SectionID, v.RoundNo})})
}
