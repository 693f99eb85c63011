package trf

import "fmt"

// PlayerFile builds the report of an event of single players from its rounds. players
// say what a report says about a player besides them; their ids are the numbers of the
// participants. Reading the report back gives the same table: points that the
// results alone would not bring are written as records of abnormal points (299).
func PlayerFile(h Header, t *CrossTable, players []Player) (*File, error) {
	f := New()
	f.Header, f.Rounds, f.InitialColour = h, t.Rounds, t.InitialColour
	f.Points = PointSystem{
		Win: t.Win, Draw: t.Draw, Loss: t.Loss, ForfeitWin: t.Win, ForfeitLoss: t.Absence,
		FullBye: t.Win, HalfBye: t.Draw, ZeroBye: t.Absence, PAB: t.PAB,
	}
	about := make(map[int]Player, len(players))
	for _, p := range players {
		about[p.ID] = p
	}
	for _, q := range t.Participants {
		p, known := about[q.Number]
		if !known {
			return nil, fmt.Errorf("report of player %d: nothing is said about the player", q.Number)
		}
		p.Points, p.Rounds = q.Points, make([]Cell, len(q.Records))
		for i, r := range q.Records {
			var err error
			if p.Rounds[i], err = playerCell(r); err != nil {
				return nil, fmt.Errorf("report of player %d, round %d: %w", q.Number, i+1, err)
			}
		}
		p.Rounds = trimCells(p.Rounds)
		f.Players = append(f.Players, p)
	}
	return f, f.correct(t)
}

// playerCell is how a report writes a round of a player.
func playerCell(r Record) (Cell, error) {
	c := Cell{Opponent: r.Opponent, Colour: r.Colour}
	switch r.Kind {
	case Unfinished:
	case ForfeitWon:
		c.Result = ForfeitWin
	case ForfeitLost:
		c.Result = ForfeitLoss
	case Played:
		var ok bool
		if c.Result, ok = gameResult(r.Outcome, r.Unrated); !ok {
			return Cell{}, fmt.Errorf("the game has no outcome")
		}
	default:
		c = Cell{Result: byeResults[r.Kind]}
	}
	return c, nil
}
