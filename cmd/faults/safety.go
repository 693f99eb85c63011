//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/postgres"
)

// backUp makes backups while desks work, restores each on a machine of its own,
// and looks there for every entry that was acknowledged before.
func backUp(ctx context.Context, b *bench) (o outcome, err error) {
	m, err := newMachine(b.program, b.folder("data"))
	if err != nil {
		return o, err
	}
	var restored outcome
	o, err = b.during(ctx, m, func(ctx context.Context, s *site) error {
		restored.tries++
		return b.backUpOnce(ctx, s, restored.tries, &restored)
	})
	o.lost += restored.lost
	o.wrong += restored.wrong
	o.notes = append(o.notes, restored.notes...)
	return o, err
}

func (b *bench) backUpOnce(ctx context.Context, s *site, n int, o *outcome) error {
	var before []string
	err := s.team.quiet(func() error {
		for _, d := range s.team.desks {
			for _, e := range d.log {
				if e.state == acknowledged && makesRow(e.kind) {
					before = append(before, e.slip)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	file := b.folder(fmt.Sprintf("backup-%d.tandem", n))
	if said, err := s.tool(ctx, "backup", file); err != nil {
		return fmt.Errorf("back up: %w\n%s", err, said)
	}
	other, err := newMachine(b.program, b.folder(fmt.Sprintf("restored-%d", n)))
	if err != nil {
		return err
	}
	if said, err := other.tool(ctx, "restore", file); err != nil {
		o.wrong++
		o.note("restore: %v\n%s", err, said)
		return nil
	}
	if _, err := other.start(ctx); err != nil {
		return err
	}
	copied := &site{machine: other, hall: s.hall, dsn: other.embedded}
	err = copied.withPool(ctx, func(pool *postgres.Pool) error {
		stored, err := copied.stored(ctx, pool)
		for _, slip := range before {
			if stored[slip].rows == 0 {
				o.lost++
				o.note("slip %s was acknowledged before the backup and is not in it", slip)
			}
		}
		return err
	})
	return errors.Join(err, other.stop())
}

// changes are made behind Tandem's back; each is undone before the next.
var changes = []struct{ what, make, undo string }{
	{"an entry's words", `update journal set action = action || '!' where event_id = $1 and seq = 2`, `update journal set action = rtrim(action, '!') where event_id = $1 and seq = 2`},
	{"an entry's time", `update journal set at = at + interval '1 second' where event_id = $1 and seq = 2`, `update journal set at = at - interval '1 second' where event_id = $1 and seq = 2`},
	{"a result", `update result_report set outcome = 'draw' where event_id = $1 and state = 'confirmed' and outcome = 'slot1'`, `update result_report set outcome = 'slot1' where event_id = $1 and state = 'confirmed' and outcome = 'draw'`},
	{"the points of a result", `update result_report set slot1_points = slot1_points + 1 where event_id = $1 and state = 'confirmed'`, `update result_report set slot1_points = slot1_points - 1 where event_id = $1 and state = 'confirmed'`},
	{"the slip of a result", `update result_report set slip = slip || 'x' where event_id = $1 and state = 'confirmed'`, `update result_report set slip = rtrim(slip, 'x') where event_id = $1 and state = 'confirmed'`},
}

// tamper changes stored values one by one; tandem verify has to notice each, and
// to be content again when it is undone.
func tamper(ctx context.Context, b *bench) (o outcome, err error) {
	m, err := newMachine(b.program, b.folder("data"))
	if err != nil {
		return o, err
	}
	s, err := open(ctx, m, m.embedded)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, m.stop()) }()
	working, stop := context.WithTimeout(ctx, 3*time.Second)
	defer stop()
	s.team.work(working)()
	if err := s.judge(ctx, &o); err != nil {
		return o, err
	}
	for _, c := range changes {
		if err := s.tamperOnce(ctx, c.what, c.make, c.undo, &o); err != nil {
			return o, err
		}
	}
	return o, nil
}

func (s *site) tamperOnce(ctx context.Context, what, change, undo string, o *outcome) error {
	o.tries++
	execute := func(sql string) error {
		return s.withPool(ctx, func(pool *postgres.Pool) error {
			done, err := pool.Exec(ctx, sql, s.hall.Event)
			if err == nil && done.RowsAffected() == 0 {
				return fmt.Errorf("%s changed nothing", sql)
			}
			return err
		})
	}
	if err := execute(change); err != nil {
		return err
	}
	if said, err := s.tool(ctx, "verify"); err == nil {
		o.wrong++
		o.note("%s was changed and verify is content:\n%s", what, said)
	}
	if err := execute(undo); err != nil {
		return err
	}
	if said, err := s.tool(ctx, "verify"); err != nil {
		o.wrong++
		o.note("%s is as it was and verify is not content:\n%s", what, said)
	}
	return nil
}
