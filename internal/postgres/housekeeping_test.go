package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestOldAnswersAreForgottenInBatches(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	run(t, pool, `insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at) values (1, 'lake', 'Lake', 'UTC', now(), now(), now())`)
	const answers = `insert into idempotency (event_id, key, actor_id, action, answer, at)
		select 1, $1 || n, 1, 'enter result', '{}', $2 from generate_series(1, $3::int) n`
	for key, of := range map[string]struct {
		age  time.Duration
		rows int
	}{"old-answer-": {postgres.AnswersKept + time.Minute, 2500}, "weekend-": {postgres.AnswersKept - time.Minute, 7}} {
		expect.Must(pool.Exec(t.Context(), answers, key, now.Add(-of.age), of.rows))(t)
	}
	// A command holds the event, and another node a row: neither is waited for.
	held := expect.Must(pool.Begin(t.Context()))(t)
	defer held.Rollback(context.WithoutCancel(t.Context()))
	for _, sql := range []string{`select from event where event_id = 1 for update`, `select from idempotency where key = 'old-answer-1' for update`} {
		expect.Must(held.Exec(t.Context(), sql))(t)
	}
	db := postgres.New(pool, func() time.Time { return now })
	soon, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	n, err := db.ForgetAnswers(soon, now.Add(-postgres.AnswersKept))
	expect.MustTrue(t, err == nil && n == 2499, "forgot %d answers, %v; want all 2500 old ones but the one that is held", n, err)
	expect.OK(t, held.Rollback(t.Context()))
	if n, err := db.ForgetAnswers(t.Context(), now.Add(-postgres.AnswersKept)); err != nil || n != 1 {
		t.Errorf("the next time forgot %d, %v; want the one that was held", n, err)
	}
	var left int
	if err := pool.QueryRow(t.Context(), `select count(*) from idempotency`).Scan(&left); err != nil || left != 7 {
		t.Errorf("%d answers are left, %v; want the 7 younger ones", left, err)
	}
}
