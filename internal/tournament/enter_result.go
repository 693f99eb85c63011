package tournament

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/livegame"
)

// TypedResult is what somebody says about a match. Either Outcome is given, or
// it follows from Ends by the section's rulebook; when both are given they have
// to agree.
type TypedResult struct {
	SectionID int64
	Round     int
	Table     int
	Match     int
	Revision  int // of the match as the form showed it
	Source    string
	Outcome   Outcome
	Forfeit   bool
	Ends      livegame.Ends
	Slip      string
	Reason    string // for a forfeit, and for changing a stored value
	LiveSeq   *int   // the last act of the live record that Ends were read from, nil for none
	Change    bool   // replace a stored value instead of making a conflict
	MayChange bool   // the person may change what others entered, and own results later than UndoTime

	MayForfeit bool // the person may say that a team forfeits
}

// Entered is the answer to a typed result.
type Entered struct {
	MatchID int64        `json:"match_id"`
	State   MatchState   `json:"state"`
	Said    fault.Clause `json:"said"` // place and result with both team names
	Kind    ReportKind   `json:"kind"`
}

// ReportKind says what became of a typed result.
type ReportKind string

const (
	ReportFirst    ReportKind = "first"    // the first report of the match
	ReportVerified ReportKind = "verified" // a second source agrees
	ReportRepeated ReportKind = "again"    // the same person said the same again
	ReportChanged  ReportKind = "changed"  // replaced the stored value
	ReportWaits    ReportKind = "waits"    // a correction that a second official has to sign
	ReportConflict ReportKind = "conflict" // differs from another source; nothing counts now
)

// resultTx enters the result of the match at a table.
type resultTx interface {
	confirmTx
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	RecordAt(ctx context.Context, sectionID int64, round, table, match int) (Record, error)
	LiveActs(ctx context.Context, matchID int64) ([]livegame.StoredAct, error)
}

// EnterResult records what a source says about a match. An equal report from
// another person verifies the result where the section counts that as proof; a
// different one makes a conflict, unless it is meant as a change.
func (s *ResultCommands) EnterResult(ctx context.Context, eventID int64, cmd journal.Command, in TypedResult) (Entered, error) {
	if err := limit.Check(in); err != nil {
		return Entered{}, err
	}
	if in.Forfeit && !in.MayForfeit {
		return Entered{}, fault.New(fault.Forbidden, "A forfeit is entered by a director.")
	}
	var out Entered
	receipt, err := s.results(ctx, eventID, cmd, func(tx resultTx) (journal.Change, error) {
		rec, err := tx.RecordAt(ctx, in.SectionID, in.Round, in.Table, in.Match)
		if err != nil {
			return journal.Change{}, err
		}
		if err := rec.checkOpen(); err != nil {
			return journal.Change{}, err
		}
		if err := checkTeam(rec, cmd.Actor.TeamID); err != nil {
			return journal.Change{}, err
		}
		if err := in.checkLive(ctx, tx, rec); err != nil {
			return journal.Change{}, err
		}
		report, err := in.report(rec, cmd.Actor)
		if err != nil {
			return journal.Change{}, err
		}
		return enter(ctx, tx, &rec, in, report, &out)
	})
	if err != nil {
		return Entered{}, err
	}
	if receipt.Repeated {
		return journal.Answer[Entered](receipt)
	}
	return out, nil
}

// checkTeam refuses a team's report of a match of others.
func checkTeam(rec Record, teamID int64) error {
	if teamID != 0 && rec.Pairing.Slot(teamID) == 0 {
		return fault.New(fault.Forbidden, "%s is between %s and %s. A team reports its own matches only.", rec.Place(), rec.Teams[0], rec.Teams[1])
	}
	return nil
}

// checkLive refuses ends of a live record that went on since they were read.
func (in TypedResult) checkLive(ctx context.Context, tx resultTx, rec Record) error {
	if in.LiveSeq == nil {
		return nil
	}
	entries, err := tx.LiveActs(ctx, rec.Match.MatchID)
	if err == nil && len(entries) != *in.LiveSeq {
		err = fault.New(fault.Stale, "The record went on since this page was shown. Nothing was entered; look at the boards again.")
	}
	return err
}

