package trf

import (
	"fmt"
	"slices"
)

// correct compares a table with what the file made from it says so far, and adds
// records of abnormal points (299): of a result's type where a round brings other
// points than its result, without one for penalties and bonuses.
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
			match -= r.Points
			game -= r.GamePoints
			var s Record // of a round in which nobody played the file may say nothing
			if k < len(q.Records) {
				s = q.Records[k]
			}
			if k >= t.Paired || r.Points == s.Points && r.GamePoints == s.GamePoints {
				continue
			}
			if kind := abnormalType(s); kind != 0 { // of what the reader sees
				f.award(kind, p.Number, k+1, r.Points, r.GamePoints)
			} else {
				f.award(0, p.Number, k+1, r.Points-s.Points, r.GamePoints-s.GamePoints)
			}
		}
		for _, a := range p.Adjustments {
			f.award(0, p.Number, a.Round, a.Points, a.GamePoints)
			match -= a.Points
			game -= a.GamePoints
		}
		if match != 0 || game != 0 {
			f.award(0, p.Number, 0, match, game)
		}
	}
	return nil
}

// abnormalType is the type of a 299 record for a round, 0 when none fits.
func abnormalType(r Record) Result {
	switch r.Kind {
	case Played:
		return map[Outcome]Result{Won: UnratedWin, Drawn: UnratedDraw, Lost: UnratedLoss}[r.Outcome]
	case ForfeitWon:
		return ForfeitWin
	case ForfeitLost:
		return ForfeitLoss
	case NotArrived:
		return ZeroBye
	}
	return byeResults[r.Kind]
}

// award adds abnormal points of a round, or of none (0). Players have one score,
// which stands with the game points.
func (f *File) award(kind Result, number, round, match, game int) {
	if !f.IsTeamEvent() {
		match = 0
	}
	i := slices.IndexFunc(f.Abnormal, func(a Abnormal) bool {
		return a.Type == kind && a.MatchPoints == match && a.GamePoints == game && a.Round == round
	})
	if i < 0 {
		i = len(f.Abnormal)
		f.Abnormal = append(f.Abnormal, Abnormal{Type: kind, MatchPoints: match, GamePoints: game, Round: round})
	}
	f.Abnormal[i].IDs = append(f.Abnormal[i].IDs, number)
}
