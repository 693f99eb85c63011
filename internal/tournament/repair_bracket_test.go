package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// knockout is a hall of eight with its first round played and the second one out.
func knockout(t *testing.T, more string) *hall {
	t.Helper()
	h := newHall(t, 8)
	h.exec(`update section set tie_breaks = 'PTS', system = 'knockout', rounds = 3, matches_per_pairing = 1, one_official = true` + more)
	h.draft(1)
	h.publish(1)
	h.play(1)
	h.draft(2)
	h.publish(2)
	return h
}

// corrects lets the other team win a match of an earlier round.
func (h *hall) corrects(m tournament.Match, counts tournament.CountsFor) {
	h.t.Helper()
	other := map[tournament.Outcome]tournament.Outcome{tournament.FirstWins: tournament.SecondWins, tournament.SecondWins: tournament.FirstWins}[m.Result.Outcome]
	if counts == tournament.CountsStandings {
		other = m.Result.Outcome
	}
	expect.Must(h.service.CorrectResult(h.t.Context(), h.event, h.as(h.chief, ""), tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: other, Reason: "the slip was misread", Counts: counts}))(h.t)
}

// feeds is the match of round 1 that a team of round 2 came from.
func (h *hall) feeds(team int64) tournament.Match {
	return h.book().Round(1).PairingOf(team).Matches[0]
}

// ends enters the result of a table of round 2.
func (h *hall) ends(table int) {
	h.t.Helper()
	m := h.book().Round(2).AtTable(table).Matches[0]
	expect.Must(h.service.EnterResult(h.t.Context(), h.event, h.as(h.chief, ""), tournament.TypedResult{SectionID: 1, Round: 2, Table: table, Match: 1, Revision: m.Revision, Source: "desk", Outcome: tournament.FirstWins}))(h.t)
}

// again pairs tables of round 2 again.
func (h *hall) again(tables ...int) error {
	_, err := h.service.RepairRound(h.t.Context(), h.event, h.as(h.chief, "a correction"), tournament.RepairInput{DraftInput: h.at(2), Tables: tables})
	return err
}

// A result that sent the wrong team on is corrected when another tie of the next round has begun:
// the table that it concerns gets the right team, and the others stay.
func TestATableOfABracketIsPairedAgain(t *testing.T) {
	t.Parallel()
	h := knockout(t, "")
	begun, wrong := h.book().Round(2).AtTable(1), h.book().Round(2).AtTable(2)
	h.ends(1)
	out, stays := wrong.TeamID(1), wrong.TeamID(2)
	h.corrects(h.feeds(out), tournament.CountsAll)
	right := h.book().Round(1).PairingOf(out)
	in := right.TeamID(1) + right.TeamID(2) - out

	h.ok(h.again(2))
	round := h.book().Round(2)
	table := round.AtTable(2)
	expect.True(t, round.Publication == 2 && len(round.Pairings) == 2, "version %d with %d pairings", round.Publication, len(round.Pairings))
	expect.True(t, table.Slot(in) > 0 && table.Slot(stays) > 0, "table 2 has %d and %d instead of %d and %d", table.TeamID(1), table.TeamID(2), in, stays)
	expect.True(t, round.AtTable(1).TeamID(1) == begun.TeamID(1) && round.AtTable(1).Matches[0].Result != nil, "the table that has begun changed")
	h.ends(2)
	h.draft(3)
	h.publish(3)
}

// Behind a table that the bracket does not have stand others that it has: they may have begun,
// count as played in it, and stay.
func TestTablesBehindAWrongOneAreOfTheBracket(t *testing.T) {
	t.Parallel()
	h := knockout(t, "")
	h.ends(2)
	out := h.book().Round(2).AtTable(1).TeamID(1)
	m := h.feeds(out)
	other := tournament.FirstWins
	if m.Result.Outcome == other {
		other = tournament.SecondWins
	}
	effect := expect.Must(h.book().CorrectionEffect(tournament.Correction{MatchID: m.MatchID, Outcome: other}))(t)
	expect.True(t, !effect.Overtaken, "a table that is played is said to fall out of the bracket")
	h.corrects(m, tournament.CountsAll)
	off := tournament.OffBracket(h.book())
	expect.MustTrue(t, len(off) == 1 && off[0].Table() == 1, "tables that the bracket does not have: %+v", off)
	h.ok(h.again(1))
	expect.True(t, h.book().Round(2).AtTable(1).Slot(out) == 0 && tournament.OffBracket(h.book()) == nil, "the wrong team plays on")
	h.ends(1)
	h.draft(3)
	h.publish(3)
}

// A table that has begun stays, and nothing is paired around it that the bracket does not have.
func TestATableOfABracketThatHasBegunStays(t *testing.T) {
	t.Parallel()
	h := knockout(t, "")
	begun := h.book().Round(2).AtTable(1)
	h.ends(1)
	h.corrects(h.feeds(begun.TeamID(1)), tournament.CountsAll)
	is(t, h.again(1), fault.Conflict, "has a result")
	is(t, h.again(2), fault.Conflict, "at table 1, do not meet in the bracket")
	_, err := h.book().Bracket(3)
	is(t, err, fault.Conflict, "let it count in the standings only")

	// What the refusal advises brings the bracket back that is being played.
	h.corrects(h.feeds(begun.TeamID(1)), tournament.CountsStandings)
	h.ends(2)
	expect.Must(h.book().Bracket(3))(t)
	h.draft(3)
	h.publish(3)
}

