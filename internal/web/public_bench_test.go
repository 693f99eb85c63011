package web_test

import (
	"fmt"
	"math"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web"
)

// BenchmarkCachedPage measures a page in memory as the program serves it, the same
// without connections that answer by themselves, and a constant page of the same
// size from plain echo.
func BenchmarkCachedPage(b *testing.B) {
	l := seated(b, 200)
	const path = "/e/lake/open/standings"
	request := ask("GET", path, "Accept-Encoding: gzip\r\n")
	tandem, usual := l.url, httptest.NewServer(l.server)
	defer usual.Close()
	first := dialLine(b, tandem)
	first.send(request)
	size := first.hear("GET").Length
	constant := httptest.NewServer(web.ConstantPage(make([]byte, size)))
	defer constant.Close()
	for _, side := range []struct{ name, url string }{{"tandem", tandem}, {"net-http", usual.URL}, {"constant", constant.URL}} {
		b.Run(side.name, func(b *testing.B) {
			probe := dialLine(b, side.url)
			probe.send(request)
			answer := int(size) // of all, head and body: each is as long as the first
			for text := ""; text != "\r\n"; answer += len(text) {
				text = expect.Must(probe.answers.ReadString('\n'))(b)
			}
			b.SetBytes(size)
			b.SetParallelism(16)
			b.ReportAllocs()
			b.RunParallel(func(work *testing.PB) {
				reader := dialLine(b, side.url)
				for work.Next() {
					reader.send(request)
					if _, err := reader.answers.Discard(answer); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}

// BenchmarkCachedPageInTurns asks the three servers of BenchmarkCachedPage in turns, so that
// whatever else the machine does meets all of them: how much longer net/http alone and the
// constant page take than the page as served, the median of the turns and the middle half.
func BenchmarkCachedPageInTurns(b *testing.B) {
	l := seated(b, 200)
	request := ask("GET", "/e/lake/open/standings", "Accept-Encoding: gzip\r\n")
	usual := httptest.NewServer(l.server)
	defer usual.Close()
	first := dialLine(b, l.url)
	first.send(request)
	constant := httptest.NewServer(web.ConstantPage(make([]byte, first.hear("GET").Length)))
	defer constant.Close()
	turn := func(url string) float64 {
		reader := dialLine(b, url)
		start := time.Now()
		for range 500 {
			reader.send(request)
			reader.hear("GET")
		}
		return time.Since(start).Seconds()
	}
	ratios := map[string][]float64{}
	for b.Loop() {
		served := turn(l.url)
		ratios["net-http"] = append(ratios["net-http"], turn(usual.URL)/served)
		ratios["constant"] = append(ratios["constant"], turn(constant.URL)/served)
	}
	for name, found := range ratios {
		slices.Sort(found)
		b.ReportMetric(found[len(found)/2], name+"/served")
		b.ReportMetric(found[len(found)/4], name+"-quarter")
		b.ReportMetric(found[len(found)*3/4], name+"-three-quarters")
	}
}

// BenchmarkPublicPages builds every public page of a section of 1,000 teams from
// rows, with nothing in memory, and on demand from a snapshot, as a weekend goes on.
func BenchmarkPublicPages(b *testing.B) {
	web.CollectSeldom() // as tandem serve does
	l := newLeague(b, 1000)
	l.exec(`update section set rounds = 9 where event_id = $1`, l.event)
	for round := 1; round <= 9; round++ {
		l.pair(round)
		l.play(round)
		l.exec(`analyze`)
		if !slices.Contains([]int{1, 3, 7, 9}, round) {
			continue
		}
		l.page("/e/lake")
		for _, address := range publicPages {
			b.Run(fmt.Sprintf("rows/rounds=%d%s", round, address), func(b *testing.B) {
				size := 0
				measure(b, l.hub.Resync, func() { size = len(l.page(address)) })
				b.ReportMetric(float64(size)/1000, "KB")
			})
			if !strings.Contains(address, "lake") {
				continue // of no event
			}
			b.Run(fmt.Sprintf("memory/rounds=%d%s", round, address), func(b *testing.B) {
				measure(b, func() { l.server.ForgetPages(l.event) }, func() { l.page(address) })
			})
			b.Run(fmt.Sprintf("result/rounds=%d%s", round, address), func(b *testing.B) {
				measure(b, func() { l.onlyRead(address); l.changeResult(round) }, func() { l.server.CatchUp(l.event); l.page(address) })
			})
		}
	}
}

// onlyRead makes a page the only one that anybody asked for, so that it alone is built
// before a version is shown, and lets the node come to rest.
func (l *league) onlyRead(address string) {
	l.page("/e/lake")
	for !l.server.Rested(l.event) {
		time.Sleep(time.Millisecond) // who spins takes the processor from the node
	}
	l.server.ForgetPages(l.event)
	l.page(address)
}

// changeResult changes the result at table 1 and returns when this node has heard of it.
func (l *league) changeResult(round int) {
	l.t.Helper()
	book := expect.Must(l.tournament.Reader().Book(l.t.Context(), l.event, l.section))(l.t)
	next := l.version() + 1
	m, outcome := book.Round(round).AtTable(1).Matches[0], tournament.FirstWins
	if m.Result.Outcome == outcome {
		outcome = tournament.SecondWins
	}
	expect.Must(l.tournament.EnterResult(l.t.Context(), l.event, l.command(), tournament.TypedResult{
		SectionID: l.section, Round: round, Table: 1, Match: 1, Revision: m.Revision, Source: "desk", Outcome: outcome, Change: true, MayChange: true,
	}))(l.t)
	for l.server.Heard(l.event) < next {
		time.Sleep(100 * time.Microsecond)
	}
}

// measure does the work again and again, and also tells the shortest time it took:
// whatever else the machine does only ever makes it longer.
func measure(b *testing.B, prepare, work func()) {
	best := time.Duration(math.MaxInt64)
	for b.Loop() {
		prepare()
		start := time.Now()
		work()
		best = min(best, time.Since(start))
	}
	b.ReportMetric(best.Seconds()*1000, "best-ms")
}
