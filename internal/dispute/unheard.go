package dispute

import (
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/ruling"
)

// Unheard are the sides of which no statement was taken.
func (f *WholeIncident) Unheard() []string {
	var silent []string
	for _, side := range []string{"claimant", "opponent"} {
		if !slices.ContainsFunc(f.Statements, func(s Statement) bool { return s.Role == side }) {
			silent = append(silent, side)
		}
	}
	return silent
}

// MustSayWhy says why a signature needs the official's own words even where it follows
// the proposal: nobody was heard, or a question is open whose answer would change the
// ruling. It is empty when nothing stands in the way.
func (f *WholeIncident) MustSayWhy(p Proposal) fault.Clause {
	var why []fault.Clause
	if len(f.Statements) == 0 {
		why = append(why, fault.Part("nobody was heard"))
	}
	if len(p.Missing) == 0 {
		// A case that cannot be asked about was refused when it was proposed.
		if q, ok, err := ruling.NextQuestion(p.Incident); err == nil && ok {
			why = append(why, fault.Part("the question “%s” is open", f.Named(q.Text)))
		}
	}
	return fault.And(why...)
}
