package ruling_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func book(t *testing.T, name string) *rulebook.Rulebook {
	t.Helper()
	b := expect.Must(rulebook.ByName(name))(t)
	return b
}

func setup(t *testing.T, fen string) bughouse.Setup {
	t.Helper()
	s := expect.Must(bughouse.ParseFEN(fen))(t)
	return s
}

func move(t *testing.T, uci string) bughouse.Move {
	t.Helper()
	m := expect.Must(bughouse.ParseUCI(uci))(t)
	return m
}

// answeredClaim is an illegal move, answered, and claimed only then: whether the
// answer was completed decides.
func answeredClaim(t *testing.T, name string) ruling.Incident {
	return ruling.Incident{
		Book: book(t, name),
		Boards: [2]ruling.Board{
			{Setup: setup(t, "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/2N5/PPP2PPP/R1BQKBNR[] w KQkq - 2 4")},
			{Setup: bughouse.StartSetup()},
		},
		Clocks: [4]int64{150_000, 150_000, 150_000, 150_000},
		Timeline: []ruling.Act{
			{Kind: ruling.ActMove, By: ruling.ActorWA, Move: move(t, "c3d5")},
			{Kind: ruling.ActPress, By: ruling.ActorWA},
			{Kind: ruling.ActMove, By: ruling.ActorBA, Move: move(t, "g8f6")},
			{Kind: ruling.ActPress, By: ruling.ActorBA},
		},
		Claim: &ruling.Claim{By: bughouse.BA, Kind: rulebook.ClaimIllegalMove},
	}
}

func TestNextQuestionAsksWhatDecides(t *testing.T) {
	in := answeredClaim(t, "FIDEX")
	pressed := ruling.Fact{Kind: ruling.FactHappened, Act: 3}
	in.Unknown = []ruling.Fact{{Kind: ruling.FactAgreedCalls}, pressed}
	q, ok, err := ruling.NextQuestion(in)
	expect.MustTrue(t, err == nil && ok && q.Fact == pressed, "%+v %v %v", q, ok, err)
	if want := "Had Black on board A pressed the clock before the claim?"; q.Text.String() != want {
		t.Errorf("%q, want %q", q.Text, want)
	}
	want := []ruling.AnswerEffect{
		{Label: phrase.Of("yes"), Verdict: rulebook.Denied, Match: "continues", Final: true},
		{Label: phrase.Of("no"), Verdict: rulebook.Upheld, Match: "T2", Final: true},
	}
	diff := cmp.Diff(want, q.Answers, cmp.Comparer(func(a, b phrase.Sentence) bool { return a.String() == b.String() }))
	expect.True(t, diff == "", "%v", diff)
	in = in.With(pressed, 1)
	r := rule(t, in)
	expect.True(t, r.Verdict == rulebook.Upheld && r.Match == "T2", "after the answer: %s %s", r.Verdict, r.Match)
	if q, ok, _ := ruling.NextQuestion(in); ok {
		t.Errorf("still asks %q", q.Text)
	}
}

// Under the three-minute rules the release closes the window, so nobody needs to
// know about the press.
func TestNextQuestionDoesNotAskInVain(t *testing.T) {
	in := answeredClaim(t, "TR3")
	in.Unknown = []ruling.Fact{{Kind: ruling.FactHappened, Act: 3}}
	if q, ok, err := ruling.NextQuestion(in); ok || err != nil {
		t.Errorf("asks %q, %v", q.Text, err)
	}
	in.Unknown = []ruling.Fact{{Kind: ruling.FactHappened, Act: 2}, {Kind: ruling.FactStopped}}
	q, ok, err := ruling.NextQuestion(in)
	expect.True(t, err == nil && ok && q.Fact.Act == 2, "asks %q, %v", q.Text, err)
}

