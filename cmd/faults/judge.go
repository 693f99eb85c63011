//go:build linux

package main

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/postgres"
)

// judge compares what desks were told with what is stored, while nobody sends. An
// entry without an answer may be stored once or not at all; all others are held to
// their answer.
func (s *site) judge(ctx context.Context, o *outcome) error {
	return s.team.quiet(func() error {
		return s.withPool(ctx, func(pool *postgres.Pool) error {
			stored, err := s.stored(ctx, pool)
			if err != nil {
				return fmt.Errorf("read what is stored: %w", err)
			}
			s.compare(stored, o)
			journals, err := postgres.VerifyJournals(ctx, pool)
			if err != nil {
				return fmt.Errorf("verify the journals: %w", err)
			}
			for _, j := range journals {
				if j.Broken != "" {
					o.wrong++
					o.note("the journal of %s: %s", j.Slug, j.Broken)
				}
				for _, difference := range j.Differs {
					o.wrong++
					o.note("a value of %s is not what its journal says: %s", j.Slug, difference)
				}
			}
			return nil
		})
	})
}

// reports are the rows of one slip.
type reports struct {
	rows      int
	confirmed bool
}

const storedReports = `select slip, count(*), bool_or(state = 'confirmed') from result_report where event_id = $1 group by slip`

func (s *site) stored(ctx context.Context, pool *postgres.Pool) (map[string]reports, error) {
	rows, err := pool.Query(ctx, storedReports, s.hall.Event)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	stored := map[string]reports{}
	for rows.Next() {
		var slip string
		var r reports
		if err := rows.Scan(&slip, &r.rows, &r.confirmed); err != nil {
			return nil, err
		}
		stored[slip] = r
	}
	return stored, rows.Err()
}

func (s *site) compare(stored map[string]reports, o *outcome) {
	o.acknowledged, o.lost, o.twice = 0, 0, 0
	for _, d := range s.team.desks {
		for _, e := range d.log {
			rows := stored[e.slip].rows
			if rows > 1 {
				o.twice++
				o.note("slip %s is stored %d times", e.slip, rows)
			}
			if e.state == acknowledged {
				o.acknowledged++
			}
			switch {
			case e.state == acknowledged && makesRow(e.kind) && rows == 0:
				o.lost++
				o.note("slip %s was acknowledged (%s) and is not stored", e.slip, e.kind)
			case e.state == refused && rows > 0:
				o.wrong++
				o.note("slip %s was refused and is stored: %s", e.slip, e.kind)
			}
		}
		for _, at := range d.places {
			if at.stored != "" && !s.team.hasRivals && !stored[at.stored].confirmed && !stored[at.pending].confirmed {
				o.wrong++
				o.note("%s: slip %s was acknowledged last and another result counts", at.path, at.stored)
			}
		}
	}
}
