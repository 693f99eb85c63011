package text_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Each language speaks to its readers in one form, everywhere: German and Spanish as one
// club member to another, French and Czech politely. docs/translating.md says so.
func TestReadersAreAddressedInOneForm(t *testing.T) {
	t.Parallel()
	// \b knows only the letters of English.
	whole := func(words string) *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[^\p{L}])(?:` + words + `)(?:[^\p{L}]|$)`)
	}
	for language, other := range map[string]*regexp.Regexp{
		"de": whole(`\p{L}+(?:en|eln|ern) Sie|Sie (?:haben|müssen|wissen|sehen|wollen)|[Ss]eit Sie|Ihnen|[\p{Ll},] Ihre?[nmrs]?`),
		"es": whole(`[Uu]sted(?:es)?|Introduzca|Escriba|Elija|Pulse|Seleccione|Haga|Vaya|Ponga|Diga|Compruebe|Confirme|Guarde|Abra|Toque|Mire|Espere|Pruebe|Pida|Use|Vuelva|Cierre|Imprima`),
		"fr": whole(`(?i)tu|toi|tes|t[’']es|peux-tu|as-tu`),
		"cs": whole(`(?i)tvůj|tvoje|tvá|tvé|tvou|tvého|tvému|tobě|tebe|jsi|\p{L}{2,}(?:eš|áš|íš)`),
	} {
		files := expect.Must(filepath.Glob("messages/" + language + "/*.json"))(t)
		guides := expect.Must(filepath.Glob("../../docs/" + language + "/*.md"))(t)
		expect.MustTrue(t, len(files) > 10 && len(guides) > 0, "%s: %d catalogues and %d guides were found", language, len(files), len(guides))
		for _, name := range append(files, guides...) {
			for _, found := range other.FindAllString(said(t, name), -1) {
				t.Errorf("%s speaks to its reader in another form than the rest: %q", name, found)
			}
		}
	}
}

// A section has one name in a language: German and Czech officials call it a group, and
// what reads like a translation of the English word would be something else to them.
func TestASectionHasOneName(t *testing.T) {
	t.Parallel()
	for language, other := range map[string]string{"de": "sektion", "cs": "sekc"} {
		files := expect.Must(filepath.Glob("messages/" + language + "/*.json"))(t)
		guides := expect.Must(filepath.Glob("../../docs/" + language + "/*.md"))(t)
		expect.MustTrue(t, len(files) > 10 && len(guides) > 0, "%s: %d catalogues and %d guides were found", language, len(files), len(guides))
		for _, name := range append(files, guides...) {
			expect.True(t, !strings.Contains(strings.ToLower(said(t, name)), other), "%s calls a section “%s…”", name, other)
		}
	}
}

// said is what a guide or a catalogue says to readers of its language.
func said(t *testing.T, name string) string {
	t.Helper()
	content := expect.Must(os.ReadFile(name))(t)
	if filepath.Ext(name) != ".json" {
		return string(content)
	}
	var sentences map[string]any // a sentence, or one for each number
	expect.OK(t, json.Unmarshal(content, &sentences))
	var all []string
	for _, s := range sentences {
		all = append(all, fmt.Sprint(s))
	}
	return strings.Join(all, "\n")
}
