package tournament_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/trf"
)

// report writes a section's report and reads it back.
func (h *hall) report() *trf.File {
	h.t.Helper()
	made, err := h.book().Report()
	if err != nil {
		h.t.Fatal(err)
	}
	var out bytes.Buffer
	if err := made.Write(&out); err != nil {
		h.t.Fatal(err)
	}
	back, err := trf.Read(&out)
	if err != nil {
		h.t.Fatal(err)
	}
	if diff := cmp.Diff(made, back); diff != "" {
		h.t.Fatalf("the report reads back as something else:\n%s", diff)
	}
	return back
}

// samePlaces compares the section's standings with those of its report.
func (h *hall) samePlaces(file *trf.File) {
	h.t.Helper()
	codes, err := standings.CodesOf(file)
	if err != nil {
		h.t.Fatal(err)
	}
	in, err := standings.FromTRF(file)
	if err != nil {
		h.t.Fatal(err)
	}
	table, err := standings.Compute(in, codes)
	if err != nil {
		h.t.Fatal(err)
	}
	book := h.book()
	want, err := book.Standings(0)
	if err != nil {
		h.t.Fatal(err)
	}
	numbers := book.Numbers(99)
	for _, row := range want.Rows {
		got, err := table.Row(numbers[row.TeamID])
		if err != nil {
			h.t.Fatal(err)
		}
		if got.Place != row.Place || fmt.Sprint(got.Values) != fmt.Sprint(row.Values) {
			h.t.Errorf("team %d: report has place %d with %v, the section %d with %v", row.TeamID, got.Place, got.Values, row.Place, row.Values)
		}
	}
}

func TestReportReplaysAndKeepsPlaces(t *testing.T) {
	t.Parallel()
	h := newHall(t, 9)
	for n := 1; n <= 4; n++ {
		h.draft(n)
		h.publish(n)
		h.play(n)
	}
	file := h.report()
	h.samePlaces(file)
	if system := pairing.SystemOf(file); system != pairing.TeamSwiss {
		t.Fatalf("the report was paired with %s", system)
	}
	table, err := file.CrossTable()
	if err != nil {
		t.Fatal(err)
	}
	for round := 1; round <= 4; round++ {
		in, err := pairing.FromTRF(file, round)
		if err != nil {
			t.Fatal(err)
		}
		draft, err := pairing.PairRound(pairing.TeamSwiss, in)
		if err != nil {
			t.Fatal(err)
		}
		missing, extra := pairing.Compare(pairing.PairsInTRF(table, round), draft.Pairs)
		if len(missing)+len(extra) > 0 {
			t.Errorf("round %d: report has %v, pairing it again gives %v", round, missing, extra)
		}
	}
}

// Halved pairings, forfeits, a double loss, a match still open: points that a
// result of both boards does not say come back all the same.
func TestReportOfUnusualResults(t *testing.T) {
	t.Parallel()
	for _, scoring := range []string{"match", "pairing"} {
		h := newHall(t, 9)
		h.exec(`update section set scoring = $1, bye_points = 1`, scoring)
		for n := 1; n <= 2; n++ {
			h.draft(n)
			h.publish(n)
			h.play(n)
		}
		h.exec(`update result_report r set forfeit = true from match m where m.match_id = r.match_id and m.round_no = 1 and m.pairing_no = 1`)
		h.exec(`update result_report r set slot1_points = 1, slot2_points = 1, outcome = 'draw' from match m
			where m.match_id = r.match_id and m.round_no = 1 and m.pairing_no = 2 and m.match_no = 1`)
		h.exec(`update result_report r set slot1_points = 0, slot2_points = 0, outcome = 'double-loss' from match m where m.match_id = r.match_id and m.round_no = 2 and m.pairing_no = 1`)
		h.samePlaces(h.report())
	}
}

func TestReportBeforeTheFirstRound(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	file := h.report()
	if len(file.Teams) != 4 || len(file.Players) != 8 || file.Rounds != 5 {
		t.Errorf("%d teams, %d players, %d rounds", len(file.Teams), len(file.Players), file.Rounds)
	}
}
