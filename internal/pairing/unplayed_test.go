package pairing_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// asReport writes a tournament as a report of single players, or of teams of one
// that are paired by game points. worth says what rounds without a game bring; the
// file says so by 162, BBx or XXS, whichever can.
func asReport(t *pairing.Tournament, worth map[pairing.Kind]int, teams bool) *trf.File {
	f := trf.New()
	f.Rounds, f.InitialColour = t.Rounds, trf.Colour(t.InitialColour)
	f.Points = trf.PointSystem{
		Win: t.Points.Win, Draw: t.Points.Draw, Loss: t.Points.Loss, Unknown: t.Points.Draw, PAB: t.Points.AllocatedBye,
		ForfeitWin: worth[pairing.ForfeitWin], ForfeitLoss: worth[pairing.ForfeitLoss],
		FullBye: worth[pairing.FullBye], HalfBye: worth[pairing.HalfBye], ZeroBye: worth[pairing.ZeroBye],
	}
	f.Type = "FIDE_DUTCH_2025"
	if teams {
		f.BoardColours = "W"
		f.Type = map[pairing.ColourMode]string{pairing.NoColours: "FIDE_TEAM_GP", pairing.ColoursTypeA: "FIDE_TEAM_TYPEA_GP", pairing.ColoursTypeB: "FIDE_TEAM_TYPEB_GP"}[t.Team.Colours]
		f.TeamPABs = []trf.TeamPAB{{MatchPoints: 2, GamePoints: t.Points.AllocatedBye}}
	}
	byes := map[pairing.Kind]trf.Result{
		pairing.AllocatedBye: trf.PABye, pairing.FullBye: trf.FullBye, pairing.HalfBye: trf.HalfBye, pairing.ZeroBye: trf.ZeroBye,
		pairing.ForfeitWin: trf.ForfeitWin, pairing.ForfeitLoss: trf.ForfeitLoss, pairing.DoubleForfeit: trf.ForfeitLoss,
	}
	for _, p := range t.Participants {
		row := trf.Player{ID: p.Number, Name: fmt.Sprintf("Player %d", p.Number), Rounds: make([]trf.Cell, t.Round-1)}
		for i, r := range p.Records {
			row.Rounds[i] = trf.Cell{Opponent: r.Opponent, Colour: trf.Colour(r.Colour), Result: byes[r.Kind]}
			if r.Kind == pairing.Played {
				row.Rounds[i].Result = map[int]trf.Result{t.Points.Win: trf.Win, t.Points.Draw: trf.Draw, t.Points.Loss: trf.Loss}[r.Points]
			}
		}
		kind := p.Bye
		if p.Withdrawn > 0 && p.Withdrawn <= t.Round {
			kind = pairing.ZeroBye
		}
		if kind != pairing.NotArrived && p.Arrival <= t.Round {
			f.Byes = append(f.Byes, trf.Bye{Type: byes[kind], Round: t.Round, IDs: []int{p.Number}})
		}
		for at, half := range p.Adjusted {
			if half != 0 {
				f.Abnormal = append(f.Abnormal, trf.Abnormal{GamePoints: half, Round: at, IDs: []int{p.Number}})
			}
		}
		f.Players = append(f.Players, row)
		if teams {
			f.Teams = append(f.Teams, trf.Team{Number: p.Number, Name: row.Name, Players: []int{p.Number}})
		}
	}
	return f
}

// reread writes a report, reads it and prepares the coming round.
func reread(t *testing.T, f *trf.File, round int) (*pairing.Tournament, string) {
	t.Helper()
	var text bytes.Buffer
	expect.OK(t, f.Write(&text))
	written := text.String()
	back, err := trf.Read(&text)
	expect.MustTrue(t, err == nil, "%v\n%s", err, written)
	tournament, err := pairing.FromTRF(back, round)
	expect.MustTrue(t, err == nil, "%v\n%s", err, written)
	return tournament, written
}