// Who loses a semi-final plays for the third place, so that match changes with the final.
func TestLosersAreSeatedAgainWithTheWinners(t *testing.T) {
	t.Parallel()
	h := knockout(t, ", third_place = true")
	h.play(2)
	h.draft(3)
	h.publish(3)
	final := h.book().Round(3).AtTable(1)
	m := h.book().Round(2).PairingOf(final.TeamID(1)).Matches[0]
	h.corrects(m, tournament.CountsAll)
	_, err := h.book().RepairPreview(3, []int{1}, false)
	is(t, err, fault.Conflict, "at table 2, do not meet in the bracket")
	expect.Equal(t, len(tournament.OffBracket(h.book())), 2, "tables that the bracket does not have")
	both := expect.Must(h.book().RepairPreview(3, []int{1, 2}, false))(t)
	expect.True(t, len(both.After) == 2 && !both.Same && both.After[0].Table == 1 && both.After[1].Table == 2, "%+v", both)
}

// What narrows a correction counts as it says: the result before the correction counts elsewhere.
func TestACorrectionIsNarrowed(t *testing.T) {
	t.Parallel()
	h := knockout(t, "")
	winner := h.book().Round(2).AtTable(2).TeamID(1)
	h.corrects(h.feeds(winner), tournament.CountsAll)
	was := h.book().Round(1).PairingOf(winner)
	h.corrects(was.Matches[0], tournament.CountsStandings)
	expect.Must(h.book().PairingInput(2))(t)
	d := expect.Must(h.book().RepairPreview(2, []int{2}, false))(t)
	expect.True(t, d.Same, "the pairing rests on the narrowed correction: %+v", d.After)
}

// Who goes on from the groups is part of the pairing: a correction that counts in the standings
// alone leaves the bracket that is being played.
func TestGroupsLeadToTheBracketByWhatCountsForPairings(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set tie_breaks = 'PTS', system = 'groups-knockout', group_count = 2, advance = 1, rounds = 4, matches_per_pairing = 1, one_official = true`)
	for round := 1; round <= 3; round++ {
		h.draft(round)
		h.publish(round)
		h.play(round)
	}
	h.decideLevel()
	h.draft(4)
	h.publish(4)
	final := h.book().Round(4).AtTable(1)
	for round := 1; round <= 3; round++ {
		m := h.book().Round(round).PairingOf(final.TeamID(1)).Matches[0]
		expect.Must(h.service.CorrectResult(t.Context(), h.event, h.as(h.chief, ""), tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: tournament.DoubleLoss, Reason: "both cheated", Counts: tournament.CountsStandings}))(t)
	}
	book := h.book()
	table := expect.Must(book.Standings(3))(t)
	_, row, _ := table.InGroup(final.TeamID(1))
	expect.True(t, row.Points == 0, "the table of the group still gives %d", row.Points)
	expect.True(t, tournament.OffBracket(book) == nil, "the final is none of the bracket any more")

	// For all of them at once nobody could say any more who goes on: the final that is played would
	// be none of the bracket, which is said before anybody signs.
	h.play(4)
	warned := 0
	for round := 1; round <= 3; round++ {
		m := h.book().Round(round).PairingOf(final.TeamID(2)).Matches[0]
		for _, outcome := range []tournament.Outcome{tournament.FirstWins, tournament.SecondWins, tournament.Drawn} {
			if expect.Must(h.book().CorrectionEffect(tournament.Correction{MatchID: m.MatchID, Outcome: outcome}))(t).Overtaken {
				warned++
			}
		}
	}
	expect.True(t, warned > 0 && warned < 9, "%d of 9 corrections would take the final out of the bracket", warned)
}

// A tie that a correction makes level after the next round is out is decided as any other, and
// otherwise again until the next tie of its team has begun.
func TestATieThatBecameLevelIsDecidedLate(t *testing.T) {
	t.Parallel()
	h := knockout(t, "")
	out := h.book().Round(2).AtTable(2).TeamID(1)
	m := h.feeds(out)
	expect.Must(h.service.CorrectResult(t.Context(), h.event, h.as(h.chief, ""), tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: tournament.Drawn, Reason: "the slip was misread"}))(t)
	tie := h.book().Undecided()
	expect.MustTrue(t, tie != nil && tie.RoundNo == 1 && tie.Slot(out) > 0, "level is %+v", tie)
	_, err := h.book().RepairPreview(2, []int{2}, false)
	is(t, err, fault.Conflict, "are level")

	in := tournament.Decider{SectionID: hallSection, RoundNo: 1, Table: tie.Table(), Slot: 3 - tie.Slot(out), How: tournament.DecidedByLot}
	expect.Must(h.service.SetDecider(t.Context(), h.event, h.as(h.chief, ""), in))(t)
	expect.True(t, h.book().Undecided() == nil && tournament.OffBracket(h.book())[0].Table() == 2, "the table of the wrong team is none to be paired again")
	h.ok(h.again(2))
	expect.True(t, tournament.OffBracket(h.book()) == nil && h.book().Round(2).PairingOf(out) == nil, "the team that is out plays on")

	// The lot was read wrong: while the table has not begun it changes back, then no more.
	in.Slot = tie.Slot(out)
	expect.Must(h.service.SetDecider(t.Context(), h.event, h.as(h.chief, ""), in))(t)
	h.ok(h.again(2))
	expect.True(t, h.book().Round(2).PairingOf(out) != nil, "the team that goes on after all has no table")
	h.ends(2)
	in.Slot = 3 - in.Slot
	_, err = h.service.SetDecider(t.Context(), h.event, h.as(h.chief, ""), in)
	is(t, err, fault.Conflict, "round 1 is decided")
}
