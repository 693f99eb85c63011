package postgres_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// ground is one event with a section, four teams, a published round with two
// tables, a match at table 1 and a ruling about it.
const ground = `
	insert into account (account_id, login, name, password_hash, created_at) values (1, 'ana', 'Ana', '-', now());
	insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at) values (1, 'lake', 'Lake', 'UTC', now(), now(), now()), (2, 'hill', 'Hill', 'UTC', now(), now(), now());
	insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes)
		values (1, 1, 'open', 'Open', 'O', 1, 'FIDEX', 'team-swiss', 5, 2, 2, 'PTS', 300000, 25), (2, 1, 'open', 'Open', 'O', 1, 'FIDEX', 'team-swiss', 5, 2, 2, 'PTS', 300000, 25);
	insert into team (event_id, team_id, section_id, name, name_key, slug, code, created_at)
		select e, n, 1, 'T' || n, 't' || n, 't' || n, 'c' || n, now() from generate_series(1, 4) n, generate_series(1, 2) e;
	insert into round (event_id, section_id, round_no, state, publication, published_at) values (1, 1, 1, 'published', 1, now());
	insert into pairing (event_id, section_id, round_no, pairing_no, table_no) values (1, 1, 1, 1, 1), (1, 1, 1, 2, 2);
	insert into pairing (event_id, section_id, round_no, pairing_no, bye, bye_points) values (1, 1, 1, 3, 'pairing', 2);
	insert into pairing_team (event_id, section_id, round_no, team_id, pairing_no, slot) values (1, 1, 1, 1, 1, 1), (1, 1, 1, 2, 1, 2);
	insert into match (event_id, match_id, section_id, round_no, pairing_no, match_no, side1_slot) values (1, 1, 1, 1, 1, 1, 1);
	insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
		values (1, 1, 1, 'desk', 1, 'Ana', 'slot1', 2, 0, 'confirmed', now());
	insert into incident (event_id, incident_id, section_id, match_id, state, opened_by, opened_at) values (1, 1, 1, 1, 'ruled', 1, now());
	insert into ruling (event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision, articles, basis, sentence, reason, state)
		values (1, 1, 1, 'director', 1, 'Ana', now(), 'upheld', true, '{}', '{}', '', '', '', 'x', 'standing');
	insert into appeal (event_id, appeal_id, ruling_id, level, team_id, grounds, filed_by, filed_at, state) values (1, 1, 1, 'section-chief', 2, 'x', 'T2', now(), 'open');`

// TestWrongStatesAreImpossible tries states that no program mistake may store.
func TestWrongStatesAreImpossible(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	expect.Must(pool.Exec(t.Context(), ground))(t)
	const unique, check, foreign = "23505", "23514", "23503"
	for what, tt := range map[string]struct{ sql, code string }{
		"a second confirmed result": {`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
			values (1, 2, 1, 'desk', 1, 'Ana', 'draw', 1, 1, 'confirmed', now())`, unique},
		"a match without a result by the desk": {`update result_report set outcome = 'none', slot1_points = 0`, check},
		"a team twice in a round":              {`insert into pairing_team values (1, 1, 1, 1, 2, 1)`, unique},
		"a team at a table and with a bye":     {`insert into pairing_team values (1, 1, 1, 2, 3, 1)`, unique},
		"two teams in one slot":                {`insert into pairing_team values (1, 1, 1, 3, 1, 1)`, unique},
		"two pairings at one table":            {`update pairing set table_no = 1 where pairing_no = 2`, unique},
		"a pairing with a table and a bye":     {`update pairing set bye = 'half', bye_points = 1 where pairing_no = 1`, check},
		"a pairing without table and bye":      {`update pairing set table_no = null where pairing_no = 1`, check},
		"a second open appeal":                 {`insert into appeal (event_id, appeal_id, ruling_id, level, team_id, grounds, filed_by, filed_at, state) values (1, 2, 1, 'section-chief', 1, 'x', 'T1', now(), 'open')`, unique},
		"a decided appeal without a time":      {`update appeal set state = 'upheld'`, check},
		"a second standing ruling":             {`insert into ruling (event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision, articles, basis, sentence, reason, state) values (1, 2, 1, 'chief', 1, 'Ana', now(), 'denied', false, '{}', '{}', '', '', '', 'x', 'standing')`, unique},
		"a ruling without a reason":            {`update ruling set reason = ''`, check},
		"a team of another event":              {`insert into pairing_team values (1, 1, 1, 9, 2, 1)`, foreign},
		"a team name twice, whatever case":     {`insert into team (event_id, team_id, section_id, name, name_key, slug, code, created_at) values (1, 9, 1, 't1', 't1', 'x', 'x', now())`, unique},
		"a player in a team without a place":   {`insert into player (event_id, player_id, section_id, team_id, first_name, last_name, name_key, created_at) values (1, 1, 1, 1, 'A', 'B', 'a b', now())`, check},
		"a published round called a draft":     {`update round set state = 'draft'`, check},
		"a rulebook nobody knows":              {`update section set rulebook = 'HOUSE'`, check},
		"points of a team without a reason":    {`insert into team_points values (1, 1, 1, 1, 1, -2, 0, '')`, check},
		"points of a team that change nothing": {`insert into team_points values (1, 1, 1, 1, 1, 0, 0, 'x')`, check},
		"points taken back for no reason":      {`insert into team_points (event_id, points_id, section_id, team_id, round_no, match_points, game_points, reason, taken_back_at) values (1, 1, 1, 1, 1, -2, 0, 'x', now())`, check},
		"points of a team of another section":  {`insert into team_points values (1, 1, 2, 1, 1, -2, 0, 'x')`, foreign},
		"an event that ends before it starts":  {`update event set ends_on = starts_on - 1`, check},
		"an invitation to rule the server":     {`insert into invitation (token_hash, invitation_id, role, created_at, expires_at) values (decode(repeat('00', 32), 'hex'), 1, 'director', now(), now())`, check},
	} {
		_, err := pool.Exec(t.Context(), tt.sql)
		var pg *pgconn.PgError
		expect.True(t, errors.As(err, &pg) && pg.Code == tt.code, "%s: got %v, want a refusal with code %s", what, err, tt.code)
	}
}
