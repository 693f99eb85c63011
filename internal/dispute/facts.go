package dispute

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Certainty says how sure the recorded position is.
type Certainty string

const (
	Unasked  Certainty = ""
	AsFound  Certainty = "as-found"
	Agreed   Certainty = "agreed"   // by both teams
	Disputed Certainty = "disputed" // see Facts.Other
	Rebuilt  Certainty = "rebuilt"  // reconstructed from testimony
)

// Place is where something happened that belongs to no match.
type Place string

// The places.
const (
	AtATable      Place = ""
	ABye          Place = "bye"
	Corridor      Place = "corridor"
	BetweenRounds Place = "between-rounds"
	NoMatchYet    Place = "no-match-yet"
)

// Places are the places besides a table, in the order of forms.
var Places = []Place{ABye, Corridor, BetweenRounds, NoMatchYet}

// Words is the place as people say it: "in the corridor".
func (p Place) Words() phrase.Word {
	return map[Place]phrase.Word{
		AtATable: phrase.Word("at a table"), ABye: phrase.Word("a bye"), Corridor: phrase.Word("in the corridor or elsewhere in the house"), BetweenRounds: phrase.Word("between two rounds"), NoMatchYet: phrase.Word("before the first match"),
	}[p]
}

// Facts is what an incident card holds: both boards before the acts in question,
// the clocks, the acts in order, and the claim. It is stored as JSON.
type Facts struct {
	BoardA    string    `json:"a"` // FEN with stocks in brackets
	BoardB    string    `json:"b,omitempty"`
	Clocks    [4]int64  `json:"clocks"` // milliseconds by seat WA BA WB BB; -1 unknown
	Acts      []Act     `json:"acts,omitempty"`
	Claim     Claim     `json:"claim,omitzero"`
	Certainty Certainty `json:"certainty,omitempty"`
	Owner     string    `json:"owner,omitempty"` // whose version this is, when it is disputed
	Other     *Version  `json:"other,omitempty"` // the other side's version of a disputed position
	Agreement bool      `json:"calls_agreed,omitempty"`
	Answers   []Answer  `json:"answers,omitempty" limit:"-"` // what was asked and said, in the words of the rulings engine
	Place     Place     `json:"place,omitempty"`             // where it happened, away from a table
	Decided   bool      `json:"decided,omitempty"`           // the match had a result when the card was opened

	// Dropped are the squares per board of men that were dropped there and have
	// not moved: FIDEX 8 lets a rook dropped on its corner castle.
	Dropped [2][]string `json:"dropped,omitzero"`
}

// Version is a second version of a disputed position.
type Version struct {
	Owner  string   `json:"owner"`
	BoardA string   `json:"a"`
	BoardB string   `json:"b,omitempty"`
	Clocks [4]int64 `json:"clocks"`
}

// Act is one act in the words of the rulings format: its JSON object.
type Act map[string]any

// Claim is what is claimed, in the words of the rulings format.
type Claim struct {
	By      string `json:"by,omitempty"` // seat
	Kind    string `json:"kind,omitempty"`
	Against string `json:"against,omitempty"`
	Silent  bool   `json:"silent,omitempty"`
	Running bool   `json:"running,omitempty"`
	Piece   string `json:"piece,omitempty"`
}

