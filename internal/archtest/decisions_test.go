package archtest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// decided is the line below each heading of a page of decisions, decisionRow a row of
// their index.
var (
	decided     = regexp.MustCompile(`^Decided (\d{4}-\d\d-\d\d), (in force|replaced by \[.+\]\(.+\.md\)|withdrawn)\.$`)
	decisionRow = regexp.MustCompile(`(?m)^\| \[.*$`)
)

// TestDecisionsAreDatedAndListed holds the index of decisions to their pages: each
// decision says when it was made and whether it holds, and has one row that says so too.
func TestDecisionsAreDatedAndListed(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(root, "docs", "decisions")
	pages, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, page := range pages {
		if filepath.Base(page) == "README.md" {
			continue
		}
		rows := decisionsOf(t, page)
		if len(rows) == 0 {
			t.Errorf("%s has no heading \"# …\"", page)
		}
		want = append(want, rows...)
	}
	index, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	got := decisionRow.FindAllString(string(index), -1)
	for _, row := range want {
		if !slices.Contains(got, row) {
			t.Errorf("docs/decisions/README.md lacks the row\n%s", row)
		}
	}
	for i, row := range got {
		if !slices.Contains(want, row) || slices.Contains(got[:i], row) {
			t.Errorf("docs/decisions/README.md has a row for no page, or twice:\n%s", row)
		}
	}
	if len(want) < 20 {
		t.Errorf("only %d decisions were found in %s", len(want), folder)
	}
}

// decisionsOf returns the rows that the index has to have for a page.
func decisionsOf(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		title, found := strings.CutPrefix(line, "# ")
		if !found {
			continue
		}
		var m []string
		if i+2 < len(lines) && lines[i+1] == "" {
			m = decided.FindStringSubmatch(lines[i+2])
		}
		if m == nil {
			t.Errorf("%s: below %q stands no line such as \"Decided 2026-11-21, in force.\"", page, line)
			continue
		}
		if _, err := time.Parse(time.DateOnly, m[1]); err != nil {
			t.Errorf("%s: %v", page, err)
		}
		rows = append(rows, fmt.Sprintf("| [%s](%s) | %s | %s |", title, filepath.Base(page), m[1], m[2]))
	}
	return rows
}
