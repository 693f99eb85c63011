package tournament

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pairing"
)

// bracket replays a knockout up to a round: the teams of round 1 are seeded by
// number, and every published pairing has a winner. Teams that are out no longer
// take part.
func (b *Book) bracket(in *PairingInput) (*pairing.Knockout, error) {
	round := in.Tournament.Round
	seeds := make([]int, 0, len(b.Teams))
	for n := 1; n <= len(b.Teams); n++ {
		if t := b.Team(in.team[n]); t.ArrivesRound <= 1 && (t.LeavesRound == nil || *t.LeavesRound > 1) {
			seeds = append(seeds, n)
		}
	}
	k, err := pairing.NewKnockout(seeds, pairing.KnockoutOptions{})
	if err != nil {
		return nil, fault.Wrap(fault.Conflict, err, "A knockout needs at least two teams.")
	}
	for r := 1; r < round; r++ {
		for _, p := range b.Round(r).Pairings {
			if p.Bye == nil {
				if err := b.decide(k, in, p); err != nil {
					return nil, err
				}
			}
		}
	}
	in.keepOnly(k)
	return k, nil
}

// decide records the winner of a pairing in the bracket.
func (b *Book) decide(k *pairing.Knockout, in *PairingInput, p Pairing) error {
	score := b.Section.Score(p)
	winner := p.TeamID(1)
	switch {
	case score.Missing > 0:
		return fault.New(fault.Conflict, "Round %d, table %d has no result yet. A knockout goes on when every tie has a winner.", p.RoundNo, p.Table())
	case score.Matches[0] == score.Matches[1]:
		return fault.New(fault.Conflict, "Round %d, table %d: %s and %s are level. Let them play on and correct the result; a knockout needs a winner.",
			p.RoundNo, p.Table(), b.Team(p.TeamID(1)).Name, b.Team(p.TeamID(2)).Name)
	case score.Matches[1] > score.Matches[0]:
		winner = p.TeamID(2)
	}
	one, other := in.number[p.TeamID(1)], in.number[p.TeamID(2)]
	for _, tie := range k.Ready() {
		if x, y, _ := k.Sides(tie.ID); x == one && y == other || x == other && y == one {
			return k.Win(tie.ID, in.number[winner])
		}
	}
	// A pair set by hand is no tie of the plan: the winner takes the place of
	// whichever of the two the plan still has.
	for _, tie := range k.Ready() {
		if x, y, _ := k.Sides(tie.ID); x == in.number[winner] || y == in.number[winner] {
			return k.Win(tie.ID, in.number[winner])
		}
	}
	return fault.New(fault.Conflict, "Round %d, table %d is not part of the bracket. Take the round back and make its draft again.", p.RoundNo, p.Table())
}

// keepOnly takes the teams out of the tournament that are not in any tie still
// to be played.
func (in *PairingInput) keepOnly(k *pairing.Knockout) {
	alive := map[int]bool{}
	for _, tie := range k.Ties {
		if _, done := k.Winner(tie.ID); done {
			continue
		}
		a, c, _ := k.Sides(tie.ID)
		alive[a], alive[c] = true, true
	}
	for i := range in.Tournament.Participants {
		if p := &in.Tournament.Participants[i]; !alive[p.Number] && p.Withdrawn == 0 {
			p.Withdrawn = in.Tournament.Round
		}
	}
}

// draftBracket is the next round of a knockout: its ties, and a bye for those
// who go through without one.
func (b *Book) draftBracket(in *PairingInput) *pairing.Draft {
	d := &pairing.Draft{Round: in.Tournament.Round}
	playing := map[int]bool{}
	for _, p := range in.bracket.Pairs() {
		d.Pairs = append(d.Pairs, p)
		playing[p.White], playing[p.Black] = true, true
	}
	for _, p := range in.Tournament.Participants {
		if p.Withdrawn == 0 && p.Arrival <= in.Tournament.Round && !playing[p.Number] {
			d.Pairs = append(d.Pairs, pairing.Pair{White: p.Number, ColourRule: "goes through without a match"})
		}
	}
	if winner := in.bracket.Champion(); winner != 0 {
		d.Pairs = nil
		d.Notes = append(d.Notes, fmt.Sprintf("%s have won the knockout.", b.Team(in.team[winner]).Name))
	}
	return d
}
