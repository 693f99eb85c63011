package web

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
)

// deskSeats remembers, in memory and for seconds, which table each person at a
// desk of this node has open. It only warns two people who type the same slip;
// what counts is decided when a result is saved.
type deskSeats struct {
	mu    sync.Mutex
	seats map[deskSeat]seatedAt
}

// deskSeat is a person at the desk of a section.
type deskSeat struct{ event, section, account int64 }

type seatedAt struct {
	round, table int
	name         string
	until        time.Time
}

// seatedFor is how long a page counts as open after it was heard from.
const seatedFor = 8 * time.Second

// sit notes where a person is and returns the names of the others at that table.
// Table 0 means that the person has none open.
func (d *deskSeats) sit(who deskSeat, at seatedAt, now time.Time) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seats == nil {
		d.seats = map[deskSeat]seatedAt{}
	}
	if at.table == 0 {
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
		case seat != who && seat.event == who.event && seat.section == who.section && other.round == at.round && other.table == at.table:
			others = append(others, other.name)
		}
	}
	slices.Sort(others)
	return others
}

// beside answers with a sentence about the others who have the same table open,
// or with nothing.
func (s *Server) beside(v *visit) error {
	round, err := v.number("round")
	if err != nil {
		return err
	}
	var form fault.Form
	table := v.formNumber(&form, "table", 0, 99999)
	if err := form.Err(); err != nil {
		return err
	}
	others := s.desks.sit(deskSeat{v.event.EventID, v.section.SectionID, v.who.Account.AccountID},
		seatedAt{round: round, table: table, name: v.who.Account.Name}, v.now)
	switch len(others) {
	case 0:
		return v.String(http.StatusOK, "")
	case 1:
		return v.String(http.StatusOK, others[0]+" has this table open too.")
	}
	return v.String(http.StatusOK, strings.Join(others, ", ")+" have this table open too.")
}
