package postgres_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// knife cuts what the server says on all connections of a pool after some bytes.
type knife struct {
	mu    sync.Mutex
	armed bool
	left  int    // bytes until the cut
	reset bool   // as a machine that is gone answers; else as a server that ends
	said  []byte // while it is not armed

	idle []*backend // whose connections were cut
}

// backend is the server's end of a connection. It is used again after a cut: to start
// another takes the server longer than all that is asked of it here.
type backend struct {
	net.Conn
	greeting []byte // what it said when it was ready for the first question
}

// at arms the knife; it returns everything the server said since the last time.
func (k *knife) at(left int, reset bool) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	said := k.said
	k.armed, k.left, k.reset, k.said = true, left, reset, nil
	return said
}

func (k *knife) away() []byte {
	said := k.at(0, false)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.armed = false
	return said
}

// knifed is a pool of one connection on the same database.
func knifed(t *testing.T, whole *postgres.Pool) (*postgres.Pool, *knife) {
	t.Helper()
	k := &knife{}
	config := whole.Config()
	config.MaxConns = 1
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if b := k.spare(); b != nil {
			return &knifedConn{backend: b, knife: k}, nil
		}
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &knifedConn{backend: &backend{Conn: conn}, knife: k}, nil
	}
	t.Cleanup(func() {
		for b := k.spare(); b != nil; b = k.spare() {
			b.Close()
		}
	})
	return expect.Must(pgxpool.NewWithConfig(t.Context(), config))(t), k
}

// spare is a backend that nobody is connected to, nil where there is none.
func (k *knife) spare() *backend {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.idle) == 0 {
		return nil
	}
	b := k.idle[0]
	k.idle = k.idle[1:]
	return b
}

// knifedConn is the client's end of a connection.
type knifedConn struct {
	*backend
	knife *knife
	begun bool   // the client has sent something
	ahead []byte // of the greeting of a backend that is used again

	reading sync.Mutex
	ending  sync.Once
	over    atomic.Bool // the backend is the client's no more
	gone    error       // what the client reads then
}

const (
	cancelRequest = 80877102 // pgproto3 keeps the number to itself
	terminate     = "X\x00\x00\x00\x04"
	authenticated = "R\x00\x00\x00\x08\x00\x00\x00\x00"
	ready         = "Z\x00\x00\x00\x05I"
)

func (c *knifedConn) Write(p []byte) (int, error) {
	if c.over.Load() {
		return 0, net.ErrClosed
	}
	first := !c.begun
	c.begun = true
	switch {
	case first && len(p) == 16 && binary.BigEndian.Uint32(p[4:]) == cancelRequest:
		c.end(io.EOF) // what it would cancel is ended with the connection
	case first && c.greeting != nil:
		c.ahead = c.greeting
	case string(p) == terminate:
		c.end(io.EOF)
	default:
		return c.backend.Write(p)
	}
	return len(p), nil
}

func (c *knifedConn) Read(p []byte) (int, error) {
	n, err := c.hear(p)
	k := c.knife
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.armed {
		k.said = append(k.said, p[:n]...)
		return n, err
	}
	if n <= k.left {
		k.left -= n
		return n, err
	}
	n, k.left = k.left, 0
	gone := io.EOF
	if k.reset {
		gone = &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	}
	k.mu.Unlock()
	c.end(gone)
	k.mu.Lock()
	if n > 0 {
		return n, nil
	}
	return 0, gone
}

// hear reads what the server says.
func (c *knifedConn) hear(p []byte) (int, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	if c.over.Load() {
		return 0, c.gone
	}
	if len(c.ahead) > 0 {
		n := copy(p, c.ahead)
		c.ahead = c.ahead[n:]
		return n, nil
	}
	n, err := c.backend.Read(p)
	if !bytes.HasSuffix(c.greeting, []byte(ready)) {
		c.greeting = append(c.greeting, p[:n]...)
	}
	return n, err
}

func (c *knifedConn) SetDeadline(limit time.Time) error {
	if c.over.Load() {
		return net.ErrClosed
	}
	return c.backend.SetDeadline(limit)
}

func (c *knifedConn) Close() error {
	c.end(net.ErrClosed)
	return nil
}

// end takes the backend from the client, who reads an error from now on.
func (c *knifedConn) end(gone error) {
	c.ending.Do(func() {
		c.backend.SetReadDeadline(time.Unix(1, 0)) // a reader that waits
		c.reading.Lock()
		defer c.reading.Unlock()
		c.gone = gone
		c.over.Store(true)
		if !c.restore() {
			c.backend.Close()
			return
		}
		c.knife.mu.Lock()
		defer c.knife.mu.Unlock()
		c.knife.idle = append(c.knife.idle, c.backend)
	})
}

// restore makes a backend as it was when it was ready for the first question, and reports
// whether it could. The client may have read a part of a message.
func (b *backend) restore() bool {
	if b.greeting == nil { // only a cancel request came, and went no further
		return b.SetDeadline(time.Time{}) == nil
	}
	if !bytes.HasPrefix(b.greeting, []byte(authenticated)) || !bytes.HasSuffix(b.greeting, []byte(ready)) {
		return false // it wants to be greeted in another way
	}
	const mark = "restored by the knife"
	ask, err := (&pgproto3.Sync{}).Encode(nil)
	for _, statement := range []string{"rollback", "discard all", "select '" + mark + "'"} {
		if err == nil {
			ask, err = (&pgproto3.Query{String: statement}).Encode(ask)
		}
	}
	if err != nil || b.SetDeadline(time.Now().Add(time.Minute)) != nil {
		return false
	}
	if _, err := b.Write(ask); err != nil {
		return false
	}
	var said []byte
	for piece := make([]byte, 8<<10); !bytes.Contains(said, []byte(mark)) || !bytes.HasSuffix(said, []byte(ready)); {
		n, err := b.Read(piece)
		if err != nil {
			return false
		}
		said = append(said, piece[:n]...)
	}
	return b.SetDeadline(time.Time{}) == nil
}
