package tournament_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// liveHall is a hall with the live record of table 1, match 1.
type liveHall struct {
	*hall
	id int64
}

func following(t *testing.T) *liveHall {
	t.Helper()
	h := playing(t)
	return &liveHall{h, h.match(1, 1).MatchID}
}

func (h *liveHall) live() *livegame.Record {
	h.t.Helper()
	l := expect.Must(h.service.LiveMatch(h.t.Context(), h.event, h.id))(h.t)
	return l
}

func (h *liveHall) place() tournament.LivePlace {
	return tournament.LivePlace{SectionID: hallSection, MatchID: h.id, After: h.live().LastSeq}
}

func (h *liveHall) record(in tournament.RecordAct) (tournament.Recorded, error) {
	h.t.Helper()
	if in.MatchID == 0 {
		in.LivePlace = h.place()
	}
	if in.Clocks == (livegame.Clocks{}) {
		in.Clocks = livegame.UnknownClocks
	}
	return h.service.RecordAct(h.t.Context(), h.event, h.as(h.chief, ""), in)
}

// moves records whole turns: "A e4", "B d4", in order.
func (h *liveHall) moves(list ...string) {
	h.t.Helper()
	for _, m := range list {
		board, text, _ := strings.Cut(m, " ")
		_, err := h.record(tournament.RecordAct{Board: board, Text: text})
		expect.MustTrue(h.t, err == nil, "%s: %v %v", m, err, fault.Fields(err))
	}
}

func (h *liveHall) bfen() string {
	h.t.Helper()
	m, _ := h.live().Head()
	return m.BFEN()
}

func (h *liveHall) stock(seat bughouse.Seat) string {
	h.t.Helper()
	m, _ := h.live().Head()
	return m.Board(seat.Board()).Stock(seat.Color()).String()
}

func TestACaptureReachesThePartnerWhenTheClockIsPressed(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A e4", "A d5")
	expect.Must(h.record(tournament.RecordAct{Kind: livegame.ActMove, Board: "A", Text: "exd5"}))(t)
	if got := h.stock(bughouse.BB); got != "" {
		t.Errorf("BB holds %q before the clock press", got)
	}
	_, err := h.record(tournament.RecordAct{Kind: livegame.ActPress, Seat: "BA"})
	wants(t, err, fault.Invalid, "BA has no move")
	expect.Must(h.record(tournament.RecordAct{Kind: livegame.ActPress, Seat: "WA"}))(t)
	if got := h.stock(bughouse.BB); got != "P" {
		t.Errorf("BB holds %q after the clock press, want a pawn", got)
	}
	h.moves("B d4", "B P@e4")
	if got := h.stock(bughouse.BB); got != "" {
		t.Errorf("BB holds %q after dropping it", got)
	}
}

func TestIllegalMovesAreExplainedAndRecordedOnlyAsMade(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A e4", "A d6", "A Bb5+")
	tests := []struct{ text, want string }{
		{"Nf6", "the king on e8 stays in check from the bishop on b5"},
		{"a6", "stays in check"},
		{"N@c6", "no knight in stock"},
		{"e8e6", "the king on e8 cannot go to e6"},
		{"O-O", "castl"},
		{"Nd7d5", "no man"},
		{"hello", "is not a move"},
		{"", "type a move"},
	}
	for _, tt := range tests {
		_, err := h.record(tournament.RecordAct{Board: "A", Text: tt.text})
		text := strings.ToLower(fault.Fields(err)["move"])
		if !fault.Is(err, fault.Invalid) || !strings.Contains(text, strings.ToLower(tt.want)) {
			expect.True(t, tt.text == "O-O" && fault.Is(err, fault.Invalid), "%q: got %v %q, want %q", tt.text, err, text, tt.want)
		}
	}
	_, err := h.record(tournament.RecordAct{Board: "A", Text: "Nf6"})
	var illegal *bughouse.IllegalError
	expect.MustTrue(t, errors.As(err, &illegal) && illegal.Move.UCI() == "g8f6" && illegal.Reason == bughouse.KingLeftInCheck,
		"the refusal does not carry the move: %+v", illegal)
	expect.MustEqual(t, h.live().LastSeq, 3, "entries after refusals")
	expect.Must(h.record(tournament.RecordAct{Board: "A", Text: "g8f6", AsMade: true}))(t)
	steps := h.live().Steps
	last := steps[len(steps)-1]
	expect.True(t, last.Act.AsMade && strings.Contains(fmt.Sprint(last.Broken), "stays in check") && last.Match.Board(bughouse.A).Turn() == bughouse.White, "recorded %+v", last)
	expect.Refused(t, expect.Err(tournament.GameOf(h.live())), fault.Conflict)
	expect.Must(h.record(tournament.RecordAct{Kind: livegame.ActTakeBack, Seat: "BA"}))(t)
	h.moves("A c6")
	if _, err := tournament.GameOf(h.live()); err != nil {
		t.Errorf("after it was taken back: %v", err)
	}
}

