package web

import (
	"encoding/json"
	"fmt"

	"github.com/labstack/echo/v4"
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
func (s *Server) findNames(v *visit) error {
	return v.kept("names", echo.MIMEApplicationJSON, func() ([]byte, int64, error) {
		all := []keptName{}
		for _, shelf := range v.shelves() {
			for _, e := range shelf.entries() {
				name := keptName{Slug: e.team.Slug, Team: e.team.Name, Code: e.team.Code, Section: shelf.Section.Name, School: e.team.School, Table: e.table, Players: []string{}}
				for _, p := range e.players {
					name.Players = append(name.Players, p.shown)
				}
				all = append(all, name)
			}
		}
		body, err := json.Marshal(all)
		if err != nil {
			return nil, 0, fmt.Errorf("write the names of the event: %w", err)
		}
		return body, v.event.Version, nil
	})
}
