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

	"github.com/tandemchess/tandem/internal/testkit/expect"
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
	expect.OK(t, err)
	var want []string
	for _, page := range pages {
		if filepath.Base(page) == "README.md" {
			continue
		}
		rows := decisionsOf(t, page)
		expect.True(t, len(rows) != 0, `%s has no heading "# …"`, page)
		want = append(want, rows...)
	}
	index := expect.Must(os.ReadFile(filepath.Join(folder, "README.md")))(t)
	got := decisionRow.FindAllString(string(index), -1)
	for _, row := range want {
		expect.True(t, slices.Contains(got, row), "docs/decisions/README.md lacks the row\n%s", row)
	}
	for i, row := range got {
		expect.True(t, slices.Contains(want, row) && !slices.Contains(got[:i], row), "docs/decisions/README.md has a row for no page, or twice:\n%s", row)
	}
	expect.True(t, len(want) >= 20, "only %d decisions were found in %s", len(want), folder)
}

// decisionsOf returns the rows that the index has to have for a page.
func decisionsOf(t *testing.T, page string) []string {
	t.Helper()
	text := expect.Must(os.ReadFile(page))(t)
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
		_, err := time.Parse(time.DateOnly, m[1])
		expect.True(t, err == nil, "%s: %v", page, err)
		rows = append(rows, fmt.Sprintf("| [%s](%s) | %s | %s |", title, filepath.Base(page), m[1], m[2]))
	}
	return rows
}
