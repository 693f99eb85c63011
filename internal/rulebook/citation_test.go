package rulebook_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// bookArticles are the numbers that stand in the texts, read from them and not
// from this package's catalogue.
func bookArticles(t *testing.T) map[rulebook.Name][]string {
	t.Helper()
	out := map[rulebook.Name][]string{}
	for _, r := range rows(t, "articles.tsv") {
		out[rulebook.Name(r[0])] = append(out[rulebook.Name(r[0])], r[1])
	}
	return out
}

// heading is an article that only numbers its parts, so the catalogue leaves it out.
const heading = "15.a"

func TestTheCatalogueHasTheArticlesOfTheTexts(t *testing.T) {
	articles := bookArticles(t)
	for _, b := range rulebook.All() {
		var have []string
		for _, a := range b.Articles() {
			have = append(have, a.ID)
		}
		want := slices.DeleteFunc(slices.Clone(articles[b.Name()]), func(a string) bool { return a == heading })
		expect.NoDiff(t, cmp.Diff(want, have), "%s", b.Name())
	}
}

// Whatever the book cites is one of its own articles.
func TestEveryCitationIsTheBooksOwn(t *testing.T) {
	articles := bookArticles(t)
	for _, b := range rulebook.All() {
		cited := 0
		check := func(by string, numbers ...string) {
			t.Helper()
			for _, n := range numbers {
				if cited++; !slices.Contains(articles[b.Name()], n) {
					t.Errorf("%s, %s: there is no article %q", b.Name(), by, n)
				}
			}
		}
		for _, c := range b.Cells() {
			check(c.Setting.String(), c.Articles...)
			check(c.Setting.String(), b.CellArticles(c.Setting)...)
			if c.BaseLaw && b.BaseLaw() == "" {
				t.Errorf("%s %s: the text brings in no base law", b.Name(), c.Setting)
			}
		}
		for _, s := range rulebook.Settings() {
			for n := 1; s.IsLadder() && n <= 5; n++ {
				for _, fell := range []bool{false, true} {
					check("ladder "+s.String(), b.DecidePenalty(s, rulebook.Occasion{Count: n, VictimFlag: fell}).Articles...)
				}
			}
		}
		for _, e := range everyEnd() {
			check("match result", b.Decide(e).Articles...)
		}
		for _, claim := range rulebook.Claims() {
			for _, s := range claim.Settings {
				check("claim "+string(claim.Kind), b.CellArticles(s)...)
			}
		}
		article, _ := b.Resignation()
		check("resignation", article)
		if f := b.Fallback(); f != "" {
			check("fallback", f)
		}
		if _, a := b.MatchesPerPairing(); a != "" {
			check("matches per pairing", a)
		}
		check("time control", b.TimeControl().Articles...)
		check("appeal", b.AppealPath().Articles...)
		check("stops", b.StopRule().Articles...)
		check("claim window", b.IllegalMoveWindow().Articles...)
		if cited < 300 {
			t.Errorf("%s: only %d citations were looked at", b.Name(), cited)
		}
	}
}

// everyEnd are all pairs of board results in every order.
func everyEnd() []rulebook.Ends {
	var out []rulebook.Ends
	results := []string{"none", "T1", "T2", "draw", "double-forfeit"}
	for _, a := range results {
		for _, b := range results {
			for _, order := range []string{"A-stopped-B", "A-then-B", "B-then-A", "linked-A-first", "linked-B-first", "same-time", "unknown"} {
				out = append(out, ends(a, b, order))
			}
		}
	}
	for _, e := range slices.Clone(out) {
		e.Games[1] = rulebook.GameEnd{Ended: true, Reason: rulebook.ReasonAgreement}
		out = append(out, e)
		e.LossFor, e.Forfeiter = bughouse.Side1, rulebook.OnMovePartner
		out = append(out, e)
	}
	return out
}

var citation = regexp.MustCompile(`\b(TR3|FIDEX|JARED|USCF-R|USCF-C|USCF) (A1|\d+(?:\.[0-9A-Za-z]+)*)`)

