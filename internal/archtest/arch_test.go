// Package archtest holds the rules of the house as tests: which package may import
// which, where the few outside libraries may appear, and that what the pages for
// people link to and tell them to type is there. It contains no code for others to
// use.
package archtest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const module = "github.com/tandemchess/tandem/"

// pure packages import nothing outside the standard library and the module.
var pure = []string{
	"internal/bughouse", "internal/diagram", "internal/rulebook", "internal/ruling", "internal/ruling/casefile", "internal/livegame", "internal/trf", "internal/pairing", "internal/pairing/matching", "internal/standings",
	"internal/journal", "internal/access", "internal/fault", "internal/limit", "internal/intake",
}

// impure names what a pure package may not read: clock, chance, disk, network.
var impure = []string{"math/rand", "math/rand/v2", "crypto/rand", "net", "net/http", "os", "os/exec", "io/fs", "log", "log/slog", "database/sql", "syscall"}

// clock names what of package time reads the clock or waits for it.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

var badNames = []string{"util", "utils", "common", "helpers", "helper", "models", "types", "misc", "shared"}

type pkg struct {
	ImportPath   string
	Dir          string
	Name         string
	GoFiles      []string
	Imports      []string
	TestImports  []string
	XTestImports []string

	TestGoFiles, XTestGoFiles []string
}

// load lists the packages of the module. Nobody asks the go command for folders named
// testdata, so ours is named to it.
func load(t *testing.T) []pkg {
	t.Helper()
	const fields = "-json=ImportPath,Dir,Name,GoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports"
	out, err := exec.Command("go", "list", fields, module+"...", module+"internal/testdata").Output()
	expect.MustTrue(t, err == nil, "go list: %v", err)
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p pkg
		err := dec.Decode(&p)
		expect.MustTrue(t, err == nil, "go list output: %v", err)
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module)
		for _, imports := range [][]string{p.Imports, p.TestImports, p.XTestImports} {
			for i, imp := range imports {
				imports[i] = strings.TrimPrefix(imp, module)
			}
		}
		pkgs = append(pkgs, p)
	}
	expect.MustTrue(t, len(pkgs) != 0, "go list found no packages")
	return pkgs
}

func within(path, home string) bool {
	if strings.HasSuffix(home, "/") {
		return strings.HasPrefix(path+"/", home)
	}
	return path == home || strings.HasPrefix(path, home+"/")
}

func TestImportRules(t *testing.T) {
	t.Parallel()
	for _, p := range load(t) {
		expect.True(t, !slices.Contains(badNames, p.Name), "package %s: the name %q says nothing about what is inside", p.ImportPath, p.Name)
		checkOwn(t, p)
		if slices.Contains(pure, p.ImportPath) {
			checkPure(t, p)
		}
		checkHomes(t, p)
	}
}

// checkOwn compares what a package imports of ours with its row.
func checkOwn(t *testing.T, p pkg) {
	t.Helper()
	for _, imp := range p.Imports {
		expect.True(t, !own(imp) || slices.Contains(may[p.ImportPath], imp),
			"%s may import only %v of ours, not %s: where that is right, its row in packages_test.go says so", p.ImportPath, may[p.ImportPath], imp)
		users, restricted := only[imp]
		expect.True(t, !restricted || slices.Contains(users, p.ImportPath), "%s imports %s, which belongs only in %v and in tests", p.ImportPath, imp, users)
	}
	for _, allowed := range may[p.ImportPath] {
		expect.True(t, slices.Contains(p.Imports, allowed), "%s does not import %s any more: take it out of its row in packages_test.go", p.ImportPath, allowed)
	}
}

// own reports whether an import, less the name of the module, is one of ours. The
// standard library keeps its own internal packages to itself.
func own(imp string) bool {
	_, listed := may[imp]
	return listed || strings.HasPrefix(imp, "internal/")
}

// checkHomes refuses libraries outside their homes.
func checkHomes(t *testing.T, p pkg) {
	t.Helper()
	at := func(where []string) bool {
		return slices.ContainsFunc(where, func(h string) bool { return h == "/" || within(p.ImportPath, h) })
	}
	for lib, home := range homes {
		for _, imp := range p.Imports {
			expect.True(t, !partOf(imp, lib) || at(home.code), "%s imports %s, which belongs only in %v", p.ImportPath, imp, home.code)
		}
		for _, imp := range slices.Concat(p.TestImports, p.XTestImports) {
			expect.True(t, !partOf(imp, lib) || at(home.code) || at(home.tests),
				"a test of %s imports %s, which belongs only in %v and in tests of %v", p.ImportPath, imp, home.code, home.tests)
		}
	}
}

