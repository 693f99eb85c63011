package postgres

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	teamColumns = `event_id, team_id, section_id, number, name, name_key, slug, code, school, strength, state, arrives_round, leaves_round,
	link_hash, revision, created_at, categories, group_no`
	playerColumns = `event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, rating, grade, school, external_id, created_at`
	roundColumns  = `event_id, section_id, round_no, state, revision, publication, published_at, starts_at, completed_at, clock_s, clock_started, clock_paused_s, clock_held_at, clock_jump_ms, match_starts,
	drafted_at, first_published_at`
	matchColumns  = `event_id, match_id, section_id, round_no, pairing_no, match_no, side1_slot, state, under_review, revision, verified_at`
	gameColumns   = `event_id, match_id, board, white_id, black_id, winner, reason`
	reportColumns = `event_id, report_id, match_id, source, by_account, by_team, by_name, outcome, slot1_points, slot2_points, forfeit, ends,
	articles, basis, slip, reason, state, verified_by, at, counts, counts_from, replaces, replaced_verified, ruling_id`

	teamReads    = teamColumns + `, defaults_forgiven`
	bookTeams    = `select ` + teamReads + ` from team where event_id = $1 and section_id = $2 order by number nulls last, name_key`
	bookPlayers  = `select ` + playerColumns + ` from player where event_id = $1 and section_id = $2 order by team_id nulls last, seat_order, name_key`
	bookRounds   = `select ` + roundColumns + ` from round where event_id = $1 and section_id = $2 order by round_no`
	pairingReads = `select event_id, section_id, round_no, pairing_no, table_no, bye, bye_points, reason, extra_s, paused_at, pause_reason, last_seen, seen_by, runner, decider_slot, decider_how, decider,
		null::bigint as team1, null::bigint as team2, null::bigint as partner1, null::bigint as partner2 from pairing`
	// Read by itself and not joined: without statistics of a round that was just
	// published, a join of the two compares every pairing with every team.
	slotReads   = `select section_id, round_no, pairing_no, slot, seat_order, team_id from pairing_team`
	bookGames   = `select g.event_id, g.match_id, g.board, g.white_id, g.black_id, g.winner, g.reason from game g`
	bookReports = `select r.event_id, r.report_id, r.match_id, r.source, r.by_account, r.by_team, r.by_name, r.outcome, r.slot1_points, r.slot2_points,
		r.forfeit, r.ends, r.articles, r.basis, r.slip, r.reason, r.state, r.verified_by, r.at, r.counts, r.counts_from, r.replaces, r.replaced_verified, r.ruling_id
	from result_report r`
	reportsThatCount = ` and (r.state in ('open', 'confirmed')
		or r.report_id in (select replaces from result_report where event_id = $1 and replaces is not null))`
	bookByes  = `select round_no, team_id, kind from bye_request where event_id = $1 and section_id = $2 order by round_no, team_id`
	bookApart = `select team_id, other_id, first_round, last_round, hard, reason from forbidden_pair where event_id = $1 and section_id = $2
	order by team_id, other_id`
	bookPoints = `select ` + pointsColumns + ` from team_points where event_id = $1 and section_id = $2 and taken_back_at is null order by points_id`
	bookTies   = `select team_id, decision_no, position, how, seed, reason, decided_by_name, decided_at from tie_order
	where event_id = $1 and section_id = $2 order by decision_no, position`
	bookPlanned = `select section_id, round_no, starts_at from planned_start where event_id = $1 and section_id = $2 order by round_no`
	bookHeld    = `select r.ruling_id, i.match_id from ruling r join incident i using (event_id, incident_id)
	where r.event_id = $1 and r.held and i.section_id = $2 order by r.ruling_id`
	bookSubstituted = `select s.match_id, s.number, s.team_id, s.seat, s.out_id, s.in_id, s.by_name, s.reason, s.at from substitution s join match m using (event_id, match_id)
	where s.event_id = $1 and m.section_id = $2 order by s.match_id, s.number`
	bookLineUps = `select team_id, round_no, match_no, first_id, second_id, set_by, set_at from line_up
	where event_id = $1 and section_id = $2 order by round_no, match_no, team_id`
	bookMoves = `select ` + moveColumns + ` from time_move
	where event_id = $1 and (section_id = $2 or section_id is null) and taken_back_at is null order by move_id`
)

