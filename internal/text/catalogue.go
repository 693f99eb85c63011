package text

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

//go:embed messages/*/*.json
var embedded embed.FS

// folderOf is where the catalogues of a language are in the program.
func folderOf(code string) fs.FS {
	folder, err := fs.Sub(embedded, "messages/"+code)
	if err != nil {
		panic(err) // no code is a path
	}
	return folder
}

// Entry is one sentence of a catalogue: a plain one, or one form per plural
// category ("one", "few", "other"), chosen by the part By (from 1).
type Entry struct {
	Plain string
	By    int
	Forms map[string]string
}

// UnmarshalJSON takes a string or an object such as
// {"by": "1", "one": "%d table", "other": "%d tables"}.
func (e *Entry) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &e.Plain) == nil {
		return nil
	}
	if err := json.Unmarshal(raw, &e.Forms); err != nil {
		return fmt.Errorf("a sentence is a string or an object of plural forms: %w", err)
	}
	if _, err := fmt.Sscan(e.Forms["by"], &e.By); err != nil {
		return fmt.Errorf("the plural forms %q do not say by which part: %w", e.Forms["other"], err)
	}
	delete(e.Forms, "by")
	return nil
}

// Catalogue reads the sentences of a language by their English: all files of its
// folder, one for each room. English itself holds only what has plural forms. A
// sentence stands in one file only.
func Catalogue(code string) (map[Message]Entry, error) { return catalogue(code, folderOf(code)) }

func catalogue(code string, folder fs.FS) (map[Message]Entry, error) {
	names, err := fs.Glob(folder, "*.json")
	if err != nil {
		return nil, fmt.Errorf("read the words of %q: %w", code, err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("read the words of %q: there is no folder messages/%s with catalogues", code, code)
	}
	all := map[Message]Entry{}
	for _, name := range names {
		if name == "language.json" || name == "rules.json" {
			continue
		}
		raw, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("read the words of %q: %w", code, err)
		}
		entries := map[Message]Entry{}
		if err := json.Unmarshal(raw, &entries); err != nil {
			return nil, fmt.Errorf("read the words of %q: %s: %w", code, name, err)
		}
		for m, e := range entries {
			if _, twice := all[m]; twice {
				return nil, fmt.Errorf("read the words of %q: %s: %q stands in another file as well", code, name, m)
			}
			all[m] = e
		}
	}
	return all, nil
}

// pluralOrder is the order in which forms are tried; "other" fits always.
var pluralOrder = []string{"=0", "zero", "one", "two", "few", "many", "other"}

// Read makes the words of a language out of a folder of catalogues. What it lacks is said
// in English, sentence by sentence.
func Read(code string, folder fs.FS) (Words, error) {
	v, err := speak(code, folder)
	return Words{v}, err
}

func speak(code string, folder fs.FS) (*voice, error) {
	v, err := habitual(code, folder)
	if err != nil {
		return nil, err
	}
	said, err := readVocabulary(v.tag, code, folder)
	if err != nil {
		return nil, err
	}
	v.vocabulary = func() *vocabulary { return said }
	return v, nil
}

// habitual is a voice that has no words yet.
func habitual(code string, folder fs.FS) (*voice, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, fmt.Errorf("the language %q: %w", code, err)
	}
	h, err := readHabits(code, folder)
	if err != nil {
		return nil, err
	}
	return &voice{code: code, name: h.Name, tag: tag, habits: h}, nil
}

// vocabulary is what a language says.
type vocabulary struct {
	printer   *message.Printer
	sentences map[Message]Entry // by their English
	rules     map[string]string // the sentences of the rulebooks by their English
}

func readVocabulary(tag language.Tag, code string, folder fs.FS) (*vocabulary, error) {
	entries, err := catalogue(code, folder)
	if err != nil {
		return nil, err
	}
	words := catalog.NewBuilder(catalog.Fallback(language.English))
	for key, e := range entries {
		if e.Forms == nil {
			err = words.SetString(tag, string(key), e.Plain)
		} else {
			err = words.Set(tag, string(key), plural.Selectf(e.By, "", e.cases()...))
		}
		if err != nil {
			return nil, fmt.Errorf("the words of %q: %q: %w", code, key, err)
		}
	}
	rules, err := rulebooks(code, folder)
	if err != nil {
		return nil, err
	}
	return &vocabulary{message.NewPrinter(tag, message.Catalog(words)), entries, rules}, nil
}

