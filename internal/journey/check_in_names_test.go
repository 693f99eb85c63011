package journey_test

import "testing"

// The list at check-in narrows to a name as it is written, whatever its letters: those that
// decompose to no plain one, and marks that make another letter.
func TestCheckInNarrowsToNamesAsTheyAreWritten(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(2)
	h.exec(`update team set name = (array['Łódź', 'ガキ', 'กิตติ', 'Groß'])[1 + team_id % 4] where event_id = $1`, h.event)
	h.exec(`update event set version = version + 1 where event_id = $1`, h.event)
	desk := h.official("hall.chief", desktop)
	for _, name := range []string{"Łódź", "ガキ", "กิตติ", "Groß", "lodz", "gross"} {
		desk.open("/e/lake/desk/open/teams")
		desk.fill("[data-filter]", name)
		desk.until("document.querySelectorAll('[data-team-row]:not([hidden])').length === 1")
	}
}
