package public

import (
	"encoding/json"
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/web/visit"
)

// keptName is a team as a phone keeps it to be found without contact.
type keptName struct {
	Slug    string   `json:"slug"`
	Team    string   `json:"team"`
	Code    string   `json:"code,omitempty"`
	Section string   `json:"section"`
	School  string   `json:"school,omitempty"`
	Players []string `json:"players"` // as everybody may read them
	Table   int      `json:"table,omitempty"`
}

// findNames answers with all names of the event, for phones that lose contact
// (names.js). It says nothing that the pairings do not say.
func (h *Handlers) findNames(v *visit.Visit) error {
	return v.Kept("names", echo.MIMEApplicationJSON, func() ([]byte, int64, error) {
		all := []keptName{}
		for _, shelf := range visit.SectionViews(v) {
			for _, e := range shelf.Entries() {
				name := keptName{Slug: e.Team.Slug, Team: e.Team.Name, Code: e.Team.Code, Section: shelf.Section.Name, School: e.Team.School, Table: e.Table, Players: []string{}}
				for _, p := range e.Players {
					name.Players = append(name.Players, p.Shown)
				}
				all = append(all, name)
			}
		}
		body, err := json.Marshal(all)
		if err != nil {
			return nil, 0, fmt.Errorf("write the names of the event: %w", err)
		}
		return body, v.Event.Version, nil
	})
}
