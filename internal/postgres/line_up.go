package postgres

import (
	"context"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	saveLineUp = `insert into line_up (event_id, section_id, round_no, match_no, team_id, first_id, second_id, set_by, set_at)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
	on conflict (event_id, section_id, round_no, match_no, team_id)
	do update set first_id = excluded.first_id, second_id = excluded.second_id, set_by = excluded.set_by, set_at = excluded.set_at`
	saveSeats = `update game g set white_id = n.white_id, black_id = n.black_id
	from unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) as n (match_id, board, white_id, black_id)
	where g.event_id = $1 and g.match_id = n.match_id and g.board = n.board`
)

// SaveLineUp writes who plays for a team from a match on.
func (tx *lineUpRows) SaveLineUp(ctx context.Context, sectionID int64, l tournament.LineUp) error {
	return tx.write(ctx, "save the line-up", "line_up", "line_up", saveLineUp,
		tx.eventID, sectionID, l.RoundNo, l.MatchNo, l.TeamID, l.FirstID, l.SecondID, l.SetBy, l.SetAt)
}

// SaveSeats writes who sits at the boards of matches.
func (tx *lineUpRows) SaveSeats(ctx context.Context, games []tournament.Game) error {
	var matches []int64
	var boards []string
	var white, black []*int64
	for _, g := range games {
		matches, boards, white, black = append(matches, g.MatchID), append(boards, g.Board), append(white, g.WhiteID), append(black, g.BlackID)
	}
	return tx.write(ctx, "save the seats", "game", "g", saveSeats, tx.eventID, matches, boards, white, black)
}

const insertSubstitution = `insert into substitution (event_id, match_id, number, team_id, seat, out_id, in_id, by_name, reason, at)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// InsertSubstitution notes who came in during a match.
func (tx *lineUpRows) InsertSubstitution(ctx context.Context, s tournament.Substitution) error {
	return tx.write(ctx, "note the substitution", "substitution", "substitution", insertSubstitution,
		tx.eventID, s.MatchID, s.Number, s.TeamID, s.Seat, s.OutID, s.InID, s.ByName, s.Reason, s.At)
}

const movePenalties = `update penalty p set player_id = n.now from unnest($3::bigint[], $4::bigint[]) as n (was, now)
	where p.event_id = $1 and p.match_id = $2 and p.player_id = n.was and n.was <> n.now`

// MovePenalties gives penalties of a match to those who sat there, all at once: two who sat the
// other way round change theirs.
func (tx *lineUpRows) MovePenalties(ctx context.Context, matchID int64, before, now [2]int64) error {
	return tx.write(ctx, "move penalties", "penalty", "p", movePenalties, tx.eventID, matchID, before[:], now[:])
}
