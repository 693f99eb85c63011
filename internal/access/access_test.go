package access_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func official(role access.Role, event, section int64) access.Actor {
	return access.Actor{AccountID: 1, Grants: []access.Grant{{EventID: event, SectionID: section, Role: role}}}
}

func TestScope(t *testing.T) {
	own := access.Object{EventID: 1, SectionID: 2}
	tests := []struct {
		name   string
		actor  access.Actor
		action access.Action
		object access.Object
		want   bool
	}{
		{"visitor reads", access.Actor{}, access.ReadPublic, own, true},
		{"visitor enters", access.Actor{}, access.EnterResult, own, false},
		{"desk enters in own section", official(access.Scorekeeper, 1, 2), access.EnterResult, own, true},
		{"desk of the whole event", official(access.Scorekeeper, 1, 0), access.EnterResult, own, true},
		{"desk of another section", official(access.Scorekeeper, 1, 3), access.EnterResult, own, false},
		{"desk of another event", official(access.Scorekeeper, 9, 0), access.EnterResult, own, false},
		{"desk rules", official(access.Scorekeeper, 1, 0), access.MakeRuling, own, false},
		{"director rules", official(access.Director, 1, 2), access.MakeRuling, own, true},
		{"director decides an appeal", official(access.Director, 1, 2), access.DecideAppeal, own, false},
		{"section chief decides finally", official(access.SectionChief, 1, 2), access.DecideFinal, own, false},
		{"chief decides at section level", official(access.Chief, 1, 0), access.DecideAppeal, own, false},
		{"chief decides finally", official(access.Chief, 1, 0), access.DecideFinal, own, true},
		{"organizer enters a result", official(access.Organizer, 1, 0), access.EnterResult, own, false},
		{"site organizer creates", access.Actor{AccountID: 1, Site: access.Organizer}, access.CreateEvent, access.Object{}, true},
		{"event organizer creates another event", official(access.Organizer, 1, 0), access.CreateEvent, access.Object{}, false},
		{"site organizer in a strange event", access.Actor{AccountID: 1, Site: access.Organizer}, access.EditSetup, own, false},
		{"administrator enters a result", access.Actor{AccountID: 1, Site: access.Administrator}, access.EnterResult, own, false},
		{"administrator sees the journal", access.Actor{AccountID: 1, Site: access.Administrator}, access.SeeJournal, own, true},
		{"private link acts for its team", access.Actor{TeamEvent: 1, TeamID: 5}, access.ActForTeam, access.Object{EventID: 1, TeamID: 5}, true},
		{"private link acts for another team", access.Actor{TeamEvent: 1, TeamID: 5}, access.ActForTeam, access.Object{EventID: 1, TeamID: 6}, false},
		{"unknown action", official(access.Chief, 1, 0), "fly", own, false},
		{"signed out, grants left over", access.Actor{Grants: official(access.Chief, 1, 0).Grants}, access.EnterResult, own, false},
	}
	for _, tt := range tests {
		expect.Equal(t, access.Can(tt.actor, tt.action, tt.object, now), tt.want, "%s: Can =", tt.name)
	}
}

func TestExpiry(t *testing.T) {
	a := official(access.Director, 1, 0)
	a.Grants[0].ExpiresAt = now
	expect.True(t, !access.Can(a, access.MakeRuling, access.Object{EventID: 1}, now), "a role still counts at the instant it expires")
	expect.True(t, access.Can(a, access.MakeRuling, access.Object{EventID: 1}, now.Add(-time.Second)), "a role does not count before it expires")
}

// Whoever is above a director may do what a director may, here and in every action that
// is still to come.
func TestAChiefMayDoWhatADirectorMay(t *testing.T) {
	for _, action := range access.Actions() {
		if !access.Can(official(access.Director, 1, 2), action, access.Object{EventID: 1, SectionID: 2}, now) {
			continue
		}
		for _, above := range []access.Role{access.SectionChief, access.Chief} {
			expect.True(t, access.Can(official(above, 1, 2), action, access.Object{EventID: 1, SectionID: 2}, now), "a director may %s, the %s may not", action, above)
		}
	}
}
