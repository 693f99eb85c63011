package web_test

import (
	"regexp"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
)

// The schema says which states and roles there are; each has its words in the list of
// its kind.
func TestEveryStateAndRoleOfTheSchemaHasWords(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	for _, kind := range []struct {
		table, column, list string
		words               func(value string) string
	}{
		{"round", "state", "wording.RoundStateWords", func(v string) string { return string(wording.RoundStateWords[tournament.RoundState(v)]) }},
		{"team", "state", "wording.TeamStateWords", func(v string) string { return string(wording.TeamStateWords[tournament.TeamState(v)]) }},
		{"result_report", "state", "wording.ReportStateWords", func(v string) string { return string(wording.ReportStateWords[tournament.ReportState(v)]) }},
		{"ruling", "state", "wording.RulingStateWords", func(v string) string { return string(wording.RulingStateWords[dispute.RulingState(v)]) }},
		{"appeal", "state", "the states of appeals in wording", func(v string) string { return string(wording.AppealWords(dispute.AppealState(v)).ForTeam) }},
		{"role_grant", "role", "the roles in access", func(v string) string { return access.Role(v).Words() }},
		{"invitation", "role", "the roles in access", func(v string) string { return access.Role(v).Words() }},
	} {
		var check string
		err := pool.QueryRow(t.Context(), `select pg_get_constraintdef(oid) from pg_constraint
			where contype = 'c' and conrelid = $1::regclass and conname = $2`, kind.table, kind.table+"_"+kind.column+"_check").Scan(&check)
		expect.MustTrue(t, err == nil, "which values %s.%s may have: %v", kind.table, kind.column, err)
		values := regexp.MustCompile(`'([a-z-]+)'`).FindAllStringSubmatch(check, -1)
		expect.MustTrue(t, len(values) >= 2, "%s.%s: no values in %s", kind.table, kind.column, check)
		for _, value := range values {
			expect.True(t, kind.words(value[1]) != "", "%s.%s may be %q, and %s does not say what that is called", kind.table, kind.column, value[1], kind.list)
		}
	}
}
