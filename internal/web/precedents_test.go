package web_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A cited article opens its passage where the rulebook's text lies on the server; a
// number that is not in it is said, and a text that is changed is read again.
func TestACitedArticleOpensItsPassage(t *testing.T) {
	t.Parallel()
	l, director, card, _ := ready(t)
	dir := filepath.Join(l.backups.Dir, "rulebooks")
	expect.OK(t, os.MkdirAll(dir, 0o755))
	director.get(card+"/ruling").hasNot(".passage", "").has(".in-short dd", "").hasNot(".in-short .small", "no line that begins")
	write := func(text string) {
		t.Helper()
		expect.OK(t, os.WriteFile(filepath.Join(dir, "FIDEX.txt"), []byte(text), 0o644))
	}
	write("19. Our words for an illegal move.\n20. Our words for the end.\n")
	director.get(card+"/ruling").has(".passage summary", "The text of FIDEX 19").has(".passage .quote", "19. Our words for an illegal move.").hasNot(".passage .quote", "20. Our words")
	write("20. Our words for the end.\n")
	director.get(card+"/ruling").hasNot(".passage", "FIDEX 19").has(".in-short dd", "no line that begins with this number")
	write("19. Other words.\n")
	director.post(card+"/ruling", decision(director.get(card+"/ruling"), "follow")).wants(http.StatusSeeOther)
	page := director.get(card + "/ruling")
	director.post(card+"/appeal", url.Values{"team": {page.value("select[name=team] option", "value")}, "grounds": {"No."}}).wants(http.StatusSeeOther)
	l.chief.get(firstAppeal).has(".passage .quote", "19. Other words.").has(".precedents", "Illegal move (FIDEX)").has(".precedents", "No earlier ruling.")
	l.visitor().get("/e/lake/open/rules").hasNot("main", "Other words.")
}
