package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

// draftOf is the only statement that reads the draft columns.
const draftOf = `select r.round_no, r.state, r.revision, r.publication, r.draft, r.draft_by, coalesce(a.name, '') as editor, r.draft_at
	from round r left join account a on a.account_id = r.draft_by
	where r.event_id = $1 and r.section_id = $2 and r.round_no = $3`

// DraftRound reads a round with its draft.
func (s Tournament) DraftRound(ctx context.Context, eventID, sectionID int64, round int) (tournament.DraftRound, error) {
	return readDraft(ctx, s.pool, eventID, sectionID, round)
}

// DraftRound reads a round of the event being changed with its draft.
func (tx *roundRows) DraftRound(ctx context.Context, sectionID int64, round int) (tournament.DraftRound, error) {
	return readDraft(ctx, tx, tx.eventID, sectionID, round)
}

func readDraft(ctx context.Context, q querier, eventID, sectionID int64, round int) (tournament.DraftRound, error) {
	var (
		r     = tournament.DraftRound{RoundNo: round, State: tournament.RoundDraft}
		draft []byte // as JSON, which pgx would read once more to fill a json.RawMessage
	)
	err := q.QueryRow(ctx, draftOf, eventID, sectionID, round).
		Scan(&r.RoundNo, &r.State, &r.Revision, &r.Publication, &draft, &r.DraftBy, &r.Editor, &r.DraftAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, nil
	}
	if err != nil {
		return r, failed("read the draft", err)
	}
	if draft != nil {
		r.Draft = &tournament.Draft{}
		if err := json.Unmarshal(draft, r.Draft); err != nil {
			return r, fmt.Errorf("decode the draft of round %d: %w", round, err)
		}
	}
	return r, nil
}

const saveDraft = `insert into round (event_id, section_id, round_no, state, revision, draft, draft_by, draft_at, drafted_at)
	values ($1, $2, $3, 'draft', 1, $4, nullif($5::bigint, 0), $6, $6)
	on conflict (event_id, section_id, round_no) do update
	set draft = excluded.draft, draft_by = excluded.draft_by, draft_at = excluded.draft_at,
		drafted_at = coalesce(round.drafted_at, excluded.draft_at), revision = round.revision + 1`

// SaveDraft writes the draft of a round; nil removes it.
func (tx *roundRows) SaveDraft(ctx context.Context, sectionID int64, round int, draft *tournament.Draft, account int64) error {
	var (
		text *string
		at   *time.Time
	)
	if draft != nil {
		encoded, err := json.Marshal(draft)
		if err != nil {
			return fmt.Errorf("encode the draft of round %d: %w", round, err)
		}
		s := string(encoded)
		text, at = &s, &tx.now
	}
	_, err := exec(ctx, tx, "save the draft", saveDraft, tx.eventID, sectionID, round, text, account, at)
	return err
}

const (
	// Numbers are unique, so those that change are taken away before any is given.
	clearNumbers = `update team t set number = null from unnest($3::bigint[], $4::int[]) as n (team_id, number)
	where t.event_id = $1 and t.section_id = $2 and t.team_id = n.team_id and t.number is distinct from n.number`
	giveNumbers = `update team t set number = n.number from unnest($3::bigint[], $4::int[]) as n (team_id, number)
	where t.event_id = $1 and t.section_id = $2 and t.team_id = n.team_id and t.number is null`
)

// SaveNumbers gives teams their pairing numbers.
func (tx *roundRows) SaveNumbers(ctx context.Context, sectionID int64, numbers map[int64]int) error {
	teams := slices.Sorted(maps.Keys(numbers))
	given := make([]int, len(teams))
	for i, id := range teams {
		given[i] = numbers[id]
	}
	var batch pgx.Batch
	batch.Queue(clearNumbers, tx.eventID, sectionID, teams, given)
	batch.Queue(giveNumbers+returning("team", "t"), tx.eventID, sectionID, teams, given).Query(tx.keeping("team"))
	return failed("number the teams", send(ctx, tx, &batch))
}
