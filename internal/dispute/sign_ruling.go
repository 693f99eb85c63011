package dispute

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Choice is which way an official decides.
type Choice string

const (
	Follow Choice = "follow" // as the rulebook proposes
	Deny   Choice = "deny"   // the claim fails, play goes on
	Else   Choice = "other"  // another outcome
)

// Sign is a ruling about to be signed.
type Sign struct {
	IncidentID int64
	Revision   int // of the card the official saw
	Choice     Choice
	Decision   Decision // for Else
	Reason     string
}

// Signed is the answer to Sign.
type Signed struct {
	RulingID int64 `json:"ruling_id"`
}

// Sign records a director's ruling with the proposal it answers, and lets its
// effect reach the match, the standings and the register in the same change.
func (s *Service) Sign(ctx context.Context, eventID int64, cmd journal.Command, in Sign) (Signed, error) {
	var out Signed
	receipt, err := s.store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		f, err := tx.File(ctx, in.IncidentID)
		if err != nil {
			return journal.Change{}, err
		}
		if err := f.checkOpen(); err != nil {
			return journal.Change{}, err
		}
		if err := f.checkRevision(in.Revision); err != nil {
			return journal.Change{}, err
		}
		if err := f.CheckRecusal(ctx, tx, cmd.Actor.AccountID, false); err != nil {
			return journal.Change{}, err
		}
		r, p, err := f.rulingOf(in, cmd.Actor, ByDirector, tx.Now())
		if err != nil {
			return journal.Change{}, err
		}
		if out.RulingID, err = f.put(ctx, tx, r, p, nil); err != nil {
			return journal.Change{}, err
		}
		f.Incident.State = Ruled
		if err := tx.UpdateIncident(ctx, f.Incident); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Action: "sign ruling", Subject: f.Subject(), After: map[string]any{"result": r.Sentence, "articles": r.Articles, "follows": r.Follows}, Reason: r.Reason, Answer: out,
		}, f.clearReview(ctx, tx)
	})
	if err != nil {
		return Signed{}, err
	}
	if receipt.Repeated {
		err = json.Unmarshal(receipt.Answer, &out)
	}
	return out, err
}

// rulingOf puts together what is signed. Departing from the proposal needs the
// official's own words; following it may rest on the proposal's sentence.
func (f *File) rulingOf(in Sign, actor journal.Actor, level Level, now time.Time) (Ruling, Proposal, error) {
	p, err := f.Propose()
	if err != nil {
		return Ruling{}, p, err
	}
	r := Ruling{
		EventID: f.Incident.EventID, IncidentID: f.Incident.IncidentID, Level: level, MadeBy: actor.AccountID, MadeByName: actor.Name, At: now,
		Verdict: p.Ruling.Verdict, Articles: strings.Join(p.Ruling.Articles, ", "), Basis: string(p.Ruling.Basis), Reason: strings.TrimSpace(in.Reason),
		State: Standing, AppealUntil: ptr(now.Add(f.appealWindow())),
	}
	decision := Decision{Outcome: p.Outcome, Ends: p.Ends, Clocks: p.Ruling.Clocks}
	var form fault.Form
	switch in.Choice {
	case Follow:
		r.Follows, r.Sentence = true, f.Headline(p)
		if p.Ruling.Verdict == rulebook.Discretion {
			form.Add("choice", "The rulebook leaves this to you: choose an outcome.")
		}
		if r.Reason == "" {
			r.Reason = f.Named(p.Ruling.Explain)
		}
	case Deny:
		r.Verdict, decision.Outcome, decision.Ends = rulebook.Denied, "", tournament.Ends{}
		r.Sentence = "The claim is denied; play goes on."
	case Else:
		decision = in.Decision
		r.Sentence = f.sentence(decision)
	default:
		form.Add("choice", "Choose a decision.")
	}
	if !r.Follows && r.Reason == "" {
		form.Add("reason", "Say why you depart from the proposal. Both teams and any reviewer read it.")
	}
	if err := form.Err(); err != nil {
		return r, p, err
	}
	if r.Proposal, err = json.Marshal(p.Ruling); err != nil {
		return r, p, fmt.Errorf("write the proposal: %w", err)
	}
	r.Decision, err = json.Marshal(decision)
	return r, p, err
}

// appealWindow is how long an appeal may be filed after a ruling.
func (f *File) appealWindow() time.Duration {
	return time.Duration(f.Section.AppealMinutes) * time.Minute
}

