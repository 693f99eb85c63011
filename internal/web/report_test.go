package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

func TestReportFileReplays(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 7)
	l.playRounds(3)
	page := l.chief.get("/e/lake/desk/open/report.trf").wants(http.StatusOK)
	expect.Contains(t, page.header.Get("Content-Disposition"), "lake-open.trf", "offered as")
	file := expect.Must(trf.Read(strings.NewReader(page.body)))(t)
	table := expect.Must(file.CrossTable())(t)
	system := pairing.SystemOf(file)
	for round := 1; round <= 3; round++ {
		tour, err := pairing.FromTRF(file, round)
		expect.MustTrue(t, err == nil, "round %d: %v", round, err)
		draft, err := pairing.PairRound(system, tour)
		expect.MustTrue(t, err == nil, "round %d: %v", round, err)
		missing, extra := pairing.Compare(pairing.PairsInTRF(table, round), draft.Pairs)
		expect.True(t, len(missing)+len(extra) == 0, "round %d: replaying lacks %v and has %v instead", round, missing, extra)
	}
	l.visitor().get("/e/lake/desk/open/report.trf").wants(http.StatusSeeOther)
}
