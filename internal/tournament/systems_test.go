package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// playRandom gives every open match of a round a winner by a fixed seed, so that
// whole events run through ties and odd scores. Draws end a pairing level, which
// no knockout can use: decisive wins the first match of both boards for one side.
func (h *hall) playRandom(n int, decisive bool) {
	h.t.Helper()
	lots := rand.New(rand.NewPCG(uint64(n), 20260502))
	for _, p := range h.book().Round(n).Pairings {
		first := lots.IntN(2)
		for i, m := range p.Matches {
			winner := lots.IntN(2)
			if decisive {
				winner = first
			}
			outcome, one, two := "slot1", 2, 0
			if winner == 1 {
				outcome, one, two = "slot2", 0, 2
			}
			if !decisive && i == 1 && lots.IntN(4) == 0 {
				outcome, one, two = "draw", 1, 1
			}
			h.exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
				values (1, $1, $1, 'desk', 1, 'Dana Holt', $2, $3, $4, 'confirmed', $5)`, m.MatchID, outcome, one, two, h.now)
		}
	}
	h.exec(`update match set state = 'reported' where round_no = $1`, n)
	h.exec(`update round set state = 'complete' where round_no = $1`, n)
}

// next drafts, publishes and plays a round; it fails when the draft breaks a rule.
func (h *hall) next(n int, decisive bool) *tournament.Draft {
	h.t.Helper()
	d := h.draft(n)
	expect.MustTrue(h.t, len(d.Problems) == 0 && d.NoPairing == nil && len(d.Loose) == 0 && len(d.Tables) != 0, "round %d: %+v", n, d)
	h.publish(n)
	h.playRandom(n, decisive)
	return d
}

func (h *hall) meetings() map[[2]int64]int {
	met := map[[2]int64]int{}
	for _, r := range h.book().Rounds {
		for _, p := range r.Pairings {
			if p.Bye == nil {
				met[[2]int64{min(p.TeamID(1), p.TeamID(2)), max(p.TeamID(1), p.TeamID(2))}]++
			}
		}
	}
	return met
}

func TestRoundRobinInGroups(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		system        string
		teams, groups int
		rounds, times int
	}{{"round-robin", 11, 3, 3, 1}, {"double-round-robin", 8, 2, 6, 2}, {"round-robin", 5, 1, 5, 1}} {
		t.Run(fmt.Sprint(tc.system, tc.teams, tc.groups), func(t *testing.T) {
			t.Parallel()
			h := newHall(t, tc.teams)
			h.exec(`update section set system = $1, group_count = $2, rounds = $3, tie_breaks = 'PTS,DE,WIN,SB', bye_points = 0`, tc.system, tc.groups, tc.rounds)
			expect.Equal(t, h.book().PlannedRounds(), tc.rounds, "rounds planned")
			for n := 1; n <= tc.rounds; n++ {
				h.next(n, false)
			}
			book := h.book()
			groups := book.Groups()
			expect.MustEqual(t, len(groups), tc.groups, "groups")
			met, want := h.meetings(), 0
			for _, g := range groups {
				for i, a := range g.Teams {
					for _, b := range g.Teams[i+1:] {
						want++
						got := met[[2]int64{min(a, b), max(a, b)}]
						expect.True(t, got == tc.times, "group %s: %d and %d met %d times, want %d", g.Letter, a, b, got, tc.times)
					}
				}
			}
			expect.True(t, len(met) == want, "%d pairs met, want only the %d inside the groups", len(met), want)
			s := expect.Must(book.Standings(0))(t)
			expect.True(t, len(s.Rows) == tc.teams && (tc.groups <= 1 || len(s.Groups) == tc.groups), "%d rows, %d groups", len(s.Rows), len(s.Groups))
			for _, g := range s.Groups {
				expect.True(t, g.Complete && len(g.Level) == 0, "group %s complete %v, level %v: nobody goes on, so no tie has to be decided", g.Letter, g.Complete, g.Level)
				place := rowOf(t, s, g.Rows[0].TeamID).Place
				expect.True(t, place == 1, "the winner of group %s is at place %d of the section", g.Letter, place)
			}
		})
	}
}

func rowOf(t *testing.T, s *tournament.Standings, id int64) tournament.Standing {
	t.Helper()
	row, ok := s.Of(id)
	expect.MustTrue(t, ok, "team %d has no place", id)
	return row
}

func TestGroupsLeadToAKnockout(t *testing.T) {
	t.Parallel()
	h := newHall(t, 12)
	h.exec(`update section set system = 'groups-knockout', group_count = 3, advance = 2, third_place = true, rounds = 6, tie_breaks = 'PTS', bye_points = 0`)
	expect.Equal(t, h.book().PlannedRounds(), 6, "rounds planned, want 3 in the groups and 3 in the bracket of six")
	for n := 1; n <= 3; n++ {
		h.next(n, false)
	}
	make4 := func() error {
		_, err := h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(4)})
		return err
	}
	s := expect.Must(h.book().Standings(0))(t)
	level := 0
	for _, g := range s.Groups {
		for i, ids := range g.Level {
			if err := make4(); !fault.Is(err, fault.Conflict) {
				t.Fatalf("round 4 was drafted although %v are level: %v", ids, err)
			}
			in := tournament.DecideTie{SectionID: hallSection, Teams: ids, Seed: "4d1f"}
			if level%2 == 1 || i > 0 {
				in.Seed = ""
				_, err := h.service.DecideTie(t.Context(), h.event, h.as(h.chief, ""), in)
				expect.True(t, fault.Fields(err)["reason"] != "", "an order without a reason: %v", err)
			}
			level++
			expect.Must(h.service.DecideTie(t.Context(), h.event, h.as(h.chief, "Play-off of five minutes."), in))(t)
			expect.Refused(t, expect.Err(h.service.DecideTie(t.Context(), h.event, h.as(h.chief, "Again."), in)), fault.Conflict)
			h.setsAgain(in)
		}
	}
	expect.MustTrue(t, level != 0, "no tie came up, so none was decided; choose another seed")
	h.next(4, true)
	qualified := map[int64]bool{}
	for _, p := range h.book().Round(4).Pairings {
		for slot := 1; slot <= 2; slot++ {
			qualified[p.TeamID(slot)] = true
		}
	}
	delete(qualified, 0)
	expect.Equal(t, len(qualified), 6, "teams in round 4, want six: two of each group")
	for n := 5; n <= 6; n++ {
		h.next(n, true)
	}
	expect.Equal(t, len(h.book().Round(6).Pairings), 2, "pairings in the last round, want the final and the match for third place")
	s = expect.Must(h.book().Standings(0))(t)
	for place := 1; place <= 4; place++ {
		row := s.Rows[place-1]
		expect.True(t, row.Place == place && row.Shared == 1, "row %d has place %d of %d", place, row.Place, row.Shared)
	}
	if s.Rows[4].Place != 5 || s.Rows[4].Shared != 2 || s.Rows[6].Place != 7 {
		t.Errorf("places behind: %+v", s.Rows[4:])
	}
	final := h.book().Round(6).AtTable(1)
	if winner, err := h.book().Bracket(7); err != nil || len(winner.Seeds) != 6 {
		t.Errorf("bracket: %v", err)
	}
	expect.True(t, s.Rows[0].TeamID == final.TeamID(1) || s.Rows[0].TeamID == final.TeamID(2), "team %d won without playing the final %v", s.Rows[0].TeamID, final)
}

func TestKnockoutWithEveryStage(t *testing.T) {
	t.Parallel()
	h := newHall(t, 11)
	h.exec(`update section set system = 'knockout', third_place = true, consolation = true, rounds = 9, tie_breaks = 'PTS'`)
	planned := h.book().PlannedRounds()
	var stages []string
	n := 1
	for ; n <= planned; n++ {
		for _, table := range h.next(n, true).Tables {
			stages = append(stages, table.In(fmt.Sprintf)...)
		}
	}
	for _, want := range []string{"Final: seed", "Semifinal, tie 1: seed", "Third place: seed", "Consolation, round 1, tie"} {
		expect.True(t, slices.ContainsFunc(stages, func(s string) bool { return len(s) > len(want) && s[:len(want)] == want }), "no table says %q: %q", want, stages)
	}
	d := h.draft(n)
	expect.True(t, len(d.Tables) == 0 && len(d.Notes) == 1, "after %d rounds: %+v", planned, d)
	s := expect.Must(h.book().Standings(0))(t)
	for place := 1; place <= 4; place++ {
		expect.True(t, s.Rows[place-1].Place == place, "row %d has place %d", place, s.Rows[place-1].Place)
	}
	lost := map[int64]bool{}
	for _, r := range h.book().Rounds {
		for _, p := range r.Pairings {
			if score := h.book().Section.Score(p); p.Bye == nil {
				if score.Matches[0] > score.Matches[1] {
					lost[p.TeamID(2)] = true
				} else {
					lost[p.TeamID(1)] = true
				}
			}
		}
	}
	expect.True(t, !lost[s.Rows[0].TeamID] && len(lost) == 10, "the winner lost a match, or somebody else did not: %v", lost)
}

// In the middle of the semifinals the one who lost plays for the places 3 and 4, not
// for the last of all; prizes are divided by whoever may still get them.
func TestKnockoutPlacesInTheMiddleOfARound(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'knockout', third_place = true, rounds = 3, tie_breaks = 'PTS'`)
	expect.Must(h.prizes("", tournament.PrizePlan{Split: "place", Currency: "$", Prizes: []tournament.Prize{
		{Name: "1st", Place: 1, Money: 40_000}, {Name: "2nd", Place: 2, Money: 20_000}, {Name: "5th", Place: 5, Money: 4_000},
	}}))(t)
	h.next(1, true)
	h.next(2, true)
	h.exec(`delete from result_report using match where match.match_id = result_report.match_id and match.round_no = 2 and match.pairing_no = 2`)
	h.exec(`update match set state = 'open' where round_no = 2 and pairing_no = 2`)
	h.exec(`update round set state = 'in-play' where round_no = 2`)
	s := expect.Must(h.book().Standings(0))(t)
	var got []string
	for _, row := range s.Rows {
		got = append(got, fmt.Sprintf("%d–%d", row.Place, row.Last()))
	}
	want := []string{"1–2", "1–4", "1–4", "3–4", "5–8", "5–8", "5–8", "5–8"}
	expect.True(t, slices.Equal(got, want), "places %q, want %q", got, want)
	tie := h.book().Round(2).AtTable(1)
	if s.Rows[0].TeamID != tie.TeamID(1) && s.Rows[0].TeamID != tie.TeamID(2) || s.Rows[3].TeamID != tie.TeamID(1) && s.Rows[3].TeamID != tie.TeamID(2) {
		t.Errorf("the teams of the semifinal that is over are not first and fourth: %+v", s.Rows[:4])
	}
	for _, a := range h.awards().Given {
		if a.Place < 5 && (a.Money != 15_000 || len(a.With) != 4) || a.Place >= 5 && (a.Money != 1_000 || len(a.With) != 4) {
			t.Errorf("in the middle of the round: %+v", a)
		}
	}
}

func TestKnockoutGoesOnWhenATeamLeaves(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'knockout', rounds = 3, tie_breaks = 'PTS'`)
	h.next(1, true)
	d := h.draft(2)
	leaves, stays := d.Tables[0].First.TeamID, d.Tables[0].Second.TeamID
	expect.Must(h.service.Withdraw(t.Context(), h.event, h.as(h.chief, ""), leaves, 0))(t)
	if d = h.draft(2); len(d.Tables) != 1 || len(d.Byes) != 1 || d.Byes[0].TeamID != stays || len(d.Notes) != 1 {
		t.Fatalf("the opponent does not go through: %+v", d)
	}
	h.publish(2)
	h.playRandom(2, true)
	if d = h.next(3, true); len(d.Tables) != 1 || d.Tables[0].First.TeamID != stays && d.Tables[0].Second.TeamID != stays {
		t.Errorf("final: %+v", d)
	}
	s, err := h.book().Standings(0)
	expect.True(t, err == nil && s.Rows[0].Place == 1 && rowOf(t, s, stays).Place <= 2, "standings %+v, %v", s, err)
}

// soloHall has single players instead of teams: player n is entry n.
func soloHall(t *testing.T, players int) *hall {
	h := newHall(t, players)
	h.exec(`delete from player where seat_order = 2`)
	h.exec(`update section set system = 'rotating-partners', rounds = 15, tie_breaks = 'PTS,WIN'`)
	return h
}

func TestRotatingPartners(t *testing.T) {
	t.Parallel()
	for _, players := range []int{8, 10} {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			t.Parallel()
			h := soloHall(t, players)
			rounds := players - 1
			partners := map[[2]int64]int{}
			points := map[int64]int{}
			for n := 1; n <= rounds; n++ {
				h.next(n, false)
				book := h.book()
				for _, p := range book.Round(n).Pairings {
					if p.Bye != nil {
						points[p.TeamID(1)] += *p.ByePoints
						continue
					}
					for slot := 1; slot <= 2; slot++ {
						side := p.InSlot(slot)
						if len(side) != 2 {
							t.Fatalf("round %d, table %d: side %d is %v", n, p.Table(), slot, side)
						}
						partners[[2]int64{min(side[0], side[1]), max(side[0], side[1])}]++
						for _, id := range side {
							points[id] += book.Section.Score(p).Points[slot-1]
						}
					}
					first := p.Matches[0]
					if first.Games[0].WhiteID == nil || *first.Games[0].WhiteID != book.Members(p.InSlot(1)[0])[0].PlayerID ||
						first.Games[1].BlackID == nil || *first.Games[1].BlackID != book.Members(p.InSlot(1)[1])[0].PlayerID {
						t.Fatalf("round %d, table %d: seats %+v", n, p.Table(), first.Games)
					}
				}
			}
			for pair, times := range partners {
				expect.True(t, times <= 1 || players != 8, "%v were partners %d times", pair, times)
			}
			want := players * (players - 1) / 2
			expect.True(t, players != 8 || len(partners) == want, "%d partnerships, want %d: everyone with everyone", len(partners), want)
			s := expect.Must(h.book().Standings(0))(t)
			for _, row := range s.Rows {
				expect.True(t, row.Points == points[row.TeamID], "player %d has %d half points, want %d", row.TeamID, row.Points, points[row.TeamID])
			}
			expect.True(t, len(s.Rows) == players && s.Rows[0].Points >= s.Rows[players-1].Points,
				"%d rows, first %d, last %d", len(s.Rows), s.Rows[0].Points, s.Rows[players-1].Points)
		})
	}
}

func TestRotatingPartnersByHand(t *testing.T) {
	t.Parallel()
	h := soloHall(t, 9)
	d := h.draft(1)
	expect.MustTrue(t, len(d.Tables) == 2 && len(d.Byes) == 1, "draft %+v", d)
	out, in := d.Byes[0].TeamID, d.Tables[0].FirstPartner.TeamID
	expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: tournament.DraftInput{RoundNo: 1}, Kind: tournament.EditSwap, TeamID: out, OtherID: in}))
	d = h.round(1).Draft
	expect.True(t, d.Byes[0].TeamID == in && d.Tables[0].FirstPartner.TeamID == out && d.Tables[0].By != "" && len(d.Problems) == 0, "after the swap: %+v", d)
	for _, kind := range []tournament.DraftEditKind{tournament.EditPair, tournament.EditUnpair, tournament.EditBye} {
		err := h.edit(tournament.DraftEditInput{DraftInput: tournament.DraftInput{RoundNo: 1}, Kind: kind, TeamID: out, OtherID: in, Bye: tournament.ByeZero})
		expect.True(t, fault.Is(err, fault.Conflict), "%s: %v", kind, err)
	}
	leaves := slices.Contains(d.Tables[0].Entries(), 9)
	expect.Must(h.service.Withdraw(t.Context(), h.event, h.as(h.chief, ""), 9, 0))(t)
	expect.Must(h.service.CheckDraft(t.Context(), h.event, h.as(h.chief, ""), h.at(1)))(t)
	if d = h.round(1).Draft; out == 9 && !d.Blocked() {
		t.Errorf("a seat of somebody who left does not block: %+v", d.Problems)
	}
	keep := tournament.MakeDraftInput{DraftInput: h.at(1), Keep: true}
	expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), keep))(t)
	d = h.round(1).Draft
	expect.True(t, len(d.Tables) == 2 && len(d.Problems) == 0 && (d.Tables[0].By == "") == leaves, "the table set by hand stands but for who left: %+v", d)
	d = h.draft(1)
	expect.True(t, len(d.Byes) == 0 && len(d.Problems) == 0, "eight players: %+v", d)
	sisters := tournament.ForbiddenPair{TeamID: d.Tables[0].First.TeamID, OtherID: d.Tables[0].SecondPartner.TeamID, Hard: true, Reason: "Sisters."}
	expect.OK(t, h.service.ForbidPair(t.Context(), h.event, h.as(h.chief, ""), sisters))
	if d = h.draft(1); len(d.Problems) != 0 || len(d.Tables) != 2 {
		t.Errorf("the draw does not keep sisters apart: %+v", d)
	}
	for _, table := range d.Tables {
		var facing int64
		switch sisters.TeamID {
		case table.First.TeamID, table.FirstPartner.TeamID:
			facing = table.Second.TeamID
		case table.Second.TeamID, table.SecondPartner.TeamID:
			facing = table.First.TeamID
		default:
			continue
		}
		expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: tournament.DraftInput{RoundNo: 1}, Kind: tournament.EditSwap, TeamID: sisters.OtherID, OtherID: facing}))
	}
	if d = h.round(1).Draft; !d.NeedsSignature() {
		t.Errorf("sisters meet without a reason: %+v", d.Problems)
	}
}

func TestTablesRefuseWhatTheyDoNotHave(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'round-robin', group_count = 2, rounds = 3, tie_breaks = 'PTS'`)
	h.next(1, false)
	h.draft(2)
	groups := h.book().Groups()
	swap := func(a, b int64) {
		t.Helper()
		expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: tournament.DraftInput{RoundNo: 2}, Kind: tournament.EditSwap, TeamID: a, OtherID: b}))
	}
	swap(groups[0].Teams[0], groups[1].Teams[0])
	d := h.round(2).Draft
	expect.True(t, d.Blocked(), "teams of different groups meet: %+v", d.Problems)
	swap(groups[0].Teams[0], groups[1].Teams[0])
	if d = h.round(2).Draft; d.Blocked() || len(d.Problems) != 0 {
		t.Errorf("back in place: %+v", d.Problems)
	}
	played := h.book().Round(1).PairingOf(groups[0].Teams[0])
	expect.OK(t, h.edit(tournament.DraftEditInput{
		DraftInput: tournament.DraftInput{RoundNo: 2}, Kind: tournament.EditPair, TeamID: played.TeamID(1), OtherID: played.TeamID(2),
	}))
	if d = h.round(2).Draft; !d.NeedsSignature() {
		t.Errorf("a second meeting needs no reason: %+v", d.Problems)
	}
}

