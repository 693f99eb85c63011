package text_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/tandemchess/tandem/internal/text"
)

// refusing are the packages whose refusals are said in the reader's language: the
// catalogues hold every sentence that they make a fault of.
var refusing = []string{}

// awaiting are the rooms whose sentences are not all translated yet; until then they
// are said in English. A room whose catalogues are whole leaves the list.
var awaiting = []string{"hall", "print"}

// used reads every sentence out of the code that says them: true for those that every
// catalogue has to hold.
func used(t *testing.T) map[text.Message]bool {
	t.Helper()
	found := map[text.Message]bool{}
	for _, folder := range []string{".", "../web/*", "../web", "../publicpages", "../wording", "../../templates/*"} {
		for room, files := range goFiles(t, folder) {
			for _, file := range files {
				ast.Inspect(file, func(n ast.Node) bool {
					if m, ok := said(n); ok {
						found[m] = found[m] || !slices.Contains(awaiting, room)
					}
					return true
				})
			}
		}
	}
	for _, folder := range refusing {
		for _, files := range goFiles(t, filepath.Join("../..", folder)) {
			for _, file := range files {
				ast.Inspect(file, func(n ast.Node) bool {
					if m, ok := refused(n); ok {
						found[m] = true
					}
					return true
				})
			}
		}
	}
	return found
}

// goFiles parses the code of folders, tests left out, by the folders' names.
func goFiles(t *testing.T, folder string) map[string][]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(names), err)
	}
	files := map[string][]*ast.File{}
	for _, name := range names {
		if test, _ := filepath.Match("*_test.go", filepath.Base(name)); test {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		room := filepath.Base(filepath.Dir(name))
		files[room] = append(files[room], file)
	}
	return files
}

// said is the sentence of a call such as f.Say("…"), text.Message("…") or
// fault.Word("…").
func said(n ast.Node) (text.Message, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "Say" && fun.Sel.Name != "Message" && fun.Sel.Name != "Word" {
		return "", false
	}
	return literal(call.Args[0])
}

// refused is the sentence of a fault: fault.New(kind, "…"), fault.Wrap(kind, err, "…"),
// fault.Field("name", "…"), form.Add("name", "…"), fault.Word("…").
func refused(n ast.Node) (text.Message, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", false
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	at := -1
	switch from, _ := fun.X.(*ast.Ident); {
	case fun.Sel.Name == "Add" && len(call.Args) >= 2:
		at = 1
	case from == nil || from.Name != "fault":
	case fun.Sel.Name == "Word":
		at = 0
	case fun.Sel.Name == "New", fun.Sel.Name == "Field":
		at = 1
	case fun.Sel.Name == "Wrap":
		at = 2
	}
	if at < 0 || at >= len(call.Args) {
		return "", false
	}
	return literal(call.Args[at])
}

func literal(e ast.Expr) (text.Message, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return text.Message(s), err == nil
}
