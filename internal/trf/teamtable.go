package trf

import (
	"fmt"
	"slices"
	"strings"
)

// teamRounds derives the rounds of teams from the cells of their players and
// the team records 240, 300, 320 and 330.
type teamRounds struct {
	file    *File
	table   *CrossTable
	players map[int]*Player
	team    map[int]int   // player id → team number
	squads  map[int][]int // team number → player ids in board order
	pattern string        // colours of the boards of the team with White on board 1
	lineups map[roundTeam][]int
	special map[roundTeam]Record // rounds that team records decide
}

type roundTeam struct{ round, team int }

// conflict is a contradiction between team records and a player's cell.
type conflict struct {
	player, round int // round 0: not about one round
	what          string
}

func (c *conflict) Error() string {
	if c.round == 0 {
		return fmt.Sprintf("player %d: expected %s", c.player, c.what)
	}
	return fmt.Sprintf("player %d, round %d: expected %s", c.player, c.round, c.what)
}

// teamTable fills the table from the team records and the players' cells.
func (f *File) teamTable(t *CrossTable) error {
	m := f.MatchPoints
	// 362 has no value for absence: whoever does not play gets nothing.
	t.Win, t.Draw, t.Loss, t.Absence, t.PAB = m.Win, m.Draw, m.Loss, 0, m.Draw
	x := teamRounds{
		file: f, table: t,
		players: map[int]*Player{}, team: map[int]int{}, squads: map[int][]int{},
		pattern: strings.ToUpper(f.BoardColours),
		lineups: map[roundTeam][]int{}, special: map[roundTeam]Record{},
	}
	rounds, err := x.enter()
	if err != nil {
		return err
	}
	t.Boards = x.boards()
	t.GamePAB = t.Boards * f.Points.PAB
	if len(f.TeamPABs) > 0 {
		t.PAB, t.GamePAB = f.TeamPABs[0].MatchPoints, f.TeamPABs[0].GamePoints
	}
	rounds = max(rounds, x.teamRecords())
	for i := range t.Participants {
		p := &t.Participants[i]
		for round := 1; round <= rounds; round++ {
			r, err := x.record(round, p.Number)
			if err != nil {
				return err
			}
			*p.at(round) = r
		}
	}
	return nil
}

// enter enters players and teams and returns the last round of which a player has a word.
func (x *teamRounds) enter() (rounds int, err error) {
	for i := range x.file.Players {
		x.players[x.file.Players[i].ID] = &x.file.Players[i]
		rounds = max(rounds, len(x.file.Players[i].Rounds))
	}
	return rounds, x.enterTeams()
}

// Seats tells who sat at the boards for a team in a round, as player ids in the order of the
// boards, 0 for an empty one: as its line-up (300) says, else those of its players who had an
// opponent. A file of players has nobody.
func (f *File) Seats() (func(round, team int) []int, error) {
	x := teamRounds{file: f, table: &CrossTable{}, players: map[int]*Player{}, team: map[int]int{}, squads: map[int][]int{}, lineups: map[roundTeam][]int{}}
	if _, err := x.enter(); err != nil {
		return nil, err
	}
	for _, u := range f.Lineups {
		x.lineups[roundTeam{u.Round, u.Team}] = u.Players
	}
	return x.seated, nil
}

// enterTeams enters the participants and their players in board order.
func (x *teamRounds) enterTeams() error {
	for _, t := range x.file.Teams {
		x.table.Participants = append(x.table.Participants, Participant{Number: t.Number, Name: t.Name, Rating: t.Strength, Stated: t.MatchPoints})
		x.squads[t.Number] = t.Players
	}
	if len(x.file.Teams) == 0 {
		for i, t := range x.file.OldTeams {
			x.table.Participants = append(x.table.Participants, Participant{Number: i + 1, Name: t.Name})
			x.squads[i+1] = t.Players
		}
	}
	for _, p := range x.table.Participants {
		for _, id := range x.squads[p.Number] {
			if other := x.team[id]; other != 0 && id != 0 {
				return &conflict{player: id, what: fmt.Sprintf("one team of the player, who is in team %d and in team %d", other, p.Number)}
			}
			x.team[id] = p.Number
		}
	}
	return x.enterReserves()
}

