package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	insertPairings = `insert into pairing (event_id, section_id, round_no, pairing_no, table_no, bye, bye_points, reason)
	select $1, $2, $3, * from unnest($4::int[], $5::int[], $6::text[], $7::int[], $8::json[])`
	insertPairingTeams = `insert into pairing_team (event_id, section_id, round_no, team_id, pairing_no, slot, seat_order)
	select $1, $2, $3, * from unnest($4::bigint[], $5::int[], $6::int[], $7::int[])`
	insertMatches = `insert into match (event_id, section_id, round_no, match_id, pairing_no, match_no, side1_slot)
	select $1, $2, $3, * from unnest($4::bigint[], $5::int[], $6::int[], $7::int[])`
	insertGames = `insert into game (event_id, match_id, board, white_id, black_id)
	select $1, * from unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[])`
	// A table that another statement looks at just now is left to the database's own rounds.
	countPlay = `analyze (skip_locked) team, player, pairing, pairing_team, match, game, result_report`
)

// manyPairings is from where on it matters that the database knows how many rows a
// round has. Until it has counted them it takes them for one, and joins of a round
// that was just published compare each match with each game: half a second for each
// reading of 500 tables, in the minute in which everybody reads.
const manyPairings = 30

// pairingRows are the rows of a round as columns.
type pairingRows struct {
	number, table, byePoints []*int
	bye, reason              []*string
	teamID                   []int64
	teamPairing              []int
	teamSlot, teamSeat       []int
	matchID                  []int64
	matchPairing, matchNo    []int
	side1Slot                []int
	gameMatch                []int64
	board                    []string
	white, black             []*int64
}

// AddPairings writes the pairings of a round with their teams, matches and games
// in one round trip.
func (tx *roundRows) AddPairings(ctx context.Context, sectionID int64, round int, pairings []tournament.Pairing) error {
	matches := 0
	for _, p := range pairings {
		matches += len(p.Matches)
	}
	next, err := tx.NextIDs(ctx, "match", matches)
	if err != nil {
		return err
	}
	var rows pairingRows
	for i := range pairings {
		next = rows.add(&pairings[i], next)
	}
	var batch pgx.Batch
	for _, write := range []struct {
		table, sql string
		args       []any
	}{
		{"pairing", insertPairings, []any{tx.eventID, sectionID, round, rows.number, rows.table, rows.bye, rows.byePoints, rows.reason}},
		{"pairing_team", insertPairingTeams, []any{tx.eventID, sectionID, round, rows.teamID, rows.teamPairing, rows.teamSlot, rows.teamSeat}},
		{"match", insertMatches, []any{tx.eventID, sectionID, round, rows.matchID, rows.matchPairing, rows.matchNo, rows.side1Slot}},
		{"game", insertGames, []any{tx.eventID, rows.gameMatch, rows.board, rows.white, rows.black}},
	} {
		batch.Queue(write.sql+returning(write.table, write.table), write.args...).Query(tx.keeping(write.table))
	}
	if len(pairings) >= manyPairings {
		batch.Queue(countPlay)
	}
	return failed("write the pairings", send(ctx, tx, &batch))
}

// add appends one pairing; its matches get the ids from next on. It returns the
// first id that is free.
func (r *pairingRows) add(p *tournament.Pairing, next int64) int64 {
	r.number, r.table, r.byePoints = append(r.number, &p.PairingNo), append(r.table, p.TableNo), append(r.byePoints, p.ByePoints)
	r.bye = append(r.bye, (*string)(p.Bye))
	reason := "{}"
	if len(p.Reason) > 0 {
		reason = string(p.Reason)
	}
	r.reason = append(r.reason, &reason)
	for slot := 1; slot <= 2; slot++ {
		for seat, id := range p.InSlot(slot) {
			r.teamID, r.teamPairing = append(r.teamID, id), append(r.teamPairing, p.PairingNo)
			r.teamSlot, r.teamSeat = append(r.teamSlot, slot), append(r.teamSeat, seat+1)
		}
	}
	for i := range p.Matches {
		m := &p.Matches[i]
		m.MatchID = next
		r.matchID, r.matchPairing = append(r.matchID, next), append(r.matchPairing, p.PairingNo)
		r.matchNo, r.side1Slot = append(r.matchNo, m.MatchNo), append(r.side1Slot, m.Side1Slot)
		for _, g := range m.Games {
			if g.Board != "" {
				r.gameMatch, r.board = append(r.gameMatch, next), append(r.board, g.Board)
				r.white, r.black = append(r.white, g.WhiteID), append(r.black, g.BlackID)
			}
		}
		next++
	}
	return next
}

