package tournament

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phrase"
)

// withoutTable reports whether a team has nobody to play in a round: a bye, or no word of it.
func withoutTable(p *Pairing) bool { return p == nil || p.Bye != nil }

// newTable lets two teams of a published round that have no table meet at a new one, such as a
// team that came late and the one that had the bye because of it.
func newTable(ctx context.Context, b *SectionBook, tx publishedTx, cmd journal.Command, round *Round, in SwapPublishedInput) (journal.Change, error) {
	none := func(err error) (journal.Change, error) { return journal.Change{}, err }
	if round.State == RoundComplete {
		return none(fault.New(fault.Conflict, "Round %d is over.", round.RoundNo))
	}
	for _, id := range []int64{in.TeamID, in.OtherID} {
		if t := b.Team(id); !t.mayPlay(round.RoundNo) {
			return none(fault.New(fault.Conflict, "%s does not play this round. Change that on the page Teams first.", t.Name))
		}
	}
	t := DraftTable{Table: b.Section.FirstTable, First: DraftSeat{TeamID: in.TeamID}, Second: DraftSeat{TeamID: in.OtherID}, By: cmd.Actor.Name}
	number := 1
	var byes []int
	var before []Pairing
	for _, p := range round.Pairings {
		t.Table, number = max(t.Table, p.Table()+1), max(number, p.PairingNo+1)
		if p.Slot(in.TeamID) != 0 || p.Slot(in.OtherID) != 0 {
			byes, before = append(byes, p.PairingNo), append(before, p)
		}
	}
	changed := []Pairing{pairingAt(b, round.RoundNo, number, t)}
	aside, err := setAside(b, round.RoundNo, changed)
	if err != nil {
		return none(err)
	}
	version, err := replace(ctx, b, tx, cmd.Actor, round, byes, changed)
	if err != nil {
		return none(err)
	}
	said := phrase.Of("%s meet %s at table %d. Version %d is published.", b.Team(in.TeamID).Name, b.Team(in.OtherID).Name, t.Table, version)
	return journal.Change{
		Reach: journal.InSection(b.Section.SectionID), Action: "pair tables again", Subject: journal.Subject(b.Section.Slug, fmt.Sprintf("round %d", round.RoundNo)),
		Before: tablesOf(before), After: map[string]any{"version": version, "pairings": tablesOf(changed), "set aside": inEnglish(aside)},
		Answer: saidTogether(said, aside...),
	}, nil
}

// mayPlay reports whether a team can be given a table of a round that is out, also where it had
// a bye that somebody asked for.
func (t Team) mayPlay(round int) bool {
	return t.State != TeamAbsent && t.ArrivesRound <= round && !t.LeftBy(round)
}

// WithoutTable are the teams that can play a published round and have no table in it.
func WithoutTable(b *SectionBook, round int) []Team {
	r := b.Round(round)
	if r == nil || !PlaysOn(r) || b.Section.System == Rotating {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(b.Teams), func(t Team) bool { return !t.mayPlay(round) || !withoutTable(r.PairingOf(t.TeamID)) })
}

// PlaysOn reports whether a round is out and not over.
func PlaysOn(r *Round) bool {
	return r.Public() && r.State != RoundComplete && r.State != RoundLocked
}
