package archtest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const attributePage = "docs/data-attributes.md"

// What more templates than these write is no affair of one of them.
const many = 6

// use is who writes and who reads one data attribute.
type use struct {
	written, read map[string]bool
	tested        bool
}

type uses map[string]*use

func (u uses) of(name string) *use {
	if u[name] == nil {
		u[name] = &use{written: map[string]bool{}, read: map[string]bool{}}
	}
	return u[name]
}

var (
	// An attribute by its name, with what stands before it: a selector asks for it, other
	// words write it.
	attribute = regexp.MustCompile(`(^|[^-\w])data-([a-z][a-z0-9-]*)`)
	asked     = regexp.MustCompile(`(?:\[|(?:has|get)Attribute\("|attr\()$`)
	property  = regexp.MustCompile(`\.dataset\.(\w+)(\s*(?:\?\?=|=)[^=])?`)
	unpacked  = regexp.MustCompile(`\{([^{}]*)\} = [^;\n]*\bdataset(?: \?\? \{\})?;`)
	comment   = regexp.MustCompile(`(?m)(^|\s)//.*$|(?s:/\*.*?\*/)`)
	capital   = regexp.MustCompile(`[A-Z]`)
)

// kebab is the attribute of a property: roundClock is round-clock.
func kebab(property string) string {
	return capital.ReplaceAllStringFunc(property, func(letter string) string { return "-" + strings.ToLower(letter) })
}

// dataAttributes looks through templates, scripts, style sheets and what of Go writes
// markup. Scripts say the name of an attribute whole: no part of it is put together.
func dataAttributes(t *testing.T) uses {
	t.Helper()
	all := uses{}
	for _, folder := range []string{"templates", "internal", "static/js", "static/css"} {
		expect.OK(t, filepath.WalkDir(filepath.Join(root, folder), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				if err == nil && (d.Name() == "test" || d.Name() == "archtest" || d.Name() == "testdata") {
					return fs.SkipDir
				}
				return err
			}
			if !slices.Contains([]string{".go", ".templ", ".js", ".css"}, filepath.Ext(file)) {
				return nil
			}
			content, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if text := string(content); strings.Contains(text, "data-") || strings.Contains(text, "dataset") {
				place, _ := filepath.Rel(root, file)
				all.look(filepath.ToSlash(place), text)
			}
			return nil
		}))
	}
	return all
}

// look notes what one file writes and reads.
func (u uses) look(file, text string) {
	if strings.HasSuffix(file, "_templ.go") {
		return
	}
	text = comment.ReplaceAllString(text, "")
	switch {
	case strings.HasSuffix(file, "_test.go"):
		if !strings.HasPrefix(file, "internal/web") && !strings.HasPrefix(file, "internal/journey") {
			return
		}
		for _, found := range attribute.FindAllStringSubmatch(text, -1) {
			u.of(found[2]).tested = true
		}
		for _, found := range property.FindAllStringSubmatch(text, -1) {
			u.of(kebab(found[1])).tested = true
		}
	case strings.HasSuffix(file, ".templ"):
		u.names(text, strings.TrimSuffix(strings.TrimPrefix(file, "templates/"), ".templ"))
	case strings.HasSuffix(file, ".go"):
		u.names(text, strings.TrimPrefix(path.Dir(file), "templates/"))
	case strings.HasSuffix(file, ".css"):
		u.names(text, "style sheets")
	case strings.HasSuffix(file, ".js"):
		u.names(text, path.Base(file))
		u.properties(text, path.Base(file))
	}
}

func (u uses) names(text, place string) {
	for _, at := range attribute.FindAllStringSubmatchIndex(text, -1) {
		name := u.of(text[at[4]:at[5]])
		if asked.MatchString(text[max(0, at[0]-20):at[3]]) {
			name.read[place] = true
		} else {
			name.written[place] = true
		}
	}
}

func (u uses) properties(text, place string) {
	for _, found := range property.FindAllStringSubmatch(text, -1) {
		if name := u.of(kebab(found[1])); found[2] != "" {
			name.written[place] = true
		} else {
			name.read[place] = true
		}
	}
	for _, found := range unpacked.FindAllStringSubmatch(text, -1) {
		for part := range strings.SplitSeq(found[1], ",") {
			name, _, _ := strings.Cut(strings.TrimSpace(part), ":")
			name, _, _ = strings.Cut(name, " ")
			u.of(kebab(name)).read[place] = true
		}
	}
}

// row is what the page says of an attribute, less its values.
func (u *use) row(name string) string {
	readers := slices.Sorted(maps.Keys(u.read))
	if len(readers) == 0 && u.tested {
		readers = []string{"tests"}
	}
	writers := strings.Join(slices.Sorted(maps.Keys(u.written)), ", ")
	if len(u.written) > many {
		writers = "many templates"
	}
	return fmt.Sprintf("| `data-%s` | %s | %s |", name, writers, strings.Join(readers, ", "))
}

var attributeRow = regexp.MustCompile("(?m)^\\| `data-([a-z0-9-]+)` \\|[^|]*\\|[^|]*\\|(.*)\\|$")

// TestDataAttributesHaveOneContract holds docs/data-attributes.md to what templates,
// scripts and style sheets do.
func TestDataAttributesHaveOneContract(t *testing.T) {
	t.Parallel()
	all := dataAttributes(t)
	text := expect.Must(os.ReadFile(filepath.Join(root, attributePage)))(t)
	rows := map[string]string{}
	var order []string
	for _, found := range attributeRow.FindAllStringSubmatch(string(text), -1) {
		name := found[1]
		expect.Equal(t, rows[name], "", "%s: data-%s has two rows", attributePage, name)
		rows[name] = found[0]
		order = append(order, name)
		expect.True(t, strings.TrimSpace(found[2]) != "", "%s: data-%s: say which values it takes", attributePage, name)
		expect.True(t, all[name] != nil, "%s: nobody uses data-%s any more; take its row out", attributePage, name)
	}
	expect.True(t, slices.IsSorted(order), "%s: the rows are not in the order of the alphabet", attributePage)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		u := all[name]
		if len(u.written) == 0 && len(u.read) == 0 {
			continue // a test speaks of what shall not be there
		}
		if len(u.written) == 0 {
			t.Errorf("data-%s is read (%s) and written by nobody", name, u.row(name))
		}
		if len(u.read) == 0 && !u.tested {
			t.Errorf("data-%s is written (%s) and read by nobody", name, u.row(name))
		}
		row := u.row(name)
		expect.True(t, strings.HasPrefix(rows[name], row), "%s has %q\nwant %s values |", attributePage, rows[name], row)
	}
	expect.True(t, len(all) >= 200, "only %d attributes were found", len(all))
}

var aliased = regexp.MustCompile(`\bdataset\b(?:[^.\w]|\.\w+\[)|\[data-\$\{|["'` + "`" + `]data-["'` + "`" + `]|Object\.assign\([^,]*dataset`)

// TestScriptsNameDataAttributesWhole keeps scripts findable: the test above sees
// x.dataset.name, { name } = x.dataset and [data-name], and nothing else.
func TestScriptsNameDataAttributesWhole(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(root, "static/js/*.js"))
	expect.MustTrue(t, err == nil && len(files) >= 40, "found %d scripts: %v", len(files), err)
	for _, file := range files {
		content := expect.Must(os.ReadFile(file))(t)
		text := unpacked.ReplaceAllString(comment.ReplaceAllString(string(content), ""), "")
		found := aliased.FindString(text)
		expect.True(t, found == "", "%s: %q: name the data attribute whole, as x.dataset.name", file, found)
	}
}
