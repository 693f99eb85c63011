package web_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// sameBook compares what pages show: not what only the desk sees, whose changes
// cause no reading, nor the version, which is that of the section's last public change.
var sameBook = cmp.Options{
	cmpopts.IgnoreUnexported(tournament.SectionBook{}),
	cmpopts.IgnoreFields(tournament.Event{}, "Version"),
	cmpopts.IgnoreFields(tournament.SectionBook{}, "Byes", "Apart"),
	cmpopts.IgnoreFields(tournament.Team{}, "LinkHash", "Revision"),
	// Never read for the public.
	cmpopts.IgnoreFields(tournament.Pairing{}, "Reason", "PauseReason", "LastSeen", "SeenBy", "Runner"),
	cmpopts.IgnoreFields(tournament.Match{}, "Revision", "VerifiedAt"),
	cmpopts.IgnoreFields(tournament.Game{}, "Winner", "Reason"),
	cmpopts.IgnoreFields(tournament.ResultReport{}, "Source", "ByAccount", "ByTeam", "ByName", "Articles", "Basis", "Slip", "Reason", "VerifiedBy",
		"ReplacedVerified", "RulingID"),
}

// withoutDrafts leaves out rounds that are drafts, which are no news for public pages either.
func withoutDrafts(b *tournament.SectionBook) *tournament.SectionBook {
	shown := *b
	shown.Rounds = slices.DeleteFunc(slices.Clone(b.Rounds), func(r tournament.Round) bool { return !r.Public() })
	return &shown
}

// desk does what officials do in any order; most of it is refused.
type desk struct {
	*league
	random *rand.Rand
	helper journal.Actor
	round  int
}

func (d *desk) as(a journal.Actor) journal.Command {
	return journal.Command{Actor: a, Key: d.key(), Reason: "a reason"}
}

// anyone is one of two officials: nobody verifies the own entry.
func (d *desk) anyone() journal.Command {
	if d.random.IntN(2) == 0 {
		return d.as(d.helper)
	}
	return d.as(journal.Actor{AccountID: d.chief.accountID, Name: "Dana Holt"})
}

func (d *desk) outcome() tournament.Outcome {
	return []tournament.Outcome{tournament.FirstWins, tournament.SecondWins, tournament.Drawn}[d.random.IntN(3)]
}

func (d *desk) book() *tournament.SectionBook {
	book := expect.Must(d.tournament.Reader().Book(d.t.Context(), d.event, d.section))(d.t)
	return book
}

// match is any match of a round and its table; the zero one when it has none.
func (d *desk) match(round int) (tournament.Match, int) {
	r := d.book().Round(round)
	if r == nil || len(r.Pairings) == 0 {
		return tournament.Match{}, 0
	}
	p := r.Pairings[d.random.IntN(len(r.Pairings))]
	if len(p.Matches) == 0 {
		return tournament.Match{}, 0
	}
	return p.Matches[d.random.IntN(len(p.Matches))], p.Table()
}

func (d *desk) enter(ctx context.Context) error {
	m, table := d.match(d.round)
	_, err := d.tournament.EnterResult(ctx, d.event, d.anyone(), tournament.TypedResult{
		SectionID: d.section, Round: d.round, Table: table, Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: d.outcome(),
		Change: d.random.IntN(3) == 0, MayChange: true,
	})
	return err
}

// finish gives every match a result that counts and publishes the next round.
func (d *desk) finish(ctx context.Context) error {
	for _, p := range d.book().Round(d.round).Pairings {
		for _, m := range p.Matches {
			var err error
			switch m.State {
			case tournament.MatchOpen:
				_, err = d.tournament.EnterResult(ctx, d.event, d.anyone(), tournament.TypedResult{
					SectionID: d.section, Round: d.round, Table: p.Table(), Match: m.MatchNo, Source: "desk", Outcome: d.outcome(),
				})
			case tournament.MatchConflict:
				err = d.resolve(ctx, m)
			}
			if err != nil {
				return err
			}
		}
	}
	return d.publish(ctx)
}

