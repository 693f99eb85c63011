// Package sentences finds the sentences of Tandem's pages in its source, as the keys of
// their translations: for the tests of the catalogues, and for whoever translates. It
// reads Go files and must never be part of the server.
package sentences

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
)

// refusing are the packages whose refusals are said in the reader's language: the
// catalogues hold every sentence that they make a fault of.
var refusing = []string{
	"internal/account", "internal/bughouse", "internal/dispute", "internal/fault", "internal/limit", "internal/livegame", "internal/postgres",
	"internal/pairing", "internal/phrase", "internal/roster", "internal/rulebook", "internal/ruling", "internal/savepoint", "internal/standings", "internal/takeback", "internal/tournament", "internal/tournament/*", "internal/web", "internal/web/*", "internal/webhook",
}

// forPrograms are the areas whose refusals programs read, in English.
var forPrograms = []string{"api"}

// awaiting are the rooms whose sentences are not all translated yet; until then they
// are said in English. A room whose catalogues are whole leaves the list.
var awaiting []string

// Rooms lists the rooms that say a sentence, in the order of the alphabet.
type Rooms []string

// Translated reports whether every catalogue has to hold the sentence.
func (r Rooms) Translated() bool {
	return slices.ContainsFunc(r, func(room string) bool { return !slices.Contains(awaiting, room) })
}

// Said reads every sentence out of the code under root, the folder of the repository,
// with the rooms that say it.
func Said(root string) (map[text.Message]Rooms, error) {
	found := map[text.Message]Rooms{}
	note := func(room string, sentence func(ast.Node) (text.Message, bool)) func(ast.Node) bool {
		return func(n ast.Node) bool {
			if m, ok := sentence(n); ok && !slices.Contains(found[m], room) {
				found[m] = append(found[m], room)
			}
			return true
		}
	}
	for _, folder := range []string{"internal/text", "internal/demo", "internal/help", "internal/web/*", "internal/web", "internal/publicpages", "internal/wording", "internal/takeback", "internal/desktop", "templates/*"} {
		if err := inspect(filepath.Join(root, folder), func(room string, file *ast.File) { ast.Inspect(file, note(room, said)) }); err != nil {
			return nil, err
		}
	}
	for _, folder := range refusing {
		if err := inspect(filepath.Join(root, folder), func(room string, file *ast.File) {
			if !slices.Contains(forPrograms, room) {
				ast.Inspect(file, note(room, refused))
			}
		}); err != nil {
			return nil, err
		}
	}
	for _, m := range ruled() {
		found[m] = append(found[m], "rulebook")
	}
	if err := inspect(filepath.Join(root, "internal/tournament"), func(_ string, file *ast.File) {
		ast.Inspect(file, note("setup", asked))
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if fun, _ := call.Fun.(*ast.Ident); fun != nil && fun.Name == "oneOf" {
					ast.Inspect(call, note("setup", value))
				}
			}
			return true
		})
	}); err != nil {
		return nil, err
	}
	if err := inspect(filepath.Join(root, "internal/access"), func(room string, file *ast.File) { ast.Inspect(file, note(room, named)) }); err != nil {
		return nil, err
	}
	for _, rooms := range found {
		slices.Sort(rooms)
	}
	return found, nil
}