// partOf reports whether a package belongs to a module.
func partOf(imp, lib string) bool { return imp == lib || strings.HasPrefix(imp, lib+"/") }

// TestEveryPackageSaysWhatItIsFor looks for a comment in front of the package clause of
// one of its files: "Package NAME …" or, for a command, "Command NAME …".
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	t.Parallel()
	for _, p := range load(t) {
		expect.True(t, slices.ContainsFunc(slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles), func(file string) bool { return saysWhatFor(t, p, file) }),
			"%s does not say what it is for: begin the comment of its package with its name", p.ImportPath)
	}
}

func saysWhatFor(t *testing.T, p pkg, file string) bool {
	t.Helper()
	parsed := expect.Must(parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.PackageClauseOnly|parser.ParseComments))(t)
	begins := "Package " + parsed.Name.Name + " "
	if p.Name == "main" {
		begins = "Command " + filepath.Base(p.ImportPath) + " "
	}
	return strings.HasPrefix(parsed.Doc.Text(), begins)
}

// TestEveryFolderWithGoHasARow also finds what the go command does not list: folders
// of other modules and files for other systems.
func TestEveryFolderWithGoHasARow(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	expect.OK(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if slices.Contains([]string{"node_modules", ".git"}, d.Name()) || d.Name() == "testdata" && name != "internal/testdata" {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) == ".go" {
			found[filepath.ToSlash(filepath.Dir(name))] = true
		}
		return nil
	}))
	for folder := range found {
		_, listed := may[folder]
		expect.True(t, listed, "%s has no row in packages_test.go that says what it may import", folder)
	}
	for folder := range may {
		expect.True(t, found[folder], "packages_test.go has a row for %s, where no Go file is", folder)
	}
}

// TestEveryDependencyHasAHome compares the homes with the modules that go.mod requires
// directly.
func TestEveryDependencyHasAHome(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "mod", "edit", "-json", filepath.Join(root, "go.mod")).Output()
	expect.MustTrue(t, err == nil, "go mod edit: %v", err)
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatalf("go mod edit output: %v", err)
	}
	required := map[string]bool{}
	for _, r := range mod.Require {
		if r.Indirect {
			continue
		}
		path := majorVersion.ReplaceAllString(r.Path, "")
		required[path] = true
		_, known := homes[path]
		expect.True(t, known, "%s has no home: packages_test.go does not say where it may be imported", r.Path)
	}
	for path := range homes {
		expect.True(t, required[path], "%s has a home and is not required by go.mod", path)
	}
}

// majorVersion is the end of a module path that is no part of its name.
var majorVersion = regexp.MustCompile(`/v\d+$`)

// checkPure refuses libraries, and every way to a clock, to chance, to the disk or
// to the network.
func checkPure(t *testing.T, p pkg) {
	t.Helper()
	for _, imp := range p.Imports {
		first, _, _ := strings.Cut(imp, "/")
		expect.True(t, !slices.Contains(impure, imp) && (own(imp) || !strings.Contains(first, ".")), "%s is pure and must not import %s", p.ImportPath, imp)
	}
	for _, file := range p.GoFiles {
		parsed := expect.Must(parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution))(t)
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, ok := call.X.(*ast.Ident); ok && from.Name == "time" && slices.Contains(clock, call.Sel.Name) {
				t.Errorf("%s/%s is pure and must not ask the clock (time.%s)", p.ImportPath, file, call.Sel.Name)
			}
			return true
		})
	}
}

// The program brings what its own machine may lack and every machine for tests has: a
// director's laptop under Windows knows no time zone by its name, a bare Linux neither.
func TestTheProgramBringsItsTimeZones(t *testing.T) {
	for _, p := range load(t) {
		if p.ImportPath == "cmd/tandem" {
			expect.True(t, slices.Contains(p.Imports, "time/tzdata"), "cmd/tandem does not import time/tzdata: no event could be made where the system has no zones")
			return
		}
	}
	t.Error("there is no package cmd/tandem")
}
