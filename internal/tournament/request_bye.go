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
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	Team(ctx context.Context, teamID int64) (Team, error)
	Entries(ctx context.Context) (Entries, error)
	UpdateTeams(ctx context.Context, teams []Team) error
	RequestedByes(ctx context.Context, sectionID int64) ([]RequestedBye, error)
	SetRequestedBye(ctx context.Context, sectionID int64, b RequestedBye) error
}

// ByeKinds says which byes that score a section lets teams ask for.
type ByeKinds string

// The kinds a section can choose among.
const (
	AnyBye       ByeKinds = "any" // half or full points, as the desk says; a team itself asks for half ones
	OnlyHalfByes ByeKinds = "half"
	OnlyFullByes ByeKinds = "full"
	NoScoringBye ByeKinds = "zero"
)

// ByeProblem is why a bye is refused; empty for none.
type ByeProblem string

// The reasons, each with its sentence in [ByeRequest.Refusal].
const (
	ByeUnknown    ByeProblem = "unknown"     // no such kind
	ByePublished  ByeProblem = "published"   // the round's pairings are out
	ByeBeyond     ByeProblem = "beyond"      // the section has fewer rounds
	ByeStays      ByeProblem = "stays"       // one that was asked for stays
	ByeNotOffered ByeProblem = "not offered" // the section gives none of the kind
	ByeAtDesk     ByeProblem = "at the desk" // only the desk gives it
	ByeLate       ByeProblem = "late"        // one of the last rounds
	ByeLimit      ByeProblem = "limit"       // the team has had as many as there are
	ByeOfKnockout ByeProblem = "knockout"    // a tie of a bracket cannot be skipped
)

// ByeRequest is a wish to skip a round, with what decides about it.
type ByeRequest struct {
	Section Section
	Team    Team
	Asked   []RequestedBye
	Next    int // the next round to be paired
	Round   int
	Kind    ByeKind // empty: the wish is taken back
	ByTeam  bool    // the team asks itself, not the desk
}

// Problem is why the wish is refused. Byes that score count towards the section's limit, those on
// offer are not given in its last rounds; a round off for nothing is always possible.
func (q ByeRequest) Problem() ByeProblem {
	section, before := q.Section, requestOf(q.Asked, q.Team.TeamID, q.Round)
	scores := q.Kind == ByeHalf || q.Kind == ByeFull
	switch {
	case q.Kind != "" && q.Kind != ByeZero && !scores:
		return ByeUnknown
	case q.Round < q.Next:
		return ByePublished
	case q.Round > section.Rounds:
		return ByeBeyond
	case q.Kind != "" && q.Round > section.ByeRounds():
		return ByeOfKnockout
	case section.ByesStay && before != "" && before != q.Kind:
		return ByeStays
	case !scores || before == q.Kind:
		return ""
	case section.ByeKinds == NoScoringBye, section.ByeKinds == OnlyHalfByes && q.Kind == ByeFull, section.ByeKinds == OnlyFullByes && q.Kind == ByeHalf:
		return ByeNotOffered
	case q.ByTeam && q.Kind == ByeFull && section.ByeKinds != OnlyFullByes:
		return ByeAtDesk
	case section.withoutHalf(q.Round) && (q.Kind == ByeHalf || section.ByeKinds == OnlyFullByes): // where the desk has the choice, a full one is its own decision
		return ByeLate
	case countByes(q.Asked, q.Team.TeamID, q.Round) >= section.RequestedByeLimit:
		return ByeLimit
	}
	return ""
}

// Refusal is the sentence of a problem and the field that it is about.
func (q ByeRequest) Refusal(problem ByeProblem) (field string, sentence fault.Clause) {
	kind := map[ByeKind]fault.Word{ByeHalf: fault.Word("half-point"), ByeFull: fault.Word("full-point")}[q.Kind]
	switch problem {
	case ByePublished:
		return "round", fault.Part("Round %d is published. A bye is possible from round %d on.", q.Round, q.Next)
	case ByeBeyond:
		return "round", fault.Part("%s has %d rounds.", q.Section.Name, q.Section.Rounds)
	case ByeOfKnockout:
		return "round", fault.Part("Round %d of %s is a round of the knockout, which has no byes on request: a team that does not play its tie is out. Withdraw the team instead.", q.Round, q.Section.Name)
	case ByeStays:
		return "kind", fault.Part("In %s a bye that was asked for is not taken back or changed. The settings of the section say so.", q.Section.Name)
	case ByeNotOffered:
		return "kind", fault.Part("%s gives no %s byes on request. A round off for nothing is still possible.", q.Section.Name, kind)
	case ByeAtDesk:
		return "kind", fault.Part("A full-point bye is given at the desk.")
	case ByeLate:
		return "kind", fault.Part("%s gives no %s byes in %s. A round off for nothing is still possible.", q.Section.Name, kind, q.Section.lastRounds())
	case ByeLimit:
		return "kind", fault.Part("%s has used its limit of %d requested byes. A round off for nothing is still possible.", q.Team.Name, q.Section.RequestedByeLimit)
	}
	return "kind", fault.Part("Choose a half-point bye, a full-point bye or a round off for nothing.")
}

