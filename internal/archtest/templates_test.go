package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// glued is a word that runs into one which only screen readers speak. templ drops
// the blank after the tag, so that the blank has to stand in front of it, or at the
// beginning of a Go text. A colon or comma there needs none.
var glued = regexp.MustCompile(`[^\s>]<span class="vh">\s*(?:[^\s:,{]|\{ (?:[^"]|"[^ :,]))`)

// TestWordsForScreenReadersStandApart keeps the name of a button from being read as
// one word: "Sendthe runner".
func TestWordsForScreenReadersStandApart(t *testing.T) {
	t.Parallel()
	spoken := 0
	expect.OK(t, filepath.WalkDir(filepath.Join(root, "templates"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".templ" {
			return err
		}
		text, err := os.ReadFile(path)
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			spoken += strings.Count(line, `<span class="vh">`)
			found := glued.FindString(line)
			expect.True(t, found == "", "%s:%d: a blank is missing in front of the tag of %q: what is in it is spoken, and runs into the word before", path, number, found)
		}
		return err
	}))
	expect.True(t, spoken >= 10, "only %d places with words for screen readers were found", spoken)
}

// TestTemplatesSpeakTheReadersLanguage: a template that makes its own words says them in English
// to everybody.
func TestTemplatesSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	speaking := 0
	expect.OK(t, filepath.WalkDir(filepath.Join(root, "templates"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".templ" {
			return err
		}
		source, err := os.ReadFile(path)
		speaking += strings.Count(string(source), ".Say(")
		expect.True(t, !strings.Contains(string(source), "text.Words{}"), "%s makes words of no language: take those of the frame", path)
		return err
	}))
	expect.True(t, speaking >= 1000, "only %d sentences of templates were found", speaking)
}
