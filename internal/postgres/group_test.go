package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// bench is one event whose line is held up by a command until go is called, so
// that a test decides who stands in it.
type bench struct {
	t     *testing.T
	pool  *postgres.Pool
	db    *postgres.DB
	store postgres.Tournament
	wg    sync.WaitGroup
}

func newBench(t *testing.T) *bench {
	t.Helper()
	pool := testdb.New(t)
	expect.Must(pool.Exec(t.Context(), ground))(t)
	db := postgres.New(pool, nil)
	return &bench{t: t, pool: pool, db: db, store: postgres.Tournament{DB: db}}
}

type decision = func(context.Context, tournament.Tx) (journal.Change, error)

// outcome is what a sender was told.
type outcome struct {
	receipt journal.Receipt
	err     error
	panics  any
	done    chan struct{}
}

func (b *bench) send(ctx context.Context, key string, decide decision) *outcome {
	return b.sendCommand(ctx, journal.Command{Key: key}, decide)
}

func (b *bench) sendCommand(ctx context.Context, cmd journal.Command, decide decision) *outcome {
	out := &outcome{done: make(chan struct{})}
	cmd.Actor = journal.Actor{AccountID: 1, Name: "Ana"}
	b.wg.Go(func() {
		defer close(out.done)
		defer func() { out.panics = recover() }()
		out.receipt, out.err = b.store.Change(ctx, 1, cmd, func(tx tournament.Tx) (journal.Change, error) { return decide(ctx, tx) })
	})
	return out
}

// hold sends a command that waits inside the transaction. It returns once the
// command is there.
func (b *bench) hold() (open func(), out *outcome) {
	inside, gate := make(chan struct{}), make(chan struct{})
	out = b.send(b.t.Context(), "held up by a test", func(context.Context, tournament.Tx) (journal.Change, error) {
		close(inside)
		<-gate
		return journal.Change{Action: "hold"}, nil
	})
	<-inside
	return func() { close(gate) }, out
}

// line waits until n commands stand in line.
func (b *bench) line(n int) {
	for b.db.InLine(1) != n {
		runtime.Gosched()
	}
}

func rename(name string) decision {
	return func(ctx context.Context, tx tournament.Tx) (journal.Change, error) {
		team, err := tx.Team(ctx, 1)
		if err != nil {
			return journal.Change{}, err
		}
		team.Name, team.NameKey = name, name
		return journal.Change{Action: "rename", Subject: name, Answer: name}, tx.UpdateTeams(ctx, []tournament.Team{team})
	}
}

func (b *bench) journal() (subjects []string) {
	b.t.Helper()
	entries := expect.Must(postgres.Journal{DB: b.db}.Entries(b.t.Context(), journal.Query{EventID: 1, Limit: 500}))(b.t)
	_, err := (postgres.Journal{DB: b.db}).Verify(b.t.Context(), 1)
	expect.True(b.t, err == nil, "the journal is broken: %v", err)
	for _, e := range slices.Backward(entries) {
		subjects = append(subjects, e.Subject)
	}
	return subjects
}

func (b *bench) teamName() (name string) {
	b.t.Helper()
	entries := expect.Must(b.store.Entries(b.t.Context(), 1))(b.t)
	return entries.Teams[0].Name
}

// What is refused, breaks a constraint or panics is taken back by itself; those
// before and behind it are saved, in the order they came.
func TestOneOfAGroupHarmsNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	open, held := b.hold()
	var outs []*outcome
	refusal := fault.New(fault.Conflict, "No.")
	for i, decide := range []decision{
		rename("first"),
		func(ctx context.Context, tx tournament.Tx) (journal.Change, error) {
			if _, err := rename("refused after writing")(ctx, tx); err != nil {
				return journal.Change{}, err
			}
			if _, err := tx.NextID(ctx, "team"); err != nil {
				return journal.Change{}, err
			}
			return journal.Change{}, refusal
		},
		func(ctx context.Context, tx tournament.Tx) (journal.Change, error) { return journal.Change{}, refusal },
		func(ctx context.Context, tx tournament.Tx) (journal.Change, error) {
			_, err := rename("t2")(ctx, tx) // another team's name
			return journal.Change{Action: "impossible"}, err
		},
		func(ctx context.Context, tx tournament.Tx) (journal.Change, error) {
			if _, err := rename("written before a panic")(ctx, tx); err != nil {
				return journal.Change{}, err
			}
			panic("broken")
		},
		func(ctx context.Context, tx tournament.Tx) (journal.Change, error) {
			team, err := tx.Team(ctx, 1)
			if err == nil && team.Name != "first" {
				err = fmt.Errorf("the team is called %q", team.Name)
			}
			id, idErr := tx.NextID(ctx, "team")
			if id != 1 {
				err = fmt.Errorf("number %d was allotted, want 1", id)
			}
			return journal.Change{Action: "look", Subject: "seen"}, errors.Join(err, idErr)
		},
		rename("last"),
	} {
		outs = append(outs, b.send(t.Context(), fmt.Sprintf("command %02d", i), decide))
		b.line(i + 1)
	}
	open()
	b.wg.Wait()
	for i, want := range []struct{ fails, panics bool }{{}, {fails: true}, {fails: true}, {fails: true}, {panics: true}, {}, {}} {
		got := outs[i]
		expect.True(t, (got.err != nil) == want.fails && (got.panics != nil) == want.panics, "command %d was told %v, %v", i, got.err, got.panics)
	}
	expect.True(t, held.err == nil && fault.Is(outs[1].err, fault.Conflict), "got %v and %v", held.err, outs[1].err)
	if got, want := b.journal(), []string{"", "first", "seen", "last"}; !slices.Equal(got, want) {
		t.Errorf("the journal tells %q, want %q", got, want)
	}
	expect.Equal(t, b.teamName(), "last", "the team is called")
}

