package pairing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/trf"
)

// SystemOf names the system a report file was paired with: its coded type (192),
// and without one the team system for team events, the Dutch for players. Round robins
// that are not the event's own (CUSTOM) follow the Berger tables.
func SystemOf(f *trf.File) System {
	switch {
	case strings.Contains(f.Type, "ROUNDROBIN") && !strings.HasPrefix(f.Type, "CUSTOM"):
		return RoundRobin
	case strings.Contains(f.Type, "TEAM"):
		return TeamSwiss
	case f.Type == "" && f.IsTeamEvent():
		return TeamSwiss
	default:
		return Dutch
	}
}

// FromTRF prepares round for pairing from the rounds before it. In a round the
// file already holds, those without an opponent or an allocated bye are not
// paired; in the coming one, those with a requested bye are not.
func FromTRF(f *trf.File, round int) (*Tournament, error) {
	table, err := f.CrossTable()
	if err != nil {
		return nil, fmt.Errorf("read the rounds of the report: %w", err)
	}
	return fromTable(f, table, round)
}

func fromTable(f *trf.File, table *trf.CrossTable, round int) (*Tournament, error) {
	if round < 1 || round > table.Paired+1 {
		return nil, &InputError{Round: round, What: fmt.Sprintf("the report holds %d rounds; expected a round from 1 to %d", table.Paired, table.Paired+1)}
	}
	t := &Tournament{
		Rounds: table.Rounds, Round: round,
		Points:        PointSystem{Win: table.Win, Draw: table.Draw, Loss: table.Loss, AllocatedBye: table.PAB},
		InitialColour: initialColour(table),
		Team:          teamOptions(f.Type),
		RoundRobin:    robinOptions(f.Type),
	}
	if f.Rounds == 0 && round > table.Paired {
		t.Rounds = 0
	}
	byGamePoints := table.Teams && gamePointsFirst(f.Type)
	if byGamePoints {
		p := f.Points
		t.Points = PointSystem{Win: table.Boards * p.Win, Draw: table.Boards * p.Draw, Loss: table.Boards * p.Loss, AllocatedBye: table.GamePAB}
	}
	for i := range table.Participants {
		p, err := participant(&table.Participants[i], round, table)
		if err != nil {
			return nil, err
		}
		p.Adjusted = adjusted(&table.Participants[i], round, table, byGamePoints)
		for k := range p.Records {
			if r := &p.Records[k]; byGamePoints {
				r.Points, r.Secondary = r.Secondary, r.Points
			}
		}
		t.Participants = append(t.Participants, p)
	}
	for _, g := range f.Forbidden {
		t.Forbidden = append(t.Forbidden, Forbidden{Numbers: g.IDs, First: g.First, Last: g.Last, Hard: true})
	}
	if f.ByRank && !table.Teams {
		rankPlaces(t, f)
	}
	accelerate(t, f, table.Teams)
	return t, nil
}

// adjusted are the penalties and bonuses by the round before which they begin to count.
// Reading: those that belong to no round count for the coming round alone, as nothing
// says that they were known before.
func adjusted(q *trf.Participant, round int, table *trf.CrossTable, byGamePoints bool) []int {
	if len(q.Adjustments) == 0 {
		return nil
	}
	sums := make([]int, round)
	for _, a := range q.Adjustments {
		at, points := a.Round, a.Points
		if byGamePoints {
			points = a.GamePoints
		}
		if at == 0 {
			at = table.Paired
		}
		if at < round {
			sums[at] += points
		}
	}
	return sums
}

// rankPlaces orders the participants by the rank column, as "XXC rank" asks;
// those without a rank come last.
func rankPlaces(t *Tournament, f *trf.File) {
	rank := make(map[int]int, len(f.Players))
	for _, p := range f.Players {
		rank[p.ID] = p.Rank
		if p.Rank == 0 {
			rank[p.ID] = math.MaxInt32
		}
	}
	for i := range t.Participants {
		t.Participants[i].Place = rank[t.Participants[i].Number]
	}
}

var recordKinds = map[trf.Kind]Kind{
	trf.Open: NotArrived, trf.NotArrived: NotArrived, trf.Played: Played, trf.Unfinished: Played,
	trf.ForfeitWon: ForfeitWin, trf.ForfeitLost: ForfeitLoss, trf.AllocatedBye: AllocatedBye,
	trf.FullPointBye: FullBye, trf.HalfPointBye: HalfBye, trf.ZeroPointBye: ZeroBye,
}

var recordColours = map[trf.Colour]Colour{trf.NoColour: NoColour, trf.White: White, trf.Black: Black}

// participant keeps the records before the round and reads from the round itself
// only whether the participant is to be paired.
func participant(q *trf.Participant, round int, table *trf.CrossTable) (Participant, error) {
	p := Participant{Number: q.Number, Name: q.Name, Rating: q.Rating, Arrival: 1}
	for _, r := range q.Records {
		if r.Kind != trf.NotArrived {
			break
		}
		p.Arrival++
	}
	for i, r := range q.Records[:min(round-1, len(q.Records))] {
		if r.Kind == trf.Unfinished && table.Teams {
			return p, &InputError{Number: q.Number, Round: i + 1, What: "has no result yet; enter it before pairing the next round"}
		}
		p.Records = append(p.Records, Record{
			Kind: recordKinds[r.Kind], Opponent: r.Opponent, Colour: recordColours[r.Colour],
			Points: r.Points, Secondary: r.GamePoints,
		})
	}
	if round > len(q.Records) {
		return p, nil
	}
	switch now := q.Records[round-1].Kind; {
	case now.HasOpponent(), now == trf.AllocatedBye, now == trf.Open, now == trf.NotArrived:
	default:
		p.Bye = recordKinds[now]
	}
	return p, nil
}

