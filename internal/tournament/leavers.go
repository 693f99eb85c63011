package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/phrase"
)

// Leaver is a team of a round robin that has left while others were still to meet it.
type Leaver struct {
	Team Team
	// Half: it has played half of its pairings or more. Then FIDE's tournament rules let those who
	// have not met it win without play; otherwise its results count for nobody. Whether they apply
	// is the event's own matter, so that a director decides.
	Half bool
	Free []int64 // who would meet it in the round of the draft
}

// Leavers are those that leave somebody without an opponent in a draft of a round robin. A bye
// that was set by hand has been seen to.
func Leavers(b *SectionBook, d *Draft) []Leaver {
	if !b.Section.System.Robin() {
		return nil
	}
	var leavers []Leaver
	for _, bye := range d.Byes {
		team := b.Team(bye.Missing)
		if bye.Missing == 0 || bye.By != "" || team.State != TeamWithdrawn {
			continue
		}
		at := slices.IndexFunc(leavers, func(l Leaver) bool { return l.Team.TeamID == team.TeamID })
		if at < 0 {
			at = len(leavers)
			leavers = append(leavers, Leaver{Team: team, Half: playedHalf(b, team.TeamID)})
		}
		leavers[at].Free = append(leavers[at].Free, bye.TeamID)
	}
	return leavers
}

// playedHalf reports whether a team has played at least half of the pairings of its table.
func playedHalf(b *SectionBook, teamID int64) bool {
	g := groupOf(b.Groups(), teamID)
	if g == nil {
		return false
	}
	played := 0
	for i := range b.Rounds {
		if !b.Rounds[i].Public() {
			continue
		}
		if p := b.Rounds[i].PairingOf(teamID); p != nil && p.Bye == nil && b.Section.Score(*p).Played {
			played++
		}
	}
	return 2*played >= (len(g.Teams)-1)*b.Section.Cycles()
}

// Said tells what a director may do about a leaver.
func (l Leaver) Said(b *SectionBook) phrase.Sentence {
	if l.Half {
		return phrase.Of("%s left after half of its matches or more. Where FIDE's tournament rules apply, whoever has not met it wins without play: give %s a bye with full points.", l.Team.Name, joinNames(b, l.Free))
	}
	return phrase.Of("%s left before half of its matches. Where FIDE's tournament rules apply, its results count for nobody: take the points that were won against it back.", l.Team.Name)
}
