package text_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/sentences"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
)

func TestHalfPoints(t *testing.T) {
	for points, want := range map[int]string{0: "0", 1: "½", 2: "1", 3: "1½", -1: "−½", -2: "−1", -5: "−2½"} {
		expect.Equal(t, (text.Words{}).Half(points), want, "%d half points", points)
	}
}

func TestEveryLanguageHasEverySentenceAndNoOther(t *testing.T) {
	t.Parallel()
	wanted := expect.Must(sentences.Said("../.."))(t)
	expect.MustTrue(t, len(wanted) >= 200, "only %d sentences were found in the code", len(wanted))
	for _, w := range text.Languages() {
		have := expect.Must(text.Catalogue(w.Code()))(t)
		for m, rooms := range wanted {
			if _, ok := have[m]; !ok && rooms.Translated() && !w.English() {
				t.Errorf("%s lacks %q", w.Code(), m)
			}
		}
		for m := range have {
			if _, ok := wanted[m]; !ok {
				t.Errorf("%s holds %q, which no page says", w.Code(), m)
			}
		}
	}
}

// The rulebooks are there in every language: every sentence that a page shows of
// them, and no other.
func TestEveryLanguageHasTheWholeRulebooks(t *testing.T) {
	t.Parallel()
	wanted := map[string]bool{}
	want := func(sentences ...string) {
		for _, s := range sentences {
			wanted[s] = true
		}
	}
	for _, topic := range rulebook.Topics() {
		want(string(topic))
	}
	for _, official := range []rulebook.Official{rulebook.Director, rulebook.SectionChief, rulebook.Chief} {
		want(official.Title())
	}
	for _, s := range rulebook.Settings() {
		want(s.Question())
		want(s.Phrases(rulebook.NoRule)[0]...)
		for _, c := range s.Choices() {
			want(c.Meaning)
		}
	}
	for _, b := range rulebook.All() {
		want(b.Title(), b.Character())
		for _, a := range b.Articles() {
			want(a.Title, a.Summary)
		}
		for _, c := range b.Cells() {
			for _, a := range c.Alternatives { // the set-up asks with them
				if p, ok := rulebook.PointByNumber(a.Point); ok {
					want(p.Open, p.Because)
				}
			}
		}
	}
	for _, w := range text.Languages() {
		have := expect.Must(text.Rulebooks(w.Code()))(t)
		for s := range wanted {
			if strings.TrimSpace(have[s]) == "" && !w.English() {
				t.Errorf("%s lacks %q", w.Code(), s)
			}
		}
		for s := range have {
			if !wanted[s] {
				t.Errorf("%s holds %q, which no rulebook says", w.Code(), s)
			}
		}
	}
}

// A number or an article in a sentence of the rulebooks is the same everywhere.
func TestRulebooksKeepWhatTheyCite(t *testing.T) {
	t.Parallel()
	cited := regexp.MustCompile(`\d+(\.\d+)?|USCF-R|TR3|FIDEX|JARED|FIDE|USCF`)
	marks := func(s string) []string {
		found := cited.FindAllString(s, -1)
		slices.Sort(found)
		return found
	}
	for _, w := range text.Languages() {
		rules := expect.Must(text.Rulebooks(w.Code()))(t)
		for english, said := range rules {
			if !slices.Equal(marks(english), marks(said)) {
				t.Errorf("%s: %q cites %v, its English %v", w.Code(), said, marks(said), marks(english))
			}
		}
	}
}

func TestAnswersOfSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code    string
		setting rulebook.Setting
		value   rulebook.Value
		want    string
	}{
		{"en", rulebook.OnHand, "warning → deduct-time → game-loss", "a warning, then a minute less for the offender, then loss of the game"},
		{"de", rulebook.OnHand, "warning → game-loss", "eine Verwarnung, dann Verlust der Partie"},
		{"fr", rulebook.OnPrompt, "may-new-game + may-expel", "l’arbitre peut ordonner une nouvelle partie et l’arbitre peut exclure le fautif"},
		{"es", rulebook.Appeal, "section-chief → chief", "jefe de sección, después árbitro principal"},
		{"cs", rulebook.Repetition, "4", "4"},
		{"cs", rulebook.OnBang, rulebook.NoRule, "text mlčí: rozhodne rozhodčí"},
	} {
		expect.Equal(t, speaking(t, c.code).Answer(c.setting, c.value), c.want, "%s %s %s", c.code, c.setting, c.value)
	}
}

var part = regexp.MustCompile(`%(\[\d\])?[sd]|\{\w+\}`)

// parts are the parts of a sentence in the order of the arguments.
func parts(s string) []string {
	var all []string
	for i, p := range part.FindAllString(s, -1) {
		if p[0] == '%' && p[1] != '[' {
			p = "%[" + strconv.Itoa(i+1) + "]" + p[1:]
		}
		all = append(all, p)
	}
	slices.Sort(all)
	return all
}

