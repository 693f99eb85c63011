// Package archtest holds the import rules of the code base as a test: which
// package may import which, and where the few outside libraries may appear.
// It contains no code for others to use.
package archtest

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/tandemchess/tandem/"

// pure packages import the standard library and each other downwards only.
var pure = map[string][]string{
	"internal/bughouse":  nil,
	"internal/diagram":   {"internal/bughouse"},
	"internal/rulebook":  {"internal/bughouse"},
	"internal/ruling":    {"internal/rulebook", "internal/bughouse"},
	"internal/trf":       nil,
	"internal/pairing":   {"internal/trf"},
	"internal/standings": {"internal/trf"},
	"internal/journal":   nil,
	"internal/access":    nil,
	"internal/fault":     nil,
}

// impure names what a pure package may not read: clock, chance, disk, network.
var impure = []string{"math/rand", "math/rand/v2", "net", "net/http", "os", "os/exec", "io/fs", "log", "log/slog", "database/sql", "syscall"}

// homes says which packages may import a library; a prefix ends in a slash.
var homes = map[string][]string{
	"github.com/labstack/echo": {"internal/web"},
	"github.com/jackc/pgx":     {"internal/postgres", "internal/localpg", "internal/testdb"},
	"github.com/a-h/templ":     {"templates/", "internal/web"},
	"github.com/pressly/goose": {"internal/postgres"},
	"github.com/evanw/esbuild": {"cmd/assets"},
	"internal/testdb":          {}, // tests only
	"internal/testdata":        {}, // tests only
}

// never lists single imports that would turn the layers upside down.
var never = map[string][]string{
	"internal/web":        {"internal/postgres", "internal/localpg"},
	"internal/tournament": {"internal/web", "internal/postgres", "internal/live", "internal/dispute", "templates/"},
	"internal/dispute":    {"internal/web", "internal/postgres", "internal/live", "templates/"},
	"internal/account":    {"internal/web", "internal/postgres", "internal/live", "internal/tournament", "internal/dispute", "templates/"},
	"internal/live":       {"internal/web", "internal/postgres", "templates/"},
	"internal/savepoint":  {"internal/web", "internal/postgres", "internal/tournament", "templates/"},
	"internal/webhook":    {"internal/web", "internal/postgres", "templates/"},
	"internal/postgres":   {"internal/web", "templates/"},
	"templates/":          {"internal/web", "internal/postgres"},
}

var badNames = []string{"util", "utils", "common", "helpers", "helper", "models", "types", "misc", "shared"}

type pkg struct {
	ImportPath   string
	Name         string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func load(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Imports", module+"...").Output()
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
	for _, p := range load(t) {
		if slices.Contains(badNames, p.Name) {
			t.Errorf("package %s: the name %q says nothing about what is inside", p.ImportPath, p.Name)
		}
		if allowed, ok := pure[p.ImportPath]; ok {
			checkPure(t, p, allowed)
		}
		for lib, where := range homes {
			for _, imp := range p.Imports {
				if strings.HasPrefix(imp, lib) && !slices.ContainsFunc(where, func(h string) bool { return within(p.ImportPath, h) }) {
					t.Errorf("%s imports %s, which belongs only in %v", p.ImportPath, imp, where)
				}
			}
		}
		for from, targets := range never {
			if !within(p.ImportPath, from) {
				continue
			}
			for _, imp := range p.Imports {
				if slices.ContainsFunc(targets, func(target string) bool { return within(imp, target) }) {
					t.Errorf("%s must not import %s", p.ImportPath, imp)
				}
			}
		}
	}
}

func checkPure(t *testing.T, p pkg, allowed []string) {
	t.Helper()
	for _, imp := range p.Imports {
		first, _, _ := strings.Cut(imp, "/")
		own := strings.HasPrefix(imp, "internal/") || strings.HasPrefix(imp, "cmd/") || strings.HasPrefix(imp, "templates")
		switch {
		case slices.Contains(impure, imp):
			t.Errorf("%s is pure and must not import %s", p.ImportPath, imp)
		case own && !slices.Contains(allowed, imp):
			t.Errorf("%s may import only %v of ours, not %s", p.ImportPath, allowed, imp)
		case !own && strings.Contains(first, "."):
			t.Errorf("%s is pure and must not import %s", p.ImportPath, imp)
		}
	}
}