func TestAMoveOutOfTurnCanBeRecordedAsMade(t *testing.T) {
	t.Parallel()
	h := following(t)
	_, err := h.record(tournament.RecordAct{Board: "A", Seat: "BA", Text: "e7e5"})
	wants(t, err, fault.Invalid, "BA is not on move")
	expect.Must(h.record(tournament.RecordAct{Board: "A", Seat: "BA", Text: "e7e5", AsMade: true}))(t)
	expect.Equal(t, h.live().Steps[0].Broken.Error(), "BA is not on move", "recorded with")
}

func TestPromotionRevertsOnCapture(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A a4", "A b5", "A axb5", "A a6", "A bxa6", "A Nh6", "A a7", "A Ng8", "A axb8=Q", "A Rxb8")
	// Black on A took the promoted queen: White on B gets a pawn.
	got := h.stock(bughouse.WB)
	expect.True(t, got == "P", "WB holds %q, want the pawn the queen was", got)
}

func TestTwoDesksAtOneMatchSeeEachOther(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A e4")
	seen := h.place()
	other := tournament.RecordAct{LivePlace: seen, Board: "A", Text: "e5", Clocks: livegame.UnknownClocks}
	expect.Must(h.service.RecordAct(t.Context(), h.event, h.as(h.other, ""), other))(t)
	_, err := h.record(tournament.RecordAct{LivePlace: seen, Board: "A", Text: "c5"})
	wants(t, err, fault.Stale, "Ana Ruiz: BA e5")
	_, err = h.service.TakeBackAct(t.Context(), h.event, h.as(h.chief, ""), seen)
	wants(t, err, fault.Stale, "Ana Ruiz: BA e5")
	expect.Equal(t, len(h.live().Steps), 2, "steps")
}

func TestTheSameFormTwiceIsOneAct(t *testing.T) {
	t.Parallel()
	h := following(t)
	cmd := journal.Command{Actor: h.chief, Key: "the-same-form"}
	in := tournament.RecordAct{LivePlace: h.place(), Board: "A", Text: "e4", Clocks: livegame.UnknownClocks}
	first := expect.Must(h.service.RecordAct(t.Context(), h.event, cmd, in))(t)
	again, err := h.service.RecordAct(t.Context(), h.event, cmd, in)
	expect.True(t, err == nil && cmp.Equal(again, first) && len(h.live().Steps) == 1, "again: %+v, %v; first: %+v; %d steps", again, err, first, len(h.live().Steps))
}

func TestTakenBackEntriesStayAndTheRecordGoesOn(t *testing.T) {
	t.Parallel()
	h := following(t)
	back := func() error {
		_, err := h.service.TakeBackAct(t.Context(), h.event, h.as(h.chief, ""), h.place())
		return err
	}
	wants(t, back(), fault.Conflict, "Nothing is recorded")
	start := h.bfen()
	h.moves("A e4", "B d4")
	for range 2 {
		expect.OK(t, back())
	}
	expect.Equal(t, h.bfen(), start, "two take-backs do not lead to the start")
	wants(t, back(), fault.Conflict, "Nothing is recorded")
	h.moves("A d4")
	live := h.live()
	var kept []string
	for _, s := range live.Steps {
		if !s.Off && s.IsMove() {
			kept = append(kept, s.SAN)
		}
	}
	expect.True(t, len(live.Steps) == 5 && cmp.Diff([]string{"d4"}, kept) == "", "%d steps, on the line %v", len(live.Steps), kept)
}

