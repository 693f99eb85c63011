package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// PublishRound makes a draft the pairings of its round.
type PublishRound struct {
	DraftInput
	Typed    int        // the round number as typed for confirmation
	StartsAt *time.Time // when play starts; nil: said in the hall
	// Settled holds the matches of earlier rounds whose open result the chief
	// accepts as it stands: drawn where there is none.
	Settled []int64
	// BothWays holds the matches whose open result is counted as it stands while
	// the pairings of the other ways are prepared.
	BothWays []int64
}

// Published is what publishing answers.
type Published struct {
	Version int `json:"version"`
	Tables  int `json:"tables"`
	Byes    int `json:"byes"`
}

// publicationTx makes a round public.
type publicationTx interface {
	Now() time.Time
	AddPairings(ctx context.Context, sectionID int64, round int, pairings []Pairing) error
	OpenPublication(ctx context.Context, sectionID int64, p Publication, account int64, startsAt *time.Time) error
	LastVersion(ctx context.Context, sectionID int64, round int) (int, error)
	FreezeSection(ctx context.Context, sectionID int64) error
	LockRounds(ctx context.Context, sectionID int64, before int) error
	EndAppeals(ctx context.Context, sectionID int64, before int) error
}

// publishTx publishes a draft.
type publishTx interface {
	publicationTx
	readDraftTx
	SaveDraft(ctx context.Context, sectionID int64, round int, draft *Draft, account int64) error
	SaveNumbers(ctx context.Context, sectionID int64, numbers map[int64]int) error
	AppealWindows(ctx context.Context, sectionID int64) ([]AppealWindow, error)
}

// PublishRound publishes the draft of a round: its pairings, matches, games with
// seats, and byes with points become part of the section. It is refused when the
// typed number is another one, when results arrived after the draft, when a
// result of an earlier round is open and not settled, and when the draft breaks a
// rule; a rule that a chief may set aside needs the command's reason. The first
// publication freezes the section; complete rounds before are locked, and the time
// to appeal rulings about them ends.
func (s *RoundCommands) PublishRound(ctx context.Context, eventID int64, cmd journal.Command, in PublishRound) (Published, error) {
	cmd.Alone = true // it takes long, and results beside it must not wait for it
	receipt, err := s.publications(ctx, eventID, cmd.With(in), func(tx publishTx) (journal.Change, error) {
		book, round, err := loadDraft(ctx, tx, cmd.Actor, in.DraftInput)
		if err != nil {
			return journal.Change{}, err
		}
		windows, err := tx.AppealWindows(ctx, in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		if err := mayPublish(book, round.Draft, cmd.Reason, in, windows); err != nil {
			return journal.Change{}, err
		}
		if err := prepare(ctx, book, tx, cmd.Actor, round.Draft, in); err != nil {
			return journal.Change{}, err
		}
		if in.RoundNo == 1 && !book.Section.System.Swiss() { // a plan rests on the numbers by which it was checked just now
			if err := tx.SaveNumbers(ctx, in.SectionID, book.Numbers(1)); err != nil {
				return journal.Change{}, err
			}
		}
		pairings := pairings(book, round.Draft)
		answer, err := publish(ctx, book, tx, cmd.Actor, in.RoundNo, pairings, in.StartsAt)
		if err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Reach: journal.InSection(book.Section.SectionID), Action: "publish round", Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.RoundNo)),
			After: map[string]any{"version": answer.Version, "pairings": tablesOf(pairings), "settled": in.Settled, "both ways": in.BothWays}, Answer: answer,
		}, nil
	})
	if err != nil {
		return Published{}, err
	}
	return journal.Answer[Published](receipt)
}

// prepare keeps with the round how it would be paired if open results turn out
// otherwise.
func prepare(ctx context.Context, b *SectionBook, tx publishTx, who journal.Actor, d *Draft, in PublishRound) error {
	if len(in.BothWays) == 0 && len(d.BothWays) == 0 {
		return nil
	}
	var form fault.Form
	var err error
	if d.BothWays, err = bothWays(b, &form, d, in.BothWays); err != nil {
		return err
	}
	if err := form.Err(); err != nil {
		return err
	}
	return tx.SaveDraft(ctx, in.SectionID, in.RoundNo, d, who.AccountID)
}

// publish writes new pairings and opens the next version.
func publish(ctx context.Context, b *SectionBook, tx publicationTx, who journal.Actor, round int, pairings []Pairing, startsAt *time.Time) (Published, error) {
	last, err := tx.LastVersion(ctx, b.Section.SectionID, round)
	if err != nil {
		return Published{}, err
	}
	if err := tx.AddPairings(ctx, b.Section.SectionID, round, pairings); err != nil {
		return Published{}, err
	}
	p := Publication{RoundNo: round, Version: last + 1, PublishedAt: tx.Now(), Tables: tablesOf(pairings)}
	if err := tx.OpenPublication(ctx, b.Section.SectionID, p, who.AccountID, startsAt); err != nil {
		return Published{}, err
	}
	if err := tx.FreezeSection(ctx, b.Section.SectionID); err != nil {
		return Published{}, err
	}
	if err := tx.LockRounds(ctx, b.Section.SectionID, round); err != nil {
		return Published{}, err
	}
	if err := tx.EndAppeals(ctx, b.Section.SectionID, round); err != nil {
		return Published{}, err
	}
	answer := Published{Version: p.Version}
	for _, row := range p.Tables {
		if row.Bye == "" {
			answer.Tables++
		} else {
			answer.Byes++
		}
	}
	return answer, nil
}

