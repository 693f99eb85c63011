package dispute

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// tiesTx reads to whom an official is tied.
type tiesTx interface {
	Ties(ctx context.Context, accountID int64) ([]account.Affiliation, error)
}

// CheckRecusal refuses an official who may not decide: with review, whoever made
// an earlier ruling on the incident or upheld one; always, whoever is tied to a team concerned
// or to its club.
func (f *WholeIncident) CheckRecusal(ctx context.Context, tx tiesTx, accountID int64, review bool) error {
	ties, err := tx.Ties(ctx, accountID)
	if err != nil {
		return err
	}
	return recused(f, accountID, ties, review)
}

func recused(f *WholeIncident, accountID int64, ties []account.Affiliation, review bool) error {
	if review && slices.ContainsFunc(f.Rulings, func(r Ruling) bool { return r.MadeBy == accountID }) {
		return fault.New(fault.Forbidden, "You ruled on this incident. Somebody else has to review it: step aside.")
	}
	if review && slices.ContainsFunc(f.Appeals, func(a Appeal) bool { return a.State == AppealUpheld && a.DecidedBy != nil && *a.DecidedBy == accountID }) {
		return fault.New(fault.Forbidden, "You upheld this ruling. Somebody else has to review it: step aside.")
	}
	return tied(ties, slices.Concat(f.Teams[:], f.Partners[:]))
}

// checkPenalized refuses an official who is tied to a team of which a player is
// penalized: without a match nobody knows before which teams an incident is about.
func checkPenalized(ctx context.Context, f *WholeIncident, tx tiesTx, accountID int64, in Sign) error {
	if f.Record != nil || in.Choice != Otherwise || len(in.Decision.Penalties) == 0 {
		return nil
	}
	ties, err := tx.Ties(ctx, accountID)
	if err != nil {
		return err
	}
	var teams []tournament.Team
	for _, p := range in.Decision.Penalties {
		teams = append(teams, f.TeamAt(p.Seat))
	}
	return tied(ties, teams)
}

// tied refuses an official who is tied to one of the teams, or to its club.
func tied(ties []account.Affiliation, teams []tournament.Team) error {
	for _, tie := range ties {
		for _, team := range teams {
			if team.TeamID == 0 {
				continue
			}
			if tie.TeamID != nil && *tie.TeamID == team.TeamID {
				return fault.New(fault.Forbidden, "You are declared as tied to %s. Somebody else has to decide: step aside.", team.Name)
			}
			if tie.Club != "" && tournament.NameKey(tie.Club) == tournament.NameKey(team.School) {
				return fault.New(fault.Forbidden, "You are declared as tied to %s, the club of %s. Somebody else has to decide: step aside.", tie.Club, team.Name)
			}
		}
	}
	return nil
}

// Recusal says why an official may not rule on an incident, nil when nothing stands in the
// way; the page asks it on opening, signing checks again. See MayReview for an appeal.
func (s *Service) Recusal(ctx context.Context, eventID, incidentID, accountID int64) (why, err error) {
	f, err := s.reads.WholeIncident(ctx, eventID, incidentID)
	if err != nil {
		return nil, err
	}
	ties, err := s.reads.TiesOf(ctx, eventID, accountID)
	if err != nil {
		return nil, err
	}
	if err = recused(&f, accountID, ties, false); fault.Is(err, fault.Forbidden) {
		return err, nil
	}
	return nil, err
}
