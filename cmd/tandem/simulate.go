package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/trf"
)

// Team numbers have three columns in a report, starting numbers four.
const (
	mostTeams   = 999
	mostPlayers = 9999
)

var simulateCommand = command{
	name:    "simulate",
	summary: "write a random tournament as a tournament report file, for trials and load",
	example: "tandem simulate -teams 40 -rounds 7 -seed 3 > trial.trf",
	run: func(_ context.Context, c console, args []string) int {
		fs := newFlags(c, "simulate", "")
		var s simulation
		fs.IntVar(&s.teams, "teams", 24, "`number` of teams (of players with -system dutch)")
		fs.IntVar(&s.rounds, "rounds", 7, "`number` of rounds")
		seed := fs.Uint64("seed", 1, "`seed` of all chance: the same seed gives the same file")
		system := fs.String("system", "team", "`name` of the system: team or dutch")
		colours := fs.String("colours", "none", "colour `preferences` of the team system: none, A or B")
		work := fs.Bool("work", false, "say on standard error how often each round left the fast way")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if *work {
			s.work = c.err
		}
		if err := s.settle(*system, *colours, *seed); err != nil {
			return fail(c, exitUsage, "simulate", err)
		}
		if !noArguments(c, fs) {
			return exitUsage
		}
		code := exitDone
		for round := 1; round <= s.rounds; round++ {
			err := s.playRound(round)
			if err != nil && pairingFailure(err) == exitNo {
				code = fail(c, exitNo, "simulate", fmt.Errorf("the file ends before round %d: %w", round, err))
				break
			}
			if err != nil {
				return fail(c, exitMachine, "simulate", err)
			}
		}
		if err := s.report().Write(c.out); err != nil {
			return fail(c, exitMachine, "simulate", err)
		}
		return code
	},
}

// simulation is a tournament played by chance.
type simulation struct {
	teams, rounds int
	seed          uint64
	system        pairing.System
	chance        *rand.Rand
	tournament    pairing.Tournament
	allocated     []int     // receiver of the bye by round, 0 = none
	work          io.Writer // gets a line per round; nil = nobody asks
}

// settle checks the flags and enters the participants, the strongest first.
func (s *simulation) settle(system, colours string, seed uint64) error {
	s.system, s.seed = pairing.System(system), seed
	s.chance = rand.New(rand.NewPCG(seed, 0x7a6e6465))
	t := &s.tournament
	t.Rounds = s.rounds
	most := mostTeams
	switch s.system {
	case pairing.TeamSwiss:
		t.Points = pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 2}
	case pairing.Dutch:
		t.Points = pairing.PointSystem{Win: 2, Draw: 1, AllocatedBye: 2}
		most = mostPlayers
	default:
		return fmt.Errorf("-system %s: expected team or dutch", system)
	}
	mode, ok := map[string]pairing.ColourMode{"none": pairing.NoColours, "A": pairing.ColoursTypeA, "B": pairing.ColoursTypeB}[colours]
	if !ok {
		return fmt.Errorf("-colours %s: expected none, A or B", colours)
	}
	if s.system != pairing.TeamSwiss && mode != pairing.NoColours {
		return fmt.Errorf("-colours %s: only the team system leaves colours open", colours)
	}
	t.Team.Colours = mode
	if s.teams < 2 || s.teams > most {
		return fmt.Errorf("-teams %d: expected 2 to %d, the numbers a report file has room for", s.teams, most)
	}
	if s.rounds < 1 || s.rounds > 99 {
		return fmt.Errorf("-rounds %d: expected 1 to 99", s.rounds)
	}
	t.InitialColour = pairing.White
	if s.chance.IntN(2) == 1 {
		t.InitialColour = pairing.Black
	}
	for i := range s.teams {
		word := "Team"
		if s.system == pairing.Dutch {
			word = "Player"
		}
		t.Participants = append(t.Participants, pairing.Participant{
			Number: i + 1, Name: fmt.Sprintf("%s %03d", word, i+1), Rating: 2400 - 1200*i/s.teams,
		})
	}
	return nil
}