// enterReserves enters players whom only a line-up (300) names.
func (x *teamRounds) enterReserves() error {
	of := map[int]int{}
	for _, u := range x.file.Lineups {
		for _, id := range u.Players {
			if id == 0 || x.team[id] != 0 && of[id] == 0 {
				continue
			}
			if other := of[id]; other != 0 && other != u.Team {
				return &conflict{player: id, what: fmt.Sprintf("one team of the player, who plays for team %d and for team %d", other, u.Team)}
			}
			if of[id] == 0 {
				of[id], x.team[id] = u.Team, u.Team
				x.squads[u.Team] = append(slices.Clone(x.squads[u.Team]), id)
			}
		}
	}
	return nil
}

// boards is the number of boards of a match: as the 352 record says, else the
// most players a team has used in one round.
func (x *teamRounds) boards() int {
	if len(x.pattern) > 0 {
		return len(x.pattern)
	}
	most := 1
	for _, squad := range x.squads {
		used := map[int]int{}
		for _, id := range squad {
			if p := x.players[id]; p != nil {
				for i, c := range p.Rounds {
					if c.Opponent != 0 {
						used[i]++
						most = max(most, used[i])
					}
				}
			}
		}
	}
	return most
}

// teamRecords enters what 300, 320, 330 and 240 records decide and returns the
// last round they speak of. An earlier kind of record wins over a later one.
func (x *teamRounds) teamRecords() (last int) {
	enter := func(round, team int, r Record) {
		if _, taken := x.special[roundTeam{round, team}]; !taken && team != 0 {
			x.special[roundTeam{round, team}] = r
			last = max(last, round)
		}
	}
	for _, u := range x.file.Lineups {
		x.lineups[roundTeam{u.Round, u.Team}] = u.Players
	}
	for _, b := range x.file.TeamPABs {
		for i, team := range b.Teams {
			enter(i+1, team, Record{Kind: AllocatedBye, Points: b.MatchPoints, GamePoints: b.GamePoints})
		}
	}
	for _, m := range x.file.Forfeits {
		enter(m.Round, m.White, x.forfeited(m.WhiteWins, m.Black, White))
		enter(m.Round, m.Black, x.forfeited(m.BlackWins, m.White, Black))
	}
	for _, b := range x.file.Byes {
		if b.Round == 0 {
			continue
		}
		for _, id := range b.IDs {
			enter(b.Round, id, x.file.byeRecord(x.table, b.Type))
		}
	}
	return last
}

func (x *teamRounds) forfeited(won bool, opponent int, colour Colour) Record {
	r := Record{
		Kind: ForfeitLost, Opponent: opponent, Colour: colour, Points: x.table.Absence,
		GamePoints: x.table.Boards * x.file.Points.ForfeitLoss,
	}
	if won {
		r.Kind, r.Points, r.GamePoints = ForfeitWon, x.table.Win, x.table.Boards*x.file.Points.ForfeitWin
	}
	return r
}

// record is one team's round.
func (x *teamRounds) record(round, team int) (Record, error) {
	if r, ok := x.special[roundTeam{round, team}]; ok {
		return r, nil
	}
	boards := x.seated(round, team)
	opponent := 0
	for _, id := range boards {
		c := x.cell(id, round)
		if c.Opponent == 0 {
			continue
		}
		other := x.team[c.Opponent]
		switch {
		case other == 0:
			return Record{}, &conflict{id, round, fmt.Sprintf("an opponent who is in a team, as team %d's other opponents", team)}
		case other == team:
			return Record{}, &conflict{id, round, fmt.Sprintf("an opponent of another team than team %d", team)}
		case opponent != 0 && opponent != other:
			return Record{}, &conflict{id, round, fmt.Sprintf("one opponent of all players of team %d, which meets team %d and team %d", team, opponent, other)}
		}
		opponent = other
	}
	if opponent == 0 {
		return x.unpaired(round, x.squads[team]), nil
	}
	return x.match(round, boards, opponent), nil
}

func (x *teamRounds) cell(id, round int) Cell {
	if p := x.players[id]; p != nil && round <= len(p.Rounds) {
		return p.Rounds[round-1]
	}
	return Cell{}
}

