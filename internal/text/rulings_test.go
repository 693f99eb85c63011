package text_test

import (
	"bytes"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/text"
)

// Every public case is ruled in every language: the sentence to read aloud, the chain of
// reasons, marks, legality, options, the question to ask and what each answer would do.
// No word of it is English because a catalogue lacks it.
func TestEveryPublicCaseIsRuledInEveryLanguage(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(testdata.Path(t, "rulings", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	cases, err := casefile.Read(bytes.NewReader(data))
	if err != nil || len(cases) < 50 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, w := range text.Languages()[1:] {
		known, err := text.Catalogue(w.Code())
		if err != nil {
			t.Fatal(err)
		}
		rules, err := text.Rulebooks(w.Code())
		if err != nil {
			t.Fatal(err)
		}
		lacking := map[string]bool{}
		say := func(format string, parts ...any) string {
			_, sentence := known[text.Message(format)]
			_, rule := rules[format]
			if !sentence && (!rule || len(parts) > 0) && speaks(strings.ReplaceAll(format, "%s", "")) {
				lacking[format] = true
			}
			return w.Told(format, parts...)
		}
		kinds, books := map[rulebook.ClaimKind]bool{}, map[rulebook.Name]bool{}
		for _, c := range cases {
			if c.Claim != nil {
				kinds[c.Claim.Kind] = true
			}
			books[c.Book.Name()] = true
			for _, said := range everythingSaid(t, c.Incident) {
				english := said.In(func(format string, parts ...any) string { return text.Words{}.Told(format, parts...) })
				if got := said.In(say); got == "" || strings.Contains(got, "%!") || len(english) > 60 && got == english {
					t.Errorf("%s in %s: %q", c.ID, w.Code(), got)
				}
			}
		}
		for format := range lacking {
			t.Errorf("%s lacks %q", w.Code(), format)
		}
		if len(kinds) < 17 || len(books) < 5 {
			t.Errorf("%d kinds of claim by %d rulebooks were ruled", len(kinds), len(books))
		}
	}
}

// everythingSaid is all that the engine says about an incident.
func everythingSaid(t *testing.T, in ruling.Incident) (all []phrase.Sayable) {
	t.Helper()
	add := func(list ...phrase.Sentence) {
		for _, s := range list {
			all = append(all, s)
		}
	}
	r, err := ruling.Rule(in)
	if err != nil {
		t.Fatal(err)
	}
	add(r.Explain)
	add(r.Marks...)
	for _, s := range r.Reasons {
		add(s.Sentence)
		if s.Law != "" {
			all = append(all, s.Law)
		}
	}
	for _, l := range r.Legality {
		if words := ruling.SayIllegal(l.Reason); words != "" {
			all = append(all, words)
		}
	}
	for _, p := range r.Points {
		add(p.Setting.Rule(p.Other))
	}
	options, err := ruling.Options(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range options {
		add(o.Sentence)
	}
	for _, fact := range in.Doubts() {
		add(fact.Question(&in))
		add(fact.Answers()...)
	}
	return all
}

// TestTheEngineSaysNothingPastTheCatalogue finds every sentence of the rulings engine that is not
// made of package phrase: it would be English in every language.
func TestTheEngineSaysNothingPastTheCatalogue(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../ruling/*.go")
	if err != nil || len(names) < 20 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, s := range unsaid(t, name) {
			t.Errorf("%s: %q stands past the catalogue: make it of phrase.Of or phrase.Word", name, s)
		}
	}
}

// unsaid are the sentences among the strings of a file that are no keys and no errors.
func unsaid(t *testing.T, name string) (found []string) {
	t.Helper()
	file, err := goparser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.CallExpr:
			if fun, ok := n.Fun.(*ast.SelectorExpr); ok {
				from, _ := fun.X.(*ast.Ident)
				if from != nil && (from.Name == "phrase" || from.Name == "errors" || from.Name == "fmt") {
					return false // a key, or an error
				}
			}
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && sentence.MatchString(s) {
				found = append(found, s)
			}
		}
		return true
	})
	return found
}