// Who has no place in the table of a round robin cannot meet anybody: keeping such a team
// apart from another hinders no round.
func TestALateEntryKeptApartHindersNoRound(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`update section set system = 'round-robin', rounds = 3`)
	h.exec(`insert into event_counter (event_id, name, value) select event_id, unnest(array['team', 'player']), 100 from event on conflict (event_id, name) do update set value = 100`)
	h.next(1, true)
	in := tournament.NewTeam{SectionID: h.book().Section.SectionID, Name: "Late", Players: []tournament.NewPlayer{{FirstName: "Ada", LastName: "Late"}, {FirstName: "Bo", LastName: "Late"}}}
	late := expect.Must(h.service.AddTeam(t.Context(), h.event, h.as(h.chief, ""), in))(t)
	for _, id := range h.book().Round(1).AtTable(1).InSlot(1) {
		apart := tournament.ForbiddenPair{TeamID: late.TeamID, OtherID: id, Hard: true, Reason: "Sisters."}
		expect.OK(t, h.service.ForbidPair(t.Context(), h.event, h.as(h.chief, ""), apart))
	}
	d := h.draft(2)
	expect.True(t, len(d.Tables) == 2 && !d.Blocked(), "round 2: %+v", d)
}

// A bye set by hand stays when the round is drafted again around what was set by hand,
// also where a table or a bracket says who meets: nobody is in the draft twice.
func TestAByeByHandTakesTheTeamOutOfThePlan(t *testing.T) {
	t.Parallel()
	for _, system := range []tournament.System{tournament.TeamSwiss, tournament.RoundRobin, tournament.Knockout} {
		h := newHall(t, 8)
		h.exec(`update section set system = $1, rounds = 3`, string(system))
		team := h.draft(1).Tables[1].First.TeamID
		expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: tournament.DraftInput{RoundNo: 1}, Kind: tournament.EditBye, TeamID: team, Bye: tournament.ByeHalf}))
		expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(1), Keep: true}))(t)
		d := h.round(1).Draft
		times := map[int64]int{}
		for _, table := range d.Tables {
			times[table.First.TeamID]++
			times[table.Second.TeamID]++
		}
		for _, bye := range d.Byes {
			times[bye.TeamID]++
		}
		for _, loose := range d.Loose {
			times[loose.TeamID]++
		}
		for id, n := range times {
			expect.True(t, n == 1, "%s: team %d stands in the draft %d times: %+v", system, id, n, d)
		}
		if len(times) != 8 || !slices.ContainsFunc(d.Byes, func(b tournament.DraftBye) bool {
			return b.TeamID == team && b.Kind == tournament.ByeHalf && b.By != ""
		}) {
			t.Errorf("%s: the bye by hand is gone, or somebody is: %+v", system, d)
		}
	}
}

