// Package demo fills an empty place on a server with a demonstration event in
// mid-round, so that every page has something to show. It acts through the
// commands of the services alone, as officials would, and touches no other event.
// All people, teams and schools in it are invented, and it is the same each time
// but for the hour of day.
package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Slug is the address of the demonstration event.
const Slug = "lakeshore-demo"

// Password opens all accounts of the demonstration.
const Password = "knights drop in pairs"

// Services are what the demonstration acts through. They have to tell the time
// by the Clock given to Build.
type Services struct {
	Accounts   *account.Service
	Founding   *founding.Service
	Tournament *tournament.Service
	Dispute    *dispute.Service
	Journal    Journal
}

// Journal tells what was done with an event.
type Journal interface {
	Entries(ctx context.Context, q journal.Query) ([]journal.Entry, error)
}

// Clock is the time inside the demonstration: it starts some hours ago and is
// set forward from act to act, never past the hour the demonstration is made.
type Clock struct{ now, end time.Time }

// NewClock returns a clock for a demonstration made at end. Its event is in the zone that end
// is told in, which has to have a name, and in UTC on a night when clocks are set there: its
// plan is written in hours of the day, and one of them would come twice.
func NewClock(end time.Time) *Clock {
	_, before := end.Add(-6 * time.Hour).Zone()
	if _, after := end.Add(6 * time.Hour).Zone(); before != after {
		end = end.UTC()
	}
	return &Clock{end.Add(-4 * time.Hour), end}
}

// Now is the time inside the demonstration.
func (c *Clock) Now() time.Time { return c.now }

// before sets the clock to some minutes before the end; it never goes back.
func (c *Clock) before(minutes float64) {
	if to := c.end.Add(-time.Duration(minutes * float64(time.Minute))); to.After(c.now) {
		c.now = to
	}
}

func (c *Clock) tick() { c.now = c.now.Add(300 * time.Millisecond) }

// Person is somebody who can sign in to the demonstration.
type Person struct {
	Login, Name string
	Role        access.Role
	Title       string // what people call the role
}

// People are those who can sign in, the least mighty first.
var People = []Person{
	{"demo.desk", "Kim Osei", access.Scorekeeper, "desk"},
	{"demo.desk2", "Lou Marchetti", access.Scorekeeper, "desk"},
	{"demo.director", "Ana Ruiz", access.Director, "director"},
	{"demo.section", "Dana Holt", access.SectionChief, "section chief"},
	{"demo.chief", "Sam Cole", access.Chief, "chief floor director"},
	{"demo.organizer", "Noor Haddad", access.Organizer, "organizer"},
}

// Show says what Build found or made.
type Show struct {
	Event tournament.Event
	New   bool
}

// Build makes the demonstration event, or finds it: an event that exists is kept
// as it is. An address or an account that somebody else has is an error.
func Build(ctx context.Context, s Services, clock *Clock) (Show, error) {
	event, err := s.Tournament.Reader().EventBySlug(ctx, Slug)
	switch {
	case err == nil:
		return Show{Event: event}, finished(ctx, s, event)
	case !fault.Is(err, fault.NotFound):
		return Show{}, fmt.Errorf("look for the demonstration: %w", err)
	}
	b := &builder{Services: s, clock: clock, actors: map[string]account.Identity{}}
	for _, step := range []struct {
		what string
		do   func(context.Context) error
	}{
		{"make the accounts", b.people},
		{"set the event up", b.event},
		{"enter the teams", b.entries},
		{"play round 1", b.firstRound},
		{"play round 2", b.secondRound},
		{"play the quarterfinals of the cup", b.cupQuarterfinals},
		{"begin round 3", b.thirdRound},
		{"carry a dispute to an appeal", b.dispute},
		{"call an official", b.call},
		{"record a match", b.live},
		{"open the doors", b.goLive},
	} {
		if err := step.do(ctx); err != nil {
			return Show{}, fmt.Errorf("%s: %w", step.what, detail(err))
		}
	}
	event, err = s.Tournament.Reader().EventBySlug(ctx, Slug)
	return Show{Event: event, New: true}, err
}

// finished is an error for an event whose making was stopped: it never went live, which is
// the last step. An organizer may have set it back since.
func finished(ctx context.Context, s Services, event tournament.Event) error {
	if event.State != tournament.EventSetup {
		return nil
	}
	wentLive, err := s.Journal.Entries(ctx, journal.Query{EventID: event.EventID, Actions: []string{"set event state"}, Limit: 1})
	if err != nil {
		return fmt.Errorf("look whether the demonstration was finished: %w", err)
	}
	if len(wentLive) == 0 {
		return fmt.Errorf("the event %q is not finished: an earlier start was stopped. Start with another TANDEM_DATA_DIR", Slug)
	}
	return nil
}

// detail adds the field messages of a refused command: they are about what this
// package entered.
func detail(err error) error {
	if fields := fault.Fields(err); len(fields) > 0 {
		return fmt.Errorf("%w: %v", err, fields)
	}
	return err
}

