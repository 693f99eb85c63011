package trf

import (
	"errors"
	"fmt"
	"strings"
)

// roundColumn is the first column of a round in a 001 or 132 record.
func roundColumn(round int) int { return 92 + 10*(round-1) }

func (r *reader) player(l line) error {
	id, err := l.need(4, 8, maxID, "the player's starting number")
	if err != nil {
		return err
	}
	if _, twice := r.players[id]; twice {
		return l.failure(l.start(4, 8), l.field(4, 8), "a starting number not used before")
	}
	p := Player{
		ID:         id,
		Sex:        l.field(10, 10),
		Title:      l.field(11, 13),
		Name:       l.field(15, 47),
		Federation: l.field(54, 56),
		FIDENumber: l.field(58, 68),
		Birth:      l.field(70, 79),
	}
	if p.Rating, err = l.count(49, 52, 9999, "the rating"); err != nil {
		return err
	}
	at := l.pointsColumn()
	if p.Points, err = l.points(at, 84, "the points"); err != nil {
		return err
	}
	r.state(l, at, 84, statement{number: id, half: p.Points})
	if p.Rank, err = l.count(86, 89, maxID, "the rank"); err != nil {
		return err
	}
	if p.Rounds, err = l.cells(); err != nil {
		return err
	}
	r.players[id] = len(r.file.Players)
	r.cells = append(r.cells, cellPlace{l, len(r.file.Players)})
	r.file.Players = append(r.file.Players, p)
	return nil
}

// pointsColumn is where the points of a 001 record begin: column 81, or 80 for a sum
// of five characters that stands alone. Other texts that reach into column 80, such as
// a date that was shifted, are none.
func (l line) pointsColumn() int {
	if l.field(79, 79) == "" && l.field(80, 80) != "" && l.field(81, 81) != "" {
		return 80
	}
	return 81
}

// cells reads the rounds of a 001 record; blank ones at the end are dropped.
func (l line) cells() ([]Cell, error) {
	if l.width() < roundColumn(1) || l.rest(roundColumn(1)) == "" {
		return nil, nil
	}
	n := (l.width()-roundColumn(1))/10 + 1
	if n > maxRounds {
		return nil, l.failure(roundColumn(maxRounds+1), "", fmt.Sprintf("at most %d rounds", maxRounds))
	}
	cells := make([]Cell, n)
	last := 0
	for i := range cells {
		if err := l.cell(roundColumn(i+1), &cells[i]); err != nil {
			return nil, err
		}
		if cells[i] != (Cell{}) {
			last = i + 1
		}
	}
	if last == 0 {
		return nil, nil
	}
	return cells[:last], nil
}

func (l line) cell(at int, c *Cell) error {
	var err error
	if c.Opponent, err = l.count(at, at+3, maxID, "an opponent's number"); err != nil {
		return err
	}
	switch s := l.field(at+4, at+6); s {
	case "", "-":
	case "w", "W":
		c.Colour = White
	case "b", "B":
		c.Colour = Black
	default:
		return l.failure(l.start(at+4, at+6), s, "a colour w, b or -")
	}
	switch s := strings.ToUpper(l.field(at+7, at+7)); s {
	case "":
	case "1", "=", "0", "W", "D", "L", "+", "-", "H", "F", "U", "Z":
		c.Result = Result(s[0])
	default:
		return l.failure(at+7, l.field(at+7, at+7), "a result 1 = 0 + - W D L H F U Z or blank")
	}
	if c.Opponent != 0 && (c.Result == HalfBye || c.Result == FullBye || c.Result == PABye || c.Result == ZeroBye) {
		return l.failure(l.start(at, at+3), l.field(at, at+3), fmt.Sprintf("no opponent beside the bye %c", c.Result))
	}
	if c.Opponent == 0 {
		c.Colour = NoColour // a bye has none; some programs write one
	}
	if s := l.field(at+8, at+9); s != "" {
		return l.failure(l.start(at+8, at+9), s, "two blanks after a result")
	}
	return nil
}

// checkCells makes sure that both players of a game tell the same story.
func (r *reader) checkCells() error {
	for _, at := range r.cells {
		me := r.file.Players[at.player]
		for i, c := range me.Rounds {
			if c.Opponent == 0 {
				continue
			}
			if expected := r.contradiction(me.ID, i, c); expected != "" {
				column := at.line.start(roundColumn(i+1), roundColumn(i+1)+3)
				return at.line.failure(column, at.line.field(roundColumn(i+1), roundColumn(i+1)+7), expected)
			}
		}
	}
	return nil
}

// contradiction says what is wrong with a cell seen from the opponent's row.
func (r *reader) contradiction(id, round int, c Cell) string {
	j, known := r.players[c.Opponent]
	switch {
	case c.Opponent == id:
		return "an opponent other than the player"
	case !known:
		return "an opponent who has a 001 record"
	}
	var theirs Cell
	if rounds := r.file.Players[j].Rounds; round < len(rounds) {
		theirs = rounds[round]
	}
	switch {
	case theirs.Opponent != id:
		return fmt.Sprintf("player %d to have opponent %d in round %d too", c.Opponent, id, round+1)
	case c.Colour != NoColour && c.Colour == theirs.Colour:
		return fmt.Sprintf("different colours in round %d", round+1)
	case c.Result.Played() != theirs.Result.Played():
		return fmt.Sprintf("a result in round %d that agrees with player %d's", round+1, c.Opponent)
	case isWin(c.Result) && isWin(theirs.Result):
		return fmt.Sprintf("only one winner in round %d", round+1)
	}
	return ""
}

func isWin(r Result) bool { return r == Win || r == UnratedWin || r == ForfeitWin }

// finish resolves what depends on the whole file and checks every reference.
func (r *reader) finish() error {
	var err error
	if r.file.Points, err = r.points.resolve(r.file.IsTeamEvent()); err != nil {
		return err
	}
	if err := r.checkCells(); err != nil {
		return err
	}
	for _, p := range r.places {
		_, player := r.players[p.id]
		_, team := r.teams[p.id]
		switch {
		case p.player && !player:
			return p.line.failure(p.column, fmt.Sprint(p.id), "a player who has a 001 record")
		case !p.player && len(r.teams) > 0 && !team:
			return p.line.failure(p.column, fmt.Sprint(p.id), "a team that has a 310 record")
		case !p.player && len(r.teams) == 0 && !player:
			return p.line.failure(p.column, fmt.Sprint(p.id), "a player who has a 001 record")
		}
	}
	return r.checkTeams()
}

// checkTeams makes sure that the players' cells add up to rounds of teams, and warns
// of points that the rounds do not add up to.
func (r *reader) checkTeams() error {
	r.checkLineups()
	var at *conflict
	table, err := r.file.CrossTable()
	if err == nil {
		r.checkStated(table)
	}
	if !errors.As(err, &at) {
		return err
	}
	for _, c := range r.cells {
		if r.file.Players[c.player].ID != at.player {
			continue
		}
		if at.round == 0 {
			return c.line.failure(5, c.line.field(5, 8), at.what)
		}
		column := roundColumn(at.round)
		return c.line.failure(c.line.start(column, column+3), c.line.field(column, column+3), at.what)
	}
	return at
}