// playStatements read the play of a long event, which is many rows: most of the time
// to read them went into sorting them and into joins. They come in any order and
// find their places in assemble.
type playStatements struct {
	pairings, slots, matches, games, reports string

	public bool // rows say only what everybody may know
}

// sectionPlay is that of some sections: event, sections.
var sectionPlay = playStatements{
	pairings: pairingReads + ofSection, slots: slotReads + ofSection, matches: `select ` + matchColumns + ` from match` + ofSection,
	games: bookGames + gamesOfSection, reports: bookReports + reportsOfSection,
}

const (
	ofEvent          = ` where event_id = $1`
	ofSection        = ` where event_id = $1 and section_id = any($2)`
	gamesOfSection   = ` join match m using (event_id, match_id) where g.event_id = $1 and m.section_id = any($2)`
	reportsOfSection = ` join match m using (event_id, match_id) where r.event_id = $1 and m.section_id = any($2)` + reportsThatCount
)

// readBook reads one section.
func readBook(ctx context.Context, q querier, eventID, sectionID int64, statements playStatements) (*tournament.SectionBook, error) {
	books, err := readSections(ctx, q, eventID, []int64{sectionID}, statements)
	return books[sectionID], err
}

// readSections reads sections in one round trip, and where there are play-offs all of these in
// one more: what they come to decides about places.
func readSections(ctx context.Context, q querier, eventID int64, sectionIDs []int64, statements playStatements) (map[int64]*tournament.SectionBook, error) {
	books, err := readAlone(ctx, q, eventID, sectionIDs, statements)
	if err != nil {
		return nil, err
	}
	beside, err := readAlone(ctx, q, eventID, besides(books), statements)
	if err != nil {
		return nil, err
	}
	maps.Copy(books, beside)
	for _, book := range books {
		if p, is := tournament.AsPlayOff(book); is {
			book.For = books[p.Rule.Feeds[0].From]
		}
	}
	joinPlayOffs(books)
	maps.DeleteFunc(books, func(id int64, _ *tournament.SectionBook) bool { return beside[id] != nil })
	return books, nil
}

