package postgres_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// stepsEach is how many commands a random sequence has after its event was made.
const stepsEach = 50

// TestRandomCommands carries random commands out, wrong ones among them, and holds what
// is stored against what the journal's entries say when they are replayed.
func TestRandomCommands(t *testing.T) {
	t.Parallel()
	var h hands
	h.play(t, 1, 12)
	expect.True(t, h.carriedOut.Load() >= h.refused.Load()/2,
		"%d commands were carried out and %d refused: the sequences go nowhere", h.carriedOut.Load(), h.refused.Load())
}

// TestSoakCommands goes on for the time TANDEM_SOAK says, with other sequences each time.
func TestSoakCommands(t *testing.T) {
	lasts, err := time.ParseDuration(os.Getenv("TANDEM_SOAK"))
	if err != nil {
		t.Skip("set TANDEM_SOAK, such as 10m, to run it")
	}
	var h hands
	var sequences atomic.Int64
	var workers sync.WaitGroup
	seed := uint64(time.Now().UnixNano())
	for end := time.Now().Add(lasts); time.Now().Before(end) && !t.Failed(); seed += 2 {
		for n := range uint64(2) {
			workers.Go(func() {
				t.Run(fmt.Sprintf("seed %d", seed+n), func(t *testing.T) {
					h.play(t, seed+n, 60)
					sequences.Add(60)
				})
			})
		}
		workers.Wait()
	}
	t.Logf("%d sequences of %d steps: %d commands carried out, %d refused; the journal replays to what is stored in all", sequences.Load(), stepsEach, h.carriedOut.Load(), h.refused.Load())
}

// hands count what random sequences did.
type hands struct{ carriedOut, refused atomic.Int64 }

// play carries random sequences out in a database of its own, one event each, and
// restores a backup of all of them at the end.
func (h *hands) play(t *testing.T, seed uint64, sequences int) {
	pool := testdb.New(t)
	run(t, pool, nineOfficials, testkit.Morning)
	for n := range sequences {
		p := &randomHand{t: t, ctx: t.Context(), pool: pool, hands: h, chance: rand.New(rand.NewPCG(seed, uint64(n))), now: testkit.Morning}
		w := testkit.On(t, pool, func() time.Time { return p.now })
		p.desk, p.disputes = w.Tournament, w.Disputes
		p.found(n)
		for range stepsEach {
			p.step()
		}
		checked, err := postgres.Journal{DB: w.DB}.Verify(t.Context(), p.event)
		if err != nil || len(checked.Differs) > 0 || checked.Unvalued || checked.Values == 0 {
			t.Fatalf("seed %d, sequence %d: %v, differing %q, unvalued %v, %d values compared, after\n%s", seed, n, err, checked.Differs, checked.Unvalued, checked.Values, strings.Join(p.log, "\n"))
		}
	}
	var file bytes.Buffer
	kept := expect.Must(postgres.Backup(t.Context(), pool, &file, time.Date(2026, 5, 3, 9, 0, 0, 0, time.UTC)))(t)
	restored, err := postgres.Restore(t.Context(), empty(t), &file)
	expect.MustTrue(t, err == nil && len(restored.Events) == sequences && len(kept.Events) == sequences,
		"restored %d of %d events: %v", len(restored.Events), sequences, err)
	for _, e := range restored.Events {
		expect.True(t, len(e.Differs) == 0, "seed %d: restored, event %d differs: %q", seed, e.EventID, e.Differs)
	}
}

// randomHand is an official who does whatever comes to mind.
type randomHand struct {
	*hands
	t      *testing.T
	ctx    context.Context
	pool   *postgres.Pool
	chance *rand.Rand
	now    time.Time
	event  int64
	log    []string

	official int64 // at the desk now

	book *tournament.SectionBook // as of version
	read int64                   // the version that book and the event have

	desk     *tournament.Service
	disputes *dispute.Service
}

func (p *randomHand) one(of ...string) string { return of[p.chance.IntN(len(of))] }

// found makes an event with a section of some kind and eight teams.
func (p *randomHand) found(n int) {
	p.t.Helper()
	book, squad := p.one("TR3", "FIDEX", "USCF-R", "USCF-C", "JARED"), 0
	if book == "TR3" || book == "FIDEX" { // elsewhere nobody is substituted
		squad = 2 + p.chance.IntN(2)
	}
	section := systems[p.chance.IntN(len(systems))]
	if book == "JARED" && section.System == tournament.Rotating { // everybody plays alone there
		section = tournament.NewSection{System: tournament.Dutch}
	}
	if section.System == tournament.Rotating {
		squad = 0
	}
	section.Name, section.Rulebook, section.SquadSize, section.Broadcast, section.MatchesPerPairing = "Open", book, squad, true, 1+p.chance.IntN(2)
	leads := p.chance.IntN(3) == 0 && section.Rounds == 0
	if leads { // it is over before the sequence is
		section.System, section.Rounds = tournament.System(p.one("team-swiss", "team-swiss", "dutch", "knockout")), 1+p.chance.IntN(2)
	}
	section.Rounds, section.LineUpHour = cmp.Or(section.Rounds, 4), tournament.LineUpHour(p.one("publication", "clock", "match"))
	event, err := p.desk.CreateEvent(p.ctx, p.by(), tournament.NewEvent{
		Name: fmt.Sprintf("Cup %d", n), Slug: fmt.Sprintf("cup-%d", n), TimeZone: "UTC", StartsOn: p.now,
		Sections: []tournament.NewSection{section},
	})
	expect.MustTrue(p.t, err == nil, "%v %v", err, fault.Fields(err))
	p.event = event.EventID
	expect.Must(p.pool.Exec(p.ctx, `insert into role_grant (event_id, grant_id, account_id, role, granted_by, granted_at) values ($1, 900, 1, 'chief', 1, $2)`, p.event, p.now))(p.t)
	if leads {
		p.foundFinal(section)
	}
	expect.OK(p.t, p.desk.SetEventState(p.ctx, p.event, p.by(), tournament.EventLive))
	teams := expect.Must(p.desk.Reader().Book(p.ctx, p.event, p.section()))(p.t)
	for i := range 8 {
		players := people(fmt.Sprintf("Ana A%d", i), fmt.Sprintf("Bo B%d", i))[:min(teams.Section.TeamSize, teams.Section.EntrySize())]
		team, err := p.desk.AddTeam(p.ctx, p.event, p.by(), tournament.NewTeam{SectionID: p.section(), Name: fmt.Sprintf("Team %d", i), Players: players})
		if err == nil {
			_, err = p.desk.CheckIn(p.ctx, p.event, p.by(), team.TeamID, tournament.TeamHere)
		}
		expect.MustTrue(p.t, err == nil, "%v %v", err, fault.Fields(err))
	}
	if p.chance.IntN(4) == 0 {
		return
	}
	at := tournament.DraftInput{SectionID: p.section(), RoundNo: 1}
	expect.Must(p.desk.MakeDraft(p.ctx, p.event, p.by(), tournament.MakeDraftInput{DraftInput: at}))(p.t)
}

