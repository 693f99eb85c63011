package tournament

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// WithdrawAgain takes a return back, or another round from which a team is withdrawn: it is
// withdrawn from the round on from which it was before, which may be published. It is refused
// once the team was paired again.
func (s *BackCommands) WithdrawAgain(ctx context.Context, eventID int64, cmd journal.Command, teamID int64, from int) (Team, error) {
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Team, journal.Change, error) {
		none := func(err error) (Team, journal.Change, error) { return Team{}, journal.Change{}, err }
		t, book, err := teamBook(ctx, tx, teamID)
		if err != nil {
			return none(err)
		}
		switch {
		case t.LeavesRound != nil && *t.LeavesRound == from:
			return none(fault.New(fault.Conflict, "%s is withdrawn already, from round %d on.", t.Name, from))
		case from < 1 || from > max(len(book.Rounds)+1, book.Section.Rounds):
			return none(fault.New(fault.Conflict, "%s has no round %d.", book.Section.Name, from))
		}
		for _, r := range book.Rounds {
			if r.RoundNo >= from && r.Public() && r.PairingOf(teamID) != nil {
				return none(fault.New(fault.Conflict, "%s is paired in round %d, so it stays in. Withdraw it from the next round on.", t.Name, r.RoundNo))
			}
		}
		before := t.leaves(from, book.NextRound())
		return t, journal.Change{
			Reach: journal.InSection(t.SectionID), Action: "withdraw team", Subject: journal.Subject(book.Section.Slug, "team "+t.Name), Before: before, After: withdrawnWords(from),
		}, tx.UpdateTeams(ctx, []Team{t})
	})
}

// ReturnAs takes a withdrawal back: the team is here, not seen yet or absent, as it was before.
func (s *BackCommands) ReturnAs(ctx context.Context, eventID int64, cmd journal.Command, teamID int64, state TeamState) (Team, error) {
	if err := limit.Text("state", string(state)); err != nil {
		return Team{}, err
	}
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Team, journal.Change, error) { return returnTeam(ctx, tx, teamID, state) })
}

// ForgiveAsBefore gives a team the number of forgiven defaults that it had before it was let in
// or left out again.
func (s *BackCommands) ForgiveAsBefore(ctx context.Context, eventID int64, cmd journal.Command, teamID int64, forgiven int) (Team, error) {
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Team, journal.Change, error) {
		none := func(err error) (Team, journal.Change, error) { return Team{}, journal.Change{}, err }
		t, b, err := teamBook(ctx, tx, teamID)
		switch {
		case err != nil:
			return none(err)
		case forgiven == t.DefaultsForgiven:
			return none(fault.New(fault.Conflict, "%s has that many forgiven defaults already.", t.Name))
		case forgiven < 0 || forgiven > max(len(DefaultedRounds(b, b.NextRound())[teamID]), t.DefaultsForgiven):
			return none(fault.New(fault.Conflict, "A result was corrected: %s did come to a table that it was let in again for.", t.Name))
		}
		before := t.DefaultsForgiven
		t.DefaultsForgiven = forgiven
		t.Revision++
		c := journal.Change{
			Reach: journal.InSection(t.SectionID), Action: "leave team out again", Subject: journal.Subject(b.Section.Slug, "team "+t.Name),
			Before: map[string]any{"defaults forgiven": before}, After: map[string]any{"defaults forgiven": forgiven},
		}
		if forgiven > before {
			c.Action = "let team in again"
		}
		return t, c, tx.UpdateTeams(ctx, []Team{t})
	})
}

// GroupsBefore are the groups that teams of a section had been put into by hand: nil for none.
type GroupsBefore struct {
	SectionID int64          `json:"section"`
	Groups    map[int64]*int `json:"groups"` // by team
}

// SetGroupsAsBefore takes a move between groups back: the teams sit where they had been put by hand,
// or where they are dealt to. It is refused once a round with the new groups is published.
func (s *BackCommands) SetGroupsAsBefore(ctx context.Context, eventID int64, cmd journal.Command, in GroupsBefore) error {
	_, err := s.squads(ctx, eventID, cmd.With(in), func(tx squadTx) (journal.Change, error) {
		b, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		var moved []Team
		before, after := map[string]string{}, map[string]string{}
		for _, id := range slices.Sorted(maps.Keys(in.Groups)) {
			i := slices.IndexFunc(b.Teams, func(t Team) bool { return t.TeamID == id })
			if i < 0 {
				return journal.Change{}, fault.New(fault.Conflict, "A team that was moved has left %s.", b.Section.Name)
			}
			t := b.Teams[i]
			before[t.Name] = b.GroupLetter(id)
			t.GroupNo = in.Groups[id]
			t.Revision++
			b.Teams[i], moved = t, append(moved, t)
		}
		for _, t := range moved {
			after[t.Name] = b.GroupLetter(t.TeamID)
		}
		return journal.Change{
			Reach: journal.InSection(in.SectionID), Action: "groups as before", Subject: journal.Subject(b.Section.Slug, "groups"), Before: before, After: after,
		}, tx.UpdateTeams(ctx, moved)
	})
	return err
}