func TestPriorsDecideTheStep(t *testing.T) {
	in := ruling.Incident{
		Book:     book(t, "USCF-R"),
		Boards:   [2]ruling.Board{{Setup: bughouse.StartSetup()}, {Setup: bughouse.StartSetup()}},
		Timeline: []ruling.Act{{Kind: ruling.ActHideStock, By: ruling.ActorWB}},
		Claim:    &ruling.Claim{By: bughouse.BB, Kind: rulebook.ClaimConduct},
		Unknown:  []ruling.Fact{{Kind: ruling.FactPriors, Seat: bughouse.WB, Ladder: rulebook.OnHideStock}},
	}
	q, ok, err := ruling.NextQuestion(in)
	expect.MustTrue(t, err == nil && ok, "%v %v", ok, err)
	var steps []rulebook.RemedyKind
	for _, a := range q.Answers {
		steps = append(steps, a.Remedies[0].Kind)
	}
	want := []rulebook.RemedyKind{rulebook.Warning, rulebook.GameLoss, rulebook.GameLoss, rulebook.GameLoss}
	expect.True(t, slices.Equal(steps, want), "%v, want %v", steps, want)
}

// unknowns picks facts of an incident to forget.
func (s *source) unknowns(in ruling.Incident) []ruling.Fact {
	facts := []ruling.Fact{
		{Kind: ruling.FactAgreedCalls},
		{Kind: ruling.FactAloud},
		{Kind: ruling.FactStopped},
		{Kind: ruling.FactFlag, Seat: s.seat(in.Book.Boards())},
		{Kind: ruling.FactDropBetween},
		{Kind: ruling.FactOccurrences},
		{Kind: ruling.FactPriors, Seat: s.seat(in.Book.Boards()), Ladder: rulebook.OnHand},
	}
	for i := range in.Timeline {
		facts = append(facts, ruling.Fact{Kind: pick(s, []ruling.FactKind{ruling.FactHappened, ruling.FactReleased, ruling.FactDeliberate}), Act: i})
	}
	s.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	return facts[:min(3, len(facts))]
}

// everyAnswer rules on an incident under every combination of answers.
func everyAnswer(t *testing.T, in ruling.Incident) []ruling.Ruling {
	if len(in.Unknown) == 0 {
		return []ruling.Ruling{rule(t, in)}
	}
	var out []ruling.Ruling
	for i := range in.Unknown[0].Answers() {
		out = append(out, everyAnswer(t, in.With(in.Unknown[0], i))...)
	}
	return out
}

// No question is left exactly when every combination of answers gives one ruling;
// and asking always comes to an end.
func TestQuestionsEndWhenNothingCanChange(t *testing.T) {
	each(t, 600, func(t *testing.T, s *source, in ruling.Incident) {
		in.Unknown = s.unknowns(in)
		all := everyAnswer(t, in)
		varies := slices.ContainsFunc(all, func(r ruling.Ruling) bool { return !sameRuling(r, all[0]) })
		_, ok, err := ruling.NextQuestion(in)
		if err != nil || ok != varies {
			t.Errorf("asks: %v, can vary: %v, %v\n%s%+v", ok, varies, err, describe(in), in.Unknown)
		}
	})
}

