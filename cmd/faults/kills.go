//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"
)

// The desks never stop: they meet a program that is away, starts, or dies again.

func killProgram(ctx context.Context, b *bench) (outcome, error) {
	return kills(ctx, b, func(m *machine) error {
		m.kill()
		return nil
	})
}

// killServer leaves the program to notice by itself that its database is gone.
func killServer(ctx context.Context, b *bench) (outcome, error) {
	return kills(ctx, b, func(m *machine) error {
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
	return kills(ctx, b, func(m *machine) error {
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

func kills(ctx context.Context, b *bench, kill func(*machine) error) (o outcome, err error) {
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
		if err := kill(m); err != nil {
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