// TestUnplayedRoundsOfReports: a report whose rounds without a game are worth
// anything (162 A, BBZ, BBF) pairs as the enumeration does: what brought more than a
// loss is a downfloat, what brought a win's points bars the bye, and the allotted
// bye is both whatever it is worth. Penalties and bonuses count from their round on.
func TestUnplayedRoundsOfReports(t *testing.T) {
	said := map[string]bool{}
	for seed := uint64(1); seed <= uint64(rounds(400, 4000)); seed++ {
		r := rand.New(rand.NewPCG(seed, 162))
		teams := seed%2 == 0
		tournament, worth := reportedTournament(r, teams)
		report := asReport(tournament, worth, teams)
		report.Legacy = seed%3 == 0 // both dialects say it
		again, text := reread(t, report, tournament.Round)
		for _, tag := range []string{"162", "BBZ", "XXS"} {
			said[tag] = said[tag] || bytes.Contains([]byte(text), []byte("\n"+tag))
		}
		for i, p := range again.Participants {
			if diff := gocmp.Diff(tournament.Participants[i].Adjusted, p.Adjusted); diff != "" {
				t.Fatalf("seed %d, participant %d (-want +read):\n%s\n%s", seed, p.Number, diff, text)
			}
			want := slices.Clone(tournament.Participants[i].Records)
			for k := range want {
				if want[k].Kind == pairing.DoubleForfeit {
					want[k].Kind = pairing.ForfeitLoss
				}
			}
			for k := range p.Records {
				p.Records[k].Secondary = 0
			}
			if diff := gocmp.Diff(want, p.Records); diff != "" && (len(want) > 0 || len(p.Records) > 0) {
				t.Fatalf("seed %d, participant %d (-want +read):\n%s\n%s", seed, p.Number, diff, text)
			}
		}
		want, possible := [][2]int(nil), false
		system := pairing.Dutch
		if teams {
			system = pairing.TeamSwiss
			want, possible = newTeamOracle(again).pair()
		} else {
			want, possible = newOracle(again).pair()
		}
		draft, err := pairing.PairRound(system, again)
		switch {
		case (err == nil) != possible:
			t.Fatalf("seed %d: %v, the enumeration finds a pairing: %v\n%s", seed, err, possible, text)
		case !possible:
			continue
		}
		for i := range want {
			if want[i][1] != 0 {
				want[i] = [2]int{min(want[i][0], want[i][1]), max(want[i][0], want[i][1])}
			}
		}
		slices.SortFunc(want, func(a, b [2]int) int { return a[0] - b[0] })
		if diff := gocmp.Diff(want, sortedPairs(draft)); diff != "" {
			t.Fatalf("seed %d (-enumeration +engine):\n%s\n%s", seed, diff, text)
		}
	}
	for _, tag := range []string{"162", "BBZ", "XXS"} {
		expect.True(t, said[tag], "no report used %s", tag)
	}
}

// reportedTournament invents a history that a report can tell.
func reportedTournament(r *rand.Rand, teams bool) (*pairing.Tournament, map[pairing.Kind]int) {
	t := &pairing.Tournament{
		InitialColour: pairing.Colour(1 + r.IntN(2)), Points: pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: r.IntN(5)},
		Round: 2 + r.IntN(4),
	}
	t.Rounds = t.Round + r.IntN(3)
	worth := randomUnplayed(r, t.Points)
	worth[pairing.NotArrived] = worth[pairing.ZeroBye]
	worth[pairing.DoubleForfeit] = worth[pairing.ForfeitLoss]
	if teams {
		t.Team.Colours = pairing.ColourMode(r.IntN(3))
	}
	sign := 1 - 2*r.IntN(2) // one for all: what two opponents balance is their result
	for i := range 5 + r.IntN(4) {
		p := pairing.Participant{Number: i + 1, Arrival: 1}
		if r.IntN(10) == 0 {
			p.Arrival = 2
		}
		switch r.IntN(12) {
		case 0:
			p.Bye = pairing.HalfBye
		case 1:
			p.Withdrawn = t.Round
		case 2, 3:
			p.Adjusted = make([]int, t.Round)
			p.Adjusted[1+r.IntN(t.Round-1)] = sign * (1 + r.IntN(4))
		}
		t.Participants = append(t.Participants, p)
	}
	for round := 1; round < t.Round; round++ {
		drawRound(r, t, round, 4, worth)
		for i := range t.Participants {
			if rec := &t.Participants[i].Records[round-1]; rec.Kind == pairing.AllocatedBye {
				rec.Points = t.Points.AllocatedBye
			}
		}
	}
	return t, worth
}