func TestRuleRefusesWhatIsNoIncident(t *testing.T) {
	if _, err := ruling.Rule(ruling.Incident{}); err == nil {
		t.Error("an incident without a rulebook was ruled on")
	}
	in := answeredClaim(t, "TR3")
	in.Boards[1].Setup = bughouse.Setup{}
	if _, err := ruling.Rule(in); err == nil {
		t.Error("an impossible board was ruled on")
	}
	for name, spoil := range map[string]func(*ruling.Incident){
		"person":        func(in *ruling.Incident) { in.Timeline[0].By = 9 },
		"board":         func(in *ruling.Incident) { in.Timeline[0].Board = 7 },
		"winner":        func(in *ruling.Incident) { in.Timeline[0].Result.Winner = 7 },
		"earlier":       func(in *ruling.Incident) { in.Boards[0].Result = &ruling.Result{Winner: 7} },
		"piece":         func(in *ruling.Incident) { in.Timeline[0].Piece = 17 },
		"square":        func(in *ruling.Incident) { in.Timeline[0].Man.Square = 77 },
		"stopped board": func(in *ruling.Incident) { in.Timeline[0].Boards = []bughouse.BoardID{2} },
		"seat":          func(in *ruling.Incident) { in.Timeline[0].With = []bughouse.Seat{4} },
		"bare claim":    func(in *ruling.Incident) { in.Timeline[0].Kind = ruling.ActClaim },
		"claimant":      func(in *ruling.Incident) { in.Claim.By = 4 },
		"against":       func(in *ruling.Incident) { in.Claim.Named, in.Claim.Against = true, 9 },
		"claimed piece": func(in *ruling.Incident) { in.Claim.Piece = 9 },
		"try":           func(in *ruling.Incident) { in.Tries = []ruling.Try{{By: 5}} },
		"fact":          func(in *ruling.Incident) { in.Unknown = []ruling.Fact{{Kind: ruling.FactFlag, Seat: 5}} },
		"one board": func(in *ruling.Incident) {
			in.Book = book(t, "JARED")
			in.Claim.By = bughouse.WB
		},
	} {
		in := answeredClaim(t, "TR3")
		spoil(&in)
		_, err := ruling.Rule(in)
		expect.True(t, err != nil, "%s: ruled on", name)
	}
	if _, _, err := ruling.NextQuestion(ruling.Incident{Unknown: []ruling.Fact{{Kind: ruling.FactAloud}}}); err == nil {
		t.Error("an incident without a rulebook was asked about")
	}
}

// The chain of reasons names facts, the missing ones, and rules with their basis.
func TestReasons(t *testing.T) {
	in := answeredClaim(t, "USCF-R")
	in.Timeline = in.Timeline[:3]
	in.Unknown = []ruling.Fact{{Kind: ruling.FactStopped}}
	r := rule(t, in)
	var recorded, missing bool
	var until ruling.Step
	for _, s := range r.Reasons {
		switch {
		case s.State == ruling.Recorded:
			recorded = recorded || s.Sentence.String() == "White on board A played c3d5, which was illegal: the king is left in check; the clock was pressed"
		case s.State == ruling.Missing:
			expect.True(t, !missing, "a fact is listed twice: %+v", s)
			missing = *s.About == ruling.Fact{Kind: ruling.FactStopped} && s.Sentence.String() == "the clock was stopped"
		case s.IsRule && s.Setting == rulebook.IllegalUntil:
			until = s
		}
	}
	expect.True(t, recorded && missing && until.Basis == rulebook.Default && slices.Contains(until.Articles, "USCF-R 8.I"),
		"recorded %v, missing %v, %+v\n%+v", recorded, missing, until, r.Reasons)
	in.Known, in.Unknown = in.Unknown, nil
	in.Assumed = in.Known
	for _, s := range rule(t, in).Reasons {
		expect.True(t, s.About == nil || s.About.Kind != ruling.FactStopped || s.State == ruling.Recorded, "what was asked and answered reads %s", s.State)
	}
	expect.True(t, len(r.Points) == 1 && r.Points[0].Number == 5 && r.Points[0].Other == "release" && r.Points[0].Verdict == rulebook.Denied, "points %+v", r.Points)
}

func options(t *testing.T, in ruling.Incident) []ruling.Option {
	t.Helper()
	list := expect.Must(ruling.Options(in))(t)
	return list
}

