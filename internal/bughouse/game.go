package bughouse

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Game is one match as a BPGN record tells it: both boards' moves in the order
// they were made. A captured man is in the partner's stock at once. Games come
// from [BPGNReader], [NewGame] and [RecordOf].
type Game struct {
	Number   int // its place in the file, from 1
	Line     int // where its record begins, from 1
	Tags     []Tag
	Comments []string // before the first move
	Plies    []GamePly
	// Result is 1-0 (WhiteA and BlackB won), 0-1, 1/2-1/2 or * (unknown): what the
	// record says behind the moves, else in its tag; never derived from the position.
	Result  string
	Closing string // the comment that says how the match ended, empty without one

	start, final [2]Position
}

// NewGame returns an empty record that begins with two positions.
func NewGame(a, b Position) *Game {
	return &Game{Result: "*", start: [2]Position{a, b}, final: [2]Position{a, b}}
}

var errBeforeRecord = errors.New("the move taken back was made before the record begins")

// RecordOf writes the log of a match as a record. from names, for each ply, the
// act it came from, so that the caller can add clocks. A promotion never declared
// is a queen. A record cannot hold an illegal move: one that was made and not
// taken back is an error.
func RecordOf(start Match, acts []Act) (g *Game, from []int, err error) {
	m := start
	var seatsOf []Seat
	for i, a := range acts {
		if err := m.Apply(a); err != nil {
			return nil, nil, &ActError{i, a, err}
		}
		switch a.Kind {
		case ActTurn, ActRelease, ActMade:
			from, seatsOf = append(from, i), append(seatsOf, a.Seat)
		case ActTakeBack:
			last := len(seatsOf) - 1
			for last >= 0 && seatsOf[last] != a.Seat {
				last--
			}
			if last < 0 {
				return nil, nil, &ActError{i, a, errBeforeRecord}
			}
			from, seatsOf = slices.Delete(from, last, last+1), slices.Delete(seatsOf, last, last+1)
		}
	}
	g = NewGame(start.boards[A], start.boards[B])
	played := [2][]Ply{m.Plies(A)[start.played(A):], m.Plies(B)[start.played(B):]}
	for i, seat := range seatsOf {
		b := seat.Board()
		move := played[b][0].Move
		played[b] = played[b][1:]
		if err := g.add(seat, move); err != nil {
			return nil, nil, &ActError{from[i], acts[from[i]], err}
		}
	}
	return g, from, nil
}

// add plays a move at the end of the record.
func (g *Game) add(s Seat, m Move) error {
	p := &g.final[s.Board()]
	if reason := p.Legal(m); reason != Legal {
		return &IllegalError{s, m, reason}
	}
	if !m.IsDrop() && m.Promotion() == NoKind && p.board[m.From()].Kind() == Pawn && endRanks.Has(m.To()) {
		m = m.WithPromotion(Queen)
	}
	g.Plies = append(g.Plies, GamePly{Seat: s, SAN: p.SAN(m), Move: m})
	playAtOnce(&g.final, s.Board(), m)
	return nil
}

// Tag is one name and value of a record's head.
type Tag struct{ Name, Value string }

// GamePly is one move of a record.
type GamePly struct {
	Seat     Seat
	SAN      string // as written
	Move     Move
	HasClock bool
	Clock    int64    // milliseconds the mover has left, negative after an unnoticed flag
	Comments []string // remarks behind the move, without the braces
}

// Tag returns the value of a tag, empty without it.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// seatTags are the tags that name the players, by seat.
var seatTags = [seats]string{"WhiteA", "BlackA", "WhiteB", "BlackB"}

// Player returns the name of the player in a seat.
func (g *Game) Player(s Seat) string { return g.Tag(seatTags[s%seats]) }

// Start returns the positions the match began with.
func (g *Game) Start() (a, b Position) { return g.start[A], g.start[B] }

// Final returns the positions after the last accepted move.
func (g *Game) Final() (a, b Position) { return g.final[A], g.final[B] }

// After returns the positions after the first n plies.
func (g *Game) After(n int) (a, b Position) {
	boards := g.start
	for _, ply := range g.Plies[:min(max(n, 0), len(g.Plies))] {
		playAtOnce(&boards, ply.Seat.Board(), ply.Move)
	}
	return boards[A], boards[B]
}

// Acts returns the record as the log of a match played in whole turns.
func (g *Game) Acts() []Act {
	acts := make([]Act, len(g.Plies))
	for i, ply := range g.Plies {
		acts[i] = Act{Seat: ply.Seat, Kind: ActTurn, Move: ply.Move}
	}
	return acts
}

// playAtOnce plays a legal move on one board and gives the captured man to its
// colour's player on the other.
func playAtOnce(boards *[2]Position, b BoardID, m Move) {
	p := &boards[b]
	if captured := p.play(m); captured != NoPiece {
		boards[b.Other()].stock[captured.Color()].Add(p.rules.stockOf(captured), 1)
	}
}

// Ending is the way a recorded match ended.
type Ending string

const (
	EndingUnknown      Ending = "-"
	EndingCheckmated   Ending = "checkmated"
	EndingResigned     Ending = "resigned"
	EndingTimeout      Ending = "timeout"
	EndingDisconnected Ending = "disconnected"
	EndingAborted      Ending = "aborted"
	EndingAgreed       Ending = "agreed"
	EndingRepetition   Ending = "repetition"
	EndingDrawn        Ending = "drawn"
)

// endingPhrases tells the endings apart by what the closing comment says, the
// most telling phrase first.
var endingPhrases = []struct {
	phrase string
	ending Ending
}{
	{"checkmated", EndingCheckmated},
	{"resigns", EndingResigned},
	{"resigned", EndingResigned},
	{"forfeits on time", EndingTimeout},
	{"ran out of time", EndingTimeout},
	{"forfeits by disconnection", EndingDisconnected},
	{"disconnected", EndingDisconnected},
	{"aborted", EndingAborted},
	{"repetition", EndingRepetition},
	{"agreement", EndingAgreed},
	{"drawn", EndingDrawn},
}

// Ending returns how the match ended and the board that decided it; decided is
// false where the record does not name one of its players as the loser. Of two
// names that fit, such as Ann and Ann Lee, the longer is meant.
func (g *Game) Ending() (e Ending, board BoardID, decided bool) {
	phrase, named := g.Closing, 0
	for s := WA; s < seats; s++ {
		name := g.Player(s)
		rest, ok := strings.CutPrefix(g.Closing, name+" ")
		switch {
		case !ok || name == "" || len(rest) > len(phrase):
		case len(rest) == len(phrase):
			named++
		default:
			phrase, board, named = rest, s.Board(), 1
		}
	}
	e = EndingUnknown
	for _, p := range endingPhrases {
		if strings.Contains(phrase, p.phrase) {
			e = p.ending
			break
		}
	}
	return e, board, named == 1 && e != EndingUnknown
}

// GameError says where a record goes wrong. Everything before it was accepted.
type GameError struct {
	Game   int // its place in the file, from 1
	Line   int // of the file, from 1
	Ply    int // the ply that could not be read or played, from 1 in file order
	Token  string
	Reason Reason
}

func (e *GameError) Error() string {
	return fmt.Sprintf("line %d: game %d, ply %d: %q: %s", e.Line, e.Game, e.Ply, e.Token, e.Reason)
}
