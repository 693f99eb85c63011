package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (h *hall) regroup(team int64, group int, exchange int64) error {
	_, err := h.service.SetGroup(h.t.Context(), h.event, h.as(h.chief, ""), tournament.GroupMove{TeamID: team, Group: group, ExchangeID: exchange})
	return err
}

func (h *hall) groups() [][]int64 {
	var list [][]int64
	for _, g := range h.book().Groups() {
		list = append(list, g.Teams)
	}
	return list
}

func TestATeamMovesBetweenGroupsBeforeTheFirstPublication(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'round-robin', group_count = 2, rounds = 5, tie_breaks = 'PTS', bye_points = 0`)
	if got, want := h.groups(), [][]int64{{1, 4, 5, 8}, {2, 3, 6, 7}}; cmp.Diff(want, got) != "" {
		t.Fatalf("dealt as %v, want %v", got, want)
	}
	draft := h.draft(1)
	h.ok(h.regroup(8, 2, 7))
	if got, want := h.groups(), [][]int64{{1, 4, 5, 7}, {2, 3, 6, 8}}; cmp.Diff(want, got) != "" {
		t.Fatalf("after the exchange %v, want %v", got, want)
	}
	if in, err := h.book().PairingInput(1); err != nil || in.Basis == draft.Basis {
		t.Errorf("the draft made before the exchange still counts as new (%v)", err)
	}
	h.ok(h.regroup(5, 2, 0))
	if got, want := h.groups(), [][]int64{{1, 4, 7}, {2, 3, 5, 6, 8}}; cmp.Diff(want, got) != "" {
		t.Fatalf("after the move %v, want %v", got, want)
	}
	for want, err := range map[string]error{
		"already":            h.regroup(1, 1, 0),
		"groups A to B":      h.regroup(1, 3, 0),
		"change places with": h.regroup(1, 2, 4),
	} {
		expect.True(t, fault.Is(err, fault.Invalid) && strings.Contains(fault.Message(err)+fault.Fields(err)["group"]+fault.Fields(err)["exchange"], want),
			"refused as %v, want %q", err, want)
	}
	h.ok(h.regroup(1, 2, 0))
	expect.Refused(t, h.regroup(4, 2, 0), fault.Invalid)
	for n := 1; n <= 5; n++ {
		h.next(n, false)
	}
	met := h.meetings()
	expect.True(t, met[[2]int64{4, 7}] == 1 && met[[2]int64{1, 8}] == 1 && met[[2]int64{1, 4}] == 0, "meetings do not follow the groups: %v", met)
	expect.Refused(t, h.regroup(4, 2, 7), fault.Conflict)
}

// A team that comes after round 1 takes the free place of an odd group; every
// other pairing of the table stays as it was.
func TestALateTeamTakesAFreePlaceOfAGroup(t *testing.T) {
	t.Parallel()
	h := newHall(t, 7)
	h.exec(`update section set system = 'round-robin', group_count = 2, rounds = 3, tie_breaks = 'PTS', bye_points = 0`)
	h.next(1, false)
	h.exec(`insert into team (event_id, team_id, section_id, name, name_key, slug, code, strength, state, arrives_round, created_at)
		values (1, 8, 1, 'Late Train', 'late train', 'late-train', 'LT', 9000, 'here', 2, $1)`, h.now)
	late := h.book().Team(8)
	free := h.book().Ungrouped()
	expect.MustTrue(t, len(free) == 1 && free[0].TeamID == late.TeamID, "without a group: %v", free)
	odd, even := 1, 2
	if groups := h.groups(); len(groups[0])%2 == 0 {
		odd, even = 2, 1
	}
	expect.Refused(t, h.regroup(late.TeamID, even, 0), fault.Conflict)
	before := h.groups()[odd-1]
	h.ok(h.regroup(late.TeamID, odd, 0))
	got, want := h.groups()[odd-1], append(slices.Clone(before), late.TeamID)
	expect.MustEqual(t, cmp.Diff(want, got), "", "the group is %v, want %v", got, want)
	h.next(2, false)
	h.next(3, false)
	met := h.meetings()
	games := 0
	for pair, times := range met {
		if pair[1] == late.TeamID {
			games += times
		}
	}
	expect.True(t, games == 2, "the late team met %d teams in two rounds: %v", games, met)
	for i, a := range before {
		for _, b := range before[i+1:] {
			expect.True(t, met[[2]int64{min(a, b), max(a, b)}] == 1, "%d and %d met %d times", a, b, met[[2]int64{min(a, b), max(a, b)}])
		}
	}
	s := expect.Must(h.book().Standings(0))(t)
	row := rowOf(t, s, late.TeamID)
	expect.True(t, row.Rounds[0].Absent, "the round before it came: %+v", row.Rounds[0])
}

// Half a pairing for the rounds that a late team missed is an entry in its own record, and
// changes nothing in a plan that stands: neither groups nor a bracket.
func TestHalfForRoundsMissedLeavesThePlanAlone(t *testing.T) {
	t.Parallel()
	late := tournament.NewTeam{SectionID: hallSection, Name: "Late Train", MissedHalf: true, Players: []tournament.NewPlayer{{FirstName: "Hana", LastName: "Grau"}, {FirstName: "Ivo", LastName: "Haas"}}}

	h := newHall(t, 7)
	h.exec(`update section set system = 'round-robin', group_count = 2, rounds = 3, tie_breaks = 'PTS', bye_points = 0`)
	h.next(1, false)
	before := h.groups()
	team := expect.Must(h.service.AddTeam(t.Context(), h.event, h.as(h.chief, ""), late))(t)
	expect.NoDiff(t, cmp.Diff(before, h.groups()), "groups, -before +after")
	h.ok(h.regroup(team.TeamID, 1+slices.IndexFunc(before, func(g []int64) bool { return len(g)%2 == 1 }), 0))
	h.next(2, false)
	row := rowOf(t, expect.Must(h.book().Standings(0))(t), team.TeamID)
	expect.True(t, row.Rounds[0].Bye == tournament.ByeHalf && row.Rounds[0].Points == h.book().Section.MaxPairingPoints()/2, "the round it missed: %+v", row.Rounds[0])

	cup := newHall(t, 8)
	cup.exec(`update section set system = 'knockout', rounds = 3, matches_per_pairing = 1, tie_breaks = 'PTS'`)
	cup.next(1, true)
	_, err := cup.service.AddTeam(t.Context(), cup.event, cup.as(cup.chief, ""), late)
	expect.Contains(t, fault.Fields(err)["missed_half"], "knockout", "half for rounds missed of a knockout")
	late.MissedHalf = false
	expect.Must(cup.service.AddTeam(t.Context(), cup.event, cup.as(cup.chief, ""), late))(t)
	cup.next(2, true)
	expect.Equal(t, len(cup.book().Round(2).Pairings), 2, "semifinals")
}

// Two teams change places after publication only where the plan has the new tables: a bracket and
// groups could not be carried on otherwise.
func TestNobodyChangesPlacesAcrossThePlan(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings   string
		one, other int64
		says       string
	}{
		{"system = 'knockout', rounds = 3, matches_per_pairing = 1", 1, 2, "do not meet in this round of the bracket"},
		{"system = 'round-robin', group_count = 2, rounds = 3", 1, 2, "are not in the same group"},
	} {
		h := newHall(t, 8)
		h.exec(`update section set tie_breaks = 'PTS', ` + c.settings)
		h.draft(1)
		h.publish(1)
		_, err := h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "They asked."), tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: c.one, OtherID: c.other})
		expect.Refused(t, err, fault.Conflict)
		expect.Contains(t, fault.Message(err), c.says, "%s", c.settings)
		h.play(1)
		h.draft(2)
	}
}

// The chief may change what round 1 has fixed, but not into something that the published rounds
// are no rounds of: the section had no standings any more.
func TestSettingsFitThePublishedRounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, made, field string
		rounds            int
		change            func(*tournament.NewSection)
	}{
		{"one table into groups", "system = 'round-robin', rounds = 7", "groups", 2, func(n *tournament.NewSection) { n.Groups = 2 }},
		{"fewer groups", "system = 'round-robin', group_count = 4, rounds = 3", "groups", 1, func(n *tournament.NewSection) { n.Groups = 3 }},
		{"a Swiss round into a bracket", "system = 'team-swiss'", "system", 1, func(n *tournament.NewSection) { n.System = tournament.Knockout }},
		{"a second cycle", "system = 'groups-knockout', group_count = 2, advance = 2, rounds = 7", "", 1, func(n *tournament.NewSection) { n.DoubleCycle = true }},
	} {
		h := newHall(t, 8)
		h.exec(`update section set tie_breaks = 'PTS', ` + c.made)
		for n := range c.rounds {
			h.next(n+1, false)
		}
		section := h.book().Section
		to := tournament.SettingsOf(section)
		c.change(&to)
		to.Rounds = max(to.Rounds, 8)
		_, err := h.service.EditSection(t.Context(), h.event, h.as(h.chief, "entered wrong"), tournament.SectionEdit{SectionID: hallSection, Revision: section.Revision, To: to, OverFreeze: true})
		if c.field == "" {
			expect.MustTrue(t, err == nil, "%s: %v", c.name, err)
		} else {
			expect.Contains(t, fault.Fields(err)[c.field], "cannot go on with it", "%s: %v", c.name, err)
		}
		expect.Must(h.book().Standings(0))(t)
	}
}

// A tie of a knockout is not skipped: while a team of it is absent the draft says whose tie
// waits for a word, and goes on once the team is withdrawn.
func TestAnAbsentTeamOfATieIsNamed(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'knockout', rounds = 3, matches_per_pairing = 1, tie_breaks = 'PTS'`)
	h.next(1, true)
	tie := h.draft(2).Tables[0]
	absent, waits := tie.First.TeamID, tie.Second.TeamID
	expect.Must(h.service.CheckIn(t.Context(), h.event, h.as(h.chief, ""), absent, tournament.TeamAbsent))(t)
	d := h.draft(2)
	names := h.book()
	expect.MustTrue(t, d.Blocked() && len(d.Problems) == 1, "problems: %+v", d.Problems)
	expect.Contains(t, d.Problems[0].Said.String(), fmt.Sprintf("%s should meet %s, who is absent", names.Team(waits).Name, names.Team(absent).Name), "the draft says")
	expect.Must(h.service.Withdraw(t.Context(), h.event, h.as(h.chief, "did not come"), absent, 2))(t)
	h.next(2, true)
	h.next(3, true)
	final := h.book().Round(3).Pairings[0]
	expect.True(t, final.TeamID(1) == waits || final.TeamID(2) == waits, "%s does not play the final: %+v", names.Team(waits).Name, final)
}

