package postgres_test

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// TestRandomEventsEnd plays random events to their end. Between the rounds officials do what
// comes to mind, and a chief who follows what the refusals and the drafts advise still gets every
// section, the phases after it and their play-offs there.
func TestRandomEventsEnd(t *testing.T) {
	t.Parallel()
	playEvents(t, 2, 12)
}

// TestSoakEvents goes on for the time TANDEM_SOAK says, with other events each time.
func TestSoakEvents(t *testing.T) {
	lasts, err := time.ParseDuration(os.Getenv("TANDEM_SOAK"))
	if err != nil {
		t.Skip("set TANDEM_SOAK, such as 10m, to run it")
	}
	seed := uint64(time.Now().UnixNano())
	for end := time.Now().Add(lasts); time.Now().Before(end) && !t.Failed(); seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { playEvents(t, seed, 40) })
	}
	t.Logf("%d events, of them %d later phases and %d play-offs", played.events.Load(), played.phases.Load(), played.playOffs.Load())
}

// played counts what was played to its end.
var played struct{ events, phases, playOffs atomic.Int64 }

func playEvents(t *testing.T, seed uint64, events int) {
	pool := testdb.New(t)
	run(t, pool, nineOfficials, testkit.Morning)
	var h hands
	for n := range events {
		p := &randomHand{t: t, ctx: t.Context(), pool: pool, hands: &h, chance: rand.New(rand.NewPCG(seed, uint64(n))), now: testkit.Morning}
		w := testkit.On(t, pool, func() time.Time { return p.now })
		p.desk, p.disputes = w.Tournament, w.Disputes
		p.found(n)
		p.toTheEnd(1)
		p.laterPhases()
		p.readTogether()
		played.events.Add(1)
	}
	checked := expect.Must(postgres.VerifyJournals(t.Context(), pool))(t)
	for _, e := range checked {
		expect.True(t, len(e.Differs) == 0 && e.Broken == "", "seed %d: the journal knows otherwise: %s %v", seed, e.Broken, e.Differs)
	}
}

// readTogether compares sections that are read together with each of them read by itself: the same
// teams, rounds and play-offs, and nothing of another section.
func (p *randomHand) readTogether() {
	p.t.Helper()
	read := p.desk.Reader()
	sections := expect.Must(read.Sections(p.ctx, p.event))(p.t)
	together := expect.Must(read.Books(p.ctx, p.event, tournament.SectionIDs(sections)))(p.t)
	expect.Equal(p.t, len(together), len(sections), "books of the sections")
	for _, s := range sections {
		if alone := p.look(s.SectionID); !reflect.DeepEqual(together[s.SectionID], alone) {
			p.t.Errorf("%s, read with others, is another one: %d rounds, %d teams and %d play-offs, by itself %d, %d and %d", s.Name,
				len(together[s.SectionID].Rounds), len(together[s.SectionID].Teams), len(together[s.SectionID].PlayOffs), len(alone.Rounds), len(alone.Teams), len(alone.PlayOffs))
		}
	}
}

// disturbing are the acts between two rounds, what happens most often more than once. A dispute is
// none: whatever waits for its ruling waits rightly.
var disturbing = slices.Concat(slices.Repeat(theTeams, 3), theResults[2:], thePlans, theClocks, theSection, theSettings, theRound, thePhases[:1])

// chief is who plays an event to its end.
var chief = journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Official A"}, Reason: "said so"}

// does notes what the chief did, and reports whether it was done.
func (p *randomHand) does(what string, err error) bool {
	p.t.Helper()
	p.log = append(p.log, fmt.Sprintf("chief, %s: %v", what, err))
	if fault.Is(err, fault.Internal) {
		p.t.Fatalf("seed failed: %v, after\n%s", err, strings.Join(p.log, "\n"))
	}
	return err == nil
}

