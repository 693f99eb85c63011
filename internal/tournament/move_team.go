package tournament

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// TeamMove takes a team to another section of its event. Revision is that of the row
// the form showed; SameName says that a player may have the name of another one there.
type TeamMove struct {
	TeamID    int64
	Revision  int
	SectionID int64
	SameName  bool
}

// moveTeamTx moves a team into another section, and what it asked for out of the first.
type moveTeamTx interface {
	registerTx
	publishedRounds
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	DraftRound(ctx context.Context, sectionID int64, round int) (DraftRound, error)
	Team(ctx context.Context, teamID int64) (Team, error)
	MoveTeam(ctx context.Context, t Team, members []Player) error
	SetRequestedBye(ctx context.Context, sectionID int64, b RequestedBye) error
	DeleteForbiddenPair(ctx context.Context, sectionID, teamID, otherID int64) error
}

// MoveTeam moves a team that has not been paired yet, with its players, code, address and
// private link. It plays in the new section from the next round to be paired on. Its number,
// its group, its requested byes and the teams it must not meet belong to the old section and
// are left there: the journal entry tells them.
func (s *EntryCommands) MoveTeam(ctx context.Context, eventID int64, cmd journal.Command, in TeamMove) (Team, error) {
	return change(ctx, s.moves, eventID, cmd.With(in), func(tx moveTeamTx) (Team, journal.Change, error) {
		team, from, err := teamBook(ctx, tx, in.TeamID)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		if in.Revision != team.Revision {
			return Team{}, journal.Change{}, fault.New(fault.Stale, "%s changed since you opened the page. Nothing was moved. Look at it, then move it again.", team.Name)
		}
		if err := mayLeave(ctx, tx, from, team); err != nil {
			return Team{}, journal.Change{}, err
		}
		section, moved, err := in.into(ctx, tx, from, team)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		left, err := leaveWishes(ctx, tx, from, team)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		before := map[string]any{"section": from.Section.Name, "arrives": team.ArrivesRound, "number": team.Number, "group": team.GroupNo}
		if len(left) > 0 {
			before["left behind"] = left
		}
		return moved, journal.Change{
			Action: "move team", Subject: journal.Subject(from.Section.Slug, "team "+team.Name), Before: before,
			After: map[string]any{"section": section.Name, "section number": section.SectionID, "arrives": moved.ArrivesRound},
		}, tx.MoveTeam(ctx, moved, from.Members(team.TeamID))
	})
}

// mayLeave refuses a team that the section has paired, or is about to.
func mayLeave(ctx context.Context, tx moveTeamTx, from *SectionBook, team Team) error {
	if team.LeavesRound != nil {
		return fault.New(fault.Conflict, "%s is withdrawn. Let it return first, then move it.", team.Name)
	}
	if slices.ContainsFunc(from.Rounds, func(r Round) bool { return r.PairingOf(team.TeamID) != nil }) {
		return fault.New(fault.Conflict, "%s has been paired in %s, and its results stay there. Withdraw it here and enter it in the other section.", team.Name, from.Section.Name)
	}
	if slices.ContainsFunc(from.Entered, func(e PhaseEntry) bool {
		return e.TeamID == team.TeamID && e.SectionID == from.Section.SectionID || e.FromTeam == team.TeamID && e.FromSection == from.Section.SectionID
	}) {
		return fault.New(fault.Conflict, "%s came from one section into another by its places, and stays in both. Withdraw it, or take the start of the later section back.", team.Name)
	}
	if slices.ContainsFunc(from.Points, func(p TeamPoints) bool { return p.TeamID == team.TeamID }) {
		return fault.New(fault.Conflict, "%s has points in %s without a match. Withdraw it here and enter it in the other section.", team.Name, from.Section.Name)
	}
	next := 1
	if current := from.Current(); current != nil {
		next = current.RoundNo + 1
	}
	round, err := tx.DraftRound(ctx, from.Section.SectionID, next)
	if err != nil {
		return err
	}
	if round.Draft != nil && round.Draft.has(team.TeamID) {
		return fault.New(fault.Conflict, "%s stands in the draft of round %d. Discard the draft, move the team, then make the draft again.", team.Name, next)
	}
	return nil
}

// has reports whether a team stands anywhere in a draft.
func (d *Draft) has(teamID int64) bool {
	for _, t := range d.Tables {
		if slices.Contains(t.Entries(), teamID) {
			return true
		}
	}
	return slices.ContainsFunc(d.Byes, func(b DraftBye) bool { return b.TeamID == teamID }) ||
		slices.ContainsFunc(d.Loose, func(seat DraftSeat) bool { return seat.TeamID == teamID })
}

// into checks that the team can be entered in the new section as it is.
func (in TeamMove) into(ctx context.Context, tx moveTeamTx, from *SectionBook, team Team) (Section, Team, error) {
	r, err := loadRegister(ctx, tx)
	if err != nil {
		return Section{}, team, err
	}
	section, known := r.sections[in.SectionID]
	if !known || in.SectionID == team.SectionID {
		var form fault.Form
		form.Add("section", "Choose another section of the event.")
		return section, team, form.Err()
	}
	entries, err := tx.Entries(ctx)
	if err != nil {
		return section, team, err
	}
	all, err := tx.Sections(ctx)
	if err != nil {
		return section, team, err
	}
	without := newRegister(all, entries.without(team.TeamID))
	without.hides = r.hides
	entry := NewTeam{
		SectionID: in.SectionID, Name: team.Name, School: team.School, Categories: team.Categories, SameName: in.SameName, Players: newPlayers(from.Members(team.TeamID)),
	}
	if isMade(team.Name, madeName(from.Section, entry.Players, HidesNames(from))) {
		entry.Name = "" // it is made anew, as short as the other section asks for
	}
	entry = without.team(1, entry)
	if err := without.err(); err != nil {
		return section, team, err
	}
	last, err := tx.LastPublished(ctx, in.SectionID)
	if err != nil {
		return section, team, err
	}
	if last >= section.Rounds {
		return section, team, fault.New(fault.Conflict, "All rounds of %s are published. %s cannot play there any more.", section.Name, team.Name)
	}
	team.SectionID, team.Number, team.GroupNo, team.ArrivesRound = in.SectionID, nil, nil, last+1
	team.Name, team.NameKey = entry.Name, NameKey(entry.Name)
	team.Revision++
	return section, team, nil
}

// leaveWishes takes back what a team asked for in the section it leaves, and says it.
func leaveWishes(ctx context.Context, tx moveTeamTx, from *SectionBook, team Team) ([]string, error) {
	var left []string
	for _, bye := range from.Byes {
		if bye.TeamID != team.TeamID {
			continue
		}
		left = append(left, fmt.Sprintf("%s bye in round %d", bye.Kind, bye.RoundNo))
		bye.Kind = ""
		if err := tx.SetRequestedBye(ctx, from.Section.SectionID, bye); err != nil {
			return nil, err
		}
	}
	for _, pair := range from.Apart {
		if pair.TeamID != team.TeamID && pair.OtherID != team.TeamID {
			continue
		}
		left = append(left, pair.words(from.Team(pair.TeamID), from.Team(pair.OtherID)))
		if err := tx.DeleteForbiddenPair(ctx, from.Section.SectionID, pair.TeamID, pair.OtherID); err != nil {
			return nil, err
		}
	}
	return left, nil
}
