package wording_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/wording"
)

// An appeal is open without a decision; every other state has the sentence of one.
func TestEveryEndOfAnAppealHasItsSentence(t *testing.T) {
	t.Parallel()
	for _, state := range []dispute.AppealState{
		dispute.AppealUpheld, dispute.AppealModified, dispute.AppealOverturned, dispute.AppealSentBack, dispute.AppealWithdrawn, dispute.AppealLapsed,
	} {
		expect.True(t, wording.AppealWords(state).Decided != "", "an appeal that was %s has no sentence", state)
	}
	expect.Equal(t, wording.AppealWords(dispute.AppealOpen).Decided, "", "an open appeal is decided")
	expect.Equal(t, wording.AppealWords("nothing"), (wording.AppealState{}), "a state that is none has words")
}
