package journey_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A person strikes a key each 220 ms and takes four times that to lay a slip aside
// and read the next. The fastest typists strike twelve a second.
const (
	humanKey     = 220 * time.Millisecond
	fastKey      = time.Second / 12
	beatsPerSlip = 4
)

// Slips are typed as they come off the tables: the number, Enter, one key and Enter
// for each match, as fast as the browser takes them, while the network is slow, pages
// come late and out of order, and the page asks whether somebody is still signed in.
// Every slip is stored once, none at a wrong table, none unsaid.
func TestSlipsAreTypedAtFullSpeed(t *testing.T) {
	inBrowser(t)
	for _, delay := range []time.Duration{0, 300 * time.Millisecond} {
		t.Run(delay.String(), func(t *testing.T) {
			newSlips(t, 10, delay).typeAll(0)
		})
	}
}

// TestSoakSlips types two hundred slips at twelve keys a second, over the same lines,
// and forty at the pace of a person, and says how long it took and how long the server
// needed: TANDEM_SOAK=1, or make soak.
func TestSoakSlips(t *testing.T) {
	atLength(t)
	for _, delay := range []time.Duration{0, 300 * time.Millisecond, 900 * time.Millisecond} {
		t.Run(delay.String(), func(t *testing.T) {
			newSlips(t, 200, delay).typeAll(fastKey)
		})
	}
	t.Run("at the pace of a person", func(t *testing.T) {
		newSlips(t, 40, 0).typeAll(humanKey)
	})
}

// slips are a hall full of them, and a desk that types.
type slips struct {
	*hall
	desk *person
	want map[[2]int]tournament.Outcome
}

// newSlips opens the wall over a line with that delay. Without one nothing is held
// back.
func newSlips(t *testing.T, tables int, delay time.Duration) *slips {
	t.Helper()
	h := newVenue(t).newHall(tables)
	desk := h.official("hall.desk", desktop)
	if delay > 0 {
		desk.url = h.slowLine(delay)
	}
	desk.open(h.wall)
	desk.until(settled + " && document.activeElement.name === 'table'")
	return &slips{h, desk, map[[2]int]tournament.Outcome{}}
}

// slowLine is a way to the server on which every request takes that long, and looks at
// the wall and at tables anything up to twice as long: they come late and in another
// order than they were asked for.
func (v *venue) slowLine(delay time.Duration) string {
	v.t.Helper()
	to := expect.Must(url.Parse(v.url))(v.t)
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval = -1
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wait := delay
		if r.Method == http.MethodGet && r.Header.Get("X-Refetch") != "" {
			wait += rand.N(delay)
		}
		select {
		case <-time.After(wait):
			proxy.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}))
	v.t.Cleanup(func() { ends(server) })
	return server.URL
}

// typeAll types a slip of every table and looks at what is stored.
func (s *slips) typeAll(perKey time.Duration) {
	t := s.t
	t.Helper()
	tables := len(s.book("lake", "open").Round(1).Pairings)
	hands := newPace(t, perKey)
	start := time.Now()
	for i, table := range slipOrder(tables) {
		if i == tables/2 { // a minute is over: a page that sends a form would ask first
			s.desk.ask("document.dispatchEvent(new Event('tandem:signed-out'))")
		}
		for _, key := range strings.Split(s.slip(table, i), "") {
			s.desk.strikes(key)
			hands.wait(1)
		}
		if perKey == humanKey {
			hands.wait(beatsPerSlip)
		}
	}
	typed := time.Since(start)
	s.desk.until("!Object.keys(localStorage).some((k) => k.startsWith('tandem-queue')) && document.querySelector('[data-queue]').hidden")
	s.desk.until(settled + " && document.querySelectorAll('.tile').length > 0 && !document.querySelector('.tile[data-state=play]')")
	s.desk.until(fmt.Sprintf("document.querySelector('[data-tally]').textContent === '%d saved' && document.querySelector('[data-unused]').hidden", 2*tables))
	s.check()
	t.Logf("%d slips, %d results: keys took %v (%v each)", tables, 2*tables, typed.Round(100*time.Millisecond), (typed / time.Duration(tables)).Round(10*time.Millisecond))
	t.Logf("server time of an entry: %s; of opening a table: %s", s.watch.times("POST entry"), s.watch.times("GET wall"))
	s.desk.shoot("wall-full")
	s.desk.content()
}

// slip is what is typed for a table: results that tell it from its neighbours.
func (s *slips) slip(table, i int) string {
	keys := itoa(table) + "\r"
	for match := 1; match <= 2; match++ {
		key := 1 + (i*match+table)%3
		keys += itoa(key) + "\r"
		s.want[[2]int{table, match}] = []tournament.Outcome{tournament.FirstWins, tournament.SecondWins, tournament.Drawn}[key-1]
	}
	return keys
}