// seated lists the players of a team in board order: the 300 record if there is
// one, else those of the squad who have an opponent or a win without one.
func (x *teamRounds) seated(round, team int) []int {
	if lineup, ok := x.lineups[roundTeam{round, team}]; ok {
		return lineup
	}
	var boards []int
	for _, id := range x.squads[team] {
		if c := x.cell(id, round); c.Opponent != 0 || c.Result == ForfeitWin {
			boards = append(boards, id)
		}
	}
	return boards
}

// unpaired is the round of a team none of whose players has an opponent: the best bye
// that any of them has. It is worth the same however many have it.
func (x *teamRounds) unpaired(round int, squad []int) Record {
	seen := map[Result]bool{}
	for _, id := range squad {
		seen[x.cell(id, round).Result] = true
	}
	switch {
	case seen[PABye]:
		return x.file.byeRecord(x.table, PABye)
	case seen[FullBye] || seen[ForfeitWin] || seen[Win] || seen[UnratedWin]:
		return x.file.byeRecord(x.table, FullBye)
	case seen[HalfBye] || seen[Draw] || seen[UnratedDraw]:
		return x.file.byeRecord(x.table, HalfBye)
	case seen[ZeroBye] || seen[ForfeitLoss] || seen[Loss] || seen[UnratedLoss]:
		return x.file.byeRecord(x.table, ZeroBye)
	}
	return Record{}
}

// match is the round of a team that was paired. It counts as played if at least
// one board was played.
func (x *teamRounds) match(round int, boards []int, opponent int) Record {
	r := Record{Opponent: opponent}
	unrated, played, unfinished := true, false, false
	for i, id := range boards {
		c := x.cell(id, round)
		own := x.gamePoints(c)
		r.Boards = append(r.Boards, own)
		r.GamePoints += own
		if c.Result.Played() {
			played = true
			unrated = unrated && strings.ContainsRune("WDL", rune(c.Result))
		}
		unfinished = unfinished || c.Opponent != 0 && c.Result == 0
		if r.Colour == NoColour && c.Colour != NoColour {
			r.Colour = x.onBoardOne(i, c.Colour)
		}
	}
	theirs, wins := 0, x.forfeitWins(round, boards)-x.forfeitWins(round, x.seated(round, opponent))
	for _, id := range x.seated(round, opponent) {
		theirs += x.gamePoints(x.cell(id, round))
	}
	switch {
	case unfinished:
		r.Kind, r.Points = Unfinished, 0
	case played:
		r.Kind, r.Unrated = Played, unrated
		r.Outcome, r.Points = x.outcome(r.GamePoints - theirs)
	case wins > 0: // not by points: a lost forfeit may bring some, too (162 A)
		r.Kind, r.Points = ForfeitWon, x.table.Win
	case wins == 0 && x.forfeitWins(round, boards) > 0:
		r.Kind, r.Points = ForfeitLost, x.table.Draw
	default:
		r.Kind, r.Points = ForfeitLost, x.table.Absence
	}
	return r
}

// forfeitWins counts the boards won without play.
func (x *teamRounds) forfeitWins(round int, boards []int) int {
	n := 0
	for _, id := range boards {
		if x.cell(id, round).Result == ForfeitWin {
			n++
		}
	}
	return n
}

// gamePoints is what a board brings; an empty board brings nothing.
func (x *teamRounds) gamePoints(c Cell) int {
	if c == (Cell{}) {
		return 0
	}
	return x.file.Points.Of(c)
}

// outcome is the result of a match by the difference of the game points.
func (x *teamRounds) outcome(difference int) (Outcome, int) {
	switch {
	case difference > 0:
		return Won, x.table.Win
	case difference < 0:
		return Lost, x.table.Loss
	}
	return Drawn, x.table.Draw
}

// onBoardOne is the team's colour on board 1, given the one on board i (from 0).
func (x *teamRounds) onBoardOne(i int, c Colour) Colour {
	same := i%2 == 0
	if i < len(x.pattern) {
		same = x.pattern[i] == x.pattern[0]
	}
	if same {
		return c
	}
	return c.Opposite()
}
