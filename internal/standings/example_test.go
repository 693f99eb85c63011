package standings_test

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/standings"
)

// Two teams tied on points: the direct encounter decides, and the explanation
// says which match it was.
func ExampleCompute() {
	won := func(opponent int) standings.Record {
		return standings.Record{Kind: standings.Played, Opponent: opponent, Outcome: standings.Win, Points: 2, GamePoints: 4}
	}
	lost := func(opponent int) standings.Record {
		return standings.Record{Kind: standings.Played, Opponent: opponent, Outcome: standings.Loss}
	}
	table, err := standings.Compute(standings.Input{
		Match: standings.Scores{Win: 2, Draw: 1}, Game: standings.Scores{Win: 2, Draw: 1}, Boards: 2,
		Participants: []standings.Participant{
			{Number: 1, Records: []standings.Record{won(2), lost(3)}},
			{Number: 2, Records: []standings.Record{lost(1), won(4)}},
			{Number: 3, Records: []standings.Record{won(4), won(1)}},
			{Number: 4, Records: []standings.Record{lost(3), lost(2)}},
		},
	}, standings.DefaultCodes())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range table.Rows() {
		fmt.Println(row.Place, row.Number, row.Values)
	}
	encounter, err := table.Explain(1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range encounter.Contributions {
		fmt.Printf("team 1 got %d half points from team %d in round %d\n", c.Points, c.Opponent, c.Round)
	}
	// Output:
	// 1 3 [2.0 0 1.0 1.0 1.00 2]
	// 2 1 [1.0 1 2.0 3.0 1.00 1]
	// 3 2 [1.0 2 1.0 1.0 0.00 1]
	// 4 4 [0.0 0 2.0 3.0 0.00 0]
	// team 1 got 2 half points from team 2 in round 1
}