// besides are the sections that are read with these: play-offs for their places, and where one is
// a play-off the section that it decides in, with the other play-offs there.
func besides(books map[int64]*tournament.SectionBook) []int64 {
	var ids []int64
	add := func(id int64) {
		if books[id] == nil && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for id, book := range books {
		decides := []int64{id}
		if p, is := tournament.AsPlayOff(book); is {
			decides = append(decides, p.Rule.Feeds[0].From)
		}
		for _, in := range decides {
			add(in)
			for _, p := range tournament.PlayOffsOf(book.Path, in) {
				add(p.SectionID)
			}
		}
	}
	return ids
}

// readAlone reads sections in one round trip, none of them without a question.
func readAlone(ctx context.Context, q querier, eventID int64, sectionIDs []int64, statements playStatements) (map[int64]*tournament.SectionBook, error) {
	if len(sectionIDs) == 0 {
		return map[int64]*tournament.SectionBook{}, nil
	}
	books := make(map[int64]*tournament.SectionBook, len(sectionIDs))
	for _, id := range sectionIDs {
		books[id] = &tournament.SectionBook{}
	}
	return books, readBooks(ctx, q, books, eventID, statements, eventID, sectionIDs)
}

// readPublicBooks reads all sections of an event in one round trip.
func readPublicBooks(ctx context.Context, q querier, eventID int64, sections []tournament.Section) (map[int64]*tournament.SectionBook, error) {
	books := make(map[int64]*tournament.SectionBook, len(sections))
	for _, s := range sections {
		books[s.SectionID] = &tournament.SectionBook{}
	}
	if err := readBooks(ctx, q, books, eventID, publicEventPlay, eventID); err != nil {
		return nil, err
	}
	joinPlayOffs(books)
	return books, nil
}

// readBooks reads sections, whose play is that of the statements with their arguments.
func readBooks(ctx context.Context, q querier, books map[int64]*tournament.SectionBook, eventID int64, statements playStatements, of ...any) error {
	var (
		play   play
		batch  pgx.Batch
		tables = func() (n int) {
			for _, book := range books {
				n += len(book.Rounds) * (len(book.Teams)/2 + 1)
			}
			return n
		}
		matches = func() (n int) {
			most := 0
			for _, book := range books {
				most = max(most, book.Section.MatchesPerPairing)
			}
			return most * len(play.pairings)
		}
	)
	for id, book := range books {
		withSection(&batch, eventID, id, book)
	}
	play.read(&batch, statements, eventID, tables, matches, of...)
	if err := send(ctx, q, &batch); err != nil {
		return failed("read the section", err)
	}
	play.assemble(books)
	for _, book := range books {
		book.Index()
	}
	return nil
}

// joinPlayOffs gives sections the books of the play-offs for their places.
func joinPlayOffs(books map[int64]*tournament.SectionBook) {
	for _, book := range books {
		for _, p := range tournament.PlayOffsOf(book.Path, book.Section.SectionID) {
			if playOff := books[p.SectionID]; playOff != nil {
				book.PlayOffs = append(book.PlayOffs, playOff)
			}
		}
	}
}

// withSection queues the reads of everything in a book but the play.
func withSection(batch *pgx.Batch, eventID, sectionID int64, book *tournament.SectionBook) {
	batch.Queue(eventByID, eventID).Query(single("event", &book.Event))
	batch.Queue(sectionByID, eventID, sectionID).Query(single("section", &book.Section))
	batch.Queue(bookTeams, eventID, sectionID).Query(all(&book.Teams))
	batch.Queue(bookPlayers, eventID, sectionID).Query(all(&book.Players))
	batch.Queue(bookRounds, eventID, sectionID).Query(all(&book.Rounds))
	batch.Queue(bookByes, eventID, sectionID).Query(all(&book.Byes))
	batch.Queue(bookApart, eventID, sectionID).Query(all(&book.Apart))
	batch.Queue(bookPoints, eventID, sectionID).Query(all(&book.Points))
	withPrizes(batch, eventID, sectionID, book)
	batch.Queue(bookTies, eventID, sectionID).Query(all(&book.Ties))
	batch.Queue(bookPlanned, eventID, sectionID).Query(all(&book.Planned))
	batch.Queue(bookMoves, eventID, sectionID).Query(all(&book.Moves))
	batch.Queue(bookHeld, eventID, sectionID).Query(all(&book.Held))
	batch.Queue(pathSteps, eventID).Query(all(&book.Path))
	batch.Queue(phaseEntries, eventID, sectionID).Query(all(&book.Entered))
	batch.Queue(phaseResults, eventID, sectionID).Query(all(&book.Carried))
	batch.Queue(bookLineUps, eventID, sectionID).Query(all(&book.LineUps))
	batch.Queue(bookSubstituted, eventID, sectionID).Query(all(&book.Substituted))
}

func single[T any](what string, into *T) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		var err error
		*into, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
		return notFound(what, err)
	}
}

func all[T any](into *[]T) func(pgx.Rows) error { return expect(into, func() int { return 0 }) }

// expect is all for many rows. How many is asked when the rows arrive and those of
// the statements before are read.
func expect[T any](into *[]T, rows func() int) func(pgx.Rows) error {
	var none T
	return rowsLike(into, none, false, rows)
}

// rowsLike is expect for rows that may say only a part of what T holds; the rest is
// as it is in like.
func rowsLike[T any](into *[]T, like T, part bool, rows func() int) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		var err error
		*into, err = collectLike(r, like, part, rows())
		return err
	}
}

// pairingSlot is a team of a pairing.
type pairingSlot struct {
	SectionID                           int64
	RoundNo, PairingNo, Slot, SeatOrder int
	TeamID                              int64
}

// seat puts a team into its pairing.
func (s pairingSlot) seat(p *tournament.Pairing) {
	switch team := &s.TeamID; {
	case s.Slot == 1 && s.SeatOrder == 1:
		p.Team1 = team
	case s.Slot == 1:
		p.Partner1 = team
	case s.SeatOrder == 1:
		p.Team2 = team
	default:
		p.Partner2 = team
	}
}

// play is what was read of the rounds of some sections, in any order.
type play struct {
	pairings []tournament.Pairing
	slots    []pairingSlot
	matches  []tournament.Match
	games    []tournament.Game
	reports  []tournament.ResultReport
}

