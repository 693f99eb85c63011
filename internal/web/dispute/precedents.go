package dispute

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// precedentsOf lists the rulings of the event on the same matter, the newest first: by
// the same rulebook, on the same kind of claim and about the same act. Those that stand
// are summed up; different answers to one question are said to differ.
func (h *Handlers) precedentsOf(v *visit.Visit, f dispute.WholeIncident) (pages.Precedents, error) {
	var p pages.Precedents
	matter, told := dispute.MatterOf(f.Section, f.Incident)
	if !told {
		return p, nil
	}
	p.Matter = wording.MatterWords(v.Words, matter)
	earlier, err := h.Dispute.Reader().List(v.Request().Context(), v.Event.EventID, dispute.Selection{})
	if err != nil {
		return p, err
	}
	all, err := v.Sections()
	if err != nil {
		return p, err
	}
	same, needed := map[int64]dispute.Incident{}, map[int64]bool{}
	for _, section := range all {
		if section.Rulebook != f.Section.Rulebook {
			continue
		}
		for _, i := range earlier.Incidents {
			if i.SectionID != section.SectionID || i.Kind != f.Incident.Kind || i.IncidentID == f.Incident.IncidentID {
				continue
			}
			if other, ok := dispute.MatterOf(section, i); ok && other == matter {
				same[i.IncidentID], needed[i.SectionID] = i, true
			}
		}
	}
	where, err := h.placesOf(v, needed)
	if err != nil {
		return p, err
	}
	tally := newTally()
	for _, old := range earlier.Rulings {
		i, ok := same[old.IncidentID]
		if !ok {
			continue
		}
		outcome, state := v.Words.Say(wording.CameTo[old.CameTo()]), v.Words.Say(wording.RulingStateWords[old.State])
		if old.State == dispute.Standing {
			tally.add(outcome)
		}
		p.List = append(p.List, pages.Earlier{
			Place: placeOf(v.Words, where.books[i.SectionID], i.MatchID), Outcome: outcome, State: state, Articles: strings.Join(old.Articles, ", "),
			To: fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", v.Event.Slug, old.IncidentID),
		})
	}
	p.Standing, p.Differ = tally.words(), len(tally.order) > 1
	return p, nil
}