// ReopenCheckIn takes the close of a check-in back.
type ReopenCheckIn struct {
	SectionID int64
	RoundNo   int
	Byes      []RequestedBye // as they were; an empty kind for none
	Back      []int64        // the teams that were withdrawn with it
}

// ReopenCheckIn gives the teams that were not there the byes back that they had, and lets those
// that were withdrawn be waited for again. It is refused once the round is published.
func (s *BackCommands) ReopenCheckIn(ctx context.Context, eventID int64, cmd journal.Command, in ReopenCheckIn) error {
	if err := limit.Check(in); err != nil {
		return err
	}
	_, err := s.byes(ctx, eventID, cmd, func(tx byeTx) (journal.Change, error) {
		section, err := tx.Section(ctx, in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		next, err := nextRound(ctx, tx, in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		if next != in.RoundNo {
			return journal.Change{}, fault.New(fault.Conflict, "Round %d was paired with this check-in and is published.", in.RoundNo)
		}
		entries, err := tx.Entries(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		asked, err := tx.RequestedByes(ctx, in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		var back []Team
		before, told := map[string]string{}, map[string]string{}
		for _, t := range entries.Teams {
			if t.SectionID == in.SectionID && slices.Contains(in.Back, t.TeamID) {
				if !t.LeftBy(in.RoundNo) {
					return journal.Change{}, fault.New(fault.Conflict, "%s is not withdrawn any more.", t.Name)
				}
				before[t.Name] = withdrawnWords(*t.LeavesRound)
				t.State, t.LeavesRound = TeamEntered, nil
				t.Revision++
				back, told[t.Name] = append(back, t), string(TeamEntered)
			}
			for _, bye := range in.Byes {
				if bye.TeamID == t.TeamID && bye.RoundNo == in.RoundNo {
					before[t.Name] = string(requestOf(asked, t.TeamID, in.RoundNo))
					told[t.Name] = firstOf(string(bye.Kind), "no bye")
					if err := tx.SetRequestedBye(ctx, in.SectionID, bye); err != nil {
						return journal.Change{}, err
					}
				}
			}
		}
		return journal.Change{
			Reach: journal.InSection(in.SectionID), Action: "open check-in again", Subject: journal.Subject(section.Slug, fmt.Sprintf("round %d", in.RoundNo)), Before: before, After: told,
		}, tx.UpdateTeams(ctx, back)
	})
	return err
}

// PairsApart is what a section keeps apart again, and what it lets meet again.
type PairsApart struct {
	SectionID int64
	Apart     []ForbiddenPair
	Meet      []ForbiddenPair
}

// SetPairsApart says again which teams are kept apart in which rounds, as it stood before an act
// that is taken back.
func (s *BackCommands) SetPairsApart(ctx context.Context, eventID int64, cmd journal.Command, in PairsApart) error {
	if err := limit.Check(in); err != nil {
		return err
	}
	_, err := s.apart(ctx, eventID, cmd, func(tx apartTx) (journal.Change, error) {
		book, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		var before, after []string
		for _, p := range in.Meet {
			if old, kept := apart(book, p.TeamID, p.OtherID); kept {
				before = append(before, old.words(book.Team(p.TeamID), book.Team(p.OtherID)))
			}
		}
		for _, p := range in.Apart {
			after = append(after, p.words(book.Team(p.TeamID), book.Team(p.OtherID)))
			if err := tx.SetForbiddenPair(ctx, in.SectionID, p); err != nil {
				return journal.Change{}, err
			}
		}
		if len(in.Meet) > 0 {
			if err := tx.DeleteForbiddenPairs(ctx, in.SectionID, in.Meet); err != nil {
				return journal.Change{}, err
			}
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "keep apart as before", Subject: journal.Subject(book.Section.Slug, "pairs"), Before: before, After: after}, nil
	})
	return err
}
