package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shared are the rooms of the web that areas stand on.
var shared = []string{"internal/web/address", "internal/web/square", "internal/web/visit"}

// TestAreasKeepToThemselves holds the areas of the web apart: what two of them share moves
// down, into a room of shared, into publicpages or wording, or into a service.
func TestAreasKeepToThemselves(t *testing.T) {
	t.Parallel()
	areas := 0
	for _, p := range load(t) {
		if !strings.HasPrefix(p.ImportPath, "internal/web/") || slices.Contains(shared, p.ImportPath) {
			continue
		}
		areas++
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, "internal/web") && !slices.Contains(shared, imp) {
				t.Errorf("%s imports %s: areas know nothing of each other and of the server", p.ImportPath, imp)
			}
		}
		if _, err := os.Stat(filepath.Join("../../templates", filepath.Base(p.ImportPath))); err != nil && p.ImportPath != "internal/web/api" {
			t.Errorf("%s has no pages in templates of the same name", p.ImportPath)
		}
	}
	if areas < 10 {
		t.Errorf("only %d areas were found", areas)
	}
}

// A type with more methods than this does several things, an interface with more is not
// what one user of it needs.
const (
	mostMethods   = 40
	mostInterface = 12
)

// engines may be as large as their rules: pure, each of them one thing.
var engines = map[string]string{
	"internal/bughouse.Position":         "the position and everything that is true of it",
	"internal/ruling.fold":               "the facts of an incident on the way to a ruling",
	"internal/pairing/matching.Weighted": "one algorithm, with its steps",
}

// waiting are types that still do too much. One that does not is taken out.
var waiting = []string{
	"internal/account.RolesTx", "internal/tournament.Reader",
	"internal/tournament.Tx", "internal/tournament.entryTx",
}

// TestNothingDoesTooMuch counts the methods that are written for each type.
func TestNothingDoesTooMuch(t *testing.T) {
	t.Parallel()
	methods, interfaces := map[string]int{}, map[string]int{}
	eachDeclaration(t, func(pkg string, d ast.Decl) {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				methods[pkg+"."+receiver(d.Recv.List[0].Type)]++
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					if i, ok := s.Type.(*ast.InterfaceType); ok {
						interfaces[pkg+"."+s.Name.Name] = i.Methods.NumFields()
					}
				}
			}
		}
	})
	for _, name := range slices.Sorted(maps.Keys(interfaces)) {
		if n := interfaces[name]; n > mostInterface && !slices.Contains(waiting, name) {
			t.Errorf("%s has %d methods: who needs %d of them?", name, n, mostInterface+1)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		_, engine := engines[name]
		if n := methods[name]; n > mostMethods && !engine && !slices.Contains(waiting, name) {
			t.Errorf("%s has %d methods: which of them are another thing?", name, n)
		}
	}
	for name := range engines {
		if methods[name] <= mostMethods {
			t.Errorf("%s has %d methods and needs no exception any more", name, methods[name])
		}
	}
	for _, name := range waiting {
		if methods[name] <= mostMethods && interfaces[name] <= mostInterface {
			t.Errorf("%s has %d methods and waits for nothing any more", name, methods[name]+interfaces[name])
		}
	}
}

// eachDeclaration calls do for all that people write in code that is no test.
func eachDeclaration(t *testing.T, do func(pkg string, d ast.Decl)) {
	t.Helper()
	root := filepath.Join("..", "..")
	for _, top := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			pkg, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			for _, d := range file.Decls {
				do(filepath.ToSlash(pkg), d)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
