package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Continue restores a backup into a database that a Tandem serves already, but nobody has worked
// with: no account, no event. It is restored beside with every check of Restore, and takes the
// place of the empty tables in one transaction: before it there is the empty server, after it the
// restored one, and a file that is refused leaves nothing behind. Connections of before have to be
// made anew.
func Continue(ctx context.Context, pool *Pool, r io.Reader, newer ...io.Reader) (Manifest, error) {
	if err := refuseWorked(ctx, pool); err != nil {
		return Manifest{}, err
	}
	var m Manifest
	err := beside(ctx, pool, func(scratch *Pool, schema string) (err error) {
		if m, err = Restore(ctx, scratch, r, newer...); err != nil {
			return err
		}
		scratch.Close()
		return failed("put the restored tables in their place", pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return takePlace(ctx, tx, schema) }))
	})
	return m, err
}

const worked = `select count(*) from (select from account union all select from event) done`

// refuseWorked lets only a server pass that nobody has worked with.
func refuseWorked(ctx context.Context, q querier) error {
	var rows int
	if err := q.QueryRow(ctx, worked).Scan(&rows); err != nil {
		return failed("look whether the server is empty", err)
	}
	if rows > 0 {
		return &NotEmptyError{Tables: []string{fmt.Sprintf("accounts and events: %d", rows)}}
	}
	return nil
}

const tablesOf = `select c.relname::text from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'r' order by c.relname`

// takePlace drops the empty tables and moves those of the scratch schema where they were, so that
// what others may do in that schema stays.
func takePlace(ctx context.Context, tx pgx.Tx, schema string) error {
	if _, err := tx.Exec(ctx, `lock table account, event in access exclusive mode`); err != nil {
		return err
	}
	if err := refuseWorked(ctx, tx); err != nil {
		return err
	}
	var home string
	if err := tx.QueryRow(ctx, `select current_schema()::text`).Scan(&home); err != nil {
		return err
	}
	for _, step := range []struct{ schema, does string }{{home, "drop table %s cascade"}, {schema, "alter table %s set schema " + quoted(home)}} {
		names, err := namesOf(ctx, tx, step.schema)
		if err != nil {
			return err
		}
		for _, name := range names {
			if _, err := tx.Exec(ctx, fmt.Sprintf(step.does, quoted(step.schema)+"."+quoted(name))); err != nil {
				return err
			}
		}
	}
	return nil
}

func namesOf(ctx context.Context, tx pgx.Tx, schema string) ([]string, error) {
	rows, err := tx.Query(ctx, tablesOf, quoted(schema))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// beside does work in a scratch schema, which goes afterwards with whatever is left in it. It needs
// the right to create a schema, which the owner of the database has.
func beside(ctx context.Context, pool *Pool, work func(scratch *Pool, schema string) error) (err error) {
	schema := "trial_" + strings.ToLower(rand.Text())
	if _, err := exec(ctx, pool, "make a scratch schema", "create schema "+schema); err != nil {
		return err
	}
	defer func() {
		_, dropped := exec(context.WithoutCancel(ctx), pool, "drop the scratch schema", "drop schema "+schema+" cascade")
		err = errors.Join(err, dropped)
	}()
	config := pool.Config()
	config.MaxConns = 1
	config.ConnConfig.RuntimeParams["search_path"] = schema
	// What is tried is thrown away, and what is kept is durable with the commit that puts it in its place.
	config.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
	scratch, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("connect to the scratch schema: %w", err)
	}
	defer scratch.Close()
	return work(scratch, schema)
}
