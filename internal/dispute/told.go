package dispute

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Told is what a ruling decides, from what is on record of it, so that it can be said in
// the reader's language. The ruling keeps the English of its day as Sentence.
func (f *WholeIncident) Told(r Ruling) phrase.Chain {
	d := r.Decision
	switch first := r.Replaces == nil; {
	case first && r.Follows:
		return fault.Sentences(append([]phrase.Sentence{f.proposed(r)}, scopeWords(d)...)...)
	case first && r.Verdict == rulebook.Denied:
		return fault.Sentences(f.deniedWords())
	case first:
		return sentence(f, d, FactsOf(f.Incident).Clocks)
	}
	return sentence(f, d, livegame.UnknownClocks)
}

// proposed is the proposal that a ruling followed, as its headline was.
func (f *WholeIncident) proposed(r Ruling) phrase.Sentence {
	switch explain, ok := r.Explained(); {
	case f.Record == nil && r.Verdict == rulebook.None:
		return phrase.Of("No claim that a rulebook answers: decide as your reason says.")
	case f.Record == nil && ok:
		return explain
	case f.Record == nil:
		return phrase.Of("%s", r.Sentence)
	case r.Decision.Outcome != "":
		return phrase.Of("Match %d: %s.", f.Record.Match.MatchNo, r.Decision.Outcome.Said(f.Record.Teams, false, r.Decision.Ends))
	}
	return verdictSentences[r.Verdict]
}

// ToldPending is the same of a ruling that waits for a second official.
func (f *WholeIncident) ToldPending() phrase.Chain {
	pending := f.Incident.Pending
	switch pending.Choice {
	case Otherwise:
		d := pending.Decision
		d.Counts, d.From = pending.Counts, pending.From
		return sentence(f, d, FactsOf(f.Incident).Clocks)
	case Deny:
		return fault.Sentences(f.deniedWords())
	}
	if p, err := f.Propose(); err == nil {
		d := Decision{Outcome: p.Outcome, Counts: pending.Counts, From: pending.From}
		return fault.Sentences(append([]phrase.Sentence{f.Headline(p)}, scopeWords(d)...)...)
	}
	return fault.Sentences(phrase.Of("%s", pending.Sentence))
}

// writeProposal writes a proposal in the form of case files, with the parts of its
// sentence beside its English.
func writeProposal(r ruling.Ruling) (json.RawMessage, error) {
	raw, err := casefile.WriteRuling(r)
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	if fields["said"], err = json.Marshal(r.Explain); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}

// Explained is the sentence of the proposal that the ruling answers; ok is false for a
// ruling of a Tandem that kept only its English.
func (r Ruling) Explained() (explain phrase.Sentence, ok bool) {
	var proposal struct {
		Said *phrase.Sentence `json:"said"`
	}
	if json.Unmarshal(r.Proposal, &proposal) != nil || proposal.Said == nil {
		return explain, false
	}
	return *proposal.Said, true
}

// ExplainedAnew is Explained, and for an older ruling the sentence of today's proposal, if
// that is still the same.
func (f *WholeIncident) ExplainedAnew(r Ruling) (explain phrase.Sentence, ok bool) {
	if explain, ok = r.Explained(); ok {
		return explain, true
	}
	p, err := f.Propose()
	return p.Ruling.Explain, err == nil && f.Named(p.Ruling.Explain).String() == r.Reason
}

func (f *WholeIncident) deniedWords() phrase.Sentence {
	if f.Record == nil {
		return phrase.Of("The claim is denied.")
	}
	return verdictSentences[rulebook.Denied]
}

// sentence tells a decision that is not the proposal's, penalties included.
// was are the clocks that it need not say, because they stand already.
func sentence(f *WholeIncident, d Decision, was [4]int64) phrase.Chain {
	said := append([]phrase.Sentence{matchWords(f, d)}, scopeWords(d)...)
	if d.Outcome == "" && !d.Replay && f.Record != nil {
		said = append(said, clockWords(f, d, was)...)
	}
	for _, p := range d.Penalties {
		said = append(said, phrase.Of("%s: %s for %s.", who(f, p.Seat), penaltyName(p.Kind), offenceName(p.Offence)))
	}
	for _, l := range d.LiftedOnly() {
		said = append(said, phrase.Of("%s: the penalty for %s is taken away.", who(f, l.Seat), offenceName(l.Offence)))
	}
	return fault.Sentences(said...)
}

