//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"syscall"
	"time"
)

// during runs trouble beside working desks for the part's time, then judges. Every
// round of trouble is one try.
func (b *bench) during(ctx context.Context, m *machine, trouble func(context.Context, *site) error) (o outcome, err error) {
	s, err := open(ctx, m, m.embedded)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, m.stop()) }()
	working, stop := context.WithCancel(ctx)
	wait := s.team.work(working)
	defer wait()
	defer stop()
	for end := time.Now().Add(b.lasts); time.Now().Before(end); {
		if err := trouble(ctx, s); err != nil {
			return o, err
		}
		o.tries++
	}
	if err := s.settle(ctx, &o); err != nil {
		return o, err
	}
	o.wait(time.Duration(s.team.longest.Load()))
	return o, nil
}

// turnClock sets the program's clock back and forth.
func turnClock(ctx context.Context, b *bench) (outcome, error) {
	file := b.folder("clock")
	turn := func(by time.Duration) error { return os.WriteFile(file, []byte(by.String()), 0o644) }
	if err := turn(0); err != nil {
		return outcome{}, err
	}
	m, err := newMachine(b.program, b.folder("data"), "TANDEM_CLOCK="+file)
	if err != nil {
		return outcome{}, err
	}
	return b.during(ctx, m, func(ctx context.Context, _ *site) error {
		if err := turn(between(-24*time.Hour, 24*time.Hour)); err != nil {
			return err
		}
		return pause(ctx, between(50*time.Millisecond, 2*time.Second))
	})
}

const slowOnes = 100

// slowClients takes connections and makes nothing of them.
func slowClients(ctx context.Context, b *bench) (outcome, error) {
	m, err := newMachine(b.program, b.folder("data"))
	if err != nil {
		return outcome{}, err
	}
	return b.during(ctx, m, func(ctx context.Context, s *site) error {
		var all sync.WaitGroup
		for n := range slowOnes {
			all.Go(func() { s.slowClient(n) })
		}
		all.Wait()
		return ctx.Err()
	})
}

// slowClient is one of three: half a request, a body without end, an answer that
// is never read. What the server says to it does not matter.
func (s *site) slowClient(n int) {
	conn, err := net.Dial("tcp", s.address)
	if err != nil {
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(between(500*time.Millisecond, 3*time.Second)))
	switch n % 3 {
	case 0:
		fmt.Fprint(conn, "POST /sign-in HTTP/1.1\r\nHost: hall\r\nContent-Le")
		_, _ = conn.Read(make([]byte, 1))
	case 1:
		fmt.Fprint(conn, "POST /sign-in HTTP/1.1\r\nHost: hall\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 999999999\r\n\r\n")
		for junk := make([]byte, 64<<10); ; {
			if _, err := conn.Write(junk); err != nil {
				return
			}
		}
	default:
		for {
			if _, err := fmt.Fprintf(conn, "GET /e/%s/open/pairings HTTP/1.1\r\nHost: hall\r\n\r\n", s.hall.Slug); err != nil {
				return
			}
		}
	}
}

const fewOpen = 256 // files

// fewFiles lets streams take all files that the program may open.
func fewFiles(ctx context.Context, b *bench) (outcome, error) {
	m, err := newMachine(b.program, b.folder("data"))
	if err != nil {
		return outcome{}, err
	}
	m.wrap = []string{"sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$0" "$@"`, fewOpen)}
	return b.during(ctx, m, func(ctx context.Context, s *site) error {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		var all sync.WaitGroup
		for range 2 * fewOpen {
			all.Go(func() { s.follow(ctx) })
		}
		all.Wait()
		return nil
	})
}

// follow reads an event's stream until ctx ends or the server refuses it.
func (s *site) follow(ctx context.Context) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url()+"/e/"+s.hall.Slug+"/stream", nil)
	if err != nil {
		panic(err) // an address of our own
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
}

const (
	diskSize    = "size=512m"
	fillInSteps = 4 << 20
)

// fillDisk fills the disk of the database with a file, and takes it away again;
// in the end the disk is read-only for a start.
func fillDisk(ctx context.Context, b *bench) (o outcome, err error) {
	if os.Geteuid() != 0 {
		return outcome{skipped: "only root can make a small disk"}, nil
	}
	disk := b.folder("disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		return o, err
	}
	if err := syscall.Mount("faults", disk, "tmpfs", 0, diskSize+",mode=755"); err != nil {
		return outcome{skipped: "no small disk can be made here: " + err.Error()}, nil
	}
	defer func() { err = errors.Join(err, syscall.Unmount(disk, 0)) }()
	m, err := newMachine(b.program, disk+"/data")
	if err != nil {
		return o, err
	}
	o, err = b.during(ctx, m, func(ctx context.Context, s *site) error {
		filler := disk + "/filler"
		if err := fill(filler); err != nil {
			return err
		}
		full := pause(ctx, between(500*time.Millisecond, 2*time.Second))
		if err := os.Remove(filler); err != nil {
			return err
		}
		s.team.latest.Store(time.Now().UnixNano()) // nobody could save until now
		return errors.Join(full, pause(ctx, between(500*time.Millisecond, 2*time.Second)))
	})
	if err != nil {
		return o, err
	}
	return o, readOnly(ctx, m, disk, &o)
}

// fill writes a file until the disk has no byte left.
func fill(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for junk := make([]byte, fillInSteps); ; {
		if _, err := file.Write(junk); errors.Is(err, syscall.ENOSPC) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// readOnly starts the stopped machine on a disk that cannot be written to, which
// has to be refused in words, and then on the same disk as it was.
func readOnly(ctx context.Context, m *machine, disk string, o *outcome) error {
	if err := syscall.Mount("faults", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, diskSize); err != nil {
		return fmt.Errorf("make the disk read-only: %w", err)
	}
	if _, err := m.start(ctx); err == nil {
		o.wrong++
		o.note("the program started on a read-only disk")
		m.kill()
	}
	if err := syscall.Mount("faults", disk, "tmpfs", syscall.MS_REMOUNT, diskSize); err != nil {
		return fmt.Errorf("make the disk writable again: %w", err)
	}
	o.tries++
	took, err := m.start(ctx)
	if err != nil {
		return err
	}
	o.wait(took)
	return m.stop()
}
