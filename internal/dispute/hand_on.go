package dispute

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// HandedOn says who decides an appeal after somebody stepped aside.
type HandedOn struct {
	To    string
	Level Level
}

// reviewersTx finds who may review.
type reviewersTx interface {
	tiesTx
	Reviewers(ctx context.Context, sectionID int64) ([]Reviewer, error)
}

// appealTx changes an appeal that is open.
type appealTx interface {
	fileTx
	clearTx
	reviewersTx
	Now() time.Time
	IncidentOfAppeal(ctx context.Context, appealID int64) (int64, error)
	UpdateAppeal(ctx context.Context, a Appeal) error
}

// StepAside hands an appeal on to the next person who may decide it: another
// section chief, else a chief floor director. It is also what happens by itself
// when somebody who may not decide tries to.
func (s *AppealCommands) StepAside(ctx context.Context, eventID int64, cmd journal.Command, appealID int64) (HandedOn, error) {
	var to HandedOn
	err := s.changeAppeal(ctx, eventID, cmd, appealID, func(tx appealTx, f *WholeIncident, a *Appeal) (journal.Change, error) {
		if cmd.Unexplained() {
			var form fault.Form
			form.Add("aside", "Say why you step aside.")
			return journal.Change{}, form.Err()
		}
		next, err := nextReviewer(ctx, f, tx, a.Level, cmd.Actor.AccountID)
		if err != nil {
			return journal.Change{}, err
		}
		a.Level, a.Holder, a.HolderName = next.Level, &next.AccountID, next.Name
		to = HandedOn{To: next.Name, Level: next.Level}
		return journal.Change{Reach: journal.DeskOnly, Action: "step aside", After: fmt.Sprintf("The appeal goes to %s, %s.", next.Name, levelNames[next.Level])}, nil
	})
	return to, err
}

// nextReviewer is who may decide at a level or above it, other than the one who
// steps aside: nobody who ruled on the incident or is tied to a team.
func nextReviewer(ctx context.Context, f *WholeIncident, tx reviewersTx, from Level, aside int64) (Reviewer, error) {
	reviewers, err := tx.Reviewers(ctx, f.Section.SectionID)
	if err != nil {
		return Reviewer{}, err
	}
	for _, r := range reviewers {
		if r.AccountID == aside || from == ByChief && r.Level != ByChief {
			continue
		}
		err := f.CheckRecusal(ctx, tx, r.AccountID, true)
		if err == nil {
			return r, nil
		}
		if !fault.Is(err, fault.Forbidden) {
			return Reviewer{}, err
		}
	}
	return Reviewer{}, fault.New(fault.Conflict, "Nobody else may decide this appeal. The organizer has to name another chief under People.")
}

// Reviewing is what an official reads before deciding an appeal.
type Reviewing struct {
	WhyNot error    // why somebody else has to decide, nil when nothing stands in the way
	Next   Reviewer // decides if this one steps aside
	Nobody error    // said instead of Next, where nobody else may
}

// MayReview says of an official what stands in the way of deciding an appeal, and who is next;
// the page asks it on opening, signing and stepping aside check again.
func (s *Service) MayReview(ctx context.Context, eventID, appealID, accountID int64) (Reviewing, error) {
	f, err := s.reads.WholeIncidentOfAppeal(ctx, eventID, appealID)
	if err != nil {
		return Reviewing{}, err
	}
	ties, err := s.reads.TiesOf(ctx, eventID, accountID)
	if err != nil {
		return Reviewing{}, err
	}
	r := Reviewing{WhyNot: recused(&f, accountID, ties, true)}
	level := f.Appeals[slices.IndexFunc(f.Appeals, func(a Appeal) bool { return a.AppealID == appealID })].Level
	r.Next, err = nextReviewer(ctx, &f, readReviewers{s.reads, eventID}, level, accountID)
	if fault.Is(err, fault.Conflict) {
		r.Nobody, err = err, nil
	}
	return r, err
}

// readReviewers finds who may review without changing anything.
type readReviewers struct {
	reads   Reader
	eventID int64
}

func (r readReviewers) Reviewers(ctx context.Context, sectionID int64) ([]Reviewer, error) {
	return r.reads.Reviewers(ctx, r.eventID, sectionID)
}

func (r readReviewers) Ties(ctx context.Context, accountID int64) ([]account.Affiliation, error) {
	return r.reads.TiesOf(ctx, r.eventID, accountID)
}

