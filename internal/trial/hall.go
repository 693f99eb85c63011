// Package trial makes the event that a trial of Tandem works on: one section with
// as many teams as asked for, its first round drawn and published. It stands for
// cmd/load and cmd/faults only; the product must never import it, and it must
// never be given a database that anybody else uses.
package trial

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Hall is the event of a trial and the person who directs it.
type Hall struct {
	Pool     *postgres.Pool
	Service  *tournament.Service
	Slug     string // of the event; the login of its director, too
	Password string
	Event    int64
	Section  int64
	Actor    journal.Actor

	accounts *account.Service

	mu   sync.Mutex
	next int // command numbers
}

// NewHall makes the event in the database of pool, by commands where there are
// some and by SQL where thousands would be needed.
func NewHall(ctx context.Context, pool *postgres.Pool, name string, teams int) (*Hall, error) {
	db := postgres.New(pool, nil)
	slug := fmt.Sprintf("%s-%d", name, time.Now().UnixMilli())
	h := &Hall{
		Pool: pool, Slug: slug, Password: "words for " + slug,
		Service: tournament.NewService(postgres.Tournament{DB: db}), accounts: account.NewService(postgres.Accounts{DB: db}, nil),
	}
	who, err := h.accounts.Create(ctx, account.NewPerson{Login: slug, Name: "Trial of " + name, Password: h.Password}, "none")
	if err == nil {
		h.Actor = journal.Actor{AccountID: who.AccountID, Name: who.Name}
		err = h.fill(ctx, teams)
	}
	if err != nil {
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

func (h *Hall) fill(ctx context.Context, teams int) error {
	e, err := h.Service.CreateEvent(ctx, h.Command(), tournament.NewEvent{
		Name: "Trial", Slug: h.Slug, TimeZone: "UTC", StartsOn: time.Now().UTC(), Sections: []tournament.NewSection{{Name: "Open", Rulebook: "FIDEX"}},
	})
	if err != nil {
		return err
	}
	sections, err := h.Service.Reader().Sections(ctx, e.EventID)
	if err != nil {
		return err
	}
	h.Event, h.Section = e.EventID, sections[0].SectionID
	for _, sql := range []string{fillTeams, fillPlayers} {
		if _, err := h.Pool.Exec(ctx, sql, h.Event, h.Section, teams); err != nil {
			return err
		}
	}
	if _, err := h.Pool.Exec(ctx, makeDirector, h.Event, h.Actor.AccountID); err != nil {
		return err
	}
	if _, err := h.Pool.Exec(ctx, goLive, h.Event); err != nil {
		return err
	}
	if err := postgres.AcceptValues(ctx, h.Pool, h.Event, "the teams of a trial are entered by SQL"); err != nil {
		return err
	}
	_, err = h.Service.MakeDraft(ctx, h.Event, h.Command(), tournament.MakeDraftInput{DraftInput: tournament.DraftInput{SectionID: h.Section, RoundNo: 1}})
	return err
}

// Command is a command of its own each time.
func (h *Hall) Command() journal.Command {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next++
	return journal.Command{Actor: h.Actor, Key: fmt.Sprintf("%s-%d", h.Slug, h.next)}
}

// Publish publishes round 1 and returns the version and when it was sent.
func (h *Hall) Publish(ctx context.Context) (version int64, at time.Time, err error) {
	draft, err := h.Service.Reader().DraftRound(ctx, h.Event, h.Section, 1)
	if err != nil {
		return 0, at, err
	}
	in := tournament.PublishRound{DraftInput: tournament.DraftInput{SectionID: h.Section, RoundNo: 1, Revision: draft.Revision}, Typed: 1}
	before, err := h.Service.Reader().EventBySlug(ctx, h.Slug)
	if err != nil {
		return 0, at, err
	}
	// The clock starts before the command: news may arrive ahead of its answer.
	at = time.Now()
	if _, err := h.Service.PublishRound(ctx, h.Event, h.Command(), in); err != nil {
		return 0, at, err
	}
	return before.Version + 1, at, nil
}

// Results are a result for each match of round 1, as a desk sends them first.
func (h *Hall) Results(ctx context.Context) ([]tournament.TypedResult, error) {
	book, err := h.Service.Reader().Book(ctx, h.Event, h.Section)
	if err != nil {
		return nil, err
	}
	var all []tournament.TypedResult
	for _, p := range book.Current().Pairings {
		for _, m := range p.Matches {
			all = append(all, tournament.TypedResult{
				SectionID: h.Section, Round: 1, Table: p.Table(), Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: "slot1",
			})
		}
	}
	return all, nil
}

// tokensLast outlives every trial, also one that turns the clock by a day.
const tokensLast = 7 * 24 * time.Hour

var trialScopes = []access.Scope{access.ScopeRead, access.ScopeResults}

// Token lets a program in that may read and enter results.
func (h *Hall) Token(ctx context.Context, name string) (string, error) {
	return h.token(ctx, h.accounts, h.Command(), name)
}

func (h *Hall) token(ctx context.Context, accounts *account.Service, cmd journal.Command, name string) (string, error) {
	in := account.NewProgram{EventID: h.Event, Name: name, Scopes: trialScopes, ExpiresAt: time.Now().Add(tokensLast), Token: account.NewToken()}
	_, err := accounts.OpenToken(ctx, cmd, in)
	return in.Token, err
}

// Rivals lets n people in who direct as well, each with a program of its own, and
// returns their tokens. dsn is where the database can be reached now.
func (h *Hall) Rivals(ctx context.Context, dsn string, n int) ([]string, error) {
	pool, err := postgres.Connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	accounts := account.NewService(postgres.Accounts{DB: postgres.New(pool, nil)}, nil)
	var tokens []string
	for i := range n {
		login := fmt.Sprintf("%s-%d", h.Slug, i)
		who, err := accounts.Create(ctx, account.NewPerson{Login: login, Name: fmt.Sprintf("Rival %d", i), Password: "words for " + login}, "none")
		if err != nil {
			return nil, err
		}
		if _, err := pool.Exec(ctx, makeRival, h.Event, who.AccountID, 910000+i); err != nil {
			return nil, err
		}
		cmd := journal.Command{Actor: journal.Actor{AccountID: who.AccountID, Name: who.Name}, Key: "token of " + login}
		token, err := h.token(ctx, accounts, cmd, login)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, token)
	}
	return tokens, nil
}

const makeRival = `insert into role_grant (event_id, grant_id, account_id, role, granted_by, granted_at) values ($1, $3, $2, 'director', $2, now())`
