package journey_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	words "github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/wording"
)

// The spine of a day in German and in Czech: a claim is logged and ruled, results are pasted,
// the next round is drafted, published and started, and the table is read. Everything that is
// acted on is found by the name it has in that language, and each act is answered in it.
func TestSpineInTheLanguageOfTheOfficial(t *testing.T) {
	inBrowser(t)
	for _, code := range []string{"de", "cs"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			all := words.Languages()
			reads := all[slices.IndexFunc(all, func(w words.Words) bool { return w.Code() == code })]
			say := reads.Say
			// begins is a sentence up to its last number, which the page knows better.
			begins := func(m words.Message, numbers ...any) string {
				said, _, _ := strings.Cut(say(m, append(numbers, 987)...), "987")
				return strings.TrimSpace(said)
			}
			h := newVenue(t).newHall(4)
			w := h.official("hall.chief", desktop).worker(byTree{}, "Dana Holt")
			w.chooses(code)

			w.open("/e/lake/desk/incidents/new?section=open&round=1&table=2&match=1")
			w.choose(wording.ClaimLabel(reads, "illegal-move"))
			w.push(say("Open the card"))
			w.until("/incidents\\/\\d+$/.test(location.pathname)")
			before := w.ask(sentence)
			w.pick(say("Who claims"), "WA")
			w.until(strings.Replace(saved, "'Saved'", quote(say("Saved")), 1) + " && " + sentence + " !== " + quote(before))
			w.push(say("Save and rule"))
			w.until("location.pathname.endsWith('/ruling')")
			w.choose(say("Deny the claim, play on") + "…")
			w.write(say("Reason, read by both teams and by any reviewer"), "Es war nichts zu sehen.")
			w.push(say("Sign: claim denied") + "…")
			w.sees("main", say("Signed. Read it to both teams."))

			w.open(lakeRound + "/bulk")
			w.write(say("One result in a line: table, match, result"), "1 1 1\r1 2 1\r2 1 1\r2 2 2\r3 1 3\r3 2 3\r4 1 2\r4 2 1")
			w.push(say("Save these results"))
			w.sees("[role=status]", say("%d lines saved, %d not saved", 8, 0))

			w.open("/e/lake/desk/open/round/2/pair")
			w.push(say("Make the draft of round %s", "2"))
			w.until("document.querySelectorAll('.draft .why').length === 4")
			w.follow(say("Go on to publish"))
			w.choose(say("Use the provisional result"))
			w.write(say("Type the round number, %d", 2), "2")
			w.push(say("Publish round %s", "2"))
			done, _, _ := strings.Cut(say("Round %d is published as version %d: %s, %s.", 2, 1, "", ""), ":")
			w.sees("main", done)
			w.open("/e/lake/desk/open/round/2/clock")
			w.unfold(say("Start the round clock"))
			w.push(begins("Start: %d minutes from now") + "…")
			w.sees("main", begins("The clock of round %d runs: %d minutes.", 2))
			w.content()

			book := h.book("lake", "open")
			expect.Equal(t, len(book.Rounds), 2, "rounds")
			expect.True(t, book.Round(2).ClockStarted != nil, "the clock of round 2 stands")
		})
	}
}
