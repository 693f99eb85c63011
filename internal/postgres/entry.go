package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const lastPublished = `select coalesce(max(round_no), 0) from round where event_id = $1 and section_id = $2 and publication > 0`

// LastPublished is the last round of a section that players may see.
func (tx *entryRows) LastPublished(ctx context.Context, sectionID int64) (int, error) {
	var round int
	err := tx.QueryRow(ctx, lastPublished, tx.eventID, sectionID).Scan(&round)
	return round, failed("find the last published round", err)
}

const (
	teamByID     = `select ` + teamReads + ` from team where event_id = $1 and team_id = $2`
	playerByID   = `select ` + playerColumns + ` from player where event_id = $1 and player_id = $2`
	eventTeams   = `select ` + teamReads + ` from team where event_id = $1 order by team_id`
	eventPlayers = `select ` + playerColumns + ` from player where event_id = $1 order by player_id`
)

// Team returns one team of the event.
func (tx *entryRows) Team(ctx context.Context, teamID int64) (tournament.Team, error) {
	return one[tournament.Team](ctx, tx, "team", teamByID, tx.eventID, teamID)
}

// Player returns one player of the event.
func (tx *entryRows) Player(ctx context.Context, playerID int64) (tournament.Player, error) {
	return one[tournament.Player](ctx, tx, "player", playerByID, tx.eventID, playerID)
}

// Entries returns all teams and players of the event.
func (tx *entryRows) Entries(ctx context.Context) (tournament.Entries, error) {
	return readEntries(ctx, tx, tx.eventID)
}

// Entries implements tournament.Reader.
func (s Tournament) Entries(ctx context.Context, eventID int64) (tournament.Entries, error) {
	var e tournament.Entries
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) error {
		var err error
		e, err = readEntries(ctx, tx, eventID)
		return err
	})
	return e, failed("read the entries", err)
}

func readEntries(ctx context.Context, q querier, eventID int64) (tournament.Entries, error) {
	var e tournament.Entries
	var batch pgx.Batch
	batch.Queue(eventTeams, eventID).Query(all(&e.Teams))
	batch.Queue(eventPlayers, eventID).Query(all(&e.Players))
	err := send(ctx, q, &batch)
	return e, failed("read the entries", err)
}

