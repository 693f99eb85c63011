package text_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
)

// A name that ends with a full stop ends the sentence.
func TestASentenceHasOneFullStop(t *testing.T) {
	t.Parallel()
	for _, w := range text.Languages() {
		for name, want := range map[string]string{"Ada A. / Ben C.": "Ada A. / Ben C.", "Knight Shift": "Knight Shift.", "Wait...": "Wait...", ".": "."} {
			said := w.Say("Open still: %s.", name)
			expect.Equal(t, said[len(said)-len(want):], want, "%s in %s", name, w.Code())
			expect.True(t, len(said) > len(want) && said[len(said)-len(want)-1] == ' ', "%q in %s", said, w.Code())
		}
	}
	expect.Equal(t, text.Words{}.Say("%s beat %s.", "Eva Q.", "Fay Y."), "Eva Q. beat Fay Y.", "a result")
}
