package demo

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (b *builder) firstRound(ctx context.Context) error {
	for i, section := range []tournament.Section{b.open, b.u1600} {
		b.clock.before(212 - float64(i))
		if err := b.begin(ctx, section, 1); err != nil {
			return err
		}
	}
	return b.playAll(ctx, 1, 190)
}

func (b *builder) secondRound(ctx context.Context) error {
	b.clock.before(130)
	if err := b.comeAndGo(ctx); err != nil {
		return err
	}
	for i, section := range []tournament.Section{b.u1600, b.open} {
		b.clock.before(122 - float64(i))
		if err := b.begin(ctx, section, 2); err != nil {
			return err
		}
	}
	return b.playAll(ctx, 2, 100)
}

// thirdRound begins U1600 long enough ago for a late table, and Open so that it
// is in full play, with the semifinals of the cup beside it.
func (b *builder) thirdRound(ctx context.Context) error {
	late := float64(b.u1600.RoundMinutes + b.u1600.GraceMinutes + 3)
	b.clock.before(late + 2)
	if err := b.begin(ctx, b.u1600, 3); err != nil {
		return err
	}
	b.clock.before(15)
	if err := b.begin(ctx, b.open, 3); err != nil {
		return err
	}
	b.clock.before(11)
	if err := b.playThird(ctx, b.u1600); err != nil {
		return err
	}
	b.clock.before(8)
	if err := b.begin(ctx, b.cup, 2); err != nil {
		return err
	}
	b.clock.before(7)
	if err := b.playCup(ctx, 2, 1); err != nil {
		return err
	}
	return b.playThird(ctx, b.open)
}

// begin pairs, publishes and starts a round.
func (b *builder) begin(ctx context.Context, section tournament.Section, round int) error {
	at := func() (tournament.DraftInput, error) {
		r, err := b.Tournament.Reader().DraftRound(ctx, b.eventID, section.SectionID, round)
		return tournament.DraftInput{SectionID: section.SectionID, RoundNo: round, Revision: r.Revision}, err
	}
	in, err := at()
	if err != nil {
		return err
	}
	if _, err := b.Tournament.MakeDraft(ctx, b.eventID, b.as("demo.section"), tournament.MakeDraftInput{DraftInput: in}); err != nil {
		return fmt.Errorf("draft %s: %w", section.Name, err)
	}
	if in, err = at(); err != nil {
		return err
	}
	if _, err := b.Tournament.PublishRound(ctx, b.eventID, b.as("demo.section"), tournament.PublishRound{DraftInput: in, Typed: round}); err != nil {
		return fmt.Errorf("publish %s: %w", section.Name, err)
	}
	return b.Tournament.StartClock(ctx, b.eventID, b.as("demo.section"), section.SectionID, round)
}

