package ruling_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// citable are the full names of the articles of all books: "USCF-R 15.V".
func citable(t *testing.T) []string {
	t.Helper()
	data := expect.Must(os.ReadFile(testdata.Path(t, "rulings", "articles.tsv")))(t)
	var out []string
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "#") {
			out = append(out, strings.Replace(strings.TrimSpace(line), "\t", " ", 1))
		}
	}
	return out
}

var cites = regexp.MustCompile(`\b(?:TR3|FIDEX|JARED|USCF-R|USCF-C|USCF) (?:A1|\d+(?:\.[0-9A-Za-z]+)*)`)

// A ruling, its reasons and its sentence cite articles that exist, all of the
// incident's own book, on the public cases and on random incidents.
func TestEveryRulingCitesItsOwnBook(t *testing.T) {
	known := citable(t)
	seen := map[string]bool{}
	check := func(t *testing.T, in ruling.Incident) {
		t.Helper()
		r := rule(t, in)
		cited := slices.Clone(r.Articles)
		said := r.Explain.String()
		for _, s := range r.Reasons {
			cited = append(cited, s.Articles...)
			said += " " + s.Sentence.String()
		}
		for _, a := range append(cited, cites.FindAllString(said, -1)...) {
			seen[a] = true
			if !strings.HasPrefix(a, string(in.Book.Name())+" ") || !slices.Contains(known, a) {
				t.Errorf("%q is no article of %s\n%s\n%s", a, in.Book.Name(), said, describe(in))
			}
		}
	}
	for _, c := range readFile(t, "cases.json") {
		check(t, c.Incident)
	}
	each(t, 20000, func(t *testing.T, _ *source, in ruling.Incident) { check(t, in) })
	expect.True(t, len(seen) >= 100, "only %d articles were cited", len(seen))
}

// What a rulebook leaves to another law is said to be that, in the sentence and
// in the chain of reasons.
func TestBaseLawIsNamed(t *testing.T) {
	in := answeredClaim(t, "USCF-R")
	in.Timeline = nil
	in.Boards[bughouse.A].Repetition = &ruling.Repetition{Occurrences: 3}
	in.Claim = &ruling.Claim{By: bughouse.WA, Kind: rulebook.ClaimRepetition}
	r := rule(t, in)
	want := "USCF-R 25 leaves this to the US Official Rules of Chess"
	expect.True(t, strings.Contains(r.Explain.String(), want), "%q does not say %q", r.Explain, want)
	expect.True(t, slices.ContainsFunc(r.Reasons, func(s ruling.Step) bool { return s.Setting == rulebook.Repetition && s.IsRule && s.Law != "" }),
		"no reason names the law: %+v", r.Reasons)
	silent := in
	silent.Timeline = []ruling.Act{{Kind: ruling.ActAnnoy, By: ruling.ActorBA}}
	silent.Claim = &ruling.Claim{By: bughouse.WA, Kind: rulebook.ClaimConduct}
	if r := rule(t, silent); r.Verdict != rulebook.Discretion || !strings.Contains(r.Explain.String(), "USCF-R 25 leaves this to") {
		t.Errorf("the official is not told where to look: %q", r.Explain)
	}
	silent.Book = book(t, "USCF-C")
	if r := rule(t, silent); strings.Contains(r.Explain.String(), "leaves this to") {
		t.Errorf("USCF-C names no base law: %q", r.Explain)
	}
	in.Book = in.Book.With(rulebook.Repetition, "3")
	if r = rule(t, in); strings.Contains(r.Explain.String(), "leaves this to") {
		t.Errorf("a house rule is no base law: %q", r.Explain)
	}
}

// Where an article names a penalty the official may give, it comes first among
// the options and says what it would do.
func TestGroundsToForfeitAreAnOption(t *testing.T) {
	for _, c := range readFile(t, "cases.json") {
		if c.ID != "uscfr-partner-move" {
			continue
		}
		list := options(t, c.Incident)
		expect.MustTrue(t, len(list) != 0 && list[0].Match == "T2" && list[0].Remedies[0].Kind == rulebook.MatchLoss, "%+v", list)
		n := 0
		for _, o := range list {
			if slices.ContainsFunc(o.Remedies, func(r ruling.Remedy) bool { return r.Kind == rulebook.MatchLoss }) {
				n++
			}
		}
		expect.True(t, n == 1, "the forfeit is offered %d times: %+v", n, list)
		return
	}
	t.Fatal("the case is gone")
}