// A team that became stronger after the draft was made is dealt into another group, by which the
// draft is checked: the groups and the bracket of the published round are those of the check.
func TestNumbersStandAsOfPublication(t *testing.T) {
	t.Parallel()
	for _, settings := range []string{"system = 'round-robin', group_count = 2, rounds = 1", "system = 'knockout', rounds = 2, matches_per_pairing = 1"} {
		h := newHall(t, 4)
		h.exec(`update section set tie_breaks = 'PTS', ` + settings)
		h.draft(1) // 1 – 4 and 2 – 3, in groups and in a bracket
		h.exec(`update team set strength = 99999 where team_id = 4`)
		_, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(1), Typed: 1})
		expect.MustTrue(t, fault.Is(err, fault.Conflict), "%s: published what the new order does not have: %v", settings, err)
		h.ok(h.edit(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditSwap, TeamID: 1, OtherID: 3}))
		before := h.groups()
		h.publish(1)
		expect.NoDiff(t, cmp.Diff(before, h.groups()), "%s: groups after the publication", settings)
		h.play(1)
		if h.book().Section.System.Bracket() {
			expect.Must(h.book().Bracket(2))(t)
		}
	}
}

// A team that is alone in its group is named with what to do.
func TestATeamAloneInItsGroupIsNamed(t *testing.T) {
	t.Parallel()
	h := newHall(t, 5)
	h.exec(`update section set system = 'round-robin', group_count = 4, rounds = 3, tie_breaks = 'PTS'`)
	d := h.draft(1)
	expect.MustTrue(t, d.Blocked() && len(d.Problems) == 3, "problems: %+v", d.Problems)
	expect.Contains(t, d.Problems[0].Said.String(), "is the only team of group", "the draft says")
}