func (p *randomHand) stuck(b *tournament.SectionBook, what string, args ...any) {
	p.t.Helper()
	p.t.Fatalf("%s, %d rounds of %d, is stuck: %s, after\n%s", b.Section.System, len(b.Rounds), b.Section.Rounds, fmt.Sprintf(what, args...), strings.Join(p.log, "\n"))
}

func (p *randomHand) look(section int64) *tournament.SectionBook {
	p.t.Helper()
	p.book = nil // what random acts know of the event
	return expect.Must(p.desk.Reader().Book(p.ctx, p.event, section))(p.t)
}

// toTheEnd plays a section to its end.
func (p *randomHand) toTheEnd(section int64) {
	p.t.Helper()
	const mostTurns = 80
	for turn := range mostTurns {
		b := p.look(section)
		p.holds(b)
		p.reports(b)
		if len(b.Rounds) > 0 && turn < mostTurns/2 {
			for range p.chance.IntN(8) {
				what, err := p.argues(p.look(section))
				p.does("dispute: "+what, err)
				p.mends(section)
			}
			if p.chance.IntN(2) == 0 || openMatches(b) == 0 {
				p.settles()
				p.mends(section)
			}
			b = p.look(section)
		}
		switch {
		case openMatches(b) > 0:
			p.results(b)
			continue
		case b.NextRound() > b.LastRound():
			p.decideTies(b)
			return
		}
		for range p.chance.IntN(5) * max(0, 1-turn*2/mostTurns) {
			act := disturbing[p.chance.IntN(len(disturbing))]
			if act.name == "the settings" && tournament.PlayOffTeams(b) != nil {
				continue // groups of one, which nobody would make of a play-off
			}
			p.log = append(p.log, fmt.Sprintf("%s: %v", act.name, act.do(p, p.look(section))))
		}
		if over := p.nextRound(section); over {
			return
		}
	}
	p.stuck(p.look(section), "no end")
}

// heeds is what another result of a match may count for: where a later round of the bracket is
// being played, the page says that it must not count for the pairings.
func (p *randomHand) heeds(section, match int64) tournament.CountsFor {
	p.t.Helper()
	b := p.look(section)
	at, _ := b.FindMatch(match)
	for _, r := range b.Rounds {
		if at != nil && b.Section.System.Bracket() && r.RoundNo > at.RoundNo && r.RoundNo >= b.FirstKnockout() && slices.ContainsFunc(r.Pairings, func(of tournament.Pairing) bool { return of.Begun() }) {
			return tournament.CountsStandings
		}
	}
	return ""
}

// mends pairs the tables again that the bracket does not have any more.
func (p *randomHand) mends(section int64) {
	p.t.Helper()
	b := p.look(section)
	if last := b.Current(); last != nil && b.Section.InGroups() && last.RoundNo == b.FirstKnockout() && b.LevelTie(last.RoundNo) != nil { // the groups do not say any more who goes on
		p.does("takes the round back", second(p.desk.Unpublish(p.ctx, p.event, chief, tournament.UnpublishInput{DraftInput: tournament.DraftInput{SectionID: section, RoundNo: last.RoundNo, Revision: last.Revision}, Typed: last.RoundNo})))
		return
	}
	off := tournament.OffBracket(b)
	if len(off) == 0 && b.Section.InGroups() && b.LevelTie(b.FirstKnockout()) != nil && !p.decideTies(b) {
		p.standingsOnly(b, func() bool { return p.look(section).LevelTie(b.FirstKnockout()) == nil })
	}
	if len(off) == 0 {
		return
	}
	var tables []int
	for _, of := range off {
		tables = append(tables, of.Table())
	}
	at := tournament.DraftInput{SectionID: section, RoundNo: off[0].RoundNo, Revision: b.Round(off[0].RoundNo).Revision}
	if p.does(fmt.Sprint("pairs again ", tables), second(p.desk.RepairRound(p.ctx, p.event, chief, tournament.RepairInput{DraftInput: at, Tables: tables}))) {
		return
	}
	if !p.standingsOnly(b, func() bool { return len(tournament.OffBracket(p.look(section))) == 0 }) {
		p.stuck(b, "round %d, tables %v are none of the bracket", off[0].RoundNo, tables)
	}
}

