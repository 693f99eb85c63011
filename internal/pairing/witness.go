package pairing

import (
	"fmt"
	"strings"
)

// noPairing explains why the round cannot be paired.
func (s *swissRound) noPairing() error {
	e := &NoPairingError{Round: s.t.Round}
	for _, i := range s.left {
		e.Witness = append(e.Witness, s.all[i].number)
	}
	return e
}

// givenUp describes the soft wishes beyond the first kept ones.
func (t *Tournament) givenUp(kept int) []string {
	var notes []string
	for _, g := range t.Forbidden {
		if g.Hard || !g.covers(t.Round) {
			continue
		}
		if kept > 0 {
			kept--
			continue
		}
		names := strings.Trim(fmt.Sprint(g.Numbers), "[]")
		notes = append(notes, fmt.Sprintf("the wish to keep %s apart could not be met", names))
	}
	return notes
}
