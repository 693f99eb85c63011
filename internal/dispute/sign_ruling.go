package dispute

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Choice is which way an official decides.
type Choice string

const (
	Follow    Choice = "follow" // as the rulebook proposes
	Deny      Choice = "deny"   // the claim fails, play goes on
	Otherwise Choice = "other"  // another outcome
)

// Sign is a ruling about to be signed.
type Sign struct {
	IncidentID int64
	Revision   int // of the card the official saw
	Choice     Choice
	Decision   Decision // for Otherwise
	Reason     string
	Hold       bool // nobody but officials reads the ruling until it is announced

	// What a result that follows counts for where a later round is out, as for a
	// tournament.Correction: empty for all, 0 for at once.
	Counts tournament.CountsFor
	From   int
}

// Signed is the answer to Sign.
type Signed struct {
	RulingID int64 `json:"ruling_id"`       // 0 while it waits
	Waits    bool  `json:"waits,omitempty"` // for a second official
}

// putTx writes a ruling, its penalties and its effect on the match.
type putTx interface {
	takeBackTx
	NextID(ctx context.Context, counter string) (int64, error)
	InsertRuling(ctx context.Context, r Ruling) error
	InsertPenalty(ctx context.Context, p Penalty) error
}

// signTx signs a ruling on a card.
type signTx interface {
	cardTx
	clearTx
	putTx
	tiesTx
	LastPublished(ctx context.Context, sectionID int64) (round int, err error)
}

// Sign records a director's ruling with the proposal it answers, and lets its
// effect reach the match, the standings and the register in the same change.
func (s *RulingCommands) Sign(ctx context.Context, eventID int64, cmd journal.Command, in Sign) (Signed, error) {
	var out Signed
	receipt, err := s.signs(ctx, eventID, cmd.With(in), func(tx signTx) (journal.Change, error) {
		f, err := tx.WholeIncident(ctx, in.IncidentID)
		if err != nil {
			return journal.Change{}, err
		}
		if err := checkOpen(&f); err != nil {
			return journal.Change{}, err
		}
		if err := checkRevision(&f, in.Revision); err != nil {
			return journal.Change{}, err
		}
		if err := f.CheckRecusal(ctx, tx, cmd.Actor.AccountID, false); err != nil {
			return journal.Change{}, err
		}
		if err := checkPenalized(ctx, &f, tx, cmd.Actor.AccountID, in); err != nil {
			return journal.Change{}, err
		}
		later, err := laterRoundOut(ctx, &f, tx)
		if err != nil {
			return journal.Change{}, err
		}
		r, p, err := rulingOf(&f, in, cmd.Actor, later, tx.Now())
		if err != nil {
			return journal.Change{}, err
		}
		if needsSecond(&f, r) {
			out.Waits = true
			change, err := askSecond(ctx, &f, tx, in, r)
			change.Answer = out
			return change, err
		}
		return carryOut(ctx, &f, tx, r, p, &out)
	})
	if err != nil {
		return Signed{}, err
	}
	if receipt.Repeated {
		return journal.Answer[Signed](receipt)
	}
	return out, nil
}

// carryOut lets a ruling stand and closes the card.
func carryOut(ctx context.Context, f *WholeIncident, tx signTx, r Ruling, p Proposal, out *Signed) (journal.Change, error) {
	var err error
	if out.RulingID, err = put(ctx, f, tx, r, p, nil); err != nil {
		return journal.Change{}, err
	}
	f.Incident.State = Ruled
	if err := tx.UpdateIncident(ctx, f.Incident); err != nil {
		return journal.Change{}, err
	}
	words := r.journalWords()
	if wouldNeedSecond(f, r) && f.Section.OneOfficial {
		words += " Signed by one official alone, as the section is set up."
	}
	return journal.Change{
		Action: "sign ruling", Subject: f.Subject(), After: entry(words, map[string]any{"articles": strings.Join(r.Articles, ", "), "follows": r.Follows, "heavy": r.Heavy}),
		Reason: r.Reason, Answer: *out,
	}, clearReview(ctx, f, tx)
}

