package tournament

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
)

// Record is one match with all that a decision about it needs.
type Record struct {
	Section Section
	Round   Round
	Pairing Pairing
	Match   Match // with games, the confirmed report and the open ones
	Teams   [2]string

	TimeZone string // of the event
}

// reach is that of a change to the match, its games and reports.
func (r Record) reach() journal.Reach { return journal.InRound(r.Section.SectionID, r.Round.RoundNo) }

// Subject names the match in the journal.
func (r Record) Subject() string {
	return journal.Subject(r.Section.Slug, fmt.Sprintf("round %d", r.Round.RoundNo), fmt.Sprintf("table %d", r.Pairing.Table()),
		fmt.Sprintf("match %d", r.Match.MatchNo))
}

// Place names the match for people: "Open, round 3, table 14, match 2".
func (r Record) Place() fault.Clause {
	return fault.Part("%s, round %d, table %d, match %d", r.Section.Name, r.Round.RoundNo, r.Pairing.Table(), r.Match.MatchNo)
}

// says is what was said of the match, with its place.
func (r Record) says(said any) fault.Clause { return fault.Part("%s: %s.", r.Place(), said) }

// saysBeside is that where something else is on record.
func (r Record) saysBeside(said, stored any) fault.Clause {
	return fault.Part("%s: %s. Stored beside it: %s.", r.Place(), said, stored)
}

// ResultsReader is what pages about one match read.
type ResultsReader interface {
	// Reports lists everything that was ever said about a match, oldest first,
	// with what was replaced or taken back.
	Reports(ctx context.Context, eventID, matchID int64) ([]ResultReport, error)
}

// EndsOf reads how the boards ended out of a report.
func (r ResultReport) EndsOf() livegame.Ends {
	var e livegame.Ends
	if len(r.Ends) > 0 {
		// What the column holds was written from an Ends; anything else says nothing.
		_ = json.Unmarshal(r.Ends, &e)
	}
	return e
}

// value is what two reports have to share to say the same.
func (r ResultReport) value() string { return fmt.Sprintf("%s %v", r.Outcome, r.Forfeit) }

// stateAlone is the state of a match about which there is this report and no other. A
// forfeit needs no second source: a director enters it, with a reason.
func (r ResultReport) stateAlone() MatchState {
	switch {
	case r.Outcome == NoResult:
		return MatchOpen
	case r.Forfeit:
		return MatchVerified
	}
	return MatchReported
}

// stateAfterUndo is the state of a match whose report this is again, because gone, which had
// replaced it or stood against it, is taken back: the same as before.
func (r ResultReport) stateAfterUndo(gone ResultReport) MatchState {
	if r.Outcome != NoResult && (gone.follows(r) && gone.ReplacedVerified || r.VerifiedBy != nil) {
		return MatchVerified
	}
	return r.stateAlone()
}

// follows reports whether r took the place of old, or stands against it.
func (r ResultReport) follows(old ResultReport) bool {
	return r.Replaces != nil && *r.Replaces == old.ReportID
}

// noteReplaced notes which report counted until this one. Whether it was verified is
// noted too, because a result that two teams verified names no account.
func (r *ResultReport) noteReplaced(rec *Record) {
	if old := rec.Match.last(); old != nil {
		r.Replaces, r.ReplacedVerified = &old.ReportID, rec.Match.State == MatchVerified
	}
}

// noteOpposed notes against which report a further side of a conflict stands: the one
// that counted until the conflict arose, even where that is withdrawn by now.
func (r *ResultReport) noteOpposed(sides []ResultReport) {
	first, last := sides[0], sides[len(sides)-1]
	r.Replaces = &first.ReportID
	if len(sides) > 1 && last.Replaces != nil {
		r.Replaces, r.ReplacedVerified = last.Replaces, last.ReplacedVerified
	}
}

// together reports whether two open reports are sides of one conflict.
func (r ResultReport) together(other ResultReport) bool {
	return r.follows(other) || other.follows(r) || r.Replaces != nil && other.Replaces != nil && *r.Replaces == *other.Replaces
}

// settleTx writes what a match stands at.
type settleTx interface {
	SetReportState(ctx context.Context, reportID int64, state ReportState, verifiedBy *int64) error
	UpdateMatch(ctx context.Context, m Match) error
	SaveGameEnds(ctx context.Context, matchID int64, games [2]Game) error
	SettleRound(ctx context.Context, sectionID int64, round int) error
}

// confirmTx files a report and makes it the result.
type confirmTx interface {
	settleTx
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	InsertReport(ctx context.Context, r ResultReport) error
}

// recordTx changes the result of a match that has a record.
type recordTx interface {
	confirmTx
	Record(ctx context.Context, matchID int64) (Record, error)
	History(ctx context.Context, matchID int64) ([]ResultReport, error)
}

