package tournament

import "slices"

// FewestTeams are the entries that a round needs.
const FewestTeams = 2

// NextRound is the round to be paired next.
func (b *SectionBook) NextRound() int {
	if r := b.Current(); r != nil {
		return r.RoundNo + 1
	}
	return 1
}

// Readiness is what stands against pairing a round; the zero value is nothing.
type Readiness struct {
	TooFew bool // entries: nothing else is counted then
	First  bool // no round was published before
	Unseen int  // entries of the round that were not checked in

	Missing, Conflicts, Review int // matches of the round before

	// Ties says that every tie of the knockout needs a winner now, or at its beginning the groups an
	// order; Level which has none.
	Ties  bool
	Level error
}

// Readiness looks what stands against pairing a round.
func (b *SectionBook) Readiness(next int) Readiness {
	if len(TakingPart(b)) < FewestTeams {
		return Readiness{TooFew: true}
	}
	var is Readiness
	is.Unseen = len(Awaited(b, next))
	r := b.Current()
	if r == nil {
		is.First = true
		return is
	}
	count := r.Progress()
	is.Missing, is.Conflicts, is.Review = count.Matches-count.Results-count.Conflicts, count.Conflicts, count.Review
	is.Ties = b.Section.System.Bracket() && next >= b.FirstKnockout() && is.Missing == 0 && is.Conflicts == 0
	if is.Ties {
		is.Level = b.LevelTie(next)
	}
	return is
}

// Awaited are the teams that were not checked in and may play the next round. Who is out of a
// knockout, did not come through its groups, or came too late for a place in them is not awaited,
// and nobody is after the last round. Where nobody was checked in before round 1 that says nothing
// about the rounds after it either, nor about later phases and play-offs, whose teams come in as they
// were.
func Awaited(b *SectionBook, next int) []Team {
	_, cameIn := PhaseOfBook(b)
	if next > b.LastRound() || (cameIn || next > 1) && !slices.ContainsFunc(b.Teams, func(t Team) bool { return t.State == TeamHere }) {
		return nil
	}
	var bracket *Bracket
	if b.Section.System.Bracket() && next > 1 && next >= b.FirstKnockout() {
		bracket, _ = b.Bracket(next) // an open tie ends nobody's way
	}
	var groups []Group
	if b.Section.System.Robin() && next > 1 {
		groups = b.Groups()
	}
	var awaited []Team
	for _, t := range b.Teams {
		if t.State != TeamEntered || t.ArrivesRound > next || groups != nil && groupOf(groups, t.TeamID) == nil {
			continue
		}
		if bracket != nil {
			if _, _, plays := bracket.Next(b.Section, t.TeamID); !plays {
				continue
			}
		}
		awaited = append(awaited, t)
	}
	return awaited
}

// LevelTie says which tie of the knockout, or before its first round which group, keeps the next
// round from being paired, nil when none does.
func (b *SectionBook) LevelTie(next int) error {
	if !b.Section.System.Bracket() || next < b.FirstKnockout() || next == 1 {
		return nil
	}
	_, err := b.Bracket(next)
	return err
}

// Undecided is the first level tie that nobody decided, nil for none.
func (b *SectionBook) Undecided() *Pairing {
	for _, p := range b.LevelTies() {
		if p.DeciderSlot == nil {
			return &p
		}
	}
	return nil
}
