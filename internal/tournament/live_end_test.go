package tournament_test

import (
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A mate by a move that was illegal ends no board: nothing is offered as a result,
// and what electronic boards tell afterwards still counts.
func TestAnIllegalMateEndsNoBoard(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A e4", "A e5", "A Bc4", "A a6")
	if _, err := h.record(tournament.RecordAct{Board: "A", Text: "d1f7", AsMade: true}); err != nil {
		t.Fatal(err)
	}
	now, _ := h.live().Head()
	if status := now.Board(bughouse.A).Status(); status != bughouse.Checkmate {
		t.Fatalf("the position is %s, so this shows nothing", status)
	}
	if ends := h.live().Ends(h.match(1, 1)); ends.Known() {
		t.Errorf("an illegal move has ended %+v", ends)
	}

	feed := tournament.Feed{EventID: h.event, FeedID: 1, SectionID: hallSection, Name: "boards"}
	list := []string{"e2e4", "e7e5", "f1c4", "a7a6", "d1f7", "a6a5"}
	acts := make([]tournament.FeedAct, len(list))
	for i, move := range list {
		acts[i] = tournament.FeedAct{ID: fmt.Sprint(i), Number: i + 1, Seat: []string{"WA", "BA"}[i%2], Move: move}
	}
	in, err := h.service.IngestActs(t.Context(), feed, tournament.LivePlace{MatchID: h.match(1, 2).MatchID}, acts)
	if err != nil || in.Taken != len(list) || in.AfterEnd != 0 {
		t.Errorf("%+v, %v: the act after the illegal mate was passed over", in, err)
	}
}

// The record knows which board ended first, but not whether the other was stopped.
func TestTheRecordKnowsTheOrderOfTwoEnds(t *testing.T) {
	t.Parallel()
	mate := func(board string) []string {
		return []string{board + " e4", board + " e5", board + " Bc4", board + " a6", board + " Qh5", board + " a5"}
	}
	for first, want := range map[string]tournament.Order{"A": tournament.AEarlier, "B": tournament.BEarlier} {
		h := following(t)
		h.moves(append(mate("A"), mate("B")...)...)
		second := map[string]string{"A": "B", "B": "A"}[first]
		h.moves(first+" Qxf7", second+" Qxf7")
		if got := h.live().Ends(h.match(1, 1)).Order; got != want {
			t.Errorf("board %s was mated first: order %q", first, got)
		}
	}
	h := following(t)
	found := "rnbqkbnr/1ppp1Qpp/8/p3p3/2B1P3/8/PPPP1PPP/RNB1K1NR[] b KQkq - 0 4"
	h.exec(`insert into match_act (event_id, match_id, seq, at, by_name, act) values ($1, $2, 1, now(), 'x', json_build_object('act', 'position', 'position', $3::text))`, h.event, h.id, found+" | "+found)
	if ends := h.live().Ends(h.match(1, 1)); ends.A.Reason == "" || ends.B.Reason == "" || ends.Order != tournament.OrderUnknown {
		t.Errorf("both boards were set up mated, yet %+v", ends)
	}
}
