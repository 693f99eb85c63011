package public

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// shareTeam says of a team's pages what its card says. All of them are one page for
// search engines.
func shareTeam(v *visit.Visit, f *layout.Frame, a pages.Answer) {
	f.Share.Address = "/e/" + v.Event.Slug + "/team/" + a.TeamSlug
	f.Share.Picture = f.Share.Address + "/preview.png"
	f.Share.Description = strings.Join(teamLines(v, a), " · ")
}

// teamLines say where a team plays in a few short lines.
func teamLines(v *visit.Visit, a pages.Answer) []string {
	var lines []string
	if a.Table > 0 {
		lines = append(lines, v.Words.Say("Round %d", a.Round), v.Words.Say("table %s", strconv.Itoa(a.Table)), v.Words.Say("vs %s", a.Opponent))
		for _, s := range a.Seats {
			lines = append(lines, seatLine(v, s))
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
func seatLine(v *visit.Visit, s pages.SeatCard) string {
	seat := text.Message("Black on %s")
	if s.White {
		seat = text.Message("White on %s")
	}
	if s.Player == "" {
		return v.Words.Say("seat open") + ": " + v.Words.Say(seat, s.Board)
	}
	return v.Words.Apart(s.Player) + ": " + v.Words.Say(seat, s.Board)
}

// shareStandings says of a table who leads it.
func shareStandings(v *visit.Visit, f *layout.Frame, page pages.StandingsPage) {
	f.Share.Picture = "/e/" + v.Event.Slug + "/" + v.Section.Slug + "/preview.png"
	if page.Round == 0 {
		return
	}
	const named = 3
	said := v.Section.Name + ", " + page.Title + ":"
	for _, r := range page.Rows[:min(named, len(page.Rows))] {
		said += " " + r.Place + ". " + v.Words.Apart(r.Team) + " (" + r.Points + ")"
	}
	f.Share.Description = said
}

// sportsEvent is the event as search engines read it (schema.org), nil where the page
// does not know its host.
func sportsEvent(v *visit.Visit) any {
	site := v.Site()
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
	e := v.Event
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