// standingsOnly lets what was decided otherwise count in the standings alone, the last first, until it is enough.
func (p *randomHand) standingsOnly(b *tournament.SectionBook, enough func() bool) bool {
	p.t.Helper()
	var counting []tournament.Match // what was decided otherwise and may not count for the pairings
	for _, r := range b.Rounds {
		for _, pairing := range r.Pairings {
			for _, m := range pairing.Matches {
				if m.Result != nil && (m.Result.Source == "correction" || m.Result.Source == "ruling") && m.Result.Counts != tournament.CountsStandings && m.Result.Replaced != nil {
					counting = append(counting, m)
				}
			}
		}
	}
	// Something happened at a table: what was decided last moved the bracket, and counts in the
	// standings alone. What was decided before the bracket was drawn is what it rests on.
	slices.SortFunc(counting, func(one, other tournament.Match) int { return cmp.Compare(other.Result.ReportID, one.Result.ReportID) })
	for _, m := range counting {
		p.corrects(b, tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: m.Result.Outcome, Ends: m.Result.EndsOf(), Forfeit: m.Result.Forfeit, Reason: "the round was played", Counts: tournament.CountsStandings})
		if enough() {
			return true
		}
	}
	return false
}

// corrects lets two officials correct a result.
func (p *randomHand) corrects(b *tournament.SectionBook, in tournament.Correction) {
	p.t.Helper()
	p.does("corrects a result", second(p.desk.CorrectResult(p.ctx, p.event, chief, in)))
	for _, w := range expect.Must(p.desk.Reader().WaitingCorrections(p.ctx, p.event, b.Section.SectionID))(p.t) {
		p.does("countersigns", second(p.desk.Countersign(p.ctx, p.event, journal.Command{Actor: journal.Actor{AccountID: 9, Name: "Official I"}}, w.CorrectionID, false)))
	}
}

func openMatches(b *tournament.SectionBook) (n int) {
	for _, r := range b.Rounds {
		for _, pairing := range r.Pairings {
			for _, m := range pairing.Matches {
				if r.Public() && m.Result == nil {
					n++
				}
			}
		}
	}
	return n
}

// results enters what is missing, of all rounds.
func (p *randomHand) results(b *tournament.SectionBook) {
	p.t.Helper()
	for _, r := range b.Rounds {
		for _, pairing := range r.Pairings {
			for _, m := range pairing.Matches {
				if m.Result != nil || !r.Public() {
					continue
				}
				err := p.result(b, r.RoundNo, pairing.Table(), m)
				if err == nil {
					continue
				}
				p.does("enters a result", err)
				if strings.Contains(fault.Message(err), "Use a correction") { // a ruling opened the match again after the next round was out
					p.corrects(b, tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: p.outcome(), Reason: "played again", Counts: p.heeds(b.Section.SectionID, m.MatchID)})
					p.mends(b.Section.SectionID)
					return
				}
			}
		}
	}
}

// result settles a conflict, or enters what is missing.
func (p *randomHand) result(b *tournament.SectionBook, round, table int, m tournament.Match) error {
	if m.State == tournament.MatchConflict {
		return p.desk.ResolveConflict(p.ctx, p.event, chief, tournament.Resolution{MatchID: m.MatchID, Revision: m.Revision, Outcome: p.outcome(), Reason: "asked"})
	}
	_, err := p.desk.EnterResult(p.ctx, p.event, chief, tournament.TypedResult{
		SectionID: b.Section.SectionID, Round: round, Table: table, Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: p.outcome(), MayForfeit: true, MayChange: true, Forfeit: p.chance.IntN(20) == 0,
	})
	return err
}