func TestTranslationsKeepTheirPartsAndPluralForms(t *testing.T) {
	t.Parallel()
	for _, w := range text.Languages() {
		entries := expect.Must(text.Catalogue(w.Code()))(t)
		for m, e := range entries {
			forms := map[string]string{"": e.Plain}
			if e.Forms != nil {
				forms = e.Forms
				var names []string
				for name := range forms {
					names = append(names, name)
				}
				slices.Sort(names)
				if !slices.Equal(names, w.PluralForms()) {
					t.Errorf("%s: %q has the forms %v, want %v", w.Code(), m, names, w.PluralForms())
				}
			}
			for form, said := range forms {
				if strings.TrimSpace(said) == "" || !slices.Equal(parts(said), parts(string(m))) {
					t.Errorf("%s %s: %q has not the parts of %q", w.Code(), form, said, m)
				}
			}
		}
	}
}

func speaking(t *testing.T, code string) text.Words {
	t.Helper()
	w, ok := text.Exactly(code)
	expect.MustTrue(t, ok, "nobody speaks %q", code)
	return w
}

func TestPluralForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code string
		n    int
		want string
	}{
		{"en", 1, "1 team"},
		{"en", 0, "0 teams"},
		{"en", 5, "5 teams"},
		{"de", 1, "1 Team"},
		{"de", 12, "12 Teams"},
		{"fr", 0, "0 équipe"},
		{"fr", 2, "2 équipes"},
		{"es", 2, "2 equipos"},
		{"cs", 1, "1 tým"},
		{"cs", 3, "3 týmy"},
		{"cs", 5, "5 týmů"},
		{"cs", 22, "22 týmů"},
	} {
		expect.Equal(t, speaking(t, c.code).Say("%d teams", c.n), c.want, "%s %d", c.code, c.n)
	}
	expect.Equal(t, speaking(t, "cs").Say("%d tables changed since version %d.", 3, 2), "Od verze 2 se změnily 3 stoly.", "the parts stand as")
}

func TestDaysTimesAndMoves(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 2, 14, 5, 0, 0, time.UTC)
	for _, c := range []struct{ code, date, clock, san, decimal string }{
		{"en", "Sat 2 May 2026", "2:05 pm", "N@f3", "3.5"},
		{"de", "Sa, 2. Mai 2026", "14:05", "S@f3", "3,5"},
		{"fr", "sam. 2 mai 2026", "14:05", "C@f3", "3,5"},
		{"es", "sáb, 2 de mayo de 2026", "14:05", "C@f3", "3,5"},
		{"cs", "so 2. května 2026", "14:05", "J@f3", "3,5"},
	} {
		w := speaking(t, c.code)
		if d, k, s, n := w.Date(at), w.Clock(at), w.SAN("N@f3"), w.Decimal("3.5"); d != c.date || k != c.clock || s != c.san || n != c.decimal {
			t.Errorf("%s: %q %q %q %q, want %q %q %q %q", c.code, d, k, s, n, c.date, c.clock, c.san, c.decimal)
		}
	}
	expect.Equal(t, speaking(t, "fr").SAN("exd8=Q+"), "exd8=D+", "a promotion reads")
	expect.Equal(t, speaking(t, "de").SAN("O-O-O"), "O-O-O", "castling reads")
}

func TestAcceptedLanguages(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "en", "de-AT,de;q=0.9": "de", "cs": "cs", "pl,fr-CA;q=0.5": "fr", "zz": "en", "\x00;;q=": "en", "es-419": "es", "qps-ploc": "en",
	} {
		expect.Equal(t, text.Accepted(header).Code(), want, "%q gives", header)
	}
	_, ok := text.Exactly("xx")
	expect.True(t, !ok, "a language nobody speaks was found")
	long := speaking(t, "qps-ploc")
	got := long.Say("Find my team")
	expect.True(t, len([]rune(got)) >= len("Find my team")*14/10, "%q is not stretched by 40 %%", got)
	expect.Equal(t, speaking(t, "qps-plocm").Direction(), "rtl", "the mirrored language reads from the left")
}

func TestNamesStandInTheOrderOfTheLanguage(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"de": "2 Rooks|10 Rooks|Ägir|čapek|Châtelet|Cyan|Horse",
		"cs": "2 Rooks|10 Rooks|Ägir|Cyan|čapek|Horse|Châtelet",
	} {
		names := []string{"Horse", "čapek", "Châtelet", "10 Rooks", "Cyan", "Ägir", "2 Rooks"}
		text.Sort(speaking(t, code), names, func(s string) string { return s })
		expect.Equal(t, strings.Join(names, "|"), want, "%s", code)
	}
	for _, c := range []struct{ code, name, want string }{
		{"en", "Équipe", "E"},
		{"cs", "Chyba", "CH"},
		{"cs", "čapek", "Č"},
		{"de", "Ägir", "A"},
		{"es", "Ñandú", "Ñ"},
		{"fr", "7 nains", "0–9"},
		{"en", "", "0–9"},
		{"en", "北京", "字"},
		{"en", "한국", "ㅎ"},
		{"en", "까치", "ㄲ"},
		{"en", "ガンバ", "カ"},
		{"en", "Конь", "К"},
	} {
		expect.Equal(t, speaking(t, c.code).Initial(c.name), c.want, "%s: %q is filed under", c.code, c.name)
	}
}
