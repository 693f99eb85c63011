package web_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// publicPages are addresses of every kind of public page of the league, after
// round 1 is published.
var publicPages = []string{
	"/", "/e/lake", "/e/lake/find", "/e/lake/find?team=team-3", "/e/lake/find?q=team", "/e/lake/team/team-3", "/e/lake/open/pairings",
	"/e/lake/open/round/1/pairings?by=table", "/e/lake/open/round/2/pairings", "/e/lake/open/standings", "/e/lake/open/round/1/standings", "/e/lake/open/crosstable",
	"/e/lake/open/standings.csv", "/e/lake/open/status", "/e/lake/open/rules", "/e/lake/hall/main", "/api/v1/events", "/api/v1/events/lake",
	"/api/v1/events/lake/sections/open/teams?limit=1000", "/api/v1/events/lake/sections/open/rounds", "/api/v1/events/lake/sections/open/rounds/1/pairings?limit=1000",
	"/api/v1/events/lake/sections/open/standings?limit=1000", "/api/v1/events/lake/sections/open/rounds/1/standings?limit=1000", "/api/v1/events/lake/sections/open/status",
}

func (l *league) page(address string) string {
	l.t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, address, nil)
	r.RemoteAddr = "127.0.0.1:1"
	l.server.ServeHTTP(w, r)
	expect.MustEqual(l.t, w.Code, http.StatusOK, "%s: status", address)
	return w.Body.String()
}

// stream opens a stream and returns its lines behind the greeting.
func (l *league) stream(b *browser, address string) *bufio.Scanner {
	l.t.Helper()
	client := http.DefaultClient
	if b != nil {
		client = b.client
	}
	answer := expect.Must(client.Get(l.url + address))(l.t)
	l.t.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() && lines.Text() != "retry: 2000" {
	}
	return lines
}

// until reads a stream up to news of a version and returns all news on the way.
func until(lines *bufio.Scanner, data string) (news []string) {
	for lines.Scan() {
		if said, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if news = append(news, said); said == data {
				return news
			}
		}
	}
	return append(news, "the stream ended")
}

// Drafts and other work of the desk are news for the desk alone: no public page
// would look different, none is built again and no phone is told.
func TestDeskWorkIsNoPublicNews(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	before := map[string]string{}
	for _, address := range publicPages {
		before[address] = l.page(address)
	}
	hall, desk := l.stream(nil, "/e/lake/stream?section=open"), l.stream(l.chief, "/e/lake/desk/stream")
	done := func(what string, err error) {
		expect.MustTrue(t, err == nil, "%s: %v", what, err)
	}
	ctx := t.Context()
	done("see a table", l.tournament.NoteSeen(ctx, l.event, l.command(), l.section, 1, 1))
	done("keep apart", l.tournament.ForbidPair(ctx, l.event, l.command(), tournament.ForbiddenPair{TeamID: 1, OtherID: 2, FirstRound: 1, LastRound: 99, Hard: true, Reason: "one family"}))
	for table := 1; table <= 4; table++ { // round 2 can be drafted when round 1 is complete
		_, err := l.tournament.EnterResult(ctx, l.event, l.command(), tournament.TypedResult{SectionID: l.section, Round: 1, Table: table, Match: 1, Source: "desk", Outcome: tournament.FirstWins})
		done("enter", err)
		_, err = l.tournament.EnterResult(ctx, l.event, l.command(), tournament.TypedResult{SectionID: l.section, Round: 1, Table: table, Match: 2, Source: "desk", Outcome: tournament.FirstWins})
		done("enter", err)
	}
	results := l.version()
	until(hall, fmt.Sprint(results, " open"))
	for _, address := range publicPages {
		before[address] = l.page(address)
	}
	_, err := l.tournament.MakeDraft(ctx, l.event, l.command(), tournament.MakeDraftInput{DraftInput: l.at(2)})
	done("draft", err)
	_, err = l.tournament.CheckDraft(ctx, l.event, l.command(), l.at(2))
	done("check", err)
	_, err = l.tournament.DiscardDraft(ctx, l.event, l.command(), l.at(2))
	done("discard", err)
	last := l.version()
	until(desk, fmt.Sprint(last)) // this node has heard of it
	for _, address := range publicPages {
		expect.Equal(t, l.page(address), before[address], "%s was built again", address)
	}
	l.hub.Resync()
	for _, address := range publicPages {
		if now := l.page(address); now != before[address] {
			t.Errorf("%s looks different after work that is said to be the desk's alone:\n%s", address, cmp.Diff(before[address], now))
		}
	}
	_, err = l.tournament.EnterResult(ctx, l.event, l.command(), tournament.TypedResult{SectionID: l.section, Round: 1, Table: 1, Match: 1, Revision: 1, Source: "desk", Outcome: tournament.SecondWins})
	done("change", err)
	news := until(hall, fmt.Sprint(l.version(), " open"))
	for _, n := range news {
		expect.True(t, n != fmt.Sprint(last, " open"), "the hall was told of version %s", n)
	}
	if len(news) > 2 { // the resync and the change
		t.Errorf("the hall was told %q", news)
	}
}

// News of one section is none for the pages of another; pages of the whole event
// are told of both.
func TestSectionsAreToldApart(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 8)
	l.exec(`insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes)
		select event_id, 77, 'reserve', 'Reserve', 'R', 9, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes
		from section where event_id = $1 and section_id = $2`, l.event, l.section)
	l.hub.Resync()
	l.draft(1)
	reserve := l.page("/e/lake/reserve/standings")
	other, open, all := l.stream(nil, "/e/lake/stream?section=reserve"), l.stream(nil, "/e/lake/stream?section=open"), l.stream(nil, "/e/lake/stream")
	expect.Must(l.tournament.PublishRound(context.WithoutCancel(t.Context()), l.event, l.command(), tournament.PublishRound{DraftInput: l.at(1), Typed: 1}))(t)
	published := l.version()
	until(open, fmt.Sprint(published, " open"))
	until(all, fmt.Sprint(published))
	expect.Equal(t, l.page("/e/lake/reserve/standings"), reserve, "the other section's page was built again")
	l.exec(`update event set version = version + 1, public_version = version + 1 where event_id = $1`, l.event)
	l.exec(`select pg_notify('tandem', $1)`, fmt.Sprint(l.event, " ", published+1, " 77"))
	news := until(other, fmt.Sprint(published+1, " reserve"))
	expect.Equal(t, len(news), 1, "the other section was told %q", news)
}
