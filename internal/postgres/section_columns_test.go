package postgres_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// notSettings are the columns of a section that keep no setting.
const notSettings = "event_id section_id slug position team_size revision frozen_at tables_per_row hidden announced_round public_version"

func TestEverySettingHasAColumn(t *testing.T) {
	t.Parallel()
	rows := expect.Must(testdb.New(t).Query(t.Context(), `select column_name from information_schema.columns where table_schema = 'public' and table_name = 'section'`))(t)
	columns := expect.Must(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
	kept := strings.Fields(notSettings)
	for _, setting := range tournament.Settings() {
		for _, column := range setting.Columns {
			kept = append(kept, column)
			expect.True(t, slices.Contains(columns, column), "the setting %s has no column %s: add it to table section with a migration", setting.Name, column)
		}
	}
	for _, column := range columns {
		expect.True(t, slices.Contains(kept, column),
			"no setting keeps the column %s of table section: name it in an entry of tournament.Settings, or in notSettings if it is none", column)
	}
}
