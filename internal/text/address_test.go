package text_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Each language speaks to its readers in one form, everywhere: German and Spanish as one
// club member to another, French and Czech politely. docs/translating.md says so.
func TestReadersAreAddressedInOneForm(t *testing.T) {
	t.Parallel()
	for language, other := range map[string]*regexp.Regexp{
		"de": regexp.MustCompile(`\p{L}+(?:en|eln|ern) Sie\b|\bSie (?:haben|müssen|wissen)[,. ]|\b[Ss]eit Sie\b|\bIhnen\b`),
		"es": regexp.MustCompile(`(?i)\busted(?:es)?\b`),
		"fr": regexp.MustCompile(`(?i)[ "«](?:tu|toi|tes)[ ,.]`),
		"cs": regexp.MustCompile(`(?i)\b(?:tvůj|tvoje|tvého|tobě|tebe)\b`),
	} {
		files := expect.Must(filepath.Glob("messages/" + language + "/*.json"))(t)
		guides := expect.Must(filepath.Glob("../../docs/" + language + "/*.md"))(t)
		expect.MustTrue(t, len(files) > 10 && len(guides) > 0, "%s: %d catalogues and %d guides were found", language, len(files), len(guides))
		for _, name := range append(files, guides...) {
			for _, found := range other.FindAllString(string(expect.Must(os.ReadFile(name))(t)), -1) {
				t.Errorf("%s speaks to its reader in another form than the rest: %q", name, found)
			}
		}
	}
}
