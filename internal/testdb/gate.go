package testdb

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tandemchess/tandem/internal/localpg"
)

// Gate stands between a program and its database, as the network does. What passes is
// handed on unless it is told otherwise.
type Gate struct {
	t        testing.TB
	dir      string // of the socket
	dsn      string
	upstream *pgconn.Config

	mu       sync.Mutex
	changed  *sync.Cond
	silent   bool // nothing gets through and nothing is closed
	deaf     bool // notifications do not get through
	passes   int  // so many of the server's messages, then it is silent; 0 is any number
	listener net.Listener
	conns    map[net.Conn]struct{}
}

// NewGate opens a gate to a new database with the current schema and no rows.
func NewGate(t testing.TB) *Gate {
	t.Helper()
	return NewGateTo(t, URL(t))
}

// NewGateTo opens a gate to the database behind a connection string. It is closed when the
// test ends.
func NewGateTo(t testing.TB, dsn string) *Gate {
	t.Helper()
	upstream, err := pgconn.ParseConfig(dsn)
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	g := &Gate{t: t, dir: ShortFolder(t), dsn: dsn, upstream: upstream, conns: map[net.Conn]struct{}{}}
	g.changed = sync.NewCond(&g.mu)
	g.listen()
	t.Cleanup(g.Refuse)
	return g
}

// URL is the connection string of the database through the gate.
func (g *Gate) URL() string {
	u, err := url.Parse(g.dsn)
	if err != nil {
		g.t.Fatalf("testdb: %v", err)
	}
	query := u.Query()
	query.Set("host", g.dir)
	query.Set("port", "5432")
	query.Set("sslmode", "disable")
	u.Host, u.RawQuery = "", localpg.Parameters(query)
	return u.String()
}

// Silence keeps everything back from now on: connections stand, new ones are taken, and
// nothing is ever answered.
func (g *Gate) Silence() { g.be(func() { g.silent = true }) }

// SilenceAfter is Silence after so many more messages of the server, which is in the middle
// of whatever is asked then.
func (g *Gate) SilenceAfter(messages int) { g.be(func() { g.passes = messages }) }

// Deafen keeps notifications back and lets everything else pass, as a pooler does that
// lends a connection for one transaction.
func (g *Gate) Deafen() { g.be(func() { g.deaf = true }) }

// Refuse closes all connections and takes no new ones.
func (g *Gate) Refuse() {
	g.be(func() {
		if g.listener != nil {
			g.listener.Close()
			g.listener = nil
		}
		for conn := range g.conns {
			conn.Close()
		}
		clear(g.conns)
	})
}

// Open lets everything pass again, first what was kept back.
func (g *Gate) Open() {
	g.be(func() { g.silent, g.deaf, g.passes = false, false, 0 })
	g.mu.Lock()
	closed := g.listener == nil
	g.mu.Unlock()
	if closed {
		g.listen()
	}
}

func (g *Gate) be(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
	g.changed.Broadcast()
}

func (g *Gate) listen() {
	g.t.Helper()
	listener, err := net.Listen("unix", filepath.Join(g.dir, ".s.PGSQL.5432"))
	if err != nil {
		g.t.Fatalf("testdb: %v", err)
	}
	g.be(func() { g.listener = listener })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // the gate is closed
			}
			go g.pass(conn)
		}
	}()
}

// pass connects one client with the server.
func (g *Gate) pass(client net.Conn) {
	network, address := pgconn.NetworkAddress(g.upstream.Host, g.upstream.Port)
	server, err := net.Dial(network, address)
	if err != nil {
		client.Close()
		return
	}
	g.be(func() { g.conns[client], g.conns[server] = struct{}{}, struct{}{} })
	go func() {
		g.hand(server, client)
		server.Close()
	}()
	g.handMessages(client, server)
	client.Close()
	server.Close()
	g.be(func() {
		delete(g.conns, client)
		delete(g.conns, server)
	})
}

// clear waits until what is to be handed on may pass; closed connections let it pass
// into nothing.
func (g *Gate) clear(message bool) (deaf bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if message && g.passes > 0 {
		if g.passes--; g.passes == 0 {
			g.silent = true
		}
	}
	for g.silent && g.listener != nil {
		g.changed.Wait()
	}
	return g.deaf
}

func (g *Gate) hand(to io.Writer, from io.Reader) {
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		g.clear(false)
		if n > 0 {
			if _, err := to.Write(piece[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

const notification = 'A'

// handMessages hands the server's messages on one by one: a letter, a length with itself,
// and what is said.
func (g *Gate) handMessages(to io.Writer, from io.Reader) {
	said, out := bufio.NewReader(from), bufio.NewWriter(to)
	for {
		head, err := said.Peek(5)
		if err != nil {
			return
		}
		length := int64(binary.BigEndian.Uint32(head[1:])) + 1
		deaf := g.clear(true)
		target := io.Writer(out)
		if deaf && head[0] == notification {
			target = io.Discard
		}
		if _, err := io.CopyN(target, said, length); err != nil {
			return
		}
		if said.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return
			}
		}
	}
}