// fileReport writes a report that counts from now on.
func fileReport(ctx context.Context, tx confirmTx, rec *Record, r ResultReport) (ResultReport, error) {
	var err error
	if r.ReportID, err = tx.NextID(ctx, "report"); err != nil {
		return r, err
	}
	r.EventID, r.MatchID, r.At = rec.Match.EventID, rec.Match.MatchID, tx.Now()
	if len(r.Ends) == 0 {
		r.Ends = json.RawMessage("{}")
	}
	return r, tx.InsertReport(ctx, r)
}

// confirm makes a report the one that counts and moves the match, its games and
// its round with it.
func confirm(ctx context.Context, tx confirmTx, rec *Record, r ResultReport, state MatchState) (ResultReport, error) {
	if old := rec.Match.last(); old != nil {
		if err := tx.SetReportState(ctx, old.ReportID, ReportSuperseded, old.VerifiedBy); err != nil {
			return r, err
		}
	}
	r.State = ReportConfirmed
	r.noteReplaced(rec)
	r, err := fileReport(ctx, tx, rec, r)
	if err != nil {
		return r, err
	}
	rec.Match.stands(&r)
	return r, settleMatch(ctx, tx, rec, state)
}

// stands lets a match stand as r says, nil for nothing.
func (m *Match) stands(r *ResultReport) {
	m.Result, m.Reopened = r, nil
	if r != nil && r.Outcome == NoResult {
		m.Result, m.Reopened = nil, r
	}
}

// settleMatch saves the state of a match after its reports changed.
func settleMatch(ctx context.Context, tx settleTx, rec *Record, state MatchState) error {
	rec.Match.State = state
	if err := tx.UpdateMatch(ctx, rec.Match); err != nil {
		return err
	}
	if games := gamesOf(rec.Match); !sameEnds(games, rec.Match.Games) {
		if err := tx.SaveGameEnds(ctx, rec.Match.MatchID, games); err != nil {
			return err
		}
		rec.Match.Games = games
	}
	return tx.SettleRound(ctx, rec.Section.SectionID, rec.Round.RoundNo)
}

// sameEnds reports whether both boards ended the same way.
func sameEnds(a, b [2]Game) bool {
	for i := range a {
		if a[i].Reason != b[i].Reason || (a[i].Winner == nil) != (b[i].Winner == nil) || a[i].Winner != nil && *a[i].Winner != *b[i].Winner {
			return false
		}
	}
	return true
}

// gamesOf writes the ends of the counting report into the games; without one
// the games are open.
func gamesOf(m Match) [2]Game {
	games := m.Games
	var ends livegame.Ends
	if m.Result != nil {
		ends = m.Result.EndsOf()
	}
	for i, end := range []livegame.BoardEnd{ends.A, ends.B} {
		games[i].Winner, games[i].Reason = nil, string(end.Reason)
		if end.Reason == "" {
			continue
		}
		winner := "none"
		if end.Winner != 0 {
			winner = "B"
			if whiteSlot := m.SlotOf("W" + games[i].Board); end.Winner == whiteSlot {
				winner = "W"
			}
		}
		games[i].Winner = &winner
	}
	return games
}

// checkOpen refuses results where none may be entered now.
func (r Record) checkOpen() error {
	switch {
	case !r.Round.Public():
		return fault.New(fault.Conflict, "Round %d is not published yet.", r.Round.RoundNo)
	case r.Round.State == RoundLocked:
		return fault.New(fault.Conflict, "Round %d is locked because the next round is published. Use a correction, with its reason.", r.Round.RoundNo)
	}
	return nil
}

// checkRevision refuses a form that was shown before the match changed, naming
// both values and who entered the stored one.
func (r Record) checkRevision(shown int, entered fault.Clause) error {
	if shown == r.Match.Revision {
		return nil
	}
	return fault.New(fault.Stale, "%s changed since this form was shown. It now has %s. You entered “%s”. Nothing was saved; look at both and enter again.",
		r.Place(), r.storedWords(), entered)
}

// storedWords is what is on record about the match, with who entered it and when.
func (r Record) storedWords() fault.Chain {
	said := r.Match.Reports
	if r.Match.Result != nil {
		said = []ResultReport{*r.Match.Result}
	}
	if len(said) == 0 {
		return fault.List(fault.Word("no result"))
	}
	told := fault.Chain{Between: "; "}
	for i := range said {
		told.Parts = append(told.Parts, r.reported(said[i]))
	}
	return told
}

// reported is what somebody said of the match, with who and when by the clocks of the hall.
func (r Record) reported(said ResultReport) fault.Clause {
	at := said.At.In(Event{TimeZone: r.TimeZone}.Zone())
	return fault.Part("“%s”, entered by %s at %s", said.Outcome.Said(r.Teams, said.Forfeit, said.EndsOf()), said.ByName, at.Format("15:04:05"))
}

// UndoTime is how long the author of an entry may take it back.
const UndoTime = 30 * time.Second
