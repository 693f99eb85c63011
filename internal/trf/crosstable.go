package trf

import (
	"slices"
	"strings"
)

// CrossTable is the neutral view of a file: one record per participant and
// round, whether participants are players or teams. Pairing and standings read
// this and need not know the records it came from.
type CrossTable struct {
	Teams bool // participants are teams
	// Rounds is the declared number of rounds, or Paired when none is declared.
	Rounds int
	// Paired counts the rounds in which somebody has an opponent or a
	// pairing-allocated bye. Round Paired+1, where records go on to it, holds
	// byes requested for the round to be paired.
	Paired        int
	InitialColour Colour // NoColour when the file does not say
	// Win, Draw, Loss, Absence and PAB are the participants' primary points in
	// half points: match points of teams, points of players.
	Win, Draw, Loss, Absence, PAB int
	// GamePAB is what the pairing-allocated bye brings in game points: those of a
	// drawn match unless the file says otherwise (C.04.6 art. 1.4). PAB for players.
	GamePAB      int
	Boards       int           // boards per match, 1 for players
	Participants []Participant // by number
}

// Participant is a player or a team with its rounds.
type Participant struct {
	Number int // TPN: starting rank or team number
	Name   string
	Title  string // players only
	Rating int    // rating, or the team's strength; 0 when unrated
	// Points and GamePoints are the sums of the records and the adjustments; half
	// points. They are equal for players.
	Points, GamePoints int
	// Adjustments are penalties and bonuses, in file order.
	Adjustments []Adjustment
	// Stated are the points the file itself states for the participant.
	Stated int
	// Records holds one entry per round, len(Records) == Paired or Paired+1.
	Records []Record
}

// Adjustment is a penalty (negative) or a bonus of a participant, in half points, that
// no result brings. It counts from the round after Round on; 0 is the sum of all
// rounds. Both are equal for players.
type Adjustment struct {
	Round, Points, GamePoints int
}

// Kind says how a participant spent a round (pairing rules section 1).
type Kind uint8

const (
	// Open: nothing is recorded in a round that is not paired yet.
	Open Kind = iota
	// Played: a game, or a match with at least one played board.
	Played
	// Unfinished: paired, the result is not known yet.
	Unfinished
	// ForfeitWon and ForfeitLost: paired, not played. A double forfeit is
	// ForfeitLost on both sides.
	ForfeitWon
	ForfeitLost
	// AllocatedBye is the bye of the odd participant (PAB, U).
	AllocatedBye
	// FullPointBye, HalfPointBye and ZeroPointBye are requested byes (F H Z);
	// a blank round after the first recorded one is a ZeroPointBye.
	FullPointBye
	HalfPointBye
	ZeroPointBye
	// NotArrived: a blank round before the participant's first recorded one.
	NotArrived
)

// HasOpponent reports whether the participant was paired with another one.
func (k Kind) HasOpponent() bool {
	return k == Played || k == Unfinished || k == ForfeitWon || k == ForfeitLost
}

// Outcome is the result of a played round from the participant's side.
type Outcome uint8

const (
	NoOutcome Outcome = iota
	Won
	Drawn
	Lost
)

// Record is what one participant did in one round.
type Record struct {
	Kind     Kind
	Opponent int    // participant's number, 0 for none
	Colour   Colour // scheduled colour, of a team on board 1
	Outcome  Outcome
	Unrated  bool // played for less than one move
	// Points are the primary half points awarded; GamePoints the sum over the
	// boards (equal to Points for players).
	Points, GamePoints int
	// Boards are a team's own half points by board, nil when not known.
	Boards []int
}

// CrossTable computes the neutral view. It fails when the records of a team
// event contradict each other.
func (f *File) CrossTable() (*CrossTable, error) {
	t := &CrossTable{Teams: f.IsTeamEvent(), InitialColour: f.InitialColour, Boards: 1}
	var err error
	if t.Teams {
		err = f.teamTable(t)
	} else {
		f.playerTable(t)
	}
	if err != nil {
		return nil, err
	}
	f.requestedByes(t)
	t.close(f.Rounds, f.byeRecord(t, ZeroBye))
	f.abnormalPoints(t)
	t.shifts()
	t.sum()
	return t, nil
}

// IsTeamEvent reports whether the participants are teams.
func (f *File) IsTeamEvent() bool {
	return len(f.Teams) > 0 || len(f.OldTeams) > 0 && strings.Contains(f.Type, "TEAM")
}

// playerTable fills the table from the 001 records alone.
func (f *File) playerTable(t *CrossTable) {
	t.Win, t.Draw, t.Loss, t.Absence, t.PAB = f.Points.Win, f.Points.Draw, f.Points.Loss, f.Points.ZeroBye, f.Points.PAB
	t.GamePAB = t.PAB
	for _, p := range f.Players {
		q := Participant{Number: p.ID, Name: p.Name, Title: p.Title, Rating: p.Rating, Stated: p.Points}
		for _, c := range p.Rounds {
			q.Records = append(q.Records, f.playerRecord(c))
		}
		t.Participants = append(t.Participants, q)
	}
}