// initialColour is the declared one, or what the best-ranked participant that met
// somebody in round 1 shows (odd numbers get the initial colour). In the Dutch
// system players count from their first pairing on, so that one is number 1.
func initialColour(table *trf.CrossTable) Colour {
	if table.InitialColour != trf.NoColour {
		return recordColours[table.InitialColour]
	}
	place := 0
	for _, p := range table.Participants {
		if len(p.Records) == 0 || p.Records[0].Kind == trf.NotArrived {
			continue
		}
		place++
		if r := p.Records[0]; r.Kind.HasOpponent() && r.Colour != trf.NoColour {
			if place%2 == 1 || !table.Teams {
				return recordColours[r.Colour]
			}
			return recordColours[r.Colour].Other()
		}
	}
	return NoColour
}

// teamOptions reads the settings of a coded type such as FIDE_TEAM_TYPEA_MP_GP.
func teamOptions(code string) TeamOptions {
	o := TeamOptions{SecondaryForColours: len(scores(code)) > 1}
	switch {
	case strings.Contains(code, "TYPEA"):
		o.Colours = ColoursTypeA
	case strings.Contains(code, "TYPEB"):
		o.Colours = ColoursTypeB
	}
	return o
}

// robinOptions reads the settings of a coded type such as FIDE_DOUBLEROUNDROBIN, which
// alone swaps the last two rounds of the first cycle.
func robinOptions(code string) RoundRobinOptions {
	return RoundRobinOptions{
		Double:         strings.Contains(code, "DOUBLE") || strings.HasSuffix(code, "_G2"),
		KeepLastRounds: !strings.HasPrefix(code, "FIDE_DOUBLE"),
	}
}

// scores lists the scores a coded type names, the primary one first.
func scores(code string) []string {
	return slices.DeleteFunc(strings.Split(code, "_"), func(s string) bool { return s != "MP" && s != "GP" })
}

func gamePointsFirst(code string) bool {
	s := scores(code)
	return len(s) > 0 && s[0] == "GP"
}

// accelerate gives out virtual points: those the file lists, or those of the Baku
// method when only the coded type asks for it.
func accelerate(t *Tournament, f *trf.File, teams bool) {
	if len(f.Accelerations)+len(f.Virtual) == 0 {
		if strings.HasSuffix(f.Type, "_BAKU") {
			Accelerate(t)
		}
		return
	}
	at := make(map[int]*Participant, len(t.Participants))
	for i := range t.Participants {
		p := &t.Participants[i]
		p.Virtual = make([]int, t.Round)
		at[p.Number] = p
	}
	for _, a := range f.Accelerations {
		points := a.GamePoints
		if teams && !gamePointsFirst(f.Type) {
			points = a.MatchPoints
		}
		for number := a.FirstID; number <= a.LastID; number++ {
			if p := at[number]; p != nil {
				for r := max(1, a.First); r <= min(t.Round, a.Last); r++ {
					p.Virtual[r-1] += points
				}
			}
		}
	}
	for _, v := range f.Virtual {
		if p := at[v.ID]; p != nil {
			for r := 0; r < min(t.Round, len(v.Points)); r++ {
				p.Virtual[r] += v.Points[r]
			}
		}
	}
}

// PairsInTRF lists the pairs a report holds for a round, in the order of their
// lower numbers; the pairing-allocated bye has Black 0.
func PairsInTRF(table *trf.CrossTable, round int) []Pair {
	var pairs []Pair
	for _, p := range table.Participants {
		if round > len(p.Records) {
			continue
		}
		switch r := p.Records[round-1]; {
		case r.Kind == trf.AllocatedBye:
			pairs = append(pairs, Pair{White: p.Number})
		case r.Kind.HasOpponent() && p.Number < r.Opponent:
			pair := Pair{White: p.Number, Black: r.Opponent}
			if r.Colour == trf.Black {
				pair = Pair{White: r.Opponent, Black: p.Number}
			}
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// Compare lists the pairs of want that got lacks and those of got that are not in
// want. Colours count, board order does not.
func Compare(want, got []Pair) (missing, extra []Pair) {
	type key struct{ white, black int }
	index := func(pairs []Pair) map[key]bool {
		m := make(map[key]bool, len(pairs))
		for _, p := range pairs {
			m[key{p.White, p.Black}] = true
		}
		return m
	}
	inWant, inGot := index(want), index(got)
	for _, p := range want {
		if !inGot[key{p.White, p.Black}] {
			missing = append(missing, p)
		}
	}
	for _, p := range got {
		if !inWant[key{p.White, p.Black}] {
			extra = append(extra, p)
		}
	}
	return missing, extra
}