// check compares what is stored with the slips: every result, each entered once.
func (s *slips) check() {
	t := s.t
	t.Helper()
	book := s.book("lake", "open")
	for at, outcome := range s.want {
		if m := book.Round(1).AtTable(at[0]).Matches[at[1]-1]; m.Result == nil || m.Result.Outcome != outcome || len(m.Reports) > 1 {
			t.Errorf("table %d, match %d: %+v, %d reports, want %s once", at[0], at[1], m.Result, len(m.Reports), outcome)
		}
	}
	entries := testkit.Stored[int](t, s.pool, `select count(*) from journal where action in ('enter result', 'enter result again', 'change result', 'undo result')`)
	expect.Equal(t, entries, len(s.want), "entries are in the journal")
}

// slipOrder is the order in which slips reach the desk: not that of the tables.
func slipOrder(tables int) []int {
	order := make([]int, tables)
	for i := range order {
		order[i] = i + 1
	}
	slices.SortStableFunc(order, func(a, b int) int { return a*13%tables - b*13%tables })
	return order
}

// Keys for which there is no entry are said aloud: a table that is not there, a key
// that is no result, a result that somebody else has entered differently, half of how
// it ended. The slips before and after are stored as if nothing had been.
func TestWhatIsNotTakenIsSaid(t *testing.T) {
	inBrowser(t)
	s := newSlips(t, 9, 300*time.Millisecond)
	other := s.official("hall.desk2", desktop)
	other.open(s.wall)
	other.press("4\r2\r2\r")
	other.sees("[data-live=log]", "T4 M2")
	// With one of its two matches the tile says "reported" as well, and 4 would open match 2.
	s.desk.until("document.querySelector(\".tile[data-table='4']\").dataset.stored === 'slot2 slot2'")

	for _, keys := range []string{"1\r1\r1\r", "99\r1\r1\r", "2\r7\r2\r", "3\r1b\r3\r", "4\r1\r2\r", "5\r2\r2\r", "q", "6\r3\r3\r"} {
		s.desk.strikes(keys)
	}
	s.desk.until("document.querySelector('[data-tally]').textContent === '9 saved · 5 not saved'")
	for _, said := range []string{
		"There is no table 99 in Open, round 1. Round 1, table 99, match 1: typed 1.", "Round 1, table 99, match 2: typed 1.",
		"This is no result. Round 1, table 2, match 1: typed 7.", "Choose both: the board, and how it ended. Or neither. Round 1, table 3, match 1:",
		"Another result is stored already.",
	} {
		s.desk.sees("[data-refused] .note", said)
	}
	s.desk.sees("[data-unused]", "Not used: q.")
	for _, table := range []int{2, 3, 4} {
		s.desk.until(fmt.Sprintf("document.querySelector(\".tile[data-table='%d'].refused .mark\")?.textContent === 'not saved'", table))
	}
	for _, m := range []struct {
		table, match int
		want         tournament.Outcome
	}{{1, 1, tournament.FirstWins}, {1, 2, tournament.FirstWins}, {2, 2, tournament.SecondWins}, {3, 2, tournament.Drawn}, {4, 1, tournament.SecondWins}, {5, 2, tournament.SecondWins}, {6, 2, tournament.Drawn}} {
		stored := s.matchOf(m.table, m.match).Result
		expect.True(t, stored != nil && stored.Outcome == m.want, "table %d, match %d: %+v, want %s", m.table, m.match, stored, m.want)
	}
	if m := s.matchOf(2, 1); m.Result != nil {
		t.Errorf("table 2, match 1 has a result that nobody typed: %+v", m.Result)
	}

	// What is not saved outlives a reload; it is opened again as it was typed, sent all
	// the same, or put aside.
	s.desk.open(s.wall)
	s.desk.until("document.querySelectorAll('[data-refused] .note').length === 5")
	s.desk.acts("open table 3 again", "[...document.querySelectorAll('[data-refused] .note')].find((e) => e.textContent.includes('table 3'))", "[...e.querySelectorAll('button')].find((b) => b.textContent === 'Open it again').click()")
	s.desk.press("f\r")
	s.desk.sees("[data-live=log]", "T3 M1")
	s.desk.press("\x1b")
	s.desk.says("Send it as well")
	s.desk.sees("[data-live=conflicts]", "Table 4, match 1: two different results.")
	for range 3 {
		s.desk.says("Put aside")
	}
	s.desk.until("document.querySelector('[data-refused]').hidden && !document.querySelector('.tile.refused')")
	s.desk.content()
}

// pace is the beat at which a person strikes keys. Without one every key follows
// at once; waits for the page are no part of it.
type pace struct{ beat *time.Ticker }

// newPace beats once for each key.
func newPace(t testing.TB, perKey time.Duration) pace {
	if perKey == 0 {
		return pace{}
	}
	beat := time.NewTicker(perKey)
	t.Cleanup(beat.Stop)
	return pace{beat}
}

// wait lets some beats go by.
func (p pace) wait(beats int) {
	for range beats {
		if p.beat != nil {
			<-p.beat.C
		}
	}
}
