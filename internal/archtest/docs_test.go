package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// root is the folder of the repository.
const root = "../.."

// markdown calls f with every page of the repository.
func markdown(t *testing.T, f func(path, text string)) {
	t.Helper()
	pages := 0
	expect.OK(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(path) != ".md":
			return nil
		}
		pages++
		text, err := os.ReadFile(path)
		f(path, string(text))
		return err
	}))
	expect.MustTrue(t, pages >= 10, "found %d pages below %s", pages, root)
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinksOfThePagesLeadSomewhere follows every link to a file of the repository,
// and to a heading of it.
func TestLinksOfThePagesLeadSomewhere(t *testing.T) {
	t.Parallel()
	markdown(t, func(path, text string) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, heading, _ := strings.Cut(m[1], "#")
			to := path
			if file != "" {
				to = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s: %v", path, m[1], err)
				continue
			}
			if heading != "" && !hasHeading(t, to, heading) {
				t.Errorf("%s links to %s, and %s has no such heading", path, m[1], to)
			}
		}
	})
}

func hasHeading(t *testing.T, path, anchor string) bool {
	t.Helper()
	text := expect.Must(os.ReadFile(path))(t)
	for line := range strings.Lines(string(text)) {
		if title := strings.TrimLeft(line, "#"); title != line {
			if strings.ReplaceAll(strings.ToLower(strings.TrimSpace(title)), " ", "-") == anchor {
				return true
			}
		}
	}
	return false
}

var (
	target      = regexp.MustCompile("(?m)^make ([a-z]+)(?: *$|  +| +#| &&| [A-Z]+=)|`make ([a-z]+)[ `]")
	testCommand = regexp.MustCompile(`go test \./([a-z/]+)[^|` + "`" + `\n]*-(?:run|bench) ([A-Za-z]+)`)
)

// TestCommandsOfThePagesExist looks up the make targets that pages name, and the
// tests and benchmarks that they say how to run.
func TestCommandsOfThePagesExist(t *testing.T) {
	t.Parallel()
	makefile := expect.Must(os.ReadFile(filepath.Join(root, "Makefile")))(t)
	commands := 0
	markdown(t, func(path, text string) {
		for _, m := range target.FindAllStringSubmatch(text, -1) {
			commands++
			name := m[1] + m[2]
			expect.True(t, strings.Contains("\n"+string(makefile), "\n"+name+":"), "%s says make %s, which the Makefile does not know", path, name)
		}
		for _, m := range testCommand.FindAllStringSubmatch(text, -1) {
			commands++
			name := m[2]
			if i := strings.Index(m[0], "-bench "); i >= 0 {
				name = strings.Fields(m[0][i:])[1]
			}
			if !declares(t, filepath.Join(root, m[1]), name) {
				t.Errorf("%s says %q, and no test or benchmark of %s has %s in its name", path, m[0], m[1], name)
			}
		}
	})
	expect.True(t, commands >= 10, "only %d commands were found on the pages", commands)
}

// declares reports whether a test file of the folder has a test or benchmark with
// the words in its name.
func declares(t *testing.T, dir, words string) bool {
	t.Helper()
	files := expect.Must(filepath.Glob(filepath.Join(dir, "*_test.go")))(t)
	name := regexp.MustCompile(`(?m)^func (Test|Benchmark)\w*` + words)
	for _, file := range files {
		text := expect.Must(os.ReadFile(file))(t)
		if name.Match(text) {
			return true
		}
	}
	return false
}

// TestContributingNamesEveryPackage keeps the map for newcomers whole.
func TestContributingNamesEveryPackage(t *testing.T) {
	t.Parallel()
	page := expect.Must(os.ReadFile(filepath.Join(root, "CONTRIBUTING.md")))(t)
	for _, p := range load(t) {
		name := p.ImportPath
		if strings.HasPrefix(name, "templates/") || name == "static" || name == "migrations" {
			continue // one line stands for all of them
		}
		expect.True(t, strings.Contains(string(page), name+"`") || strings.Contains(string(page), name+"/ "), "CONTRIBUTING.md does not say what %s is for", name)
	}
}