func (f *File) playerRecord(c Cell) Record {
	if c == (Cell{}) {
		return Record{}
	}
	half := f.Points.Of(c)
	r := Record{Opponent: c.Opponent, Colour: c.Colour, Points: half, GamePoints: half}
	switch c.Result {
	case Win, UnratedWin:
		r.Kind, r.Outcome = Played, Won
	case Draw, UnratedDraw:
		r.Kind, r.Outcome = Played, Drawn
	case Loss, UnratedLoss:
		r.Kind, r.Outcome = Played, Lost
	case ForfeitWin:
		r.Kind = ForfeitWon
	case ForfeitLoss:
		r.Kind = ForfeitLost
	case FullBye:
		r.Kind = FullPointBye
	case HalfBye:
		r.Kind = HalfPointBye
	case PABye:
		r.Kind = AllocatedBye
	case ZeroBye:
		r.Kind = ZeroPointBye
	default:
		r.Kind = Unfinished
	}
	r.Unrated = c.Result == UnratedWin || c.Result == UnratedDraw || c.Result == UnratedLoss
	if c.Opponent == 0 && r.Kind.HasOpponent() {
		r = withoutOpponent(r)
	}
	return r
}

// withoutOpponent reads a result with no opponent, as older files write byes:
// a win is a full-point bye, a draw a half-point bye, a loss an absence.
func withoutOpponent(r Record) Record {
	kind := ZeroPointBye
	switch {
	case r.Kind == ForfeitWon || r.Outcome == Won:
		kind = FullPointBye
	case r.Outcome == Drawn:
		kind = HalfPointBye
	}
	return Record{Kind: kind, Points: r.Points, GamePoints: r.GamePoints}
}

// at returns the record of a round, lengthening the list where needed.
func (p *Participant) at(round int) *Record {
	for len(p.Records) < round {
		p.Records = append(p.Records, Record{})
	}
	return &p.Records[round-1]
}

// byNumber indexes the participants.
func (t *CrossTable) byNumber() map[int]*Participant {
	index := make(map[int]*Participant, len(t.Participants))
	for i := range t.Participants {
		index[t.Participants[i].Number] = &t.Participants[i]
	}
	return index
}

// lastPaired is the last round in which somebody was paired.
func (t *CrossTable) lastPaired() int {
	last := 0
	for _, p := range t.Participants {
		for i := len(p.Records); i > last; i-- {
			if k := p.Records[i-1].Kind; k.HasOpponent() || k == AllocatedBye {
				last = i
			}
		}
	}
	return last
}

// Over counts the rounds that are over: the paired ones, and one after them that
// nobody played because all of it is byes. A report has such a round when everybody
// has a record in it; byes of some are requests for a round still to be paired,
// unless it is the last one and the stated points count them.
func (t *CrossTable) Over() int {
	round := t.Paired + 1
	counted := round == t.Rounds
	everybody, worth := len(t.Participants) > 0, false
	for _, p := range t.Participants {
		if len(p.Records) < round {
			return t.Paired
		}
		r := p.Records[round-1]
		everybody = everybody && r.Kind != Open
		worth = worth || r.Points > 0
		counted = counted && p.Stated == p.Points
	}
	if everybody || counted && worth {
		return round
	}
	return t.Paired
}

// requestedByes enters 240 and XXZ records where a round says nothing else.
func (f *File) requestedByes(t *CrossTable) {
	next := t.lastPaired() + 1
	index := t.byNumber()
	for _, b := range f.Byes {
		round := b.Round
		if round == 0 {
			round = next
		}
		if round > next {
			continue
		}
		for _, id := range b.IDs {
			p, ok := index[id]
			if !ok {
				continue // the reader refuses these; a File made by hand may have them
			}
			if r := p.at(round); r.Kind == Open {
				*r = f.byeRecord(t, b.Type)
			}
		}
	}
}

// byeRecord is a bye of a player or a team. A team's brings the points of one match
// on all boards, however many players the team has.
func (f *File) byeRecord(t *CrossTable, kind Result) Record {
	r := Record{GamePoints: t.Boards * f.Points.Of(Cell{Result: kind})}
	switch kind {
	case PABye:
		r.Kind, r.Points, r.GamePoints = AllocatedBye, t.PAB, t.GamePAB
	case FullBye:
		r.Kind, r.Points = FullPointBye, t.Win
	case HalfBye:
		r.Kind, r.Points = HalfPointBye, t.Draw
	default:
		r.Kind, r.Points = ZeroPointBye, t.Absence
	}
	if !t.Teams {
		r.Points = r.GamePoints
	}
	return r
}

// close evens the records out and orders the participants. absence is the record of a
// round that is blank.
func (t *CrossTable) close(declared int, absence Record) {
	t.Paired = t.lastPaired()
	t.Rounds = declared
	if declared == 0 {
		t.Rounds = t.Paired
	}
	rounds := t.Paired
	for _, p := range t.Participants {
		if len(p.Records) > rounds {
			rounds = t.Paired + 1
		}
	}
	for i := range t.Participants {
		p := &t.Participants[i]
		p.at(max(1, rounds))
		p.Records = p.Records[:rounds]
		arrived := false
		for k := range p.Records {
			r := &p.Records[k]
			switch {
			case r.Kind != Open:
				arrived = true
			case k >= t.Paired:
			default:
				*r = absence
				if !arrived {
					r.Kind = NotArrived
				}
			}
		}
	}
	slices.SortFunc(t.Participants, func(a, b Participant) int { return a.Number - b.Number })
}

// sum adds the points of the records to the adjustments.
func (t *CrossTable) sum() {
	for i := range t.Participants {
		p := &t.Participants[i]
		for _, r := range p.Records {
			p.Points += r.Points
			p.GamePoints += r.GamePoints
		}
	}
}