// The pairings of a round that a statement is about: all, or those listed.
const pairingsMeant = `event_id = $1 and section_id = $2 and round_no = $3 and ($4::int[] is null or pairing_no = any($4))`

const (
	deleteGames         = `delete from game where event_id = $1 and match_id in (select match_id from match where ` + pairingsMeant + `)`
	deleteReports       = `delete from result_report where event_id = $1 and state = 'withdrawn' and match_id in (select match_id from match where ` + pairingsMeant + `)`
	deleteSubstitutions = `delete from substitution where event_id = $1 and match_id in (select match_id from match where ` + pairingsMeant + `)`
	deleteMatches       = `delete from match where ` + pairingsMeant
	deletePairingTeams  = `delete from pairing_team where ` + pairingsMeant
	deletePairings      = `delete from pairing where ` + pairingsMeant
)

// RemovePairings deletes pairings with everything under them, of results only what was taken
// back: the journal tells of it.
func (tx *roundRows) RemovePairings(ctx context.Context, sectionID int64, round int, numbers []int) error {
	var batch pgx.Batch
	for _, removed := range []struct{ table, sql string }{
		{"result_report", deleteReports}, {"substitution", deleteSubstitutions}, {"game", deleteGames}, {"match", deleteMatches}, {"pairing_team", deletePairingTeams}, {"pairing", deletePairings},
	} {
		batch.Queue(removed.sql+returningGone(removed.table), tx.eventID, sectionID, round, numbers).Query(tx.keepingGone(removed.table))
	}
	return failed("remove the pairings", send(ctx, tx, &batch))
}

const roundActivity = `with meant as (select match_id, pairing_no from match where ` + pairingsMeant + `), found as (
		select match_id, 'result' as what from result_report where event_id = $1 and match_id in (select match_id from meant) and state <> 'withdrawn'
		union select match_id, 'correction' from correction where event_id = $1 and match_id in (select match_id from meant)
		union select match_id, 'incident' from incident where event_id = $1 and match_id in (select match_id from meant)
		union select match_id, 'penalty' from penalty where event_id = $1 and match_id in (select match_id from meant)
		union select match_id, 'moves' from match_act where event_id = $1 and match_id in (select match_id from meant)
		union select match_id, 'substitution' from substitution where event_id = $1 and match_id in (select match_id from meant))
	select distinct coalesce(p.table_no, 0) as "table", f.what from found f join meant m using (match_id)
		join pairing p on (p.event_id, p.section_id, p.round_no, p.pairing_no) = ($1, $2, $3, m.pairing_no)
	order by 1, 2`

// RoundActivity lists what is on record about the matches of the pairings.
func (tx *roundRows) RoundActivity(ctx context.Context, sectionID int64, round int, numbers []int) ([]tournament.TableActivity, error) {
	return list[tournament.TableActivity](ctx, tx, "look for results", roundActivity, tx.eventID, sectionID, round, numbers)
}

const (
	insertPublication = `insert into publication (event_id, section_id, round_no, version, published_at, published_by, tables)
	values ($1, $2, $3, $4, $5, $6, $7)`
	// A round without a match is over as it is published: nobody plays what its plan has for it.
	openRound = `update round set state = case when publication <> 0 then state when played.is then 'published' else 'complete' end, publication = $4, published_at = $5,
		completed_at = case when publication = 0 and not played.is then $5 else completed_at end,
		first_published_at = coalesce(first_published_at, $5), starts_at = $6, revision = revision + 1
	from (select exists (select from match where event_id = $1 and section_id = $2 and round_no = $3) as is) played
	where event_id = $1 and section_id = $2 and round_no = $3`
)