const (
	insertTeam = `insert into team (` + teamColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`
	updateTeam = `update team set number = $3, name = $4, name_key = $5, school = $6, strength = $7, state = $8, arrives_round = $9, leaves_round = $10,
		link_hash = $11, revision = $12, categories = $13, group_no = $14, defaults_forgiven = $15, slug = $16 where event_id = $1 and team_id = $2`
	insertPlayer = `insert into player (` + playerColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
	updatePlayer = `update player set team_id = $3, seat_order = $4, first_name = $5, last_name = $6, name_key = $7, rating = $8, grade = $9, school = $10,
		external_id = $11 where event_id = $1 and player_id = $2`
)

// InsertTeams writes new teams in one round trip.
func (tx *entryRows) InsertTeams(ctx context.Context, teams []tournament.Team) error {
	var batch pgx.Batch
	for _, t := range teams {
		batch.Queue(insertTeam+returning("team", "team"), tx.eventID, t.TeamID, t.SectionID, t.Number, t.Name, t.NameKey, t.Slug, t.Code, t.School, t.Strength, t.State,
			t.ArrivesRound, t.LeavesRound, t.LinkHash, t.Revision, t.CreatedAt, t.Categories, t.GroupNo).Query(tx.keeping("team"))
	}
	return tx.send(ctx, "enter teams", &batch)
}

const (
	leaveSeats  = `update player set team_id = null, seat_order = null where event_id = $1 and team_id = $2`
	leaveLineUp = `delete from line_up where event_id = $1 and team_id = $2`
	moveTeam    = `update team set section_id = $3 where event_id = $1 and team_id = $2`
	movePlayers = `update player set section_id = $3, team_id = $4, seat_order = $5 where event_id = $1 and player_id = $2`
)

// MoveEntries writes teams into another section with their players, and players who have no
// team. Those of a team stand up while it moves: a player and the team always belong to one section.
func (tx *entryRows) MoveEntries(ctx context.Context, teams []tournament.Team, players []tournament.Player) error {
	if err := tx.UpdateTeams(ctx, teams); err != nil {
		return err
	}
	var batch pgx.Batch
	for _, t := range teams {
		batch.Queue(leaveSeats, tx.eventID, t.TeamID)
		batch.Queue(leaveLineUp+returningGone("line_up"), tx.eventID, t.TeamID).Query(tx.keepingGone("line_up"))
		batch.Queue(moveTeam+returning("team", "team"), tx.eventID, t.TeamID, t.SectionID).Query(tx.keeping("team"))
	}
	for _, p := range players {
		batch.Queue(movePlayers+returning("player", "player"), tx.eventID, p.PlayerID, p.SectionID, p.TeamID, p.SeatOrder).Query(tx.keeping("player"))
	}
	return tx.send(ctx, "move entries", &batch)
}

// UpdateTeams writes changed teams in one round trip. Codes and sections stay: see MoveEntries.
func (tx *entryRows) UpdateTeams(ctx context.Context, teams []tournament.Team) error {
	var batch pgx.Batch
	for _, t := range teams {
		batch.Queue(updateTeam+returning("team", "team"), tx.eventID, t.TeamID, t.Number, t.Name, t.NameKey, t.School, t.Strength, t.State, t.ArrivesRound, t.LeavesRound,
			t.LinkHash, t.Revision, t.Categories, t.GroupNo, t.DefaultsForgiven, t.Slug).Query(tx.keeping("team"))
	}
	return tx.send(ctx, "save teams", &batch)
}

// InsertPlayers writes new players in one round trip.
func (tx *entryRows) InsertPlayers(ctx context.Context, players []tournament.Player) error {
	var batch pgx.Batch
	for _, p := range players {
		batch.Queue(insertPlayer+returning("player", "player"), tx.eventID, p.PlayerID, p.SectionID, p.TeamID, p.SeatOrder, p.FirstName, p.LastName, p.NameKey, p.Rating, p.Grade,
			p.School, p.ExternalID, p.CreatedAt).Query(tx.keeping("player"))
	}
	return tx.send(ctx, "enter players", &batch)
}

// UpdatePlayers writes changed players in one round trip.
func (tx *entryRows) UpdatePlayers(ctx context.Context, players []tournament.Player) error {
	var batch pgx.Batch
	for _, p := range players {
		batch.Queue(updatePlayer+returning("player", "player"), tx.eventID, p.PlayerID, p.TeamID, p.SeatOrder, p.FirstName, p.LastName, p.NameKey,
			p.Rating, p.Grade, p.School, p.ExternalID).Query(tx.keeping("player"))
	}
	return tx.send(ctx, "save players", &batch)
}

func (tx *openTx) send(ctx context.Context, what string, batch *pgx.Batch) error {
	if batch.Len() == 0 {
		return nil
	}
	return failed(what, send(ctx, tx, batch))
}

const (
	byeRequestsOf = `select event_id, section_id, round_no, team_id, kind from bye_request where event_id = $1 and section_id = $2 order by round_no, team_id`
	setByeRequest = `insert into bye_request (event_id, section_id, round_no, team_id, kind) values ($1, $2, $3, $4, $5)
		on conflict (event_id, section_id, round_no, team_id) do update set kind = excluded.kind`
	deleteByeRequest = `delete from bye_request where event_id = $1 and section_id = $2 and round_no = $3 and team_id = $4`
)

// RequestedByes lists the rounds teams of a section do not want to play.
func (tx *entryRows) RequestedByes(ctx context.Context, sectionID int64) ([]tournament.RequestedBye, error) {
	return list[tournament.RequestedBye](ctx, tx, "list requested byes", bookByes, tx.eventID, sectionID)
}

// SetRequestedBye writes a request; an empty kind removes it.
func (tx *entryRows) SetRequestedBye(_ context.Context, sectionID int64, b tournament.RequestedBye) error {
	if b.Kind == "" {
		tx.later(deleteByeRequest, tx.eventID, sectionID, b.RoundNo, b.TeamID)
		tx.keepGone("bye_request", sectionID, b.RoundNo, b.TeamID)
		return nil
	}
	tx.later(setByeRequest, tx.eventID, sectionID, b.RoundNo, b.TeamID, b.Kind)
	tx.keep("bye_request", decisiveByName("bye_request").names(), sectionID, b.RoundNo, b.TeamID, b.Kind)
	return nil
}

const (
	setForbiddenPair = `insert into forbidden_pair (event_id, section_id, team_id, other_id, first_round, last_round, hard, reason)
		values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (event_id, section_id, team_id, other_id) do update
		set first_round = excluded.first_round, last_round = excluded.last_round, hard = excluded.hard, reason = excluded.reason`
	deleteForbiddenPair = `delete from forbidden_pair where event_id = $1 and section_id = $2 and team_id = $3 and other_id = $4`
)

// SetForbiddenPair writes or changes a prohibition.
func (tx *entryRows) SetForbiddenPair(_ context.Context, sectionID int64, p tournament.ForbiddenPair) error {
	tx.later(setForbiddenPair, tx.eventID, sectionID, p.TeamID, p.OtherID, p.FirstRound, p.LastRound, p.Hard, p.Reason)
	tx.keep("forbidden_pair", decisiveByName("forbidden_pair").names(), sectionID, p.TeamID, p.OtherID, p.FirstRound, p.LastRound, p.Hard)
	return nil
}

const deleteForbiddenPairs = `delete from forbidden_pair where event_id = $1 and section_id = $2
	and (team_id, other_id) in (select * from unnest($3::bigint[], $4::bigint[]))`

// DeleteForbiddenPairs takes many prohibitions back in one statement.
func (tx *entryRows) DeleteForbiddenPairs(ctx context.Context, sectionID int64, pairs []tournament.ForbiddenPair) error {
	teams, others := make([]int64, len(pairs)), make([]int64, len(pairs))
	for i, p := range pairs {
		teams[i], others[i] = p.TeamID, p.OtherID
	}
	return tx.remove(ctx, "let the teams meet", "forbidden_pair", deleteForbiddenPairs, tx.eventID, sectionID, teams, others)
}

// DeleteForbiddenPair takes a prohibition back.
func (tx *entryRows) DeleteForbiddenPair(ctx context.Context, sectionID, teamID, otherID int64) error {
	return tx.remove(ctx, "let the teams meet", "forbidden_pair", deleteForbiddenPair, tx.eventID, sectionID, teamID, otherID)
}
