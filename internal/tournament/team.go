package tournament

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// TeamState is whether a team is in the hall.
type TeamState string

const (
	TeamEntered   TeamState = "entered" // on the list, not seen yet
	TeamHere      TeamState = "here"
	TeamAbsent    TeamState = "absent"    // not expected this round
	TeamWithdrawn TeamState = "withdrawn" // plays no more
)

// Team is two to four players, of whom two play a match; under JARED one.
type Team struct {
	EventID      int64
	TeamID       int64
	SectionID    int64
	Number       *int // pairing number, 1 = strongest; none before round 1
	Name         string
	NameKey      string
	Slug         string
	Code         string // short code on the badge
	School       string
	Strength     int // sum of its two highest ratings
	State        TeamState
	ArrivesRound int
	LeavesRound  *int // first round the team no longer plays, perhaps one far ahead
	LinkHash     []byte
	Revision     int
	CreatedAt    time.Time
	GroupNo      *int   // the group it was put into by hand, from 1; nil: as dealt by strength
	Categories   string // words for prizes, separated by commas: "Girls, K-5"

	DefaultsForgiven int // how many defaults count no more: it was let in again after them
}

// LeftBy reports that the team plays neither a round nor any after it.
func (t Team) LeftBy(round int) bool { return t.LeavesRound != nil && *t.LeavesRound <= round }

// NeverCame reports that the team left before its first round.
func (t Team) NeverCame() bool { return t.LeftBy(max(1, t.ArrivesRound)) }

// in is the team as it is in a round: withdrawn once the round has come from which on it is away,
// and until then in the hall or not, though that it will leave is known long before.
func (t Team) in(round int) Team {
	switch {
	case t.LeftBy(round):
		t.State = TeamWithdrawn
	case t.State == TeamWithdrawn && t.LeavesRound != nil:
		t.State = TeamEntered
	}
	return t
}

// Player belongs to a team, or waits in the pool for a partner.
type Player struct {
	EventID    int64
	PlayerID   int64
	SectionID  int64
	TeamID     *int64
	SeatOrder  *int // 1 to 4 inside the team; 1 and 2 play where no line-up says otherwise
	FirstName  string
	LastName   string
	NameKey    string
	Rating     *int
	Grade      string
	School     string
	ExternalID string
	CreatedAt  time.Time
}

// RequestedBye is a round a team asked not to play: full, half or zero points.
type RequestedBye struct {
	RoundNo int
	TeamID  int64
	Kind    ByeKind
}

// ForbiddenPair is two teams that must not meet in the rounds FirstRound to
// LastRound. Hard ones stand like a rule, others give way before a round cannot
// be paired at all. TeamID is the smaller id.
type ForbiddenPair struct {
	TeamID     int64
	OtherID    int64
	FirstRound int
	LastRound  int
	Hard       bool
	Reason     string
}

// Name is the player's full name.
func (p Player) Name() string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }

// PublicName hides the last name of a minor but for its first letter.
func (p Player) PublicName(hide bool) string {
	if !hide || p.FirstName == "" || p.LastName == "" {
		return p.Name()
	}
	initial := []rune(p.LastName)[0]
	return p.FirstName + " " + string(unicode.ToUpper(initial)) + "."
}

// letters that decompose to nothing plain.
var plainLetters = strings.NewReplacer("ß", "ss", "ø", "o", "đ", "d", "ł", "l", "æ", "ae", "œ", "oe", "þ", "th", "ð", "d", "ı", "i", "’", "'")

// NameKey folds a name for comparison: lower case, no accents, single spaces.
// Two names with the same key are the same to a person in a hurry.
func NameKey(name string) string {
	folded := strings.ToLower(name)
	if !isASCII(folded) {
		strip := transform.Chain(norm.NFD, runes.Remove(runes.Predicate(isAccent)), norm.NFC)
		if stripped, _, err := transform.String(strip, folded); err == nil {
			folded = stripped
		}
	}
	return strings.Join(strings.Fields(plainLetters.Replace(folded)), " ")
}

// isAccent reports whether a mark may be left out by a person in a hurry. Those of Indian, Thai
// and Japanese letters may not: they are vowels, or make another letter of it.
func isAccent(r rune) bool {
	voiced := r == '\u3099' || r == '\u309a' // of kana
	return unicode.In(r, unicode.Inherited, unicode.Hebrew, unicode.Arabic) && unicode.Is(unicode.Mn, r) && !voiced
}

// isASCII reports whether there is nothing to strip from a text, as from most names.
func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// Slug turns a name into an address: lower-case letters, digits and hyphens.
// It is empty when the name holds nothing of the kind.
func Slug(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range NameKey(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r == '\'':
		default:
			gap = true
		}
	}
	return b.String()
}
