package main

import (
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// notSettings stand in .env.example for others than readSettings: PostgreSQL's
// programs are looked for by localpg, GOGC is read by Go, the rest by
// docker-compose.yml.
var notSettings = []string{"GOGC", "PG_BINDIR", "POSTGRES_PASSWORD", "TANDEM_PUBLISH"}

var (
	exampleLine  = regexp.MustCompile(`(?m)^#([A-Z_]+)=(.*)$`)
	operatorsRow = regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\|")
)

// TestExampleOfSettings holds .env.example and the operators' table to the struct: each
// setting stands in both once, nothing else does, and every example is one that Tandem
// takes.
func TestExampleOfSettings(t *testing.T) {
	var asked []string
	expect.OK(t, expect.Err(readSettings(func(name string) (string, bool) { asked = append(asked, name); return "", false })))
	slices.Sort(asked)
	fields := reflect.TypeFor[settings]().NumField()
	expect.True(t, len(asked) == fields && len(slices.Compact(slices.Clone(asked))) == fields, "%d settings are read, %v, for %d fields", len(asked), asked, fields)

	example := map[string]string{}
	for _, m := range exampleLine.FindAllStringSubmatch(readText(t, "../../.env.example"), -1) {
		if _, twice := example[m[1]]; twice {
			t.Errorf(".env.example has %s twice", m[1])
		}
		example[m[1]] = m[2]
	}
	if got, want := slices.Sorted(maps.Keys(example)), slices.Sorted(slices.Values(slices.Concat(asked, notSettings))); !slices.Equal(got, want) {
		t.Errorf(".env.example has %v, want %v", got, want)
	}
	s, err := readSettings(func(name string) (string, bool) { v, ok := example[name]; return v, ok })
	expect.True(t, err == nil, "the examples are refused: %v", err)
	for i, all := 0, reflect.ValueOf(s); i < all.NumField(); i++ {
		if all.Field(i).IsZero() {
			t.Errorf("the example of %s sets nothing", all.Type().Field(i).Name)
		}
	}

	var rows []string
	for _, m := range operatorsRow.FindAllStringSubmatch(readText(t, "../../docs/operators.md"), -1) {
		rows = append(rows, m[1])
	}
	slices.Sort(rows)
	if want := slices.Sorted(slices.Values(append(asked, "GOGC", "PG_BINDIR"))); !slices.Equal(rows, want) {
		t.Errorf("docs/operators.md has rows for %v, want %v", rows, want)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text := expect.Must(os.ReadFile(path))(t)
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
