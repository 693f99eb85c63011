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
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/tandemchess/tandem/"

// may lists for every package of internal which others of ours it may import; a
// package without a row fails. An entry that ends in a slash means all below it.
var may = map[string][]string{
	"internal/bughouse":  {},
	"internal/diagram":   {"internal/bughouse"},
	"internal/rulebook":  {"internal/bughouse"},
	"internal/ruling":    {"internal/rulebook", "internal/bughouse"},
	"internal/trf":       {"internal/intake"},
	"internal/pairing":   {"internal/trf", "internal/pairing/matching"},
	"internal/standings": {"internal/trf"},

	"internal/pairing/matching":      {},
	"internal/tournament/reportfile": {"internal/tournament", "internal/pairing", "internal/standings", "internal/rulebook", "internal/trf", "internal/journal", "internal/fault", "internal/limit"},
	"internal/livegame":              {"internal/bughouse", "internal/rulebook"},
	"internal/ruling/casefile":       {"internal/ruling", "internal/rulebook", "internal/bughouse"},

	"internal/journal":   {},
	"internal/access":    {},
	"internal/fault":     {},
	"internal/limit":     {"internal/fault"},
	"internal/intake":    {},
	"internal/plaintext": {},

	"internal/build":      {},
	"internal/backupfile": {},

	"internal/text":       {"internal/rulebook"},
	"internal/tournament": {"internal/livegame", "internal/pairing", "internal/standings", "internal/rulebook", "internal/bughouse", "internal/trf", "internal/journal", "internal/fault", "internal/limit"},
	"internal/account":    {"internal/access", "internal/journal", "internal/fault", "internal/limit"},
	"internal/founding":   {"internal/tournament", "internal/account", "internal/access", "internal/journal"},
	"internal/dispute":    {"internal/livegame", "internal/tournament", "internal/account", "internal/ruling", "internal/ruling/casefile", "internal/rulebook", "internal/bughouse", "internal/diagram", "internal/journal", "internal/fault", "internal/limit"},
	"internal/preview":    {},
	"internal/roster":     {"internal/tournament", "internal/intake", "internal/plaintext"},
	"internal/live":       {"internal/journal"},
	"internal/savepoint":  {"internal/backupfile", "internal/fault", "internal/limit", "internal/intake"},
	"internal/webhook":    {"internal/tournament", "internal/journal", "internal/fault"},
	"internal/demo":       {"internal/founding", "internal/livegame", "internal/tournament", "internal/dispute", "internal/account", "internal/access", "internal/rulebook", "internal/journal", "internal/fault"},

	"internal/trial": {"internal/tournament", "internal/account", "internal/access", "internal/journal", "internal/postgres"}, // for cmd/load and cmd/faults

	"internal/localpg":  {},
	"internal/postgres": {"internal/founding", "internal/livegame", "internal/backupfile", "internal/build", "internal/tournament", "internal/dispute", "internal/account", "internal/savepoint", "internal/webhook", "internal/journal", "internal/fault", "internal/limit", "internal/intake", "migrations"},
	"internal/web": {
		"templates/", "internal/founding", "internal/tournament", "internal/tournament/reportfile", "internal/livegame", "internal/dispute", "internal/account", "internal/access", "internal/live", "internal/savepoint", "internal/roster", "internal/preview",
		"internal/text", "internal/ruling", "internal/rulebook", "internal/bughouse", "internal/diagram", "internal/standings", "internal/trf", "internal/journal", "internal/fault", "internal/limit", "internal/intake", "internal/plaintext",
	},
	"templates/": {"templates/", "internal/tournament", "internal/tournament/reportfile", "internal/livegame", "internal/roster", "internal/rulebook", "internal/text", "internal/limit"},

	"internal/testdb":   {"internal/localpg", "internal/postgres", "migrations"},
	"internal/testdata": {},
	"internal/hammer":   {},
	"internal/journey":  {}, // tests only
	"internal/archtest": {}, // tests only
}

// pure packages import nothing outside the standard library and the module.
var pure = []string{
	"internal/bughouse", "internal/diagram", "internal/rulebook", "internal/ruling", "internal/ruling/casefile", "internal/livegame", "internal/trf", "internal/pairing", "internal/pairing/matching", "internal/standings",
	"internal/journal", "internal/access", "internal/fault", "internal/limit", "internal/intake",
}

// impure names what a pure package may not read: clock, chance, disk, network.
var impure = []string{"math/rand", "math/rand/v2", "crypto/rand", "net", "net/http", "os", "os/exec", "io/fs", "log", "log/slog", "database/sql", "syscall"}

