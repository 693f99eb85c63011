package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A mate by a move that was illegal ends no board: nothing is offered as a result,
// and what electronic boards tell afterwards still counts.
func TestAnIllegalMateEndsNoBoard(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A e4", "A e5", "A Bc4", "A a6")
	expect.Must(h.record(tournament.RecordAct{Board: "A", Text: "d1f7", AsMade: true}))(t)
	now, _ := h.live().Head()
	status := now.Board(bughouse.A).Status()
	expect.MustTrue(t, status == bughouse.Checkmate, "the position is %s, so this shows nothing", status)
	ends := h.live().Ends(h.match(1, 1).Side1Slot)
	expect.True(t, !ends.Known(), "an illegal move has ended %+v", ends)

	feed := tournament.Feed{EventID: h.event, FeedID: 1, SectionID: hallSection, Name: "boards"}
	list := []string{"e2e4", "e7e5", "f1c4", "a7a6", "d1f7", "a6a5"}
	acts := make([]tournament.FeedAct, len(list))
	for i, move := range list {
		acts[i] = tournament.FeedAct{ID: fmt.Sprint(i), Number: i + 1, Seat: []string{"WA", "BA"}[i%2], Move: move}
	}
	in, err := h.service.IngestActs(t.Context(), feed, tournament.LivePlace{MatchID: h.match(1, 2).MatchID}, acts)
	expect.True(t, err == nil && in.Taken == len(list) && in.AfterEnd == 0, "%+v, %v: the act after the illegal mate was passed over", in, err)
}

// The record knows which board ended first, but not whether the other was stopped.
func TestTheRecordKnowsTheOrderOfTwoEnds(t *testing.T) {
	t.Parallel()
	mate := func(board string) []string {
		return []string{board + " e4", board + " e5", board + " Bc4", board + " a6", board + " Qh5", board + " a5"}
	}
	for first, want := range map[string]livegame.Order{"A": livegame.AEarlier, "B": livegame.BEarlier} {
		h := following(t)
		h.moves(append(mate("A"), mate("B")...)...)
		second := map[string]string{"A": "B", "B": "A"}[first]
		h.moves(first + " Qxf7")
		late := tournament.RecordAct{Board: second, Text: "Qxf7"}
		_, err := h.record(late)
		wants(t, err, fault.Invalid, "has ended on board "+first)
		late.More = true
		expect.Must(h.record(late))(t)
		expect.Equal(t, h.live().Ends(h.match(1, 1).Side1Slot).Order, want, "board %s was mated first: order", first)
	}
	h := following(t)
	found := "rnbqkbnr/1ppp1Qpp/8/p3p3/2B1P3/8/PPPP1PPP/RNB1K1NR[] b KQkq - 0 4"
	h.exec(`insert into match_act (event_id, match_id, seq, at, by_name, act) values ($1, $2, 1, now(), 'x', json_build_object('act', 'position', 'position', $3::text))`, h.event, h.id, found+" | "+found)
	ends := h.live().Ends(h.match(1, 1).Side1Slot)
	expect.True(t, ends.A.Reason != "" && ends.B.Reason != "" && ends.Order == livegame.OrderUnknown, "both boards were set up mated, yet %+v", ends)
}