// A form sent twice is carried out once, also when both stand in one line.
func TestRepeatInsideAGroup(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	open, _ := b.hold()
	one := b.send(t.Context(), "the same key", rename("once"))
	b.line(1)
	two := b.send(t.Context(), "the same key", rename("twice"))
	b.line(2)
	open()
	b.wg.Wait()
	three := b.send(t.Context(), "the same key", rename("three times"))
	b.wg.Wait()
	for i, out := range []*outcome{one, two, three} {
		expect.True(t, out.err == nil && out.receipt.Repeated == (i > 0) && string(out.receipt.Answer) == `"once"`,
			"sender %d was told %+v, %v", i+1, out.receipt, out.err)
	}
	expect.Equal(t, b.teamName(), "once", "the team is called")
}

// A sender who goes away while still in line leaves no trace; one whose command
// has begun is told how it ended, and neither ends the transaction of the others.
// The same form reaches two nodes at once, as it does when a proxy sends it again
// because the first node was slow: one of them carries it out, both give its answer.
func TestOneFormOnTwoNodesIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	run(t, pool, ground)
	nodes := [2]postgres.Tournament{{DB: postgres.New(pool, nil)}, {DB: postgres.New(pool, nil)}}
	const forms = 25
	for form := range forms {
		var wg sync.WaitGroup
		var receipts [2]journal.Receipt
		var errs [2]error
		for n, node := range nodes {
			wg.Go(func() {
				cmd := journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}, Key: fmt.Sprintf("the form %d", form)}
				ctx := journal.WithOrigin(t.Context(), journal.Origin{Device: "desk", Request: fmt.Sprint("node ", n)})
				receipts[n], errs[n] = node.Change(ctx, 1, cmd, func(tournament.Tx) (journal.Change, error) {
					return journal.Change{Action: "note", Answer: n}, nil
				})
			})
		}
		wg.Wait()
		expect.OK(t, errors.Join(errs[:]...))
		expect.MustTrue(t, receipts[0].Repeated != receipts[1].Repeated && string(receipts[0].Answer) == string(receipts[1].Answer),
			"form %d was answered with %+v and %+v", form, receipts[0], receipts[1])
	}
	entries, err := postgres.Journal{DB: nodes[0].DB}.Entries(t.Context(), journal.Query{EventID: 1, Limit: 100})
	expect.True(t, err == nil && len(entries) == forms && entries[0].Device == "desk", "%d entries, want %d with their device: %v", len(entries), forms, err)
	if _, err := (postgres.Journal{DB: nodes[1].DB}).Verify(t.Context(), 1); err != nil {
		t.Error(err)
	}
}

func TestSendersGoAway(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	open, _ := b.hold()
	gone, goAway := context.WithCancel(t.Context())
	left := b.send(gone, "gone before it began", rename("left"))
	b.line(1)
	begun, leave := context.WithCancel(t.Context())
	stayed := b.send(begun, "gone after it began", func(ctx context.Context, tx tournament.Tx) (journal.Change, error) {
		leave()
		return rename("stayed")(ctx, tx)
	})
	b.line(2)
	goAway()
	<-left.done // at once, while the line stands
	open()
	b.wg.Wait()
	expect.True(t, errors.Is(left.err, context.Canceled), "who went away was told %v", left.err)
	expect.True(t, stayed.err == nil, "a command that had begun was told %v", stayed.err)
	expect.Equal(t, b.teamName(), "stayed", "the team is called")
}

// A command that takes long neither joins others nor lets any join.
func TestAloneSharesNoCommit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	open, _ := b.hold()
	b.send(t.Context(), "in front of it", rename("before"))
	b.line(1)
	var seen string
	long := b.sendCommand(t.Context(), journal.Command{Key: "takes long", Alone: true}, func(context.Context, tournament.Tx) (journal.Change, error) {
		seen = b.teamName() // as others see it: outside this transaction
		return journal.Change{Action: "take long"}, nil
	})
	b.line(2)
	open()
	b.wg.Wait()
	expect.True(t, long.err == nil && seen == "before", "while it ran others saw the team as %q, %v", seen, long.err)
}

// Eight desks write at once: every command has an entry, each desk's own in its
// order, and the chain holds.
func TestDesksKeepTheirOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const desks, each = 8, 25
	for desk := range desks {
		b.wg.Go(func() {
			for i := range each {
				cmd := journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}, Key: fmt.Sprintf("desk %d act %d", desk, i)}
				_, err := b.store.Change(t.Context(), 1, cmd, func(tournament.Tx) (journal.Change, error) {
					return journal.Change{Action: "act", Subject: fmt.Sprintf("%d %02d", desk, i)}, nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	b.wg.Wait()
	acts := b.journal()
	expect.MustEqual(t, len(acts), desks*each, "entries")
	for desk := range desks {
		own := slices.DeleteFunc(slices.Clone(acts), func(s string) bool { return s[:1] != fmt.Sprint(desk) })
		expect.True(t, slices.IsSorted(own), "desk %d: %q", desk, own)
	}
}
