package dispute

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// FileAppeal is a team's request for a review.
type FileAppeal struct {
	RulingID int64
	TeamID   int64
	Grounds  string
}

// FiledAppeal is the answer to it.
type FiledAppeal struct {
	AppealID int64 `json:"appeal_id"`
	Level    Level `json:"level"`
	Late     bool  `json:"late"`
}

// FileAppeal files an appeal: by the team through its private link, or by the desk for
// it. After the window it is marked late; the reviewer decides whether to take it.
func (s *Service) FileAppeal(ctx context.Context, eventID int64, cmd journal.Command, in FileAppeal) (FiledAppeal, error) {
	var out FiledAppeal
	receipt, err := s.store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		f, err := fileOfRuling(ctx, tx, in.RulingID)
		if err != nil {
			return journal.Change{}, err
		}
		r := f.Standing()
		if r == nil || r.RulingID != in.RulingID {
			return journal.Change{}, fault.New(fault.Conflict, "This ruling no longer stands, so there is nothing to appeal.")
		}
		if f.Record == nil || f.Record.Pairing.Slot(in.TeamID) == 0 || cmd.Actor.TeamID != 0 && cmd.Actor.TeamID != in.TeamID {
			return journal.Change{}, fault.New(fault.Forbidden, "Only a team of this match appeals.")
		}
		if f.OpenAppeal() != nil {
			return journal.Change{}, fault.New(fault.Conflict, "An appeal against this ruling is open already.")
		}
		var form fault.Form
		if strings.TrimSpace(in.Grounds) == "" {
			form.Add("grounds", "Say what is wrong with the ruling.")
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		a := Appeal{
			EventID: eventID, RulingID: in.RulingID, TeamID: in.TeamID, Grounds: strings.TrimSpace(in.Grounds), FiledBy: cmd.Actor.Name, FiledAt: tx.Now(),
			Late: r.AppealUntil != nil && tx.Now().After(*r.AppealUntil), State: AppealOpen, Heard: json.RawMessage("{}"),
		}
		if a.Level, err = f.nextLevel(ctx, tx, *r); err != nil {
			return journal.Change{}, err
		}
		if a.AppealID, err = tx.NextID(ctx, "appeal"); err != nil {
			return journal.Change{}, err
		}
		if err := tx.InsertAppeal(ctx, a); err != nil {
			return journal.Change{}, err
		}
		out = FiledAppeal{AppealID: a.AppealID, Level: a.Level, Late: a.Late}
		return journal.Change{
			Action: "file appeal", Subject: f.Subject() + fmt.Sprintf("/appeal %d", a.AppealID), After: out, Reason: a.Grounds, Answer: out,
		}, tournament.SetUnderReview(ctx, tx, f.Record.Match.MatchID, true)
	})
	if err != nil {
		return FiledAppeal{}, err
	}
	if receipt.Repeated {
		err = json.Unmarshal(receipt.Answer, &out)
	}
	return out, err
}

func fileOfRuling(ctx context.Context, tx Tx, rulingID int64) (File, error) {
	incident, err := tx.IncidentOfRuling(ctx, rulingID)
	if err != nil {
		return File{}, err
	}
	return tx.File(ctx, incident)
}

// nextLevel is who reviews a ruling: the section chief, then the chief floor
// director, who is final (USCF-R 18, USCF-C 18). Where the text has no path the
// event takes the same one. Where nobody is section chief, or everybody who is
// has ruled on it already, the path goes straight to the chief (open point 26).
func (f *File) nextLevel(ctx context.Context, tx appealTx, r Ruling) (Level, error) {
	if r.Level == ByChief {
		return "", fault.New(fault.Conflict, "The chief floor director's decision is final.")
	}
	upheld := func(by Level) bool {
		return slices.ContainsFunc(f.Appeals, func(a Appeal) bool { return a.RulingID == r.RulingID && a.State == AppealUpheld && a.Level == by })
	}
	if upheld(ByChief) {
		return "", fault.New(fault.Conflict, "The chief floor director's decision is final.")
	}
	if r.Level == BySectionChief || upheld(BySectionChief) {
		return ByChief, nil
	}
	chiefs, err := tx.SectionChiefs(ctx, f.Section.SectionID)
	if err != nil {
		return "", err
	}
	for _, chief := range chiefs {
		if f.CheckRecusal(ctx, tx, chief, true) == nil {
			return BySectionChief, nil
		}
	}
	return ByChief, nil
}

