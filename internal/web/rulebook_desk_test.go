package web_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const textsAddress = "/e/lake/desk/rules"

// An organizer puts a rulebook's text in, replaces it and takes it out; what was found is
// said, a cited article opens its passage, and a file on the machine is behind it.
func TestARulebooksTextIsPutInReplacedAndTakenOut(t *testing.T) {
	t.Parallel()
	l, director, card, _ := ready(t)
	organizer := l.person("olga", "Olga", "none")
	l.give(organizer, l.event, 0, access.Organizer)
	dir := filepath.Join(l.backups.Dir, "rulebooks")
	expect.OK(t, os.MkdirAll(dir, 0o755))
	expect.OK(t, os.WriteFile(filepath.Join(dir, "FIDEX.txt"), []byte("19. Words of the machine.\n"), 0o644))
	director.get(card+"/ruling").has(".passage .quote", "19. Words of the machine.")
	organizer.get(textsAddress).has("#text-FIDEX .second", "From this server’s folder").has("#text-FIDEX .second", "Played in").has("#text-TR3 p", "is not here").
		hasNot("#text-FIDEX button", "Take it out")
	put := func(was, name, text string) *answer {
		return organizer.sendFile(textsAddress, name, []byte(text), "rulebook", "FIDEX", "was", was, "do", "put")
	}

	said := organizer.get(put("", "fidex.txt", "17. One.\n18. Two.\n19. Words that Olga put in.\n").wants(http.StatusSeeOther).to())
	said.has("body", "Articles found: 17–19.").has("#text-FIDEX p", "Missing, though rulings cite them").has("#text-FIDEX .second", "fidex.txt, put in by Olga")
	director.get(card+"/ruling").has(".passage .quote", "19. Words that Olga put in.").hasNot(".passage .quote", "of the machine")
	l.visitor().get("/e/lake/open/rules").hasNot("main", "Olga")
	first := said.value("#text-FIDEX input[name=was]", "value")

	units := utf16.Encode([]rune("\ufeff19. Café.\r\n"))
	var wide strings.Builder
	for _, u := range units {
		wide.WriteByte(byte(u))
		wide.WriteByte(byte(u >> 8))
	}
	organizer.get(put(first, "wide.txt", wide.String()).wants(http.StatusSeeOther).to()).has("body", "read as UTF-16")
	director.get(card+"/ruling").has(".passage .quote", "19. Café.")
	put(first, "late.txt", "19. Too late.\n").wants(http.StatusConflict).has("#text-FIDEX .note", "Somebody put another text of FIDEX in")
	director.get(card+"/ruling").has(".passage .quote", "19. Café.")

	second := organizer.get(textsAddress).value("#text-FIDEX input[name=was]", "value")
	put(second, "old.txt", "19. Caf\xe9 again.\n").wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".passage .quote", "19. Café again.")
	third := organizer.get(textsAddress).value("#text-FIDEX input[name=was]", "value")
	organizer.post(textsAddress, url.Values{"rulebook": {"FIDEX"}, "was": {second}, "do": {"remove"}}).wants(http.StatusConflict)
	organizer.post(textsAddress, url.Values{"rulebook": {"FIDEX"}, "was": {third}, "do": {"remove"}}).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".passage .quote", "19. Words of the machine.")
	organizer.get("/e/lake/desk/journal").has("main", "put in rulebook text").has("main", "take out rulebook text").hasNot("main", "Words that Olga")
}

// What is no text of this rulebook is refused beside it in plain words, and nothing changes.
func TestWhatIsNoRulebooksTextIsRefused(t *testing.T) {
	t.Parallel()
	l, _, _, _ := ready(t)
	chief := l.person("cleo", "Cleo", "none")
	l.give(chief, l.event, 0, access.Chief)
	for _, c := range []struct{ rulebook, name, file, says string }{
		{"FIDEX", "fidex.pdf", "%PDF-1.7 19. x", "no plain text"},
		{"FIDEX", "fidex.docx", "PK\x03\x04 19. x", "no plain text"},
		{"FIDEX", "fidex.bin", "19. a\x00b", "no plain text"},
		{"FIDEX", "poem.txt", "Roses are red\n", "No article of FIDEX was found"},
		{"FIDEX", "empty.txt", " \n", "The file is empty"},
		{"FIDEX", "long.txt", "19. " + strings.Repeat("x", 600<<10), "larger than 512 KB"},
	} {
		chief.sendFile(textsAddress, c.name, []byte(c.file), "rulebook", c.rulebook, "was", "", "do", "put").
			wants(http.StatusUnprocessableEntity).has("#text-"+c.rulebook+" .note", c.says)
	}
	chief.sendFile(textsAddress, "x.txt", []byte("19. x\n"), "rulebook", "OURS", "was", "", "do", "put").wants(http.StatusUnprocessableEntity)
	chief.post(textsAddress, url.Values{"rulebook": {"FIDEX"}, "was": {""}, "do": {"put"}}).wants(http.StatusUnprocessableEntity).has("#text-FIDEX .note", "Choose a plain text file")
	chief.get(textsAddress).has("#text-FIDEX p", "is not here")
}