// clock names what of package time reads the clock or waits for it.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// homes says which packages may import a library; a prefix ends in a slash.
var homes = map[string][]string{
	"github.com/labstack/echo": {"internal/web"},
	"github.com/jackc/pgx":     {"internal/postgres", "internal/localpg", "internal/testdb"},
	"github.com/a-h/templ":     {"templates/", "internal/web"},
	"github.com/pressly/goose": {"internal/postgres"},
	"github.com/evanw/esbuild": {"cmd/assets"},
	"golang.org/x/image":       {"internal/preview"},
	"code.dny.dev/ssrf":        {"internal/webhook"},

	"github.com/standard-webhooks/standard-webhooks/libraries": {"internal/webhook"},

	"internal/testdb":   {}, // tests only
	"internal/testdata": {}, // tests only
	"internal/hammer":   {"cmd/faults"},
}

var badNames = []string{"util", "utils", "common", "helpers", "helper", "models", "types", "misc", "shared"}

type pkg struct {
	ImportPath string
	Dir        string
	Name       string
	GoFiles    []string
	Imports    []string

	TestGoFiles, XTestGoFiles []string
}

func load(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Dir,Name,GoFiles,TestGoFiles,XTestGoFiles,Imports", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatalf("go list output: %v", err)
		}
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module)
		for i, imp := range p.Imports {
			p.Imports[i] = strings.TrimPrefix(imp, module)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) == 0 {
		t.Fatal("go list found no packages")
	}
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
		if slices.Contains(badNames, p.Name) {
			t.Errorf("package %s: the name %q says nothing about what is inside", p.ImportPath, p.Name)
		}
		checkOwn(t, p)
		if slices.Contains(pure, p.ImportPath) {
			checkPure(t, p)
		}
		for lib, where := range homes {
			for _, imp := range p.Imports {
				if strings.HasPrefix(imp, lib) && !slices.ContainsFunc(where, func(h string) bool { return within(p.ImportPath, h) }) {
					t.Errorf("%s imports %s, which belongs only in %v", p.ImportPath, imp, where)
				}
			}
		}
	}
}

// TestEveryPackageSaysWhatItIsFor looks for a comment in front of the package clause of
// one of its files: "Package NAME …" or, for a command, "Command NAME …".
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	t.Parallel()
	for _, p := range load(t) {
		if !slices.ContainsFunc(slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles), func(file string) bool { return saysWhatFor(t, p, file) }) {
			t.Errorf("%s does not say what it is for: begin the comment of its package with its name", p.ImportPath)
		}
	}
}

func saysWhatFor(t *testing.T, p pkg, file string) bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	begins := "Package " + parsed.Name.Name + " "
	if p.Name == "main" {
		begins = "Command " + filepath.Base(p.ImportPath) + " "
	}
	return strings.HasPrefix(parsed.Doc.Text(), begins)
}

// checkOwn compares what a package imports of ours with what it may.
func checkOwn(t *testing.T, p pkg) {
	t.Helper()
	key := p.ImportPath
	if within(key, "templates/") {
		key = "templates/"
	}
	allowed, ok := may[key]
	if !ok && strings.HasPrefix(p.ImportPath, "internal/") {
		t.Errorf("%s has no row that says what it may import", p.ImportPath)
	}
	if !ok {
		return // commands wire everything together
	}
	for _, imp := range p.Imports {
		if own(imp) && !slices.ContainsFunc(allowed, func(a string) bool { return a == imp || strings.HasSuffix(a, "/") && within(imp, a) }) {
			t.Errorf("%s may import only %v of ours, not %s", p.ImportPath, allowed, imp)
		}
	}
}

func own(imp string) bool {
	return strings.HasPrefix(imp, "internal/") || strings.HasPrefix(imp, "cmd/") || strings.HasPrefix(imp, "templates/") || imp == "migrations" || imp == "static"
}

// checkPure refuses libraries, and every way to a clock, to chance, to the disk or
// to the network.
func checkPure(t *testing.T, p pkg) {
	t.Helper()
	for _, imp := range p.Imports {
		first, _, _ := strings.Cut(imp, "/")
		if slices.Contains(impure, imp) || !own(imp) && strings.Contains(first, ".") {
			t.Errorf("%s is pure and must not import %s", p.ImportPath, imp)
		}
	}
	for _, file := range p.GoFiles {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
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
