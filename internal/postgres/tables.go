package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/backupfile"
)

// table is one table of the schema with the columns that hold data.
type table struct {
	backupfile.Table
	only  string // SQL condition for the rows meant; empty: all
	blank string // column of text that is left empty; none if empty
}

func (t table) where() string {
	if t.only == "" {
		return ""
	}
	return " where " + t.only
}

func (t table) copyOut() string {
	values := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		values[i] = quoted(column)
		if column == t.blank {
			values[i] = "''"
		}
	}
	return fmt.Sprintf("copy (select %s from %s%s) to stdout", strings.Join(values, ", "), quoted(t.Name), t.where())
}

func (t table) copyIn() string {
	return fmt.Sprintf("copy %s (%s) from stdin", quoted(t.Name), quoted(t.Columns...))
}

func (t table) count(ctx context.Context, q querier) (n int64, err error) {
	err = q.QueryRow(ctx, "select count(*) from "+quoted(t.Name)+t.where()).Scan(&n)
	return n, failed("count the rows of "+t.Name, err)
}

// quoted writes names as SQL identifiers, separated by commas.
func quoted(names ...string) string {
	list := ""
	for i, name := range names {
		if i > 0 {
			list += ", "
		}
		list += pgx.Identifier{name}.Sanitize()
	}
	return list
}

const (
	// listTables leaves out goose's own table: the schema's version is kept apart.
	listTables = `
		select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
		from pg_class c
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'goose_db_version'
		group by c.relname order by c.relname`

	// listReferences leaves out references of a table to itself: they are
	// checked when all rows of the table are there.
	listReferences = `
		select distinct child.relname::text as child, parent.relname::text as parent
		from pg_constraint k
		join pg_class child on child.oid = k.conrelid
		join pg_class parent on parent.oid = k.confrelid
		where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace and child.oid <> parent.oid`
)

type reference struct{ Child, Parent string }

// schemaTables lists all tables of Tandem, each after those it refers to: the
// order in which rows can be loaded.
func schemaTables(ctx context.Context, q querier) ([]table, error) {
	type row struct {
		Name    string
		Columns []string
	}
	rows, err := list[row](ctx, q, "list the tables", listTables)
	if err != nil {
		return nil, err
	}
	references, err := list[reference](ctx, q, "list the references between tables", listReferences)
	if err != nil {
		return nil, err
	}
	tables := make([]table, len(rows))
	for i, r := range rows {
		tables[i] = table{Table: backupfile.Table{Name: r.Name, Columns: r.Columns}}
	}
	return parentsFirst(tables, references)
}

func parentsFirst(tables []table, references []reference) ([]table, error) {
	waits := map[string]int{}
	for _, r := range references {
		waits[r.Child]++
	}
	var ordered []table
	for rest := tables; len(rest) > 0; {
		i := slices.IndexFunc(rest, func(t table) bool { return waits[t.Name] == 0 })
		if i < 0 {
			return nil, fmt.Errorf("the tables %v refer to each other in a circle and cannot be loaded one after the other", names(rest))
		}
		free := rest[i]
		ordered = append(ordered, free)
		rest = slices.Delete(slices.Clone(rest), i, i+1)
		for _, r := range references {
			if r.Parent == free.Name {
				waits[r.Child]--
			}
		}
	}
	return ordered, nil
}

func names(tables []table) []string {
	var list []string
	for _, t := range tables {
		list = append(list, t.Name)
	}
	return list
}
