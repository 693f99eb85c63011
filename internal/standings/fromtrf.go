package standings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/trf"
)

// FromTRF makes the input for a tournament report file. Edition is 0 (the newest)
// in the result; the caller may set another.
func FromTRF(f *trf.File) (Input, error) {
	table, err := f.CrossTable()
	if err != nil {
		return Input{}, err
	}
	in := Input{
		Match:  Scores{table.Win, table.Draw, table.Loss},
		Game:   Scores{f.Points.Win, f.Points.Draw, f.Points.Loss},
		Boards: table.Boards,

		GamePointsFirst: table.Teams && gamePointsFirst(f.Type),
	}
	for _, p := range table.Participants {
		q := Participant{Number: p.Number, Rating: p.Rating, Penalty: p.Points, GamePenalty: p.GamePoints}
		for _, r := range p.Records {
			q.Penalty -= r.Points
			q.GamePenalty -= r.GamePoints
		}
		for _, r := range p.Records[:table.Over()] {
			q.Records = append(q.Records, fromRecord(r))
		}
		in.Participants = append(in.Participants, q)
	}
	in.RoundRobin = roundRobin(f, in)
	return in, nil
}

var (
	kinds = map[trf.Kind]Kind{
		trf.NotArrived: NotArrived, trf.Played: Played, trf.ForfeitWon: ForfeitWin, trf.ForfeitLost: ForfeitLoss,
		trf.AllocatedBye: AllocatedBye, trf.FullPointBye: FullBye, trf.HalfPointBye: HalfBye,
		trf.ZeroPointBye: ZeroBye, trf.Open: ZeroBye, trf.Unfinished: Pending,
	}
	colours  = map[trf.Colour]Colour{trf.White: White, trf.Black: Black}
	outcomes = map[trf.Outcome]Outcome{trf.Won: Win, trf.Drawn: Draw, trf.Lost: Loss}
)

func fromRecord(r trf.Record) Record {
	return Record{
		Kind: kinds[r.Kind], Opponent: r.Opponent, Colour: colours[r.Colour], Outcome: outcomes[r.Outcome],
		Points: r.Points, GamePoints: r.GamePoints, Boards: r.Boards,
	}
}

// gamePointsFirst reports whether a coded type such as FIDE_TEAM_GP_MP names game
// points before match points.
func gamePointsFirst(code string) bool {
	for _, part := range strings.Split(code, "_") {
		switch part {
		case "GP":
			return true
		case "MP":
			return false
		}
	}
	return false
}

// roundRobin decides by what the file calls itself, and where it says nothing by
// whether everybody was paired with everybody equally often.
func roundRobin(f *trf.File, in Input) bool {
	code, words := strings.ToUpper(f.Type), strings.ToUpper(f.TypeText)
	swiss := []string{"SWISS", "DUTCH", "DUBOV", "BURSTEIN", "FIDE_LIM", "FIDE_TEAM", "KNOCKOUT"}
	robin := []string{"ROBIN", "BERGER"}
	switch {
	case containsOne(code, robin...): // FIDE_TEAM_ROUNDROBIN is one
		return true
	case containsOne(code, swiss...):
		return false
	case containsOne(words, swiss...): // such as "Swiss, Sonneborn-Berger"
		return false
	case containsOne(words, robin...):
		return true
	}
	return everybodyMet(in)
}

func containsOne(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
}

// everybodyMet reports whether every pair of participants was paired, all of
// them equally often.
func everybodyMet(in Input) bool {
	times := -1
	for _, p := range in.Participants {
		met := map[int]int{}
		for _, r := range p.Records {
			if r.Opponent != 0 && r.Kind != Pending {
				met[r.Opponent]++
			}
		}
		if len(met) != len(in.Participants)-1 || len(met) < 2 {
			return false
		}
		for _, n := range met {
			if times < 0 {
				times = n
			}
			if n != times {
				return false
			}
		}
	}
	return times > 0
}

// CodesOf is the list a file asks for: its standing order (212), else points and
// its tie-breaks (202), else the default for bughouse.
func CodesOf(f *trf.File) ([]Code, error) {
	switch {
	case f.StandingOrder != "":
		codes, err := ParseCodes(f.StandingOrder)
		if err != nil {
			return nil, fmt.Errorf("record 212: %w", err)
		}
		return codes, nil
	case f.TieBreaks != "":
		codes, err := ParseCodes("PTS," + f.TieBreaks)
		if err != nil {
			return nil, fmt.Errorf("record 202: %w", err)
		}
		return codes, nil
	}
	return DefaultCodes(), nil
}