// OpenPublication adds the next version of a round and makes it public.
func (tx *roundRows) OpenPublication(ctx context.Context, sectionID int64, p tournament.Publication, account int64, startsAt *time.Time) error {
	tables, err := json.Marshal(p.Tables)
	if err != nil {
		return fmt.Errorf("encode the published tables: %w", err)
	}
	var batch pgx.Batch
	batch.Queue(insertPublication+returning("publication", "publication"),
		tx.eventID, sectionID, p.RoundNo, p.Version, p.PublishedAt, account, string(tables)).Query(tx.keeping("publication"))
	batch.Queue(openRound+returning("round", "round"), tx.eventID, sectionID, p.RoundNo, p.Version, p.PublishedAt, startsAt).Query(tx.keeping("round"))
	return failed("publish the round", send(ctx, tx, &batch))
}

const (
	closePublication = `update publication set withdrawn_at = $4
	where event_id = $1 and section_id = $2 and round_no = $3 and withdrawn_at is null`
	closeRound = `update round set state = 'draft', publication = 0, published_at = null, first_published_at = null, starts_at = null, completed_at = null, clock_s = null,
		clock_started = null, clock_paused_s = null, match_starts = '{}', revision = revision + 1
	where event_id = $1 and section_id = $2 and round_no = $3`
	// Before the round is closed: what its first version or a later one ended.
	reopenAppealWindows = `update ruling r set appeal_until = r.appeal_cut, appeal_cut = null from incident i, match m, round n
		where r.event_id = $1 and r.appeal_cut is not null and r.appeal_until >= n.first_published_at
			and (i.event_id, i.incident_id) = (r.event_id, r.incident_id) and (m.event_id, m.match_id) = (i.event_id, i.match_id)
			and m.section_id = $2 and m.round_no < $3 and n.event_id = $1 and n.section_id = $2 and n.round_no = $3`
	// A ruling may have opened a match of it meanwhile.
	unlockRound = `update round r set state = case when waits.is then 'in-play' else 'complete' end, revision = r.revision + 1
	from (select exists (select from match where event_id = $1 and section_id = $2 and round_no = $3 - 1 and state in ('open', 'conflict')) as is) waits
	where r.event_id = $1 and r.section_id = $2 and r.round_no = $3 - 1 and r.state = 'locked'`
)

// WithdrawPublication makes a round a draft again, and the one before the last one again: its
// results are changed and its tables paired as before, and rulings may be appealed as long as
// they could have been without it.
func (tx *roundRows) WithdrawPublication(ctx context.Context, sectionID int64, round int) error {
	var batch pgx.Batch
	batch.Queue(reopenAppealWindows+returning("ruling", "r"), tx.eventID, sectionID, round).Query(tx.keeping("ruling"))
	batch.Queue(closePublication+returning("publication", "publication"), tx.eventID, sectionID, round, tx.now).Query(tx.keeping("publication"))
	batch.Queue(closeRound+returningGone("round"), tx.eventID, sectionID, round).Query(tx.keepingGone("round"))
	batch.Queue(unlockRound+returning("round", "r"), tx.eventID, sectionID, round).Query(tx.keeping("round"))
	return failed("take the round back", send(ctx, tx, &batch))
}

// LastVersion is the number of the last version of a round ever published.
func (tx *roundRows) LastVersion(ctx context.Context, sectionID int64, round int) (int, error) {
	var last int
	err := tx.QueryRow(ctx, `select coalesce(max(version), 0) from publication where event_id = $1 and section_id = $2 and round_no = $3`,
		tx.eventID, sectionID, round).Scan(&last)
	return last, failed("find the last version", err)
}

// FreezeSection fixes rules and scoring at the first publication.
func (tx *roundRows) FreezeSection(ctx context.Context, sectionID int64) error {
	_, err := exec(ctx, tx, "freeze the section", `update section set frozen_at = $3 where event_id = $1 and section_id = $2 and frozen_at is null`,
		tx.eventID, sectionID, tx.now)
	return err
}

// LockRounds locks the complete rounds before a round.
func (tx *roundRows) LockRounds(ctx context.Context, sectionID int64, before int) error {
	return tx.write(ctx, "lock earlier rounds", "round", "round", `update round set state = 'locked', revision = revision + 1
		where event_id = $1 and section_id = $2 and round_no < $3 and state = 'complete'`, tx.eventID, sectionID, before)
}

const publications = `select p.round_no, p.version, p.published_at, a.name as published_by, p.withdrawn_at, p.tables
	from publication p join account a on a.account_id = p.published_by`

