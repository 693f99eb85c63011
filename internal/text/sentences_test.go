package text_test

import (
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/a-h/templ/parser/v2"
	"github.com/a-h/templ/parser/v2/visitor"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestPagesSayNothingPastTheCatalogue finds every sentence of a page that is
// written into it instead of being said in the reader's language.
func TestPagesSayNothingPastTheCatalogue(t *testing.T) {
	t.Parallel()
	rooms, err := filepath.Glob("../../templates/*/*.templ")
	expect.MustTrue(t, err == nil && len(rooms) >= 50, "%d templates were found, %v", len(rooms), err)
	for _, name := range rooms {
		if readByPrograms(name) {
			continue
		}
		for _, found := range append(inMarkup(t, name), inCode(t, strings.TrimSuffix(name, ".templ")+"_templ.go")...) {
			t.Errorf("%s: %s stands past the catalogue: say it with f.Say and translate it in internal/text/messages", name, found)
		}
	}
	for _, name := range handlers(t) {
		for _, found := range inCode(t, name) {
			t.Errorf("%s: %s stands past the catalogue: say it with v.Words.Say or text.Message", name, found)
		}
	}
}

// forPrograms are files whose words programs and whoever writes them read: the interface
// and its page speak English, as its description does.
var forPrograms = []string{"api/", "visit/problem.go", "visit/plain_json.go", "visit/cross_origin.go", "public/reference.go", "public/reference.templ", "public/robots.go"}

func readByPrograms(name string) bool {
	return slices.ContainsFunc(forPrograms, func(file string) bool { return strings.Contains(name, file) })
}

// handlers are the files that fill pages.
func handlers(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, folder := range []string{"web/*", "wording", "publicpages", "desktop", "../templates/*"} {
		found, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
		expect.MustTrue(t, err == nil && len(found) != 0, "%s: %d files, %v", folder, len(found), err)
		names = append(names, found...)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") || readByPrograms(name)
	})
}

// spokenAttributes are those whose text people read or hear.
var spokenAttributes = []string{"aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription", "label"}

// spoken reports whether an attribute holds what people read or hear: by its name, or, of those
// that scripts read, by what stands in it.
func spoken(name, value string) bool {
	switch {
	case slices.Contains(spokenAttributes, name), strings.HasSuffix(name, "-word"), strings.HasPrefix(name, "data-word-"), strings.HasPrefix(name, "data-said"):
		return true
	}
	return strings.HasPrefix(name, "data-") && !slices.Contains(readByScripts, name) && sentence.MatchString(value)
}

// readByScripts are attributes whose values are lists of states, and names of keys.
var readByScripts = []string{"data-for", "data-step-key"}

// wordy is what has a word of three letters in it that is no name of ours.
var wordy = regexp.MustCompile(`\p{L}{2,}`)

// same are words that every language writes alike.
var same = []string{
	"Tandem", "JSON", "CSV", "PGN", "BPGN", "TRF", "QR", "API", "SVG", "PDF", "OpenAPI", "Enter", "Esc",
	"ArrowLeft", "ArrowRight", "Edge", "Opera", "Firefox", "Chrome", "Safari", "Android", "Windows", "Mac", "Mac OS", "Linux", "WhiteA", "BlackA", "WhiteB", "BlackB", "UTC",
}

// codes are what programs read: fields of HTTP of one word, a manifest, schema.org, a part of
// the name that a browser sends, the values of buttons, the names of pages in memory.
var codes = []string{
	"Authorization", "Bearer ", "Cookie", "Vary", "Edg", "any maskable", "SportsEvent", "Bughouse chess", "Place", "tandem is here\n", "GET ",
	"pass ", "made ", "declare ", "report ", " none", "find ", "guide ", " rules?", " embed %d %s",
}

// names are strings that nobody reads as a sentence: fields of HTTP and what stands in
// them, types of files, zones of time, classes of a button, commands for a console.
var names = regexp.MustCompile(`^(?:[A-Z]\w*(?:-[A-Z]\w*)+(?:, [A-Z][\w-]*)*|\w+/[\w.+-]+(?:; charset=utf-8)?|[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+|btn(?: btn-\w+)+|public, max-age=\d+|tandem [a-z-]+ (?:%s|[A-Z]+)|TANDEM_\w+=%s tandem serve)$`)

