package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	publicVersions = `select section_id, greatest(s.public_version, e.public_version) as version
	from section s join event e using (event_id) where event_id = $1 and not s.hidden`
	latestEvents   = `select ` + eventColumns + ` from event order by starts_on desc, event_id desc limit 500`
	eventsVersions = `select event_id, greatest(public_version, (select max(public_version) from section s where s.event_id = e.event_id)) from event e`
	openAppeals    = `select t.section_id, count(*) from appeal a join team t using (event_id, team_id)
	where a.event_id = $1 and a.state = 'open' group by t.section_id`
	eventPublicVersion = `select public_version from event where event_id = $1`
	// Rounds that were published once and stayed have nothing to compare.
	publicPublications = publications + `
	where p.event_id = $1 and p.section_id = $2 and exists (select from publication q
		where (q.event_id, q.section_id, q.round_no) = (p.event_id, p.section_id, p.round_no) and (q.version > 1 or q.withdrawn_at is not null))
	order by p.round_no, p.version`
)

// PublicEvents implements tournament.PublicReader.
func (s Tournament) PublicEvents(ctx context.Context) ([]tournament.Event, error) {
	var events []tournament.Event
	versions := map[int64]int64{}
	var batch pgx.Batch
	batch.Queue(latestEvents).Query(all(&events))
	batch.Queue(eventsVersions).Query(func(rows pgx.Rows) error { return collectVersions(rows, versions) })
	if err := send(ctx, s.pool, &batch); err != nil {
		return nil, failed("list events", err)
	}
	for i, e := range events {
		events[i].Version = versions[e.EventID]
	}
	return events, nil
}

func collectVersions(rows pgx.Rows, into map[int64]int64) error {
	var id, version int64
	_, err := pgx.ForEachRow(rows, []any{&id, &version}, func() error {
		into[id] = version
		return nil
	})
	return err
}

// PublicState implements tournament.PublicReader.
func (s Tournament) PublicState(ctx context.Context, eventID, atLeast int64, since tournament.Since) (tournament.PublicState, error) {
	state := tournament.PublicState{Versions: map[int64]int64{}, Appeals: map[int64]int{}, Books: map[int64]*tournament.SectionBook{}, Publications: map[int64][]tournament.Publication{}}
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) error {
		if err := readPublicEvent(ctx, tx, eventID, &state); err != nil {
			return err
		}
		if state.Event.Version < atLeast {
			return tournament.ErrBehind
		}
		var news map[int64]tournament.SectionNews
		narrow := false
		if since != nil {
			news, narrow = since(state.Event.Version)
		}
		var err error
		if narrow {
			err = readChanged(ctx, tx, news, &state)
		} else {
			state.Books, err = readPublicBooks(ctx, tx, eventID, state.Sections)
		}
		if err != nil {
			return err
		}
		var batch pgx.Batch
		for id := range state.Books {
			batch.Queue(publicPublications, eventID, id).Query(func(rows pgx.Rows) error {
				found, err := collect[tournament.Publication](rows, 0)
				state.Publications[id] = found
				return err
			})
		}
		return failed("read the versions of the rounds", send(ctx, tx, &batch))
	})
	return state, failed("read the event", err)
}

// readChanged reads the sections that changed, and of those whose book is known only
// the rounds that were played on.
func readChanged(ctx context.Context, q querier, news map[int64]tournament.SectionNews, state *tournament.PublicState) error {
	var whole []int64
	for _, section := range state.Sections {
		known, changed := news[section.SectionID]
		switch {
		case !changed:
		case known.Book == nil:
			whole = append(whole, section.SectionID)
		default:
			var err error
			if state.Books[section.SectionID], err = readPlay(ctx, q, known, state.Event, section); err != nil {
				return err
			}
		}
	}
	books, err := readSections(ctx, q, state.Event.EventID, whole, publicSectionPlay)
	for _, id := range whole {
		state.Books[id] = books[id]
	}
	return err
}

func readPublicEvent(ctx context.Context, q querier, eventID int64, state *tournament.PublicState) error {
	var batch pgx.Batch
	batch.Queue(eventByID, eventID).Query(single("event", &state.Event))
	batch.Queue(sectionsOf, eventID).Query(all(&state.Sections))
	batch.Queue(screensOf, eventID).Query(all(&state.Screens))
	batch.Queue(eventPublicVersion, eventID).QueryRow(func(row pgx.Row) error { return row.Scan(&state.Version) })
	batch.Queue(publicVersions, eventID).Query(func(rows pgx.Rows) error { return collectVersions(rows, state.Versions) })
	batch.Queue(openAppeals, eventID).Query(func(rows pgx.Rows) error {
		var section int64
		var waiting int
		_, err := pgx.ForEachRow(rows, []any{&section, &waiting}, func() error {
			state.Appeals[section] = waiting
			return nil
		})
		return err
	})
	err := send(ctx, q, &batch)
	for _, version := range state.Versions {
		state.Version = max(state.Version, version)
	}
	return failed("read the event", err)
}
