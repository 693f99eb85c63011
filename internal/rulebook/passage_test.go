package rulebook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// typedIn writes a text that numbers every article but some as people do; the words are
// ours.
func typedIn(name rulebook.Name, number func(id string) string, without ...string) string {
	b := &strings.Builder{}
	b.WriteString("The rules of our club\nNov 25, 2013\n\n")
	for _, book := range rulebook.All() {
		if book.Name() != name {
			continue
		}
		for _, a := range book.Articles() {
			if !slices.Contains(without, a.ID) {
				b.WriteString(number(a.ID) + " Words of article <" + a.ID + ">.\n\nIn two parts:\n(1) the first\n- and another line of <" + a.ID + ">\n")
			}
		}
	}
	return b.String()
}

func TestPassagesAreFoundByTheirNumbers(t *testing.T) {
	t.Parallel()
	last := func(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }
	for says, number := range map[string]func(string) string{
		"whole numbers":         func(id string) string { return id + "." },
		"words before":          func(id string) string { return "Article " + id + ":" },
		"bold":                  func(id string) string { return "**" + id + ".** " },
		"parts by themselves":   func(id string) string { return " - " + last(id) + "." },
		"parts with a bracket":  func(id string) string { return last(id) + ")" },
		"lines of other system": func(id string) string { return id + ".\r" },
	} {
		for _, book := range rulebook.All() {
			if book.Name() == rulebook.USCFC && strings.HasPrefix(says, "parts") {
				continue // its article 15.a has a number of its own, see below
			}
			p := rulebook.FindPassages(book.Name(), typedIn(book.Name(), number))
			if len(p.Missing) > 0 || len(p.Of) != len(book.Articles()) {
				t.Errorf("%s, %s: %v are missing", book.Name(), says, p.Missing)
			}
			for id, passage := range p.Of {
				if !strings.Contains(passage, "<"+id+">.") || !strings.HasSuffix(passage, "another line of <"+id+">") || strings.Count(passage, "<") != 2 {
					t.Errorf("%s, %s: %s is %q", book.Name(), says, id, passage)
				}
			}
		}
	}
}

func TestAPartBelowANumberOfItsOwn(t *testing.T) {
	t.Parallel()
	p := rulebook.FindPassages(rulebook.USCFC, "15. How it ends\na. Somebody has won\n1) by this\na) as said here\n2) or by that\n16. And not\na. so\n")
	want := map[string]string{
		"15": "15. How it ends\na. Somebody has won", "15.a.1": "1) by this", "15.a.1.a": "a) as said here", "15.a.2": "2) or by that", "16": "16. And not", "16.a": "a. so",
	}
	for id, passage := range want {
		expect.Equal(t, p.Of[id], passage, "%s", id)
	}
}

func TestAMissingNumberIsSaid(t *testing.T) {
	t.Parallel()
	p := rulebook.FindPassages(rulebook.USCFR, typedIn(rulebook.USCFR, func(id string) string { return id + "." }, "8.II", "12"))
	expect.True(t, slices.Equal(p.Missing, []string{"8.II", "12"}) && p.Of["12"] == "", "%v are missing, and 12 is %q", p.Missing, p.Of["12"])
	if p := rulebook.FindPassages(rulebook.JARED, "a picture of a text"); len(p.Of) != 0 || len(p.Missing) == 0 {
		t.Errorf("in no text were found %v", p.Of)
	}
}

// What was found is told in the rulebook's order, those in a row in short.
func TestTheNumbersFoundAreToldInShort(t *testing.T) {
	t.Parallel()
	whole := rulebook.FindPassages(rulebook.FIDEX, typedIn(rulebook.FIDEX, func(id string) string { return id + "." }))
	expect.True(t, len(whole.Runs) == 1 && strings.Contains(whole.Runs[0], "–"), "a whole text: %q", whole.Runs)
	gaps := rulebook.FindPassages(rulebook.FIDEX, typedIn(rulebook.FIDEX, func(id string) string { return id + "." }, "18"))
	expect.True(t, len(gaps.Runs) == 2 && strings.HasSuffix(gaps.Runs[0], "–17") && strings.HasPrefix(gaps.Runs[1], "19–"), "without 18: %q", gaps.Runs)
}
