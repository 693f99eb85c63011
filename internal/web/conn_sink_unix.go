//go:build unix

package web

import (
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/tandemchess/tandem/internal/live"
)

// connSink is a connection of its own: no goroutine and no buffer stands behind an
// open page, and a frame is one write that never waits.
type connSink struct {
	conn net.Conn
	raw  syscall.RawConn
	shut atomic.Bool
}

// takeOver makes a stream of the connection of an answer that was not begun.
func takeOver(w http.ResponseWriter) (live.Sink, error) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, err
	}
	if c, ok := conn.(syscall.Conn); ok {
		raw, err := c.SyscallConn()
		if err == nil && conn.SetDeadline(time.Time{}) == nil {
			return &connSink{conn: conn, raw: raw}, nil
		}
	}
	conn.Close()
	return nil, errHungUp
}

func (c *connSink) Send(frame []byte) bool {
	sent := false
	err := c.raw.Write(func(fd uintptr) bool {
		n, err := syscall.Write(int(fd), frame)
		sent = err == nil && n == len(frame)
		return true // whatever came of it: a full phone is not waited for
	})
	return err == nil && sent
}

// Alive looks whether the phone hung up. What it says otherwise is not read.
func (c *connSink) Alive() bool {
	alive := true
	var one [1]byte
	err := c.raw.Control(func(fd uintptr) {
		n, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		alive = n > 0 || err == syscall.EAGAIN || err == syscall.EINTR
	})
	return err == nil && alive
}

func (c *connSink) Close() {
	if !c.shut.Swap(true) {
		c.conn.Close()
	}
}
