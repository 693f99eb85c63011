package web

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/desk"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// evidence draws what a card knows about the position. Board A stands with
// White below and board B with Black below, so that each team has one side.
func (s *Server) evidence(f dispute.File, facts dispute.Facts) pages.Evidence {
	e := pages.Evidence{Certainty: string(facts.Certainty)}
	fens := []string{facts.BoardA, facts.BoardB}[:f.Section.TeamSize]
	for i, fen := range fens {
		name := string("AB"[i])
		b := pages.Board{Label: "Board " + name, FEN: fen}
		setup, err := bughouse.ParseFEN(fen)
		if err != nil {
			setup = bughouse.NewSetup()
			e.Note = fmt.Sprintf("Board %s cannot be drawn: %v.", name, err)
		}
		drawing := diagram.Board{Label: b.Label, Setup: setup}
		top, bottom := "B"+name, "W"+name
		if i == 1 {
			drawing.From = diagram.BlackBelow
			top, bottom = bottom, top
		}
		markLast(&drawing, facts, name)
		b.SVG, b.InWords = diagram.SVG(drawing, diagram.Linked(s.Asset("pieces.svg"))), diagram.Words(drawing)
		b.Top, b.Bottom = seatView(f, facts, setup, top), seatView(f, facts, setup, bottom)
		e.Boards = append(e.Boards, b)
	}
	for _, act := range facts.Acts {
		e.Acts = append(e.Acts, actWords(f, act))
	}
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
		if move, err := bughouse.ParseUCI(text); err == nil {
			b.Last = &move
		}
	}
}

func seatView(f dispute.File, facts dispute.Facts, setup bughouse.Setup, seat string) pages.Seat {
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

// nameAt is the player on a seat, or the seat itself.
func nameAt(f dispute.File, seat string) string {
	if p, ok := f.PlayerAt(seat); ok {
		return p.Name()
	}
	return seat
}

// actWords tells one act with the player's name.
func actWords(f dispute.File, act dispute.Act) string {
	line := strings.TrimSpace(dispute.FormatActs([]dispute.Act{act}))
	by, _ := act["by"].(string)
	if by == "" {
		return line
	}
	return strings.Replace(line, by, nameAt(f, by)+" ("+by+")", 1)
}

func spoken(f dispute.File) []pages.Spoken {
	said := make([]pages.Spoken, len(f.Statements))
	for i, s := range f.Statements {
		said[i] = pages.Spoken{Speaker: s.Speaker, Role: s.Role, Body: s.Body, At: s.At}
	}
	return said
}

// priorsOf lists earlier infractions of the players of the match.
func priorsOf(f dispute.File) []pages.Prior {
	var list []pages.Prior
	for _, p := range f.Priors {
		prior := pages.Prior{
			Where: fmt.Sprintf("%s, ruling %d, %s", p.Offence, p.RulingID, p.At.Format("15:04")), Penalty: p.Penalty, Voided: p.State != dispute.Counts,
		}
		for _, player := range f.Players {
			if p.PlayerID != nil && player.PlayerID == *p.PlayerID {
				prior.Name = player.Name()
			}
		}
		for _, team := range f.Teams {
			if prior.Name == "" && team.TeamID == p.TeamID {
				prior.Name = team.Name
			}
		}
		for _, seat := range dispute.Seats {
			if player, ok := f.PlayerAt(seat); ok && p.PlayerID != nil && player.PlayerID == *p.PlayerID {
				prior.Seat = seat
			}
		}
		list = append(list, prior)
	}
	return list
}

// conservation tells which pieces are missing or too many on both boards.
func conservation(f dispute.File, facts dispute.Facts) []pages.Check {
	if f.Section.TeamSize != 2 {
		return nil
	}
	a, errA := bughouse.ParseFEN(facts.BoardA)
	b, errB := bughouse.ParseFEN(facts.BoardB)
	if errA != nil || errB != nil {
		return nil
	}
	found := bughouse.Inventory{Boards: [2]bughouse.Setup{a, b}}.Discrepancies(bughouse.TwoSets)
	if len(found) == 0 {
		return []pages.Check{{State: "ok", Headline: "64 of 64 pieces.", Detail: "Both boards and all stocks add up."}}
	}
	var checks []pages.Check
	for _, d := range found {
		var causes []string
		for _, e := range d.Explanations {
			causes = append(causes, causeWords[e.Cause])
		}
		n, what := d.Missing, "missing"
		if n < 0 {
			n, what = -n, "too many"
		}
		checks = append(checks, pages.Check{
			State: "warn", Headline: fmt.Sprintf("%s %s.", layout.Count(n, strings.ToLower(fmt.Sprintf("%v %v", d.Color, d.Kind))), what), Detail: sentenceCase(strings.Join(causes, ", or ")) + "?",
		})
	}
	return checks
}

func sentenceCase(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

var causeWords = map[bughouse.Cause]string{
	bughouse.CauseNotPassed: "captured and not yet passed", bughouse.CausePromotionMissing: "a promoted pawn without its mark",
	bughouse.CauseHidden: "hidden or stored elsewhere", bughouse.CauseSetUp: "set up wrongly",
}

// standingsEffect is what the standing of both teams would be with an outcome.
func standingsEffect(book *tournament.Book, matchID int64, outcome tournament.Outcome) ([]desk.Effect, error) {
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
	for slot := 1; slot <= 2; slot++ {
		id := pairing.TeamID(slot)
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