// penaltyNames are the penalties that an official gives, as the register says them.
var penaltyNames = map[rulebook.RemedyKind]phrase.Word{
	rulebook.Warning: phrase.Word("warning"), rulebook.AddTime: phrase.Word("add time"), rulebook.DeductTime: phrase.Word("deduct time"),
	rulebook.GameLoss: phrase.Word("game loss"), rulebook.MatchLoss: phrase.Word("match loss"), rulebook.Expel: phrase.Word("expel"),
}

// penaltyName is a penalty inside a sentence.
func penaltyName(kind rulebook.RemedyKind) phrase.Word {
	if name, ok := penaltyNames[kind]; ok {
		return name
	}
	return phrase.Word(strings.ReplaceAll(string(kind), "-", " "))
}

// offenceName is an offence inside a sentence: "hiding stock pieces"; what an official
// typed stays.
func offenceName(offence string) any {
	if offence == string(rulebook.ClaimIllegalMove) {
		return phrase.Word("illegal move")
	}
	list := ladders()
	if i := slices.IndexFunc(list, func(s rulebook.Setting) bool { return s.PriorLadder() == offence }); i >= 0 {
		return list[i].Name()
	}
	return strings.ReplaceAll(offence, "-", " ")
}

// who is a player by name, and without a match, where no team is told otherwise, with
// the team.
func who(f *WholeIncident, seat string) string {
	player, ok := f.PlayerAt(seat)
	switch {
	case !ok:
		return seat
	case f.Record == nil:
		return player.Name() + " (" + f.TeamAt(seat).Name + ")"
	}
	return player.Name()
}

// scopeWords tells what the result of a decision counts for, nothing for everything.
func scopeWords(d Decision) []phrase.Sentence {
	scope := tournament.Correction{Counts: d.Counts, From: d.From}.ScopeWords()
	if scope.Empty() || d.Outcome == "" {
		return nil
	}
	return []phrase.Sentence{phrase.Of("It counts %s.", scope)}
}

// clockWords tells the clocks that a decision sets.
func clockWords(f *WholeIncident, d Decision, was [4]int64) []phrase.Sentence {
	var words []string
	for i, ms := range d.Clocks[:2*f.Section.TeamSize] {
		if ms >= 0 && ms != was[i] {
			words = append(words, Seats[i]+" "+livegame.FormatClock(ms))
		}
	}
	if len(words) == 0 {
		return nil
	}
	return []phrase.Sentence{phrase.Of("Clocks set: %s.", strings.Join(words, ", "))}
}

func matchWords(f *WholeIncident, d Decision) phrase.Sentence {
	switch {
	case f.Record == nil:
		return phrase.Of("Decided as the reason says.")
	case d.Replay:
		return phrase.Of("The match is played again.")
	case d.Outcome == "" && d.Ends.Known():
		return boardOnly(f, d.Ends)
	case d.Restore:
		return phrase.Of("Play goes on from the position of the card.")
	case d.Outcome == "":
		return phrase.Of("Play goes on.")
	}
	return phrase.Of("%s.", d.Outcome.Said(f.Record.Teams, false, d.Ends))
}

// boardOnly tells a ruling on one board that leaves the match to the other.
func boardOnly(f *WholeIncident, ends livegame.Ends) phrase.Sentence {
	board, other, end := "A", "B", ends.A
	if ends.A.Reason == "" {
		board, other, end = "B", "A", ends.B
	}
	if end.Winner == 0 {
		return phrase.Of("Board %s is drawn; board %s plays on and decides the match.", board, other)
	}
	return phrase.Of("%s win board %s; board %s plays on and decides the match.", f.Record.Teams[end.Winner-1], board, other)
}
