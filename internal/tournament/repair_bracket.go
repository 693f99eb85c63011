package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pairing"
)

// bracketAgain is a published round of a bracket as the results of now make it, for tables of it
// that are paired again. The others stand, so each of them must still be one of the ties, and so
// must whoever sits there be free for the new tables.
func bracketAgain(b *SectionBook, in *PairingInput, r *Round, meant func(Pairing) bool) (*Draft, error) {
	sits := map[int64]bool{}
	for _, p := range r.Pairings {
		if p.Bye == nil && !meant(p) {
			sits[p.TeamID(1)], sits[p.TeamID(2)] = true, true
		}
	}
	for i := range in.Tournament.Participants {
		if p := &in.Tournament.Participants[i]; sits[in.team[p.Number]] {
			p.Withdrawn, p.Bye = 0, pairing.NotArrived
		}
	}
	d, err := draftRound(b, in, nil, nil)
	if err != nil {
		return nil, err
	}
	due := d.meetings()
	for _, p := range r.Pairings {
		if p.Bye == nil && !meant(p) && !due[meeting(p.TeamID(1), p.TeamID(2))] {
			return nil, fault.New(fault.Conflict, "%s and %s, at table %d, do not meet in the bracket as the results are now. Pair that table again too.", b.Team(p.TeamID(1)).Name, b.Team(p.TeamID(2)).Name, p.Table())
		}
	}
	problems, err := check(b, in, d)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(problems, func(p Problem) bool { return p.Severity == Blocks }); i >= 0 {
		return nil, fault.New(fault.Conflict, "%s", problems[i].Said)
	}
	return d, nil
}
