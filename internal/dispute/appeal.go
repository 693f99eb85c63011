package dispute

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/tournament"
)

// FileAppeal is a team's request for a review.
type FileAppeal struct {
	RulingID int64
	TeamID   int64
	Grounds  string
	Deposit  bool // the team left the section's deposit
}

// FiledAppeal is the answer to it.
type FiledAppeal struct {
	AppealID int64 `json:"appeal_id"`
	Level    Level `json:"level"`
	Late     bool  `json:"late"`
}

// fileAppealTx files an appeal against a ruling.
type fileAppealTx interface {
	rulingFileTx
	reviewersTx
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	InsertAppeal(ctx context.Context, a Appeal) error
	Match() tournament.RulingTx
}

// FileAppeal files an appeal: by the team through its private link, or by the desk for
// it. After the window it is marked late; the reviewer decides whether to take it.
func (s *AppealCommands) FileAppeal(ctx context.Context, eventID int64, cmd journal.Command, in FileAppeal) (FiledAppeal, error) {
	var out FiledAppeal
	receipt, err := s.files(ctx, eventID, cmd.With(in), func(tx fileAppealTx) (journal.Change, error) {
		f, err := fileOfRuling(ctx, tx, in.RulingID)
		if err != nil {
			return journal.Change{}, err
		}
		r := f.Standing()
		if r == nil || r.RulingID != in.RulingID {
			return journal.Change{}, fault.New(fault.Conflict, "This ruling no longer stands, so there is nothing to appeal.")
		}
		if r.Held {
			return journal.Change{}, fault.New(fault.Conflict, "This ruling is not announced yet. The time to appeal begins when it is.")
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
			Late: r.AppealUntil != nil && tx.Now().After(*r.AppealUntil), State: AppealOpen,
		}
		if in.Deposit && f.Section.AppealDeposit != "" {
			a.Deposit = DepositPaid
		}
		if a.Level, err = nextLevel(ctx, &f, tx, *r); err != nil {
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
			Action: "file appeal", Subject: appealSubject(&f, a.AppealID), After: filedWords(&f, a), Reason: a.Grounds, Answer: out,
		}, tournament.SetUnderReview(ctx, tx.Match(), f.Record.Match.MatchID, true)
	})
	if err != nil {
		return FiledAppeal{}, err
	}
	if receipt.Repeated {
		return journal.Answer[FiledAppeal](receipt)
	}
	return out, nil
}

// filedWords is the filing as the journal tells it.
func filedWords(f *WholeIncident, a Appeal) string {
	words := fmt.Sprintf("%s appeal to the %s", f.Teams[f.Record.Pairing.Slot(a.TeamID)-1].Name, levelNames[a.Level])
	if a.Late {
		words += ", after the window"
	}
	if a.Deposit == DepositPaid {
		words += ", deposit paid"
	}
	return words + "."
}

func appealSubject(f *WholeIncident, appealID int64) string {
	return f.Subject() + fmt.Sprintf("/appeal %d", appealID)
}

func fileOfRuling(ctx context.Context, tx rulingFileTx, rulingID int64) (WholeIncident, error) {
	incident, err := tx.IncidentOfRuling(ctx, rulingID)
	if err != nil {
		return WholeIncident{}, err
	}
	return tx.WholeIncident(ctx, incident)
}

// nextLevel is who reviews a ruling: the section chief, then the chief floor
// director, who is final (USCF-R 18, USCF-C 18). Where the text has no path the
// event takes the same one. Where nobody is section chief, or everybody who is
// has ruled on it already, the path goes straight to the chief (open point 26).
func nextLevel(ctx context.Context, f *WholeIncident, tx reviewersTx, r Ruling) (Level, error) {
	switch r.LastHeard(f.Appeals) {
	case ByChief:
		return "", fault.New(fault.Conflict, "The chief floor director's decision is final.")
	case BySectionChief:
		return ByChief, nil
	}
	next, err := nextReviewer(ctx, f, tx, BySectionChief, 0)
	if err != nil {
		return ByChief, ignoreConflict(err) // the appeal waits for whoever the organizer names
	}
	return next.Level, nil
}

