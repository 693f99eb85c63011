package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/web"
)

// constantPage is the argument that makes this program the other side of the
// race: plain echo with one constant page, in a process of its own like Tandem.
const constantPage = "constant-page"

func serveConstant(size string) error {
	n, err := strconv.Atoi(size)
	if err != nil || n < 0 || n > 1<<20 {
		return fmt.Errorf("%q is not a size in bytes up to 1 MB", size)
	}
	page := []byte(strings.Repeat("x", n))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	return (&http.Server{ // as tandem serve sets it
		Handler: web.ConstantPage(page), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 60 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}).Serve(listener)
}

// race asks for Tandem's page and a constant page of the same size in turn, five
// times each, and compares the best of both: other work on the machine only ever
// makes a run slower.
func (t trial) race(ctx context.Context, out io.Writer, slug string) error {
	u, err := url.Parse(t.url)
	if err != nil {
		return err
	}
	page := request(u.Host, "/e/"+slug+"/open/standings")
	first, err := newWire(ctx, u.Host, 0, 4096)
	if err != nil {
		return err
	}
	size, err := first.get(page)
	first.conn.Close()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	other := exec.CommandContext(ctx, self, constantPage, strconv.FormatInt(size, 10))
	printed, err := other.StdoutPipe()
	if err != nil {
		return err
	}
	if err := other.Start(); err != nil {
		return err
	}
	defer func() {
		other.Process.Kill()
		other.Wait()
	}()
	var constant string
	if _, err := fmt.Fscan(printed, &constant); err != nil {
		return err
	}
	host := strings.TrimSuffix(strings.TrimPrefix(constant, "http://"), "/")
	sides := [2]struct {
		host    string
		request []byte
	}{{u.Host, page}, {host, request(host, "/")}}
	var best [2]float64
	for range 5 {
		for i, side := range sides {
			rate, err := rate(ctx, side.host, side.request, t.pages)
			if err != nil {
				return err
			}
			best[i] = max(best[i], rate)
		}
	}
	fmt.Fprintf(out, "%-34s %.0f a second, constant page %.0f, ratio %.2f (%d bytes, best of 5)\n", "cached public page", best[0], best[1], best[0]/best[1], size)
	return nil
}

// rate is how many answers a second 32 connections get.
func rate(ctx context.Context, address string, request []byte, lasts time.Duration) (float64, error) {
	var (
		answers atomic.Int64
		failed  error
		once    sync.Once
		wg      sync.WaitGroup
	)
	start := time.Now()
	for i := range 32 {
		wg.Go(func() {
			w, err := newWire(ctx, address, i, 4096)
			if err == nil {
				defer w.conn.Close()
			}
			for err == nil && time.Since(start) < lasts && ctx.Err() == nil {
				if _, err = w.get(request); err == nil {
					answers.Add(1)
				}
			}
			if err != nil {
				once.Do(func() { failed = err })
			}
		})
	}
	wg.Wait()
	return float64(answers.Load()) / time.Since(start).Seconds(), failed
}
