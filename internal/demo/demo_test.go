package demo_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func services(t *testing.T, clock *demo.Clock) demo.Services {
	t.Helper()
	db := postgres.New(testdb.New(t), clock.Now)
	return demo.Services{
		Accounts: account.NewService(postgres.Accounts{DB: db}, clock.Now),
		Founding: founding.NewService(postgres.Founding{DB: db}), Tournament: tournament.NewService(postgres.Tournament{DB: db}), Dispute: dispute.NewService(postgres.Disputes{DB: db}),
		Journal: postgres.Journal{DB: db},
	}
}

func TestDemonstrationIsInMidRound(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC)
	clock := demo.NewClock(end)
	s := services(t, clock)
	show, err := demo.Build(t.Context(), s, clock)
	expect.OK(t, err)
	expect.True(t, show.New && show.Event.Slug == demo.Slug && show.Event.State == tournament.EventLive, "made %+v", show)
	expect.True(t, !clock.Now().After(end), "the demonstration ends at %v, in the future", clock.Now())
	sections := expect.Must(s.Tournament.Reader().Sections(t.Context(), show.Event.EventID))(t)
	states := map[tournament.MatchState]int{}
	forfeits, reviews := 0, 0
	for i, rulebook := range []string{"FIDEX", "USCF-R"} {
		expect.True(t, sections[i].Rulebook == rulebook && sections[i].Rounds == 5 && sections[i].MatchesPerPairing == 2, "section %d is %+v", i, sections[i])
		book := expect.Must(s.Tournament.Reader().Book(t.Context(), show.Event.EventID, sections[i].SectionID))(t)
		if now := book.Current(); now.RoundNo != 3 || now.State != tournament.RoundInPlay {
			t.Errorf("%s is in round %d, %s", sections[i].Name, now.RoundNo, now.State)
		}
		for _, p := range book.Round(3).Pairings {
			for _, m := range p.Matches {
				states[m.State]++
				if m.UnderReview {
					reviews++
				}
				if m.Result != nil && m.Result.Forfeit {
					forfeits++
				}
			}
		}
	}
	for _, state := range []tournament.MatchState{tournament.MatchOpen, tournament.MatchReported, tournament.MatchVerified, tournament.MatchConflict} {
		expect.True(t, states[state] != 0, "no match of round 3 is %s: %v", state, states)
	}
	expect.True(t, forfeits != 0 && reviews >= 2, "%d forfeits and %d matches under review", forfeits, reviews)
	cup := expect.Must(s.Tournament.Reader().Book(t.Context(), show.Event.EventID, sections[2].SectionID))(t)
	if now := cup.Current(); sections[2].System != tournament.Knockout || now.RoundNo != 2 || now.State != tournament.RoundInPlay || len(now.Pairings) < 2 {
		t.Errorf("the cup is %s in round %+v", sections[2].System, now)
	}
	all, err := s.Dispute.Reader().List(t.Context(), show.Event.EventID, dispute.Selection{})
	expect.True(t, err == nil && len(all.Appeals) == 1 && all.Appeals[0].State == dispute.AppealOpen, "appeals %+v, %v", all.Appeals, err)
}

func TestDemonstrationIsMadeOnce(t *testing.T) {
	t.Parallel()
	clock := demo.NewClock(time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC))
	s := services(t, clock)
	first, err := demo.Build(t.Context(), s, clock)
	expect.OK(t, err)
	second, err := demo.Build(t.Context(), s, clock)
	expect.True(t, err == nil && !second.New && second.Event.EventID == first.Event.EventID && second.Event.Version == first.Event.Version,
		"the second time it is %+v, %v; the first time %+v", second, err, first)

	organizer := expect.Must(s.Accounts.Create(t.Context(), account.NewPerson{Login: "robin", Name: "Robin Vale", Password: demo.Password}, "organizer"))(t)
	expect.OK(t, s.Tournament.SetEventState(t.Context(), first.Event.EventID, by(organizer), tournament.EventSetup))
	third, err := demo.Build(t.Context(), s, clock)
	expect.True(t, err == nil && !third.New, "set back to set-up by an official it is %+v, %v", third, err)
}

func by(a account.Account) journal.Command {
	return journal.Command{Actor: journal.Actor{AccountID: a.AccountID, Name: a.Name}, Key: "demonstration-test"}
}

// unplayed is an event at the demonstration's address in which nothing has happened.
func unplayed(t *testing.T, s demo.Services, clock *demo.Clock, sections ...tournament.NewSection) tournament.Event {
	t.Helper()
	organizer := expect.Must(s.Accounts.Create(t.Context(), account.NewPerson{Login: "robin", Name: "Robin Vale", Password: demo.Password}, "organizer"))(t)
	return expect.Must(s.Founding.Found(t.Context(), by(organizer), tournament.NewEvent{
		Name: "Lakeshore", Slug: demo.Slug, TimeZone: "UTC", StartsOn: clock.Now(), Sections: sections,
	}, organizer, access.Organizer))(t)
}

// A start that was stopped half-way leaves an event that nobody should be shown.
func TestAnUnfinishedDemonstrationIsRefused(t *testing.T) {
	t.Parallel()
	clock := demo.NewClock(time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC))
	s := services(t, clock)
	unplayed(t, s, clock, tournament.NewSection{Name: "Open", Rulebook: "FIDEX"})
	_, err := demo.Build(t.Context(), s, clock)
	expect.True(t, err != nil && strings.Contains(err.Error(), "not finished"), "%v", err)
}

// The clock that hangs in the hall is that of the event, wherever it is, but on a night when clocks
// are set there.
func TestDemonstrationIsMadeInAnyZone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, made, in, day string }{
		{"America/Los_Angeles", "2026-05-02T12:02:00Z", "America/Los_Angeles", "2026-05-02"},
		{"Pacific/Apia", "2026-05-02T12:02:00Z", "Pacific/Apia", "2026-05-03"},
		{"America/St_Johns", "2026-11-01T03:00:00Z", "UTC", "2026-11-01"},
		{"Europe/Berlin", "2027-03-28T02:00:00Z", "UTC", "2027-03-28"},
	} {
		made := expect.Must(time.Parse(time.RFC3339, c.made))(t)
		clock := demo.NewClock(made.In(expect.Must(time.LoadLocation(c.zone))(t)))
		s := services(t, clock)
		show, err := demo.Build(t.Context(), s, clock)
		expect.MustTrue(t, err == nil, "made in %s: %v", c.zone, err)
		sections := expect.Must(s.Tournament.Reader().Sections(t.Context(), show.Event.EventID))(t)
		open := expect.Must(s.Tournament.Reader().Book(t.Context(), show.Event.EventID, sections[0].SectionID))(t)
		expect.Equal(t, open.PlannedStarts()[3].UTC(), made.Add(40*time.Minute).Round(5*time.Minute), "made in %s, round 4 starts", c.zone)
		expect.Equal(t, show.Event.TimeZone+" "+show.Event.StartsOn.Format(time.DateOnly), c.in+" "+c.day, "made in %s, the event begins", c.zone)
	}
}
