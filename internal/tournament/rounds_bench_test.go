package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// BenchmarkRoundOfThousandTeams drafts, publishes and ranks rounds of a section
// of 1,000 teams.
func BenchmarkRoundOfThousandTeams(b *testing.B) {
	h := newHall(b, 1000)
	h.playRounds(3)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			h.book()
		}
	})
	book := h.book()
	b.Run("standings", func(b *testing.B) {
		for b.Loop() {
			expect.Must(book.Standings(0))(b)
		}
	})
	b.Run("draft", func(b *testing.B) {
		for b.Loop() {
			h.draft(4)
		}
	})
	b.Run("publish", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			h.draft(4)
			b.StartTimer()
			h.publish(4)
			b.StopTimer()
			expect.Must(h.service.Unpublish(b.Context(), h.event, h.as(h.chief, "again"), tournament.UnpublishInput{DraftInput: h.at(4), Typed: 4}))(b)
			b.StartTimer()
		}
	})
}
