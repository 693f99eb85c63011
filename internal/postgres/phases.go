package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	pathSteps = `select p.section_id, s.name as section_name, s.slug as section_slug, f.feed_no, f.from_section, o.name as from_name, o.slug as from_slug,
		o.system as from_system, o.group_count as from_groups, o.max_grade is not null as from_limited,
		f.kind, f.first_no, f.last_no, p.carry, p.seeding, p.breaking, p.seed, p.revision, p.started_at, p.started_name
	from phase p
	join phase_feed f using (event_id, section_id)
	join section s using (event_id, section_id)
	join section o on (o.event_id, o.section_id) = (f.event_id, f.from_section)
	where p.event_id = $1 and not s.hidden order by s.position, p.section_id, f.feed_no`
	phaseEntries = `select section_id, team_id, from_section, from_team, seed_no, place, table_name, lost_round, shared from phase_entry
	where event_id = $1 and (section_id = $2 or from_section = $2) order by section_id, seed_no`
	phaseResults = `select team_id, opponent_id, from_section, round_no, white, forfeit, points, against, games from phase_result
	where event_id = $1 and section_id = $2 order by from_section, round_no, team_id`

	savePhase = `insert into phase (event_id, section_id, carry, seeding, breaking, seed, revision, started_at, started_name)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
	on conflict (event_id, section_id) do update set carry = excluded.carry, seeding = excluded.seeding, breaking = excluded.breaking, seed = excluded.seed,
		revision = excluded.revision, started_at = excluded.started_at, started_name = excluded.started_name`
	insertFeed        = `insert into phase_feed (event_id, section_id, feed_no, from_section, kind, first_no, last_no) values ($1, $2, $3, $4, $5, $6, $7)`
	insertPhaseEntry  = `insert into phase_entry (event_id, section_id, team_id, from_section, from_team, seed_no, place, table_name, lost_round, shared) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
	insertPhaseResult = `insert into phase_result (event_id, section_id, team_id, opponent_id, from_section, round_no, white, forfeit, points, against, games)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

	deleteFeeds       = `delete from phase_feed where event_id = $1 and section_id = $2`
	deletePhase       = `delete from phase where event_id = $1 and section_id = $2`
	deleteResults     = `delete from phase_result where event_id = $1 and section_id = $2`
	ofEntered         = ` where event_id = $1 and section_id = $2 and team_id in (select team_id from phase_entry where event_id = $1 and section_id = $2)`
	deleteEntries     = `delete from phase_entry where event_id = $1 and section_id = $2`
	deleteTheirTeams  = `delete from team where event_id = $1 and section_id = $2 and team_id = any($3)`
	teamsThatCameIn   = `select team_id from phase_entry where event_id = $1 and section_id = $2`
	deleteTheirPoints = `delete from team_points` + ofEntered
	deleteTheirPeople = `delete from player` + ofEntered
)

// Path lists the phases of an event with their feeds.
func (s Tournament) Path(ctx context.Context, eventID int64) ([]tournament.PathStep, error) {
	return list[tournament.PathStep](ctx, s.pool, "read the phases", pathSteps, eventID)
}

// Path lists the phases of the event with their feeds.
func (tx *phaseRows) Path(ctx context.Context) ([]tournament.PathStep, error) {
	return list[tournament.PathStep](ctx, tx, "read the phases", pathSteps, tx.eventID)
}

// SavePhase writes a phase with its feeds; one without feeds is none any more.
func (tx *phaseRows) SavePhase(ctx context.Context, p tournament.Phase) error {
	var batch pgx.Batch
	batch.Queue(deleteFeeds+returningGone("phase_feed"), tx.eventID, p.SectionID).Query(tx.keepingGone("phase_feed"))
	if len(p.Rule.Feeds) == 0 {
		batch.Queue(deletePhase+returningGone("phase"), tx.eventID, p.SectionID).Query(tx.keepingGone("phase"))
		return tx.send(ctx, "save the phase", &batch)
	}
	batch.Queue(savePhase+returning("phase", "phase"), tx.eventID, p.SectionID, p.Rule.Carry, p.Rule.Seeding, p.Rule.Breaking, p.Lot, p.Revision, p.StartedAt, p.StartedName).
		Query(tx.keeping("phase"))
	for i, f := range p.Rule.Feeds {
		batch.Queue(insertFeed+returning("phase_feed", "phase_feed"), tx.eventID, p.SectionID, i+1, f.From, f.Kind, f.First, f.Last).Query(tx.keeping("phase_feed"))
	}
	return tx.send(ctx, "save the phase", &batch)
}

// InsertPhaseEntries writes who came into a phase and what came along, in one round trip.
func (tx *phaseRows) InsertPhaseEntries(ctx context.Context, sectionID int64, entries []tournament.PhaseEntry, results []tournament.CarriedResult) error {
	var batch pgx.Batch
	for _, e := range entries {
		batch.Queue(insertPhaseEntry+returning("phase_entry", "phase_entry"), tx.eventID, sectionID, e.TeamID, e.FromSection, e.FromTeam, e.SeedNo, e.Place, e.TableName, e.LostRound, e.Shared).
			Query(tx.keeping("phase_entry"))
	}
	for _, r := range results {
		batch.Queue(insertPhaseResult+returning("phase_result", "phase_result"), tx.eventID, sectionID, r.TeamID, r.OpponentID, r.FromSection, r.RoundNo, r.White, r.Forfeit, r.Points, r.Against, r.Games).
			Query(tx.keeping("phase_result"))
	}
	return tx.send(ctx, "let the teams in", &batch)
}

// RemoveEntered deletes the teams that came into a phase, with their players and what came
// along. Where anything else depends on one of them it is a Conflict.
func (tx *phaseRows) RemoveEntered(ctx context.Context, sectionID int64) error {
	teams, err := list[struct{ TeamID int64 }](ctx, tx, "read who came in", teamsThatCameIn, tx.eventID, sectionID)
	if err != nil {
		return err
	}
	ids := make([]int64, len(teams))
	for i, t := range teams {
		ids[i] = t.TeamID
	}
	var batch pgx.Batch
	for _, d := range []struct{ table, sql string }{
		{"phase_result", deleteResults}, {"team_points", deleteTheirPoints}, {"player", deleteTheirPeople}, {"phase_entry", deleteEntries},
	} {
		batch.Queue(d.sql+returningGone(d.table), tx.eventID, sectionID).Query(tx.keepingGone(d.table))
	}
	batch.Queue(deleteTheirTeams+returningGone("team"), tx.eventID, sectionID, ids).Query(tx.keepingGone("team"))
	err = tx.send(ctx, "send the teams back", &batch)
	if hung := constraint(err); hung != "" {
		return fault.Wrap(fault.Conflict, err, "Something hangs on a team that came in: a bye, a pair kept apart, an incident, or it came into a later phase. Take that back first.")
	}
	return err
}
