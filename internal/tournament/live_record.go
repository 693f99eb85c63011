package tournament

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
)

// LiveReader reads live records.
type LiveReader interface {
	// LiveRecord reads the section of a match and its acts in one state.
	LiveRecord(ctx context.Context, eventID, matchID int64) (Section, []livegame.StoredAct, error)
	// LastLiveSeq is the last act that came in by a time, 0 for none.
	LastLiveSeq(ctx context.Context, eventID, matchID int64, until time.Time) (int, error)
	// RecordedMatches lists the matches of a section that have a record.
	RecordedMatches(ctx context.Context, eventID, sectionID int64) ([]int64, error)
}

// LivePlace says which match a live command is about, and what the person saw:
// After is the last act of the page, so that two people who type at once see
// each other.
type LivePlace struct {
	SectionID int64
	MatchID   int64
	After     int
}

// RecordAct is one act to put on record.
type RecordAct struct {
	LivePlace
	Kind   livegame.Kind // a turn when empty
	Board  string        // A or B, for a move of the side to move there
	Seat   string        // for other acts, and for a move made out of turn
	Text   string        `limit:"move"` // the move: Nf3, N@f7, e2e4, O-O
	Piece  string
	AsMade bool            // record the move although it is illegal
	Clocks livegame.Clocks // as they were read; NoClock where nobody looked
	More   bool            // record a move although the match has ended, or has its result
}

// Recorded is the answer to a live command.
type Recorded struct {
	LastSeq  int    `json:"last_seq"`
	Sentence string `json:"sentence"`
	// Said is the sentence with its parts, where it tells more than the last step of the record.
	Said fault.Clause `json:"said,omitzero"`
}

// liveActsTx adds to the record of a match.
type liveActsTx interface {
	Record(ctx context.Context, matchID int64) (Record, error)
	LiveActs(ctx context.Context, matchID int64) ([]livegame.StoredAct, error)
	AppendLive(ctx context.Context, matchID int64, after int, acts []livegame.StoredAct) error
}

// liveTx adds to the record of a match, and knows who plays it.
type liveTx interface {
	liveActsTx
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
}

// RecordAct puts one act at the end of a live record. A form that was shown
// before the last act is refused with what was added meanwhile. An illegal move
// is refused with the reason, and its error wraps a *bughouse.IllegalError, unless
// it is to be recorded as it was made.
func (s *LiveCommands) RecordAct(ctx context.Context, eventID int64, cmd journal.Command, in RecordAct) (Recorded, error) {
	return s.changeLive(ctx, eventID, cmd.With(in), in.LivePlace, func(_ liveTx, rec *Record, live *livegame.Record) (liveChange, error) {
		act, err := in.decide(rec, live)
		if err != nil {
			return liveChange{}, err
		}
		return liveChange{action: "record move", acts: []livegame.StoredAct{livegame.NewAct(act, in.Clocks, cmd.Actor.Name, "desk")}}, nil
	})
}

// liveReach: only where everybody may follow matches does a step show in public.
func (r Record) liveReach() journal.Reach {
	if r.Section.Broadcast {
		return r.reach()
	}
	return journal.DeskOnly
}

// liveChange is what a live command decided.
type liveChange struct {
	action string
	acts   []livegame.StoredAct
	said   fault.Clause // empty: the words of the last step
}

// closed says why the match takes no more moves, empty while it takes them.
func (r *Record) closed(live *livegame.Record) error {
	over, on := live.OverBy(r.Match.Side1Slot, len(live.Steps))
	var why fault.Clause
	switch {
	case over && on != "":
		why = fault.Part("The match has ended on board %s, so nothing more is played.", on)
	case over:
		why = fault.Part("The match has ended, so nothing more is played.")
	case r.Match.Result != nil:
		why = fault.Part("The match has its result, so nothing more is played.")
	default:
		return nil
	}
	return fault.New(fault.Conflict, "%s Withdraw the last act if it was typed wrongly; moves that were made all the same go on record with “Put more moves on record”.", why)
}

// maxRecord bounds a live record, which every page about its match goes through; a
// match has a few hundred acts.
const maxRecord = 5000

// roomInRecord refuses more acts than a record may have.
func roomInRecord(live *livegame.Record, more int) error {
	if live.LastSeq+more <= maxRecord {
		return nil
	}
	return fault.New(fault.Conflict, "A record has at most %d acts; this one has %d, and %d would come. Nothing was recorded.", maxRecord, live.LastSeq, more)
}

// changeLive reads the record, lets decide add to it and tells what the last
// step came to.
func (s *LiveCommands) changeLive(ctx context.Context, eventID int64, cmd journal.Command, at LivePlace, decide func(liveTx, *Record, *livegame.Record) (liveChange, error)) (Recorded, error) {
	return change(ctx, s.live, eventID, cmd, func(tx liveTx) (Recorded, journal.Change, error) {
		rec, live, acts, err := openLive(ctx, tx, at)
		if err != nil {
			return Recorded{}, journal.Change{}, err
		}
		c, err := decide(tx, &rec, live)
		if err != nil {
			return Recorded{}, journal.Change{}, err
		}
		if err := roomInRecord(live, len(c.acts)); err != nil {
			return Recorded{}, journal.Change{}, err
		}
		if err := tx.AppendLive(ctx, at.MatchID, live.LastSeq, c.acts); err != nil {
			return Recorded{}, journal.Change{}, err
		}
		out := Recorded{LastSeq: live.LastSeq + len(c.acts), Sentence: c.said.String(), Said: c.said}
		if out.Sentence == "" {
			if out.Sentence, err = lastWords(rec.Section, acts, c.acts); err != nil {
				return Recorded{}, journal.Change{}, err
			}
		}
		subject := journal.Subject(rec.Subject(), fmt.Sprintf("entry %d", out.LastSeq))
		return out, journal.Change{Reach: rec.liveReach(), Action: c.action, Subject: subject, After: out.Sentence}, nil
	})
}

