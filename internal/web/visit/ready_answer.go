package visit

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/live"
)

// A page in memory holds all bytes of its answer but the date. net/http would put
// the same header together again for each reader, line by line, and send the answer
// in two pieces. A readyConn sends it as it is, in one system call.
//
// net/http still reads the requests, minds the time limits and keeps the
// connection. For a request that was answered here it makes an empty answer of
// its own when the handler returns; that one write is left out.
type readyConn struct {
	*net.TCPConn
	parts    [3][]byte
	answered bool  // the next write is net/http's empty answer
	failed   error // what became of ours
}

// Listen makes the connections of l such that srv, whose handler is a Server, sends
// pages in memory in one piece. It is called before srv.Serve(the result).
func Listen(srv *http.Server, l net.Listener) net.Listener {
	srv.ConnContext = func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) }
	return readyListener{l}
}

type readyListener struct{ net.Listener }

func (l readyListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok {
		return &readyConn{TCPConn: tcp}, err
	}
	return conn, err
}

// connKey is the key of the connection that a request came by.
type connKey struct{}

// readyConnOf is the connection to send a whole answer by; nil when net/http
// has to do it because the connection ends with the answer, or is another kind.
func readyConnOf(r *http.Request) *readyConn {
	if r.Method != http.MethodGet || r.Close || !r.ProtoAtLeast(1, 1) {
		return nil
	}
	c, _ := r.Context().Value(connKey{}).(*readyConn)
	return c
}

// answer sends a page. The handler must return without touching its
// http.ResponseWriter. Only the goroutine that serves a request writes to its
// connection, and it waits for a slow reader here as it would in net/http.
func (c *readyConn) answer(form *live.Form) {
	c.parts = [3][]byte{statusAndDate(), form.Head, form.Body}
	whole := net.Buffers(c.parts[:])
	_, c.failed = whole.WriteTo(c.TCPConn)
	c.answered = true
}

// Write implements net.Conn.
func (c *readyConn) Write(p []byte) (int, error) {
	if !c.answered {
		return c.TCPConn.Write(p)
	}
	c.answered = false
	return len(p), c.failed
}

// dated is the beginning of all answers of one second.
type dated struct {
	second int64
	text   []byte
}

var newest atomic.Pointer[dated]

// statusAndDate is the beginning of an answer (RFC 9110, 6.6.1).
func statusAndDate() []byte {
	now := time.Now()
	if d := newest.Load(); d != nil && d.second == now.Unix() {
		return d.text
	}
	d := &dated{now.Unix(), now.UTC().AppendFormat([]byte("HTTP/1.1 200 OK\r\nDate: "), http.TimeFormat+"\r\n")}
	newest.Store(d)
	return d.text
}
