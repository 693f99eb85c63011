package desk

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// DeskSeats remembers, in memory and for seconds, which table each person at a
// desk of this node has open. It only warns two people who type the same slip;
// what counts is decided when a result is saved.
type DeskSeats struct {
	mu    sync.Mutex
	seats map[deskSeat]seatedAt
}

// deskSeat is a person at a page of a section's desk: the wall or the queue of
// results to verify.
type deskSeat struct {
	event, section, account int64
	page                    string
}

func thisSeat(v *visit.Visit, page string) deskSeat {
	return deskSeat{v.Event.EventID, v.Section.SectionID, v.Who.Account.AccountID, page}
}

type seatedAt struct {
	round, table int
	match        int64 // in the queue to verify
	name         string
	until        time.Time
}

// seatedFor is how long a page counts as open after it was heard from.
const seatedFor = 8 * time.Second

// sit notes where a person is and returns the names of the others at that table.
// Table 0 means that the person has none open.
func (d *DeskSeats) sit(who deskSeat, at seatedAt, now time.Time) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seats == nil {
		d.seats = map[deskSeat]seatedAt{}
	}
	if at.table == 0 && at.match == 0 {
		delete(d.seats, who)
		return nil
	}
	at.until = now.Add(seatedFor)
	d.seats[who] = at
	var others []string
	for seat, other := range d.seats {
		switch {
		case now.After(other.until):
			delete(d.seats, seat)
		case seat != who && seat.besides(who) && other.match == at.match && other.round == at.round && other.table == at.table:
			others = append(others, other.name)
		}
	}
	slices.Sort(others)
	return others
}

// besides reports whether two seats are at the same page of the same section.
func (s deskSeat) besides(other deskSeat) bool {
	return s.event == other.event && s.section == other.section && s.page == other.page
}

// taken are the matches that others have before them at the same page, with who
// it is.
func (d *DeskSeats) taken(who deskSeat, now time.Time) map[int64]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	found := map[int64]string{}
	for seat, at := range d.seats {
		if seat != who && seat.besides(who) && !now.After(at.until) {
			found[at.match] = at.name
		}
	}
	return found
}

// beside answers with a sentence about the others who have the same table open,
// or with nothing.
func (h *Handlers) beside(v *visit.Visit) error {
	var form fault.Form
	table := v.FormNumber(&form, "table", 0, 99999)
	if err := form.Err(); err != nil {
		return err
	}
	others := h.Desks.sit(thisSeat(v, "wall"),
		seatedAt{round: v.RoundNo, table: table, name: v.Who.Account.Name}, v.Now)
	switch len(others) {
	case 0:
		return v.String(http.StatusOK, "")
	case 1:
		return v.String(http.StatusOK, v.Words.Say("%s has this table open too.", others[0]))
	}
	return v.String(http.StatusOK, v.Words.Say("%s have this table open too.", strings.Join(others, ", ")))
}