// by is a command of somebody, with a reason or none.
func (p *randomHand) by() journal.Command {
	if p.chance.IntN(8) == 0 || p.official == 0 {
		p.official = 1 + p.chance.Int64N(3)
	}
	n := p.official
	return journal.Command{Actor: journal.Actor{AccountID: n, Name: "Official " + string(rune('@'+n))}, Reason: p.one("", "said so", "said so")}
}

func (p *randomHand) version() (v int64) {
	return testkit.Stored[int64](p.t, p.pool, `select version from event where event_id = $1`, p.event)
}

// section is the first of the event, now and then another one that has teams, such as a phase
// that has begun or a play-off.
func (p *randomHand) section() (id int64) {
	all := testkit.Stored[[]int64](p.t, p.pool, `select array_agg(section_id order by section_id) from section s
		where event_id = $1 and (section_id = 1 or exists (select from team t where t.event_id = s.event_id and t.section_id = s.section_id))`, p.event)
	if p.chance.IntN(3) > 0 {
		return all[0]
	}
	return all[p.chance.IntN(len(all))]
}

// step carries one command out. What is refused is refused in words and changes nothing.
func (p *randomHand) step() {
	p.now = p.now.Add(time.Duration(p.chance.IntN(90)) * time.Second)
	if before := p.version(); p.book == nil || p.read != before {
		p.book, p.read = expect.Must(p.desk.Reader().Book(p.ctx, p.event, p.section()))(p.t), before
		p.holds(p.book)
		p.reports(p.book)
	}
	book := p.book
	acts := randomActs
	if n := len(book.Rounds); (n == 0 || !book.Rounds[n-1].Public()) && p.chance.IntN(2) == 0 {
		acts = theRound // there is nothing to play yet
	}
	act := acts[p.chance.IntN(len(acts))]
	err := act.do(p, book)
	p.log = append(p.log, fmt.Sprintf("%s: %v", act.name, err))
	if err == nil {
		p.carriedOut.Add(1)
		return
	}
	p.refused.Add(1)
	if kind := fault.Of(err); kind == fault.Internal || kind == fault.Unavailable || fault.Message(err) == "" && len(fault.Fields(err)) == 0 {
		p.t.Errorf("%s failed: %v, after\n%s", act.name, err, strings.Join(p.log, "\n"))
	}
	expect.Equal(p.t, p.version(), p.read, "%s was refused (%v) and wrote something", act.name, err)
}

// team is one of the section, or rarely one that does not exist.
func (p *randomHand) team(b *tournament.SectionBook) int64 {
	if p.chance.IntN(20) == 0 || len(b.Teams) == 0 {
		return 999
	}
	return b.Teams[p.chance.IntN(len(b.Teams))].TeamID
}

// draft says where the next round, or some other, stands.
func (p *randomHand) draft(b *tournament.SectionBook) tournament.DraftInput {
	round := min(len(b.Rounds)+1, 5)
	if n := len(b.Rounds); n > 0 && (b.Rounds[n-1].PublishedAt == nil || p.chance.IntN(4) == 0) {
		round = n
	}
	in := tournament.DraftInput{SectionID: b.Section.SectionID, RoundNo: round}
	if r, err := p.desk.Reader().DraftRound(p.ctx, p.event, in.SectionID, round); err == nil {
		in.Revision = r.Revision
	}
	if p.chance.IntN(15) == 0 {
		in.Revision-- // an old page
	}
	return in
}

// match is one of the newest rounds, with its table.
func (p *randomHand) match(b *tournament.SectionBook) (round, table int, m tournament.Match) {
	for range 20 {
		if len(b.Rounds) == 0 {
			break
		}
		r := b.Rounds[max(0, len(b.Rounds)-1-p.chance.IntN(2))]
		if len(r.Pairings) == 0 {
			continue
		}
		pairing := r.Pairings[p.chance.IntN(len(r.Pairings))]
		if len(pairing.Matches) > 0 {
			return r.RoundNo, pairing.Table(), pairing.Matches[p.chance.IntN(len(pairing.Matches))]
		}
	}
	return 1, 1, tournament.Match{MatchNo: 1}
}

func (p *randomHand) outcome() tournament.Outcome {
	return tournament.Outcome(p.one(string(tournament.FirstWins), string(tournament.SecondWins), string(tournament.Drawn)))
}
