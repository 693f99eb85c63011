package bughouse_test

import (
	"errors"
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func act(t testing.TB, text string) Act {
	t.Helper()
	a := expect.Must(ParseAct(text))(t)
	expect.MustTrue(t, a.String() == text, "act %q reads back as %q", text, a)
	return a
}

func replay(t testing.TB, start Match, texts ...string) (Match, error) {
	t.Helper()
	var acts []Act
	for _, text := range texts {
		acts = append(acts, act(t, text))
	}
	return Replay(start, acts)
}

func match(t testing.TB, bfen string, rules Rules) Match {
	t.Helper()
	m := expect.Must(ParseMatch(bfen, rules))(t)
	return m
}

// A white pawn can take a bishop on board A, and Black on board B has use for one.
const captureBoards = "r3k3/8/8/2b5/3P4/8/8/4K3[] w - - 0 18 | r3k3/8/8/8/8/8/8/4K2R[] b - - 0 18"

func TestCaptureTravels(t *testing.T) {
	tests := []struct {
		name  string
		rules Rules
		acts  []string
		want  Reason
	}{
		{"handed over after the press", Rules{}, []string{"WA release d4c5", "WA press", "WA pass B", "BB release B@d5"}, Legal},
		{"handed over too early", Rules{}, []string{"WA release d4c5", "WA pass B", "BB release B@d5"}, NotYetPassable},
		{"handed over early, then pressed", Rules{}, []string{"WA release d4c5", "WA pass B", "WA press", "BB release B@d5"}, Legal},
		{"kept in hand", Rules{}, []string{"WA release d4c5", "WA press", "BB release B@d5"}, NotInStock},
		{"release is enough", Rules{PassFrom: PassFromRelease}, []string{"WA release d4c5", "WA pass B", "BB release B@d5"}, Legal},
		{"at once", Rules{PassFrom: PassFromMove}, []string{"WA release d4c5", "BB release B@d5"}, Legal},
		{"back to its owner", Rules{CapturesToOpponent: true}, []string{"WA release d4c5", "BA release B@d5"}, Legal},
		{"a whole turn", Rules{}, []string{"WA d4c5", "BB B@d5"}, Legal},
		{"taken back in time", Rules{}, []string{"WA release d4c5", "WA pass B", "WA take-back", "BB release B@d5"}, NotInStock},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := replay(t, match(t, captureBoards, test.rules), test.acts...)
			var illegal *IllegalError
			switch {
			case err == nil && test.want == Legal:
			case !errors.As(err, &illegal):
				t.Fatalf("got %v, want an illegal move: %s", err, test.want)
			case illegal.Reason != test.want:
				t.Errorf("got %s, want %q", illegal.Reason, test.want)
			}
		})
	}
}

func TestTakeBackFailsOnceTheCaptureIsUsed(t *testing.T) {
	m := expect.Must(replay(t, match(t, captureBoards, Rules{}), "WA d4c5", "BB B@d5"))(t)
	before := m.BFEN()
	if err := m.TakeBack(WA); !errors.Is(err, ErrCaptureUsed) {
		t.Errorf("taking back a capture that is on the other board: %v", err)
	}
	if err := m.TakeBack(BA); !errors.Is(err, ErrNothingToTakeBack) {
		t.Errorf("taking back the opponent's move: %v", err)
	}
	expect.Equal(t, m.BFEN(), before, "a refused take-back changed the match to")
}

// randomMatch plays random whole turns from the start.
func randomMatch(r *rand.Rand, turns int, rules Rules) (Match, []Act) {
	m := NewMatch(rules)
	var acts []Act
	for range turns {
		b := BoardID(r.Intn(2))
		moves := m.Board(b).Moves(nil)
		if len(moves) == 0 {
			continue
		}
		a := Act{Seat: SeatAt(b, m.Board(b).Turn()), Move: moves[r.Intn(len(moves))]}
		if err := m.Apply(a); err != nil {
			panic(err)
		}
		acts = append(acts, a)
	}
	return m, acts
}

func TestTakeBackRestoresTheMatch(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 50 {
		m, acts := randomMatch(r, r.Intn(120), Rules{DroppedRookCastles: r.Intn(2) == 0})
		trail := []string{m.BFEN()}
		for len(acts) > 0 {
			last := acts[len(acts)-1]
			acts = acts[:len(acts)-1]
			if err := m.TakeBack(last.Seat); err != nil {
				t.Fatalf("after %s: taking back %v: %v", trail[len(trail)-1], last, err)
			}
			trail = append(trail, m.BFEN())
			again := expect.Must(Replay(NewMatch(m.Board(A).Rules()), acts))(t)
			diff := cmp.Diff(again.BFEN(), m.BFEN())
			expect.MustEqual(t, diff, "", "taking back %v (-replayed +taken back)", last)
			expect.MustTrue(t, again.Board(A).Hash() == m.Board(A).Hash() && again.Board(B).Hash() == m.Board(B).Hash(), "hash differs after taking back %v", last)
		}
	}
}

func TestCopiesOfAMatchAreIndependent(t *testing.T) {
	m := expect.Must(replay(t, NewMatch(Rules{}), "WA e2e4", "BA e7e5"))(t)
	one, two := m, m
	expect.OK(t, one.Apply(act(t, "WA g1f3")))
	expect.OK(t, two.Apply(act(t, "WA f1c4")))
	last, _ := one.LastMove(A)
	got := last.Move.UCI()
	expect.True(t, got == "g1f3" && len(m.Plies(A)) == 2, "the first copy ends with %s, the original has %d moves", got, len(m.Plies(A)))
}

func TestOccurrences(t *testing.T) {
	m := match(t, "7k/8/8/8/8/8/8/R3K3[] w - - 0 33 | 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", Rules{})
	shuffle := []string{"WA a1a2", "BA h8h7", "WA a2a1", "BA h7h8"}
	check := func(b BoardID, wantAll, wantSince int) {
		t.Helper()
		all, since := m.Occurrences(b)
		expect.True(t, all == wantAll && since == wantSince, "board %v: %d occurrences, %d since a drop; want %d and %d", b, all, since, wantAll, wantSince)
	}
	check(A, 1, 1)
	for range 3 {
		var err error
		if m, err = replay(t, m, shuffle...); err != nil {
			t.Fatal(err)
		}
	}
	check(A, 4, 4)
	// A dropped knight is taken and both kings come home: the same position, with a drop in between.
	m = expect.Must(replay(t, m, "WB N@e7", "BB e8e7", "WB e1e2", "BB e7d7", "WB e2f1", "BB d7d8", "WB f1e1", "BB d8e8"))(t)
	check(B, 2, 1)
}

func TestSeats(t *testing.T) {
	for _, test := range []struct {
		seat, partner, opponent Seat
		side                    Side
	}{{WA, BB, BA, Side1}, {BB, WA, WB, Side1}, {BA, WB, WA, Side2}, {WB, BA, BB, Side2}} {
		expect.True(t, test.seat.Partner() == test.partner && test.seat.Opponent() == test.opponent && test.seat.Side() == test.side,
			"%v: partner %v, opponent %v, side %v", test.seat, test.seat.Partner(), test.seat.Opponent(), test.seat.Side())
		expect.Equal(t, SeatAt(test.seat.Board(), test.seat.Color()), test.seat, "is not found again at its board and colour")
	}
}