func TestClocksAreKeptPerStep(t *testing.T) {
	t.Parallel()
	h := following(t)
	clocks := livegame.UnknownClocks
	clocks[bughouse.WA] = 161_000
	expect.Must(h.record(tournament.RecordAct{Board: "A", Text: "e4", Clocks: clocks}))(t)
	_, err := h.record(tournament.RecordAct{Kind: livegame.ActClocks})
	wants(t, err, fault.Invalid, "at least one clock")
	h.moves("B e4")
	want := livegame.Clocks{161_000, 300_000, 300_000, 300_000}
	if _, got := h.live().Head(); got != want {
		t.Errorf("clocks %v, want %v", got, want)
	}
	if _, got := h.live().At(0); got[bughouse.WA] != 300_000 {
		t.Errorf("the start has clocks %v", got)
	}
}

func games(t *testing.T, file string) []byte {
	t.Helper()
	text := expect.Must(os.ReadFile(testdata.Path(t, "bpgn", file)))(t)
	return text
}

func (h *liveHall) load(text []byte, game int) error {
	h.t.Helper()
	_, err := h.service.LoadGame(h.t.Context(), h.event, h.as(h.chief, ""),
		tournament.LoadGame{LivePlace: h.place(), Text: bytes.NewReader(text), Game: game, Replace: true, Names: true})
	return err
}

// Every real match loads one after the other into the same record, ends where
// the index says, and comes out as the game text it was.
func TestRealMatchesLoadAndComeOutAgain(t *testing.T) {
	t.Parallel()
	h := following(t)
	loaded := 0
	for _, file := range []string{"chesscom-2025.bpgn", "fics-samples.bpgn"} {
		text := games(t, file)
		var index []string
		for _, line := range strings.Split(strings.TrimSpace(string(games(t, strings.TrimSuffix(file, ".bpgn")+".index.tsv"))), "\n") {
			if !strings.HasPrefix(line, "#") {
				index = append(index, line)
			}
		}
		r := bughouse.NewBPGNReader(bytes.NewReader(text))
		for n := 1; ; n++ {
			g, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			h.exec(`delete from match_act`) // each on its own, or reading grows with the square
			if len(g.Plies) == 0 {
				wants(t, h.load(text, n), fault.Invalid, "no moves")
				continue
			}
			if err := h.load(text, n); err != nil {
				t.Errorf("%s, game %d: %v %v", file, n, err, fault.Fields(err))
				continue
			}
			loaded++
			columns := strings.Split(index[n-1], "\t")
			got, want := h.bfen(), columns[len(columns)-1]
			expect.True(t, got == want, "%s, game %d ends in\n%s, want\n%s", file, n, got, want)
			out := expect.Must(tournament.GameOf(h.live()))(t)
			expect.NoDiff(t, cmp.Diff(movesOf(g), movesOf(out)), "%s, game %d (-in +out)", file, n)
		}
	}
	expect.True(t, loaded >= 50, "only %d matches loaded", loaded)
}

func movesOf(g *bughouse.Game) []string {
	var list []string
	for _, p := range g.Plies {
		clock := ""
		if p.HasClock {
			clock = fmt.Sprint(max(0, p.Clock))
		}
		list = append(list, p.Seat.String()+" "+p.Move.UCI()+" "+clock)
	}
	return list
}

func TestABadGameTextLoadsNothing(t *testing.T) {
	t.Parallel()
	h := following(t)
	for text, want := range map[string]string{
		"1A. e4 1a. e5 2A. Nf6": `ply 3, “Nf6”`,
		"":                      "no game in this text",
		"1A. e4 1a. P@e5 *":     `“P@e5”`,
		"[WhiteA \"x\"]\n\n*":   "no moves",
	} {
		wants(t, h.load([]byte(text), 1), fault.Invalid, want)
	}
	wants(t, h.load([]byte("1A. e4 *"), 3), fault.Invalid, "holds 1 games")
	expect.Equal(t, h.live().LastSeq, 0, "entries after refusals")
	h.moves("A e4")
	_, err := h.service.LoadGame(t.Context(), h.event, h.as(h.chief, ""), tournament.LoadGame{LivePlace: h.place(), Text: strings.NewReader("1A. d4 *"), Game: 1, Names: true})
	wants(t, err, fault.Conflict, "start over")
}