// decideTies says who goes on from level ties and orders level teams of groups; it reports
// whether there was anything to decide.
func (p *randomHand) decideTies(b *tournament.SectionBook) (decided bool) {
	p.t.Helper()
	for _, tie := range b.LevelTies() {
		if tie.DeciderSlot == nil {
			in := tournament.Decider{SectionID: b.Section.SectionID, RoundNo: tie.RoundNo, Table: tie.Table(), Slot: 1 + p.chance.IntN(2), How: tournament.DecidedByLot}
			done := p.does("decides a tie", second(p.desk.SetDecider(p.ctx, p.event, chief, in)))
			if in.Slot = 3 - in.Slot; !done { // the other team is playing on already
				done = p.does("decides a tie", second(p.desk.SetDecider(p.ctx, p.event, chief, in)))
			}
			decided = decided || done
		}
	}
	for _, g := range expect.Must(tournament.GroupTables(b))(p.t).Groups {
		for _, level := range g.Level {
			if r := b.Round(b.FirstKnockout()); r != nil && r.Public() {
				decided = p.orders(b, level) || decided
				continue
			}
			decided = p.does("draws lots", second(p.desk.DecideTie(p.ctx, p.event, chief, tournament.DecideTie{SectionID: b.Section.SectionID, Teams: level, Seed: "4d1f"}))) || decided
		}
	}
	return decided
}

// orders puts level teams into the order that the knockout which is out was drawn by.
func (p *randomHand) orders(b *tournament.SectionBook, level []int64) bool {
	p.t.Helper()
	for order := range permutations(level) {
		if p.does("orders level teams", second(p.desk.DecideTie(p.ctx, p.event, chief, tournament.DecideTie{SectionID: b.Section.SectionID, Teams: order}))) {
			return true
		}
	}
	return false
}

// permutations are all orders of some teams.
func permutations(teams []int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		if len(teams) < 2 {
			yield(slices.Clone(teams))
			return
		}
		for i, first := range teams {
			rest := slices.Delete(slices.Clone(teams), i, i+1)
			for behind := range permutations(rest) {
				if !yield(append([]int64{first}, behind...)) {
					return
				}
			}
		}
	}
}

// nextRound drafts a round and publishes it. It reports the end of a section that nobody can
// play on: too few teams are left.
func (p *randomHand) nextRound(section int64) (over bool) {
	p.t.Helper()
	b := p.look(section)
	n := b.NextRound()
	if n > b.LastRound() || openMatches(b) > 0 {
		return false // what was done meanwhile changed it
	}
	at := func() tournament.DraftInput {
		r := expect.Must(p.desk.Reader().DraftRound(p.ctx, p.event, section, n))(p.t)
		return tournament.DraftInput{SectionID: section, RoundNo: n, Revision: r.Revision}
	}
	p.does("takes the draft over", second(p.desk.TakeOverDraft(p.ctx, p.event, chief, at())))
	draft := func(fix ...[]int64) *tournament.Draft {
		if !p.does("drafts", second(p.desk.MakeDraft(p.ctx, p.event, chief, tournament.MakeDraftInput{DraftInput: at(), Fix: fix}))) {
			return nil
		}
		return expect.Must(p.desk.Reader().DraftRound(p.ctx, p.event, section, n))(p.t).Draft
	}
	d := draft()
	for d == nil {
		if len(stay(b)) < tournament.FewestTeams {
			return true
		}
		if !p.decideTies(p.look(section)) {
			p.stuck(b, "no draft, and nothing to decide")
		}
		d = draft()
	}
	for tries := 0; d.Blocked(); tries++ {
		switch {
		case len(stay(b)) < max(tournament.FewestTeams, 2*b.Section.SideBySide()):
			return true
		case tries > 12:
			p.stuck(b, "the draft stays blocked: %+v %+v", d.NoPairing, d.Problems)
		case d.NoPairing != nil && len(d.NoPairing.Relax) == 0:
			return true // nobody may meet anybody any more
		case d.NoPairing != nil:
			d = draft(d.NoPairing.Relax[0].Allow...)
		case p.withdraws(b, d, n):
			d = draft()
		default:
			p.stuck(b, "the draft is blocked: %+v", d.Problems)
		}
		if d == nil {
			p.stuck(b, "what the draft offered is refused")
		}
	}
	in := tournament.PublishRound{DraftInput: at(), Typed: n}
	for _, r := range b.Rounds {
		for _, pairing := range r.Pairings {
			for _, m := range pairing.Matches {
				in.Settled = append(in.Settled, m.MatchID) // a ruling may still be appealed
			}
		}
	}
	if !p.does("publishes", second(p.desk.PublishRound(p.ctx, p.event, chief, in))) {
		if len(d.Tables) > 0 {
			p.stuck(b, "a draft without a problem is not published")
		}
		return true
	}
	return false
}

