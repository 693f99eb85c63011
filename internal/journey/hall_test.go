package journey_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// hall is the event "lake" with one full section in round 1, whose clock runs.
type hall struct {
	*venue
	*testkit.Event
	event, section int64
	wall           string
}

// hallTeams are made into as many names as a hall needs.
var hallTeams = [2][]string{
	{"Knight", "Pawn", "Castle", "Bishop", "Silent", "Double", "Harbor", "Copper", "Maple", "Last"},
	{"Riders", "Stars", "Crashers", "Please", "Swap", "Check", "Lights", "Kings", "Street", "Bus"},
}

// hallField gives them to the teams of a hall, again and again where there are more.
var hallField = testkit.Field{
	Team: `('{` + strings.Join(hallTeams[0], ",") + `}'::text[])[1 + (n - 1) / 10 % 10] || ' ' || ('{` + strings.Join(hallTeams[1], ",") + `}'::text[])[1 + (n - 1) % 10]`,
	Key:  `'team ' || n`, Code: `'O-' || n`, First: `'Zoé' || n`,
}

// newHall seats teams at that many tables with two matches each, and starts the clock.
// Officials are hall.desk, hall.desk2 (desk), hall.director and hall.chief.
func (v *venue) newHall(tables int) *hall {
	v.t.Helper()
	h := v.publishedHall(tables, func(*hall) {})
	h.OK(v.tournament.StartClock(v.t.Context(), h.event, h.command(), h.section, 1))
	return h
}

// publishedHall is a hall before its clock starts; set changes the section before anything is paired.
func (v *venue) publishedHall(tables int, set func(*hall)) *hall {
	v.t.Helper()
	h := &hall{venue: v, wall: "/e/lake/desk/open/round/1/wall"}
	for _, p := range []struct{ login, name, role string }{
		{"hall.desk", "Kim Osei", "scorekeeper"},
		{"hall.desk2", "Lou Marchetti", "scorekeeper"},
		{"hall.director", "Ana Ruiz", "director"},
		{"hall.chief", "Dana Holt", "chief"},
	} {
		h.appoint(p.login, p.name, p.role)
	}
	h.Teams(h.event, h.section, 2*tables, hallField)
	h.exec(`update player set rating = 1500 where event_id = $1`, h.event)
	set(h)
	h.Draft(1)
	h.Publish(1)
	return h
}

// appoint makes an account with a role; the first one makes the event as well, and the
// last one is its chief.
func (h *hall) appoint(login, name, role string) {
	h.t.Helper()
	a := expect.Must(h.accounts.Create(h.t.Context(), account.NewPerson{Login: login, Name: name, Password: demo.Password}, "none"))(h.t)
	who := journal.Actor{AccountID: a.AccountID, Name: name}
	if h.Event == nil {
		h.Event = h.world.Founded(who)
		h.event, h.section = h.EventID, h.SectionID
	}
	h.Chief = who
	h.exec(`insert into role_grant (event_id, grant_id, account_id, role, granted_by, granted_at) values ($1, $2, $2, $3, $2, now())`, h.event, a.AccountID, role)
}

func (h *hall) command() journal.Command     { return h.Command() }
func (h *hall) exec(sql string, args ...any) { h.t.Helper(); h.Exec(sql, args...) }

// stopwatch takes the time that the server needs for each kind of request, and keeps
// what was sent to it.
type stopwatch struct {
	mu    sync.Mutex
	spent map[string][]time.Duration // by the last part of the address
	sent  []string                   // addresses of forms, in order
	wrong map[int][]string           // requests that were refused, by the status of the answer
}

// refused are the requests that were answered with a status.
func (s *stopwatch) refused(status int) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.wrong[status])
}

// heard notes the status of an answer, and hands on all that an answer can do.
type heard struct {
	http.ResponseWriter
	status int
}

func (h *heard) WriteHeader(status int) {
	h.status = status
	h.ResponseWriter.WriteHeader(status)
}

func (h *heard) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// forms are the addresses that forms were sent to since the first n.
func (s *stopwatch) forms(n int) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sent[n:])
}

func (s *stopwatch) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			s.mu.Lock()
			s.sent = append(s.sent, r.URL.Path)
			s.mu.Unlock()
		}
		start, answer := time.Now(), &heard{ResponseWriter: w}
		next.ServeHTTP(answer, r)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.spent == nil {
			s.spent, s.wrong = map[string][]time.Duration{}, map[int][]string{}
		}
		if answer.status >= http.StatusBadRequest {
			s.wrong[answer.status] = append(s.wrong[answer.status], r.Method+" "+r.URL.Path)
		}
		kind := r.Method + " " + r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		s.spent[kind] = append(s.spent[kind], time.Since(start))
	})
}

// times are the middle, the 95th percentile and the slowest of one kind.
func (s *stopwatch) times(kind string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Sorted(slices.Values(s.spent[kind]))
	if len(all) == 0 {
		return "none"
	}
	at := func(percent int) time.Duration {
		return all[min(len(all)-1, len(all)*percent/100)].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("%d requests, p50 %v, p95 %v, slowest %v", len(all), at(50), at(95), at(100))
}