const publicationsOf = publications + `
	where p.event_id = $1 and p.section_id = $2 and p.round_no = $3 order by p.version`

// Publications lists the versions of a round, oldest first.
func (s Tournament) Publications(ctx context.Context, eventID, sectionID int64, round int) ([]tournament.Publication, error) {
	return list[tournament.Publication](ctx, s.pool, "list the published versions", publicationsOf, eventID, sectionID, round)
}

// Publications lists the versions of a round, oldest first.
func (tx *roundRows) Publications(ctx context.Context, sectionID int64, round int) ([]tournament.Publication, error) {
	return list[tournament.Publication](ctx, tx, "list the published versions", publicationsOf, tx.eventID, sectionID, round)
}

const teamByLink = `select t.event_id, e.slug as event_slug, t.team_id, t.section_id, t.slug, t.name
	from team t join event e using (event_id) where t.link_hash = $1`

// TeamByLink finds the team of a private link.
func (s Tournament) TeamByLink(ctx context.Context, hash []byte) (tournament.LinkedTeam, error) {
	return one[tournament.LinkedTeam](ctx, s.pool, "team", teamByLink, hash)
}

const appealWindows = `select i.match_id, max(r.appeal_until) as until
	from ruling r join incident i using (event_id, incident_id)
	where r.event_id = $1 and i.section_id = $2 and i.match_id is not null and r.state = 'standing' and r.appeal_until > $3
	group by i.match_id order by i.match_id`

// AppealWindows lists the matches whose ruling may still be appealed.
func (s Tournament) AppealWindows(ctx context.Context, eventID, sectionID int64, at time.Time) ([]tournament.AppealWindow, error) {
	return list[tournament.AppealWindow](ctx, s.pool, "list open appeal windows", appealWindows, eventID, sectionID, at)
}

// AppealWindows lists the matches whose ruling may still be appealed.
func (tx *roundRows) AppealWindows(ctx context.Context, sectionID int64) ([]tournament.AppealWindow, error) {
	return list[tournament.AppealWindow](ctx, tx, "list open appeal windows", appealWindows, tx.eventID, sectionID, tx.now)
}

const (
	endAppealWindows = `update ruling set appeal_until = $4, appeal_cut = appeal_until where event_id = $1 and state = 'standing' and appeal_until > $4 and incident_id in
		(select i.incident_id from incident i join match m using (event_id, match_id) where i.event_id = $1 and m.section_id = $2 and m.round_no < $3)`
	lapseLateAppeals = `update appeal a set state = 'lapsed', decided_at = $4, reason = 'The next round was published before the late appeal was accepted.',
			deposit = case a.deposit when 'paid' then 'returned' else a.deposit end
		from ruling r, incident i, match m
		where a.event_id = $1 and a.state = 'open' and a.late and a.accepted_at is null
			and (r.event_id, r.ruling_id) = (a.event_id, a.ruling_id) and (i.event_id, i.incident_id) = (r.event_id, r.incident_id)
			and (m.event_id, m.match_id) = (i.event_id, i.match_id) and m.section_id = $2 and m.round_no < $3`
	// No appeal is decided at the time of this change except those that lapse in it.
	endReviews = `update match m set under_review = false, revision = m.revision + 1
		from appeal a join ruling r using (event_id, ruling_id) join incident i using (event_id, incident_id)
		where m.event_id = $1 and m.section_id = $2 and m.round_no < $3 and (i.event_id, i.match_id) = (m.event_id, m.match_id)
			and a.state = 'lapsed' and a.decided_at = $4
			and not exists (select from incident o where (o.event_id, o.match_id) = (m.event_id, m.match_id) and o.state in ('called', 'open'))`
)

// EndAppeals ends the appeal windows of matches before a round, and lets late
// appeals about them lapse that nobody has accepted.
func (tx *roundRows) EndAppeals(ctx context.Context, sectionID int64, before int) error {
	for _, ends := range []struct{ table, alias, sql string }{
		{"ruling", "ruling", endAppealWindows}, {"appeal", "a", lapseLateAppeals}, {"match", "m", endReviews},
	} {
		if err := tx.write(ctx, "end the time to appeal", ends.table, ends.alias, ends.sql, tx.eventID, sectionID, before, tx.now); err != nil {
			return err
		}
	}
	return nil
}