// Discretion comes with what each option would do.
func TestOptions(t *testing.T) {
	var in ruling.Incident
	for _, c := range readFile(t, "cases.json") {
		if c.ID == "uscfr-spectator-flag" {
			in = c.Incident
		}
	}
	list := options(t, in)
	var claim, newGame bool
	for _, o := range list {
		claim = claim || o.Verdict == rulebook.Upheld && o.Match == "T1"
		newGame = newGame || len(o.Remedies) == 1 && o.Remedies[0].Kind == rulebook.NewGame
	}
	expect.True(t, claim && newGame, "%+v", list)
	silent := answeredClaim(t, "TR3")
	silent.Timeline = nil
	silent.Claim = &ruling.Claim{By: bughouse.WA, Kind: rulebook.ClaimLosingChances}
	list = options(t, silent)
	expect.True(t, len(list) == 1 && list[0].Source == "USCF-R 24" && list[0].Verdict == rulebook.Denied, "%+v", list)
	if list = options(t, answeredClaim(t, "TR3")); len(list) != 0 {
		t.Errorf("the rulebook decides, yet there are options: %+v", list)
	}
}

// A bare claim: what nobody has recorded is asked for until the ruling stands.
func TestDoubtsAreAskedUntilTheRulingStands(t *testing.T) {
	in := answeredClaim(t, "USCF-C")
	in.Timeline = in.Timeline[:1]
	var asked []string
	for range 10 {
		in.Unknown = in.Doubts()
		q, ok, err := ruling.NextQuestion(in)
		expect.OK(t, err)
		if !ok {
			break
		}
		asked = append(asked, q.Text.String())
		in = in.With(q.Fact, 0) // pressed: yes; answered: no
	}
	want := []string{"Had White on board A pressed the clock after the move?", "Had Black on board A already answered the move?"}
	diff := cmp.Diff(want, asked)
	expect.True(t, diff == "", "%v", diff)
	r := rule(t, in)
	expect.Equal(t, r.Match, "T2", "match")
}

func TestAnsweredClosesTheWindow(t *testing.T) {
	for name, want := range map[string][]string{ // no; not pressed; pressed
		"TR3": {"T2", "continues", "continues"}, "FIDEX": {"T2", "T2", "continues"}, "USCF-C": {"T2", "T2", "continues"},
	} {
		in := answeredClaim(t, name)
		in.Timeline = in.Timeline[:2]
		fact := ruling.Fact{Kind: ruling.FactAnswered, Seat: bughouse.BA}
		for i, match := range want {
			if r := rule(t, in.With(fact, i)); r.Match != match {
				t.Errorf("%s, %q: match %s, want %s", name, fact.Answers()[i], r.Match, match)
			}
		}
	}
}

func TestFactsReadBack(t *testing.T) {
	each(t, 200, func(t *testing.T, s *source, in ruling.Incident) {
		for _, f := range append(s.unknowns(in), in.Doubts()...) {
			back, err := ruling.ParseFact(f.String())
			expect.True(t, err == nil && back == f, "%q reads back as %+v, %v", f, back, err)
			expect.True(t, !f.Question(&in).Empty() && len(f.Answers()) >= 2, "%q cannot be asked", f)
		}
	})
	for _, bad := range []string{"", "flag", "mood.0.WA.A.drops", "flag.-1.WA.A.drops", "flag.0.WC.A.drops", "flag.0.WA.C.drops", "flag.0.WA.A.dropz", "flag.0.WA.A.drops.x"} {
		f, err := ruling.ParseFact(bad)
		expect.True(t, err != nil, "%q reads as %+v", bad, f)
	}
}

// Where no rulebook has an answer to conduct, the official chooses among the
// penalties there are.
func TestOptionsWhereNoBookHasAnAnswer(t *testing.T) {
	in := answeredClaim(t, "USCF-C")
	in.Timeline = []ruling.Act{{Kind: ruling.ActTelephone, By: ruling.ActorWA}}
	in.Claim = &ruling.Claim{By: bughouse.BA, Kind: rulebook.ClaimConduct}
	var kinds []rulebook.RemedyKind
	for _, o := range options(t, in) {
		for _, r := range o.Remedies {
			kinds = append(kinds, r.Kind)
		}
	}
	want := []rulebook.RemedyKind{rulebook.Warning, rulebook.AddTime, rulebook.DeductTime, rulebook.GameLoss, rulebook.MatchLoss}
	expect.True(t, slices.Equal(kinds, want), "options %v, want %v", kinds, want)
}
