package reportfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trf"
)

// typeOf is the coded type (192) of the section, of those TRF-2026 has. What it has
// no code for is an event's own ("CUSTOM"): US Chess pairings and rotating partners are
// a Swiss, groups a round robin, and groups that lead to a knockout a knockout. So
// is a double round robin of teams, whose code means the first cycle unchanged: Tandem swaps
// its last two rounds, for which only players have a code.
func typeOf(s tournament.Section) string {
	team := ""
	if !singles(s) {
		team = "TEAM_"
	}
	switch {
	case s.System == tournament.Dutch:
		return "FIDE_DUTCH_2025" + bakuSuffix(s)
	case s.System == tournament.TeamSwiss && team != "" && s.ColourMode != "none" && s.ColourMode != "":
		return "FIDE_TEAM_TYPE" + s.ColourMode + "_MP" + bakuSuffix(s)
	case s.System == tournament.TeamSwiss && team != "":
		return "FIDE_TEAM_MP" + bakuSuffix(s)
	case s.System.Bracket(), s.System == tournament.GroupsKnockout:
		return "CUSTOM_" + team + "KNOCKOUT"
	case s.System.Robin() && s.InGroups():
		return "CUSTOM_" + team + "ROUNDROBIN"
	case s.System == tournament.RoundRobin && s.Cycles() == 1:
		return "BERGER_" + team + "ROUNDROBIN"
	case s.System.Robin() && team == "":
		return "FIDE_DOUBLEROUNDROBIN"
	case s.System.Robin():
		return "CUSTOM_TEAM_ROUNDROBIN"
	}
	return "CUSTOM_" + team + "SWISS"
}

func bakuSuffix(s tournament.Section) string {
	if s.Accelerated {
		return "_BAKU"
	}
	return ""
}

// singles reports whether the participants of a report are players.
func singles(s tournament.Section) bool { return s.System == tournament.Rotating || s.TeamSize == 1 }

var kinds = map[standings.Kind]trf.Kind{
	standings.NotArrived: trf.NotArrived, standings.Played: trf.Played, standings.ForfeitWin: trf.ForfeitWon, standings.ForfeitLoss: trf.ForfeitLost,
	standings.AllocatedBye: trf.AllocatedBye, standings.FullBye: trf.FullPointBye, standings.HalfBye: trf.HalfPointBye, standings.ZeroBye: trf.ZeroPointBye,
	standings.Pending: trf.Unfinished,
}

var awayKinds = map[pairing.Kind]trf.Result{pairing.FullBye: trf.FullBye, pairing.HalfBye: trf.HalfBye, pairing.ZeroBye: trf.ZeroBye}

var outcomes = map[standings.Outcome]trf.Outcome{standings.Win: trf.Won, standings.Draw: trf.Drawn, standings.Loss: trf.Lost}

var colours = map[standings.Colour]trf.Colour{standings.White: trf.White, standings.Black: trf.Black}

// Of is the section as a tournament report file, up to the last published
// round, with who misses the coming one and who comes with it: "tandem check" replays it, "tandem pair"
// goes on from it, and read back it has the same points and places. Both boards of
// teams carry the result of the pairing; with rotating partners a player's opponent
// is the one across the board. It is for officials, as it names the pairs that must
// not meet.
func Of(b *tournament.SectionBook) (*trf.File, error) {
	s, err := b.Standings(0)
	if err != nil {
		return nil, err
	}
	rules, err := rulebook.ByName(b.Section.Rulebook)
	if err != nil {
		return nil, fmt.Errorf("report of %s: %w", b.Section.Name, err)
	}
	win := b.Section.MaxPairingPoints()
	table := &trf.CrossTable{
		Teams: !singles(b.Section), Rounds: b.LastRound(), Paired: s.Round, InitialColour: trf.White,
		Win: win, Draw: win / 2, PAB: b.Section.ByePoints, Boards: rules.Boards(),
	}
	table.GamePAB = gamePointsOf(table.PAB, table)
	if !table.Teams {
		table.Boards, table.GamePAB = 1, table.PAB
	}
	if b.Section.InitialColour == "B" {
		table.InitialColour = trf.Black
	}
	records := s.Records()
	names := teamNames(b)
	coming := 0 // the round that the report leads to, 0 for none
	if b.Section.System.Swiss() && s.Round > 0 && s.Round < b.Section.Rounds {
		coming = s.Round + 1
	}
	listed, seats := map[int64]bool{}, seatsOf(b, s.Round)
	var squads []trf.Squad
	var players []trf.Player
	for _, t := range b.Teams {
		rounds, in := records[t.TeamID]
		if !in {
			if t.ArrivesRound != coming || t.LeftBy(coming) {
				continue
			}
			rounds = slices.Repeat([]standings.Record{{Kind: standings.NotArrived}}, s.Round)
		}
		listed[t.TeamID] = true
		table.Participants = append(table.Participants, participant(b, s, t, rounds, table))
		squad := squadOf(b, s, t, table.Boards, seats[t.TeamID])
		squad.Name = names[t.TeamID]
		squads = append(squads, squad)
		player := squad.Players[0]
		player.ID, player.Rank = squad.Number, squad.Rank
		players = append(players, player)
	}
	numberPlayers(squads)
	namePlayers(squads)
	for i, squad := range squads {
		players[i].Name = squad.Players[0].Name
	}
	var file *trf.File
	if table.Teams {
		file, err = trf.TeamFile(header(b), table, squads)
	} else {
		file, err = trf.PlayerFile(header(b), table, players)
	}
	if err != nil {
		return nil, fmt.Errorf("report of %s: %w", b.Section.Name, err)
	}
	file.PlayerCount = strconv.Itoa(len(file.Players))
	if table.Teams {
		file.TeamCount = strconv.Itoa(len(file.Teams))
	}
	if coming > 0 {
		if file.Byes, err = absent(b, s, listed, coming); err != nil {
			return nil, fmt.Errorf("report of %s: %w", b.Section.Name, err)
		}
	}
	for _, f := range b.Apart {
		if f.Hard && listed[f.TeamID] && listed[f.OtherID] {
			file.Forbidden = append(file.Forbidden, trf.Forbidden{First: f.FirstRound, Last: f.LastRound, IDs: []int{s.Number(f.TeamID), s.Number(f.OtherID)}})
		}
	}
	return file, nil
}