// A match that one board has decided takes no more moves on the other, whoever tells
// them, and what the mating move captured is still handed over.
func TestAMatchThatEndedTakesNoMoreMoves(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("B d4", "A e4", "A e5", "A Bc4", "A a6", "A Qh5", "A a5")
	if over, _ := h.live().OverBy(h.match(1, 1).Side1Slot, len(h.live().Steps)); over {
		t.Fatal("the match is over before the mate")
	}
	expect.Must(h.record(tournament.RecordAct{Kind: livegame.ActMove, Board: "A", Text: "Qxf7"}))(t)
	if over, on := h.live().OverBy(h.match(1, 1).Side1Slot, len(h.live().Steps)); !over || on != "A" {
		t.Errorf("after the mate: over %v on %q", over, on)
	}
	_, err := h.record(tournament.RecordAct{Board: "B", Text: "d5"})
	wants(t, err, fault.Invalid, "has ended on board A")
	if _, err := h.record(tournament.RecordAct{Kind: livegame.ActPress, Seat: "WA"}); err != nil {
		t.Error(err)
	}
	expect.Must(h.service.TakeBackAct(t.Context(), h.event, h.as(h.chief, ""), h.place()))(t)
	expect.Must(h.service.TakeBackAct(t.Context(), h.event, h.as(h.chief, ""), h.place()))(t)
	h.moves("B d5") // there was no mate

	feed := tournament.Feed{EventID: h.event, FeedID: 1, SectionID: hallSection, Name: "boards"}
	list := []string{"WB d2d4", "WA e2e4", "BA e7e5", "WA f1c4", "BA a7a6", "WA d1h5", "BA a6a5", "WA h5f7", "BB d7d5"}
	acts := make([]tournament.FeedAct, len(list))
	for i, move := range list {
		seat, uci, _ := strings.Cut(move, " ")
		acts[i] = tournament.FeedAct{ID: fmt.Sprint(i), Number: i + 1, Seat: seat, Move: uci}
	}
	in, err := h.service.IngestActs(t.Context(), feed, tournament.LivePlace{MatchID: h.match(1, 2).MatchID}, acts)
	expect.True(t, err == nil && in.Taken == len(list) && in.AfterEnd == 1, "%+v, %v: the move behind the mate counts", in, err)
}

// A clock at zero asks about the flag; what is answered ends the board.
func TestAClockAtZeroAsksAboutTheFlag(t *testing.T) {
	t.Parallel()
	h := following(t)
	clocks := livegame.UnknownClocks
	clocks[bughouse.WA] = 0
	expect.Must(h.record(tournament.RecordAct{Board: "A", Text: "e4", Clocks: clocks}))(t)
	m := h.match(1, 1)
	flags := h.live().Flags(m.Side1Slot)
	expect.MustTrue(t, len(flags) == 1 && flags[0] == bughouse.WA, "the flags are %v", flags)
	ends, err := h.live().FlagEnds(m.Side1Slot, bughouse.WA)
	expect.True(t, err == nil && ends.A.Reason == rulebook.ReasonFlag && ends.A.Winner == m.SlotOf("BA"), "%+v, %v", ends, err)
	if _, err := h.live().FlagEnds(m.Side1Slot, bughouse.BB); err == nil {
		t.Error("a flag falls on a clock that runs")
	}
	clocks[bughouse.BA] = 0
	expect.Must(h.record(tournament.RecordAct{Kind: livegame.ActClocks, Clocks: clocks}))(t)
	if _, err := h.live().FlagEnds(m.Side1Slot, bughouse.WA); err == nil {
		t.Error("one of two flags is taken for the first")
	}
}

// A game text of other players is not put on record unasked; of the same players,
// however their names are written, it is.
func TestLoadedGamesNameThePlayersOfTheMatch(t *testing.T) {
	t.Parallel()
	h := following(t)
	book := h.book()
	var names, swapped string
	for i, g := range h.match(1, 1).Games {
		white, _ := book.Player(*g.WhiteID)
		black, _ := book.Player(*g.BlackID)
		board := []string{"A", "B"}[i]
		names += fmt.Sprintf("[White%s %q]\n[Black%s %q]\n", board, strings.ToUpper(white.LastName+", "+white.FirstName), board, string([]rune(black.FirstName)[:1])+". "+black.LastName)
		swapped += fmt.Sprintf("[White%s %q]\n[Black%s %q]\n", board, black.Name(), board, white.Name())
	}
	load := func(tags string, anyway bool) error {
		_, err := h.service.LoadGame(t.Context(), h.event, h.as(h.chief, ""), tournament.LoadGame{
			LivePlace: h.place(), Text: strings.NewReader(tags + "[Result \"*\"]\n\n1A. e4 1a. e5 *\n"), Game: 1, Replace: true, Names: anyway,
		})
		return err
	}
	for _, tags := range []string{names, "", "[WhiteA \"?\"]\n", "[WhiteA \"WA\"]\n"} {
		err := load(tags, false)
		expect.True(t, err == nil, "%s: %v", tags, err)
	}
	wants(t, load(swapped, false), fault.Invalid, "colours swapped")
	wants(t, load("[BlackB \"Nobody Here\"]\n", false), fault.Invalid, "Nobody Here at BB")
	if err := load(swapped, true); err != nil {
		t.Error(err)
	}
}
