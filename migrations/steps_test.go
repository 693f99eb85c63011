package migrations_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/migrations"
)

// narrows finds what takes away or changes what programs of before rely on, in one
// statement without its comments.
func narrows(statement string) string {
	for _, pattern := range []string{
		`drop (table|column|schema|view|type|index|constraint|default)`, `rename `, `alter (column )?\S+ (set data )?type`, `set not null`,
		`^(update|delete|insert|truncate)`, `create unique index`, `add (constraint|check|unique|foreign|exclude)`,
	} {
		if found := regexp.MustCompile(pattern).FindString(statement); found != "" {
			return found
		}
	}
	for _, column := range regexp.MustCompile(`add column [^,;]*`).FindAllString(statement, -1) {
		if strings.Contains(column, "not null") && !strings.Contains(column, "default") {
			return column
		}
	}
	return ""
}

var (
	comment  = regexp.MustCompile(`--[^\n]*`)
	blanks   = regexp.MustCompile(`\s+`)
	backward = regexp.MustCompile(`(?s)-- \+goose Down.*`)
)

func statements(sql string) []string {
	sql = comment.ReplaceAllString(backward.ReplaceAllString(sql, ""), "")
	var list []string
	for statement := range strings.SplitSeq(strings.ToLower(sql), ";") {
		list = append(list, strings.TrimSpace(blanks.ReplaceAllString(statement, " ")))
	}
	return list
}

// Steps beside which programs of before go on only add.
func TestStepsBehindBesideOnlyAdd(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	newest := int64(0)
	for i, version := range migrations.Versions() {
		newest = max(newest, version)
		if version <= migrations.Beside {
			continue
		}
		text, err := fs.ReadFile(migrations.Files, names[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range statements(string(text)) {
			if found := narrows(statement); found != "" {
				t.Errorf("%s: %q: a program of before does not go on beside that. Set migrations.Beside to %d, or let the step only add", names[i], found, version)
			}
		}
	}
	if migrations.Beside > newest {
		t.Errorf("Beside is %d and the last step %d", migrations.Beside, newest)
	}
}

func TestWhatNarrows(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]bool{
		"create table a (b int not null primary key)":                         false,
		"alter table a add column b text":                                     false,
		"alter table a add column b int not null default 0, add column c":     false,
		"create index on a (b)":                                               false,
		"alter table a\n  drop column b":                                      true,
		"alter table a alter column b type bigint":                            true,
		"alter table a alter b set not null":                                  true,
		"alter table a add column b int default 0, add column c int not null": true,
		"alter table a rename column b to c":                                  true,
		"update a set b = 1":                                                  true,
		"alter table a add constraint c check (b > 0)":                        true,
		"-- drop table a\nselect 1":                                           false,
		"-- +goose Up\ncreate table a ();\n-- +goose Down\ndrop table a;":     false,
	} {
		got := false
		for _, statement := range statements(sql) {
			got = got || narrows(statement) != ""
		}
		if got != want {
			t.Errorf("%q narrows: %v, want %v", sql, got, want)
		}
	}
}
