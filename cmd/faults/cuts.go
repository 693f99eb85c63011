//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/localpg"
)

// knife stands between a program and its database and cuts connections.
type knife struct {
	socket   string // of the database
	listener net.Listener
	atCommit bool // cut at commits; otherwise after a random number of bytes
	sharp    atomic.Bool
	cuts     atomic.Int64
	open     sync.WaitGroup
}

const (
	commitsCut = 0.05    // share of the commits
	mostBytes  = 150_000 // that pass before a connection is cut anywhere
)

func newKnife(dsn string, atCommit bool) (*knife, string, error) {
	at, err := url.Parse(dsn)
	if err != nil {
		return nil, "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	words := at.Query()
	folder, port := words.Get("host"), "5432"
	if words.Has("port") {
		port = words.Get("port")
	}
	words.Del("port")
	words.Del("host")
	words.Set("sslmode", "disable")
	at.RawQuery, at.Host = localpg.Parameters(words), listener.Addr().String()
	k := &knife{socket: filepath.Join(folder, ".s.PGSQL."+port), listener: listener, atCommit: atCommit}
	k.open.Go(k.serve)
	return k, at.String(), nil
}

func (k *knife) serve() {
	for {
		near, err := k.listener.Accept()
		if err != nil {
			return
		}
		k.open.Go(func() { k.pass(near) })
	}
}

// pass carries one connection until it is cut or one side ends it.
func (k *knife) pass(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("unix", k.socket)
	if err != nil {
		return
	}
	defer far.Close()
	cut := func() {
		k.cuts.Add(1)
		near.Close()
		far.Close()
	}
	var left atomic.Int64
	left.Store(rand.N[int64](mostBytes))
	var both sync.WaitGroup
	both.Go(func() { k.carry(far, near, &left, k.commitCut, cut) })
	both.Go(func() { k.carry(near, far, &left, nil, cut) })
	both.Wait()
}

// commitCut decides what becomes of a message to the database: passed, cut before
// it, or cut after it so that the answer is lost.
func (k *knife) commitCut(message []byte) (before, after bool) {
	if !k.atCommit || !k.sharp.Load() || !bytes.Contains(bytes.ToLower(message), []byte("commit")) || rand.Float64() > commitsCut {
		return false, false
	}
	before = rand.N(2) == 0
	return before, !before
}

func (k *knife) carry(to, from net.Conn, left *atomic.Int64, decide func([]byte) (before, after bool), cut func()) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		message := buffer[:n]
		var before, after bool
		if decide != nil {
			before, after = decide(message)
		}
		if !k.atCommit && k.sharp.Load() {
			if rest := left.Add(-int64(n)); rest < 0 {
				message, after = message[:max(0, int64(n)+rest)], true
			}
		}
		if before {
			cut()
			return
		}
		if _, writeErr := to.Write(message); writeErr != nil {
			return
		}
		if after {
			cut()
			return
		}
		if err != nil {
			return
		}
	}
}

func (k *knife) close() {
	k.listener.Close()
	k.open.Wait()
}

func cutAtCommit(ctx context.Context, b *bench) (outcome, error) { return cuts(ctx, b, true) }
func cutAnywhere(ctx context.Context, b *bench) (outcome, error) { return cuts(ctx, b, false) }

func cuts(ctx context.Context, b *bench, atCommit bool) (o outcome, err error) {
	server, err := localpg.Start(ctx, localpg.Options{DataDir: b.folder("database"), Log: io.Discard})
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	k, dsn, err := newKnife(server.URL(), atCommit)
	if err != nil {
		return o, err
	}
	defer k.close()
	m, err := newMachine(b.program, b.folder("data"), "DATABASE_URL="+dsn)
	if err != nil {
		return o, err
	}
	s, err := open(ctx, m, func() (string, error) { return server.URL(), nil })
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, m.stop()) }()
	working, stop := context.WithCancel(ctx)
	wait := s.team.work(working)
	defer wait()
	defer stop()
	k.sharp.Store(true)
	for end := time.Now().Add(b.lasts); time.Now().Before(end); {
		if err := pause(ctx, min(5*time.Second, b.lasts)); err != nil {
			return o, err
		}
		if err := s.judge(ctx, &o); err != nil {
			return o, err
		}
	}
	k.sharp.Store(false)
	o.tries = int(k.cuts.Load())
	o.wait(time.Duration(s.team.longest.Load()))
	if o.tries == 0 {
		return o, fmt.Errorf("nothing was cut: the part tests nothing")
	}
	return o, s.settle(ctx, &o)
}

// settle waits until every desk has its answer, then judges.
func (s *site) settle(ctx context.Context, o *outcome) error {
	before := s.team.saved.Load()
	for end := time.Now().Add(backWithin); s.team.saved.Load() < before+int64(len(s.team.desks)); {
		if time.Now().After(end) {
			o.wrong++
			o.note("desks have no answers %s after the last fault", backWithin)
			break
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	return s.judge(ctx, o)
}