// Review is a reviewer's decision about an appeal.
type Review struct {
	AppealID   int64
	Revision   int // of the incident's card the reviewer saw
	Level      Level
	State      AppealState // upheld, modified, overturned or sent-back
	Decision   Decision    // for modified and overturned
	Reason     string
	Heard      []string // claimant, opponent, official
	Note       string   // why somebody was not heard
	AcceptLate bool
}

// Decide decides an appeal. A modified or overturned ruling is replaced by a new
// one of the reviewer's level; one that is overturned or sent back takes its
// penalties off the ladder, where they stay visible as voided.
func (s *Service) Decide(ctx context.Context, eventID int64, cmd journal.Command, in Review) error {
	_, err := s.store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		incident, err := tx.IncidentOfAppeal(ctx, in.AppealID)
		if err != nil {
			return journal.Change{}, err
		}
		f, err := tx.File(ctx, incident)
		if err != nil {
			return journal.Change{}, err
		}
		a, r, err := f.reviewable(ctx, tx, cmd.Actor, in)
		if err != nil {
			return journal.Change{}, err
		}
		if err := f.review(ctx, tx, cmd.Actor, in, a, r); err != nil {
			return journal.Change{}, err
		}
		if a.Heard, err = json.Marshal(map[string]any{"heard": in.Heard, "note": in.Note}); err != nil {
			return journal.Change{}, err
		}
		a.State, a.DecidedBy, a.DecidedAt, a.Reason = in.State, &cmd.Actor.AccountID, ptr(tx.Now()), strings.TrimSpace(in.Reason)
		if err := tx.UpdateAppeal(ctx, *a); err != nil {
			return journal.Change{}, err
		}
		change := journal.Change{
			Action: "decide appeal", Subject: f.Subject() + fmt.Sprintf("/appeal %d", a.AppealID), Before: r.Sentence, After: in.State, Reason: a.Reason,
		}
		if in.State == AppealSentBack {
			f.Incident.State = Open
			return change, tx.UpdateIncident(ctx, f.Incident)
		}
		return change, f.clearReview(ctx, tx)
	})
	return err
}

// reviewable checks that this person may decide this appeal now.
func (f *File) reviewable(ctx context.Context, tx Tx, actor journal.Actor, in Review) (*Appeal, *Ruling, error) {
	i := slices.IndexFunc(f.Appeals, func(a Appeal) bool { return a.AppealID == in.AppealID })
	if i < 0 {
		return nil, nil, fault.New(fault.NotFound, "There is no such appeal.")
	}
	a, r := &f.Appeals[i], f.Standing()
	if a.State != AppealOpen || r == nil {
		return nil, nil, fault.New(fault.Conflict, "This appeal is decided already.")
	}
	if a.Level != in.Level {
		return nil, nil, fault.New(fault.Forbidden, "This appeal is decided by the %s.", levelNames[a.Level])
	}
	if err := f.checkRevision(in.Revision); err != nil {
		return nil, nil, err
	}
	if err := f.CheckRecusal(ctx, tx, actor.AccountID, true); err != nil {
		return nil, nil, err
	}
	var form fault.Form
	if strings.TrimSpace(in.Reason) == "" {
		form.Add("reason", "Say why. Both teams and the next level read it.")
	}
	if len(in.Heard) < 3 && strings.TrimSpace(in.Note) == "" {
		form.Add("note", "Tick the three people heard, or say why one was not.")
	}
	if a.Late && !in.AcceptLate {
		form.Add("accept_late", "The appeal came after the window. Accept it first, or decide to uphold the ruling for that reason.")
	}
	switch in.State {
	case AppealUpheld, AppealModified, AppealOverturned, AppealSentBack:
	default:
		form.Add("state", "Choose uphold, modify, overturn or send back.")
	}
	return a, r, form.Err()
}

var levelNames = map[Level]string{ByDirector: "director", BySectionChief: "section chief", ByChief: "chief floor director"}

