package web

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// share is what other sites are told of any public page; pages with an answer of their
// own say it instead (shareTeam, shareStandings).
func (v *visit) share() *layout.Share {
	s := &layout.Share{Site: v.site(), Address: v.Request().URL.Path, Description: v.words.Say("Bughouse tournaments: pairings, tables, standings and rules on your phone.")}
	if v.event.EventID == 0 {
		return s
	}
	s.Description = v.words.Say("Pairings, tables, standings and rules of %s.", v.event.Name) + " " + v.whenAndWhere()
	s.Picture = "/e/" + v.event.Slug + "/preview.png"
	s.Hidden = v.event.State == tournament.EventSetup
	return s
}

// whenAndWhere are the days and the venue of the event: "Fri 1 May 2026 to Sun 3 May
// 2026, City Hall."
func (v *visit) whenAndWhere() string {
	said := v.words.Date(v.event.StartsOn)
	if !v.event.EndsOn.Equal(v.event.StartsOn) {
		said = v.words.Say("%s to %s", said, v.words.Date(v.event.EndsOn))
	}
	if v.event.Venue != "" {
		said += ", " + v.event.Venue
	}
	return said + "."
}

// shareTeam says of a team's pages what its card says. All of them are one page for
// search engines.
func (v *visit) shareTeam(f *layout.Frame, a pages.Answer) {
	f.Share.Address = "/e/" + v.event.Slug + "/team/" + a.TeamSlug
	f.Share.Picture = f.Share.Address + "/preview.png"
	f.Share.Description = strings.Join(v.teamLines(a), " · ")
}

// teamLines say where a team plays in a few short lines.
func (v *visit) teamLines(a pages.Answer) []string {
	var lines []string
	if a.Table > 0 {
		lines = append(lines, v.words.Say("Round %d", a.Round), v.words.Say("table %s", strconv.Itoa(a.Table)), v.words.Say("vs %s", a.Opponent))
		for _, s := range a.Seats {
			lines = append(lines, v.seatLine(s))
		}
	} else if a.Notice != "" {
		lines = append(lines, a.Notice)
	}
	for _, more := range []string{a.Result, a.Standing} {
		if more != "" {
			lines = append(lines, more)
		}
	}
	return lines
}

// seatLine is a seat in one line: "Maya Ortiz: White on A".
func (v *visit) seatLine(s pages.SeatCard) string {
	seat := text.Message("Black on %s")
	if s.White {
		seat = text.Message("White on %s")
	}
	if s.Player == "" {
		return v.words.Say("seat open") + ": " + v.words.Say(seat, s.Board)
	}
	return s.Player + ": " + v.words.Say(seat, s.Board)
}

// shareStandings says of a table who leads it.
func (v *visit) shareStandings(f *layout.Frame, page pages.StandingsPage) {
	f.Share.Picture = "/e/" + v.event.Slug + "/" + v.section.Slug + "/preview.png"
	if page.Round == 0 {
		return
	}
	const named = 3
	said := v.section.Name + ", " + v.words.Say("Standings after round %d", page.Round) + ":"
	for _, r := range page.Rows[:min(named, len(page.Rows))] {
		said += " " + r.Place + ". " + r.Team + " (" + r.Points + ")"
	}
	f.Share.Description = said
}

// sportsEvent is the event as search engines read it (schema.org), nil where the page
// does not know its host.
func (v *visit) sportsEvent() any {
	site := v.site()
	if site == "" {
		return nil // whose addresses have to be whole
	}
	type place struct {
		Type    string `json:"@type"`
		Name    string `json:"name"`
		Address string `json:"address,omitempty"`
	}
	type sports struct {
		Context  string `json:"@context"`
		Type     string `json:"@type"`
		Name     string `json:"name"`
		Sport    string `json:"sport"`
		Start    string `json:"startDate"`
		End      string `json:"endDate"`
		Mode     string `json:"eventAttendanceMode"`
		Status   string `json:"eventStatus"`
		Address  string `json:"url"`
		Picture  string `json:"image"`
		Location *place `json:"location,omitempty"`
	}
	e := v.event
	data := sports{
		Context: "https://schema.org", Type: "SportsEvent", Name: e.Name, Sport: "Bughouse chess",
		Start: e.StartsOn.Format("2006-01-02"), End: e.EndsOn.Format("2006-01-02"),
		Mode: "https://schema.org/OfflineEventAttendanceMode", Status: "https://schema.org/EventScheduled",
		Address: site + "/e/" + e.Slug, Picture: site + "/e/" + e.Slug + "/preview.png",
	}
	if e.Venue != "" || e.Address != "" {
		data.Location = &place{Type: "Place", Name: e.Venue, Address: e.Address}
	}
	return data
}