// report turns a typed result into a report of this match.
func (in TypedResult) report(rec Record, actor journal.Actor) (ResultReport, error) {
	var form fault.Form
	checkEnds(&form, in.Ends)
	if rec.Section.TeamSize == 1 && in.Ends.B != (livegame.BoardEnd{}) {
		form.Add("reason_b", "%s is played on one board: leave board B out.", rec.Section.Rulebook)
	}
	if err := form.Err(); err != nil {
		return ResultReport{}, err
	}
	r := ResultReport{Source: in.Source, ByName: actor.Name, Outcome: in.Outcome, Forfeit: in.Forfeit, Slip: in.Slip, Reason: in.Reason}
	if in.Forfeit {
		r.Source = "forfeit"
	}
	if actor.TeamID != 0 {
		r.ByTeam = &actor.TeamID
	} else {
		r.ByAccount = &actor.AccountID
	}
	if in.Ends.Known() && !in.Forfeit {
		derived, err := Derive(rec.Section, rec.Match, in.Ends)
		if err != nil {
			return ResultReport{}, err
		}
		if in.Outcome != "" && in.Outcome != derived.Outcome {
			form.Add("outcome", "%s says otherwise: with these ends %s (%s). Correct the ends or the result.", rec.Section.Rulebook,
				derived.Outcome.Said(rec.Teams, false, in.Ends), strings.Join(derived.Articles, ", "))
			return ResultReport{}, form.Err()
		}
		r.Outcome, r.Articles, r.Basis = derived.Outcome, strings.Join(derived.Articles, ", "), string(derived.Basis)
	}
	if !slices.Contains(Outcomes(), r.Outcome) {
		form.Add("outcome", "Choose %s, %s or a draw.", rec.Teams[0], rec.Teams[1])
	}
	if in.Forfeit && strings.TrimSpace(in.Reason) == "" {
		form.Add("reason", "Say why the match is forfeited.")
	}
	if in.Forfeit && r.Outcome == Drawn {
		form.Add("outcome", "A forfeit has a winner, or both teams lose.")
	}
	if err := form.Err(); err != nil {
		return ResultReport{}, err
	}
	r.Slot1Points, r.Slot2Points = r.Outcome.Points()
	ends, err := json.Marshal(in.Ends)
	r.Ends = ends
	return r, err
}

// enter decides what a report does to the match.
func enter(ctx context.Context, tx confirmTx, rec *Record, in TypedResult, r ResultReport, out *Entered) (journal.Change, error) {
	said := r.Outcome.Said(rec.Teams, r.Forfeit, in.Ends)
	stored := rec.Match.Result
	before := stored.brief(rec.Teams)
	var (
		kind  ReportKind
		state MatchState
		err   error
	)
	switch {
	case rec.Match.State == MatchConflict:
		return enterBeside(ctx, tx, rec, in, r, out)
	case stored == nil:
		kind, state = ReportFirst, r.stateAlone()
		_, err = confirm(ctx, tx, rec, r, state)
	case stored.value() == r.value() && sameSource(*stored, r):
		*out = Entered{MatchID: rec.Match.MatchID, State: rec.Match.State, Kind: ReportRepeated, Said: rec.says(said)}
		return journal.Change{Answer: *out}, nil
	case stored.value() == r.value() && !rec.Section.counts(*stored, r):
		kind, state = ReportRepeated, rec.Match.State
	case stored.value() == r.value():
		kind, state = ReportVerified, MatchVerified
		err = verify(ctx, tx, rec, r.ByAccount)
	case stored.Source == "ruling": // whoever enters it, the one who signed it too
		err = fault.New(fault.Conflict, "%s is decided by a ruling: %s. It changes by an appeal or a correction.", rec.Place(), stored.Outcome.Said(rec.Teams, stored.Forfeit, stored.EndsOf()))
	case in.Change || sameSource(*stored, r):
		if err := in.mayReplace(*rec, *stored, r, tx, said); err != nil {
			return journal.Change{}, err
		}
		kind, state = ReportChanged, r.stateAlone()
		_, err = confirm(ctx, tx, rec, r, state)
	default:
		kind, state = ReportConflict, MatchConflict
		err = disagree(ctx, tx, rec, r)
	}
	if err != nil {
		return journal.Change{}, err
	}
	*out = Entered{MatchID: rec.Match.MatchID, State: state, Kind: kind, Said: rec.says(said)}
	if kind == ReportConflict {
		out.Said = rec.saysBeside(said, rec.reported(*stored))
	}
	return journal.Change{Reach: rec.reach(), Action: actionOf[kind], Subject: rec.Subject(), Before: before, After: r.brief(rec.Teams), Reason: in.Reason, Answer: *out}, nil
}

var actionOf = map[ReportKind]string{
	ReportFirst: "enter result", ReportVerified: "verify result", ReportChanged: "change result", ReportConflict: "enter a different result",
	ReportRepeated: "enter result again",
}

// brief is a report in the journal; nil is no result.
func (r *ResultReport) brief(teams [2]string) any {
	if r == nil {
		return nil
	}
	told := map[string]any{"result": r.Outcome.Sentence(teams, r.Forfeit, r.EndsOf()), "outcome": r.Outcome, "by": r.ByName, "source": r.Source}
	if r.Slip != "" {
		told["slip"] = r.Slip
	}
	if scope := r.ScopeWords(); !scope.Empty() {
		told["counts"] = scope
	}
	return told
}

