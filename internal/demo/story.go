package demo

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// tableOf is a pairing of round 3 by its place in the list.
func (b *builder) tableOf(ctx context.Context, section tournament.Section, place int) (*tournament.SectionBook, tournament.Pairing, error) {
	book, err := b.Tournament.Reader().Book(ctx, b.eventID, section.SectionID)
	if err != nil {
		return nil, tournament.Pairing{}, err
	}
	list := book.Round(3).Pairings
	if place >= len(list) || list[place].Bye != nil {
		return nil, tournament.Pairing{}, fmt.Errorf("%s has no table number %d in round 3", section.Name, place+1)
	}
	return book, list[place], nil
}

// nameAt is the player on a seat of a match.
func nameAt(book *tournament.SectionBook, m tournament.Match, seat string) string {
	game := m.Games[0]
	if seat[1] == 'B' {
		game = m.Games[1]
	}
	id := game.WhiteID
	if seat[0] == 'B' {
		id = game.BlackID
	}
	if id == nil {
		return seat
	}
	p, _ := book.Player(*id)
	return p.Name()
}

// dispute is a claim of an illegal move in U1600, from the call to the appeal: a
// knight that was pinned to its king took a pawn.
func (b *builder) dispute(ctx context.Context) error {
	book, p, err := b.tableOf(ctx, b.u1600, disputedTable)
	if err != nil {
		return err
	}
	m := p.Matches[0]
	teamOf := func(seat string) tournament.Team { return book.Team(p.TeamID(m.SlotOf(seat))) }
	b.clock.before(9)
	call := b.as("demo.desk")
	call.Actor = journal.Actor{TeamID: teamOf("WA").TeamID, Name: teamOf("WA").Name}
	opened, err := b.Dispute.Open(ctx, b.eventID, call, dispute.OpenIncident{
		SectionID: b.u1600.SectionID, MatchID: m.MatchID, Kind: "illegal-move", Summary: "The knight on c6 was pinned when it took on d4.",
		Facts: &dispute.Facts{
			BoardA:    "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R[] b KQkq - 0 4",
			BoardB:    "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKB1R[] w KQkq - 0 4",
			Clocks:    [4]int64{161_000, 178_000, 182_000, 156_000},
			Acts:      []dispute.Act{{"act": "move", "by": "BA", "move": "c6d4"}, {"act": "press", "by": "BA"}},
			Claim:     dispute.Claim{By: "WA"},
			Certainty: dispute.Agreed,
		},
	})
	if err != nil {
		return err
	}
	b.clock.before(8)
	if err := b.Dispute.Take(ctx, b.eventID, b.as("demo.director"), opened.IncidentID); err != nil {
		return err
	}
	for _, said := range []dispute.NewStatement{
		{Speaker: nameAt(book, m, "WA"), Role: "claimant", Body: "My bishop on b5 looks at the king. The knight may not move, and I stopped the clock before touching anything."},
		{Speaker: nameAt(book, m, "BA"), Role: "opponent", Body: "I took the pawn and pressed the clock. The claim came only after my partner had the pawn in hand."},
		{Speaker: nameAt(book, m, "BB"), Role: "partner", Body: "I heard “illegal” before the pawn was on our board."},
	} {
		said.IncidentID = opened.IncidentID
		if err := b.Dispute.AddStatement(ctx, b.eventID, b.as("demo.director"), said); err != nil {
			return err
		}
	}
	b.clock.before(6.5)
	file, err := b.Dispute.Reader().WholeIncident(ctx, b.eventID, opened.IncidentID)
	if err != nil {
		return err
	}
	signed, err := b.Dispute.Sign(ctx, b.eventID, b.as("demo.director"), dispute.Sign{
		IncidentID: opened.IncidentID, Revision: file.Incident.Revision, Choice: dispute.Follow,
		Reason: "The knight was pinned and the move was completed. The claim was in time: two players heard it before the next move.",
	})
	if err != nil {
		return err
	}
	b.clock.before(4)
	appeal := b.as("demo.desk")
	loser := teamOf("BA")
	appeal.Actor = journal.Actor{TeamID: loser.TeamID, Name: loser.Name}
	_, err = b.Dispute.FileAppeal(ctx, b.eventID, appeal, dispute.FileAppeal{
		RulingID: signed.RulingID, TeamID: loser.TeamID, Grounds: "The claimant had already touched a piece to answer the capture. The window for the claim was over.",
	})
	return err
}

// call is a team in Open that waits for an official.
func (b *builder) call(ctx context.Context) error {
	book, p, err := b.tableOf(ctx, b.open, disputedTable)
	if err != nil {
		return err
	}
	b.clock.before(1.5)
	call := b.as("demo.desk")
	team := book.Team(p.TeamID(1))
	call.Actor = journal.Actor{TeamID: team.TeamID, Name: team.Name}
	_, err = b.Dispute.Open(ctx, b.eventID, call, dispute.OpenIncident{
		SectionID: b.open.SectionID, MatchID: p.Matches[0].MatchID, Kind: "flag", Summary: "Both clocks on board B show zero.",
	})
	return err
}