// What is said about an article or an open point cites no other book than the
// one it is shown with.
func TestSentencesCiteTheirOwnBook(t *testing.T) {
	articles := bookArticles(t)
	check := func(b *rulebook.Rulebook, by string, sentences ...string) {
		t.Helper()
		for _, m := range citation.FindAllStringSubmatch(strings.Join(sentences, " "), -1) {
			name, number := rulebook.Name(m[1]), m[2]
			if name == "USCF" && strings.HasPrefix(string(b.Name()), "USCF") {
				name = b.Name()
			}
			if name != b.Name() || !slices.Contains(articles[name], number) {
				t.Errorf("%s, %s: cites %s", b.Name(), by, m[0])
			}
		}
	}
	for _, b := range rulebook.All() {
		check(b, "title", b.Title(), b.Character())
		for _, a := range b.Articles() {
			check(b, a.Cite(), a.Title, a.Summary)
		}
		for _, c := range b.Cells() {
			check(b, c.Setting.String(), c.Setting.Question(), c.Setting.Say(c.Value))
			for _, choice := range c.Setting.Choices() {
				check(b, c.Setting.String(), choice.Meaning)
			}
			for _, n := range c.Points {
				p, ok := rulebook.PointByNumber(n)
				if !ok {
					t.Errorf("%s %s: no open point %d", b.Name(), c.Setting, n)
				}
				own := strings.Contains(p.Open+p.Default+p.Because, string(b.Name()))
				if own || !citation.MatchString(p.Open+p.Default+p.Because) {
					continue // it tells which book it speaks of
				}
				check(b, c.Setting.String(), p.Open, p.Default, p.Because)
			}
		}
	}
	for _, claim := range rulebook.Claims() {
		m := citation.FindString(claim.Label + " " + claim.Question)
		expect.True(t, m == "", "claim %s cites %s under every book", claim.Kind, m)
	}
}

// How firm a cell is, is said of the text: what the text does not contain is our
// default, what it writes down is explicit though a detail may be open, and what
// it leaves to another law is said to be that.
func TestBasesAreHonest(t *testing.T) {
	for _, tc := range []struct {
		book    rulebook.Name
		setting rulebook.Setting
		basis   rulebook.Basis
		law     bool
	}{
		{rulebook.JARED, rulebook.IllegalFrom, rulebook.Default, false},
		{rulebook.JARED, rulebook.IllegalUntil, rulebook.Default, false},
		{rulebook.JARED, rulebook.IllegalClaim, rulebook.Default, false},
		{rulebook.JARED, rulebook.IllegalPenalty, rulebook.Default, false},
		{rulebook.JARED, rulebook.IllegalLapsed, rulebook.Default, false},
		{rulebook.JARED, rulebook.Correction, rulebook.Default, false},
		{rulebook.JARED, rulebook.QueenDrops, rulebook.Explicit, false},
		{rulebook.FIDEX, rulebook.IllegalClaim, rulebook.Explicit, false},
		{rulebook.FIDEX, rulebook.OnPoint, rulebook.Default, false},
		{rulebook.FIDEX, rulebook.FlagClaim, rulebook.Explicit, true},
		{rulebook.TR3, rulebook.TouchBoard, rulebook.Explicit, true},
		{rulebook.TR3, rulebook.ClockPlace, rulebook.Derived, false},
		{rulebook.USCFR, rulebook.OnDisplacePress, rulebook.Explicit, false},
		{rulebook.USCFC, rulebook.OnDisplacePress, rulebook.Explicit, false},
		{rulebook.USCFR, rulebook.OnHand, rulebook.Explicit, false},
		{rulebook.USCFR, rulebook.MateTest, rulebook.Derived, false},
		{rulebook.USCFR, rulebook.Repetition, rulebook.Default, true},
		{rulebook.USCFR, rulebook.TouchBoard, rulebook.Default, true},
		{rulebook.USCFC, rulebook.Repetition, rulebook.Default, false},
		{rulebook.USCFC, rulebook.TouchBoard, rulebook.Explicit, false},
		{rulebook.USCFC, rulebook.Castling, rulebook.Derived, false},
		{rulebook.USCFR, rulebook.OnTouchPartner, rulebook.OfficialsCall, false},
	} {
		c := book(t, string(tc.book)).Cell(tc.setting)
		expect.True(t, c.Basis() == tc.basis && c.BaseLaw == tc.law, "%s %s: %s, base law %v; want %s, %v", tc.book, tc.setting, c.Basis(), c.BaseLaw, tc.basis, tc.law)
	}
	moved := book(t, "USCF-R").DecidePenalty(rulebook.OnMovePartner, rulebook.Occasion{Count: 1})
	expect.True(t, moved.Verdict == rulebook.Discretion && slices.Equal(moved.Remedies, []rulebook.RemedyKind{rulebook.MatchLoss}),
		"grounds to forfeit a match: %+v", moved)
	_, basis := book(t, "JARED").Resignation()
	expect.Equal(t, basis, rulebook.Derived, "JARED does not speak of resigning, yet its basis")
}
