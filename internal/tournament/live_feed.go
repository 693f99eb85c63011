package tournament

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/livegame"
)

// Feed is an electronic board system that may write live records of a section. It
// is known by its name: kept out and let in again with another token it goes on
// where it was.
type Feed struct {
	EventID   int64
	FeedID    int64
	SectionID int64
	Name      string
	TokenHash []byte // SHA-256 of its token
	CreatedBy int64
	CreatedAt time.Time
	ClosedAt  *time.Time
}

// source names the feed in live records.
func (f Feed) source() string { return fmt.Sprintf("feed %d", f.FeedID) }

// FeedReader reads feeds.
type FeedReader interface {
	Feeds(ctx context.Context, eventID, sectionID int64) ([]Feed, error)
	FeedByToken(ctx context.Context, tokenHash []byte) (Feed, error) // NotFound for an unknown or closed one
}

// feedTx lets board systems in and keeps them out.
type feedTx interface {
	FeedRows
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	Section(ctx context.Context, sectionID int64) (Section, error)
}

// OpenFeed lets an electronic board system write live records of a section, also
// one that was kept out and comes back with a new token. It reports false for a
// repeat of the command, which changes nothing.
func (s *LiveCommands) OpenFeed(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, name string, tokenHash []byte) (opened bool, err error) {
	name = tidy(name)
	var form fault.Form
	checkName(&form, "name", name, fault.Word("the board system"))
	if err := form.Err(); err != nil {
		return false, err
	}
	receipt, err := s.feeds(ctx, eventID, cmd, func(tx feedTx) (journal.Change, error) {
		section, err := tx.Section(ctx, sectionID)
		if err != nil {
			return journal.Change{}, err
		}
		f, err := tx.FeedNamed(ctx, sectionID, name)
		switch {
		case fault.Is(err, fault.NotFound):
			f = Feed{EventID: eventID, SectionID: sectionID, Name: name}
			f.FeedID, err = tx.NextID(ctx, "feed")
		case err == nil && f.ClosedAt == nil:
			err = fault.Field("name", "There is a board system “%s” already. Choose a different name, or keep that one out first: let in again, it goes on with a new token.", name)
		}
		if err != nil {
			return journal.Change{}, err
		}
		f.TokenHash, f.CreatedBy, f.CreatedAt, f.ClosedAt = tokenHash, cmd.Actor.AccountID, tx.Now(), nil
		return journal.Change{Reach: journal.DeskOnly, Action: "let electronic boards in", Subject: journal.Subject(section.Slug, name)}, tx.SaveFeed(ctx, f)
	})
	return err == nil && !receipt.Repeated, err
}

// CloseFeed ends the rights of a board system at once.
func (s *LiveCommands) CloseFeed(ctx context.Context, eventID int64, cmd journal.Command, sectionID, feedID int64) error {
	_, err := s.feeds(ctx, eventID, cmd, func(tx feedTx) (journal.Change, error) {
		section, err := tx.Section(ctx, sectionID)
		if err != nil {
			return journal.Change{}, err
		}
		closed, err := tx.CloseFeed(ctx, sectionID, feedID)
		if err == nil && !closed {
			err = fault.New(fault.NotFound, "There is no such open board system in %s.", section.Name)
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "keep electronic boards out", Subject: journal.Subject(section.Slug, fmt.Sprintf("feed %d", feedID))}, err
	})
	return err
}

// FeedAct is one act as an electronic board tells it.
type FeedAct struct {
	ID     string        `json:"id"`    // the system's own name; a repeat is passed over
	Number int           `json:"n"`     // place among the acts of this match, from 1 without gaps
	Kind   livegame.Kind `json:"act"`   // turn (the default), move, press, pass, declare or take-back
	Seat   string        `json:"by"`    // WA, BA, WB, BB
	Move   string        `json:"move"`  // UCI
	Piece  string        `json:"piece"` // for pass and declare
	Clock  *int64        `json:"clock"` // the player's clock after it, in milliseconds
}

// Ingested is the answer to IngestActs.
type Ingested struct {
	Taken    int `json:"taken"`
	Repeated int `json:"repeated"`
	Waiting  int `json:"waiting"`   // acts that came before an earlier one
	Next     int `json:"next"`      // the number from which the server has not got everything: send from there
	AfterEnd int `json:"after_end"` // acts taken now that changed nothing: their board had ended
	LastSeq  int `json:"last_seq"`
}

// maxFeedActs bounds one delivery; a match has a few hundred acts.
const maxFeedActs = 1000

