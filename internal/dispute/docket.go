package dispute

import (
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Docket is what waits for officials, by section.
type Docket struct {
	Claims   map[int64]int             // called or open
	Appealed map[int64]int             // with an open appeal
	Since    map[int64]time.Time       // when the oldest claim that waits was made
	Appeals  []Appeal                  // open ones of these sections, oldest first
	Findings map[Matter]map[string]int // by matter, then by what it came to
}

// NewDocket counts the open incidents and appeals of the given incidents, and
// what was found in those that are ruled. A ruling that another one replaced
// does not count.
func NewDocket(in Listing, sections map[int64]tournament.Section) Docket {
	d := Docket{Claims: map[int64]int{}, Appealed: map[int64]int{}, Since: map[int64]time.Time{}, Findings: map[Matter]map[string]int{}}
	byID, ruled := map[int64]Incident{}, map[int64]Incident{}
	for _, i := range in.Incidents {
		byID[i.IncidentID] = i
		if i.State == Called || i.State == Open {
			d.Claims[i.SectionID]++
			if at, ok := d.Since[i.SectionID]; !ok || i.OpenedAt.Before(at) {
				d.Since[i.SectionID] = i.OpenedAt
			}
		}
	}
	for _, r := range in.Rulings {
		i, ok := byID[r.IncidentID]
		if !ok {
			continue
		}
		ruled[r.RulingID] = i
		matter, told := MatterOf(sections[i.SectionID], i)
		if r.State != Standing || !told {
			continue
		}
		if d.Findings[matter] == nil {
			d.Findings[matter] = map[string]int{}
		}
		d.Findings[matter][r.CameTo()]++
	}
	for _, a := range in.Appeals {
		if i, ok := ruled[a.RulingID]; ok && a.State == AppealOpen {
			d.Appealed[i.SectionID]++
			d.Appeals = append(d.Appeals, a)
		}
	}
	slices.Reverse(d.Appeals)
	return d
}

// CameTo is what a ruling did to the match, in the words by which rulings on
// the same claim are counted: "6 lost, 1 play on".
func (r Ruling) CameTo() string {
	switch d := r.Decision; {
	case d.Replay:
		return "replayed"
	case d.Outcome == tournament.Drawn:
		return "drawn"
	case d.Outcome == tournament.DoubleLoss:
		return "lost by both"
	case d.Outcome != "":
		return "lost"
	case r.Verdict == rulebook.Denied:
		return "denied"
	}
	return "play on"
}
