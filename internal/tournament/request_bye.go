package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// byeTx writes down who does not play a coming round.
type byeTx interface {
	publishedRounds
	Section(ctx context.Context, sectionID int64) (Section, error)
	Team(ctx context.Context, teamID int64) (Team, error)
	Entries(ctx context.Context) (Entries, error)
	UpdateTeams(ctx context.Context, teams []Team) error
	RequestedByes(ctx context.Context, sectionID int64) ([]RequestedBye, error)
	SetRequestedBye(ctx context.Context, sectionID int64, b RequestedBye) error
}

// RequestBye notes that a team skips a round that is not published yet. Half and
// full byes count towards the section's limit, and half ones are not given in its last
// rounds; a round off for nothing (kind zero) is always possible. An empty kind takes
// the request back.
func (s *EntryCommands) RequestBye(ctx context.Context, eventID int64, cmd journal.Command, teamID int64, round int, kind ByeKind) error {
	if err := limit.Text("kind", string(kind)); err != nil {
		return err
	}
	_, err := s.byes(ctx, eventID, cmd, func(tx byeTx) (journal.Change, error) {
		t, err := tx.Team(ctx, teamID)
		if err != nil {
			return journal.Change{}, err
		}
		section, err := tx.Section(ctx, t.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		next, err := nextRound(ctx, tx, t.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		asked, err := tx.RequestedByes(ctx, t.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		var form fault.Form
		switch {
		case kind != "" && kind != ByeHalf && kind != ByeZero && kind != ByeFull:
			form.Add("kind", "Choose a half-point bye, a full-point bye or a round off for nothing.")
		case round < next:
			form.Add("round", "Round %d is published. A bye is possible from round %d on.", round, next)
		case round > section.Rounds:
			form.Add("round", "%s has %d rounds.", section.Name, section.Rounds)
		case kind == ByeHalf && section.withoutHalf(round):
			form.Add("kind", "%s gives no half-point byes in %s. A round off for nothing is still possible.", section.Name, section.LastRounds())
		case kind != "" && kind != ByeZero && countByes(asked, teamID, round) >= section.RequestedByeLimit:
			form.Add("kind", "%s has used its limit of %d requested byes. A round off for nothing is still possible.", t.Name, section.RequestedByeLimit)
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		before := requestOf(asked, teamID, round)
		if before == kind {
			return journal.Change{}, nil
		}
		return journal.Change{
			Reach: journal.InSection(section.SectionID), Action: "request bye", Subject: journal.Subject(section.Slug, fmt.Sprintf("round %d", round), "team "+t.Name), Before: before, After: kind,
		}, tx.SetRequestedBye(ctx, t.SectionID, RequestedBye{round, teamID, kind})
	})
	return err
}

func requestOf(asked []RequestedBye, teamID int64, round int) ByeKind {
	for _, b := range asked {
		if b.TeamID == teamID && b.RoundNo == round {
			return b.Kind
		}
	}
	return ""
}

// countByes counts the requests of a team that score, other than for round.
func countByes(asked []RequestedBye, teamID int64, round int) int {
	n := 0
	for _, b := range asked {
		if b.TeamID == teamID && b.RoundNo != round && b.Kind != ByeZero {
			n++
		}
	}
	return n
}

// withoutHalf reports whether a round is one of the last, in which no half-point bye is
// given on request.
func (s Section) withoutHalf(round int) bool { return round > s.Rounds-s.NoHalfInLast }

// LastRounds names the rounds without half-point byes on request: "the last round
// (round 5)", "the last 2 rounds (from round 4 on)", "any round"; empty when there are none.
func (s Section) LastRounds() string {
	switch first := s.Rounds - s.NoHalfInLast + 1; {
	case s.NoHalfInLast == 0:
		return ""
	case first <= 1:
		return "any round"
	case s.NoHalfInLast == 1:
		return fmt.Sprintf("the last round (round %d)", first)
	default:
		return fmt.Sprintf("the last %d rounds (from round %d on)", s.NoHalfInLast, first)
	}
}

// byeWithin is a half-point bye while the limit and the round allow one.
func byeWithin(section Section, asked []RequestedBye, teamID int64, round int) ByeKind {
	if countByes(asked, teamID, round) < section.RequestedByeLimit && !section.withoutHalf(round) {
		return ByeHalf
	}
	return ByeZero
}