// participant is a team with its rounds.
func participant(b *tournament.SectionBook, s *tournament.Standings, t tournament.Team, rounds []standings.Record, table *trf.CrossTable) trf.Participant {
	p := trf.Participant{Number: s.Number(t.TeamID), Name: t.Name, Rating: t.Strength}
	for _, r := range rounds {
		out := recordOf(r, table)
		if !table.Teams {
			out.GamePoints = out.Points
		}
		p.Records = append(p.Records, out)
		p.Points += out.Points
		p.GamePoints += out.GamePoints
	}
	given := b.Points
	if points, games := carried(b, t.TeamID); points != 0 || games != 0 {
		given = append(slices.Clone(given), tournament.TeamPoints{TeamID: t.TeamID, MatchPoints: points, GamePoints: games})
	}
	for _, given := range given {
		if given.TeamID != t.TeamID || given.RoundNo > s.Round {
			continue
		}
		a := trf.Adjustment{Round: given.RoundNo, Points: given.MatchPoints, GamePoints: given.GamePoints}
		if !table.Teams {
			a.GamePoints = a.Points
		}
		p.Adjustments = append(p.Adjustments, a)
		p.Points += a.Points
		p.GamePoints += a.GamePoints
	}
	return p
}

// carried sums the results that a team brought along from a section before. The file has the
// rounds of this section alone, so they stand in it as points without a match.
func carried(b *tournament.SectionBook, teamID int64) (points, games int) {
	for _, r := range tournament.CarriedOf(b) {
		if r.TeamID == teamID {
			points += r.Points
			games += r.Games
		}
	}
	return points, games
}

// absent says who is not paired in the coming round, as far as that is known:
// teams that asked for a bye, and without points those that have left or are away.
func absent(b *tournament.SectionBook, s *tournament.Standings, listed map[int64]bool, round int) ([]trf.Bye, error) {
	in, err := b.PairingInput(round)
	if err != nil {
		return nil, err
	}
	away := map[trf.Result][]int{}
	for _, p := range in.Tournament.Participants {
		id := in.TeamID(p.Number)
		kind := awayKinds[p.Bye]
		if p.Withdrawn > 0 && p.Withdrawn <= round {
			kind = trf.ZeroBye
		}
		if kind != 0 && listed[id] {
			away[kind] = append(away[kind], s.Number(id))
		}
	}
	var byes []trf.Bye
	for _, kind := range []trf.Result{trf.FullBye, trf.HalfBye, trf.ZeroBye} {
		if ids := away[kind]; ids != nil {
			slices.Sort(ids)
			byes = append(byes, trf.Bye{Type: kind, Round: round, IDs: ids})
		}
	}
	return byes, nil
}

// recordOf writes a round as a report can say it: game points follow from the
// result, because the boards share it.
func recordOf(r standings.Record, t *trf.CrossTable) trf.Record {
	out := trf.Record{
		Kind: kinds[r.Kind], Opponent: r.Opponent, Colour: colours[r.Colour], Outcome: outcomes[r.Outcome], Points: r.Points,
	}
	switch {
	case r.Outcome == standings.Win, r.Kind == standings.ForfeitWin, r.Kind == standings.FullBye:
		out.GamePoints = 2 * t.Boards
	case r.Outcome == standings.Draw, r.Kind == standings.HalfBye:
		out.GamePoints = t.Boards
	case r.Kind == standings.AllocatedBye:
		out.GamePoints = gamePointsOf(r.Points, t)
	}
	return out
}

