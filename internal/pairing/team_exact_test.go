package pairing_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// messyEvent plays a tournament with the team system among byes, absences,
// withdrawals, forfeits and clubs, and calls visit before every round.
func messyEvent(t testing.TB, rng *rand.Rand, teams, rounds, club int, visit func(*pairing.Tournament)) {
	t.Helper()
	e := &pairing.Tournament{
		Rounds: rounds, Points: pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 2},
		InitialColour: pairing.White, Team: pairing.TeamOptions{Colours: pairing.ColourMode(rng.IntN(3))},
	}
	for i := range teams {
		e.Participants = append(e.Participants, pairing.Participant{Number: i + 1})
	}
	if club > 1 {
		e.Forbidden = append(e.Forbidden, pairing.Forbidden{Hard: true, Numbers: rng.Perm(teams)[:club]})
		for i := range e.Forbidden[0].Numbers {
			e.Forbidden[0].Numbers[i]++
		}
	}
	for e.Round = 1; e.Round <= rounds; e.Round++ {
		for i := range e.Participants {
			p := &e.Participants[i]
			p.Bye = pairing.NotArrived
			switch draw := rng.IntN(200); {
			case draw == 0 && p.Withdrawn == 0:
				p.Withdrawn = e.Round
			case draw < 4:
				p.Bye = pairing.ZeroBye
			case draw < 7:
				p.Bye = pairing.HalfBye
			}
		}
		visit(e)
		draft, err := pairing.PairRound(pairing.TeamSwiss, e)
		var none *pairing.NoPairingError
		if errors.As(err, &none) {
			return
		}
		expect.OK(t, err)
		playDraft(rng, e, draft)
		for i := range e.Participants {
			p := &e.Participants[i]
			if r := &p.Records[len(p.Records)-1]; r.Kind == pairing.Played && r.Points == e.Points.Win && rng.IntN(100) == 0 {
				r.Kind = pairing.ForfeitWin
				e.Participants[r.Opponent-1].Records[len(p.Records)-1].Kind = pairing.ForfeitLoss
			}
		}
	}
}

// TestTeamShortcutsAgainstExactSearch compares the whole engine with the exact
// search, on played events of up to forty teams and on invented rounds of up to
// sixty, and counts how often the engine itself had to fall back to it.
func TestTeamShortcutsAgainstExactSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	brackets, searches := 0, 0
	compare := func(e *pairing.Tournament) {
		fast, err := pairing.PairRound(pairing.TeamSwiss, e)
		exact, errExact := pairing.PairTeamExactly(e)
		expect.MustTrue(t, (err == nil) == (errExact == nil), "the shortcuts say %v, the exact search %v\n%+v", err, errExact, e)
		if err != nil {
			return
		}
		brackets, searches = brackets+fast.Work.Brackets, searches+fast.Work.Searches
		if diff := cmp.Diff(exact.Pairs, fast.Pairs); diff != "" {
			t.Fatalf("(-exact +shortcuts):\n%s\n%+v", diff, e)
		}
		if diff := cmp.Diff(exact.Brackets, fast.Brackets); diff != "" {
			t.Fatalf("(-exact +shortcuts):\n%s\n%+v", diff, e)
		}
	}
	for range rounds(40, 2_000) {
		teams := 2 + rng.IntN(39)
		club := rng.IntN(3) * rng.IntN(teams/3+1)
		messyEvent(t, rng, teams, 1+rng.IntN(min(teams, 11)), club, compare)
		for range 5 {
			compare(randomTournament(rng, 60))
		}
	}
	expect.True(t, brackets != 0 && searches != brackets, "%d of %d brackets were left to the exact search", searches, brackets)
	t.Logf("%d brackets, %d left to the exact search", brackets, searches)
}

// TestWindowsAgainstExactSearch compares the exact search for upfloaters in its
// windows, which large events need, with the same search over everybody: on
// played events, and on invented ones where small brackets need many upfloaters.
func TestWindowsAgainstExactSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 17))
	compare := func(e *pairing.Tournament) {
		windows, err := pairing.PairTeamInWindows(e)
		if err != nil {
			return
		}
		exact := expect.Must(pairing.PairTeamExactly(e))(t)
		if diff := cmp.Diff(exact.Pairs, windows.Pairs); diff != "" {
			t.Fatalf("(-exact +windows):\n%s\n%+v", diff, e)
		}
		if diff := cmp.Diff(exact.Brackets, windows.Brackets); diff != "" {
			t.Fatalf("(-exact +windows):\n%s\n%+v", diff, e)
		}
	}
	for range rounds(40, 1_500) {
		club := rng.IntN(2) * rng.IntN(8)
		messyEvent(t, rng, 20+rng.IntN(120), 1+rng.IntN(6), club, compare)
		for range 5 {
			e := randomTournament(rng, 90)
			apart := pairing.Forbidden{Hard: true, Numbers: rng.Perm(len(e.Participants))[:min(5, len(e.Participants))]}
			for i := range apart.Numbers {
				apart.Numbers[i]++
			}
			e.Forbidden = append(e.Forbidden, apart)
			compare(e)
		}
	}
}