// review carries the decision out on the rulings, the register and the match.
func (f *File) review(ctx context.Context, tx Tx, actor journal.Actor, in Review, a *Appeal, r *Ruling) error {
	var state RulingState
	switch in.State {
	case AppealUpheld:
		return nil
	case AppealModified:
		state = Modified
	case AppealOverturned:
		state = Overturned
	case AppealSentBack:
		state = SentBack
	}
	if err := tx.SetRulingState(ctx, r.RulingID, state); err != nil {
		return err
	}
	if state != Modified {
		if _, err := tx.VoidPenalties(ctx, r.RulingID); err != nil {
			return err
		}
	}
	if state == SentBack {
		_, err := tournament.ApplyRuling(ctx, tx, tournament.RulingResult{MatchID: f.Record.Match.MatchID, By: actor})
		return err
	}
	next := Ruling{
		EventID: r.EventID, IncidentID: r.IncidentID, Level: a.Level, MadeBy: actor.AccountID, MadeByName: actor.Name, At: tx.Now(), Verdict: r.Verdict,
		Proposal: r.Proposal, Articles: r.Articles, Basis: r.Basis, Sentence: f.sentence(in.Decision), Reason: strings.TrimSpace(in.Reason), State: Standing,
	}
	if a.Level != ByChief {
		next.AppealUntil = ptr(tx.Now().Add(f.appealWindow()))
	}
	var err error
	if next.Decision, err = json.Marshal(in.Decision); err != nil {
		return fmt.Errorf("write the decision: %w", err)
	}
	id, err := f.put(ctx, tx, next, Proposal{}, &r.RulingID)
	a.NewRuling = &id
	return err
}

// Withdraw takes an appeal back, by the team that filed it or the desk for it.
func (s *Service) Withdraw(ctx context.Context, eventID int64, cmd journal.Command, appealID int64) error {
	_, err := s.store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		incident, err := tx.IncidentOfAppeal(ctx, appealID)
		if err != nil {
			return journal.Change{}, err
		}
		f, err := tx.File(ctx, incident)
		if err != nil {
			return journal.Change{}, err
		}
		a := f.OpenAppeal()
		if a == nil || a.AppealID != appealID {
			return journal.Change{}, fault.New(fault.Conflict, "This appeal is decided already.")
		}
		if cmd.Actor.TeamID != 0 && cmd.Actor.TeamID != a.TeamID {
			return journal.Change{}, fault.New(fault.Forbidden, "Only the team that appealed withdraws.")
		}
		a.State, a.DecidedAt, a.Reason = AppealWithdrawn, ptr(tx.Now()), cmd.Reason
		if cmd.Actor.AccountID != 0 {
			a.DecidedBy = &cmd.Actor.AccountID
		}
		if err := tx.UpdateAppeal(ctx, *a); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Action: "withdraw appeal", Subject: f.Subject() + fmt.Sprintf("/appeal %d", appealID)}, f.clearReview(ctx, tx)
	})
	return err
}

// StepAside hands an appeal on to the next person who may decide it: another
// section chief, else the chief floor director.
func (s *Service) StepAside(ctx context.Context, eventID int64, cmd journal.Command, appealID int64) error {
	_, err := s.store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		incident, err := tx.IncidentOfAppeal(ctx, appealID)
		if err != nil {
			return journal.Change{}, err
		}
		f, err := tx.File(ctx, incident)
		if err != nil {
			return journal.Change{}, err
		}
		a := f.OpenAppeal()
		if a == nil || a.AppealID != appealID {
			return journal.Change{}, fault.New(fault.Conflict, "This appeal is decided already.")
		}
		if strings.TrimSpace(cmd.Reason) == "" {
			var form fault.Form
			form.Add("reason", "Say why you step aside.")
			return journal.Change{}, form.Err()
		}
		chiefs, err := tx.SectionChiefs(ctx, f.Section.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		a.Level, a.Holder = ByChief, nil
		for _, chief := range chiefs {
			if chief != cmd.Actor.AccountID && f.CheckRecusal(ctx, tx, chief, true) == nil {
				a.Level, a.Holder = BySectionChief, &chief
				break
			}
		}
		return journal.Change{
			Action: "step aside", Subject: f.Subject() + fmt.Sprintf("/appeal %d", appealID), After: map[string]any{"to": levelNames[a.Level]},
		}, tx.UpdateAppeal(ctx, *a)
	})
	return err
}