func (f *File) sentence(d Decision) string {
	switch {
	case d.Replay:
		return "The match is played again."
	case d.Outcome == "" || f.Record == nil:
		return "Play goes on."
	}
	return d.Outcome.Sentence(f.Record.Teams, false, d.Ends) + "."
}

// put writes a ruling that stands from now on: its remedies, its entries in the
// register, and its effect on the match.
func (f *File) put(ctx context.Context, tx Tx, r Ruling, p Proposal, replaces *int64) (int64, error) {
	var err error
	if r.RulingID, err = tx.NextID(ctx, "ruling"); err != nil {
		return 0, err
	}
	r.Replaces = replaces
	if r.Follows {
		r.Remedies = f.remedies(p, r.RulingID)
	}
	if err := tx.InsertRuling(ctx, r); err != nil {
		return 0, err
	}
	if err := f.register(ctx, tx, r, p); err != nil {
		return 0, err
	}
	if f.Record == nil {
		return r.RulingID, nil
	}
	var d Decision
	if err := json.Unmarshal(r.Decision, &d); err != nil {
		return 0, fmt.Errorf("read the decision: %w", err)
	}
	var articles []string
	if r.Articles != "" {
		articles = strings.Split(r.Articles, ", ")
	}
	_, err = tournament.ApplyRuling(ctx, tx, tournament.RulingResult{
		MatchID: f.Record.Match.MatchID, Outcome: d.Outcome, Ends: d.Ends, Articles: articles, Basis: r.Basis, Reason: r.Reason,
		By: journal.Actor{AccountID: r.MadeBy, Name: r.MadeByName},
	})
	if err != nil {
		return 0, err
	}
	return r.RulingID, f.ruleLive(ctx, tx, r, d, p)
}

// remedies names the people and teams that the proposal names by seat.
func (f *File) remedies(p Proposal, rulingID int64) []Remedy {
	var list []Remedy
	for i, remedy := range p.Ruling.Remedies {
		detail, err := json.Marshal(remedy)
		if err != nil {
			detail = json.RawMessage("{}") // a remedy of the engine always has a JSON form
		}
		row := Remedy{EventID: f.Incident.EventID, RulingID: rulingID, RemedyNo: i + 1, Kind: string(remedy.Kind), Detail: detail, Applied: true}
		var at struct {
			Seat string `json:"seat"`
			MS   *int64 `json:"ms"`
		}
		if json.Unmarshal(detail, &at) == nil && at.Seat != "" {
			row.Seat, row.MS = &at.Seat, at.MS
			if team := f.TeamAt(at.Seat); team.TeamID != 0 {
				row.TeamID = &team.TeamID
			}
			if player, ok := f.PlayerAt(at.Seat); ok {
				row.PlayerID = &player.PlayerID
			}
		}
		list = append(list, row)
	}
	return list
}

// register writes an upheld offence into the register of penalties. A ruling
// that denies the claim registers nothing.
func (f *File) register(ctx context.Context, tx Tx, r Ruling, p Proposal) error {
	found, ok := infractionOf(p)
	if !ok || r.Verdict == rulebook.Denied {
		return nil
	}
	seat := found.seat.String()
	team := f.TeamAt(seat)
	if team.TeamID == 0 {
		return nil
	}
	book, err := f.Section.Rules()
	if err != nil {
		return err
	}
	entry := Penalty{
		EventID: r.EventID, RulingID: r.RulingID, SectionID: f.Section.SectionID, TeamID: team.TeamID, MatchID: f.Incident.MatchID, Offence: found.offence,
		Step: 1, Penalty: f.penaltyWords(p, r), Scope: "match", State: Counts, At: r.At,
	}
	if book.Counting().Scope == rulebook.PerEvent {
		entry.Scope = "event"
	}
	if player, ok := f.PlayerAt(seat); ok {
		entry.PlayerID = &player.PlayerID
	}
	if setting, ok := ladderSetting(found.offence); ok {
		n, _ := book.Counting().Tally(f.now(setting, seat), f.priorsOf())
		entry.Step = n + 1
	}
	if entry.PenaltyID, err = tx.NextID(ctx, "penalty"); err != nil {
		return err
	}
	return tx.InsertPenalty(ctx, entry)
}

func (f *File) penaltyWords(p Proposal, r Ruling) string {
	if !r.Follows {
		return r.Sentence
	}
	var words []string
	for _, remedy := range p.Ruling.Remedies {
		words = append(words, string(remedy.Kind))
	}
	if len(words) == 0 {
		return "game lost"
	}
	return strings.Join(words, ", ")
}