// ruled are the names that package rulebook makes of its headings, for use inside sentences.
func ruled() []text.Message {
	var names []text.Message
	for _, c := range rulebook.Claims() {
		names = append(names, text.Message(c.Name()))
		if c.Question != "" {
			names = append(names, text.Message(c.Question))
		}
	}
	for _, s := range rulebook.Settings() {
		if s.IsLadder() {
			names = append(names, text.Message(s.Name()))
		}
	}
	for _, b := range rulebook.All() {
		if b.BaseLaw() != "" {
			names = append(names, text.Message(b.BaseLaw()))
		}
	}
	for _, r := range append(rulebook.Reasons(), rulebook.ReasonStopped, rulebook.ReasonRuled) {
		names = append(names, text.Message(r.Label()))
	}
	for _, o := range livegame.Orders() {
		names = append(names, text.Message(o.Label()))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// inspect parses the code of folders, tests left out, by the folders' names.
func inspect(folders string, see func(room string, file *ast.File)) error {
	names, err := filepath.Glob(filepath.Join(folders, "*.go"))
	if err != nil {
		return fmt.Errorf("find the code in %s: %w", folders, err)
	}
	if len(names) == 0 {
		return fmt.Errorf("find the code in %s: there is none; this runs in the folder of the repository", folders)
	}
	for _, name := range names {
		if test, _ := filepath.Match("*_test.go", filepath.Base(name)); test {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return fmt.Errorf("read the sentences of %s: %w", name, err)
		}
		see(filepath.Base(filepath.Dir(name)), file)
	}
	return nil
}

// said is the sentence of a call such as f.Say("…"), text.Message("…") or
// fault.Word("…").
func said(n ast.Node) (text.Message, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "Say" && fun.Sel.Name != "Message" && fun.Sel.Name != "Word" && fun.Sel.Name != "Part" {
		return "", false
	}
	return literal(call.Args[0])
}

// refused is the sentence of a fault: fault.New(kind, "…"), fault.Wrap(kind, err, "…"),
// fault.Field("name", "…"), form.Add("name", "…"), fault.Word("…"), fault.Part("…"), and what
// else is put together of phrase.Of("…") and phrase.Word("…"); ok false where it is parts alone.
func refused(n ast.Node) (text.Message, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", false
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		// A package that knows no faults has its own word; fault and phrase call theirs without a name before it.
		name, _ := call.Fun.(*ast.Ident)
		if name == nil || !slices.Contains([]string{"wrong", "Part", "Word", "Of"}, name.Name) || len(call.Args) == 0 {
			return "", false
		}
		return worded(call.Args[0])
	}
	at := -1
	switch from, _ := fun.X.(*ast.Ident); {
	case fun.Sel.Name == "Add" && len(call.Args) >= 2:
		at = 1
	case from != nil && from.Name == "phrase" && fun.Sel.Name == "Of":
		at = 0
	case from == nil || from.Name != "fault" && from.Name != "phrase":
	case fun.Sel.Name == "Word", fun.Sel.Name == "Part":
		at = 0
	case fun.Sel.Name == "New", fun.Sel.Name == "Field":
		at = 1
	case fun.Sel.Name == "Wrap":
		at = 2
	}
	if at < 0 || at >= len(call.Args) {
		return "", false
	}
	return worded(call.Args[at])
}

// worded is a sentence with a word of its own.
func worded(e ast.Expr) (text.Message, bool) {
	m, ok := literal(e)
	return m, ok && strings.ContainsFunc(verb.ReplaceAllString(string(m), ""), unicode.IsLetter)
}

// named is what a permission or a role is called: a constant of type Action, the words
// of a role.
func named(n ast.Node) (text.Message, bool) {
	switch n := n.(type) {
	case *ast.ValueSpec:
		if kind, _ := n.Type.(*ast.Ident); kind != nil && kind.Name == "Action" && len(n.Values) == 1 {
			return literal(n.Values[0])
		}
	case *ast.KeyValueExpr:
		if key, _ := n.Key.(*ast.Ident); key != nil && key.Name == "words" {
			return literal(n.Value)
		}
	}
	return "", false
}

// asked is what a setting of a section is asked by and printed as: the fields of a
// Question and its Options, a line of the sheet.
func asked(n ast.Node) (text.Message, bool) {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if key, _ := n.Key.(*ast.Ident); key != nil && slices.Contains([]string{"Hint", "Sheet", "Label"}, key.Name) {
			return literal(n.Value)
		}
	case *ast.CompositeLit: // an Option
		if n.Type == nil && len(n.Elts) == 2 {
			return literal(n.Elts[1])
		}
	}
	return "", false
}

// value is what a map has in a row.
func value(n ast.Node) (text.Message, bool) {
	row, ok := n.(*ast.KeyValueExpr)
	if !ok {
		return "", false
	}
	return literal(row.Value)
}

// verb is the place of a part.
var verb = regexp.MustCompile(`%(\[\d\])?[a-z]`)

func literal(e ast.Expr) (text.Message, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return text.Message(s), err == nil
}
