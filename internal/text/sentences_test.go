package text_test

import (
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/a-h/templ/parser/v2"
	"github.com/a-h/templ/parser/v2/visitor"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// silent are the rooms whose pages still say sentences that no catalogue holds.
// A room whose last sentence has found its way leaves the list.
var silent = []string{"board", "chief", "desk", "hall", "layout", "print", "public", "publicpages", "rounds", "setup", "visit", "wording"}

// TestPagesSayNothingPastTheCatalogue finds every sentence of a page that is
// written into it instead of being said in the reader's language.
func TestPagesSayNothingPastTheCatalogue(t *testing.T) {
	t.Parallel()
	rooms, err := filepath.Glob("../../templates/*/*.templ")
	expect.MustTrue(t, err == nil && len(rooms) >= 50, "%d templates were found, %v", len(rooms), err)
	left := map[string]int{}
	for _, name := range rooms {
		room := filepath.Base(filepath.Dir(name))
		for _, found := range append(inMarkup(t, name), inCode(t, strings.TrimSuffix(name, ".templ")+"_templ.go")...) {
			left[room]++
			expect.True(t, slices.Contains(silent, room) && os.Getenv("TANDEM_ROOM") != room,
				"%s: %s stands past the catalogue: say it with f.Say and translate it in internal/text/messages", name, found)
		}
	}
	for _, name := range handlers(t) {
		room := filepath.Base(filepath.Dir(name))
		for _, found := range inCode(t, name) {
			left[room]++
			expect.True(t, slices.Contains(silent, room) && os.Getenv("TANDEM_ROOM") != room,
				"%s: %s stands past the catalogue: say it with v.Words.Say or text.Message", name, found)
		}
	}
	for _, room := range silent {
		expect.True(t, left[room] != 0, "the room %q says nothing past the catalogue any more: take it from the list", room)
	}
	t.Logf("sentences past the catalogue: %v", left)
}

// handlers are the files that fill pages; programs read the answers of the API in English.
func handlers(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, folder := range []string{"web/*", "wording", "publicpages"} {
		found, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
		expect.MustTrue(t, err == nil && len(found) != 0, "%s: %d files, %v", folder, len(found), err)
		names = append(names, found...)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return strings.HasSuffix(name, "_test.go") || filepath.Base(filepath.Dir(name)) == "api"
	})
}

// spokenAttributes are those whose text people read or hear.
var spokenAttributes = []string{"aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription", "data-words", "data-grey", "data-red", "data-confirm", "label"}

// wordy is what has a word of three letters in it that is no name of ours.
var wordy = regexp.MustCompile(`\p{L}{2,}`)

// same are words that every language writes alike.
var same = []string{"Tandem", "JSON", "CSV", "PGN", "BPGN", "TRF", "QR", "API", "SVG", "PDF", "OpenAPI", "Enter", "Esc"}

func speaks(s string) bool {
	s = strings.TrimSpace(html.UnescapeString(s))
	return wordy.MatchString(s) && !slices.Contains(same, strings.Trim(s, ".,:;()"))
}

// inMarkup are the words between tags and in spoken attributes.
func inMarkup(t *testing.T, name string) []string {
	t.Helper()
	page := expect.Must(parser.Parse(name))(t)
	var found []string
	v := visitor.New()
	v.Text = func(n *parser.Text) error {
		if speaks(n.Value) {
			found = append(found, fmt.Sprintf("line %d: %q", n.Range.From.Line+1, n.Value))
		}
		return nil
	}
	v.ConstantAttribute = func(n *parser.ConstantAttribute) error {
		if slices.Contains(spokenAttributes, n.Key.String()) && speaks(n.Value) {
			found = append(found, fmt.Sprintf("%s=%q", n.Key, n.Value))
		}
		return nil
	}
	expect.OK(t, page.Visit(v))
	return found
}

// sentence is what reads like one: words with a blank between them, or a word with
// a capital.
var sentence = regexp.MustCompile(`^\p{Lu}\p{Ll}{2,}|\p{L}{2,}[,;:]? (?:%[sd] )?\p{L}{2,}`)

// inCode are the sentences among the strings of Go code, but for those that are
// said, those of faults (refusing), those of errors and logs, and the tags that
// templ has written.
func inCode(t *testing.T, name string) []string {
	t.Helper()
	files := token.NewFileSet()
	file := expect.Must(goparser.ParseFile(files, name, nil, 0))(t)
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.CompositeLit:
			if kind, ok := n.Type.(*ast.SelectorExpr); ok && kind.Sel.Name == "Error" { // templ.Error
				return false
			}
		case *ast.CallExpr:
			return !takesNoSpeech(n)
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && sentence.MatchString(s) && speaks(s) && !strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "<") && !strings.Contains(s, "2006") {
				found = append(found, fmt.Sprintf("line %d: %q", files.Position(n.Pos()).Line, s))
			}
		}
		return true
	})
	return found
}

// takesNoSpeech reports whether what a call is given is said, or read by nobody.
func takesNoSpeech(call *ast.CallExpr) bool {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if from, ok := fun.X.(*ast.Ident); ok && slices.Contains([]string{"fault", "errors", "slog"}, from.Name) {
		return true
	}
	return slices.Contains([]string{"Say", "Message", "Word", "Refused", "WriteString", "KV", "Errorf", "Asset", "Set", "Header", "Debug", "Info", "Warn", "Error", "Add"}, fun.Sel.Name)
}