// Single players under JARED by the Dutch system: whole rounds with colours, a bye
// for the odd one, nobody twice, and a table with a game a match.
func TestSinglePlayersByTheDutchSystem(t *testing.T) {
	t.Parallel()
	h := soloHall(t, 9)
	h.exec(`update section set rulebook = 'JARED', system = 'dutch', team_size = 1, matches_per_pairing = 1, rounds = 5, bye_points = 2, tie_breaks = 'PTS,DE,BH/C1,WIN'`)
	colours := map[int64]int{}
	for n := 1; n <= 5; n++ {
		d := h.next(n, false)
		expect.True(t, len(d.Tables) == 4 && len(d.Byes) == 1, "round %d has %d tables and %d byes", n, len(d.Tables), len(d.Byes))
		for _, p := range h.book().Round(n).Pairings {
			if p.Bye == nil {
				colours[p.TeamID(1)]++
				colours[p.TeamID(2)]--
			}
		}
	}
	for pair, times := range h.meetings() {
		expect.True(t, times <= 1, "%v met %d times", pair, times)
	}
	for id, more := range colours {
		expect.True(t, more >= -2 && more <= 2, "player %d had one colour %d times more often", id, more)
	}
	table, err := h.book().Standings(0)
	expect.True(t, err == nil && len(table.Rows) == 9 && table.Rows[0].Place == 1, "standings: %+v, %v", table, err)
}