// IngestActs adds what an electronic board system saw. Acts may come late, twice
// or out of order: repeats are passed over, and an act that is early waits for
// those before it. Next says from where to send again, also after a backup was
// restored that lacks some of them. Boards tell what was played, so an illegal move
// is recorded as it was made; what somebody moves on a board that has ended stays
// in the list and changes nothing. The result of the match does not matter: boards
// deliver late.
func (s *LiveCommands) IngestActs(ctx context.Context, feed Feed, at LivePlace, acts []FeedAct) (Ingested, error) {
	if len(acts) > maxFeedActs {
		return Ingested{}, fault.New(fault.Invalid, "At most %d acts come in one delivery.", maxFeedActs)
	}
	told := struct {
		Acts []FeedAct `json:"acts"`
	}{acts}
	if err := limit.Check(told); err != nil {
		return Ingested{}, err
	}
	cmd := journal.Command{Actor: journal.Actor{Name: feed.Name}}
	return change(ctx, s.live, feed.EventID, cmd, func(tx liveTx) (Ingested, journal.Change, error) {
		stored, err := tx.LiveActs(ctx, at.MatchID)
		if err != nil {
			return Ingested{}, journal.Change{}, err
		}
		at.SectionID, at.After = feed.SectionID, len(stored)
		rec, live, _, err := openLive(ctx, tx, at)
		if err != nil {
			return Ingested{}, journal.Change{}, err
		}
		more, repeated, err := feed.newActs(rec.Section, stored, acts)
		if err != nil {
			return Ingested{}, journal.Change{}, err
		}
		if err := roomInRecord(live, len(more)); err != nil {
			return Ingested{}, journal.Change{}, err
		}
		after, err := foldLive(rec.Section, append(stored[:len(stored):len(stored)], more...))
		if err != nil {
			return Ingested{}, journal.Change{}, err
		}
		out := Ingested{Taken: len(more), Repeated: repeated, LastSeq: live.LastSeq + len(more), Waiting: after.Waiting, Next: after.ReceivedUpTo(feed.source()) + 1}
		for _, s := range after.Steps[len(live.Steps):] {
			if s.Late {
				out.AfterEnd++
			}
		}
		if len(more) == 0 {
			return out, journal.Change{}, nil
		}
		return out, journal.Change{Reach: rec.liveReach(), Action: "electronic board", Subject: rec.Subject(), After: out}, tx.AppendLive(ctx, at.MatchID, live.LastSeq, more)
	})
}

// newActs are the acts that are new. A number that another act has and a name under
// which something else was told are mistakes of the system.
func (f Feed) newActs(section Section, stored []livegame.StoredAct, acts []FeedAct) (more []livegame.StoredAct, repeated int, err error) {
	seen, numbers := map[string]livegame.StoredAct{}, map[int]string{}
	for _, a := range stored {
		if a.Source == f.source() && a.OuterID != nil {
			seen[*a.OuterID], numbers[a.Act.Number] = a, *a.OuterID
		}
	}
	for i, a := range acts {
		var form fault.Form
		act, clocks := a.check(&form, section, fmt.Sprintf("acts.%d", i))
		first, told := seen[a.ID]
		if other, taken := numbers[a.Number]; taken && !told {
			form.Add(fmt.Sprintf("acts.%d.n", i), "Number %d is that of act “%s”.", a.Number, other)
		}
		if err := form.Err(); err != nil {
			return nil, 0, err
		}
		if told {
			if err := checkSame(&form, first, act, clocks, fmt.Sprintf("acts.%d.id", i)); err != nil {
				return nil, 0, err
			}
			repeated++
			continue
		}
		fresh := livegame.NewAct(act, clocks, f.Name, f.source())
		fresh.OuterID = &acts[i].ID
		seen[a.ID], numbers[a.Number] = fresh, a.ID
		more = append(more, fresh)
	}
	return more, repeated, nil
}

// checkSame refuses another act under the name of the first; what was told first stays.
func checkSame(form *fault.Form, first livegame.StoredAct, act livegame.Act, clocks livegame.Clocks, field string) error {
	if first.Act != act || first.KnownClocks() != clocks {
		form.Add(field, "Act “%s” was told before as number %d with something else in it, and that stays. Give another act a name of its own.", *first.OuterID, first.Act.Number)
	}
	return form.Err()
}

// check turns what the board tells into an act, whether or not it can be played.
func (a FeedAct) check(form *fault.Form, section Section, field string) (livegame.Act, livegame.Clocks) {
	clocks := livegame.UnknownClocks
	act := livegame.Act{Kind: a.Kind, Seat: a.Seat, Number: a.Number}
	if strings.TrimSpace(a.ID) == "" || len(a.ID) > 200 {
		form.Add(field+".id", "Give each act a name of its own, up to 200 bytes.")
	}
	if a.Number < 1 || a.Number > 1_000_000 {
		form.Add(field+".n", "Number the acts of the match from 1.")
	}
	seat, err := section.seat(a.Seat)
	if err != nil {
		form.Add(field+".by", "Name the player: %s.", err)
	}
	switch a.Kind {
	case "", livegame.ActTurn, livegame.ActMove:
		if act.Kind == "" {
			act.Kind = livegame.ActTurn
		}
		move, err := bughouse.ParseUCI(a.Move)
		if err != nil {
			form.Add(field+".move", "%s.", err)
		}
		act.Move, act.AsMade = move.UCI(), true
	case livegame.ActPress, livegame.ActTakeBack:
	case livegame.ActPass, livegame.ActDeclare:
		if _, ok := livegame.PieceOf(a.Piece); !ok {
			form.Add(field+".piece", "Name the piece: P, N, B, R or Q.")
		}
		act.Piece = a.Piece
	default:
		form.Add(field+".act", "There is no act “%s”.", a.Kind)
	}
	if a.Clock != nil && err == nil {
		clocks[seat] = min(max(*a.Clock, 0), livegame.MaxClockMS)
	}
	return act, clocks
}
