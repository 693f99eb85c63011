package trf

import (
	"fmt"
	"slices"
	"strings"
)

// Squad is what a report says about a team besides its rounds.
type Squad struct {
	Number         int
	Name, Nickname string
	Strength       int
	Rank           int      // place in the standings, 0 when there is none yet
	Players        []Player // in board order, then reserves; ids must be unique, rounds are filled in
	Seats          [][]int  // by round: who of them sat at each board, as an index; nil: the first ones
}

// TeamFile builds the report of a team event from its rounds. Every team needs a
// squad with a player for each board. Boards without points of their own share
// the result of the match, as in bughouse. Reading the report back gives the same
// table: points that the results alone would not bring are written as records of
// abnormal points (299).
func TeamFile(h Header, t *CrossTable, squads []Squad) (*File, error) {
	b := teamBuilder{file: New(), table: t, index: t.byNumber(), squads: map[int]Squad{}}
	b.file.Header = h
	b.file.Rounds, b.file.InitialColour = t.Rounds, t.InitialColour
	b.file.MatchPoints = MatchPoints{Win: t.Win, Draw: t.Draw, Loss: t.Loss}
	if h.BoardColours == "" {
		b.file.BoardColours = strings.Repeat("WB", t.Boards)[:t.Boards]
	}
	b.file.Points.PAB = t.GamePAB / max(1, t.Boards)
	for _, p := range t.Participants {
		for _, r := range p.Records {
			if r.Kind == Unfinished {
				b.file.Points.Unknown = r.GamePoints / max(1, t.Boards)
			}
		}
	}
	if t.PAB != t.Draw || t.GamePAB != t.Boards*b.file.Points.PAB {
		b.file.TeamPABs = []TeamPAB{{MatchPoints: t.PAB, GamePoints: t.GamePAB}}
	}
	for _, s := range squads {
		if len(s.Players) < t.Boards {
			return nil, fmt.Errorf("report of team %d: %d players for %d boards", s.Number, len(s.Players), t.Boards)
		}
		b.squads[s.Number] = s
	}
	for _, p := range t.Participants {
		if err := b.team(p); err != nil {
			return nil, fmt.Errorf("report of team %d: %w", p.Number, err)
		}
	}
	if err := b.file.correct(t); err != nil {
		return nil, err
	}
	nicknames := map[int]string{}
	for _, s := range squads {
		nicknames[s.Number] = s.Nickname
	}
	b.file.Unknown = t.Summaries(nicknames)
	return b.file, nil
}

// teamBuilder collects the records of a report.
type teamBuilder struct {
	file   *File
	table  *CrossTable
	index  map[int]*Participant
	squads map[int]Squad
}

// at is who sat at a board in a round, both counted from 0, as an index of the players.
func (s Squad) at(round, board int) int {
	if round < len(s.Seats) && board < len(s.Seats[round]) {
		return s.Seats[round][board]
	}
	return board
}

// lineUp adds the 300 record of a round, counted from 0, in which others than the first players of
// a team sat at its boards.
func (b *teamBuilder) lineUp(round int, squad Squad, r Record) {
	if !r.Kind.HasOpponent() || max(squad.Number, r.Opponent) > mostInRecord {
		return
	}
	u := Lineup{Round: round + 1, Team: squad.Number, Opponent: r.Opponent}
	usual := true
	for board := range b.table.Boards {
		at := squad.at(round, board)
		usual = usual && at == board
		u.Players = append(u.Players, squad.Players[at].ID)
	}
	if !usual {
		b.file.Lineups = append(b.file.Lineups, u)
	}
}

// team adds a team with its players and rounds.
func (b *teamBuilder) team(p Participant) error {
	squad, ok := b.squads[p.Number]
	if !ok {
		return fmt.Errorf("no squad is given")
	}
	players := slices.Clone(squad.Players)
	for i := range players {
		players[i].Rounds = make([]Cell, len(p.Records))
		if players[i].Rank == 0 {
			players[i].Rank = squad.Rank
		}
	}
	for round, r := range p.Records {
		for board := range b.table.Boards {
			c, err := b.cell(r, round, board)
			if err != nil {
				return fmt.Errorf("round %d: %w", round+1, err)
			}
			players[squad.at(round, board)].Rounds[round] = c
		}
		b.lineUp(round, squad, r)
		b.special(round+1, p.Number, r)
	}
	team := Team{
		Number: p.Number, Name: squad.Name, Nickname: squad.Nickname, Strength: squad.Strength,
		MatchPoints: p.Points, GamePoints: p.GamePoints, Rank: squad.Rank,
	}
	for i := range players {
		players[i].Points = 0
		for round, c := range players[i].Rounds {
			if round < b.table.Paired && c != (Cell{}) {
				players[i].Points += b.file.Points.Of(c)
			}
		}
		players[i].Rounds = trimCells(players[i].Rounds)
		team.Players = append(team.Players, players[i].ID)
	}
	b.file.Players = append(b.file.Players, players...)
	b.file.Teams = append(b.file.Teams, team)
	return nil
}

