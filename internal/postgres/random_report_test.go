package postgres_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/trf"
)

// reports fails the test where the report file of a section does not read back as what was
// written, or gives an empty section of the same kind other standings.
func (p *randomHand) reports(b *tournament.SectionBook) {
	p.t.Helper()
	made := expect.Must(reportfile.Of(b))(p.t)
	var file bytes.Buffer
	expect.OK(p.t, made.Write(&file))
	text := file.String()
	back := expect.Must(trf.Read(&file))(p.t)
	expect.NoDiff(p.t, cmp.Diff(made, back), "the report of %s reads back as something else", b.Section.Name)
	s := b.Section
	if s.InGroups() || s.System == tournament.Rotating || len(b.Teams) < 2 || len(b.Carried) > 0 {
		return // a report does not carry these
	}
	plan := expect.Must(reportfile.NewPlan(s, back))(p.t)
	if len(plan.Problems) > 0 {
		said := fmt.Sprint(plan.Problems[0].Sentence())
		if !slices.ContainsFunc(unreportable, func(known string) bool { return strings.Contains(said, known) }) {
			p.t.Fatalf("%s: its own report is refused: %s, after\n%s\n%s", s.System, said, strings.Join(p.log, "\n"), text)
		}
		return
	}
	own, imported := expect.Must(b.Standings(0))(p.t), expect.Must(plan.Book().Standings(0))(p.t)
	tell := func(row tournament.Standing) string {
		if s.System == tournament.Knockout {
			return fmt.Sprint(row.Points) // the bracket says who is where
		}
		return fmt.Sprint(row.Points, row.Values, row.Place, row.Shared)
	}
	for _, row := range own.Rows {
		came, _ := imported.Of(int64(own.Number(row.TeamID)))
		if is, want := tell(came), tell(row); is != want {
			p.t.Fatalf("%s: team %d has %s and comes back with %s, after\n%s\n%s", s.System, row.TeamID, want, is, strings.Join(p.log, "\n"), text)
		}
	}
}

// unreportable are what a section may be and its report cannot say.
var unreportable = []string{
	"Participants in the file: 1.",
	"that a person cannot tell apart",
	"are no knockout of the teams in the order", // a correction that counts for the standings alone
	"cannot come from",                          // rounds with more matches for each pairing than the section has now
}
