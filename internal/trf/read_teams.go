package trf

import (
	"fmt"
	"strings"
)

// playerList reads player ids in columns of five from a column on; blank and
// 0000 count as 0, trailing ones are dropped.
func (r *reader) playerList(l line, from int) ([]int, error) {
	var out []int
	last := 0
	for column := from; column <= l.width(); column += 5 {
		id, err := l.count(column, column+3, maxID, "a player's starting number")
		if err != nil {
			return nil, err
		}
		if s := l.field(column+4, column+4); s != "" {
			return nil, l.failure(column+4, s, "a blank between players")
		}
		out = append(out, id)
		if id != 0 {
			last = len(out)
			r.places = append(r.places, place{line: l, column: l.start(column, column+3), id: id, player: true})
		}
	}
	if last == 0 {
		return nil, nil
	}
	return out[:last], nil
}

func (r *reader) oldTeam(l line) error {
	t := OldTeam{Name: l.field(5, 36)}
	var err error
	if t.Players, err = r.playerList(l, 37); err != nil {
		return err
	}
	r.file.OldTeams = append(r.file.OldTeams, t)
	return nil
}

func (r *reader) team(l line) error {
	n, err := l.need(4, 7, maxTeam, "the team's number")
	if err != nil {
		return err
	}
	if _, twice := r.teams[n]; twice {
		return l.failure(l.start(4, 7), l.field(4, 7), "a team number not used before")
	}
	t := Team{Number: n, Name: l.field(9, 40), Nickname: l.field(42, 46)}
	if t.Strength, err = l.count(48, 53, 999999, "the team's strength"); err != nil {
		return err
	}
	if t.MatchPoints, err = l.points(55, 60, "match points"); err != nil {
		return err
	}
	if t.GamePoints, err = l.points(62, 67, "game points"); err != nil {
		return err
	}
	r.state(l, 55, 60, statement{number: n, half: t.MatchPoints, team: true})
	r.state(l, 62, 67, statement{number: n, half: t.GamePoints, team: true, game: true})
	if t.Rank, err = l.count(69, 72, maxTeam, "the team's rank"); err != nil {
		return err
	}
	if t.Players, err = r.playerList(l, 74); err != nil {
		return err
	}
	r.teams[n] = len(r.file.Teams)
	r.file.Teams = append(r.file.Teams, t)
	return nil
}

// number reads a team number and notes it for checking.
func (r *reader) teamNumber(l line, from, to int, what string) (int, error) {
	n, err := l.need(from, to, maxTeam, what)
	if err == nil {
		r.places = append(r.places, place{line: l, column: l.start(from, to), id: n})
	}
	return n, err
}

func (r *reader) lineup(l line) error {
	var u Lineup
	var err error
	if u.Round, err = l.need(5, 7, maxRounds, "the round"); err != nil {
		return err
	}
	if u.Team, err = r.teamNumber(l, 9, 11, "the team"); err != nil {
		return err
	}
	if u.Opponent, err = r.teamNumber(l, 13, 15, "the opponent"); err != nil {
		return err
	}
	if u.Players, err = r.playerList(l, 17); err != nil {
		return err
	}
	r.lineups = append(r.lineups, lineupPlace{l, u.Team, u.Players})
	r.file.Lineups = append(r.file.Lineups, u)
	return nil
}

func (r *reader) teamPAB(l line) error {
	var b TeamPAB
	var err error
	if b.MatchPoints, err = l.points(5, 8, "the match points of a bye"); err != nil {
		return err
	}
	if b.GamePoints, err = l.points(10, 13, "the game points of a bye"); err != nil {
		return err
	}
	last := 0
	for column := 15; column <= l.width(); column += 4 {
		n, err := l.count(column, column+2, maxTeam, "a team's number")
		if err != nil {
			return err
		}
		b.Teams = append(b.Teams, n)
		if n != 0 {
			last = len(b.Teams)
			r.places = append(r.places, place{line: l, column: l.start(column, column+2), id: n})
		}
	}
	b.Teams = b.Teams[:last:last]
	if last == 0 {
		b.Teams = nil
	}
	r.file.TeamPABs = append(r.file.TeamPABs, b)
	return nil
}

func (r *reader) forfeit(l line) error {
	var f Forfeit
	switch s := l.slice(5, 6); s {
	case "+-":
		f.WhiteWins = true
	case "-+":
		f.BlackWins = true
	case "--":
	default:
		return l.failure(5, strings.TrimSpace(s), "the forfeit +-, -+ or --")
	}
	var err error
	if f.Round, err = l.need(8, 10, maxRounds, "the round"); err != nil {
		return err
	}
	if f.White, err = r.teamNumber(l, 12, 14, "the white team"); err != nil {
		return err
	}
	if f.Black, err = r.teamNumber(l, 16, 18, "the black team"); err != nil {
		return err
	}
	if f.White == f.Black {
		return l.failure(16, fmt.Sprint(f.Black), "two different teams")
	}
	r.file.Forfeits = append(r.file.Forfeits, f)
	return nil
}
