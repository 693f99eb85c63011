package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/tournament"
)

// hall is the event of a trial. Its desks work as a second node: the same
// commands and the same durable database, while the phones hang on the server.
type hall struct {
	trial
	pool    *postgres.Pool
	service *tournament.Service
	slug    string
	event   int64
	section int64
	actor   journal.Actor

	mu   sync.Mutex
	next int // command numbers
	todo []tournament.ResultEntry
}

func (t trial) newHall(ctx context.Context) (*hall, error) {
	pool, err := postgres.Connect(ctx, t.database)
	if err != nil {
		return nil, err
	}
	db := postgres.New(pool, nil)
	h := &hall{trial: t, pool: pool, service: tournament.NewService(postgres.Tournament{DB: db})}
	h.slug = fmt.Sprintf("load-%d", time.Now().UnixMilli())
	who, err := account.NewService(postgres.Accounts{DB: db}, nil).Create(ctx,
		account.NewPerson{Login: h.slug, Name: "Load trial", Password: "words for " + h.slug}, "none")
	if err == nil {
		h.actor = journal.Actor{AccountID: who.AccountID, Name: who.Name}
		err = h.fill(ctx)
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("make the event of the trial: %w", err)
	}
	return h, nil
}

const (
	// The trial's own account works at the desk.
	makeDirector = `insert into role_grant (event_id, grant_id, account_id, role, granted_by, granted_at) values ($1, 900000, $2, 'director', $2, now())`
	fillTeams    = `insert into team (event_id, team_id, section_id, name, name_key, slug, code, strength, state, created_at)
	select $1, n, $2, 'Team ' || lpad(n::text, 4, '0'), 'team ' || lpad(n::text, 4, '0'), 'team-' || n, 'T' || n, 5000 - n, 'here', now()
	from generate_series(1, $3::int) n`
	fillPlayers = `insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
	select $1, 2 * n - 2 + s, $2, n, s, 'Player', n || '-' || s, 'player ' || n || '-' || s, now()
	from generate_series(1, $3::int) n, generate_series(1, 2) s`
	goLive = `update event set state = 'live' where event_id = $1`
)

func (h *hall) fill(ctx context.Context) error {
	e, err := h.service.CreateEvent(ctx, h.command(), tournament.NewEvent{
		Name: "Load trial", Slug: h.slug, TimeZone: "UTC", StartsOn: time.Now().UTC(), Sections: []tournament.NewSection{{Name: "Open", Rulebook: "FIDEX"}},
	})
	if err != nil {
		return err
	}
	sections, err := h.service.Reader().Sections(ctx, e.EventID)
	if err != nil {
		return err
	}
	h.event, h.section = e.EventID, sections[0].SectionID
	for _, sql := range []string{fillTeams, fillPlayers} {
		if _, err := h.pool.Exec(ctx, sql, h.event, h.section, h.teams); err != nil {
			return err
		}
	}
	if _, err := h.pool.Exec(ctx, makeDirector, h.event, h.actor.AccountID); err != nil {
		return err
	}
	if _, err := h.pool.Exec(ctx, goLive, h.event); err != nil {
		return err
	}
	_, err = h.service.MakeDraft(ctx, h.event, h.command(), tournament.MakeDraftInput{DraftInput: tournament.DraftInput{SectionID: h.section, RoundNo: 1}})
	return err
}

// command is a command of its own each time.
func (h *hall) command() journal.Command {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next++
	return journal.Command{Actor: h.actor, Key: fmt.Sprintf("%s-%d", h.slug, h.next)}
}

// publish publishes round 1 and returns the version and when it was saved.
func (h *hall) publish(ctx context.Context) (version int64, at time.Time, err error) {
	draft, err := h.service.Reader().DraftRound(ctx, h.event, h.section, 1)
	if err != nil {
		return 0, at, err
	}
	in := tournament.PublishRound{DraftInput: tournament.DraftInput{SectionID: h.section, RoundNo: 1, Revision: draft.Revision}, Typed: 1}
	before, err := h.service.Reader().EventBySlug(ctx, h.slug)
	if err != nil {
		return 0, at, err
	}
	// The clock starts before the command: news may arrive ahead of its answer.
	at = time.Now()
	if _, err := h.service.PublishRound(ctx, h.event, h.command(), in); err != nil {
		return 0, at, err
	}
	book, err := h.service.Reader().Book(ctx, h.event, h.section)
	if err != nil {
		return 0, at, err
	}
	for _, p := range book.Current().Pairings {
		for _, m := range p.Matches {
			h.todo = append(h.todo, tournament.ResultEntry{
				SectionID: h.section, Round: 1, Table: p.Table(), Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: "slot1",
			})
		}
	}
	return before.Version + 1, at, nil
}

// work is what the desks got done.
type work struct {
	times durations // of the answer to a result
	forms durations // of the page with the form
	took  time.Duration
}

func (w work) rate() float64 {
	if w.took == 0 {
		return 0
	}
	return float64(len(w.times)) / w.took.Seconds()
}

// work lets the desks enter results until the time or half of what is left of the
// round is over: the other half is for the next part of the trial.
func (h *hall) work(ctx context.Context, desks []*desk) (work, error) {
	ctx, cancel := context.WithTimeout(ctx, h.lasts)
	defer cancel()
	half := (len(h.todo) + 1) / 2
	todo := make(chan tournament.ResultEntry, half)
	for _, in := range h.todo[:half] {
		todo <- in
	}
	close(todo)
	h.todo = h.todo[half:]
	var (
		done   work
		failed error
		mu     sync.Mutex
		wg     sync.WaitGroup
	)
	start := time.Now()
	for _, d := range desks {
		wg.Go(func() {
			for in := range todo {
				form, saved, err := d.enter(ctx, in)
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				if err != nil {
					failed = fmt.Errorf("enter a result: %w", err)
				} else {
					done.forms, done.times = append(done.forms, form), append(done.times, saved)
				}
				mu.Unlock()
				if h.pause > 0 {
					time.Sleep(h.pause)
				}
			}
		})
	}
	wg.Wait()
	done.took = time.Since(start)
	return done, failed
}
