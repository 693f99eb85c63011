package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
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
	return (&http.Server{Handler: web.ConstantPage(page), ReadHeaderTimeout: 10 * time.Second}).Serve(listener)
}

// race asks for Tandem's page and a constant page of the same size in turn, three
// times each, and compares the best of both: other work on the machine only ever
// makes a run slower.
func (t trial) race(ctx context.Context, out io.Writer, slug string) error {
	page := t.url + "/e/" + slug + "/open/standings"
	c := newCrowd(t.url, slug)
	answer, err := c.call(ctx, c.pages, page)
	if err != nil {
		return err
	}
	size, err := io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	other := exec.CommandContext(ctx, self, constantPage, strconv.FormatInt(size, 10))
	first, err := other.StdoutPipe()
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
	if _, err := fmt.Fscan(first, &constant); err != nil {
		return err
	}
	var best [2]float64
	for range 3 {
		for i, url := range []string{page, constant} {
			rate, err := c.rate(ctx, url, t.pages)
			if err != nil {
				return err
			}
			best[i] = max(best[i], rate)
		}
	}
	fmt.Fprintf(out, "%-34s %.0f a second, constant page %.0f, ratio %.2f (%d bytes, best of 3)\n", "cached public page", best[0], best[1], best[0]/best[1], size)
	return nil
}

// rate is how many answers a second 32 connections get.
func (c *crowd) rate(ctx context.Context, url string, lasts time.Duration) (float64, error) {
	var (
		answers atomic.Int64
		failed  error
		once    sync.Once
		wg      sync.WaitGroup
	)
	start := time.Now()
	for range 32 {
		wg.Go(func() {
			for time.Since(start) < lasts && ctx.Err() == nil {
				answer, err := c.call(ctx, c.pages, url)
				if err != nil {
					once.Do(func() { failed = err })
					return
				}
				io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				answers.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(answers.Load()) / time.Since(start).Seconds(), failed
}