// playRound asks for byes, pairs the round and plays it.
func (s *simulation) playRound(round int) error {
	t := &s.tournament
	t.Round = round
	for i := range t.Participants {
		p := &t.Participants[i]
		p.Bye = pairing.NotArrived
		switch draw := s.chance.IntN(1000); {
		case p.Withdrawn > 0:
		case draw < 5 && round > 1:
			p.Withdrawn = round
		case draw < 15:
			p.Bye = pairing.ZeroBye
		case draw < 30 && round < s.rounds:
			p.Bye = pairing.HalfBye
		}
	}
	draft, err := pairing.PairRound(s.system, t)
	if err != nil {
		return err
	}
	if w := draft.Work; s.work != nil {
		fmt.Fprintf(s.work, "round %d: %d brackets, %d by the exact search (%d choices by turning pairs, %d by solving again); can the rest be paired: %d times by counting, %d by matching\n",
			round, w.Brackets, w.Searches, w.Turns, w.Solves, w.Certificates, w.Matchings)
	}
	for _, b := range draft.Byes {
		r := pairing.Record{Kind: pairing.ZeroBye, Points: t.Points.Loss}
		if b.Kind == pairing.HalfBye {
			r = pairing.Record{Kind: pairing.HalfBye, Points: t.Points.Draw}
		}
		s.enter(b.Number, r)
	}
	receiver := 0
	for _, p := range draft.Pairs {
		if p.IsBye() {
			receiver = p.White
			s.enter(p.White, pairing.Record{Kind: pairing.AllocatedBye, Points: t.Points.AllocatedBye})
			continue
		}
		s.play(p)
	}
	s.allocated = append(s.allocated, receiver)
	return nil
}

func (s *simulation) enter(number int, r pairing.Record) {
	p := &s.tournament.Participants[number-1]
	p.Records = append(p.Records, r)
}

// play draws the result of a pair from the expected score of the ratings.
func (s *simulation) play(p pairing.Pair) {
	points := s.tournament.Points
	white := pairing.Record{Kind: pairing.Played, Opponent: p.Black, Colour: pairing.White, Points: points.Loss}
	black := pairing.Record{Kind: pairing.Played, Opponent: p.White, Colour: pairing.Black, Points: points.Loss}
	difference := s.tournament.Participants[p.Black-1].Rating - s.tournament.Participants[p.White-1].Rating
	expected := 1 / (1 + math.Pow(10, float64(difference)/400))
	draws := 0.1 // bughouse matches are rarely drawn
	if s.system == pairing.Dutch {
		draws = 0.3
	}
	switch forfeit := s.chance.IntN(200); {
	case forfeit == 0:
		white.Kind, black.Kind = pairing.ForfeitLoss, pairing.ForfeitLoss
	case forfeit == 1:
		white.Kind, white.Points, black.Kind = pairing.ForfeitWin, points.Win, pairing.ForfeitLoss
	case forfeit == 2:
		black.Kind, black.Points, white.Kind = pairing.ForfeitWin, points.Win, pairing.ForfeitLoss
	case s.chance.Float64() < draws:
		white.Points, black.Points = points.Draw, points.Draw
	case s.chance.Float64() < expected:
		white.Points = points.Win
	default:
		black.Points = points.Win
	}
	s.enter(p.White, white)
	s.enter(p.Black, black)
}