// read queues the statements with their arguments. tables and matches foretell how
// many rows there will be.
func (p *play) read(batch *pgx.Batch, s playStatements, eventID int64, tables, matches func() int, of ...any) {
	slots := func() int { return 2 * len(p.pairings) }
	games := func() int { return 2 * len(p.matches) }
	reports := func() int { return len(p.matches) }
	batch.Queue(s.pairings, of...).Query(rowsLike(&p.pairings, tournament.Pairing{EventID: eventID}, s.public, tables))
	batch.Queue(s.slots, of...).Query(expect(&p.slots, slots))
	batch.Queue(s.matches, of...).Query(rowsLike(&p.matches, tournament.Match{EventID: eventID}, s.public, matches))
	batch.Queue(s.games, of...).Query(rowsLike(&p.games, tournament.Game{EventID: eventID}, s.public, games))
	batch.Queue(s.reports, of...).Query(rowsLike(&p.reports, tournament.ResultReport{EventID: eventID}, s.public, reports))
}

// assemble puts games and reports into their matches, matches into pairings and pairings
// into the rounds of their section books.
func (p play) assemble(books map[int64]*tournament.SectionBook) {
	type place struct {
		section        int64
		round, pairing int
	}
	at := make(map[place]*tournament.Pairing, len(p.pairings))
	for i := range p.pairings {
		pairing := &p.pairings[i]
		at[place{pairing.SectionID, pairing.RoundNo, pairing.PairingNo}] = pairing
	}
	for i := range p.slots {
		s := &p.slots[i]
		s.seat(at[place{s.SectionID, s.RoundNo, s.PairingNo}])
	}
	intoMatches(p.matches, p.games, p.reports)
	room := make([]tournament.Match, len(p.matches))
	for i := range p.matches {
		m := &p.matches[i]
		pairing := at[place{m.SectionID, m.RoundNo, m.PairingNo}]
		if n := books[m.SectionID].Section.MatchesPerPairing; pairing.Matches == nil && n <= len(room) {
			pairing.Matches, room = room[:0:n], room[n:]
		}
		pairing.Matches = append(pairing.Matches, *m)
	}
	for _, pairing := range inOrder(p.pairings) {
		slices.SortFunc(pairing.Matches, func(a, b tournament.Match) int { return cmp.Compare(a.MatchNo, b.MatchNo) })
		book := books[pairing.SectionID]
		r := book.Round(pairing.RoundNo)
		if r.Pairings == nil {
			r.Pairings = make([]tournament.Pairing, 0, len(book.Teams)/2+1)
		}
		r.Pairings = append(r.Pairings, *pairing)
	}
}

// inOrder sorts pairings by table, byes last. It moves pointers: pairings are large.
func inOrder(pairings []tournament.Pairing) []*tournament.Pairing {
	sorted := make([]*tournament.Pairing, len(pairings))
	for i := range pairings {
		sorted[i] = &pairings[i]
	}
	slices.SortFunc(sorted, func(a, b *tournament.Pairing) int {
		if a.TableNo == nil || b.TableNo == nil {
			if a.TableNo != nil {
				return -1
			}
			if b.TableNo != nil {
				return 1
			}
		} else if order := cmp.Compare(*a.TableNo, *b.TableNo); order != 0 {
			return order
		}
		return cmp.Compare(a.PairingNo, b.PairingNo)
	})
	return sorted
}

func intoMatches(matches []tournament.Match, games []tournament.Game, reports []tournament.ResultReport) {
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
	linkReplaced(reports)
	for i := range reports {
		r := &reports[i]
		switch m := index[r.MatchID]; r.State {
		case tournament.ReportConfirmed:
			if m.Result = r; r.Outcome == tournament.NoResult {
				m.Result, m.Reopened = nil, r
			}
		case tournament.ReportOpen:
			m.Reports = append(m.Reports, *r)
		}
	}
	for i := range matches {
		matches[i].Reports = tournament.Contradicting(matches[i].Reports)
	}
}

// linkReplaced finds the reports that others replace, which are few.
func linkReplaced(reports []tournament.ResultReport) {
	replaced := map[int64]*tournament.ResultReport{}
	for i := range reports {
		if r := &reports[i]; r.Replaces != nil {
			replaced[*r.Replaces] = nil
		}
	}
	if len(replaced) == 0 {
		return
	}
	for i := range reports {
		if _, ok := replaced[reports[i].ReportID]; ok {
			replaced[reports[i].ReportID] = &reports[i]
		}
	}
	for i := range reports {
		if r := &reports[i]; r.Replaces != nil {
			r.Replaced = replaced[*r.Replaces]
		}
	}
}
