package dispute

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/desk"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// evidence draws what a card knows about the position. Board A stands with
// White below and board B with Black below, so that each team has one side.
func (h *Handlers) evidence(w text.Words, f dispute.WholeIncident, facts dispute.Facts) pages.Evidence {
	e := h.drawn(w, f, facts)
	e.Owner = facts.Owner
	if facts.Other != nil {
		version := dispute.Facts{BoardA: facts.Other.BoardA, BoardB: facts.Other.BoardB, Clocks: facts.Other.Clocks}
		other := h.drawn(w, f, version)
		other.Owner, other.Certainty = facts.Other.Owner, string(dispute.Disputed)
		e.Other = &other
	}
	return e
}

// drawn is one version of the position.
func (h *Handlers) drawn(w text.Words, f dispute.WholeIncident, facts dispute.Facts) pages.Evidence {
	e := pages.Evidence{Certainty: string(facts.Certainty)}
	fens := []string{facts.BoardA, facts.BoardB}[:f.Section.TeamSize]
	var before [2]bughouse.Setup
	for i, fen := range fens {
		name := string("AB"[i])
		b := pages.Board{ID: name, Label: w.Say("Board %s", name), FEN: fen}
		setup, err := bughouse.ParseFEN(fen)
		if err != nil {
			setup = bughouse.NewSetup()
			e.Note = w.Say("Board %s cannot be drawn: %s.", name, phrase.Of("%s", err).In(w.Told))
		}
		before[i] = setup
		drawing := diagram.Board{Label: b.Label, Setup: setup}
		top, bottom := "B"+name, "W"+name
		if i == 1 {
			drawing.From = diagram.BlackBelow
			top, bottom = bottom, top
		}
		drawing.Told = wording.BoardWords(w, drawing)
		b.InWords = drawing.Told // the move in question is not made in it; the acts tell it
		markLast(&drawing, facts, name)
		b.SVG = diagram.SVG(drawing, diagram.Linked(h.Asset("pieces.svg")))
		b.Top, b.Bottom = seatView(f, facts, setup, top), seatView(f, facts, setup, bottom)
		e.Boards = append(e.Boards, b)
	}
	e.Acts = wording.ActWords(w, f, facts.Acts, before)
	return e
}

// markLast frames the move in question, which is played from the drawn position.
func markLast(b *diagram.Board, facts dispute.Facts, board string) {
	for _, act := range facts.Acts {
		by, _ := act["by"].(string)
		text, _ := act["move"].(string)
		if !strings.HasSuffix(by, board) || text == "" {
			continue
		}
		move, err := bughouse.ParseUCI(text)
		if err == nil && (move.IsDrop() || b.Setup.Board[move.From()] != bughouse.NoPiece) { // a board being set up may lack the man
			b.Last = &move
		}
	}
}

func seatView(f dispute.WholeIncident, facts dispute.Facts, setup bughouse.Setup, seat string) pages.Seat {
	view := pages.Seat{Seat: seat, Name: seat, Clock: -1}
	parsed, err := bughouse.ParseSeat(seat)
	if err != nil {
		return view // the four seats are constants
	}
	view.Clock, view.OnMove = facts.Clocks[parsed], setup.Turn == parsed.Color()
	stock := setup.Stock[parsed.Color()]
	for i, kind := range []bughouse.Kind{bughouse.Queen, bughouse.Rook, bughouse.Bishop, bughouse.Knight, bughouse.Pawn} {
		view.Stock[i] = int(stock[kind])
	}
	if f.Record == nil {
		return view
	}
	view.Slot = f.Record.Match.SlotOf(seat)
	view.Team = f.Record.Teams[view.Slot-1]
	if p, ok := f.PlayerAt(seat); ok {
		view.Name = p.Name()
	}
	return view
}

func spoken(f dispute.WholeIncident) []pages.Spoken {
	said := make([]pages.Spoken, len(f.Statements))
	for i, s := range f.Statements {
		said[i] = pages.Spoken{Speaker: s.Speaker, Role: s.Role, Body: s.Body, At: s.At}
	}
	return said
}

// standingsEffect is what the standing of both teams would be with an outcome.
func standingsEffect(book *tournament.SectionBook, matchID int64, outcome tournament.Outcome) ([]desk.Effect, error) {
	pairing, _ := book.FindMatch(matchID)
	if pairing == nil {
		return nil, nil
	}
	now, err := book.Standings(0)
	if err != nil {
		return nil, err
	}
	first, second := outcome.Points()
	after, err := now.After(tournament.Hypothetical{MatchID: matchID, Slot1Points: first, Slot2Points: second})
	if err != nil {
		return nil, err
	}
	var list []desk.Effect
	for _, id := range slices.Concat(pairing.InSlot(1), pairing.InSlot(2)) {
		old, ok := now.Of(id)
		if !ok {
			continue
		}
		next, err := after.Of(id)
		if err != nil {
			return nil, err
		}
		list = append(list, desk.Effect{Team: book.Team(id).Name, PlaceBefore: old.Place, PlaceAfter: next.Place, PointsBefore: old.Points, PointsAfter: next.Points})
	}
	return list, nil
}
