package visit

import (
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
)

// share is what other sites are told of any public page; pages with an answer of their
// own say it instead (shareTeam, shareStandings).
func share(v *Visit) *layout.Share {
	s := &layout.Share{Site: v.Site(), Address: v.Request().URL.Path, Description: v.Words.Say("Bughouse tournaments: pairings, tables, standings and rules on your phone.")}
	if v.Event.EventID == 0 {
		return s
	}
	s.Description = v.Words.Say("Pairings, tables, standings and rules of %s.", v.Event.Name) + " " + v.WhenAndWhere()
	s.Picture = "/e/" + v.Event.Slug + "/preview.png"
	s.Hidden = v.Event.State == tournament.EventSetup
	return s
}

// WhenAndWhere are the days and the venue of the event: "Fri 1 May 2026 to Sun 3 May
// 2026, City Hall."
func (v *Visit) WhenAndWhere() string {
	said := v.Words.Date(v.Event.StartsOn)
	if !v.Event.EndsOn.Equal(v.Event.StartsOn) {
		said = v.Words.Say("%s to %s", said, v.Words.Date(v.Event.EndsOn))
	}
	if v.Event.Venue != "" {
		said += ", " + v.Event.Venue
	}
	return said + "."
}
