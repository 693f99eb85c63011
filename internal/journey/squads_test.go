package journey_test

import (
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/tournament"
)

// reserves gives each team of a hall a third player, who may come in until the clock starts, and
// during a match.
func (h *hall) reserves() {
	h.t.Helper()
	h.exec(`update section set squad_size = 3, mid_match = true, line_up_hour = $1`, tournament.UntilClock)
	h.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		select event_id, 100000 + team_id, section_id, team_id, 3, 'Rosa' || team_id, 'Reserve', 'rosa' || team_id || ' reserve', created_at from team`)
}

// A team of three: its phone names who plays, the desk logs who comes in during the match, the
// result is typed, and afterwards a director finds out who really sat there and puts it right.
// Pages of the table, the team and the players follow each time, and all of it is undone by a key.
func TestATeamOfThreePlays(t *testing.T) {
	inBrowser(t)
	v := newVenue(t)
	h := v.publishedHall(4, (*hall).reserves)
	p := v.book("lake", "open").Round(1).AtTable(1)
	team := p.TeamID(1)
	reserve := 100000 + team
	rosa := fmt.Sprintf("Rosa%d", team)
	everybody := v.visitor(phone)
	table := "/e/lake/open/table/1"
	everybody.open(table)
	everybody.gone("main", rosa)

	mine := v.teamPhone(h.event, team)
	mine.sees("#line-up", "Line-up of round 1")
	mine.fill("#line-up select[name=first]", fmt.Sprint(reserve))
	mine.shoot("squad-line-up-phone")
	mine.click("#line-up .btn-main")
	mine.sees("#line-up option[selected]", rosa)
	everybody.open(table)
	everybody.sees("main", rosa)
	everybody.sees(".note", "changed the line-up at")
	everybody.shoot("squad-table-phone")

	h.OK(v.tournament.StartClock(t.Context(), h.event, h.command(), h.section, 1))
	director := v.official("hall.director", desktop)
	row := fmt.Sprintf("#team-%d", team)
	director.open("/e/lake/desk/open/line-ups")
	director.sees(row, "Substitution in round 1, table 1, match 1")
	director.fill(row+" select[name=out]", fmt.Sprint(reserve))
	director.types(row+" input[name=reason]", "ill")
	director.shoot("squad-line-ups-desk")
	director.click(row + " form[action$=substitute] .btn")
	director.sees(row, "came in for")
	director.sees(row, "(ill)")

	h.enters(1, 1, tournament.FirstWins)
	h.enters(1, 2, tournament.FirstWins)
	director.open("/e/lake/desk/open/round/1/table/1/match/1/seats")
	seats := row + " select[name=first]"
	director.sees(row, "came in for")
	now := director.ask(one(seats) + ".value")
	director.fill(seats, fmt.Sprint(reserve))
	director.types(row+" input[name=reason]", "both captains say so")
	director.shoot("squad-seats-desk")
	director.click(row + " .btn")
	director.sees(".said", "Who sat there is corrected")
	director.until(one(seats) + fmt.Sprintf(".value === '%d'", reserve))
	everybody.open(fmt.Sprintf("/e/lake/player/%d", reserve))
	everybody.sees("main", "At the boards")
	everybody.shoot("squad-player-phone")

	director.strikes("z")
	director.sees("[data-undo-then]", "as before")
	director.until(settled)
	director.shoot("squad-undo-desk")
	director.press("\r")
	director.sees(".said", "Undone: correct who sat")
	director.open("/e/lake/desk/open/round/1/table/1/match/1/seats")
	director.until(one(seats) + ".value === '" + now + "'")
}