func (e Entry) cases() []any {
	var cases []any
	for _, form := range pluralOrder {
		if said, ok := e.Forms[form]; ok {
			cases = append(cases, form, said)
		}
	}
	return cases
}

// codes are the languages that readers may choose, English first. Each has a folder
// in messages.
var codes = []string{"en", "de", "fr", "es", "cs"}

var (
	voices  = speakAll()
	english = voices[0]
	// Test languages: half as long again, and mirrored.
	stretched = pseudo("qps-ploc", false)
	mirrored  = pseudo("qps-plocm", true)
	matcher   = language.NewMatcher(tags())
)

// speakAll makes the voices of the program. What they say is read when somebody first listens:
// it takes longer than most commands, which print a few English lines.
func speakAll() []*voice {
	var all []*voice
	for _, code := range codes {
		v, err := habitual(code, folderOf(code))
		if err != nil {
			panic(err) // the catalogues are part of the program
		}
		v.vocabulary = sync.OnceValue(func() *vocabulary {
			said, err := readVocabulary(v.tag, code, folderOf(code))
			if err != nil {
				panic(err) // the same
			}
			return said
		})
		all = append(all, v)
	}
	return all
}

func tags() []language.Tag {
	var all []language.Tag
	for _, v := range voices {
		all = append(all, v.tag)
	}
	return all
}

func pseudo(code string, rightToLeft bool) *voice {
	v := *english
	v.code, v.name, v.pseudo, v.rightToLeft = code, code, stretch, rightToLeft
	return &v
}

// translated reports whether a sentence is said in another language than English. What is not
// stays as it is in the test languages, so that a page of theirs shows what was forgotten.
func translated(m Message) bool {
	return slices.ContainsFunc(voices, func(v *voice) bool { _, ok := v.vocabulary().sentences[m]; return ok && v.code != english.code })
}

// ruleTranslated is translated for a sentence of a rulebook.
func ruleTranslated(sentence string) bool {
	return slices.ContainsFunc(voices, func(v *voice) bool { _, ok := v.vocabulary().rules[sentence]; return ok })
}

// stretch adds 40 % to a sentence, at least one letter, in the length of its
// words.
func stretch(s string) string {
	accents := strings.NewReplacer("a", "á", "e", "ê", "i", "ï", "o", "ö", "u", "ü")
	var b strings.Builder
	for i, word := range strings.Split(s, " ") {
		if i > 0 {
			b.WriteByte(' ')
		}
		if strings.Contains(word, "{") { // a part for the browser stays as it is
			b.WriteString(word)
			continue
		}
		b.WriteString(accents.Replace(word))
		b.WriteString(strings.Repeat("ž", (2*len([]rune(word))+4)/5))
	}
	return b.String()
}

// PluralForms are the forms that whole numbers take in the language, such as "one"
// and "other": those that a sentence with a count has in its catalogue.
func (w Words) PluralForms() []string { return w.in().habits.Plurals }

// Languages are all languages readers may choose, English first.
func Languages() []Words {
	var all []Words
	for _, v := range voices {
		all = append(all, Words{v})
	}
	return all
}

// Exactly returns the language with that code, test languages included.
func Exactly(code string) (Words, bool) {
	for _, v := range append([]*voice{stretched, mirrored}, voices...) {
		if v.code == code {
			return Words{v}, true
		}
	}
	return Words{}, false
}

// Accepted returns the language that suits an Accept-Language header best,
// English when none does.
func Accepted(header string) Words {
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(wanted) == 0 {
		return Words{}
	}
	_, i, confidence := matcher.Match(wanted...)
	if confidence == language.No {
		return Words{}
	}
	return Words{voices[i]}
}

// Preferred are the languages of an Accept-Language header, the best first, without what
// tells their regions apart: "cs", "en".
func Preferred(header string) []string {
	tags, _, _ := language.ParseAcceptLanguage(header)
	codes := make([]string, len(tags))
	for i, tag := range tags {
		base, _ := tag.Base()
		codes[i] = base.String()
	}
	return codes
}