// journalWords is the ruling as the journal tells it.
func (r Ruling) journalWords() string {
	words := r.Sentence
	if !r.Follows {
		words += " It departs from the proposal."
	}
	if r.SecondedByName != "" {
		words += " Confirmed by " + r.SecondedByName + "."
	}
	if r.Held {
		words += " It is held until it is announced."
	}
	return words
}

// laterRoundOut reports whether a round after that of the match is published.
func laterRoundOut(ctx context.Context, f *WholeIncident, tx signTx) (bool, error) {
	if f.Record == nil {
		return false, nil
	}
	last, err := tx.LastPublished(ctx, f.Section.SectionID)
	return last > f.Record.Round.RoundNo, err
}

// rulingOf puts together what a director signs. Departing from the proposal needs
// the official's own words, and so does a result of a round after which another is
// out; otherwise following the proposal may rest on its sentence.
func rulingOf(f *WholeIncident, in Sign, actor journal.Actor, later bool, now time.Time) (Ruling, Proposal, error) {
	p, err := f.Propose()
	if err != nil {
		return Ruling{}, p, err
	}
	r := Ruling{
		EventID: f.Incident.EventID, IncidentID: f.Incident.IncidentID, Level: ByDirector, MadeBy: actor.AccountID, MadeByName: actor.Name, At: now,
		Verdict: p.Ruling.Verdict, Articles: p.Ruling.Articles, Basis: string(p.Ruling.Basis), Reason: strings.TrimSpace(in.Reason),
		State: Standing, AppealUntil: windowAfter(f, ByDirector, now), Held: in.Hold,
	}
	if r.Held {
		r.AppealUntil = nil // the time to appeal begins with the announcement
	}
	decision := Decision{Outcome: p.Outcome, Ends: p.Ends, Clocks: p.Ruling.Clocks}
	var form fault.Form
	switch in.Choice {
	case Follow:
		decision.Counts, decision.From = in.Counts, in.From
		r.Follows, r.Sentence = true, fault.Sentences(append([]phrase.Sentence{f.Headline(p)}, scopeWords(decision)...)...).String()
		if len(p.Missing) > 0 {
			form.Add("choice", "The rulebook cannot answer yet: %s Complete the card, or choose an outcome yourself.", fault.Sentences(p.Missing...))
		} else if p.Ruling.Verdict == rulebook.Discretion {
			form.Add("choice", "The rulebook leaves this to you: choose an outcome.")
		}
		if later && decision.Outcome != "" && r.Reason == "" {
			form.Add("reason", "A later round is published. Say why this result counts as you decided; everybody whose place moves reads it.")
		} else if why := f.MustSayWhy(p); why.String() != "" && r.Reason == "" {
			form.Add("reason", "Say in a word why you sign all the same: %s.", why)
		} else if r.Reason == "" {
			r.Reason = f.Named(p.Ruling.Explain).String()
		}
	case Deny:
		r.Verdict, decision = rulebook.Denied, Decision{Clocks: p.Incident.Clocks}
		r.Sentence = f.deniedWords().String()
	case Otherwise:
		decision, r.Verdict = in.Decision, rulebook.Discretion
		decision.Lifted = nil // only a review takes penalties away
		decision.Counts, decision.From = in.Counts, in.From
		decision.check(&form, f)
		if decision.Restore && len(p.Missing) > 0 {
			form.Add("outcome", "Play cannot go on from the position of the card: %s", fault.Sentences(p.Missing...))
		}
		facts := FactsOf(f.Incident)
		r.Sentence = sentence(f, decision, facts.Clocks).String()
	default:
		form.Add("choice", "Choose a decision.")
	}
	if !r.Follows && r.Reason == "" {
		form.Add("reason", "Say why you depart from the proposal. Both teams and any reviewer read it.")
	}
	decision.checkScope(&form, f)
	if r.Held && f.goesOn(decision) {
		form.Add("hold", "Play goes on after this ruling, so both teams have to know it. Sign it without holding it back.")
	}
	if err := form.Err(); err != nil {
		return r, p, err
	}
	if r.Proposal, err = writeProposal(p.Ruling); err != nil {
		return r, p, fmt.Errorf("write the proposal: %w", err)
	}
	r.Decision, r.Heavy = decision, isHeavy(decision, p, r.Follows)
	return r, p, nil
}