func TestAnotherSectionsMatchIsNotFound(t *testing.T) {
	t.Parallel()
	h := following(t)
	_, err := h.record(tournament.RecordAct{LivePlace: tournament.LivePlace{SectionID: 99, MatchID: h.id}, Board: "A", Text: "e4"})
	wants(t, err, fault.NotFound, "no such match")
	_, err = h.record(tournament.RecordAct{LivePlace: tournament.LivePlace{SectionID: hallSection, MatchID: 999}, Board: "A", Text: "e4"})
	wants(t, err, fault.NotFound, "no such match")
	expect.Refused(t, expect.Err(h.service.LiveMatch(t.Context(), h.event, 999)), fault.NotFound)
}

func TestSpectatorsSeeTheRecordWithItsDelay(t *testing.T) {
	t.Parallel()
	h := following(t)
	began := h.now
	for _, m := range []string{"A e4", "A e5", "A Nf3"} {
		h.moves(m)
		h.now = h.now.Add(time.Minute)
	}
	store := h.service.Reader()
	for after, want := range map[time.Duration]int{-time.Second: 0, 0: 1, 59 * time.Second: 1, time.Minute: 2, time.Hour: 3} {
		l, err := tournament.LiveMatchUntil(t.Context(), h.service.Reader(), h.event, h.id, began.Add(after))
		expect.True(t, err == nil && len(l.Steps) == want, "%v after the start: %d steps, %v; want %d", after, len(l.Steps), err, want)
		if seq, err := store.LastLiveSeq(t.Context(), h.event, h.id, began.Add(after)); err != nil || seq != want {
			t.Errorf("%v after the start: last entry %d, %v; want %d", after, seq, err, want)
		}
	}
}

func TestMateOffersTheResultByTheRulebook(t *testing.T) {
	t.Parallel()
	h := following(t)
	// Scholar's mate: the check is next to the king, so no piece can help.
	h.moves("A e4", "A e5", "A Qh5", "A Nc6", "A Bc4", "A Nf6")
	if ends := h.live().Ends(h.match(1, 1).Side1Slot); ends.Known() {
		t.Errorf("ends before the mate: %+v", ends)
	}
	h.moves("A Qxf7")
	m := h.match(1, 1)
	live := h.live()
	ends, seen := live.Ends(m.Side1Slot), live.LastSeq-1
	want := livegame.Ends{A: livegame.BoardEnd{Winner: m.SlotOf("WA"), Reason: rulebook.ReasonCheckmate}}
	expect.MustEqual(t, ends, want, "ends")
	entry := tournament.TypedResult{
		SectionID: hallSection, Round: 1, Table: 1, Match: 1, Revision: m.Revision, Source: "live", Ends: ends, LiveSeq: &seen,
	}
	_, err := h.service.EnterResult(t.Context(), h.event, h.as(h.chief, ""), entry)
	wants(t, err, fault.Stale, "The record went on") // and an end was read that may stand no more
	entry.LiveSeq = &live.LastSeq
	e := h.must(h.service.EnterResult(t.Context(), h.event, h.as(h.chief, ""), entry))
	expect.True(t, e.Kind == tournament.ReportFirst && h.match(1, 1).Result.Outcome == tournament.FirstWins && h.match(1, 1).Result.Source == "live", "entered %+v", e)
}

func TestADistantCheckIsNotMateWhileAPieceMayCome(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A f3", "A e5", "A g4", "A Qh4")
	ends := h.live().Ends(h.match(1, 1).Side1Slot)
	expect.True(t, !ends.Known(), "a check that a piece could block counts as mate: %+v", ends)
}

