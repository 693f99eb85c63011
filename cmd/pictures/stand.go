package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web"
	"github.com/tandemchess/tandem/internal/web/chief"
	"github.com/tandemchess/tandem/static"
)

// stands is when all pictures are taken, by the clocks of the server and of the browser.
var stands = time.Date(2026, time.November, 21, 14, 30, 0, 0, time.UTC)

const (
	administrator = "pictures.administrator"
	teamName      = "knight-shift"
	teamLink      = "pictures-pictures-pictures-pictures-pictures" // whoever has it is the team
	address       = "127.0.0.1:7399"                               // the same each time: codes and links on pages hold it
)

// stand is a Tandem of our own with the demonstration event, on a database that is gone
// afterwards. Its clock stands still, so that two stands show the same.
type stand struct {
	url  string
	ends []func() error // last first
}

func still() time.Time { return stands }

// openStand makes the event and serves it.
func openStand(ctx context.Context) (_ *stand, err error) {
	s := &stand{url: "http://" + address}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	assets, err := static.Load()
	if err != nil {
		return nil, err
	}
	pool, dsn, err := s.database(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.demonstration(ctx, pool); err != nil {
		return nil, err
	}
	return s, s.serve(postgres.New(pool, still), dsn, assets)
}

// database starts a scratch server with the schema and no rows.
func (s *stand) database(ctx context.Context) (pool *postgres.Pool, dsn string, err error) {
	dir, err := os.MkdirTemp("", "tandem-pictures-")
	if err != nil {
		return nil, "", err
	}
	s.ends = append(s.ends, func() error { return os.RemoveAll(dir) })
	// The database server of root runs as another user, who has to get there.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, "", err
	}
	server, err := localpg.Start(ctx, localpg.Options{DataDir: filepath.Join(dir, "data"), Scratch: true})
	if err != nil {
		return nil, "", err
	}
	s.ends = append(s.ends, server.Stop)
	if _, err := postgres.Migrate(ctx, server.URL()); err != nil {
		return nil, "", err
	}
	if pool, err = postgres.Connect(ctx, server.URL()); err != nil {
		return nil, "", err
	}
	s.ends = append(s.ends, func() error { pool.Close(); return nil })
	return pool, server.URL(), nil
}

// demonstration plays the event, with an administrator of the server and a team that has
// its private link besides.
func (s *stand) demonstration(ctx context.Context, pool *postgres.Pool) error {
	clock := demo.NewClock(stands)
	db := postgres.New(pool, clock.Now)
	services := demo.Services{
		Accounts: passwords(db, clock.Now), Founding: founding.NewService(postgres.Founding{DB: db}),
		Tournament: tournament.NewService(postgres.Tournament{DB: db}), Dispute: dispute.NewService(postgres.Disputes{DB: db}),
		Journal: postgres.Journal{DB: db},
	}
	show, err := demo.Build(ctx, services, clock)
	if err != nil {
		return fmt.Errorf("make the demonstration: %w", err)
	}
	if _, err := services.Accounts.Create(ctx, account.NewPerson{Login: administrator, Name: "Robin Vale", Password: demo.Password}, "administrator"); err != nil {
		return fmt.Errorf("make the administrator: %w", err)
	}
	if err := linkTeam(ctx, services.Tournament, show.Event.EventID); err != nil {
		return err
	}
	return hangScreens(ctx, services.Tournament, show.Event.EventID)
}

// hangScreens hangs a screen of each programme, under its name.
func hangScreens(ctx context.Context, service *tournament.Service, eventID int64) error {
	sections, err := service.Reader().Sections(ctx, eventID)
	if err != nil {
		return err
	}
	for _, programme := range tournament.Programmes {
		cmd := journal.Command{Actor: journal.Actor{Name: "Kim Osei"}, Key: "pictures-" + string(programme)}
		screen := tournament.Screen{Slug: string(programme), Name: string(programme), Programme: programme, Theme: "system"}
		switch programme {
		case tournament.ShowMessage:
			screen.Message = "Lunch until 2:45 pm. Round 4 begins at 3 pm."
		case tournament.ShowBracket:
			screen.Sections = []int64{sections[len(sections)-1].SectionID}
		}
		if _, err := service.SteerScreen(ctx, eventID, cmd, tournament.Steering{To: screen}); err != nil {
			return fmt.Errorf("hang the screen of %s: %w", programme, err)
		}
	}
	return nil
}