// ignoreConflict passes on everything but a state that a person can mend.
func ignoreConflict(err error) error {
	if fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// Review is a reviewer's decision about an appeal.
type Review struct {
	AppealID int64
	Revision int // of the incident's card the reviewer saw
	Level    Level
	State    AppealState // upheld, modified, overturned or sent-back
	Decision Decision    // for modified and overturned
	Reason   string
	Heard    []string // of ToHear
	Note     string   // why somebody was not heard

	// What a ruling that is sent back waits for.
	Question string
	Asked    string        // who finds it out; empty: the first official
	Within   time.Duration // by when, from now; 0: no time set
}

// reviewTx decides an appeal, and with it what becomes of the ruling.
type reviewTx struct {
	appeals appealTx
	rulings reviseTx
}

// reviseTx changes a ruling, or puts another in its place.
type reviseTx interface {
	putTx
	Now() time.Time
	UpdateIncident(ctx context.Context, i Incident) error
	SetRulingState(ctx context.Context, rulingID int64, state RulingState) error
	SetAppealWindow(ctx context.Context, rulingID int64, until *time.Time) error
	VoidPenalty(ctx context.Context, penaltyID int64) error
}

// Decide decides an appeal. A modified or overturned ruling is replaced by a new
// one of the reviewer's level. One that is overturned takes its penalties off the
// ladder, with those of the rulings it modified, where they stay visible as voided;
// one that is modified keeps those that the decision does not lift. One that is sent
// back counts as it is until the incident is ruled on again or closed.
func (s *AppealCommands) Decide(ctx context.Context, eventID int64, cmd journal.Command, in Review) error {
	_, err := s.reviews(ctx, eventID, cmd.With(in), func(tx reviewTx) (journal.Change, error) {
		incident, err := tx.appeals.IncidentOfAppeal(ctx, in.AppealID)
		if err != nil {
			return journal.Change{}, err
		}
		f, err := tx.appeals.WholeIncident(ctx, incident)
		if err != nil {
			return journal.Change{}, err
		}
		a, r, err := reviewable(ctx, &f, tx.appeals, cmd.Actor, in)
		if err != nil {
			return journal.Change{}, err
		}
		if err := review(ctx, &f, tx.rulings, cmd.Actor, in, a, r); err != nil {
			return journal.Change{}, err
		}
		a.Heard = ptr(in.hearing())
		a.sendBack(in, *r, tx.appeals.Now())
		a.end(in.State, cmd, tx.appeals.Now())
		a.Reason = strings.TrimSpace(in.Reason)
		if err := tx.appeals.UpdateAppeal(ctx, *a); err != nil {
			return journal.Change{}, err
		}
		change := journal.Change{
			Action: "decide appeal", Subject: appealSubject(&f, a.AppealID), Before: r.Sentence, After: decidedWords(&f, *a, in.Decision), Reason: a.Reason,
		}
		if in.State == AppealSentBack {
			f.Incident.State = Open
			return change, tx.rulings.UpdateIncident(ctx, f.Incident)
		}
		return change, clearReview(ctx, &f, tx.appeals)
	})
	return err
}

// end closes an appeal, and says what becomes of the deposit.
func (a *Appeal) end(state AppealState, cmd journal.Command, now time.Time) {
	a.State, a.DecidedAt, a.Reason, a.DecidedByName = state, &now, strings.TrimSpace(cmd.Reason), cmd.Actor.Name
	if cmd.Actor.AccountID != 0 {
		a.DecidedBy = &cmd.Actor.AccountID
	}
	if a.Deposit == DepositPaid {
		a.Deposit = DepositReturned
		if state == AppealUpheld {
			a.Deposit = DepositKept
		}
	}
}

// sendBack notes what has to be found out, by whom and by when.
func (a *Appeal) sendBack(in Review, r Ruling, now time.Time) {
	if in.State != AppealSentBack {
		return
	}
	a.Question, a.Asked = strings.TrimSpace(in.Question), strings.TrimSpace(in.Asked)
	if a.Asked == "" {
		a.Asked = r.MadeByName
	}
	if in.Within > 0 {
		a.DueAt = ptr(now.Add(in.Within))
	}
}

// decidedWords is the decision as the journal tells it.
func decidedWords(f *WholeIncident, a Appeal, d Decision) string {
	switch a.State {
	case AppealUpheld:
		return "Upheld: the ruling stands."
	case AppealModified:
		return "Modified: " + sentence(f, d, livegame.UnknownClocks).String()
	case AppealOverturned:
		return "Overturned: " + sentence(f, d, livegame.UnknownClocks).String()
	}
	return fmt.Sprintf("Sent back to %s: %s", a.Asked, a.Question)
}

// reviewable checks that this person may decide this appeal now.
func reviewable(ctx context.Context, f *WholeIncident, tx tiesTx, actor journal.Actor, in Review) (*Appeal, *Ruling, error) {
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
	if err := f.CheckRecusal(ctx, tx, actor.AccountID, true); err != nil {
		return nil, nil, err
	}
	if err := checkRevision(f, in.Revision); err != nil {
		return nil, nil, err
	}
	if a.Late && a.AcceptedAt == nil {
		return nil, nil, fault.New(fault.Conflict, "The appeal came after the window. Accept it first, or let it lapse.")
	}
	var form fault.Form
	if strings.TrimSpace(in.Reason) == "" {
		form.Add("reason", "Say why. Both teams and the next level read it.")
	}
	if len(in.heard()) < len(ToHear) && strings.TrimSpace(in.Note) == "" {
		form.Add("note", "Tick the three people heard, or say why one was not.")
	}
	if in.State == AppealSentBack && strings.TrimSpace(in.Question) == "" {
		form.Add("question", "Say which question is open.")
	}
	if in.State == AppealModified || in.State == AppealOverturned {
		in.Decision.check(&form, f)
		in.Decision.checkScope(&form, f)
		in.Decision.checkLifted(&form, f)
	}
	switch in.State {
	case AppealUpheld, AppealModified, AppealOverturned, AppealSentBack:
	default:
		form.Add("state", "Choose uphold, modify, overturn or send back.")
	}
	return a, r, form.Err()
}

// heard lists who was heard, each once.
func (in Review) heard() []string {
	return slices.DeleteFunc(slices.Clone(ToHear), func(who string) bool { return !slices.Contains(in.Heard, who) })
}

// hearing is whom the reviewer heard; why somebody was not is said only where somebody
// was not.
func (in Review) hearing() Hearing {
	h := Hearing{Heard: in.heard()}
	if len(h.Heard) < len(ToHear) {
		h.Note = strings.TrimSpace(in.Note)
	}
	return h
}

// ToHear are the people who are heard before an appeal is decided.
var ToHear = []string{"claimant", "opponent", "official"}

var levelNames = map[Level]fault.Word{ByDirector: fault.Word("director"), BySectionChief: fault.Word("section chief"), ByChief: fault.Word("chief floor director")}

// review carries the decision out on the rulings, the register and the match.
func review(ctx context.Context, f *WholeIncident, tx reviseTx, actor journal.Actor, in Review, a *Appeal, r *Ruling) error {
	var state RulingState
	switch in.State {
	case AppealUpheld:
		return renewWindow(ctx, f, tx, r, a)
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
	switch state {
	case SentBack:
		return nil // it counts until something new is signed, see sentBack
	case Overturned:
		if err := tx.VoidPenalties(ctx, f.Incident.IncidentID); err != nil {
			return err
		}
	case Modified:
		for _, lifted := range in.Decision.Lifted {
			if err := tx.VoidPenalty(ctx, lifted.PenaltyID); err != nil {
				return err
			}
		}
	}
	next := Ruling{
		EventID: r.EventID, IncidentID: r.IncidentID, Level: a.Level, MadeBy: actor.AccountID, MadeByName: actor.Name, At: tx.Now(), Verdict: r.Verdict,
		Proposal: r.Proposal, Articles: r.Articles, Basis: r.Basis, Sentence: sentence(f, in.Decision, livegame.UnknownClocks).String(), Reason: strings.TrimSpace(in.Reason), State: Standing,
		AppealUntil: windowAfter(f, a.Level, tx.Now()), Decision: in.Decision,
	}
	id, err := put(ctx, f, tx, next, Proposal{}, &r.RulingID)
	a.NewRuling = &id
	return err
}
