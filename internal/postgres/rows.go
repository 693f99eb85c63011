package postgres

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// collect reads rows into structs by column name, as pgx.RowToStructByName does:
// each column needs a field and each field a column. Which field a column goes to
// is found once for all rows and not once for each, which for the books of large
// sections takes longer than everything else.
func collect[T any](rows pgx.Rows) ([]T, error) {
	defer rows.Close()
	fields, err := fieldsOf(reflect.TypeFor[T](), rows.FieldDescriptions())
	if err != nil {
		rows.Close()
		if failure := rows.Err(); failure != nil {
			return nil, failure // a statement that failed has no columns
		}
		return nil, err
	}
	found, targets := []T{}, make([]any, len(fields))
	for rows.Next() {
		found = append(found, *new(T))
		row := reflect.ValueOf(&found[len(found)-1]).Elem()
		for i, path := range fields {
			targets[i] = row.FieldByIndex(path).Addr().Interface()
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
	}
	return found, rows.Err()
}

// fieldsOf finds the field of each column.
func fieldsOf(t reflect.Type, columns []pgconn.FieldDescription) ([][]int, error) {
	byName := map[string][]int{}
	nameFields(t, nil, byName)
	paths := make([][]int, len(columns))
	for i, column := range columns {
		path, ok := byName[fold(column.Name)]
		if !ok {
			return nil, fmt.Errorf("%s has no field for the column %s", t, column.Name)
		}
		paths[i] = path
		delete(byName, fold(column.Name))
	}
	for name := range byName {
		return nil, fmt.Errorf("no column for the field %s of %s", name, t)
	}
	return paths, nil
}

// nameFields lists the fields that a column may be for. A tag `db:"-"` leaves one
// out and db:"name" renames it; the fields of embedded structs stand beside the others.
func nameFields(t reflect.Type, path []int, into map[string][]int) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(append([]int(nil), path...), i)
		tag, tagged := f.Tag.Lookup("db")
		switch tag, _, _ = strings.Cut(tag, ","); {
		case tagged && tag == "-", f.PkgPath != "" && !f.Anonymous:
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			nameFields(f.Type, at, into)
		case tagged:
			into[fold(tag)] = at
		default:
			into[fold(f.Name)] = at
		}
	}
}

func fold(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }
