package web_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// questions remembers what the database is asked.
type questions struct {
	mu    sync.Mutex
	asked []string
}

func (q *questions) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asked = append(q.asked, data.SQL)
	return ctx
}

func (*questions) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (q *questions) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asked = append(q.asked, fmt.Sprintf("batch of %d, the first %s", data.Batch.Len(), data.Batch.QueuedQueries[0].SQL))
	return ctx
}

func (*questions) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*questions) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

func (q *questions) during(do func()) []string {
	q.mu.Lock()
	q.asked = nil
	q.mu.Unlock()
	do()
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.asked
}

// byItself is how many questions more the server may ask while a round is published: it
// reads what changed by itself, once for two changes or once for each. A question for each
// team or table would be ten at least.
const byItself = 6

// whenOpening is what a page asks; the quietest of three visits, since the server
// also works by itself.
func (q *questions) whenOpening(b *browser, page string) []string {
	fewest := q.during(func() { b.get(page) })
	for range 2 {
		if again := q.during(func() { b.get(page) }); len(again) < len(fewest) {
			fewest = again
		}
	}
	return fewest
}

// settleDispute opens an incident at a table, rules on it and files an appeal.
func (l *league) settleDispute(director *browser, round, table int) {
	l.t.Helper()
	open := url.Values{"section": {"open"}, "round": {fmt.Sprint(round)}, "table": {fmt.Sprint(table)}, "match": {"1"}, "kind": {"illegal-move"}, "key": {l.key()}}
	card := director.post("/e/lake/desk/incidents/new", open).wants(http.StatusSeeOther).to()
	saved := director.post(card, filled(director.get(card).value("input[name=revision]", "value"))).wants(http.StatusSeeOther)
	director.post(card+"/statement", url.Values{"speaker": {"Kim"}, "role": {"witness"}, "body": {"The flag was up."}}).wants(http.StatusSeeOther)
	director.post(card+"/ruling", decision(director.get(saved.to()), "follow")).wants(http.StatusSeeOther)
	team := director.get(card+"/ruling").value("select[name=team] option", "value")
	director.post(card+"/appeal", url.Values{"team": {team}, "grounds": {"The clock was not pressed."}}).wants(http.StatusSeeOther)
}

// A larger event costs no page more questions to the database: none asks in a loop.
func TestPagesAskNoMoreOfALargerEvent(t *testing.T) {
	t.Parallel()
	var q questions
	l := newLeague(t, 24, func(c *pgxpool.Config) { c.ConnConfig.Tracer = &q })
	director := l.person("ana", "Ana Ruiz", "none")
	l.give(director, l.event, l.section, access.Director)
	organizer := l.person("noor", "Noor Haddad", "none")
	l.give(organizer, l.event, 0, access.Organizer)
	toPublish := q.during(func() {
		l.pair(1)
	})
	l.settleDispute(director, 1, 1)
	l.settleDispute(director, 1, 2)
	small, pages := map[string]int{}, l.deskPages(organizer)
	for at, who := range pages {
		small[at] = len(q.whenOpening(who, at))
	}
	expect.True(t, len(pages) >= 48, "only %d pages of the desk can be opened", len(pages))

	l.exec(`insert into team (event_id, team_id, section_id, name, name_key, slug, code, strength, state, arrives_round, created_at)
		select $1, n, $2, 'Late ' || n, 'late ' || n, 'late-' || n, 'L' || n, 100, 'here', 2, now() from generate_series(101, 120) n`, l.event, l.section)
	l.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		select $1, 2 * n + s, $2, n, s, 'Late', 'Player ' || n, 'late', now() from generate_series(101, 120) n, generate_series(1, 2) s`, l.event, l.section)
	for table := 3; table <= 8; table++ {
		l.settleDispute(director, 1, table)
	}
	l.exec(`update match set under_review = false where event_id = $1`, l.event)
	l.exec(`update appeal set state = 'withdrawn', decided_at = now() where event_id = $1`, l.event)
	l.exec(`update ruling set appeal_until = $2 where event_id = $1`, l.event, l.now)
	for round := 2; round <= 3; round++ {
		l.play(round - 1)
		asked := q.during(func() {
			l.pair(round)
		})
		if len(asked) > len(toPublish)+byItself {
			t.Errorf("publishing round %d asks %d questions, round 1 %d; most often:\n%s", round, len(asked), len(toPublish), mostAsked(asked))
		}
	}
	for i := range 6 {
		l.give(l.person(fmt.Sprintf("desk%d", i), fmt.Sprintf("Desk %d", i), "none"), l.event, l.section, access.Scorekeeper)
	}
	delete(pages, "/e/lake/desk/undo") // it asks the command that takes the last act back, which is another one now
	for at, who := range pages {
		if asked := q.whenOpening(who, at); len(asked) > small[at] {
			t.Errorf("%s asks %d questions of a larger event, %d of a small one; most often:\n%s", at, len(asked), small[at], mostAsked(asked))
		}
	}
}

// What stands around a page of the desk costs one question, and the one after the session:
// the pages that most people look at ask no more than these.
func TestPagesAskFewQuestions(t *testing.T) {
	t.Parallel()
	var q questions
	l := seated(t, 8, func(c *pgxpool.Config) { c.ConnConfig.Tracer = &q })
	director := l.person("ana", "Ana Ruiz", "none")
	l.give(director, l.event, l.section, access.Director)
	l.settleDispute(director, 1, 1)
	const session, frame, book = 1, 1, 3 // a book is read in a transaction of its own
	for at, own := range map[string]int{
		"/e/lake/desk/notices":                      0,
		"/e/lake/desk/open/teams":                   book,
		"/e/lake/desk/open/round/1/verify":          book,
		"/e/lake/desk/open/round/1/missing":         book,
		"/e/lake/desk/open/round/1/wall":            book + 1, // incidents with rulings and appeals
		"/e/lake/desk/open/round/1/wall?table=2":    book + 1,
		"/e/lake/desk/incidents":                    book + 1,
		"/e/lake/desk/open/round/1/table/2/match/1": book + 3, // and the record
	} {
		if asked := q.whenOpening(director, at); len(asked) > session+frame+own {
			t.Errorf("%s asks %d questions, want %d:\n%s", at, len(asked), session+frame+own, strings.Join(asked, "\n"))
		}
	}
	phone := l.phone(1)
	if asked := q.whenOpening(phone, "/e/lake/team/team-1/own"); len(asked) > 5 {
		t.Errorf("a team's own page asks %d questions:\n%s", len(asked), strings.Join(asked, "\n"))
	}
}

func mostAsked(asked []string) string {
	times := map[string]int{}
	for _, sql := range asked {
		times[sql]++
	}
	most := slices.SortedFunc(maps.Keys(times), func(a, b string) int { return times[b] - times[a] })
	var out strings.Builder
	for _, sql := range most[:min(4, len(most))] {
		fmt.Fprintf(&out, "%d times %.160s\n", times[sql], strings.Join(strings.Fields(sql), " "))
	}
	return out.String()
}

// deskPages are the addresses of all pages that the section chief can open, or else
// the organizer, with who opens them.
func (l *league) deskPages(organizer *browser) map[string]*browser {
	named := strings.NewReplacer(":event", "lake", ":section", "open", ":round", "1", ":table", "1", ":match", "1", ":team", "1", ":incident", "1", ":appeal", "1",
		":step", "rulebook")
	pages := map[string]*browser{}
	for _, key := range l.server.RouteKeys() {
		at, isPage := strings.CutPrefix(key, "GET /e/:event/desk")
		if at = named.Replace("/e/lake/desk" + at); !isPage || strings.HasSuffix(at, "/stream") || strings.Contains(at, ":") {
			continue
		}
		for _, who := range []*browser{organizer, l.chief} {
			if who.get(at).status == http.StatusOK {
				pages[at] = who
			}
		}
	}
	return pages
}
