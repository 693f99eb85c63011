package trf

import "slices"

// abnormalTypes says which records a 299 record of each type is about.
var abnormalTypes = map[Result]func(Record) bool{
	UnratedWin:  func(r Record) bool { return r.Kind == Played && r.Outcome == Won },
	UnratedDraw: func(r Record) bool { return r.Kind == Played && r.Outcome == Drawn },
	UnratedLoss: func(r Record) bool { return r.Kind == Played && r.Outcome == Lost },
	ForfeitWin:  func(r Record) bool { return r.Kind == ForfeitWon },
	ForfeitLoss: func(r Record) bool { return r.Kind == ForfeitLost },
	FullBye:     func(r Record) bool { return r.Kind == FullPointBye },
	HalfBye:     func(r Record) bool { return r.Kind == HalfPointBye },
	PABye:       func(r Record) bool { return r.Kind == AllocatedBye },
	ZeroBye:     func(r Record) bool { return r.Kind == ZeroPointBye || r.Kind == NotArrived },
}

// abnormalPoints applies the 299 records.
func (f *File) abnormalPoints(t *CrossTable) {
	index := t.byNumber()
	for _, a := range f.Abnormal {
		primary := a.GamePoints
		if t.Teams {
			primary = a.MatchPoints
		}
		for _, id := range a.IDs {
			if p, ok := index[id]; ok {
				a.apply(p, primary)
			}
		}
		if len(a.IDs) == 0 && a.Type != 0 {
			for i := range t.Participants {
				a.apply(&t.Participants[i], primary)
			}
		}
	}
}

// apply gives a participant the points of the record.
func (a Abnormal) apply(p *Participant, primary int) {
	if a.Type == 0 {
		p.Adjustments = append(p.Adjustments, Adjustment{a.Round, primary, a.GamePoints})
		p.Points += primary
		p.GamePoints += a.GamePoints
		return
	}
	for i := range p.Records {
		if r := &p.Records[i]; (a.Round == 0 || a.Round == i+1) && abnormalTypes[a.Type](*r) {
			r.Points, r.GamePoints = primary, a.GamePoints
		}
	}
}

// shifts takes points that went from one opponent to the other in their round as
// what that round brought them: a pairing of several matches that ended 3 to 1.
// Older reports of Tandem say so by two records of a blank type.
func (t *CrossTable) shifts() {
	index := t.byNumber()
	for i := range t.Participants {
		p := &t.Participants[i]
		for k := 0; k < len(p.Adjustments); k++ {
			a := p.Adjustments[k]
			if a.Round == 0 || a.Round > len(p.Records) {
				continue
			}
			q := index[p.Records[a.Round-1].Opponent]
			if q == nil || q == p {
				continue
			}
			j := slices.Index(q.Adjustments, Adjustment{a.Round, -a.Points, -a.GamePoints})
			if j < 0 || len(q.Records) < a.Round || q.Records[a.Round-1].Opponent != p.Number {
				continue
			}
			p.bring(a.Round, k)
			q.bring(a.Round, j)
			k--
		}
	}
}

// bring moves an adjustment into its round.
func (p *Participant) bring(round, at int) {
	a := p.Adjustments[at]
	p.Records[round-1].Points += a.Points
	p.Records[round-1].GamePoints += a.GamePoints
	p.Points -= a.Points
	p.GamePoints -= a.GamePoints
	p.Adjustments = slices.Delete(p.Adjustments, at, at+1)
	if len(p.Adjustments) == 0 {
		p.Adjustments = nil
	}
}