// acts are the names under which the journal keeps what was done; wording has their words.
var acts = sync.OnceValue(func() []string {
	file, err := goparser.ParseFile(token.NewFileSet(), "../wording/acts.go", nil, 0)
	if err != nil {
		panic(err)
	}
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		if row, ok := n.(*ast.KeyValueExpr); ok {
			if name, ok := row.Key.(*ast.BasicLit); ok {
				names = append(names, strings.Trim(name.Value, `"`))
			}
		}
		return true
	})
	return names
})

func speaks(s string) bool {
	s = html.UnescapeString(s)
	if slices.Contains(codes, s) || slices.Contains(acts(), s) {
		return false
	}
	s = strings.TrimSpace(s)
	return wordy.MatchString(s) && !slices.Contains(same, strings.Trim(s, ".,:;()")) && !names.MatchString(s)
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
		if spoken(n.Key.String(), n.Value) && speaks(n.Value) {
			found = append(found, fmt.Sprintf("%s=%q", n.Key, n.Value))
		}
		return nil
	}
	expect.OK(t, page.Visit(v))
	return found
}

// sentence is what reads like one: words with a blank between them, perhaps with "a" or a
// part to fill in between, a word with a capital, or a word that a blank joins to a name.
var sentence = regexp.MustCompile(`^\p{Lu}\p{Ll}{2,}|\p{L}{2,}[,;:]? (?:(?:%[sdq]|\p{L}) )*\p{L}{2,}|^ \(?\p{L}{2,}|\p{L}{2,} \(?$`)

// inCode are the sentences among the strings of Go code, but for those that are
// said, those of faults (refusing), those of errors and logs, and the tags that
// templ has written.
func inCode(t *testing.T, name string) []string {
	t.Helper()
	files := token.NewFileSet()
	file := expect.Must(goparser.ParseFile(files, name, nil, 0))(t)
	var found []string
	var see func(n ast.Node) bool
	see = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.FuncDecl:
			return n.Name.Name != "Error" || n.Recv == nil // what an error says goes into the log
		case *ast.CompositeLit:
			if saysNothing(n.Type) {
				return false
			}
		case *ast.KeyValueExpr: // keys are looked up, never said
			ast.Inspect(n.Value, see)
			return false
		case *ast.BinaryExpr:
			return n.Op != token.EQL && n.Op != token.NEQ // what is compared is a key
		case *ast.CaseClause:
			for _, s := range n.Body {
				ast.Inspect(s, see)
			}
			return false
		case *ast.CallExpr:
			return !takesNoSpeech(n)
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && sentence.MatchString(s) && speaks(s) && !strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "<") && !strings.HasSuffix(s, ">") && !strings.Contains(s, "2006") {
				found = append(found, fmt.Sprintf("line %d: %q", files.Position(n.Pos()).Line, s))
			}
		}
		return true
	}
	ast.Inspect(file, see)
	return found
}

// saysNothing reports whether a value of the type holds nothing that is read: an error of
// templ, the classes of an element, a field of HTTP, a tag of a game file.
func saysNothing(kind ast.Expr) bool {
	switch kind := kind.(type) {
	case *ast.SelectorExpr:
		return slices.Contains([]string{"Error", "Field", "Tag"}, kind.Sel.Name)
	case *ast.ArrayType:
		if of, ok := kind.Elt.(*ast.SelectorExpr); ok {
			return of.Sel.Name == "Field" || of.Sel.Name == "Tag"
		}
		of, ok := kind.Elt.(*ast.Ident)
		return ok && of.Name == "any"
	}
	return false
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
	return slices.Contains([]string{"Say", "Message", "Word", "Refused", "WriteString", "KV", "Errorf", "Asset", "Set", "Header", "Debug", "Info", "Warn", "Error", "Add", "MustCompile"}, fun.Sel.Name)
}