// builder is a demonstration being made.
type builder struct {
	Services
	clock   *Clock
	actors  map[string]account.Identity // by login
	eventID int64
	open    tournament.Section // under FIDEX
	u1600   tournament.Section // under USCF-R
	cup     tournament.Section // a knockout
	keys    int
}

// as is a command of one of the officials.
func (b *builder) as(login string) journal.Command {
	b.keys++
	b.clock.tick()
	a := b.actors[login].Account
	return journal.Command{Actor: journal.Actor{AccountID: a.AccountID, Name: a.Name}, Key: fmt.Sprintf("demonstration-%d", b.keys)}
}

// people makes the accounts. On a server without any the organizer may make
// events too, so that the whole product can be tried.
func (b *builder) people(ctx context.Context) error {
	others, err := b.Accounts.Accounts(ctx)
	if err != nil {
		return err
	}
	for _, p := range People {
		site := "none"
		if p.Role == access.Organizer && len(others) == 0 {
			site = string(access.Organizer)
		}
		a, err := b.Accounts.Create(ctx, account.NewPerson{Login: p.Login, Name: p.Name, Password: Password}, site)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Login, detail(err))
		}
		b.actors[p.Login] = account.Identity{Account: a}
	}
	return nil
}

// event makes the event with its sections and gives everybody the role.
func (b *builder) event(ctx context.Context) error {
	organizer := b.actors["demo.organizer"]
	e, err := b.Founding.Found(ctx, b.as("demo.organizer"), tournament.NewEvent{
		Name: "Lakeshore Bughouse Open", Slug: Slug, Venue: "Lakeshore Community Hall", Address: "12 Pier Road, Lakeshore",
		TimeZone: b.clock.end.Location().String(), StartsOn: b.clock.end, Contact: "desk@lakeshore.example", TablesPerRow: 6,
		Schedule: b.clock.schedule(),
		Sections: []tournament.NewSection{
			{Name: "Open", Letter: "O", Rulebook: "FIDEX", Hall: "Main hall", Rounds: 5, MatchesPerPairing: 2, ColourMode: "A", Broadcast: true, PublicProspects: true},
			{Name: "U1600", Letter: "U", Rulebook: "USCF-R", Hall: "Gallery", Rounds: 5, MatchesPerPairing: 2, FirstTable: 41},
			{Name: "Cup", Letter: "C", Rulebook: "FIDEX", Hall: "Gallery", System: tournament.Knockout, Rounds: 3, MatchesPerPairing: 1, ThirdPlace: true, FirstTable: 71},
		},
	}, organizer.Account, access.Organizer)
	if err != nil {
		return err
	}
	b.eventID = e.EventID
	root := access.Actor{AccountID: organizer.Account.AccountID, Grants: []access.Grant{{EventID: e.EventID, Role: access.Organizer}}}
	for _, p := range People {
		if p.Role == access.Organizer {
			continue
		}
		give := account.GiveRole{EventID: e.EventID, AccountID: b.actors[p.Login].Account.AccountID, Role: p.Role}
		if err := b.Accounts.GiveRole(ctx, b.as("demo.organizer"), root, give); err != nil {
			return fmt.Errorf("make %s %s: %w", p.Name, p.Role, err)
		}
	}
	sections, err := b.Tournament.Reader().Sections(ctx, e.EventID)
	if err != nil {
		return err
	}
	b.open, b.u1600, b.cup = sections[0], sections[1], sections[2]
	screen := tournament.Screen{Slug: "cup", Name: "Cup", Programme: tournament.ShowBracket, Sections: []int64{b.cup.SectionID}, Theme: "system"}
	if _, err := b.Tournament.SteerScreen(ctx, b.eventID, b.as("demo.organizer"), tournament.Steering{To: screen}); err != nil {
		return fmt.Errorf("hang the screen of the cup: %w", err)
	}
	if err := b.planCup(ctx); err != nil {
		return fmt.Errorf("plan the cup: %w", detail(err))
	}
	_, err = b.Tournament.SavePrizes(ctx, e.EventID, b.as("demo.organizer"), tournament.PrizeSettings{SectionID: b.open.SectionID, Plan: prizes})
	return err
}

// prizes are what the Open gives away.
var prizes = tournament.PrizePlan{Split: "even", Public: true, Currency: "$", Prizes: []tournament.Prize{
	{Name: "1st prize", Place: 1, Money: 40000},
	{Name: "2nd prize", Place: 2, Money: 25000},
	{Name: "3rd prize", Place: 3, Money: 15000},
	{Name: "Best under 1700", Category: "U1700", Place: 1, Money: 10000},
	{Name: "Lakeshore cup", Place: 1},
}}

func (b *builder) goLive(ctx context.Context) error {
	return b.Tournament.SetEventState(ctx, b.eventID, b.as("demo.organizer"), tournament.EventLive)
}