func (d *desk) publish(ctx context.Context) error {
	next := d.round + 1
	r, err := d.tournament.Reader().DraftRound(ctx, d.event, d.section, next)
	if err != nil {
		return err
	}
	at := tournament.DraftInput{SectionID: d.section, RoundNo: next, Revision: r.Revision}
	if _, err := d.tournament.MakeDraft(ctx, d.event, d.anyone(), tournament.MakeDraftInput{DraftInput: at}); err != nil {
		return err
	}
	if r, err = d.tournament.Reader().DraftRound(ctx, d.event, d.section, next); err != nil {
		return err
	}
	at.Revision = r.Revision
	if _, err := d.tournament.PublishRound(ctx, d.event, d.anyone(), tournament.PublishRound{DraftInput: at, Typed: next}); err != nil {
		return err
	}
	d.round = next
	return nil
}

func (d *desk) resolve(ctx context.Context, m tournament.Match) error {
	in := tournament.Resolution{MatchID: m.MatchID, Revision: m.Revision, Outcome: d.outcome(), Reason: "the slip was read again"}
	if len(m.Reports) > 0 && d.random.IntN(2) == 0 {
		in.ReportID = m.Reports[d.random.IntN(len(m.Reports))].ReportID
	}
	return d.tournament.ResolveConflict(ctx, d.event, d.anyone(), in)
}

// lastMove is the newest move of planned times, 0 for none.
func (d *desk) lastMove() int64 {
	if moves := d.book().Moves; len(moves) > 0 {
		return moves[len(moves)-1].MoveID
	}
	return 0
}

func (d *desk) acts() map[string]func(context.Context) error {
	s := d.tournament
	table := func() tournament.TableClock {
		return tournament.TableClock{SectionID: d.section, RoundNo: d.round, Table: 1 + d.random.IntN(4)}
	}
	team := func() int64 { return 1 + d.random.Int64N(8) }
	return map[string]func(context.Context) error{
		"enter result": d.enter, "enter another result": d.enter, "enter a third result": d.enter,
		"finish the round": d.finish,
		"plan times": func(ctx context.Context) error {
			was := d.book().PlannedStarts()
			starts := slices.Clone(was)
			for i := d.round; i < len(starts); i++ {
				starts[i] = d.now.Add(time.Duration(i) * time.Hour)
			}
			return s.PlanTimes(ctx, d.event, d.anyone(), tournament.PlanTimes{SectionID: d.section, Was: was, Starts: starts})
		},
		"move times": func(ctx context.Context) error {
			_, err := s.MoveTimes(ctx, d.event, d.anyone(), tournament.MoveTimes{SectionID: d.section * d.random.Int64N(2), Minutes: 5, LastMove: d.lastMove()})
			return err
		},
		"take a move back": func(ctx context.Context) error {
			_, err := s.TakeMoveBack(ctx, d.event, d.anyone(), 0, d.lastMove())
			return err
		},
		"resolve": func(ctx context.Context) error {
			m, _ := d.match(d.round)
			return d.resolve(ctx, m)
		},
		"verify": func(ctx context.Context) error {
			m, _ := d.match(d.round)
			return s.VerifyResult(ctx, d.event, d.anyone(), tournament.Verdict{MatchID: m.MatchID, Revision: m.Revision, Confirm: d.random.IntN(3) > 0, Reason: "not so"})
		},
		"key again": func(ctx context.Context) error {
			m, _ := d.match(d.round)
			_, err := s.RekeyResult(ctx, d.event, d.anyone(), tournament.Rekeying{MatchID: m.MatchID, Revision: m.Revision, Outcome: d.outcome()})
			return err
		},
		"undo": func(ctx context.Context) error {
			m, _ := d.match(d.round)
			return s.UndoResult(ctx, d.event, d.anyone(), m.MatchID)
		},
		"correct": func(ctx context.Context) error {
			m, _ := d.match(1 + d.random.IntN(d.round))
			in := tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: d.outcome(), Reason: "the slip was read wrong"}
			_, err := s.CorrectResult(ctx, d.event, d.anyone(), in)
			return err
		},
		"start clock": func(ctx context.Context) error { return s.StartClock(ctx, d.event, d.anyone(), d.section, d.round) },
		"pause table": func(ctx context.Context) error { return s.PauseTable(ctx, d.event, d.anyone(), table()) },
		"resume table": func(ctx context.Context) error {
			_, err := s.ResumeTable(ctx, d.event, d.anyone(), table())
			return err
		},
		"extend table": func(ctx context.Context) error {
			_, err := s.ExtendTable(ctx, d.event, d.anyone(), table(), 1+d.random.IntN(5))
			return err
		},
		"see a table": func(ctx context.Context) error {
			return s.NoteSeen(ctx, d.event, d.anyone(), d.section, d.round, 1+d.random.IntN(4))
		},
		"withdraw": func(ctx context.Context) error {
			_, err := s.Withdraw(ctx, d.event, d.anyone(), team(), d.round+1)
			return err
		},
		"return": func(ctx context.Context) error { _, err := s.Return(ctx, d.event, d.anyone(), team()); return err },
		"unpublish": func(ctx context.Context) error {
			if d.round == 1 {
				return errors.New("there is something to play")
			}
			r, err := s.Reader().DraftRound(ctx, d.event, d.section, d.round)
			if err != nil {
				return err
			}
			at := tournament.DraftInput{SectionID: d.section, RoundNo: d.round, Revision: r.Revision}
			if _, err := s.Unpublish(ctx, d.event, d.anyone(), tournament.UnpublishInput{DraftInput: at, Typed: d.round}); err != nil {
				return err
			}
			d.round--
			_ = d.publish(ctx) // when it is refused a later act publishes the round
			return nil
		},
		lostNews: func(context.Context) error {
			d.exec(`update event set version = version + 1, public_version = version + 1 where event_id = $1`, d.event)
			d.exec(`update pairing set extra_s = extra_s + 60 where event_id = $1`, d.event)
			d.exec(`update team set name = name || '!' where event_id = $1 and team_id = 3`, d.event)
			return nil
		},
	}
}

