package help_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/guide"
	"github.com/tandemchess/tandem/internal/help"
	"github.com/tandemchess/tandem/internal/tournament"
)

// TestHelpsLeadIntoTheGuide follows the link of every help to its chapter.
func TestHelpsLeadIntoTheGuide(t *testing.T) {
	t.Parallel()
	shelf, err := guide.NewLibrary(tournament.NameKey).Guides(guide.English)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, g := range shelf {
		for _, c := range g.Chapters {
			known[g.Name+"#"+c.ID] = true
		}
	}
	ids := map[string]bool{}
	for _, p := range help.All() {
		if !known[p.Guide] {
			t.Errorf("the help of %s leads to %s, which no guide has", p.ID, p.Guide)
		}
		if ids[p.ID] {
			t.Errorf("two helps are called %s", p.ID)
		}
		ids[p.ID] = true
		for i, line := range p.Lines {
			if len(line) < 10 || !strings.HasSuffix(string(line), ".") {
				t.Errorf("line %d of %s says %q", i+1, p.ID, line)
			}
		}
	}
	if len(ids) < 40 {
		t.Errorf("only %d helps", len(ids))
	}
}

// bindings are the scripts that give keys a meaning on pages of the desk, with the keys
// that need no line: the browser's own way of doing what is said elsewhere.
var bindings = map[string][]string{
	"wall.js": {"Escape", " "}, "entry-keys.js": {"Backspace"}, "verify.js": nil, "workbench.js": {" "}, "live-match.js": {"Escape"}, "check-in.js": nil, "setup.js": nil,
	"take-back.js": nil, "help.js": nil, "decide.js": nil, "one-key.js": nil,
	"position-setter.js": {" ", "Backspace", "Escape", "~"},
	"incident-acts.js":   {"Enter"}, // sends the field that has the focus
	"exchange.js":        nil,
}

// elsewhere are the scripts that hear keys and belong to no page of the desk, or to none
// in particular.
var elsewhere = []string{"hall.js", "outbox.js", "keys.js", "sw.js", "entry-panel.js", "wall-search.js", "incident-card.js", "composition.js", "unused-keys.js", "entry-template.js", "kept-form-page.js", "kept-pages.js", "send-again.js", "desk.js", "typed.js"}

var (
	compared = regexp.MustCompile(`\b(?:k|e\.key|key) [!=]== "([^"]+)"`)
	named    = map[string]string{"Enter": "Enter", "Escape": "Esc", "Delete": "Del", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓"}
)

// TestEveryKeyHasItsLine compares the keys that scripts ask about, and those that
// templates name, with the helps.
func TestEveryKeyHasItsLine(t *testing.T) {
	t.Parallel()
	said := map[string]bool{}
	for _, p := range help.All() {
		for _, group := range p.AllKeys() {
			for _, k := range group.List {
				if k.On == "" || k.Does == "" || len(k.Press) == 0 {
					t.Errorf("%s: the key %v does not say what it does, or on what", p.ID, k.Press)
				}
				for _, press := range k.Press {
					for part := range strings.SplitSeq(press, "+") {
						said[part] = true
					}
					said[press] = true
				}
			}
		}
	}
	scripts, err := filepath.Glob("../../static/js/*.js")
	if err != nil || len(scripts) < 20 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	found := 0
	for _, path := range scripts {
		source := read(t, path)
		name := filepath.Base(path)
		own, bound := bindings[name]
		if !bound {
			if strings.Contains(source, `"keydown"`) && !slices.Contains(elsewhere, name) {
				t.Errorf("%s hears keys: say here which helps name them", name)
			}
			continue
		}
		for _, m := range compared.FindAllStringSubmatch(source, -1) {
			key := m[1]
			if cap, ok := named[key]; ok {
				key = cap
			}
			found++
			if !said[key] && !slices.Contains(own, m[1]) {
				t.Errorf("%s gives the key %q a meaning that no help names", name, m[1])
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d keys were found in the scripts", found)
	}
	templates, err := filepath.Glob("../../templates/*/*.templ")
	if err != nil || len(templates) < 50 {
		t.Fatalf("%d templates, %v", len(templates), err)
	}
	oneKey := regexp.MustCompile(`data-one-key(?:="|": ")([^"]+)"`)
	for _, path := range templates {
		for _, m := range oneKey.FindAllStringSubmatch(read(t, path), -1) {
			found := false
			for _, p := range help.All() {
				for _, group := range p.Keys {
					found = found || slices.ContainsFunc(group.List, func(k help.Key) bool { return strings.Contains(k.On, `[data-one-key="`+m[1]+`"]`) })
				}
			}
			if !found {
				t.Errorf("%s has a form for the key %s, which no help names", filepath.Base(path), m[1])
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}
