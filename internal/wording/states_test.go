package wording_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/wording"
)

// An appeal is open without a decision; every other state has the sentence of one.
func TestEveryEndOfAnAppealHasItsSentence(t *testing.T) {
	t.Parallel()
	for _, state := range []dispute.AppealState{
		dispute.AppealUpheld, dispute.AppealModified, dispute.AppealOverturned, dispute.AppealSentBack, dispute.AppealWithdrawn, dispute.AppealLapsed,
	} {
		if wording.AppealWords(state).Decided == "" {
			t.Errorf("an appeal that was %s has no sentence", state)
		}
	}
	if said := wording.AppealWords(dispute.AppealOpen).Decided; said != "" {
		t.Errorf("an open appeal is decided: %s", said)
	}
	if wording.AppealWords("nothing") != (wording.AppealState{}) {
		t.Error("a state that is none has words")
	}
}