// lostNews is a change that no node hears of, to all rounds and a team.
const lostNews = "news that is lost"

// Whatever officials do, in whatever order, the book that public pages are made of
// is the one in the database, though after most changes only a round of it was read.
func TestBookIsKeptUpByRounds(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 8)
	l.exec(`update section set rounds = 7 where event_id = $1`, l.event)
	l.pair(1)
	url, server, reader := l.anotherNode(t)
	body(t, url+"/e/lake/open/standings")
	seed := rand.Uint64()
	d := &desk{league: l, random: rand.New(rand.NewPCG(seed, 1)), helper: journal.Actor{AccountID: l.secondChief().accountID, Name: "Kim Oh"}, round: 1}
	acts := d.acts()
	names := slices.Sorted(maps.Keys(acts))
	done := map[string]int{}
	for i := range 130 {
		name := names[d.random.IntN(len(names))]
		if i == 10 {
			name = "finish the round"
		}
		before := l.version()
		_ = acts[name](t.Context()) // many are refused
		now := l.version()
		if now == before {
			continue
		}
		done[name]++
		if name == lostNews {
			continue // what is heard next finds it too, also when that is for the desk alone
		}
		for server.Heard(l.event) < now {
			runtime.Gosched()
		}
		server.CatchUp(l.event)
		diff := cmp.Diff(withoutDrafts(d.book()), withoutDrafts(server.PublicBook(l.event, l.section)), sameBook)
		expect.MustEqual(t, diff, "", "after %s in round %d (seed %d) the book of public pages differs from the database (-), having done %v", name, d.round, seed, done)
	}
	t.Logf("seed %d, %d rounds, %d readings by rounds, %d of all: %v", seed, d.round, reader.narrow.Load(), reader.states.Load(), done)
	narrow, all := reader.narrow.Load(), reader.states.Load()
	expect.True(t, narrow != 0 && narrow != all, "%d of %d readings were by rounds: nothing is compared", narrow, all)
}