// gamePointsOf are the game points of a bye: the same share of all boards as its match
// points are of a won match.
func gamePointsOf(points int, t *trf.CrossTable) int { return 2 * t.Boards * points / max(1, t.Win) }

// seatsOf says who sat at the boards of each team, by round: those of the first match of a
// pairing, which a report tells by one result. Rotating partners and single players have no line-up.
func seatsOf(b *tournament.SectionBook, through int) map[int64][][]int64 {
	seats := map[int64][][]int64{}
	if singles(b.Section) {
		return seats
	}
	for i := range b.Rounds {
		r := &b.Rounds[i]
		if !r.Public() || r.RoundNo > through {
			continue
		}
		for _, p := range r.Pairings {
			if len(p.Matches) == 0 {
				continue
			}
			m := p.Matches[0]
			for slot := 1; slot <= 2; slot++ {
				team := p.TeamID(slot)
				for len(seats[team]) < r.RoundNo {
					seats[team] = append(seats[team], nil)
				}
				for _, g := range m.Games {
					id := g.BlackID
					if m.SlotOf("W"+g.Board) == slot {
						id = g.WhiteID
					}
					if id != nil {
						seats[team][r.RoundNo-1] = append(seats[team][r.RoundNo-1], *id)
					}
				}
			}
		}
	}
	return seats
}

// numberPlayers gives players ids that follow the number of their team.
func numberPlayers(squads []trf.Squad) {
	most, last := 0, 0
	for _, squad := range squads {
		most, last = max(most, len(squad.Players)), max(last, squad.Number)
	}
	next := 1
	for _, squad := range squads {
		for i := range squad.Players {
			squad.Players[i].ID = (squad.Number-1)*most + i + 1
			if most*last > mostPlayerID { // they have four digits
				squad.Players[i].ID = next
				next++
			}
		}
	}
}

// mostPlayerID is the largest id that a report has columns for.
const mostPlayerID = 9999

// squadOf lists the players of a team: its own in their order, then those who played for it and
// have left. An empty seat is a player without a name of his own. seats are who sat at the boards,
// by round.
func squadOf(b *tournament.SectionBook, s *tournament.Standings, t tournament.Team, boards int, seats [][]int64) trf.Squad {
	number := s.Number(t.TeamID)
	squad := trf.Squad{Number: number, Name: t.Name, Nickname: t.Code, Strength: t.Strength}
	if row, ok := s.Of(t.TeamID); ok {
		squad.Rank = row.Place
	}
	members := slices.Clone(b.Members(t.TeamID))
	index := map[int64]int{}
	for i, m := range members {
		index[m.PlayerID] = i
	}
	for round, ids := range seats {
		squad.Seats = append(squad.Seats, nil)
		for _, id := range ids {
			at, known := index[id]
			if !known {
				left, _ := b.Player(id)
				at = max(len(members), boards) // behind the boards, also where one is empty
				for len(members) < at {
					members = append(members, tournament.Player{})
				}
				index[id], members = at, append(members, left)
			}
			if len(ids) == boards {
				squad.Seats[round] = append(squad.Seats[round], at)
			}
		}
	}
	for board := range max(boards, len(members)) {
		p := trf.Player{Name: fmt.Sprintf("%s, board %d", t.Name, board+1)}
		if board < len(members) && members[board].Name() != "" {
			m := members[board]
			p.Name = strings.Trim(m.LastName+", "+m.FirstName, ", ")
			if m.Rating != nil {
				p.Rating = *m.Rating
			}
			if _, err := strconv.Atoi(m.ExternalID); err == nil && len(m.ExternalID) <= 11 {
				p.FIDENumber = m.ExternalID
			}
		}
		squad.Players = append(squad.Players, p)
	}
	return squad
}

func header(b *tournament.SectionBook) trf.Header {
	const day = "2006/01/02"
	h := trf.Header{
		Name: b.Event.Name + ", " + b.Section.Name, City: b.Event.Venue,
		Start: b.Event.StartsOn.Format(day), End: b.Event.EndsOn.Format(day),
		TypeText: "Bughouse", Type: typeOf(b.Section), PairingProgram: "Tandem",
		StandingOrder: strings.ReplaceAll(b.Section.TieBreaks, " ", ""),
		TimeControl:   strconv.FormatInt(b.Section.ClockMS/1000, 10),
	}
	return h
}
