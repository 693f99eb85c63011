package tournament

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// GivePoints gives a team points that no result brings, or takes some, in half points.
type GivePoints struct {
	SectionID   int64
	TeamID      int64
	Round       int // they count once it is over, 0 from the start
	MatchPoints int
	GamePoints  *int  // nil: as many where every match scores, else none
	RulingID    int64 // the ruling they rest on, 0 for none
	Last        int64 // the newest points of the section that the form showed, 0 for none
}

// givePointsTx gives points and takes them back.
type givePointsTx interface {
	PointsRows
	Now() time.Time
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
}

// PointsCommands give teams points that no result brings.
type PointsCommands struct{ points journal.Changes[givePointsTx] }

func newPointsCommands(store Store) *PointsCommands {
	return &PointsCommands{seeing(store, func(tx Tx) givePointsTx { return tx })}
}

// check notes what is wrong with points for a team of the section.
func (in GivePoints) check(form *fault.Form, b *SectionBook, reason string) {
	if last := LastForPoints(b); in.Round < 0 || in.Round > last {
		form.Add("round", "Enter a round from 0 (from the start) to %d, after which the points count.", last)
	}
	most := b.Section.Rounds * b.Section.MaxPairingPoints()
	if in.MatchPoints < -most || in.MatchPoints > most {
		form.Add("match_points", "All rounds together bring %s points. Enter no more than that.", halves(most))
	}
	if games := 2 * b.Section.Rounds * b.Section.MatchesPerPairing; in.GamePoints != nil && (*in.GamePoints < -games || *in.GamePoints > games) {
		form.Add("game_points", "All rounds together bring %s game points. Enter no more than that.", halves(games))
	}
	if in.MatchPoints == 0 && (in.GamePoints == nil || *in.GamePoints == 0) {
		form.Add("match_points", "Enter points such as -1 or +0.5: nothing would change.")
	}
	if strings.TrimSpace(reason) == "" {
		form.Add("reason", "Say why. The journal and the register of points keep it.")
	}
}

// GivePoints gives a team points outside the rounds, or takes some. They stand beside its
// results wherever its points do, and the next pairings go by them.
func (s *PointsCommands) GivePoints(ctx context.Context, eventID int64, cmd journal.Command, in GivePoints) (TeamPoints, error) {
	return change(ctx, s.points, eventID, cmd, func(tx givePointsTx) (TeamPoints, journal.Change, error) {
		b, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return TeamPoints{}, journal.Change{}, err
		}
		t := b.Team(in.TeamID)
		if t.TeamID == 0 {
			return TeamPoints{}, journal.Change{}, fault.Field("team", "Choose a team of %s.", b.Section.Name)
		}
		if why := NoPoints(b); why != "" {
			return TeamPoints{}, journal.Change{}, fault.New(fault.Conflict, "%s", why)
		}
		var form fault.Form
		in.check(&form, b, cmd.Reason)
		if err := form.Err(); err != nil {
			return TeamPoints{}, journal.Change{}, err
		}
		if n := newestPoints(b, in.TeamID); n != nil && n.PointsID > in.Last {
			return TeamPoints{}, journal.Change{}, fault.New(fault.Stale, "%s was given %s points meanwhile (%s: %s), and the form says %s. Nothing was saved; look at the list, then decide.",
				t.Name, SignedPoints(n.MatchPoints), n.GivenName, n.Reason, SignedPoints(in.MatchPoints))
		}
		now := tx.Now()
		p := TeamPoints{TeamID: in.TeamID, RoundNo: in.Round, MatchPoints: in.MatchPoints, Reason: strings.TrimSpace(cmd.Reason), GivenAt: &now, GivenName: cmd.Actor.Name}
		switch {
		case in.GamePoints != nil:
			p.GamePoints = *in.GamePoints
		case b.Section.Scoring != "pairing":
			p.GamePoints = in.MatchPoints
		}
		if in.RulingID != 0 {
			p.RulingID = &in.RulingID
			switch stands, err := tx.RulingStands(ctx, in.SectionID, in.RulingID); {
			case fault.Of(err) == fault.NotFound || err == nil && !stands:
				return p, journal.Change{}, fault.Field("ruling", "Choose a ruling of %s that stands, or none.", b.Section.Name)
			case err != nil:
				return p, journal.Change{}, err
			}
		}
		rows := []TeamPoints{p}
		err = tx.InsertTeamPoints(ctx, in.SectionID, rows)
		return rows[0], journal.Change{
			Reach: journal.InSection(in.SectionID), Action: "give points", Subject: journal.Subject(b.Section.Slug, "team "+t.Name), After: p.told(), Reason: p.Reason,
		}, err
	})
}

// newestPoints are the last points given to a team that stand, nil for none.
func newestPoints(b *SectionBook, teamID int64) *TeamPoints {
	for i := len(b.Points) - 1; i >= 0; i-- {
		if b.Points[i].TeamID == teamID {
			return &b.Points[i]
		}
	}
	return nil
}

// told is what the journal says of points.
func (p TeamPoints) told() map[string]any {
	said := map[string]any{"match points": SignedPoints(p.MatchPoints), "game points": SignedPoints(p.GamePoints), "after round": p.RoundNo}
	if p.RulingID != nil {
		said["ruling"] = *p.RulingID
	}
	return said
}

// TakeBackPoints lets points count no more. What they were stays on the list.
func (s *PointsCommands) TakeBackPoints(ctx context.Context, eventID int64, cmd journal.Command, sectionID, pointsID int64) (GivenPoints, error) {
	return change(ctx, s.points, eventID, cmd, func(tx givePointsTx) (GivenPoints, journal.Change, error) {
		b, err := tx.Book(ctx, sectionID)
		if err != nil {
			return GivenPoints{}, journal.Change{}, err
		}
		p, err := pointsByID(ctx, tx, sectionID, pointsID)
		if err != nil {
			return p, journal.Change{}, err
		}
		if p.TakenBackAt != nil {
			return p, journal.Change{}, fault.New(fault.Conflict, "%s took these points back already, at %s: %s", p.TakenBackName, p.TakenBackAt.In(b.Event.Zone()).Format("15:04"), p.TakenBackReason)
		}
		if why := NoPoints(b); why != "" {
			return p, journal.Change{}, fault.New(fault.Conflict, "%s", why)
		}
		now := tx.Now()
		p.TakenBackAt, p.TakenBackName, p.TakenBackReason = &now, cmd.Actor.Name, strings.TrimSpace(cmd.Reason)
		if p.TakenBackReason == "" {
			return p, journal.Change{}, fault.Field("reason", "Say why they count no more.")
		}
		before := p.told()
		before["given for"] = p.Reason
		return p, journal.Change{
			Reach: journal.InSection(sectionID), Action: "take back points", Subject: journal.Subject(b.Section.Slug, "team "+b.Team(p.TeamID).Name), Before: before,
			After: fmt.Sprintf("points %d count no more", p.PointsID), Reason: p.TakenBackReason,
		}, tx.TakeBackPoints(ctx, p)
	})
}

func pointsByID(ctx context.Context, tx givePointsTx, sectionID, pointsID int64) (GivenPoints, error) {
	all, err := tx.PointsGiven(ctx, sectionID)
	if err != nil {
		return GivenPoints{}, err
	}
	for _, p := range all {
		if p.PointsID == pointsID {
			return p, nil
		}
	}
	return GivenPoints{}, fault.New(fault.NotFound, "There are no such points in this section.")
}