func TestARulingSetsPositionAndClocksInItsOwnChange(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A e4", "A e5", "A Nf3")
	rule := func(in tournament.LiveRuling) error {
		in.MatchID, in.By = h.id, h.chief
		store := postgres.Tournament{DB: postgres.New(h.pool, func() time.Time { return h.now })}
		_, err := store.Change(t.Context(), h.event, h.as(h.chief, ""), func(tx tournament.Tx) (journal.Change, error) {
			return journal.Change{Action: "sign ruling", Subject: "open"}, tournament.RuleLive(t.Context(), tx, in)
		})
		return err
	}
	two, nine := 2, 9
	clocks := livegame.UnknownClocks
	clocks[bughouse.BA] = 240_000
	expect.OK(t, rule(tournament.LiveRuling{BackTo: &two, Clocks: clocks}))
	m, now := h.live().Head()
	if m.Board(bughouse.A).Turn() != bughouse.White || now[bughouse.BA] != 240_000 || now[bughouse.WA] != 300_000 {
		t.Errorf("after the ruling: %s, clocks %v", m.BFEN(), now)
	}
	_, err := h.service.TakeBackAct(t.Context(), h.event, h.as(h.chief, ""), h.place())
	wants(t, err, fault.Conflict, "ordered by a ruling")
	wants(t, rule(tournament.LiveRuling{BackTo: &nine, Clocks: livegame.UnknownClocks}), fault.Invalid, "no step 9")
	wants(t, rule(tournament.LiveRuling{Position: "nonsense", Clocks: livegame.UnknownClocks}), fault.Invalid, "cannot be set up")
	set := "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1"
	expect.OK(t, rule(tournament.LiveRuling{Position: set, Clocks: livegame.UnknownClocks}))
	expect.Equal(t, h.bfen(), set, "position")
	h.moves("A Q@e7+")
	if g, err := tournament.GameOf(h.live()); err != nil || len(g.Plies) != 1 {
		t.Errorf("the game from the set position: %v", err)
	}
}

// A ruling takes back the move it is about, and none that was made since.
func TestARulingTakesBackItsMoveOnly(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A e4", "A d5", "A Nf3", "A c5")
	before := h.bfen()
	rule := func(move string, backTo *int) {
		t.Helper()
		in := tournament.LiveRuling{
			MatchID: h.id, By: h.chief, Clocks: livegame.UnknownClocks, BackTo: backTo, TakeBack: []tournament.TakenBack{{Seat: bughouse.BA, Move: move}},
		}
		store := postgres.Tournament{DB: postgres.New(h.pool, func() time.Time { return h.now })}
		if _, err := store.Change(t.Context(), h.event, h.as(h.chief, ""), func(tx tournament.Tx) (journal.Change, error) {
			return journal.Change{Action: "sign ruling", Subject: "open"}, tournament.RuleLive(t.Context(), tx, in)
		}); err != nil {
			t.Fatal(err)
		}
	}
	rule("d7d5", nil)
	expect.Equal(t, h.bfen(), before, "a move that was made since is taken back")
	rule("c7c5", nil)
	if live := h.live(); live.LastSeq != 5 || live.Steps[4].Words() != "BA takes the move back" {
		t.Errorf("%d entries, last %q", live.LastSeq, live.Steps[len(live.Steps)-1].Words())
	}
	two := 2
	rule("d7d5", &two)
	if live := h.live(); live.LastSeq != 7 || live.Steps[6].Words() != "BA takes the move back" {
		t.Errorf("%d entries, last %q after going back", live.LastSeq, live.Steps[len(live.Steps)-1].Words())
	}
}

func TestOneBoardIsPlayedByItsOwnRules(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.exec(`update section set rulebook = 'JARED', team_size = 1`)
	_, err := h.record(tournament.RecordAct{Board: "A", Text: "P@e4"})
	wants(t, err, fault.Invalid, "place the king first")
	_, err = h.record(tournament.RecordAct{Board: "B", Text: "K@e1"})
	wants(t, err, fault.Invalid, "board A")
	h.moves("A K@e1", "A K@e8", "A P@e4", "A P@d5", "A exd5")
	// Captured men go back to their owner at once (JARED 6).
	got := h.stock(bughouse.BA)
	expect.Equal(t, strings.Count(got, "P"), 8, "BA holds %q, want all eight pawns again", got)
	wants(t, h.load([]byte("1A. e4 1B. e4 *"), 1), fault.Invalid, "cannot be played under JARED")
}