// setsAgain puts level teams into another order and back, which only replaces the decision that was
// seen, and no lot.
func (h *hall) setsAgain(in tournament.DecideTie) {
	h.t.Helper()
	orders := func() map[int64]tournament.TieOrder {
		all := map[int64]tournament.TieOrder{}
		for _, t := range h.book().Ties {
			all[t.TeamID] = t
		}
		return all
	}
	was := orders()
	again := tournament.DecideTie{SectionID: in.SectionID, Teams: slices.Clone(in.Teams), Was: was[in.Teams[0]].DecisionNo}
	slices.Reverse(again.Teams)
	decide := func() error {
		return expect.Err(h.service.DecideTie(h.t.Context(), h.event, h.as(h.chief, "Typed wrong."), again))
	}
	if in.Seed != "" {
		expect.Refused(h.t, decide(), fault.Conflict)
		return
	}
	expect.OK(h.t, decide())
	expect.Equal(h.t, orders()[again.Teams[0]].Position, 1, "position of the team that is first now")
	expect.Refused(h.t, decide(), fault.Conflict) // of the one before
	again.Was = orders()[again.Teams[0]].DecisionNo
	again.Seed = "4d1f"
	expect.Refused(h.t, decide(), fault.Conflict, "no lot is drawn about it again")
	again.Seed = ""
	slices.Reverse(again.Teams)
	expect.OK(h.t, decide())
}