// stay are the teams that may still play.
func stay(b *tournament.SectionBook) []tournament.Team {
	return slices.DeleteFunc(slices.Clone(b.Teams), func(t tournament.Team) bool { return t.LeavesRound != nil || t.State == tournament.TeamAbsent })
}

// withdraws does what a draft says about the absent team of a tie.
func (p *randomHand) withdraws(b *tournament.SectionBook, d *tournament.Draft, round int) bool {
	p.t.Helper()
	for _, problem := range d.Problems {
		for _, team := range b.Teams {
			switch {
			case strings.Contains(problem.Sentence, team.Name+", who is absent. Withdraw"):
				return p.does("withdraws "+team.Name, second(p.desk.Withdraw(p.ctx, p.event, chief, team.TeamID, round)))
			case strings.Contains(problem.Sentence, team.Name+", who is absent. Check"):
				return p.does("checks in "+team.Name, second(p.desk.CheckIn(p.ctx, p.event, chief, team.TeamID, tournament.TeamHere)))
			}
		}
	}
	return false
}

// laterPhases lets teams into the phases that nobody has entered yet and plays them.
func (p *randomHand) laterPhases() {
	p.t.Helper()
	for _, s := range expect.Must(p.desk.Reader().Sections(p.ctx, p.event))(p.t) {
		for turn := range 8 {
			b := p.look(s.SectionID)
			at, known := tournament.PhaseOf(b.Path, s.SectionID)
			if !known || at.StartedAt != nil || at.PlayOff() || len(b.Teams) > 0 {
				break
			}
			books := map[int64]*tournament.SectionBook{}
			for _, id := range at.SourceIDs() {
				books[id] = p.look(id)
			}
			field, err := at.Field(books)
			switch {
			case err != nil: // its sources are none any more
			case field.Ready:
				if !p.does("starts "+s.Name, second(p.desk.StartPhase(p.ctx, p.event, chief, tournament.StartPhase{SectionID: s.SectionID, Revision: at.Revision, Basis: field.Digest(), Seed: "4d1f"}))) {
					p.stuck(b, "a field that is ready is not let in: %+v", field)
				}
				p.toTheEnd(s.SectionID)
				played.phases.Add(1)
			case p.breaks(at, field, turn == 0):
				continue
			case slices.ContainsFunc(field.Wait, func(w phase.Wait) bool { return w.Why == phase.StillLevel }):
				p.stuck(b, "it waits for lots: %+v", field)
			}
			break
		}
	}
}

// breaks orders teams that are level across a line, by a play-off where the rule and the chief want one.
func (p *randomHand) breaks(at tournament.Phase, field phase.Field, playOff bool) (done bool) {
	p.t.Helper()
	for _, line := range field.Lines {
		if len(line.Level) < 2 || !line.Over {
			continue
		}
		if playOff && at.Rule.Breaking == phase.PlayOff {
			off, err := p.desk.PairPlayOff(p.ctx, p.event, chief, tournament.PairPlayOff{SectionID: line.From, Teams: line.Level})
			if p.does("pairs a play-off", err) {
				p.toTheEnd(off.SectionID)
				played.playOffs.Add(1)
				done = true
				continue
			}
		}
		done = p.does("draws lots for a line", second(p.desk.DecideTie(p.ctx, p.event, chief, tournament.DecideTie{SectionID: line.From, Teams: line.Level, Seed: "4d1f"}))) || done
	}
	return done
}
