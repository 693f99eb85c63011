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
	"slices"
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

// race asks for Tandem's page and a constant page of the same size in turns, and
// compares neighbouring turns.
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
	tandem, err := newSide(ctx, u.Host, page)
	if err != nil {
		return err
	}
	defer tandem.close()
	echo, err := newSide(ctx, host, request(host, "/"))
	if err != nil {
		return err
	}
	defer echo.close()
	result, err := compare(ctx, tandem, echo, t.pages)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%-34s %s (%d bytes)\n", "cached public page", result, size)
	return nil
}

// turn is how long one side of the race runs before the other does. Whatever else
// the machine does lasts longer and so slows both.
const turn = 200 * time.Millisecond

// comparison is the rates of both sides, turn by turn.
type comparison struct{ tandem, echo []float64 }

// compare lets both sides run in turns, for a time each. Who begins alternates.
func compare(ctx context.Context, tandem, echo *side, lasts time.Duration) (comparison, error) {
	var c comparison
	for i := range max(1, int(lasts/turn)) {
		order := []*side{tandem, echo}
		if i%2 == 1 {
			slices.Reverse(order)
		}
		for _, s := range order {
			rate, err := s.run(ctx, turn)
			if err != nil {
				return c, err
			}
			if s == tandem {
				c.tandem = append(c.tandem, rate)
			} else {
				c.echo = append(c.echo, rate)
			}
		}
	}
	return c, nil
}

// String gives the medians. The ratio is that of neighbouring turns.
func (c comparison) String() string {
	ratios := make([]float64, len(c.tandem))
	for i := range ratios {
		ratios[i] = c.tandem[i] / c.echo[i]
	}
	return fmt.Sprintf("%.0f a second, constant page %.0f, ratio %.2f, medians of %d turns", median(c.tandem), median(c.echo), median(ratios), len(ratios))
}

func median(of []float64) float64 {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// side is one server of the race with the connections that ask it.
type side struct {
	request []byte
	wires   []*wire
}

// racers is how many connections ask at once.
const racers = 32

func newSide(ctx context.Context, address string, request []byte) (*side, error) {
	s := &side{request: request}
	for i := range racers {
		w, err := newWire(ctx, address, i, 4096)
		if err != nil {
			s.close()
			return nil, err
		}
		s.wires = append(s.wires, w)
	}
	return s, nil
}

func (s *side) close() {
	for _, w := range s.wires {
		w.conn.Close()
	}
}

// run asks for a time and returns how many answers a second came.
func (s *side) run(ctx context.Context, lasts time.Duration) (float64, error) {
	var (
		answers atomic.Int64
		failed  error
		once    sync.Once
		wg      sync.WaitGroup
	)
	start := time.Now()
	for _, w := range s.wires {
		wg.Go(func() {
			for time.Since(start) < lasts && ctx.Err() == nil {
				if _, err := w.get(s.request); err != nil {
					once.Do(func() { failed = err })
					return
				}
				answers.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(answers.Load()) / time.Since(start).Seconds(), failed
}
