package trf

import (
	"fmt"
	"slices"
)

// correct compares a table with what the file made from it says so far, and adds
// records of abnormal points (299) for the differences.
func (f *File) correct(t *CrossTable) error {
	said, err := f.CrossTable()
	if err != nil {
		return fmt.Errorf("report of an event: %w", err)
	}
	index := said.byNumber()
	for _, p := range t.Participants {
		q := index[p.Number]
		match, game := p.Points, p.GamePoints
		for k, r := range p.Records {
			if k < t.Paired {
				f.award(p.Number, k+1, r.Points-q.Records[k].Points, r.GamePoints-q.Records[k].GamePoints)
			}
			match -= r.Points
			game -= r.GamePoints
		}
		f.award(p.Number, 0, match, game)
	}
	return nil
}

// award adds abnormal points of a round, or of none (0). Players have one score,
// which stands with the game points.
func (f *File) award(number, round, match, game int) {
	if match == 0 && game == 0 {
		return
	}
	if !f.IsTeamEvent() {
		match = 0
	}
	i := slices.IndexFunc(f.Abnormal, func(a Abnormal) bool {
		return a.MatchPoints == match && a.GamePoints == game && a.Round == round
	})
	if i < 0 {
		i = len(f.Abnormal)
		f.Abnormal = append(f.Abnormal, Abnormal{MatchPoints: match, GamePoints: game, Round: round})
	}
	f.Abnormal[i].IDs = append(f.Abnormal[i].IDs, number)
}
