package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// glued is a word that runs into one which only screen readers speak. templ drops
// the blank after the tag, so that the blank has to stand in front of it, or at the
// beginning of a Go text. A colon or comma there needs none.
var glued = regexp.MustCompile(`[^\s>]<span class="vh">\s*(?:[^\s:,{]|\{ (?:[^"]|"[^ :,]))`)

// TestWordsForScreenReadersStandApart keeps the name of a button from being read as
// one word: "Sendthe runner".
func TestWordsForScreenReadersStandApart(t *testing.T) {
	t.Parallel()
	spoken := 0
	expect.OK(t, filepath.WalkDir(filepath.Join(root, "templates"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".templ" {
			return err
		}
		text, err := os.ReadFile(path)
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			spoken += strings.Count(line, `<span class="vh">`)
			found := glued.FindString(line)
			expect.True(t, found == "", "%s:%d: a blank is missing in front of the tag of %q: what is in it is spoken, and runs into the word before", path, number, found)
		}
		return err
	}))
	expect.True(t, spoken >= 10, "only %d places with words for screen readers were found", spoken)
}

// TestTemplatesSpeakTheReadersLanguage: a template that makes its own words says them in English
// to everybody.
func TestTemplatesSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	speaking := 0
	expect.OK(t, filepath.WalkDir(filepath.Join(root, "templates"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".templ" {
			return err
		}
		source, err := os.ReadFile(path)
		speaking += strings.Count(string(source), ".Say(")
		expect.True(t, !strings.Contains(string(source), "text.Words{}"), "%s makes words of no language: take those of the frame", path)
		return err
	}))
	expect.True(t, speaking >= 1000, "only %d sentences of templates were found", speaking)
}

var (
	spokenFields = []string{"Label", "Hint", "Title", "Empty", "Says", "Headline", "Sentence"}
	aWord        = regexp.MustCompile(`(^|[ (])[A-Za-z]{2,}([^:\w]|$)`) // no address
	inFormat     = regexp.MustCompile(`%\S* (\w+ )*[a-z]{2,}( |,)`)     // no unit at its end, as "%d min"
	addedWord    = regexp.MustCompile(`^[,;:.] [a-z]{2,}`)
	plainWord    = regexp.MustCompile(`^"[a-z]{2,}( [a-z]+)*"$`)
	letteredName = regexp.MustCompile(`\b[A-Z]%d .*\b[A-Z]%d`)             // "T%d M%d": of a table and a match
	lettered     = regexp.MustCompile(`[>\s][A-Z]\{ `)                     // T{ itoa(table) }
	printedEnum  = regexp.MustCompile(`(?m)[^=]\{ string\([^"{}\n]*\) \}`) // no attribute
)

// TestPagesSayNothingByThemselves: a sentence that does not go through Say is said in English
// to everybody. It looks where such ones were found: in what a form or a list calls its parts,
// in formats, and in values of the program that are shown as they are written.
func TestPagesSayNothingByThemselves(t *testing.T) {
	t.Parallel()
	const problems = "internal/web/visit/problem.go" // of the API, whose words are for programmers
	looked := 0
	for _, folder := range []string{"templates", "internal/web", "internal/publicpages", "internal/wording"} {
		expect.OK(t, filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			name, _ := filepath.Rel(root, path)
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || name == problems {
				return err
			}
			looked++
			files := token.NewFileSet()
			parsed, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if text := ownText(n, folder == "templates"); text != "" {
					t.Errorf("%s:%d: %s is said in English to everybody: use Say", name, files.Position(n.Pos()).Line, text)
				}
				return true
			})
			return nil
		}))
	}
	expect.True(t, looked >= 300, "only %d files were looked at", looked)
	expect.OK(t, filepath.WalkDir(filepath.Join(root, "templates"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".templ" {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range printedEnum.FindAllString(string(source), -1) {
			expect.True(t, strings.Contains(found, ".Name()"), "%s shows %s as the program writes it: give it a word through Say", path, found)
		}
		expect.Equal(t, lettered.FindString(string(source)), "", "%s names something by the first letter of an English word: use Say", path)
		return err
	}))
}

// ownText is the literal that a node of a page would show: of a field with a label, added
// to something, or a format with words. A template's formats make addresses and names of fields as well.
func ownText(n ast.Node, template bool) string {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		value, literal := n.Value.(*ast.BasicLit)
		if ok && literal && value.Kind == token.STRING && slices.Contains(spokenFields, key.Name) && aWord.MatchString(strings.Trim(value.Value, "`\"")) {
			return value.Value
		}
	case *ast.BinaryExpr:
		if added, literal := n.Y.(*ast.BasicLit); literal && n.Op == token.ADD && addedWord.MatchString(strings.Trim(added.Value, "`\"")) {
			return added.Value
		}
	case *ast.CallExpr:
		called, ok := n.Fun.(*ast.SelectorExpr)
		if ok && called.Sel.Name == "Say" {
			return wordPutIn(n.Args[1:])
		}
		if !ok || called.Sel.Name != "Sprintf" {
			return ""
		}
		format, literal := n.Args[0].(*ast.BasicLit)
		if literal && (letteredName.MatchString(format.Value) || template && inFormat.MatchString(strings.Trim(format.Value, "`\""))) {
			return format.Value
		}
	}
	return ""
}

// wordPutIn is the English word that a sentence of any language would hold in the place of a %s.
func wordPutIn(args []ast.Expr) (word string) {
	for _, arg := range args {
		ast.Inspect(arg, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				called, ok := call.Fun.(*ast.SelectorExpr)
				return !ok || called.Sel.Name != "Say" // it is looked at by itself
			}
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING && plainWord.MatchString(literal.Value) {
				word = literal.Value
			}
			return true
		})
	}
	return word
}