func linkTeam(ctx context.Context, service *tournament.Service, eventID int64) error {
	sections, err := service.Reader().Sections(ctx, eventID)
	if err != nil {
		return err
	}
	for _, section := range sections {
		book, err := service.Reader().Book(ctx, eventID, section.SectionID)
		if err != nil {
			return err
		}
		for _, team := range book.Teams {
			if team.Slug == teamName {
				cmd := journal.Command{Actor: journal.Actor{Name: "Kim Osei"}, Key: "pictures-link"}
				_, err := service.RenewTeamLinks(ctx, eventID, cmd, map[int64][]byte{team.TeamID: account.HashToken(teamLink)})
				return err
			}
		}
	}
	return fmt.Errorf("the demonstration has no team %q any more", teamName)
}

// passwords are those of accounts that guard nothing.
func passwords(db *postgres.DB, now func() time.Time) *account.Service {
	s := account.NewService(postgres.Accounts{DB: db}, now)
	s.Hashing = account.Hashing{Memory: 8, Passes: 1, Lanes: 1}
	return s
}

// serve answers until the stand is closed.
func (s *stand) serve(db *postgres.DB, dsn string, assets *static.Assets) error {
	hub, quiet := live.NewHub(), slog.New(slog.DiscardHandler)
	backups := savepoint.New(savepoint.Options{}) // none are made
	pages := web.New(web.Deps{
		Log: quiet, Now: still, Founding: founding.NewService(postgres.Founding{DB: db}), Tournament: tournament.NewService(postgres.Tournament{DB: db}),
		Dispute: dispute.NewService(postgres.Disputes{DB: db}), Accounts: passwords(db, still),
		Journal: postgres.Journal{DB: db}, Hub: hub, Asset: assets.Path, Static: assets, Ready: db.Ping, URL: s.url,
		Backups: backups, Second: savepoint.NewSecond(savepoint.SecondOptions{Keeper: backups, Now: still, Log: quiet}),
		Guests:  &savepoint.Guests{Now: still},
		Machine: chief.Machine{Build: "pictures", Database: func(context.Context) (string, time.Time, error) { return "17", stands, nil }},
		// The wall's clock does not move at all here, which is no fault of the machine.
		ClockDrift: func() time.Duration { return 0 },
	})
	door, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("another run has the door of this one: %w", err)
	}
	server := &http.Server{Handler: dated(pages), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(door) }() // ends when the stand is closed
	listening, stop := context.WithCancel(context.Background())
	ready, heard := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(heard)
		postgres.Listener{URL: dsn, Say: db.Say, Changed: hub.Changed, Resync: hub.Resync, Log: quiet}.Run(listening, ready)
	}()
	<-ready
	s.ends = append(s.ends, func() error {
		hub.Close()
		stop()
		<-heard
		return server.Close()
	})
	return nil
}

// dated has answers say when they were made by the clock that stands: clocks on pages
// go by it.
func dated(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", stands.Format(http.TimeFormat))
		pages.ServeHTTP(w, r)
	})
}

func (s *stand) close() (err error) {
	for i := len(s.ends) - 1; i >= 0; i-- {
		err = errors.Join(err, s.ends[i]())
	}
	s.ends = nil
	return err
}

// signIn returns what a browser keeps of a session.
func (s *stand) signIn(ctx context.Context, login string) ([]*http.Cookie, error) {
	form := url.Values{"login": {login}, "password": {demo.Password}}
	ask, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/sign-in", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	ask.Header.Set("Origin", s.url)
	answer, err := http.DefaultTransport.RoundTrip(ask) // which does not follow to the next page
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		return nil, fmt.Errorf("%s signs in: %s", login, answer.Status)
	}
	return answer.Cookies(), nil
}
