package demo_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// TestExercisesAreDoneByDoingThem does what each exercise asks for, as the official of its
// role, and looks that this one alone becomes done.
func TestExercisesAreDoneByDoingThem(t *testing.T) {
	t.Parallel()
	clock := demo.NewClock(time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC))
	s := services(t, clock)
	show, err := demo.Build(t.Context(), s, clock)
	if err != nil {
		t.Fatal(err)
	}
	event := show.Event.EventID
	people, err := s.Accounts.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	acts := 0
	as := func(login string) journal.Command {
		acts++
		for _, a := range people {
			if a.Login == login {
				return journal.Command{Actor: journal.Actor{AccountID: a.AccountID, Name: a.Name}, Key: fmt.Sprintf("exercise-%d", acts)}
			}
		}
		t.Fatalf("nobody is called %s", login)
		return journal.Command{}
	}
	ok := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	sections, err := s.Tournament.Reader().Sections(t.Context(), event)
	ok("read the sections", err)
	book := func(i int) *tournament.SectionBook {
		t.Helper()
		b, err := s.Tournament.Reader().Book(t.Context(), event, sections[i].SectionID)
		ok("read the section", err)
		return b
	}
	conflict := func(b *tournament.SectionBook) tournament.Match {
		t.Helper()
		for _, p := range b.Round(3).Pairings {
			for _, m := range p.Matches {
				if m.State == tournament.MatchConflict {
					return m
				}
			}
		}
		t.Fatal("no match of round 3 has two results")
		return tournament.Match{}
	}
	done := func() map[access.Role]bool {
		t.Helper()
		all, err := demo.Exercises(t.Context(), s.Tournament.Reader(), s.Dispute.Reader(), event)
		ok("read the exercises", err)
		state := map[access.Role]bool{}
		for _, e := range all {
			state[e.Role] = e.Done
		}
		return state
	}
	if state := done(); len(state) != len(access.Granted) {
		t.Errorf("there are exercises for %v", state)
	}

	for _, exercise := range []struct {
		role access.Role
		do   func()
	}{
		{access.Scorekeeper, func() {
			b := book(1)
			m := b.Round(3).Pairings[3].Matches[1]
			ok("verify", s.Tournament.VerifyResult(t.Context(), event, as("demo.desk"), tournament.Verdict{MatchID: m.MatchID, Revision: m.Revision, Confirm: true}))
		}},
		{access.Director, func() {
			m := conflict(book(0))
			ok("settle it", s.Tournament.ResolveConflict(t.Context(), event, as("demo.director"), tournament.Resolution{
				MatchID: m.MatchID, Revision: m.Revision, Outcome: tournament.FirstWins, Reason: "Both teams and the slip say so.",
			}))
		}},
		{access.SectionChief, func() {
			all, err := s.Dispute.Reader().List(t.Context(), event, dispute.Selection{})
			ok("list the appeals", err)
			a := all.Appeals[0]
			ruled := slices.IndexFunc(all.Rulings, func(r dispute.Ruling) bool { return r.RulingID == a.RulingID })
			if ruled < 0 {
				t.Fatalf("no ruling is appealed: %+v", all.Rulings)
			}
			file, err := s.Dispute.Reader().WholeIncident(t.Context(), event, all.Rulings[ruled].IncidentID)
			ok("read the incident", err)
			ok("decide", s.Dispute.Decide(t.Context(), event, as("demo.section"), dispute.Review{
				AppealID: a.AppealID, Revision: file.Incident.Revision, Level: dispute.BySectionChief, State: dispute.AppealUpheld, Reason: "The claim was in time.", Heard: dispute.ToHear,
			}))
		}},
		{access.Chief, func() {
			cup := sections[2].SectionID
			p := book(2).Round(2).Pairings[1]
			_, err := s.Tournament.EnterResult(t.Context(), event, as("demo.chief"), tournament.TypedResult{
				SectionID: cup, Round: 2, Table: p.Table(), Match: 1, Source: "desk", Outcome: tournament.FirstWins, Revision: p.Matches[0].Revision,
			})
			ok("enter the semifinal", err)
			at := func() tournament.DraftInput {
				r, err := s.Tournament.Reader().DraftRound(t.Context(), event, cup, 3)
				ok("read the draft", err)
				return tournament.DraftInput{SectionID: cup, RoundNo: 3, Revision: r.Revision}
			}
			_, err = s.Tournament.MakeDraft(t.Context(), event, as("demo.chief"), tournament.MakeDraftInput{DraftInput: at()})
			ok("draft the final", err)
			if done()[access.Chief] {
				t.Error("a draft counts as published")
			}
			_, err = s.Tournament.PublishRound(t.Context(), event, as("demo.chief"), tournament.PublishRound{DraftInput: at(), Typed: 3})
			ok("publish the final", err)
		}},
		{access.Organizer, func() {
			_, err := s.Tournament.AddTeam(t.Context(), event, as("demo.organizer"), tournament.NewTeam{
				SectionID: sections[0].SectionID, Name: "lantern fish", MissedHalf: true, Players: []tournament.NewPlayer{{FirstName: "Jo", LastName: "Park"}, {FirstName: "Ines", LastName: "Roth"}},
			})
			ok("enter the late team", err)
		}},
	} {
		before := done()
		if before[exercise.role] {
			t.Errorf("the exercise of the %s is done before anybody did it", exercise.role)
		}
		exercise.do()
		for role, is := range done() {
			if want := before[role] || role == exercise.role; is != want {
				t.Errorf("after the %s did the own exercise, that of the %s is done: %v", exercise.role, role, is)
			}
		}
	}
}

// Who tries everything in the demonstration takes sections and rounds away, and an older one had
// fewer of them: the exercises that are left stand on the page.
func TestExercisesThatAreLeft(t *testing.T) {
	t.Parallel()
	clock := demo.NewClock(time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC))
	s := services(t, clock)
	e := unplayed(t, s, clock, tournament.NewSection{Name: "Cup", Letter: "C", Rulebook: "FIDEX"},
		tournament.NewSection{Name: "U1600", Letter: "U", Rulebook: "FIDEX"}, tournament.NewSection{Name: "Open", Letter: "O", Rulebook: "FIDEX"})
	var roles []access.Role
	for _, exercise := range expect.Must(demo.Exercises(t.Context(), s.Tournament.Reader(), s.Dispute.Reader(), e.EventID))(t) {
		expect.True(t, !exercise.Done, "%q is done", exercise.Task)
		roles = append(roles, exercise.Role)
	}
	expect.NoDiff(t, cmp.Diff([]access.Role{access.Chief, access.Organizer}, roles), "roles, -want +got")
}