// RequestBye notes that a team skips a round that is not published yet, as far as the section
// lets it. An empty kind takes the request back.
func (s *EntryCommands) RequestBye(ctx context.Context, eventID int64, cmd journal.Command, teamID int64, round int, kind ByeKind) error {
	if err := limit.Text("kind", string(kind)); err != nil {
		return err
	}
	_, err := s.byes(ctx, eventID, cmd, func(tx byeTx) (journal.Change, error) {
		q := ByeRequest{Round: round, Kind: kind, ByTeam: cmd.Actor.TeamID != 0}
		var err error
		if q.Team, err = tx.Team(ctx, teamID); err != nil {
			return journal.Change{}, err
		}
		section := q.Team.SectionID
		if q.Section, err = tx.Section(ctx, section); err != nil {
			return journal.Change{}, err
		}
		if q.Next, err = nextRound(ctx, tx, section); err != nil {
			return journal.Change{}, err
		}
		if q.Asked, err = tx.RequestedByes(ctx, section); err != nil {
			return journal.Change{}, err
		}
		if problem := q.Problem(); problem != "" {
			field, sentence := q.Refusal(problem)
			return journal.Change{}, fault.Field(field, "%s", sentence)
		}
		before := requestOf(q.Asked, teamID, round)
		if before == kind {
			return journal.Change{}, nil
		}
		return journal.Change{
			Reach: journal.InSection(section), Action: "request bye", Subject: journal.Subject(q.Section.Slug, fmt.Sprintf("round %d", round), "team "+q.Team.Name), Before: before, After: kind,
		}, tx.SetRequestedBye(ctx, section, RequestedBye{round, teamID, kind})
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

// ByeRounds is the last round for which a bye may be asked: a tie of a knockout is not skipped.
func (s Section) ByeRounds() int {
	switch s.System {
	case Knockout:
		return 0
	case GroupsKnockout:
		return max(s.Rounds-bracketRounds(s.GroupCount*s.Advance, s.stages()), 0)
	}
	return s.Rounds
}

// withoutHalf reports whether a round is one of the last with byes on request, in which none is
// given that scores.
func (s Section) withoutHalf(round int) bool { return round > s.ByeRounds()-s.NoHalfInLast }

// LastRounds names the rounds without byes on request that score: "the last round
// (round 5)", "the last 2 rounds (from round 4 on)", "any round"; empty when there are none.
func (s Section) LastRounds() string { return s.lastRounds().String() }

func (s Section) lastRounds() fault.Clause {
	ofGroups := s.System == GroupsKnockout
	switch first := s.ByeRounds() - s.NoHalfInLast + 1; {
	case s.NoHalfInLast == 0:
		return fault.Clause{}
	case first <= 1:
		return fault.Part("any round")
	case s.NoHalfInLast == 1 && ofGroups:
		return fault.Part("the last round of the groups (round %d)", first)
	case s.NoHalfInLast == 1:
		return fault.Part("the last round (round %d)", first)
	case ofGroups:
		return fault.Part("the last %d rounds of the groups (from round %d on)", s.NoHalfInLast, first)
	default:
		return fault.Part("the last %d rounds (from round %d on)", s.NoHalfInLast, first)
	}
}

// byeWithin is a half-point bye while the limit and the round allow one.
func byeWithin(section Section, asked []RequestedBye, teamID int64, round int) ByeKind {
	offered := section.ByeKinds != NoScoringBye && section.ByeKinds != OnlyFullByes
	if offered && countByes(asked, teamID, round) < section.RequestedByeLimit && !section.withoutHalf(round) {
		return ByeHalf
	}
	return ByeZero
}
