package rulebook

import "fmt"

// Verdict is the answer to a claim.
type Verdict string

// The verdicts. None means nothing was claimed.
const (
	Upheld     Verdict = "upheld"
	Denied     Verdict = "denied"
	Discretion Verdict = "discretion"
	None       Verdict = "none"
)

// Reason says how a game ended.
type Reason string

// The reasons. Stopped marks a game that decided nothing because the match was
// over, Ruled one that a ruling has drawn and left to the other board.
const (
	ReasonCheckmate   Reason = "checkmate"
	ReasonStalemate   Reason = "stalemate"
	ReasonFlag        Reason = "flag"
	ReasonBothFlags   Reason = "both-flags"
	ReasonResignation Reason = "resignation"
	ReasonIllegalMove Reason = "illegal-move"
	ReasonAgreement   Reason = "agreement"
	ReasonRepetition  Reason = "repetition"
	ReasonForfeit     Reason = "forfeit"
	ReasonNoClock     Reason = "no-clock"
	ReasonStopped     Reason = "stopped"
	ReasonRuled       Reason = "ruling"
)

// Reasons lists how a game can end, without Stopped and Ruled.
func Reasons() []Reason {
	return []Reason{
		ReasonCheckmate, ReasonStalemate, ReasonFlag, ReasonBothFlags, ReasonResignation,
		ReasonIllegalMove, ReasonAgreement, ReasonRepetition, ReasonForfeit, ReasonNoClock,
	}
}

// ParseReason reads one of Reasons.
func ParseReason(s string) (Reason, error) {
	for _, r := range Reasons() {
		if string(r) == s {
			return r, nil
		}
	}
	return "", fmt.Errorf("not a reason for a game to end: %q", s)
}

var reasonSentences = map[Reason]string{
	ReasonCheckmate: "checkmate", ReasonStalemate: "stalemate", ReasonFlag: "time", ReasonBothFlags: "both flags down",
	ReasonResignation: "resignation", ReasonIllegalMove: "an illegal move", ReasonAgreement: "agreement",
	ReasonRepetition: "repetition", ReasonForfeit: "forfeit", ReasonNoClock: "no clock", ReasonStopped: "stopped", ReasonRuled: "a ruling",
}

// Label is the reason as pages show it.
func (r Reason) Label() string { return reasonSentences[r] }

// ClaimKind is what a player may put before an official.
type ClaimKind string

// The claims.
const (
	ClaimIllegalMove          ClaimKind = "illegal-move"
	ClaimFlag                 ClaimKind = "flag"
	ClaimBothFlags            ClaimKind = "both-flags"
	ClaimCheckmate            ClaimKind = "checkmate"
	ClaimStalemate            ClaimKind = "stalemate"
	ClaimTouchMove            ClaimKind = "touch-move"
	ClaimDrawAgreement        ClaimKind = "draw-agreement"
	ClaimRepetition           ClaimKind = "repetition"
	ClaimInsufficientMaterial ClaimKind = "insufficient-material"
	ClaimLosingChances        ClaimKind = "losing-chances"
	ClaimStock                ClaimKind = "stock"
	ClaimConduct              ClaimKind = "conduct"
	ClaimWrongSetup           ClaimKind = "wrong-setup"
	ClaimExcessTime           ClaimKind = "excess-time"
	ClaimClockPlace           ClaimKind = "clock-place"
	ClaimSubstitution         ClaimKind = "substitution"
	ClaimAppeal               ClaimKind = "appeal"
)

// ClaimInfo describes a kind of claim for pages and forms.
type ClaimInfo struct {
	Kind     ClaimKind
	Label    string    // the chip on the incident card
	Question string    // the one fact that usually decides
	OnBoard  bool      // only a player of that board may claim it
	Settings []Setting // what it is judged by
}

// AwayFromTables reports whether the kind can be claimed where there is no board and
// nobody has a seat: somebody behaved badly, or is registered in another's place.
func (k ClaimKind) AwayFromTables() bool { return k == ClaimConduct || k == ClaimSubstitution }

// Claims lists every kind of claim in the order an incident card offers them.
func Claims() []ClaimInfo { return claims }

var claims = []ClaimInfo{
	{
		ClaimIllegalMove, "Illegal move", "Had the claimant already answered the move?", true,
		[]Setting{IllegalFrom, IllegalUntil, IllegalClaim, IllegalPenalty, IllegalLapsed, Correction},
	},
	{ClaimFlag, "Flag", "Was the claimant's own flag still up?", true, []Setting{FlagClaim, BothFlags}},
	{ClaimCheckmate, "Checkmate", "Can any piece the partner might still supply block the check?", true, []Setting{MateTest, MateCountsFrom}},
	{ClaimConduct, "Conduct", "What exactly did the player do? Add the act.", false, nil},
	{ClaimTouchMove, "Touch-move", "Was the man touched or let go on purpose?", true, []Setting{TouchBoard, TouchStock}},
	{ClaimStock, "Piece in stock", "Was the capture completed on the clock?", false, []Setting{CapturesGoTo, PassFrom, WithheldPiece, CapturedPromoted}},
	{ClaimRepetition, "Repetition", "How often has the position occurred, counted aloud?", true, []Setting{Repetition, RepetitionDropBreaks, RepetitionAloud}},
	{ClaimDrawAgreement, "Draw agreed", "Did all four players agree?", false, []Setting{DrawAgreement}},
	{ClaimBothFlags, "Both flags down", "Was anything claimed before the second flag fell?", true, []Setting{BothFlags}},
	{ClaimStalemate, "Stalemate", "Can a piece still arrive?", true, []Setting{Stalemate}},
	{ClaimWrongSetup, "Wrong set-up", "How many moves have been made?", false, []Setting{SetupClaimMoves}},
	{ClaimExcessTime, "Too much time", "What does the clock show?", false, []Setting{ExcessTimeOver}},
	{ClaimClockPlace, "Place of the clock", "Can all four players see both clocks?", false, []Setting{ClockPlace}},
	{ClaimSubstitution, "Substitution", "Who was registered for this seat?", false, []Setting{Substitution}},
	{ClaimInsufficientMaterial, "Insufficient material", "", false, []Setting{InsufficientMaterial}},
	{ClaimLosingChances, "Losing chances", "", false, []Setting{LosingChances}},
	{ClaimAppeal, "Appeal", "Who decided so far?", false, []Setting{Appeal}},
}

// Info returns the description of a claim kind; ok is false for an unknown word.
func (k ClaimKind) Info() (info ClaimInfo, ok bool) {
	for _, c := range claims {
		if c.Kind == k {
			return c, true
		}
	}
	return ClaimInfo{}, false
}