func openLive(ctx context.Context, tx liveActsTx, at LivePlace) (Record, *livegame.Record, []livegame.StoredAct, error) {
	rec, err := tx.Record(ctx, at.MatchID)
	if err != nil {
		return rec, nil, nil, err
	}
	if rec.Section.SectionID != at.SectionID {
		return rec, nil, nil, fault.New(fault.NotFound, "There is no such match in this section.")
	}
	if !rec.Round.Public() {
		return rec, nil, nil, fault.New(fault.Conflict, "Round %d is not published yet.", rec.Round.RoundNo)
	}
	acts, err := tx.LiveActs(ctx, at.MatchID)
	if err != nil {
		return rec, nil, nil, err
	}
	live, err := foldLive(rec.Section, acts)
	if err != nil {
		return rec, nil, nil, err
	}
	if at.After != live.LastSeq {
		return rec, nil, nil, fault.New(fault.Stale, "The record went on since this page was shown%s. Nothing of yours was saved; look at the boards and enter again.", live.WordsSince(at.After))
	}
	return rec, live, acts, nil
}

// lastWords tells the last of the new acts as a sentence.
func lastWords(section Section, acts, more []livegame.StoredAct) (string, error) {
	all := append(acts[:len(acts):len(acts)], more...)
	for i := range all {
		all[i].Seq = i + 1
	}
	live, err := foldLive(section, all)
	if err != nil || len(live.Steps) == 0 {
		return "", err
	}
	return live.Steps[len(live.Steps)-1].Words(), nil
}

// decide turns what was typed into an act that the match allows.
func (in *RecordAct) decide(rec *Record, live *livegame.Record) (livegame.Act, error) {
	section := rec.Section
	if in.Kind == "" {
		in.Kind = livegame.ActTurn
	}
	now, _ := live.Head()
	act := livegame.Act{Kind: in.Kind, Seat: in.Seat, Piece: strings.ToUpper(in.Piece)}
	var form fault.Form
	switch in.Kind {
	case livegame.ActTurn, livegame.ActMove:
		return in.move(rec, live, &now)
	case livegame.ActClocks:
		if in.Clocks == livegame.UnknownClocks {
			form.Add("clocks", "Type at least one clock, such as 2:41 or 241.")
		}
		return livegame.Act{Kind: livegame.ActClocks}, form.Err()
	case livegame.ActPress, livegame.ActPass, livegame.ActDeclare, livegame.ActTakeBack:
	default:
		form.Add("act", "There is no act “%s”.", in.Kind)
		return act, form.Err()
	}
	seat, err := section.seat(in.Seat)
	if err != nil {
		form.Add("seat", "Choose the player: %s.", err)
		return act, form.Err()
	}
	if (in.Kind == livegame.ActTakeBack || in.Kind == livegame.ActDeclare) && live.RuledOver(seat.Board()) {
		endedByRuling(&form, string(in.Kind), seat.Board())
		return act, form.Err()
	}
	if in.Kind == livegame.ActPress && !now.AwaitsPress(seat) && now.InHand(seat).Len() == 0 {
		form.Add("press", "%s has no move whose clock press is still to come.", seat.String())
		return act, form.Err()
	}
	if _, err := act.Apply(&now); err != nil {
		form.Add(string(in.Kind), "This cannot be recorded: %s.", err)
	}
	return act, form.Err()
}

// endedByRuling refuses acts on a board; what was captured there before its end is
// still handed over.
func endedByRuling(form *fault.Form, field string, board bughouse.BoardID) {
	form.Add(field, "A ruling has ended board %s. Only another ruling lets it play on.", board.String())
}

// seat reads a seat that the section has; one-board sections have no board B.
func (s Section) seat(text string) (bughouse.Seat, error) {
	seat, err := bughouse.ParseSeat(text)
	if err == nil && s.TeamSize == 1 && seat.Board() == bughouse.B {
		err = errors.New("there is only board A")
	}
	return seat, err
}

// move reads the move that was typed and judges it.
func (in *RecordAct) move(rec *Record, live *livegame.Record, now *bughouse.Match) (livegame.Act, error) {
	var form fault.Form
	section := rec.Section
	board := bughouse.A
	if in.Board == "B" && section.TeamSize != 1 {
		board = bughouse.B
	} else if in.Board != "A" {
		form.Add("move", "Choose board A or B.")
		return livegame.Act{}, form.Err()
	}
	p := now.Board(board)
	if live.RuledOver(board) {
		endedByRuling(&form, "move", board)
		return livegame.Act{}, form.Err()
	}
	if why := rec.closed(live); why != nil && !in.More {
		form.Add("move", "%s", why)
		return livegame.Act{}, form.Err()
	}
	seat := bughouse.SeatAt(board, p.Turn())
	if in.Seat != "" {
		var err error
		if seat, err = section.seat(in.Seat); err != nil || seat.Board() != board {
			form.Add("move", "Choose a player of board %s.", board.String())
			return livegame.Act{}, form.Err()
		}
	}
	move, why := livegame.ReadMove(now, seat, strings.TrimSpace(in.Text))
	act := livegame.Act{Kind: in.Kind, Seat: seat.String(), Move: move.UCI(), AsMade: in.AsMade && why != nil}
	if why == nil || act.AsMade && move != 0 {
		return act, nil
	}
	form.Add("move", "%s", why)
	err := form.Err()
	if f := (*fault.Error)(nil); move != 0 && errors.As(err, &f) {
		f.Cause = &bughouse.IllegalError{Seat: seat, Move: move, Reason: now.Legal(seat, move)}
	}
	return act, err
}
