package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// wire is one connection that asks for pages, as lean as a client can be: on a
// machine with two cores what the client needs is taken from the server. Tandem
// and the constant page it is raced against are read by the same lines.
type wire struct {
	conn    net.Conn
	answers *bufio.Reader
}

// sources are the loopback addresses that connections come from, so that no one
// address runs out of ports.
const sources = 8

func newWire(ctx context.Context, address string, n, buffer int) (*wire, error) {
	dialer := net.Dialer{}
	if strings.HasPrefix(address, "127.") {
		dialer.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+n%sources))}
	}
	conn, err := dial(ctx, &dialer, address)
	if err != nil {
		return nil, err
	}
	return &wire{conn, bufio.NewReaderSize(conn, buffer)}, nil
}

func request(host, path string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\n\r\n", path, host)
}

const answerTime = 30 * time.Second

// get sends a request and reads the whole answer. It returns the bytes of the body.
func (w *wire) get(request []byte) (int64, error) {
	if err := w.conn.SetDeadline(time.Now().Add(answerTime)); err != nil {
		return 0, err
	}
	if _, err := w.conn.Write(request); err != nil {
		return 0, err
	}
	length, err := w.head()
	if err != nil {
		return 0, err
	}
	if length >= 0 {
		n, err := w.answers.Discard(int(length))
		return int64(n), err
	}
	return w.chunks()
}

// head reads an answer's header and returns the length of its body, -1 for chunks.
func (w *wire) head() (length int64, err error) {
	line, err := w.answers.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) {
		return 0, fmt.Errorf("the server answers %s", bytes.TrimSpace(line))
	}
	length = -1
	for {
		if line, err = w.answers.ReadSlice('\n'); err != nil {
			return 0, err
		}
		if len(line) <= 2 {
			return length, nil
		}
		const name = "Content-Length: "
		if len(line) > len(name) && bytes.EqualFold(line[:len(name)], []byte(name)) {
			if length, err = strconv.ParseInt(string(bytes.TrimSpace(line[len(name):])), 10, 64); err != nil {
				return 0, err
			}
		}
	}
}

func (w *wire) chunks() (total int64, err error) {
	for {
		line, err := w.answers.ReadSlice('\n')
		if err != nil {
			return total, err
		}
		n, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return total, err
		}
		if _, err := w.answers.Discard(int(n) + 2); err != nil { // with the line's end
			return total, err
		}
		if n == 0 {
			return total, nil
		}
		total += n
	}
}

// pool is the connections that the phones fetch their pages over.
type pool struct {
	address string
	free    chan *wire
}

func newPool(ctx context.Context, address string, n int) (*pool, error) {
	p := &pool{address, make(chan *wire, n)}
	for i := range n {
		w, err := newWire(ctx, address, i, 4096)
		if err != nil {
			return nil, err
		}
		p.free <- w
	}
	return p, nil
}

func (p *pool) get(ctx context.Context, request []byte) (int64, error) {
	w := <-p.free
	defer func() { p.free <- w }()
	n, err := w.get(request)
	// An idle connection may have been closed meanwhile; nobody answered on it.
	if err != nil && n == 0 && (errors.Is(err, io.EOF) || strings.Contains(err.Error(), "reset")) {
		w.conn.Close()
		fresh, again := newWire(ctx, p.address, 0, 4096)
		if again != nil {
			return 0, again
		}
		*w = *fresh
		return w.get(request)
	}
	return n, err
}
