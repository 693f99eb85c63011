package text_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
)

// A name written the other way than the language stands apart in every sentence, said with
// and without plural forms; any other name stays as it is.
func TestNamesWrittenTheOtherWayStandApart(t *testing.T) {
	t.Parallel()
	const kings, kingsApart = "מלכים 3", "\u2068מלכים 3\u2069"
	english := text.Words{}
	right, ok := text.Exactly("qps-plocm")
	expect.MustTrue(t, ok, "there is no language written from the right")
	for _, c := range []struct{ said, want string }{
		{english.Say("%s – %s", "Pawn Stars", kings), "Pawn Stars – " + kingsApart},
		{english.Say("%s – %s", "Bílí jezdci", "Ёж"), "Bílí jezdci – Ёж"},
		{english.Say("%d of %s", 1234, "نجوم"), "1234 of \u2068نجوم\u2069"},
		{english.Say("%d of %s", 12345, "نجوم"), "12,345 of \u2068نجوم\u2069"},
		{english.Versus(kings, "Pawn Stars"), kingsApart + " – Pawn Stars"},
		{english.Together("Pawn Stars", kings), "Pawn Stars / " + kingsApart},
		{right.Apart(kings), kings},
		{right.Apart("Pawn Stars"), "\u2068Pawn Stars\u2069"},
		{right.Apart("12:30"), "12:30"},
	} {
		expect.Equal(t, c.said, c.want, "said")
	}
}
