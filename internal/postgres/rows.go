package postgres

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// collect reads rows into structs by column name, as pgx.RowToStructByName does:
// each column needs a field and each field a column. The books of large sections
// have 50,000 rows, and looking at types took longer than everything else: how a
// column is read is found once, for one row that all are read into, and copied from.
// expected is how many rows there may be; 0 when nobody knows.
func collect[T any](rows pgx.Rows, expected int) ([]T, error) {
	var none T
	return collectLike(rows, none, false, expected)
}

// collectLike is collect for rows that are like one given. With part they need not have
// a column for each field: what they do not say stays as it was given.
func collectLike[T any](rows pgx.Rows, row T, part bool, expected int) ([]T, error) {
	defer rows.Close()
	if err := rows.Err(); err != nil {
		return nil, err // rows that never came cannot even be asked for their columns
	}
	columns, err := columnsOf(rows, reflect.ValueOf(&row).Elem(), part)
	if err != nil {
		rows.Close()
		if failure := rows.Err(); failure != nil {
			return nil, failure // a statement that failed has no columns
		}
		return nil, err
	}
	found := make([]T, 0, expected)
	for rows.Next() {
		values := rows.RawValues()
		for i, read := range columns {
			if err := read(values[i]); err != nil {
				return nil, fmt.Errorf("column %s: %w", rows.FieldDescriptions()[i].Name, err)
			}
		}
		found = append(found, row)
	}
	return found, rows.Err()
}

// column takes a value as it came from the database into the field it belongs to.
type column func(value []byte) error

// columnsOf finds how each column is read into its field of the row.
func columnsOf(rows pgx.Rows, row reflect.Value, part bool) ([]column, error) {
	described := rows.FieldDescriptions()
	fields, err := fieldsOf(row.Type(), described, part)
	if err != nil {
		return nil, err
	}
	columns := make([]column, len(described))
	for i, path := range fields {
		columns[i] = columnInto(rows.Conn().TypeMap(), described[i], row.FieldByIndex(path).Addr())
	}
	return columns, nil
}

// columnInto reads what most columns are by itself, and everything else as pgx does.
func columnInto(types *pgtype.Map, described pgconn.FieldDescription, field reflect.Value) column {
	target := field.Interface()
	plan := types.PlanScan(described.DataTypeOID, described.Format, target)
	usual := func(value []byte) error { return plan.Scan(value, target) }
	switch oid := described.DataTypeOID; {
	case oid == pgtype.JSONOID && field.Type() == reflect.TypeFor[*json.RawMessage]():
		return jsonInto(target.(*json.RawMessage), usual)
	case oid == pgtype.TextOID && field.Type().Elem().Kind() == reflect.String:
		return textInto(field.Convert(reflect.TypeFor[*string]()).Interface().(*string), usual)
	case described.Format != pgx.BinaryFormatCode || oid != pgtype.Int4OID && oid != pgtype.Int8OID:
		return usual
	}
	switch to := target.(type) {
	case *int:
		return numberInto(to, usual)
	case *int64:
		return numberInto(to, usual)
	case **int:
		return numberOrNil(to, usual)
	case **int64:
		return numberOrNil(to, usual)
	}
	return usual
}

// textInto makes no new text where the row before had the same.
func textInto(to *string, usual column) column {
	return func(value []byte) error {
		if value == nil {
			return usual(value)
		}
		if *to != string(value) {
			*to = string(value)
		}
		return nil
	}
}

// jsonInto trusts the database, which took nothing else into the column. Rows may
// share their bytes, which have no room behind them that an append could write into.
func jsonInto(to *json.RawMessage, usual column) column {
	return func(value []byte) error {
		if value == nil {
			return usual(value)
		}
		if !bytes.Equal(*to, value) {
			*to = slices.Clip(bytes.Clone(value))
		}
		return nil
	}
}

func numberInto[N int | int64](to *N, usual column) column {
	return func(value []byte) error {
		n, ok := number(value)
		if !ok {
			return usual(value)
		}
		*to = N(n)
		return nil
	}
}

// numberOrNil takes its numbers from slabs: a book has some ten thousand of them, which
// live as long as it does.
func numberOrNil[N int | int64](to **N, usual column) column {
	var slab []N
	return func(value []byte) error {
		n, ok := number(value)
		switch {
		case value == nil:
			*to = nil
			return nil
		case !ok:
			return usual(value)
		case len(slab) == 0:
			slab = make([]N, numbersPerSlab)
		}
		slab[0] = N(n)
		*to, slab = &slab[0], slab[1:]
		return nil
	}
}

const numbersPerSlab = 64

// number reads an integer or a bigint as PostgreSQL sends it; null is neither.
func number(value []byte) (n int64, ok bool) {
	switch len(value) {
	case 4:
		return int64(int32(binary.BigEndian.Uint32(value))), true
	case 8:
		return int64(binary.BigEndian.Uint64(value)), true
	}
	return 0, false
}

// fieldsOf finds the field of each column, and wants a column for each field unless the
// rows say only a part.
func fieldsOf(t reflect.Type, columns []pgconn.FieldDescription, part bool) ([][]int, error) {
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
		if part {
			break
		}
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
