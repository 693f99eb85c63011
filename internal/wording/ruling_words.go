package wording

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
)

// RulingIn tells a ruling about a match with both team names. The journal keeps
// it in English; here it is said anew from what was decided. who names the player
// at a seat.
func RulingIn(w text.Words, r dispute.Ruling, names [2]string, matchNo int, who func(seat string) string) string {
	d := r.Decision
	first := r.Replaces == nil && !d.Replay && d.Outcome == ""
	said := []string{}
	switch verdict, ok := verdictWords[r.Verdict]; {
	case first && r.Follows && ok:
		said = append(said, w.Say(verdict))
	case first && !r.Follows && r.Verdict == rulebook.Denied:
		said = append(said, w.Say(verdict))
	default:
		said = append(said, decisionIn(w, d, names, matchNo))
	}
	for _, p := range d.Penalties {
		said = append(said, w.Say("%s: %s (%s).", who(p.Seat), PenaltyIn(w, string(p.Kind)), OffenceIn(w, p.Offence)))
	}
	for _, l := range d.LiftedOnly() {
		said = append(said, w.Say("%s: the penalty is taken away (%s).", who(l.Seat), OffenceIn(w, l.Offence)))
	}
	return strings.Join(said, " ")
}

var verdictWords = map[rulebook.Verdict]text.Message{
	rulebook.Upheld: text.Message("The claim is upheld; play goes on."), rulebook.Denied: text.Message("The claim is denied; play goes on."),
	rulebook.Discretion: text.Message("The rulebook leaves this to the official."), rulebook.None: text.Message("Nothing is claimed; play goes on."),
}

// decisionIn is what becomes of the match.
func decisionIn(w text.Words, d dispute.Decision, names [2]string, matchNo int) string {
	switch {
	case d.Replay:
		return w.Say("The match is played again.")
	case d.Outcome != "":
		return w.Say("Match %d: %s.", matchNo, ResultIn(w, names, d.Outcome, false)) + endsIn(w, d.Ends)
	case !d.Ends.Known():
		return w.Say("Play goes on.")
	}
	board, other, end := "A", "B", d.Ends.A
	if end.Reason == "" {
		board, other, end = "B", "A", d.Ends.B
	}
	if end.Winner == 0 {
		return w.Say("Board %s is drawn; board %s plays on and decides the match.", board, other)
	}
	return w.Say("%s win board %s; board %s plays on and decides the match.", names[end.Winner-1], board, other)
}

// PenaltyIn says what a player got, in the words of the register: remedies of the
// rulings format, several joined by commas.
func PenaltyIn(w text.Words, stored string) string {
	if stored == "game lost" {
		stored = string(rulebook.GameLoss)
	}
	said := ""
	for _, part := range strings.Split(stored, ", ") {
		one := remedyIn(w, rulebook.RemedyKind(strings.ReplaceAll(part, " ", "-")))
		if said != "" {
			one = w.Say("%s and %s", said, one)
		}
		said = one
	}
	return said
}

func remedyIn(w text.Words, kind rulebook.RemedyKind) string {
	for _, step := range rulebook.OnHand.Choices() { // every ladder has the same steps
		if string(step.Value) == string(kind) {
			return w.Rule(step.Meaning)
		}
	}
	if m, ok := remedyMessages[kind]; ok {
		return w.Say(m)
	}
	return string(kind)
}

// remedyMessages are the remedies that are no steps of a ladder.
var remedyMessages = map[rulebook.RemedyKind]text.Message{
	rulebook.TakeBack: text.Message("the move is taken back"), rulebook.ChoosePromotion: text.Message("the promotion piece is named"),
	rulebook.SetTime: text.Message("the clock is set"), rulebook.SamePiece: text.Message("the same piece is moved"),
	rulebook.MoveStands: text.Message("the move stands"), rulebook.GivePiece: text.Message("the piece is handed over"),
	rulebook.RemovePiece: text.Message("the piece is out of play"), rulebook.NewGame: text.Message("a new game is played"),
	rulebook.CorrectSetup: text.Message("the set-up is corrected"), rulebook.MoveClock: text.Message("the clock is moved"),
	rulebook.Expel: text.Message("expelled from the hall"), rulebook.RestartClocks: text.Message("the clocks are started again"),
}

// OffenceName is OffenceIn inside a sentence: "hiding stock pieces".
func OffenceName(w text.Words, offence string) string {
	switch offence {
	case rulebook.OnPoint.PriorLadder():
		return rulebook.OnTouchPartner.Name().In(w.Told)
	case string(rulebook.ClaimIllegalMove):
		return claimName(w, rulebook.ClaimIllegalMove)
	}
	if s, err := rulebook.ParseSetting("on-" + offence); err == nil {
		return s.Name().In(w.Told)
	}
	return OffenceIn(w, offence)
}

func claimName(w text.Words, kind rulebook.ClaimKind) string {
	info, _ := kind.Info()
	return info.Name().In(w.Told)
}

// OffenceIn names a ladder; what an official typed stays.
func OffenceIn(w text.Words, offence string) string {
	switch offence {
	case "illegal-move":
		return w.Say(endWords[rulebook.ReasonIllegalMove])
	case rulebook.OnPoint.PriorLadder():
		return w.Rule(rulebook.OnTouchPartner.Question())
	}
	if s, err := rulebook.ParseSetting("on-" + offence); err == nil {
		return w.Rule(s.Question())
	}
	return strings.ReplaceAll(offence, "-", " ")
}

// endsIn tells how the boards ended, each in a sentence of its own.
func endsIn(w text.Words, ends livegame.Ends) string {
	said := ""
	for i, end := range []livegame.BoardEnd{ends.A, ends.B} {
		if m, ok := endWords[end.Reason]; ok {
			said += " " + w.Say("Board %s: %s.", string(rune('A'+i)), w.Say(m))
		}
	}
	return said
}

var seatInWords = regexp.MustCompile(`(White|Black)( on board [AB])?`)

// EngineWrote reports whether a reason is the sentence of the rulings engine, with
// or without the players' names in it, and no official's own.
func EngineWrote(r dispute.Ruling) bool {
	var proposal struct {
		Explain string `json:"explain"`
	}
	if !r.Follows || json.Unmarshal(r.Proposal, &proposal) != nil || proposal.Explain == "" {
		return false
	}
	parts := seatInWords.Split(proposal.Explain, -1)
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	same, err := regexp.MatchString("^"+strings.Join(parts, ".+")+"$", r.Reason)
	return err == nil && same
}

// ReasonIn is why a ruling was made: the official's own words as they are, and the
// sentence of the rulings engine in the reader's language, with the players' names.
func ReasonIn(w text.Words, f dispute.WholeIncident, r dispute.Ruling) string {
	if w.English() || !EngineWrote(r) {
		return r.Reason
	}
	explain, ok := f.ExplainedAnew(r)
	if !ok {
		return r.Reason
	}
	return f.Named(explain).In(w.Told)
}

// PublicReasonIn is ReasonIn where the incident is not at hand; who names the player at
// a seat. It is empty where only the English of the engine is on record: the articles say
// it in the reader's language.
func PublicReasonIn(w text.Words, r dispute.Ruling, who func(seat string) string) string {
	if w.English() || !EngineWrote(r) {
		return r.Reason
	}
	explain, ok := r.Explained()
	if !ok {
		return ""
	}
	return dispute.Named{Sayable: explain, Who: func(s bughouse.Seat) (string, bool) {
		name := who(s.String())
		return name, name != s.String()
	}}.In(w.Told)
}

// TellsIn is what a ruling decides: as it was signed for readers of English, told anew for
// others.
func TellsIn(w text.Words, f dispute.WholeIncident, r dispute.Ruling) string {
	if w.English() {
		return r.Sentence
	}
	return f.Told(r).In(w.Told)
}

// CameTo are what rulings did to the match, as lists count them.
var CameTo = map[string]text.Message{
	"replayed": text.Message("replayed"), "drawn": text.Message("drawn"), "lost by both": text.Message("lost by both"), "lost": text.Message("lost"),
	"denied": text.Message("denied"), "play on": text.Message("play on"),
}
