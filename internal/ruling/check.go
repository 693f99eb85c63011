package ruling

import (
	"errors"
	"fmt"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// check refuses what cannot be ruled on: no rulebook, a board no men can stand
// on, people and boards that do not exist. A case file
// lets nothing of the kind through; incidents built in Go are checked here.
func (in *Incident) check() error {
	if in.Book == nil {
		return errors.New("the incident names no rulebook")
	}
	for b := range in.Book.Boards() {
		if _, err := in.Boards[b].Setup.AsFound(bughouse.Rules{}); err != nil {
			return fmt.Errorf("board %v: %w", bughouse.BoardID(b), err)
		}
		if r := in.Boards[b].Result; r != nil && r.Winner > BlackWins {
			return fmt.Errorf("board %v: winner %d does not exist", bughouse.BoardID(b), r.Winner)
		}
	}
	for i := range in.Timeline {
		if err := in.checkAct(&in.Timeline[i]); err != nil {
			return fmt.Errorf("act %d: %w", i+1, err)
		}
	}
	for i, t := range in.Tries {
		if !in.seated(t.By) {
			return fmt.Errorf("try %d: seat %d does not exist", i+1, t.By)
		}
	}
	for i, f := range in.Unknown {
		if !in.canHave(f) {
			return fmt.Errorf("unknown fact %d names a seat, a board or a ladder that does not exist", i+1)
		}
	}
	if in.Claim != nil {
		return in.checkClaim(in.Claim)
	}
	return nil
}

// canHave reports whether a fact names only what exists.
func (in *Incident) canHave(f Fact) bool {
	return in.Book != nil && in.seated(f.Seat) && in.hasBoard(f.Board) && int(f.Ladder) < rulebook.SettingCount
}

func (in *Incident) seated(s bughouse.Seat) bool { return int(s) < 2*in.Book.Boards() }

func (in *Incident) hasBoard(b bughouse.BoardID) bool { return int(b) < in.Book.Boards() }

func (in *Incident) exists(a Actor) bool {
	s, seat := a.Seat()
	return seat && in.seated(s) || !seat && a <= ActorOtherPlayer
}

func (in *Incident) checkAct(a *Act) error {
	switch {
	case !in.exists(a.By):
		return fmt.Errorf("person %d does not exist", a.By)
	case !in.hasBoard(a.Board):
		return fmt.Errorf("board %d does not exist", a.Board)
	case a.Result.Winner > BlackWins:
		return fmt.Errorf("winner %d does not exist", a.Result.Winner)
	case a.Piece > bughouse.King || a.Man.Kind > bughouse.King || a.Man.Square > bughouse.NoSquare:
		return errors.New("there is no such piece or square")
	}
	for _, b := range a.Boards {
		if !in.hasBoard(b) {
			return fmt.Errorf("board %d does not exist", b)
		}
	}
	for _, s := range a.With {
		if !in.seated(s) {
			return fmt.Errorf("seat %d does not exist", s)
		}
	}
	if a.Kind == ActClaim {
		if a.Claim == nil {
			return errors.New("a claim without its matter")
		}
		return in.checkClaim(a.Claim)
	}
	return nil
}

func (in *Incident) checkClaim(c *Claim) error {
	switch {
	case !in.seated(c.By):
		return fmt.Errorf("the claim: seat %d does not exist", c.By)
	case c.Named && !in.exists(c.Against):
		return fmt.Errorf("the claim: person %d does not exist", c.Against)
	case c.Piece > bughouse.King:
		return fmt.Errorf("the claim: there is no such piece")
	}
	return nil
}