// sameSource reports whether two reports come from the same person or team:
// one source never proves itself.
func sameSource(a, b ResultReport) bool {
	if a.ByTeam != nil || b.ByTeam != nil {
		return a.ByTeam != nil && b.ByTeam != nil && *a.ByTeam == *b.ByTeam
	}
	return a.ByAccount != nil && b.ByAccount != nil && *a.ByAccount == *b.ByAccount
}

// counts reports whether the section takes the second report as proof of the first.
func (s Section) counts(first, second ResultReport) bool {
	if first.ByTeam != nil && second.ByTeam != nil {
		return s.VerifyTeams
	}
	return s.VerifyRekey
}

// mayReplace checks a change of a stored value: the author within UndoTime, or
// somebody with the right, from a form that showed what is stored.
func (in TypedResult) mayReplace(rec Record, stored, r ResultReport, tx confirmTx, says fault.Clause) error {
	if err := rec.checkRevision(in.Revision, says); err != nil {
		return err
	}
	own := sameSource(stored, r) && tx.Now().Sub(stored.At) <= UndoTime && rec.Match.State != MatchVerified
	switch {
	case own, in.MayChange:
		return nil
	case r.ByTeam != nil:
		return fault.New(fault.Conflict, "Your report is already in: %s. Ask at the desk to correct it.", stored.Outcome.Said(rec.Teams, stored.Forfeit, stored.EndsOf()))
	}
	return fault.New(fault.Forbidden, "%s already has a result, entered by %s. Only a director changes it after %d seconds.", rec.Place(), stored.ByName, int(UndoTime.Seconds()))
}

// verify marks the counting report as proved by a second source. A team has no
// account, and takes the name of an earlier verifier off no report.
func verify(ctx context.Context, tx settleTx, rec *Record, by *int64) error {
	if by == nil {
		by = rec.Match.Result.VerifiedBy
	}
	if err := tx.SetReportState(ctx, rec.Match.Result.ReportID, ReportConfirmed, by); err != nil {
		return err
	}
	return settleMatch(ctx, tx, rec, MatchVerified)
}

// disagree keeps both values side by side; neither counts. Who verified the first
// stays with it, for the case that the second is taken back.
func disagree(ctx context.Context, tx confirmTx, rec *Record, r ResultReport) error {
	if err := tx.SetReportState(ctx, rec.Match.Result.ReportID, ReportOpen, rec.Match.Result.VerifiedBy); err != nil {
		return err
	}
	r.State = ReportOpen
	r.noteReplaced(rec)
	if _, err := fileReport(ctx, tx, rec, r); err != nil {
		return err
	}
	rec.Match.Result = nil
	return settleMatch(ctx, tx, rec, MatchConflict)
}

// enterBeside keeps what one more source says about a match in conflict. Each source
// has one say in it; whether it counts is for the director who decides.
func enterBeside(ctx context.Context, tx confirmTx, rec *Record, in TypedResult, r ResultReport, out *Entered) (journal.Change, error) {
	said := r.Outcome.Said(rec.Teams, r.Forfeit, in.Ends)
	*out = Entered{MatchID: rec.Match.MatchID, State: MatchConflict, Kind: ReportConflict, Said: rec.saysBeside(said, rec.storedWords())}
	if i := slices.IndexFunc(rec.Match.Reports, func(said ResultReport) bool { return sameSource(said, r) }); i >= 0 {
		if rec.Match.Reports[i].value() != r.value() {
			return journal.Change{}, fault.New(fault.Conflict, "%s has different results, one of them yours: %s. You entered “%s”. Nothing was saved; a director decides between them.",
				rec.Place(), rec.storedWords(), said)
		}
		out.Kind, out.Said = ReportRepeated, rec.says(said)
		return journal.Change{Answer: *out}, nil
	}
	var before []any
	for i := range rec.Match.Reports {
		before = append(before, rec.Match.Reports[i].brief(rec.Teams))
	}
	r.State = ReportOpen
	r.noteOpposed(rec.Match.Reports)
	r, err := fileReport(ctx, tx, rec, r)
	if err != nil {
		return journal.Change{}, err
	}
	rec.Match.Reports = append(rec.Match.Reports, r)
	return journal.Change{
		Reach: rec.reach(), Action: actionOf[ReportConflict], Subject: rec.Subject(), Before: before, After: r.brief(rec.Teams), Reason: in.Reason, Answer: *out,
	}, settleMatch(ctx, tx, rec, MatchConflict)
}

// ParseOutcome reads an outcome of a form.
func ParseOutcome(text string) (Outcome, error) {
	if o := Outcome(text); o == "" || slices.Contains(Outcomes(), o) {
		return o, nil
	}
	return "", fmt.Errorf("not a result: %q", text)
}
