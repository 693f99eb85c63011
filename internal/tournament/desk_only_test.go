package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// What only the desk sees wakes no phone.
func TestMattersOfTheDeskReachNoPublicPage(t *testing.T) {
	t.Parallel()
	d := open(t)
	school := func(name string) tournament.Team {
		team := expect.Must(d.AddTeam(t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{
			SectionID: 1, Name: name, School: "Harbor Day School", Players: []tournament.NewPlayer{player(name+" One", 0), player(name+" Two", 0)},
		}))(t)
		return team
	}
	public := func() int64 {
		t.Helper()
		all, err := d.store.PublicEvents(t.Context())
		expect.MustTrue(t, err == nil && len(all) == 1, "%d events, %v", len(all), err)
		return all[0].Version
	}
	before := public()
	riders := school("Riders")
	school("Stars")
	expect.MustTrue(t, public() != before, "two new teams reach no public page")
	for what, do := range map[string]func() error{
		"keeping a club apart": func() error {
			return d.ForbidClub(t.Context(), d.event.EventID, d.cmd(), tournament.ForbiddenPair{TeamID: riders.TeamID})
		},
		"printing": func() error {
			return d.NotePrinted(t.Context(), d.event.EventID, d.cmd(), []tournament.Printing{{SectionID: 1, RoundNo: 1, Paper: "pairings", Content: "x", Label: "version 1"}})
		},
	} {
		before, version := public(), d.version()
		err := do()
		expect.MustTrue(t, err == nil, "%s: %v", what, err)
		expect.Equal(t, d.version(), version+1, "%s: the journal has no entry", what)
		after := public()
		expect.True(t, after == before, "%s: public pages are at version %d, were at %d", what, after, before)
	}
}
