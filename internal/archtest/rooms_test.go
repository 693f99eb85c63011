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

	"github.com/tandemchess/tandem/internal/testkit/expect"
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
			expect.True(t, !strings.HasPrefix(imp, "internal/web") || slices.Contains(shared, imp),
				"%s imports %s: areas know nothing of each other and of the server", p.ImportPath, imp)
		}
		_, err := os.Stat(filepath.Join("../../templates", filepath.Base(p.ImportPath)))
		expect.True(t, err == nil || p.ImportPath == "internal/web/api", "%s has no pages in templates of the same name", p.ImportPath)
	}
	expect.True(t, areas >= 10, "only %d areas were found", areas)
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

// waiting are types and interfaces that still do too much. One that does not any more is
// taken out; nothing waits now.
var waiting = []string{}

// TestNothingDoesTooMuch counts the methods that are written for each type, and those of
// each interface together with what it embeds.
func TestNothingDoesTooMuch(t *testing.T) {
	t.Parallel()
	h := readHouse(t)
	for _, name := range slices.Sorted(maps.Keys(h.methods)) {
		_, engine := engines[name]
		n := h.methods[name]
		expect.True(t, n <= mostMethods || engine || slices.Contains(waiting, name), "%s has %d methods: which of them are another thing?", name, n)
	}
	for _, name := range slices.Sorted(maps.Keys(h.interfaces)) {
		n := h.size(t, name)
		expect.True(t, n <= mostInterface || slices.Contains(waiting, name), "%s has %d methods: who needs %d of them?", name, n, mostInterface+1)
	}
	for name := range engines {
		expect.True(t, h.methods[name] > mostMethods, "%s has %d methods and needs no exception any more", name, h.methods[name])
	}
	for _, name := range waiting {
		if _, isInterface := h.interfaces[name]; h.methods[name] <= mostMethods && (!isInterface || h.size(t, name) <= mostInterface) {
			t.Errorf("%s waits for nothing any more", name)
		}
	}
	expect.True(t, len(h.methods) >= 300 && len(h.interfaces) >= 60, "only %d types with methods and %d interfaces were found", len(h.methods), len(h.interfaces))
}

// whole are the structs that gather all rows of an open change.
var whole = []string{"internal/tournament.Tx", "internal/dispute.Tx", "internal/account.RolesTx"}

// TestNoCommandSeesTheWholeChange looks for functions that take all rows of a change: a
// store hands them out, and the service shows each command its part.
func TestNoCommandSeesTheWholeChange(t *testing.T) {
	t.Parallel()
	h := readHouse(t)
	for _, name := range whole {
		expect.True(t, h.structs[name], "there is no struct %s any more", name)
		expect.True(t, h.takers[name] != nil, "nobody takes %s: was it looked for in the right way?", name)
		for _, taker := range h.takers[name] {
			pkg, function := cutLast(taker)
			_, command := cutLast(name)
			hands := pkg == "internal/postgres" || function == "seeing" || function == "NewService" || strings.HasPrefix(function, "new") && strings.HasSuffix(function, "Commands")
			expect.True(t, hands, "%s takes a whole %s: name the methods that it needs", taker, command)
		}
	}
}

// house is what is declared in code that people write and that is no test. Names are those
// of the package, a point and the type.
type house struct {
	methods    map[string]int // declared ones
	interfaces map[string]signature
	structs    map[string]bool
	takers     map[string][]string // of the types in whole: functions with such a parameter
}

// signature is what is written in an interface.
type signature struct {
	own      []string
	embedded []string // of ours by name, others by import path, point and name
}

func readHouse(t *testing.T) *house {
	t.Helper()
	h := &house{methods: map[string]int{}, interfaces: map[string]signature{}, structs: map[string]bool{}, takers: map[string][]string{}}
	eachFile(t, func(pkg string, file *ast.File) {
		names := scope{pkg: pkg, imports: map[string]string{}}
		for _, imp := range file.Imports {
			path := strings.TrimPrefix(strings.Trim(imp.Path.Value, `"`), module)
			called := filepath.Base(path)
			if imp.Name != nil {
				called = imp.Name.Name
			}
			names.imports[called] = path
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					h.methods[names.of(d.Recv.List[0].Type)]++
				}
				h.take(names, d)
			case *ast.GenDecl:
				h.declare(names, d)
			}
		}
	})
	return h
}

// declare notes the interfaces and structs of a declaration.
func (h *house) declare(names scope, d *ast.GenDecl) {
	for _, s := range d.Specs {
		s, ok := s.(*ast.TypeSpec)
		if !ok {
			continue
		}
		name := names.pkg + "." + s.Name.Name
		switch typ := s.Type.(type) {
		case *ast.StructType:
			h.structs[name] = true
		case *ast.InterfaceType:
			var sig signature
			for _, m := range typ.Methods.List {
				for _, n := range m.Names {
					sig.own = append(sig.own, n.Name)
				}
				if len(m.Names) == 0 {
					sig.embedded = append(sig.embedded, names.of(m.Type))
				}
			}
			h.interfaces[name] = sig
		}
	}
}

// take notes what a function and the functions inside it take.
func (h *house) take(names scope, d *ast.FuncDecl) {
	ast.Inspect(d, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncType)
		if !ok {
			return true
		}
		for _, p := range f.Params.List {
			if name := names.of(p.Type); slices.Contains(whole, name) {
				h.takers[name] = append(h.takers[name], names.pkg+"."+d.Name.Name)
			}
		}
		return true
	})
}

// size counts the methods of an interface with those of what it embeds, each name once.
func (h *house) size(t *testing.T, name string) int {
	t.Helper()
	all := map[string]bool{}
	h.collect(t, name, all)
	return len(all)
}

func (h *house) collect(t *testing.T, name string, all map[string]bool) {
	t.Helper()
	sig, ours := h.interfaces[name]
	for _, m := range sig.own {
		all[m] = true
	}
	for _, e := range sig.embedded {
		h.collect(t, e, all)
	}
	switch _, in := cutLast(name); {
	case ours, in == "", in == "comparable":
	case in == "error":
		all["Error"] = true
	default:
		t.Errorf("%s is embedded, and this test cannot count its methods: write those that are needed", name)
	}
}

// scope says what the names of a file mean.
type scope struct {
	pkg     string
	imports map[string]string // by the name in the file
}

// of is the name of a type, empty for one without.
func (s scope) of(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return s.of(e.X)
	case *ast.IndexExpr:
		return s.of(e.X)
	case *ast.IndexListExpr:
		return s.of(e.X)
	case *ast.Ident:
		return s.pkg + "." + e.Name
	case *ast.SelectorExpr:
		if from, ok := e.X.(*ast.Ident); ok {
			return s.imports[from.Name] + "." + e.Sel.Name
		}
	}
	return ""
}

// cutLast parts the package from a name in it.
func cutLast(name string) (pkg, in string) {
	i := strings.LastIndex(name, ".")
	return name[:max(i, 0)], name[i+1:]
}

// eachFile calls do for all files that people write, less tests.
func eachFile(t *testing.T, do func(pkg string, file *ast.File)) {
	t.Helper()
	expect.OK(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if slices.Contains([]string{"node_modules", ".git", "testdata"}, e.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		pkg, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		do(filepath.ToSlash(pkg), file)
		return nil
	}))
}