// playAll enters and verifies all results of a round in both sections.
func (b *builder) playAll(ctx context.Context, round int, at float64) error {
	for i, section := range []tournament.Section{b.open, b.u1600} {
		b.clock.before(at - float64(5*i))
		book, err := b.Tournament.Reader().Book(ctx, b.eventID, section.SectionID)
		if err != nil {
			return err
		}
		for _, p := range book.Round(round).Pairings {
			for _, m := range p.Matches {
				if err := b.enterBoth(ctx, book, p, m.MatchNo); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// enterBoth enters a result at one desk and again, from the slip, at the other.
func (b *builder) enterBoth(ctx context.Context, book *tournament.SectionBook, p tournament.Pairing, match int) error {
	for _, desk := range []string{"demo.desk", "demo.desk2"} {
		if err := b.enter(ctx, desk, book, p, match, result(book, p, match)); err != nil {
			return err
		}
	}
	return nil
}

// entry is what a slip says.
type entry struct {
	outcome tournament.Outcome
	ends    livegame.Ends
	forfeit string // the reason for a forfeit
}

func (b *builder) enter(ctx context.Context, login string, book *tournament.SectionBook, p tournament.Pairing, match int, e entry) error {
	in := tournament.TypedResult{
		SectionID: p.SectionID, Round: p.RoundNo, Table: p.Table(), Match: match, Source: "desk", Outcome: e.outcome, Ends: e.ends,
		Forfeit: e.forfeit != "", MayForfeit: true, Reason: e.forfeit, Slip: fmt.Sprintf("%d-%d-%d", p.RoundNo, p.Table(), match),
	}
	for _, m := range p.Matches {
		if m.MatchNo == match {
			in.Revision = m.Revision
		}
	}
	if _, err := b.Tournament.EnterResult(ctx, b.eventID, b.as(login), in); err != nil {
		return fmt.Errorf("%s, round %d, table %d, match %d: %w", book.Section.Name, p.RoundNo, p.Table(), match, detail(err))
	}
	return nil
}

// result invents how a match ended: mostly the stronger team wins, on either
// board and in every way a match ends; some are drawn, few are forfeited.
func result(book *tournament.SectionBook, p tournament.Pairing, match int) entry {
	winner := 1
	if book.Team(p.TeamID(2)).Strength > book.Team(p.TeamID(1)).Strength {
		winner = 2
	}
	n := p.RoundNo*31 + p.Table()*7 + match*5
	if n%4 == 0 {
		winner = 3 - winner
	}
	won := func(reason rulebook.Reason) entry {
		if n%2 == 0 {
			return entry{ends: livegame.Ends{A: livegame.BoardEnd{Winner: winner, Reason: reason}}}
		}
		return entry{ends: livegame.Ends{B: livegame.BoardEnd{Winner: winner, Reason: reason}}}
	}
	switch n % 11 {
	case 0, 1, 2, 3, 4:
		return won(rulebook.ReasonCheckmate)
	case 5, 6:
		return won(rulebook.ReasonFlag)
	case 7:
		return won(rulebook.ReasonResignation)
	case 8:
		return won(rulebook.ReasonIllegalMove)
	case 9:
		return entry{outcome: tournament.Drawn}
	}
	if p.RoundNo == 1 && p.Table()%2 == 1 {
		return entry{outcome: tournament.DoubleLoss, forfeit: "Neither team brought a clock."}
	}
	return won(rulebook.ReasonFlag)
}

// playThird enters part of round 3: by the place of the table in the list
// reported, verified, in conflict, forfeited or still open.
func (b *builder) playThird(ctx context.Context, section tournament.Section) error {
	book, err := b.Tournament.Reader().Book(ctx, b.eventID, section.SectionID)
	if err != nil {
		return err
	}
	for i, p := range book.Round(3).Pairings {
		if p.Bye != nil {
			continue
		}
		if err := b.playTable(ctx, book, p, i); err != nil {
			return err
		}
	}
	return nil
}

// The tables of round 3 in the order of the list that have a part to play.
const (
	liveTable     = 0 // of Open: the live match
	disputedTable = 2 // of U1600: the appeal; of Open: the call
	slipTable     = 3 // of U1600: each match entered once, by another desk
	conflictTable = 4
	forfeitTable  = 5
	openTable     = 6 // of U1600: late; of Open: in play
)

func (b *builder) playTable(ctx context.Context, book *tournament.SectionBook, p tournament.Pairing, i int) error {
	inOpen := book.Section.SectionID == b.open.SectionID
	switch {
	case i == liveTable && inOpen, i == disputedTable, i == openTable:
		return nil
	case i == conflictTable && inOpen:
		if err := b.enter(ctx, "demo.desk", book, p, 1, entry{outcome: tournament.FirstWins}); err != nil {
			return err
		}
		return b.enter(ctx, "demo.desk2", book, p, 1, entry{outcome: tournament.SecondWins})
	case i == forfeitTable:
		if inOpen {
			return b.enter(ctx, "demo.director", book, p, 1, entry{outcome: tournament.FirstWins, forfeit: "The other team came eleven minutes late."})
		}
	case inOpen && i > 8:
		return nil // still in their first match
	case inOpen && i%2 == 1:
		return b.enter(ctx, "demo.desk", book, p, 1, result(book, p, 1))
	}
	if i%3 == 0 {
		if err := b.enter(ctx, "demo.desk", book, p, 1, result(book, p, 1)); err != nil {
			return err
		}
		return b.enter(ctx, "demo.desk2", book, p, 2, result(book, p, 2))
	}
	for match := 1; match <= len(p.Matches); match++ {
		if err := b.enterBoth(ctx, book, p, match); err != nil {
			return err
		}
	}
	return nil
}
