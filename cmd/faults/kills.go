//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The desks never stop: they meet a program that is away, starts, or dies again.

func killProgram(ctx context.Context, b *bench) (outcome, error) {
	return kills(ctx, b, func(m *site) error {
		m.kill()
		return nil
	})
}

// killServer leaves the program to notice by itself that its database is gone.
func killServer(ctx context.Context, b *bench) (outcome, error) {
	return kills(ctx, b, func(m *site) error {
		server, err := m.server()
		if err != nil {
			return err
		}
		if err := syscall.Kill(server, syscall.SIGKILL); err != nil {
			return fmt.Errorf("kill the database server: %w", err)
		}
		select {
		case <-m.ended:
			return nil
		case <-time.After(backWithin):
			m.kill()
			return errors.New("the program did not end after its database was killed")
		}
	})
}

// killAll is what a power cut leaves of the processes.
func killAll(ctx context.Context, b *bench) (outcome, error) {
	return kills(ctx, b, func(m *site) error {
		all, err := m.processes()
		if err != nil {
			return err
		}
		for _, pid := range all {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
				return fmt.Errorf("kill process %d: %w", pid, err)
			}
		}
		m.kill()
		return nil
	})
}

// starve takes what memory is left away while much is asked at once. A program that can
// live with what it has is killed in the end.
func starve(ctx context.Context, b *bench) (outcome, error) {
	return kills(ctx, b, func(m *site) error {
		if err := m.noMoreMemory(); err != nil {
			return err
		}
		asking, enough := context.WithTimeout(ctx, 3*time.Second)
		defer enough()
		for range 32 {
			go func() {
				for asking.Err() == nil {
					answers(asking, m.url()+"/e/"+m.hall.Slug+"/standings")
				}
			}()
		}
		select {
		case <-m.ended:
		case <-asking.Done():
		}
		m.kill()
		return nil
	})
}

// noMoreMemory bounds the program's addresses to little more than it has.
func (m *machine) noMoreMemory() error {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", m.running.Process.Pid))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it has ended already
	}
	var pages uint64
	if _, scanErr := fmt.Sscan(string(stat), &pages); err != nil || scanErr != nil {
		return fmt.Errorf("read how much memory the program has: %w", errors.Join(err, scanErr))
	}
	room := pages*uint64(os.Getpagesize()) + 1<<20
	if err := unix.Prlimit(m.running.Process.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: room, Max: room}, nil); err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("bound the program's memory: %w", err)
	}
	return nil
}

func kills(ctx context.Context, b *bench, kill func(*site) error) (o outcome, err error) {
	m, err := newMachine(b.program, b.folder("data"))
	if err != nil {
		return o, err
	}
	s, err := open(ctx, m, m.embedded)
	if err != nil {
		return o, err
	}
	working, stop := context.WithCancel(ctx)
	wait := s.team.work(working)
	defer func() {
		stop()
		wait()
		err = errors.Join(err, m.stop())
	}()
	for end := time.Now().Add(b.lasts); time.Now().Before(end); {
		if err := pause(ctx, between(20*time.Millisecond, 600*time.Millisecond)); err != nil {
			return o, err
		}
		if err := kill(s); err != nil {
			return o, err
		}
		o.tries++
		took, err := m.start(ctx)
		if err != nil {
			return o, err
		}
		o.wait(took)
		if err := s.judge(ctx, &o); err != nil {
			return o, err
		}
	}
	return o, nil
}