var byeResults = map[Kind]Result{AllocatedBye: PABye, FullPointBye: FullBye, HalfPointBye: HalfBye, ZeroPointBye: ZeroBye}

// gameResult is how a report writes the result of a game that was played.
func gameResult(o Outcome, unrated bool) (r Result, ok bool) {
	results := map[Outcome]Result{Won: Win, Drawn: Draw, Lost: Loss}
	if unrated {
		results = map[Outcome]Result{Won: UnratedWin, Drawn: UnratedDraw, Lost: UnratedLoss}
	}
	r, ok = results[o]
	return r, ok
}

// trimCells drops blank cells at the end, as reading does.
func trimCells(cells []Cell) []Cell {
	for len(cells) > 0 && cells[len(cells)-1] == (Cell{}) {
		cells = cells[:len(cells)-1]
	}
	if len(cells) == 0 {
		return nil
	}
	return cells
}

// cell is what a team's round, counted from 0, means for the player on one board.
func (b *teamBuilder) cell(r Record, round, board int) (Cell, error) {
	if !r.Kind.HasOpponent() {
		return Cell{Result: byeResults[r.Kind]}, nil
	}
	opponent, ok := b.squads[r.Opponent]
	if !ok {
		return Cell{}, fmt.Errorf("no squad is given for the opponent, team %d", r.Opponent)
	}
	c := Cell{Opponent: opponent.Players[opponent.at(round, board)].ID, Colour: r.Colour}
	if colours := strings.ToUpper(b.file.BoardColours); board < len(colours) && colours[board] != colours[0] {
		c.Colour = c.Colour.Opposite()
	}
	switch r.Kind {
	case ForfeitWon:
		c.Result = ForfeitWin
		return c, nil
	case ForfeitLost:
		c.Result = ForfeitLoss
		return c, nil
	case Unfinished:
		return c, nil
	}
	result := r.Outcome
	if r.Boards != nil {
		result = NoOutcome
		if board < len(r.Boards) {
			result = map[int]Outcome{b.file.Points.Win: Won, b.file.Points.Draw: Drawn, b.file.Points.Loss: Lost}[r.Boards[board]]
		}
	}
	if c.Result, ok = gameResult(result, r.Unrated); !ok {
		return Cell{}, fmt.Errorf("board %d has no result that one game can have", board+1)
	}
	return c, nil
}

// mostInRecord is the largest number of a team that the three columns of the records
// 320 and 330 hold. The cells of the players say the same of later ones.
const mostInRecord = 999

// special adds the team records a round needs.
func (b *teamBuilder) special(round, number int, r Record) {
	switch {
	case max(number, r.Opponent) > mostInRecord:
	case r.Kind == AllocatedBye:
		b.allocated(round, number, r)
	case r.Kind == ForfeitWon || r.Kind == ForfeitLost:
		b.forfeited(round, number, r)
	}
}

// allocated adds a pairing-allocated bye to the 320 record of its value.
func (b *teamBuilder) allocated(round, number int, r Record) {
	i := slices.IndexFunc(b.file.TeamPABs, func(p TeamPAB) bool {
		taken := len(p.Teams) >= round && p.Teams[round-1] != 0
		return p.MatchPoints == r.Points && p.GamePoints == r.GamePoints && !taken
	})
	if i < 0 {
		i = len(b.file.TeamPABs)
		b.file.TeamPABs = append(b.file.TeamPABs, TeamPAB{MatchPoints: r.Points, GamePoints: r.GamePoints})
	}
	p := &b.file.TeamPABs[i]
	for len(p.Teams) < round {
		p.Teams = append(p.Teams, 0)
	}
	p.Teams[round-1] = number
}

// forfeited adds the 330 record of a match, once: when its white team comes by.
func (b *teamBuilder) forfeited(round, number int, r Record) {
	if r.Colour == Black || r.Colour == NoColour && number > r.Opponent {
		return
	}
	x := Forfeit{Round: round, White: number, Black: r.Opponent, WhiteWins: r.Kind == ForfeitWon}
	if p := b.index[r.Opponent]; p != nil && round <= len(p.Records) {
		x.BlackWins = p.Records[round-1].Kind == ForfeitWon
	}
	b.file.Forfeits = append(b.file.Forfeits, x)
}