// Once the knockout has begun the groups are ranked by what its ties rest on.
func TestTheOrderOfGroupsStaysForTheKnockout(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'groups-knockout', group_count = 2, advance = 2, rounds = 5, matches_per_pairing = 1, tie_breaks = 'PTS,RTNG'`)
	edit := func(change func(*tournament.NewSection)) error {
		section := h.book().Section
		to := tournament.SettingsOf(section)
		change(&to)
		_, err := h.service.EditSection(t.Context(), h.event, h.as(h.chief, "entered wrong"), tournament.SectionEdit{SectionID: hallSection, Revision: section.Revision, To: to, OverFreeze: true})
		return err
	}
	for n := 1; n <= 3; n++ {
		h.next(n, true)
		h.exec(`update result_report set outcome = 'draw', slot1_points = 1, slot2_points = 1`) // all are level but for their ratings
	}
	byPoints := func(n *tournament.NewSection) { n.TieBreaks = "PTS" }
	expect.OK(t, edit(byPoints))
	expect.OK(t, edit(func(n *tournament.NewSection) { n.TieBreaks = "PTS,RTNG" }))
	h.next(4, true)
	expect.Contains(t, fault.Fields(edit(byPoints))["tie_breaks"], "cannot go on with it", "without the tie-break that ranks the groups")
	expect.OK(t, edit(func(n *tournament.NewSection) { n.TieBreaks = "PTS,RTNG,WIN" }))
	h.next(5, true)
}
