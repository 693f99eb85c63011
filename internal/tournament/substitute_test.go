package tournament_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (h *hall) comesIn(reason string, team, out, in int64) error {
	h.t.Helper()
	m := h.book().Round(1).AtTable(1).Matches[0]
	_, err := h.service.Substitute(h.t.Context(), h.event, h.as(h.chief, reason), tournament.Substitute{TeamID: team, MatchID: m.MatchID, Out: out, In: in})
	return err
}

// Nobody comes in during a match unless the section says so; then it is logged, for that match alone.
func TestAThirdPlayerComesInDuringAMatch(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	h.draft(1)
	h.publish(1)
	expect.Refused(t, h.comesIn("ill", 1, 2, 101), fault.Conflict, "nobody comes in during a match")
	h.exec(`update section set mid_match = true, substitution_limit = 2`)
	if err := h.comesIn("", 1, 2, 101); fault.Fields(err)["reason"] == "" {
		t.Errorf("without a reason: %v", err)
	}
	if err := h.comesIn("ill", 1, 101, 201); fault.Fields(err)["out"] == "" {
		t.Errorf("for somebody who does not sit there: %v", err)
	}
	if err := h.comesIn("ill", 1, 2, 103); fault.Fields(err)["in"] == "" {
		t.Errorf("a player of another team: %v", err)
	}
	h.ok(h.comesIn("ill", 1, 2, 101))
	h.seated(1, "1 3 4 101", "3 1 2 4") // match 2 as the line-up says
	book := h.book()
	m := book.Round(1).AtTable(1).Matches[0]
	log := tournament.SubstitutedIn(book, m.MatchID)
	if len(log) != 1 || log[0].Seat != "BB" || log[0].OutID != 2 || log[0].InID != 101 || log[0].Reason != "ill" || tournament.Substitutions(book, 1, nil) != 1 {
		t.Errorf("the log is %+v", log)
	}
	if _, err := h.service.Unpublish(t.Context(), h.event, h.as(h.chief, "x"), tournament.UnpublishInput{DraftInput: h.at(1), Typed: 1}); !fault.Is(err, fault.Conflict) ||
		!strings.Contains(fault.Message(err), "table 1 has a substitution") {
		t.Errorf("a round with a substitution is taken back: %v", err)
	}
	h.ok(h.comesIn("back again", 1, 101, 2))
	expect.Refused(t, h.comesIn("ill again", 1, 2, 201), fault.Conflict, "may bring in 2")
	h.play(1)
	h.exec(`update section set substitution_limit = null`)
	expect.Refused(t, h.comesIn("late", 1, 2, 101), fault.Conflict, "Who played it stands")
}