// Answer is a question of the rulings engine and what the official learned.
type Answer struct {
	Fact     string `json:"fact"`   // as ruling.Fact writes itself
	Number   int    `json:"number"` // which of the fact's answers, from 0
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// Seats in the order of clocks and forms.
var Seats = [4]string{"WA", "BA", "WB", "BB"}

// StartFEN is a board before its first move.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"

// unset are the facts of a card on which nothing is written.
func unset() Facts { return Facts{BoardA: StartFEN, BoardB: StartFEN, Clocks: livegame.UnknownClocks} }

// FactsOf are the facts of an incident. A board that was never set up stands at the
// start.
func FactsOf(i Incident) Facts {
	f := i.Facts
	if f.BoardA == "" {
		return unset()
	}
	if f.BoardB == "" {
		f.BoardB = StartFEN
	}
	return f
}

// AwayFromTables reports whether it happened where nobody has a seat or a board, and
// nothing of the facts speaks of one.
func (f Facts) AwayFromTables() bool {
	return f.Place != AtATable && len(f.Acts) == 0 && f.Other == nil && f.Certainty == Unasked && f.Claim == (Claim{Kind: f.Claim.Kind}) &&
		f.Clocks == [4]int64{-1, -1, -1, -1} && f.BoardA == StartFEN && (f.BoardB == StartFEN || f.BoardB == "")
}

// Incident turns the facts into what the rulings engine takes. Mistakes come
// back as field messages: a for board A, b for board B, acts, claim.
func (f Facts) Incident(s tournament.Section, earlier Earlier) (ruling.Incident, error) {
	book, err := s.Rules()
	if err != nil {
		return ruling.Incident{}, err
	}
	if missing := f.Missing(s); len(missing) > 0 {
		return ruling.Incident{}, fault.New(fault.Invalid, "Facts are missing: %s", fault.Sentences(missing...))
	}
	c, err := casefile.Of(f.caseFile(s))
	if err != nil {
		return ruling.Incident{}, fieldOf(err)
	}
	in := c.Incident
	in.Book, in.Offences, in.Elsewhere = book, earlier.Match, earlier.Elsewhere
	in.Unordered, in.Concluded = true, f.Decided // acts are listed as people told them
	for seat, ms := range f.Clocks {
		if ms < 0 {
			in.Clocks[seat] = ruling.NoClock
		}
	}
	return f.ask(in)
}

// ask puts in what was learned by asking, and what nobody has asked yet: unless
// the card says otherwise, a claim counts as said aloud with the clock stopped.
func (f Facts) ask(in ruling.Incident) (ruling.Incident, error) {
	if !f.Claim.Silent {
		in.Assumed = append(in.Assumed, ruling.Fact{Kind: ruling.FactAloud})
	}
	if !f.Claim.Running {
		in.Assumed = append(in.Assumed, ruling.Fact{Kind: ruling.FactStopped})
	}
	for _, a := range f.Answers {
		fact, err := ruling.ParseFact(a.Fact)
		if err != nil {
			return in, fmt.Errorf("read an answer: %w", err)
		}
		in = in.With(fact, a.Number)
		if !slices.Contains(in.Known, fact) {
			in.Known = append(in.Known, fact)
		}
	}
	in.Unknown = in.Doubts()
	return in, nil
}

// caseFile writes the facts in the form of case files (rulings format §1). An
// unknown clock counts as not down.
func (f Facts) caseFile(s tournament.Section) map[string]any {
	board := func(fen string, dropped []string) map[string]any {
		b := map[string]any{"fen": fen}
		if len(dropped) > 0 {
			b["dropped"] = dropped
		}
		return b
	}
	boards, clocks := map[string]any{"A": board(f.BoardA, f.Dropped[0])}, map[string]any{}
	seats := Seats[:2]
	if s.TeamSize == 2 {
		boards["B"] = board(f.BoardB, f.Dropped[1])
		seats = Seats[:]
	}
	for i, seat := range seats {
		clocks[seat] = max(f.Clocks[i], 0)
		if f.Clocks[i] < 0 {
			clocks[seat] = s.ClockMS
		}
	}
	acts := f.Acts
	if acts == nil {
		acts = []Act{}
	}
	c := map[string]any{"id": "card", "rulebook": s.Rulebook, "boards": boards, "clocks": clocks, "timeline": acts}
	if f.Agreement {
		c["calls_agreed"] = true
	}
	if f.Claim.Kind != "" && f.Claim.By != "" {
		c["claim"] = f.Claim.object()
	}
	return c
}

func (c Claim) object() map[string]any {
	o := map[string]any{"by": c.By, "kind": c.Kind}
	if c.Against != "" {
		o["against"] = c.Against
	}
	if c.Silent {
		o["aloud"] = false
	}
	if c.Running {
		o["clock_stopped"] = false
	}
	if c.Piece != "" && c.Kind == string(rulebook.ClaimStock) { // what another claim needed stays on the card and says nothing
		o["piece"] = c.Piece
	}
	return o
}

// fieldOf turns a mistake in a case into a message at the field of the card.
func fieldOf(err error) error {
	var at *casefile.PathError
	if !errors.As(err, &at) {
		return fault.Wrap(fault.Invalid, err, "The facts do not make a case yet.")
	}
	var form fault.Form
	switch path := at.Path; {
	case strings.HasPrefix(path, "$.boards.A"):
		form.Add("a", "Board A: %s.", at.Msg)
	case strings.HasPrefix(path, "$.boards.B"):
		form.Add("b", "Board B: %s.", at.Msg)
	case strings.HasPrefix(path, "$.timeline"):
		number, _, _ := strings.Cut(strings.TrimPrefix(path, "$.timeline["), "]")
		n, convErr := strconv.Atoi(number)
		if convErr != nil {
			form.Add("acts", "The acts: %s.", at.Msg)
		} else {
			form.Add("acts", "Act %d: %s.", n+1, at.Msg)
		}
	case strings.HasPrefix(path, "$.claim"):
		form.Add("claim", "The claim: %s.", at.Msg)
	default:
		form.Add("acts", "%s: %s.", path, at.Msg)
	}
	return form.Err()
}

// mostActs is how many acts a card may tell; a whole match has fewer.
const mostActs = 1000

// Check refuses facts that nobody could mean, before they are saved. Boards are
// taken as found: an odd position is a fact, not a mistake, and so is one that is
// not set up yet.
func (f Facts) Check(s tournament.Section) error {
	var form fault.Form
	for name, fen := range map[string]string{"a": f.BoardA, "b": f.BoardB} {
		if name == "b" && s.TeamSize == 1 {
			continue
		}
		if _, err := bughouse.ParseFEN(fen); err != nil {
			form.Add(name, "Board %s: %s.", strings.ToUpper(name), err)
		}
	}
	if len(f.Acts) > mostActs {
		form.Add("acts", "A card tells at most %d acts; this one has %d. Begin with the position before those that matter.", mostActs, len(f.Acts))
	}
	if f.Claim.Kind != "" {
		known := false
		for _, c := range rulebook.Claims() {
			known = known || string(c.Kind) == f.Claim.Kind
		}
		if !known {
			form.Add("claim", "Choose what is claimed from the list.")
		}
	}
	if f.Claim.By != "" {
		if _, err := bughouse.ParseSeat(f.Claim.By); err != nil {
			form.Add("claim", "Choose the player who claims.")
		}
	}
	if err := form.Err(); err != nil {
		return err
	}
	if len(f.Missing(s)) > 0 {
		f = f.boardsAside()
	}
	_, err := f.Incident(s, Earlier{})
	return err
}
