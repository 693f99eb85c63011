package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/trf"
)

func TestReportFileReplays(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 7)
	l.playRounds(3)
	page := l.chief.get("/e/lake/desk/open/report.trf").wants(http.StatusOK)
	if got := page.header.Get("Content-Disposition"); !strings.Contains(got, "lake-open.trf") {
		t.Errorf("offered as %q", got)
	}
	file := testkit.Must(trf.Read(strings.NewReader(page.body)))(t)
	table := testkit.Must(file.CrossTable())(t)
	system := pairing.SystemOf(file)
	for round := 1; round <= 3; round++ {
		tour, err := pairing.FromTRF(file, round)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		draft, err := pairing.PairRound(system, tour)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if missing, extra := pairing.Compare(pairing.PairsInTRF(table, round), draft.Pairs); len(missing)+len(extra) > 0 {
			t.Errorf("round %d: replaying lacks %v and has %v instead", round, missing, extra)
		}
	}
	l.visitor().get("/e/lake/desk/open/report.trf").wants(http.StatusSeeOther)
}