// report writes the tournament down.
func (s *simulation) report() *trf.File {
	f := trf.New()
	f.Name = fmt.Sprintf("Simulated tournament %d", s.seed)
	f.Rounds = s.rounds
	ranks := s.ranks()
	f.InitialColour = trf.White
	if s.tournament.InitialColour == pairing.Black {
		f.InitialColour = trf.Black
	}
	if s.system == pairing.Dutch {
		f.Type = "FIDE_DUTCH_2025"
		for _, p := range s.tournament.Participants {
			player := s.player(p, p.Number, p.Name, func(opponent int) int { return opponent }, false)
			player.Rank = ranks[p.Number]
			f.Players = append(f.Players, player)
		}
		return f
	}
	f.Type = map[pairing.ColourMode]string{
		pairing.NoColours: "FIDE_TEAM_MP", pairing.ColoursTypeA: "FIDE_TEAM_TYPEA_MP", pairing.ColoursTypeB: "FIDE_TEAM_TYPEB_MP",
	}[s.tournament.Team.Colours]
	f.BoardColours = "WB"
	f.Points.PAB = f.Points.Draw
	f.TeamPABs = []trf.TeamPAB{{MatchPoints: s.tournament.Points.AllocatedBye, GamePoints: 2 * f.Points.PAB, Teams: s.allocated}}
	for _, p := range s.tournament.Participants {
		s.reportTeam(f, p, ranks[p.Number])
	}
	return f
}

// ranks places the participants by points, then by number.
func (s *simulation) ranks() map[int]int {
	total := func(p pairing.Participant) (sum int) {
		for _, r := range p.Records {
			sum += r.Points
		}
		return sum
	}
	order := slices.Clone(s.tournament.Participants)
	slices.SortStableFunc(order, func(a, b pairing.Participant) int { return cmp.Compare(total(b), total(a)) })
	ranks := make(map[int]int, len(order))
	for i, p := range order {
		ranks[p.Number] = i + 1
	}
	return ranks
}

// reportTeam adds a team and its two players, who sit at different colours and
// share every result.
func (s *simulation) reportTeam(f *trf.File, p pairing.Participant, rank int) {
	boardA, boardB := 2*p.Number-1, 2*p.Number
	f.Players = append(f.Players,
		s.player(p, boardA, p.Name+" A", func(opponent int) int { return 2*opponent - 1 }, false),
		s.player(p, boardB, p.Name+" B", func(opponent int) int { return 2 * opponent }, true))
	team := trf.Team{
		Number: p.Number, Name: p.Name, Nickname: fmt.Sprintf("T%03d", p.Number), Strength: p.Rating, Rank: rank,
		Players: []int{boardA, boardB},
	}
	for _, r := range p.Records {
		team.MatchPoints += r.Points
	}
	team.GamePoints = f.Players[len(f.Players)-1].Points + f.Players[len(f.Players)-2].Points
	f.Teams = append(f.Teams, team)
}

// player is one 001 record; opposite turns the colours for the second board.
func (s *simulation) player(p pairing.Participant, id int, name string, opponent func(int) int, opposite bool) trf.Player {
	q := trf.Player{ID: id, Name: name, Rating: p.Rating}
	points := trf.StandardPoints()
	if s.system == pairing.TeamSwiss {
		points.PAB = points.Draw
	}
	for _, r := range p.Records {
		c := s.cell(r)
		if r.Opponent != 0 {
			c.Opponent, c.Colour = opponent(r.Opponent), trf.White
			if (r.Colour == pairing.Black) != opposite {
				c.Colour = trf.Black
			}
		}
		q.Points += points.Of(c)
		q.Rounds = append(q.Rounds, c)
	}
	return q
}

// cell is the result column of a record.
func (s *simulation) cell(r pairing.Record) trf.Cell {
	results := map[pairing.Kind]trf.Result{
		pairing.ForfeitWin: trf.ForfeitWin, pairing.ForfeitLoss: trf.ForfeitLoss,
		pairing.AllocatedBye: trf.PABye, pairing.HalfBye: trf.HalfBye, pairing.ZeroBye: trf.ZeroBye,
	}
	if result, ok := results[r.Kind]; ok {
		return trf.Cell{Result: result}
	}
	switch r.Points {
	case s.tournament.Points.Win:
		return trf.Cell{Result: trf.Win}
	case s.tournament.Points.Draw:
		return trf.Cell{Result: trf.Draw}
	default:
		return trf.Cell{Result: trf.Loss}
	}
}
