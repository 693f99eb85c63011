package text_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/tandemchess/tandem/internal/text"
)

// refusing are the packages whose refusals are said in the reader's language: the
// catalogues hold every sentence that they make a fault of.
var refusing = []string{}

// used reads every sentence out of the code that says them.
func used(t *testing.T) map[text.Message]bool {
	t.Helper()
	found := map[text.Message]bool{}
	for _, folder := range []string{".", "../web/*", "../web", "../publicpages", "../wording", "../../templates/*"} {
		for _, file := range goFiles(t, folder) {
			ast.Inspect(file, func(n ast.Node) bool {
				if m, ok := said(n); ok {
					found[m] = true
				}
				return true
			})
		}
	}
	for _, folder := range refusing {
		for _, file := range goFiles(t, filepath.Join("../..", folder)) {
			ast.Inspect(file, func(n ast.Node) bool {
				if m, ok := refused(n); ok {
					found[m] = true
				}
				return true
			})
		}
	}
	return found
}

// goFiles parses the code of a folder, tests left out.
func goFiles(t *testing.T, folder string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(names), err)
	}
	var files []*ast.File
	for _, name := range names {
		if test, _ := filepath.Match("*_test.go", filepath.Base(name)); test {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
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
