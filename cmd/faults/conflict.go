//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	rivals = 64
	fought = 8 // matches that they all enter
)

// conflict lets many people enter and change the results of a few matches at once.
// What was acknowledged as an entry of its own stays: as the result or as a value
// of a conflict that everybody sees.
func conflict(ctx context.Context, b *bench) (o outcome, err error) {
	m, err := newMachine(b.program, b.folder("data"))
	if err != nil {
		return o, err
	}
	s, err := open(ctx, m, m.embedded)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, m.stop()) }()
	if err := s.rival(ctx); err != nil {
		return o, fmt.Errorf("let rivals in: %w", err)
	}
	working, stop := context.WithTimeout(ctx, b.lasts)
	defer stop()
	wait := s.team.work(working)
	<-working.Done()
	wait()
	if ctx.Err() != nil {
		return o, ctx.Err()
	}
	for _, d := range s.team.desks {
		o.tries += len(d.log)
	}
	o.wait(time.Duration(s.team.longest.Load()))
	return o, s.judge(ctx, &o)
}

// rival replaces the desks by 64 people who share few matches.
func (s *site) rival(ctx context.Context) error {
	dsn, err := s.dsn()
	if err != nil {
		return err
	}
	tokens, err := s.hall.Rivals(ctx, dsn, rivals)
	if err != nil {
		return err
	}
	places := s.team.desks[0].places
	for _, d := range s.team.desks[1:] {
		places = append(places, d.places...)
	}
	s.team.desks, s.team.hasRivals = nil, true
	for n, token := range tokens {
		d := s.team.add(fmt.Sprintf("r%d", n), token)
		for _, at := range places[:min(fought, len(places))] {
			d.places = append(d.places, &place{path: at.path})
		}
	}
	return nil
}
