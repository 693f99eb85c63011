package postgres

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	teamColumns = `event_id, team_id, section_id, number, name, name_key, slug, code, school, strength, state, arrives_round, leaves_round,
	link_hash, revision, created_at, categories, group_no`
	playerColumns = `event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, rating, grade, school, external_id, created_at`
	roundColumns  = `event_id, section_id, round_no, state, revision, publication, published_at, starts_at, completed_at, clock_s, clock_started, clock_paused_s, clock_held_at, clock_jump_ms, match_starts`
	matchColumns  = `event_id, match_id, section_id, round_no, pairing_no, match_no, side1_slot, state, under_review, revision`
	gameColumns   = `event_id, match_id, board, white_id, black_id, winner, reason`
	reportColumns = `event_id, report_id, match_id, source, by_account, by_team, by_name, outcome, slot1_points, slot2_points, forfeit, ends,
	articles, basis, slip, reason, state, verified_by, at, counts, counts_from, replaces`

	bookTeams    = `select ` + teamColumns + ` from team where event_id = $1 and section_id = $2 order by number nulls last, name_key`
	bookPlayers  = `select ` + playerColumns + ` from player where event_id = $1 and section_id = $2 order by team_id nulls last, seat_order, name_key`
	bookRounds   = `select ` + roundColumns + ` from round where event_id = $1 and section_id = $2 order by round_no`
	pairingReads = `select event_id, section_id, round_no, pairing_no, table_no, bye, bye_points, reason, extra_s, paused_at, pause_reason, last_seen, seen_by, runner,
		null::bigint as team1, null::bigint as team2, null::bigint as partner1, null::bigint as partner2
	from pairing`
	bookPairings = pairingReads + ` where event_id = $1 and section_id = $2 order by round_no, table_no nulls last, pairing_no`
	// Read by itself and not joined: without statistics of a round that was just
	// published, a join of the two compares every pairing with every team.
	slotReads = `select round_no, pairing_no, slot, seat_order, team_id from pairing_team`
	bookSlots = slotReads + ` where event_id = $1 and section_id = $2`
	// Matches, games and reports of a long event are many, and most of the time to
	// read them went into sorting them: they find their places in hang.
	bookMatches = `select ` + matchColumns + ` from match where event_id = $1 and section_id = $2`
	bookGames   = `select g.event_id, g.match_id, g.board, g.white_id, g.black_id, g.winner, g.reason
	from game g join match m using (event_id, match_id)
	where g.event_id = $1 and m.section_id = $2`
	bookReports = `select r.event_id, r.report_id, r.match_id, r.source, r.by_account, r.by_team, r.by_name, r.outcome, r.slot1_points, r.slot2_points,
		r.forfeit, r.ends, r.articles, r.basis, r.slip, r.reason, r.state, r.verified_by, r.at, r.counts, r.counts_from, r.replaces
	from result_report r join match m using (event_id, match_id)
	where r.event_id = $1 and m.section_id = $2 and (r.state in ('open', 'confirmed')
		or r.report_id in (select replaces from result_report where event_id = $1 and replaces is not null))`
	bookByes  = `select round_no, team_id, kind from bye_request where event_id = $1 and section_id = $2 order by round_no, team_id`
	bookApart = `select team_id, other_id, first_round, last_round, hard, reason from forbidden_pair where event_id = $1 and section_id = $2
	order by team_id, other_id`
	bookTies = `select team_id, decision_no, position, how, seed, reason, decided_by_name, decided_at from tie_order
	where event_id = $1 and section_id = $2 order by decision_no, position`
)