// appealWindow is how long an appeal may be filed after a ruling.
func appealWindow(f *WholeIncident) time.Duration {
	return time.Duration(f.Section.AppealMinutes) * time.Minute
}

// put writes a ruling that stands from now on: its remedies, its entries in the
// register, and its effect on the match.
func put(ctx context.Context, f *WholeIncident, tx putTx, r Ruling, p Proposal, replaces *int64) (int64, error) {
	var err error
	if r.RulingID, err = tx.NextID(ctx, "ruling"); err != nil {
		return 0, err
	}
	r.Replaces = replaces
	d := r.Decision
	if r.Follows {
		r.Remedies = remedies(f, p, r.RulingID)
	} else if r.Remedies, err = personRemedies(f, d, r.RulingID); err != nil {
		return 0, err
	}
	if err := tx.InsertRuling(ctx, r); err != nil {
		return 0, err
	}
	if replaces == nil && sentBack(f) {
		if err := tx.VoidPenalties(ctx, f.Incident.IncidentID); err != nil {
			return 0, err
		}
	}
	if err := register(ctx, f, tx, r, p, d); err != nil {
		return 0, err
	}
	if f.Record == nil {
		return r.RulingID, nil
	}
	err = tournament.ApplyRuling(ctx, tx.Match(), tournament.RulingResult{
		MatchID: f.Record.Match.MatchID, RulingID: r.RulingID, Earlier: rulingIDs(f), Outcome: d.OnRecord(), Ends: d.Ends, Articles: r.Articles, Basis: r.Basis, Reason: r.Reason, Counts: d.Counts, From: d.From,
		By: journal.Actor{AccountID: r.MadeBy, Name: r.MadeByName},
	})
	if err != nil {
		return 0, err
	}
	return r.RulingID, ruleLive(ctx, f, tx, r, d, p)
}

// remedies names the people and teams that the proposal names by seat.
func remedies(f *WholeIncident, p Proposal, rulingID int64) []Remedy {
	var list []Remedy
	for i, remedy := range p.Ruling.Remedies {
		detail, err := casefile.WriteRemedy(remedy)
		if err != nil {
			detail = json.RawMessage("{}") // a remedy of the engine always has a JSON form
		}
		row := Remedy{EventID: f.Incident.EventID, RulingID: rulingID, RemedyNo: i + 1, Kind: string(remedy.Kind), Detail: detail, Applied: true}
		if parts, _ := ruling.PartsOf(remedy.Kind); parts.Seat {
			if parts.MS && remedy.MS >= 0 {
				row.MS = ptr(remedy.MS)
			}
			name(f, &row, remedy.Seat.String())
		}
		list = append(list, row)
	}
	return list
}

// register writes what a ruling penalizes into the register: the offence the
// proposal found, or the penalties of an official who departs from it.
func register(ctx context.Context, f *WholeIncident, tx putTx, r Ruling, p Proposal, d Decision) error {
	if !r.Follows {
		return registerDecided(ctx, f, tx, r, d)
	}
	found, ok := infractionOf(p)
	if !ok {
		return nil
	}
	return registerOne(ctx, f, tx, r, found.seat.String(), found.offence, penaltyWords(p))
}

func penaltyWords(p Proposal) string {
	var words []string
	for _, remedy := range p.Ruling.Remedies {
		words = append(words, strings.ReplaceAll(string(remedy.Kind), "-", " "))
	}
	if len(words) == 0 {
		return "game lost"
	}
	return strings.Join(words, ", ")
}