// What a page of a long match costs: reading the record and folding it.
func BenchmarkLiveMatch(b *testing.B) {
	h := seated(b, 4)
	m := h.book().Round(1).AtTable(1).Matches[0]
	text := expect.Must(os.ReadFile(testdata.Path(b, "bpgn", "chesscom-2025.bpgn")))(b)
	in := tournament.LoadGame{LivePlace: tournament.LivePlace{SectionID: hallSection, MatchID: m.MatchID}, Text: bytes.NewReader(text), Game: 1}
	expect.Must(h.service.LoadGame(b.Context(), h.event, h.as(h.chief, ""), in))(b)
	for b.Loop() {
		expect.Must(h.service.LiveMatch(b.Context(), h.event, m.MatchID))(b)
	}
}

// A ruling on one board ends it on the record: nothing is played there any more,
// the other board decides, and a later ruling lets it play on.
func TestARulingEndsABoardOnTheRecord(t *testing.T) {
	t.Parallel()
	h := following(t)
	h.moves("A e4", "A e5", "B d4")
	rule := func(in tournament.LiveRuling) {
		t.Helper()
		in.MatchID, in.By, in.Incident, in.Clocks = h.id, h.chief, 7, livegame.UnknownClocks
		store := postgres.Tournament{DB: postgres.New(h.pool, func() time.Time { return h.now })}
		if _, err := store.Change(t.Context(), h.event, h.as(h.chief, ""), func(tx tournament.Tx) (journal.Change, error) {
			return journal.Change{Action: "sign ruling", Subject: "open"}, tournament.RuleLive(t.Context(), tx, in)
		}); err != nil {
			t.Fatal(err)
		}
	}
	won := livegame.BoardEnd{Winner: 1, Reason: rulebook.ReasonForfeit}
	rule(tournament.LiveRuling{Ends: livegame.Ends{A: won}})
	rule(tournament.LiveRuling{Ends: livegame.Ends{A: won}}) // the same again adds nothing
	live := h.live()
	if last := live.Steps[len(live.Steps)-1]; live.LastSeq != 4 || last.Words() != "board A has ended" || last.Act.Incident != 7 {
		t.Errorf("after the ruling: %d entries, last %q", live.LastSeq, last.Words())
	}
	expect.Equal(t, live.Ends(h.match(1, 1).Side1Slot), (livegame.Ends{A: won}), "ends")
	_, err := h.record(tournament.RecordAct{Board: "A", Text: "Nf3"})
	wants(t, err, fault.Invalid, "A ruling has ended board A")
	before := h.bfen()
	_, err = h.record(tournament.RecordAct{Kind: livegame.ActTakeBack, Seat: "BA"})
	wants(t, err, fault.Invalid, "A ruling has ended board A")
	wants(t, h.load([]byte("1A. d4 1B. d4 *"), 1), fault.Conflict, "A ruling has changed this record at step 4")
	expect.Equal(t, h.bfen(), before, "the board that a ruling ended was changed by hand")
	_, err = h.record(tournament.RecordAct{Board: "B", Text: "d5"})
	wants(t, err, fault.Invalid, "The match has ended on board A")
	if _, err = h.record(tournament.RecordAct{Board: "B", Text: "d5", More: true}); err != nil {
		t.Fatal(err)
	}
	expect.Must(h.service.TakeBackAct(t.Context(), h.event, h.as(h.chief, ""), h.place()))(t)
	expect.True(t, h.live().EndedBy(4)[bughouse.A] != nil && h.live().EndedBy(3)[bughouse.A] == nil, "stepping does not show when the board ended")
	rule(tournament.LiveRuling{})
	ends := h.live().Ends(h.match(1, 1).Side1Slot)
	expect.True(t, !ends.Known(), "the board plays on, yet the record ends %+v", ends)
	h.moves("A Nf3")

	rule(tournament.LiveRuling{Over: true})
	ended := h.live().EndedBy(99)
	expect.True(t, ended[bughouse.A] != nil && ended[bughouse.B] != nil, "the match is decided, yet the boards are %+v", ended)
	_, err = h.record(tournament.RecordAct{Board: "B", Text: "Nf6"})
	wants(t, err, fault.Invalid, "A ruling has ended board B")
	zero := 0
	rule(tournament.LiveRuling{BackTo: &zero})
	h.moves("B e4")
	if err := h.load([]byte("1A. d4 1B. d4 *"), 1); err != nil {
		t.Errorf("the match that is played again is not put on record: %v", err)
	}
}
