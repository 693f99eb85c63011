package dispute

import (
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
)

// Card is an incident as an official fills it in.
type Card struct {
	ID, Revision                    int
	State, Place, Sentence, Summary string
	Rulebook                        string
	Base                            string // address of the card
	OpenedAt                        time.Time
	Kinds                           []layout.Choice
	Kind, By, Against, Piece        string
	Question                        string  // the one fact that usually decides this kind of claim
	Answered                        []Words // questions that were asked, with their answers
	Ask                             *Ask    // the question that decides this case, with its answers
	Silent, Running                 bool
	Seats                           []layout.Choice
	Evidence                        Evidence
	OneBoard                        bool
	Away                            bool // away from the tables: no boards, no seats
	Clocks, OtherClocks             [4]string
	ActLines                        string
	ActKinds                        []ActKind
	Certainty, Photo                string
	Owner, OtherOwner               string
	Owners                          []layout.Choice
	Versions                        bool // there are two
	Starts                          []Start
	CallsAgreed, ChiefCalled        bool
	ChiefComes                      string // the chief who answered the call
	Checks                          []Check
	Priors                          []Prior
	Clean                           []string // seats whose players have no entry
	Statements                      []Spoken
	Speakers                        []layout.Choice
	CanEdit, CanRule, Open          bool
	Writer                          string // somebody else who writes on the card now
	Twins, JoinedIn                 []Line
	JoinedTo                        string
	SentBack                        *SentBack
	Pending                         string // a ruling that waits for a second official
	Ruled                           string // address of the ruling, once there is one
	Stale                           []Difference
	Said                            Said    // a statement that was refused
	Settled                         string  // how it was settled, as typed
	NotTaken                        []Words // of a refused form that is shown no more
	Problem                         string
	Errors                          map[string]string
}

// settleWord is the way out without a ruling.
func (c Card) settleWord() text.Message {
	if c.Away {
		return text.Message("Settled, no ruling")
	}
	return text.Message("Resume play, no claim")
}

// Said is a statement as typed.
type Said struct{ Player, Speaker, Role, Body string }

// writes reports whether the reader may change the card now.
func (c Card) writes() bool { return c.CanEdit && c.Writer == "" }

// clock is what the field of a seat shows; prefix names the version.
func (c Card) clock(prefix, seat string) string {
	for i, s := range []string{"WA", "BA", "WB", "BB"} {
		if s == seat && prefix == "" {
			return c.Clocks[i]
		}
		if s == seat {
			return c.OtherClocks[i]
		}
	}
	return ""
}

// ActKind is one kind of act in the list of acts to add.
type ActKind struct {
	Kind, Label string
	Detail      string          // what is typed, as an example; empty for nothing
	Choices     []layout.Choice // what is chosen instead
}

// Start is a position both boards can be set to at once.
type Start struct {
	Label, A, B string
	Clocks      [4]string
}

// SentBack is what a reviewer wants to know.
type SentBack struct {
	Question, Asked, By, Reason string
	Due                         *time.Time
}

// Difference is one thing two states of a card do not agree about.
type Difference struct{ What, Before, After string }

// man is one piece of the palette.
type man struct {
	letter, symbol string
	name           text.Message
}

// palette are the men to place, white first; black ones have small letters, as
// in a FEN.
func palette() []man {
	var men []man
	for i, name := range manNames {
		kind := "KQRBNP"[i%6 : i%6+1]
		m := man{letter: kind, symbol: "w" + kind, name: name}
		if i >= 6 {
			m.letter, m.symbol = strings.ToLower(kind), "b"+kind
		}
		men = append(men, m)
	}
	return men
}

var manNames = []text.Message{
	text.Message("white king"), text.Message("white queen"), text.Message("white rook"), text.Message("white bishop"), text.Message("white knight"), text.Message("white pawn"),
	text.Message("black king"), text.Message("black queen"), text.Message("black rook"), text.Message("black bishop"), text.Message("black knight"), text.Message("black pawn"),
}

func certainties(f layout.Frame) []layout.Choice {
	return []layout.Choice{
		{Value: "as-found", Label: f.Say("As found")}, {Value: "agreed", Label: f.Say("Agreed")}, {Value: "disputed", Label: f.Say("Disputed")}, {Value: "rebuilt", Label: f.Say("Reconstructed")},
	}
}

func speakerRoles(f layout.Frame) []layout.Choice {
	return []layout.Choice{
		{Value: "claimant", Label: f.Say("claimant")},
		{Value: "opponent", Label: f.Say("opponent")},
		{Value: "partner", Label: f.Say("partner")},
		{Value: "witness", Label: f.Say("witness")},
		{Value: "official", Label: f.Say("official")},
		{Value: "other", Label: f.Say("other")},
	}
}

// stockLetter is a piece of a seat's stock as a FEN writes it.
func stockLetter(seat, kind string) string {
	if seat[0] == 'B' {
		return strings.ToLower(kind)
	}
	return kind
}

func fieldOf(prefix, board string) string { return prefix + strings.ToLower(board) }
