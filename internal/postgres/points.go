package postgres

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	pointsColumns = `points_id, team_id, round_no, match_points, game_points, reason, ruling_id, given_at, given_name`

	insertTeamPoints = `insert into team_points (event_id, section_id, ` + pointsColumns + `)
	select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::int[], $6::int[], $7::int[], $8::text[], $9::bigint[], $10::timestamptz[], $11::text[])`

	pointsGiven = `select p.points_id, p.team_id, p.round_no, p.match_points, p.game_points, p.reason, p.ruling_id, p.given_at, p.given_name,
		p.taken_back_at, p.taken_back_name, p.taken_back_reason, r.incident_id, coalesce(r.state, '') as ruling_state
	from team_points p left join ruling r on (r.event_id, r.ruling_id) = (p.event_id, p.ruling_id)
	where p.event_id = $1 and p.section_id = $2 order by p.points_id`

	takeBackPoints = `update team_points set taken_back_at = $3, taken_back_name = $4, taken_back_reason = $5 where event_id = $1 and points_id = $2`

	rulingStands = `select r.state = 'standing' as stands from ruling r join incident i using (event_id, incident_id)
	where r.event_id = $1 and r.ruling_id = $3 and i.section_id = $2`
)

// InsertTeamPoints writes points of teams that no result brought, and gives them their numbers.
func (tx *pointsRows) InsertTeamPoints(ctx context.Context, sectionID int64, points []tournament.TeamPoints) error {
	if len(points) == 0 {
		return nil
	}
	first, err := tx.NextIDs(ctx, "team points", len(points))
	if err != nil {
		return err
	}
	n := len(points)
	ids, teams, rulings := make([]int64, n), make([]int64, n), make([]*int64, n)
	rounds, matches, games := make([]int, n), make([]int, n), make([]int, n)
	reasons, names, given := make([]string, n), make([]string, n), make([]*time.Time, n)
	for i, p := range points {
		points[i].PointsID = first + int64(i)
		ids[i], teams[i], rulings[i] = first+int64(i), p.TeamID, p.RulingID
		rounds[i], matches[i], games[i] = p.RoundNo, p.MatchPoints, p.GamePoints
		reasons[i], names[i], given[i] = p.Reason, p.GivenName, p.GivenAt
	}
	return tx.write(ctx, "give points", "team_points", "team_points", insertTeamPoints,
		tx.eventID, sectionID, ids, teams, rounds, matches, games, reasons, rulings, given, names)
}

// PointsGiven lists the points of a section that no result brought, with those taken back.
func (tx *pointsRows) PointsGiven(ctx context.Context, sectionID int64) ([]tournament.GivenPoints, error) {
	return list[tournament.GivenPoints](ctx, tx, "read points that were given", pointsGiven, tx.eventID, sectionID)
}

// PointsGiven implements tournament.PointsReader.
func (s Tournament) PointsGiven(ctx context.Context, eventID, sectionID int64) ([]tournament.GivenPoints, error) {
	return list[tournament.GivenPoints](ctx, s.pool, "read points that were given", pointsGiven, eventID, sectionID)
}

// TakeBackPoints notes that points count no more.
func (tx *pointsRows) TakeBackPoints(ctx context.Context, p tournament.GivenPoints) error {
	return tx.write(ctx, "take points back", "team_points", "team_points", takeBackPoints, tx.eventID, p.PointsID, p.TakenBackAt, p.TakenBackName, p.TakenBackReason)
}

// RulingStands reports whether a ruling of the section counts.
func (tx *pointsRows) RulingStands(ctx context.Context, sectionID, rulingID int64) (bool, error) {
	r, err := one[struct{ Stands bool }](ctx, tx, "ruling", rulingStands, tx.eventID, sectionID, rulingID)
	return r.Stands, err
}