// mayPublish brings a draft up to who plays now, and decides whether it can be published so.
func mayPublish(b *SectionBook, d *Draft, reason string, in PublishRound, windows []AppealWindow) error {
	if d == nil {
		return fault.New(fault.Conflict, "Round %d has no draft. Make one first.", in.RoundNo)
	}
	var form fault.Form
	if in.Typed != in.RoundNo {
		form.Add("typed", "Type the number of the round, %d, to publish it.", in.RoundNo)
	}
	input, err := d.Refresh(b)
	if err != nil {
		return err
	}
	if input.Basis != d.Basis {
		return fault.New(fault.Conflict, "Results or settings changed after this draft was made. Make the draft again, then publish it.")
	}
	switch {
	case d.Blocked():
		return fault.New(fault.Conflict, "%s Round %d was not published.", firstSentence(*d), in.RoundNo)
	case len(d.Tables) == 0 && !input.planGoesOn(b, d):
		return fault.New(fault.Conflict, "The draft of round %d has no tables.", in.RoundNo)
	}
	if d.NeedsSignature() && strings.TrimSpace(reason) == "" {
		form.Add("reason", "The draft sets a rule aside. Say why; the reason is kept with the round.")
	}
	for _, open := range b.WithAppeals(input.Unsettled, in.RoundNo, windows) {
		if !slices.Contains(in.Settled, open.MatchID) && !slices.Contains(in.BothWays, open.MatchID) {
			form.Add(fmt.Sprintf("settle-%d", open.MatchID), "Decide about table %d of round %d first: wait, or publish with what there is.", open.Table, open.RoundNo)
		}
	}
	return form.Err()
}

// planGoesOn reports whether a round without a table is published all the same: its teams have
// lost the opponents that a table or a bracket has for them, and what is planned after it waits.
func (in *PairingInput) planGoesOn(b *SectionBook, d *Draft) bool {
	if in.bracket != nil {
		return len(in.bracket.plan.Ready()) > 0
	}
	return b.Section.System.Robin() && len(d.Byes) > 0
}

func firstSentence(d Draft) fault.Clause {
	for _, p := range d.Problems {
		if p.Severity == Blocks {
			return p.Said // it was found just now
		}
	}
	return fault.Part("No legal pairing exists.")
}

// pairings turns a draft into the rows of a round: tables first, then byes.
func pairings(b *SectionBook, d *Draft) []Pairing {
	var all []Pairing
	for _, t := range d.Tables {
		if t.Full() {
			all = append(all, pairingAt(b, d.RoundNo, len(all)+1, t))
		}
	}
	for _, bye := range d.Byes {
		all = append(all, Pairing{
			RoundNo: d.RoundNo, PairingNo: len(all) + 1, Bye: &bye.Kind, ByePoints: &bye.Award, Team1: &bye.TeamID,
			Reason: encodeReason(pairingReason{PairingReasons: bye.pairingReasons(), By: bye.By}),
		})
	}
	return all
}

// pairingAt is a table of a draft with its matches and seats, as the
// section's template turns them from match to match.
func pairingAt(b *SectionBook, round, number int, t DraftTable) Pairing {
	p := t.AsPairing(round)
	p.PairingNo, p.Reason = number, encodeReason(pairingReason{PairingReasons: t.PairingReasons, By: t.By, Group: t.Group})
	for n := range b.Section.MatchesPerPairing {
		seating := b.Section.SeatRotation.Seating(n + 1)
		m := Match{RoundNo: round, PairingNo: number, MatchNo: n + 1, Side1Slot: seating.Side1Slot, State: MatchOpen}
		m.Games = seats(b, p, n+1, seating)
		p.Matches = append(p.Matches, m)
	}
	return p
}

// seats says who sits where in a match. Unless the seating moves them, the first of each
// line-up plays board A, the second board B. Side 1 has White on A and Black on B. A
// team of one has board A alone.
func seats(b *SectionBook, p Pairing, match int, seating Seating) [2]Game {
	side1, side2 := seating.Side1Slot, 3-seating.Side1Slot
	on := func(slot, board int) *int64 { return seated(b, p, match, slot, seating.Player(slot, board)) }
	games := [2]Game{{Board: "A", WhiteID: on(side1, 1), BlackID: on(side2, 1)}}
	if b.Section.TeamSize > 1 {
		games[1] = Game{Board: "B", WhiteID: on(side2, 2), BlackID: on(side1, 2)}
	}
	return games
}

// seated is the first or second player of a side in a match; nil for an empty seat, which
// may be filled until the match starts.
func seated(b *SectionBook, p Pairing, match, slot, player int) *int64 {
	side := p.InSlot(slot)
	if len(side) == 2 { // two partners of this round
		side, player = side[player-1:player], 1
	}
	if id := LineUpOf(b, side[0], p.RoundNo, match)[player-1]; id != 0 {
		return &id
	}
	return nil
}

// AsPairing is a full table as a pairing without matches.
func (t DraftTable) AsPairing(round int) Pairing {
	return Pairing{
		RoundNo: round, TableNo: &t.Table, Team1: someone(t.First), Team2: someone(t.Second), Partner1: someone(t.FirstPartner), Partner2: someone(t.SecondPartner),
	}
}

// someone is the id of a seat of a draft, nil for nobody.
func someone(s DraftSeat) *int64 {
	if s.TeamID == 0 {
		return nil
	}
	return &s.TeamID
}
