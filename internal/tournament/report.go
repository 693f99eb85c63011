package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/trf"
)

// reportTypes are the coded types of the systems a report file can name.
var reportTypes = map[System]string{
	TeamSwiss: "FIDE_TEAM_MP", Dutch: "FIDE_DUTCH_2025", USSwiss: "OTHER_SWISS",
	RoundRobin: "OTHER_ROUND_ROBIN", DoubleRoundRobin: "OTHER_ROUND_ROBIN", Knockout: "OTHER_KNOCKOUT",
}

var reportKinds = map[standings.Kind]trf.Kind{
	standings.NotArrived: trf.NotArrived, standings.Played: trf.Played, standings.ForfeitWin: trf.ForfeitWon, standings.ForfeitLoss: trf.ForfeitLost,
	standings.AllocatedBye: trf.AllocatedBye, standings.FullBye: trf.FullPointBye, standings.HalfBye: trf.HalfPointBye, standings.ZeroBye: trf.ZeroPointBye,
	standings.Pending: trf.Unfinished,
}

var reportOutcomes = map[standings.Outcome]trf.Outcome{standings.Win: trf.Won, standings.Draw: trf.Drawn, standings.Loss: trf.Lost}

var reportColours = map[standings.Colour]trf.Colour{standings.White: trf.White, standings.Black: trf.Black}

// Report is the section as a tournament report file, up to the last published
// round: "tandem check" replays it, and read back it has the same points and
// places. Both boards carry the result of the pairing. It is for officials, as it
// names the pairs that must not meet.
func (b *Book) Report() (*trf.File, error) {
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
		Teams: true, Rounds: b.Section.Rounds, Paired: s.Round, InitialColour: trf.White,
		Win: win, Draw: win / 2, PAB: b.Section.ByePoints, Boards: rules.Boards(),
	}
	if b.Section.InitialColour == "B" {
		table.InitialColour = trf.Black
	}
	history := s.history(s.Round)
	var squads []trf.Squad
	for _, t := range b.Teams {
		rounds, in := history[t.TeamID]
		if !in {
			continue
		}
		p := trf.Participant{Number: s.number[t.TeamID], Name: t.Name, Rating: t.Strength}
		for i, pairing := range rounds {
			r := s.blank(t, i+1)
			if pairing != nil {
				r = s.record(*pairing, t.TeamID)
			}
			p.Records = append(p.Records, reportRecord(r, table))
			p.Points += p.Records[i].Points
			p.GamePoints += p.Records[i].GamePoints
		}
		table.Participants = append(table.Participants, p)
		squads = append(squads, b.squad(s, t, table.Boards))
	}
	file, err := trf.TeamFile(b.reportHeader(), table, squads)
	if err != nil {
		return nil, fmt.Errorf("report of %s: %w", b.Section.Name, err)
	}
	for _, f := range b.Apart {
		_, first := history[f.TeamID]
		_, second := history[f.OtherID]
		if f.Hard && first && second {
			file.Forbidden = append(file.Forbidden, trf.Forbidden{First: f.FirstRound, Last: f.LastRound, IDs: []int{s.number[f.TeamID], s.number[f.OtherID]}})
		}
	}
	return file, nil
}

// reportRecord writes a round as a report can say it: game points follow from the
// result, because the boards share it.
func reportRecord(r standings.Record, t *trf.CrossTable) trf.Record {
	out := trf.Record{
		Kind: reportKinds[r.Kind], Opponent: r.Opponent, Colour: reportColours[r.Colour], Outcome: reportOutcomes[r.Outcome], Points: r.Points,
	}
	switch {
	case r.Outcome == standings.Win, r.Kind == standings.ForfeitWin, r.Kind == standings.FullBye:
		out.GamePoints = 2 * t.Boards
	case r.Outcome == standings.Draw, r.Kind == standings.HalfBye:
		out.GamePoints = t.Boards
	case r.Kind == standings.AllocatedBye:
		out.GamePoints = 2 * t.Boards * r.Points / max(1, t.Win)
	}
	return out
}

// squad lists the players of a team with ids that follow its number. An empty
// seat is a player without a name of his own.
func (b *Book) squad(s *Standings, t Team, boards int) trf.Squad {
	number := s.number[t.TeamID]
	squad := trf.Squad{Number: number, Name: t.Name, Nickname: t.Code, Strength: t.Strength}
	if row, ok := s.Of(t.TeamID); ok {
		squad.Rank = row.Place
	}
	members := b.Members(t.TeamID)
	for board := range boards {
		p := trf.Player{ID: (number-1)*boards + board + 1, Name: fmt.Sprintf("%s, board %d", t.Name, board+1)}
		if board < len(members) {
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

func (b *Book) reportHeader() trf.Header {
	const day = "2006/01/02"
	h := trf.Header{
		Name: b.Event.Name + ", " + b.Section.Name, City: b.Event.Venue,
		Start: b.Event.StartsOn.Format(day), End: b.Event.EndsOn.Format(day),
		TypeText: "Bughouse", Type: reportTypes[b.Section.System], PairingProgram: "Tandem",
		StandingOrder: strings.ReplaceAll(b.Section.TieBreaks, " ", ""),
		TimeControl:   strconv.FormatInt(b.Section.ClockMS/1000, 10),
	}
	if b.Section.System == TeamSwiss && b.Section.ColourMode != "none" && b.Section.ColourMode != "" {
		h.Type = "FIDE_TEAM_TYPE" + b.Section.ColourMode + "_MP"
	}
	if b.Section.Accelerated {
		h.Type += "_BAKU"
	}
	return h
}