// readBook reads a section with fifteen statements in one round trip.
func readBook(ctx context.Context, q querier, eventID, sectionID int64) (*tournament.Book, error) {
	book := &tournament.Book{}
	var (
		play  play
		batch pgx.Batch
	)
	batch.Queue(eventByID, eventID).Query(single("event", &book.Event))
	batch.Queue(sectionByID, eventID, sectionID).Query(single("section", &book.Section))
	batch.Queue(bookTeams, eventID, sectionID).Query(all(&book.Teams))
	batch.Queue(bookPlayers, eventID, sectionID).Query(all(&book.Players))
	batch.Queue(bookRounds, eventID, sectionID).Query(all(&book.Rounds))
	batch.Queue(bookPairings, eventID, sectionID).Query(all(&play.pairings))
	batch.Queue(bookSlots, eventID, sectionID).Query(all(&play.slots))
	batch.Queue(bookMatches, eventID, sectionID).Query(all(&play.matches))
	batch.Queue(bookGames, eventID, sectionID).Query(all(&play.games))
	batch.Queue(bookReports, eventID, sectionID).Query(all(&play.reports))
	batch.Queue(bookByes, eventID, sectionID).Query(all(&book.Byes))
	batch.Queue(bookApart, eventID, sectionID).Query(all(&book.Apart))
	withPrizes(&batch, eventID, sectionID, book)
	batch.Queue(bookTies, eventID, sectionID).Query(all(&book.Ties))
	if err := q.SendBatch(ctx, &batch).Close(); err != nil {
		return nil, failed("read the section", err)
	}
	play.hang(book)
	book.Index()
	return book, nil
}

func single[T any](what string, into *T) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		var err error
		*into, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
		return notFound(what, err)
	}
}

func all[T any](into *[]T) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		var err error
		*into, err = collect[T](rows)
		return err
	}
}

// pairingSlot is a team of a pairing.
type pairingSlot struct {
	RoundNo, PairingNo, Slot, SeatOrder int
	TeamID                              int64
}

// seat puts the teams into their pairings.
func seat(pairings []tournament.Pairing, slots []pairingSlot) {
	type place struct{ round, pairing int }
	at := make(map[place]*tournament.Pairing, len(pairings))
	for i := range pairings {
		at[place{pairings[i].RoundNo, pairings[i].PairingNo}] = &pairings[i]
	}
	for _, s := range slots {
		p := at[place{s.RoundNo, s.PairingNo}]
		switch {
		case s.Slot == 1 && s.SeatOrder == 1:
			p.Team1 = &s.TeamID
		case s.Slot == 1:
			p.Partner1 = &s.TeamID
		case s.SeatOrder == 1:
			p.Team2 = &s.TeamID
		default:
			p.Partner2 = &s.TeamID
		}
	}
}

// play is what was read of the rounds of a section.
type play struct {
	pairings []tournament.Pairing
	slots    []pairingSlot
	matches  []tournament.Match
	games    []tournament.Game
	reports  []tournament.Report
}

// hang hangs games and reports on matches, matches on pairings and pairings on the
// rounds of the book.
func (p play) hang(book *tournament.Book) {
	seat(p.pairings, p.slots)
	hangOnMatches(p.matches, p.games, p.reports)
	type place struct{ round, pairing int }
	played := make(map[place][]tournament.Match, len(p.pairings))
	for _, m := range p.matches {
		at := place{m.RoundNo, m.PairingNo}
		played[at] = append(played[at], m)
	}
	rounds := make(map[int]*tournament.Round, len(book.Rounds))
	for i := range book.Rounds {
		rounds[book.Rounds[i].RoundNo] = &book.Rounds[i]
	}
	for _, pairing := range p.pairings {
		pairing.Matches = played[place{pairing.RoundNo, pairing.PairingNo}]
		slices.SortFunc(pairing.Matches, func(a, b tournament.Match) int { return cmp.Compare(a.MatchNo, b.MatchNo) })
		r := rounds[pairing.RoundNo]
		r.Pairings = append(r.Pairings, pairing)
	}
}

func hangOnMatches(matches []tournament.Match, games []tournament.Game, reports []tournament.Report) {
	index := make(map[int64]*tournament.Match, len(matches))
	for i := range matches {
		index[matches[i].MatchID] = &matches[i]
	}
	for _, g := range games {
		board := 0
		if g.Board == "B" {
			board = 1
		}
		index[g.MatchID].Games[board] = g
	}
	byID := make(map[int64]*tournament.Report, len(reports))
	for i := range reports {
		byID[reports[i].ReportID] = &reports[i]
	}
	for i := range reports {
		r := &reports[i]
		if r.Replaces != nil {
			r.Replaced = byID[*r.Replaces]
		}
		switch m := index[r.MatchID]; r.State {
		case tournament.ReportConfirmed:
			m.Result = r
		case tournament.ReportOpen:
			m.Reports = append(m.Reports, *r)
		}
	}
	for i := range matches {
		slices.SortFunc(matches[i].Reports, func(a, b tournament.Report) int { return cmp.Compare(a.ReportID, b.ReportID) })
	}
}
