package api

import (
	"net/http"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// conductHandlers tell programs of officials what the register says of coaches, parents and
// spectators. It is told under no address that everybody may read.
type conductHandlers struct{ *Handlers }

func (h *conductHandlers) routes() []visit.Route {
	return []visit.Route{visit.Get(eventAPI+"/conduct", access.SeePenalties, h.list)}
}

type apiConduct struct {
	ID            int64           `json:"id"`
	Section       string          `json:"section"` // whose official gave it, by whose ladder
	Person        string          `json:"person"`  // a name, or a description
	Role          string          `json:"role"`
	Team          *string         `json:"team"` // to which the person belongs
	Club          string          `json:"club"`
	Offence       string          `json:"offence"`
	Step          int             `json:"step"`
	Measure       dispute.Measure `json:"measure"`
	MustNotComeIn bool            `json:"must_not_come_in"`
	Reason        string          `json:"reason"`
	GivenBy       string          `json:"given_by"`
	GivenAt       time.Time       `json:"given_at"`
	EndedBy       string          `json:"ended_by"`
	EndedAt       *time.Time      `json:"ended_at"` // it counts no more since then
	EndedReason   string          `json:"ended_reason"`
}

type apiConductList struct {
	Items []apiConduct `json:"items"`
}

// list is the whole register of the event, the newest entry first.
func (h *conductHandlers) list(v *visit.Visit) error {
	ctx := v.Request().Context()
	all, err := h.Dispute.Reader().Conducts(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	entries, err := h.Reader.Entries(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	team, section := map[int64]string{}, map[int64]string{}
	for _, t := range entries.Teams {
		team[t.TeamID] = t.Slug
	}
	for _, s := range sections {
		section[s.SectionID] = s.Slug
	}
	out := map[int64]bool{}
	for _, c := range dispute.MustNotComeIn(all) {
		out[c.ConductID] = true
	}
	answer := apiConductList{Items: []apiConduct{}}
	for _, c := range all {
		item := apiConduct{
			ID: c.ConductID, Section: section[c.SectionID], Person: c.Person, Role: c.Role, Club: c.Club, Offence: c.Offence, Step: c.Step, Measure: c.Measure,
			MustNotComeIn: out[c.ConductID], Reason: c.Reason, GivenBy: c.GivenName, GivenAt: c.GivenAt, EndedBy: c.EndedName, EndedAt: c.EndedAt, EndedReason: c.EndedReason,
		}
		if c.TeamID != nil {
			slug := team[*c.TeamID]
			item.Team = &slug
		}
		answer.Items = append(answer.Items, item)
	}
	return v.JSON(http.StatusOK, answer)
}