// HoldAppeal says that a reviewer has taken an appeal up; others who open it see
// who holds it.
func (s *AppealCommands) HoldAppeal(ctx context.Context, eventID int64, cmd journal.Command, appealID int64) error {
	return s.changeAppeal(ctx, eventID, cmd, appealID, func(tx appealTx, f *WholeIncident, a *Appeal) (journal.Change, error) {
		if err := f.CheckRecusal(ctx, tx, cmd.Actor.AccountID, true); err != nil {
			return journal.Change{}, err
		}
		before := a.HolderName
		a.Holder, a.HolderName = &cmd.Actor.AccountID, cmd.Actor.Name
		return journal.Change{Reach: journal.DeskOnly, Action: "take up an appeal", Before: before, After: cmd.Actor.Name}, nil
	})
}

// AcceptLate accepts an appeal that was filed after the window, so that it can be
// decided; with refuse it lapses, and the ruling stands. Either needs a reason.
func (s *AppealCommands) AcceptLate(ctx context.Context, eventID int64, cmd journal.Command, appealID int64, refuse bool) error {
	return s.changeAppeal(ctx, eventID, cmd, appealID, func(tx appealTx, f *WholeIncident, a *Appeal) (journal.Change, error) {
		if err := f.CheckRecusal(ctx, tx, cmd.Actor.AccountID, true); err != nil {
			return journal.Change{}, err
		}
		if !a.Late || a.AcceptedAt != nil {
			return journal.Change{}, fault.New(fault.Conflict, "This appeal needs no acceptance.")
		}
		if cmd.Unexplained() {
			var form fault.Form
			form.Add("late", "Say why the late appeal is accepted or not.")
			return journal.Change{}, form.Err()
		}
		if !refuse {
			a.AcceptedAt, a.AcceptedReason, a.AcceptedByName = ptr(tx.Now()), strings.TrimSpace(cmd.Reason), cmd.Actor.Name
			return journal.Change{Reach: journal.DeskOnly, Action: "accept a late appeal", After: "It is decided although it came after the window."}, nil
		}
		a.end(AppealLapsed, cmd, tx.Now())
		return journal.Change{Action: "refuse a late appeal", After: "It came after the window and lapses; the ruling stands."}, nil
	})
}

// Withdraw takes an appeal back, by the team that filed it or the desk for it.
func (s *AppealCommands) Withdraw(ctx context.Context, eventID int64, cmd journal.Command, appealID int64) error {
	return s.changeAppeal(ctx, eventID, cmd, appealID, func(tx appealTx, f *WholeIncident, a *Appeal) (journal.Change, error) {
		if cmd.Actor.TeamID != 0 && cmd.Actor.TeamID != a.TeamID {
			return journal.Change{}, fault.New(fault.Forbidden, "Only the team that appealed withdraws.")
		}
		a.end(AppealWithdrawn, cmd, tx.Now())
		return journal.Change{Action: "withdraw appeal", After: "The appeal is withdrawn; the ruling stands."}, nil
	})
}

// changeAppeal reads an open appeal with its file, lets decide change it, saves
// it and names it in the journal. An appeal that ended takes the mark "under
// review" off its match.
func (s *AppealCommands) changeAppeal(ctx context.Context, eventID int64, cmd journal.Command, appealID int64, decide func(appealTx, *WholeIncident, *Appeal) (journal.Change, error)) error {
	_, err := s.appeals(ctx, eventID, cmd, func(tx appealTx) (journal.Change, error) {
		incident, err := tx.IncidentOfAppeal(ctx, appealID)
		if err != nil {
			return journal.Change{}, err
		}
		f, err := tx.WholeIncident(ctx, incident)
		if err != nil {
			return journal.Change{}, err
		}
		a := f.OpenAppeal()
		if a == nil || a.AppealID != appealID {
			return journal.Change{}, fault.New(fault.Conflict, "This appeal is decided already.")
		}
		change, err := decide(tx, &f, a)
		if err != nil {
			return journal.Change{}, err
		}
		change.Subject, change.Reason = appealSubject(&f, appealID), cmd.Reason
		if err := tx.UpdateAppeal(ctx, *a); err != nil {
			return journal.Change{}, err
		}
		if a.State == AppealOpen {
			return change, nil
		}
		return change, clearReview(ctx, &f, tx)
	})
	return err
}
