package tournament

import (
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// OrdersToAsk are the answers that decide a match in which both boards ended, under
// the section's rulebook: whether the other board was stopped is asked only where it
// can count all the same, and who was first of two linked ends only where they do
// not count together.
func (s Section) OrdersToAsk() []livegame.Order {
	book, err := s.Rules()
	if err != nil {
		return nil // a section's rulebook was checked when it was set up
	}
	orders := []livegame.Order{livegame.AEarlier, livegame.BEarlier}
	if book.Value(rulebook.LateEnd) == "until-neutralised" {
		orders = []livegame.Order{livegame.AStopped, livegame.BStopped, livegame.Unstopped}
	}
	if book.Value(rulebook.LinkedEnds) == "both-count" {
		orders = append(orders, livegame.Linked)
	} else {
		orders = append(orders, livegame.LinkedAFirst, livegame.LinkedBFirst)
	}
	return append(orders, livegame.SameTime)
}

// OrdersToAdd are the answers that are left to ask for where a record knows which
// board ended first.
func (s Section) OrdersToAdd(known livegame.Order) []livegame.Order {
	switch known {
	case livegame.AEarlier:
		return []livegame.Order{livegame.AStopped, livegame.AFirst}
	case livegame.BEarlier:
		return []livegame.Order{livegame.BStopped, livegame.BFirst}
	}
	return s.OrdersToAsk()
}

// EndsToAsk lists the pairs of ends that decide a match only with their order.
// Any way of winning a board stands for all of them.
func (s Section) EndsToAsk() []livegame.Ends {
	book, err := s.Rules()
	if err != nil || s.TeamSize == 1 {
		return nil
	}
	boards := []livegame.BoardEnd{{Winner: 1, Reason: rulebook.ReasonCheckmate}, {Winner: 2, Reason: rulebook.ReasonCheckmate}}
	for _, r := range rulebook.Reasons() {
		if drawsOnly(r) {
			boards = append(boards, livegame.BoardEnd{Reason: r})
		}
	}
	var asked []livegame.Ends
	for _, a := range boards {
		for _, b := range boards {
			e := livegame.Ends{A: a, B: b}
			if rulebook.DecideMatch(book, e.Facts(1, s.TeamSize == 1)).Lacks != 0 {
				asked = append(asked, e)
			}
		}
	}
	return asked
}

// askOrder asks for what a result depends on.
func (s Section) askOrder(d rulebook.Decision) error {
	by := strings.Join(s.cites(d.Articles), ", ")
	if d.Lacks == rulebook.LacksStops {
		return fault.Field("order", "Both boards have ended. Say whether the other board was stopped before it ended: the match hangs on it (%s).", by)
	}
	return fault.Field("order", "Both boards have ended. Say which ended first: the match hangs on it (%s). If nobody knows, open an incident, so that a director rules on it.", by)
}

// cites puts the rulebook's name before article numbers.
func (s Section) cites(articles []string) []string {
	var out []string
	for _, a := range articles {
		out = append(out, s.Rulebook+" "+a)
	}
	return out
}
