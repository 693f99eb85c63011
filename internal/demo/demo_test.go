package demo_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/tournament"
)

func services(t *testing.T, clock *demo.Clock) demo.Services {
	t.Helper()
	db := postgres.New(testdb.New(t), clock.Now)
	return demo.Services{
		Accounts: account.NewService(postgres.Accounts{DB: db}, clock.Now),
		Founding: founding.NewService(postgres.Founding{DB: db}), Tournament: tournament.NewService(postgres.Tournament{DB: db}), Dispute: dispute.NewService(postgres.Disputes{DB: db}),
	}
}

func TestDemonstrationIsInMidRound(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC)
	clock := demo.NewClock(end)
	s := services(t, clock)
	show, err := demo.Build(t.Context(), s, clock)
	if err != nil {
		t.Fatal(err)
	}
	if !show.New || show.Event.Slug != demo.Slug || show.Event.State != tournament.EventLive {
		t.Errorf("made %+v", show)
	}
	if clock.Now().After(end) {
		t.Errorf("the demonstration ends at %v, in the future", clock.Now())
	}
	sections, err := s.Tournament.Reader().Sections(t.Context(), show.Event.EventID)
	if err != nil {
		t.Fatal(err)
	}
	states := map[tournament.MatchState]int{}
	forfeits, reviews := 0, 0
	for i, rulebook := range []string{"FIDEX", "USCF-R"} {
		if sections[i].Rulebook != rulebook || sections[i].Rounds != 5 || sections[i].MatchesPerPairing != 2 {
			t.Errorf("section %d is %+v", i, sections[i])
		}
		book, err := s.Tournament.Reader().Book(t.Context(), show.Event.EventID, sections[i].SectionID)
		if err != nil {
			t.Fatal(err)
		}
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
		if states[state] == 0 {
			t.Errorf("no match of round 3 is %s: %v", state, states)
		}
	}
	if forfeits == 0 || reviews < 2 {
		t.Errorf("%d forfeits and %d matches under review", forfeits, reviews)
	}
	cup, err := s.Tournament.Reader().Book(t.Context(), show.Event.EventID, sections[2].SectionID)
	if err != nil {
		t.Fatal(err)
	}
	if now := cup.Current(); sections[2].System != tournament.Knockout || now.RoundNo != 2 || now.State != tournament.RoundInPlay || len(now.Pairings) < 2 {
		t.Errorf("the cup is %s in round %+v", sections[2].System, now)
	}
	all, err := s.Dispute.Reader().List(t.Context(), show.Event.EventID, dispute.Which{})
	if err != nil || len(all.Appeals) != 1 || all.Appeals[0].State != dispute.AppealOpen {
		t.Errorf("appeals %+v, %v", all.Appeals, err)
	}
}

func TestDemonstrationIsMadeOnce(t *testing.T) {
	t.Parallel()
	clock := demo.NewClock(time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC))
	s := services(t, clock)
	first, err := demo.Build(t.Context(), s, clock)
	if err != nil {
		t.Fatal(err)
	}
	second, err := demo.Build(t.Context(), s, clock)
	if err != nil || second.New || second.Event.EventID != first.Event.EventID || second.Event.Version != first.Event.Version {
		t.Errorf("the second time it is %+v, %v; the first time %+v", second, err, first)
	}
}
