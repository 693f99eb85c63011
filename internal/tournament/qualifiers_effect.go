package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/phase"
)

// QualifierChange says who would come into a later phase, and who would not any more, by a
// corrected result. Where the phase has started its teams stay until an official takes the
// start back: the correction moves nobody by itself.
type QualifierChange struct {
	Phase   Phase
	From    *SectionBook // the section that they come from: of a play-off the one that it decides in
	In, Out []int64      // team ids there
	// Level are teams that the corrected result leaves level across a line.
	Level []int64
	// Seeds is set when the same teams come in with other seeds, Carried when what comes
	// along with a team changes.
	Seeds, Carried bool
}

// qualifiersMoved compares who comes into the phases that a section feeds now and with result
// in place. Of a phase that has started it compares with those who came in.
func qualifiersMoved(b *SectionBook, result Hypothetical) ([]QualifierChange, error) {
	decides, corrected := b, with(b, result)
	if b.For != nil { // a result of a play-off moves who goes on from the section that it decides in
		decides, corrected = b.For, WithPlayOffs(b.For, replaced(b.For.PlayOffs, corrected))
	}
	leads := LaterPhases(decides)
	if len(leads) == 0 {
		return nil, nil
	}
	var moved []QualifierChange
	for _, p := range leads {
		before, err := Qualifiers(decides, p)
		if err != nil {
			return nil, err
		}
		after, err := Qualifiers(corrected, p)
		if err != nil {
			return nil, err
		}
		c := QualifierChange{Phase: p, From: decides}
		was, is := seedsOf(before), seedsOf(after)
		if p.StartedAt != nil {
			was = cameIn(decides, p)
		}
		for _, id := range is {
			if !slices.Contains(was, id) {
				c.In = append(c.In, id)
			}
		}
		for _, id := range was {
			if !slices.Contains(is, id) {
				c.Out = append(c.Out, id)
			}
		}
		c.Seeds = len(c.In)+len(c.Out) == 0 && p.Rule.Seeding != phase.ByLot && !slices.Equal(was, is)
		if p.StartedAt != nil && b.For == nil {
			c.Carried = carriedMoves(b, p, result)
		}
		for _, line := range after.Lines {
			if line.Over {
				c.Level = append(c.Level, line.Level...)
			}
		}
		for _, line := range before.Lines {
			if slices.Equal(line.Level, c.Level) {
				c.Level = nil
			}
		}
		if len(c.In)+len(c.Out)+len(c.Level) > 0 || c.Seeds || c.Carried {
			moved = append(moved, c)
		}
	}
	return moved, nil
}

// replaced are play-offs with one of them as it would be.
func replaced(playOffs []*SectionBook, by *SectionBook) []*SectionBook {
	list := slices.Clone(playOffs)
	for i := range list {
		if list[i].Section.SectionID == by.Section.SectionID {
			list[i] = by
		}
	}
	return list
}

// seedsOf are the teams of a field by seed.
func seedsOf(f phase.Field) []int64 {
	ids := make([]int64, len(f.Entrants))
	for i, e := range f.Entrants {
		ids[i] = e.Team
	}
	return ids
}

// cameIn are the teams of a section that came into a phase, by seed.
func cameIn(b *SectionBook, p Phase) []int64 {
	var ids []int64
	for _, e := range b.Entered {
		if e.SectionID == p.SectionID && e.FromSection == b.Section.SectionID {
			ids = append(ids, e.FromTeam)
		}
	}
	return ids
}

// carriedMoves reports whether a corrected match brought along what counts in a phase that
// has started.
func carriedMoves(b *SectionBook, p Phase, result Hypothetical) bool {
	pairing, m := b.FindMatch(result.MatchID)
	if pairing == nil || m.Result != nil && m.Result.Slot1Points == result.Slot1Points && m.Result.Slot2Points == result.Slot2Points && m.Result.Forfeit == result.Forfeit {
		return false
	}
	in := cameIn(b, p)
	one, other := slices.Contains(in, pairing.TeamID(1)), slices.Contains(in, pairing.TeamID(2))
	switch p.Rule.Carry {
	case phase.Points:
		return one || other
	case phase.Results:
		return one && other
	}
	return false
}
