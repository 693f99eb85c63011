package postgres_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// places are where an answer is cut: before each message, inside its length and inside
// what it says. Without TANDEM_SOAK only the first message of each kind is cut, and the last.
func places(said []byte) []int {
	var found []int
	every := os.Getenv("TANDEM_SOAK") != ""
	known := map[byte]bool{}
	for at := 0; at+5 <= len(said); {
		size := 1 + int(binary.BigEndian.Uint32(said[at+1:]))
		if every || !known[said[at]] || at+size == len(said) {
			found = append(found, at, at+3, at+size-1)
		}
		known[said[at]] = true
		at += size
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// question is one method of a store with its arguments.
type question struct {
	name string
	ask  func(ctx context.Context) error
}

// questions are all methods of a store that go to the database, those that every store has
// with the journal's. Their arguments name what is there, as far as a number or a name can.
func questions(store any) []question {
	v := reflect.ValueOf(store)
	var all []question
	_, shared := store.(postgres.Journal)
	for i := range v.NumMethod() {
		method, name := v.Method(i), v.Type().Method(i).Name
		t := method.Type()
		if t.NumIn() == 0 || t.In(0) != reflect.TypeFor[context.Context]() || t.NumOut() == 0 || name == "KeepHouse" {
			continue
		}
		if _, common := reflect.TypeFor[*postgres.DB]().MethodByName(name); common && !shared {
			continue
		}
		all = append(all, question{fmt.Sprintf("%s.%s", v.Type().Name(), name), func(ctx context.Context) error {
			in := []reflect.Value{reflect.ValueOf(ctx)}
			for i := 1; i < t.NumIn(); i++ {
				in = append(in, something(t.In(i)))
			}
			out := method.Call(in)
			err, _ := out[len(out)-1].Interface().(error)
			return err
		}})
	}
	return all
}

// something is a value of a type: 1, a name, bytes, a command that notes something.
func something(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch {
	case t == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC)))
	case t == reflect.TypeFor[journal.Command]():
		v.Set(reflect.ValueOf(journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}}))
	case t == reflect.TypeFor[journal.Change]():
		v.Set(reflect.ValueOf(journal.Change{Action: "note", Subject: "the knife"}))
	case t == reflect.TypeFor[journal.Query]():
		v.Set(reflect.ValueOf(journal.Query{EventID: 1, Limit: 10}))
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		v.SetInt(1)
	case t.Kind() == reflect.String:
		v.SetString("lake")
	case t.Kind() == reflect.Slice:
		v.Set(reflect.Append(v, something(t.Elem())))
	case t.Kind() == reflect.Func && t.NumOut() == 2 && t.Out(0) == reflect.TypeFor[journal.Change]():
		v.Set(reflect.MakeFunc(t, func([]reflect.Value) []reflect.Value {
			return []reflect.Value{something(t.Out(0)), reflect.Zero(t.Out(1))}
		}))
	}
	return v
}

// The connection is cut at every place of every answer to everything that a store asks.
// Whoever asked is told that the database is away, or what he would have been told; no
// connection is kept, and the pool can be closed.
func TestConnectionIsCutInTheMiddleOfAnything(t *testing.T) {
	t.Parallel()
	for _, store := range []func(*postgres.DB) any{
		func(db *postgres.DB) any { return postgres.Tournament{DB: db} },
		func(db *postgres.DB) any { return postgres.Accounts{DB: db} },
		func(db *postgres.DB) any { return postgres.Disputes{DB: db} },
		func(db *postgres.DB) any { return postgres.Journal{DB: db} },
		func(db *postgres.DB) any { return postgres.Webhooks{DB: db} },
	} {
		t.Run(reflect.TypeOf(store(nil)).Name(), func(t *testing.T) {
			t.Parallel()
			whole := testdb.New(t)
			run(t, whole, ground)
			pool, knife := knifed(t, whole)
			all := questions(store(postgres.New(pool, nil)))
			cuts := 0
			for _, q := range all {
				cuts += cutEverywhere(t, pool, knife, q)
			}
			t.Logf("%d questions, cut %d times", len(all), cuts)
			closed := make(chan struct{})
			go func() { pool.Close(); close(closed) }()
			select {
			case <-closed:
			case <-time.After(time.Minute):
				t.Error("the pool cannot be closed: a connection was kept")
			}
		})
	}
}

func cutEverywhere(t *testing.T, pool *postgres.Pool, k *knife, q question) (cuts int) {
	t.Helper()
	fresh(t, pool, k)
	usual := careful(t, q)
	found := places(k.away())
	for i, place := range found {
		fresh(t, pool, k)
		k.at(place, i%2 == 0)
		err := careful(t, q)
		k.away()
		expect.True(t, err == nil || fault.Is(err, fault.Unavailable) || fault.Of(err) == fault.Of(usual),
			"%s, cut at byte %d: %v (usually: %v)", q.name, place, err, usual)
	}
	return len(found)
}

// fresh makes sure that a new connection stands which nothing was asked on yet.
func fresh(t *testing.T, pool *postgres.Pool, k *knife) {
	t.Helper()
	k.away()
	pool.Reset()
	patient, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pool.Acquire(patient)
	expect.MustTrue(t, err == nil, "the only connection was kept: %v", err)
	conn.Release()
	k.away()
}

// careful asks and fails the test where the program would have panicked.
func careful(t *testing.T, q question) error {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %v\n%s", q.name, r, debug.Stack())
		}
	}()
	return q.ask(t.Context())
}
